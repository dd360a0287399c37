import { useEffect, useRef, useState } from 'react'
import type { Event } from '../../contract/events'
import { useDesk } from './use-desk'

/** How soon after an event a page is asked for anew; what comes meanwhile is one question. */
const SOON = 400

export interface Live<T> {
  data: T | null
  error: Error | null
  /** Asks again now. */
  refresh: () => void
}

/**
 * Asks for something and asks again when an event says that it may have changed. What is shown stays until the new
 * answer is there; an answer that was overtaken is dropped. `key` says what is asked for.
 */
export function useLive<T>(key: string, ask: () => Promise<T>, matters: (event: Event) => boolean): Live<T> {
  const desk = useDesk()
  const [state, setState] = useState<{ key: string; data: T | null; error: Error | null }>({
    key,
    data: null,
    error: null,
  })
  const latest = useRef({ ask, matters })
  latest.current = { ask, matters }
  const round = useRef(0)

  const refresh = useRef(() => {})
  refresh.current = () => {
    const mine = ++round.current
    latest.current.ask().then(
      data => mine === round.current && setState({ key, data, error: null }),
      (error: Error) => mine === round.current && setState(old => ({ ...old, key, error })),
    )
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked for is named by its key
  useEffect(() => {
    refresh.current()
    let waiting: ReturnType<typeof setTimeout> | undefined
    const off = desk.onEvent(event => {
      if (waiting || (event && !latest.current.matters(event))) return
      waiting = setTimeout(() => {
        waiting = undefined
        refresh.current()
      }, SOON)
    })
    return () => {
      off()
      clearTimeout(waiting)
      round.current++
    }
  }, [key, desk])

  return { data: state.data, error: state.error, refresh: () => refresh.current() }
}
