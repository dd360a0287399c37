import type { QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { deskTime } from './desk'
import { useDesk } from './use-desk'

/** A longer timer would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1

/**
 * Asks again for the answers whose keys begin with `key` when the desk's time is `at` (ISO 8601): no event is published
 * when allowed hours begin.
 */
export function useAskAt(at: string | null | undefined, key: QueryKey) {
  const { queries, store } = useDesk()
  const what = JSON.stringify(key)
  useEffect(() => {
    if (!at) return
    const { clock } = store.getState()
    const wait = (Date.parse(at) - deskTime(clock)) / clock.speed
    if (wait <= 0) return
    const timer = setTimeout(
      () => void queries.invalidateQueries({ queryKey: JSON.parse(what) as QueryKey }),
      Math.min(wait + 1000, LONGEST_TIMER),
    )
    return () => clearTimeout(timer)
  }, [at, what, queries, store])
}
