import { useMemo, useRef } from 'react'
import { type Call, isOnLine } from '../../../contract/calls'
import type { Turn } from '../../parts/Transcript'
import { nameOf } from '../../parts/values'
import { useDesk } from '../../stores/use-desk'
import { type Live, useLive } from '../../stores/use-live'
import { answeredAt, turnsOf } from './turns'

/** One call, true to what happens to it: what is said in it, and whom it tells. */
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
  // What was asked for before may still be shown: it is another call.
  const data = live.data?.id === id ? live.data : null
  deliveries.current = data?.deliveries.map(delivery => delivery.id) ?? []
  return { ...live, data }
}

/** What was said in a call, in seconds from where its recording begins, and by whom. */
export interface Talk {
  turns: Turn[]
  names: { bot: string; human: string }
  live: boolean
}

export function useTalk(call: Call | null): Talk {
  return useMemo(() => {
    const names = {
      // “Nora, recall desk” speaks as Nora, “Anne-Marie” and “Front desk” as they are.
      bot: call?.assistant_name?.split(/\s*[,;:(–—]|\s+-\s/)[0]?.trim() || 'Assistant',
      human: (call && nameOf(call.variables)?.split(' ')[0]) || 'They',
    }
    if (!call) return { turns: [], names, live: false }
    return { turns: turnsOf(call.transcript, answeredAt(call)), names, live: isOnLine(call.status) }
  }, [call])
}
