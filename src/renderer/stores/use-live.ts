import { useEffect, useRef, useState } from 'react'
import type { Event } from '../../contract/events'
import { createRefresher, type Refresher } from './refresher'
import { useDesk } from './use-desk'

export interface Live<T> {
  data: T | null
  error: Error | null
  /** Asks again now. */
  refresh: () => void
}

/**
 * Asks for data, and asks again when an event may have changed it. The old data stays until the new data is there. After
 * an error the old data stays only if it has the same key. `key` says what is asked for.
 */
export function useLive<T>(key: string, ask: () => Promise<T>, isRelevant: (event: Event) => boolean): Live<T> {
  const desk = useDesk()
  const [state, setState] = useState<{ key: string; data: T | null; error: Error | null }>({
    key,
    data: null,
    error: null,
  })
  const latest = useRef({ ask, isRelevant })
  latest.current = { ask, isRelevant }
  const refresher = useRef<Refresher | null>(null)

  useEffect(() => {
    let isOver = false
    const mine = createRefresher(() =>
      latest.current.ask().then(
        data => isOver || setState({ key, data, error: null }),
        (error: Error) => isOver || setState(old => ({ key, data: old.key === key ? old.data : null, error })),
      ),
    )
    refresher.current = mine
    mine.now()
    const off = desk.onEvent(event => {
      if (!event || latest.current.isRelevant(event)) mine.soon()
    })
    return () => {
      isOver = true
      off()
      mine.stop()
    }
  }, [key, desk])

  return { data: state.data, error: state.error, refresh: () => refresher.current?.now() }
}
