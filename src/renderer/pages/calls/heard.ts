import { createContext, useContext, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { CallSummary, TranscriptItem } from '../../../contract/calls'
import { LAST_WORDS, useDesk } from '../../stores/use-desk'

type HeardStore = StoreApi<ReadonlyMap<number, readonly TranscriptItem[]>>

/** What was said in each live call since it was asked for. Provide what `useHeard` returns around the calls. */
export const Heard = createContext<HeardStore | null>(null)

/** The last things said in each call, from the events, which are faster than asking again. A call follows only its own. */
export function useHeard(calls: readonly CallSummary[] | undefined): HeardStore {
  const desk = useDesk()
  const [heard] = useState(() => createStore<ReadonlyMap<number, readonly TranscriptItem[]>>(() => new Map()))
  useEffect(
    () =>
      desk.onEvent(event => {
        if (event.type !== 'call.said' || event.item.type !== 'transcript') return
        const before = heard.getState().get(event.id) ?? []
        heard.setState(new Map(heard.getState()).set(event.id, [...before, event.item].slice(-LAST_WORDS)), true)
      }),
    [desk, heard],
  )
  useEffect(() => {
    const ids = new Set(calls?.map(call => call.id))
    heard.setState(new Map([...heard.getState()].filter(([id]) => ids.has(id))), true)
  }, [calls, heard])
  return heard
}

const nothing: readonly TranscriptItem[] = []

/** The last things said in a call: those of its answer, and what was heard since. */
export function useLastWords(call: CallSummary): readonly TranscriptItem[] {
  const fresh = useStore(useContext(Heard)!, heard => heard.get(call.id) ?? nothing)
  const known = call.transcript.filter(item => item.type === 'transcript')
  const last = known.at(-1)?.timestamp ?? Number.NEGATIVE_INFINITY
  return [...known, ...fresh.filter(item => item.timestamp > last)].slice(-LAST_WORDS)
}
