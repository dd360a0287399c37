import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Call } from '../../../contract/calls'
import { isOnLine } from '../../../contract/statuses'
import type { Turn } from '../../parts/Transcript'
import { failureOf } from '../../stores/failure'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import { answeredAt, turnsOf } from './turns'

/** One call, updated when it or one of its webhook deliveries changes, and when something is said in it. */
export function useCall(id: number) {
  const { ask } = useDesk()
  const { data = null, error } = useQuery(ask.calls.get.queryOptions({ input: { id } }))
  return { data, error: failureOf({ data: data ?? undefined, error }) }
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
      bot: call?.assistant_name?.split(/\s*[,;:(–—]|\s+-\s/)[0]?.trim() || t('Assistant'),
      human: call?.name?.split(' ')[0] || t('They'),
    }
    if (!call) return { turns: [], names, live: false }
    return { turns: turnsOf(call.transcript, answeredAt(call)), names, live: isOnLine(call.status) }
  }, [call])
}
