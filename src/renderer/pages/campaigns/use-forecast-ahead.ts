import { useEffect, useRef } from 'react'
import type { Forecast } from '../../../contract/rehearsals'
import { deskTime } from '../../stores/desk'
import { useDesk } from '../../stores/use-desk'
import type { Rehearsing } from './rehearsal'

/** A forecast of a running campaign is made anew when it is older than this, ms. */
const FRESH = 60 * 60 * 1000
/** With more leads left than this a rehearsal takes some seconds, so it is not made by itself. */
const MOST_LEADS = 20_000

/**
 * The newest forecast of a campaign with its settings of now. While leads of a running campaign are `left`, it is made by
 * itself when there is none, or when it is old.
 */
export function useForecastAhead(rehearsing: Rehearsing, left: number): Forecast | null {
  const { store } = useDesk()
  const { done, running, failed, start, isLoaded } = rehearsing
  const isWanted = isLoaded && left > 0 && left <= MOST_LEADS && !running && !failed && !start.isBusy && !start.failed
  const newest = done?.created_at
  /** When it was asked for, in the desk's time: the answer may not show it yet. */
  const askedAt = useRef(-Infinity)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `start` is another object each time
  useEffect(() => {
    if (!isWanted) return
    const now = deskTime(store.getState().clock)
    if (now - Math.max(askedAt.current, newest === undefined ? -Infinity : Date.parse(newest)) <= FRESH) return
    askedAt.current = now
    void start.run(undefined)
  }, [isWanted, newest])
  return done?.forecast ?? null
}
