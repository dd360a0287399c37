import { useEffect, useRef, useState } from 'react'
import type { Event } from '../../contract/events'
import { createPace, type Pace } from './pace'
import { useDesk } from './use-desk'

export interface Live<T> {
  data: T | null
  error: Error | null
  /** Asks again now. */
  refresh: () => void
}

/**
 * Asks for something and asks again when an event says that it may have changed. What is shown stays until the new
 * answer is there; beside a failure only what answers the same question. `key` says what is asked for.
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
  const pace = useRef<Pace | null>(null)

  useEffect(() => {
    let isOver = false
    const mine = createPace(() =>
      latest.current.ask().then(
        data => isOver || setState({ key, data, error: null }),
        (error: Error) => isOver || setState(old => ({ key, data: old.key === key ? old.data : null, error })),
      ),
    )
    pace.current = mine
    mine.now()
    const off = desk.onEvent(event => {
      if (!event || latest.current.matters(event)) mine.soon()
    })
    return () => {
      isOver = true
      off()
      mine.stop()
    }
  }, [key, desk])

  return { data: state.data, error: state.error, refresh: () => pace.current?.now() }
}
