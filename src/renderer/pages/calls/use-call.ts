import { useMemo, useRef } from 'react'
import { type Call, isOnLine } from '../../../contract/calls'
import type { Turn } from '../../parts/Transcript'
import { nameOf } from '../../parts/values'
import { useDesk } from '../../stores/use-desk'
import { type Live, useLive } from '../../stores/use-live'
import { answeredAt, turnsOf } from './turns'

/** One call, updated when it or one of its webhook deliveries changes, and when something is said in it. */
export function useCall(id: number): Live<Call> {
  const { client } = useDesk()
  const deliveries = useRef<number[]>([])
  const live = useLive(
    `call ${id}`,
    () => client.calls.get({ id }),
    event => {
      if (event.type === 'delivery.changed') return deliveries.current.includes(event.id)
      return (event.type === 'call.changed' || event.type === 'call.said') && event.id === id
    },
  )
  // The data may still be that of the call before.
  const data = live.data?.id === id ? live.data : null
  deliveries.current = data?.deliveries.map(delivery => delivery.id) ?? []
  return { ...live, data }
}

/** The transcript of a call, with times from the start of its recording. */
export interface CallTranscript {
  turns: Turn[]
  names: { bot: string; human: string }
  /** The call is running. */
  live: boolean
}

export function useTranscript(call: Call | null): CallTranscript {
  return useMemo(() => {
    const names = {
      // “Nora, recall desk” becomes “Nora”. “Anne-Marie” and “Front desk” are not changed.
      bot: call?.assistant_name?.split(/\s*[,;:(–—]|\s+-\s/)[0]?.trim() || 'Assistant',
      human: (call && nameOf(call.variables)?.split(' ')[0]) || 'They',
    }
    if (!call) return { turns: [], names, live: false }
    return { turns: turnsOf(call.transcript, answeredAt(call)), names, live: isOnLine(call.status) }
  }, [call])
}
