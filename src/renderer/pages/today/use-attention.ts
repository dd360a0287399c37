import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Attention } from '../../../contract/attention'
import type { Desk } from '../../stores/desk'
import { useDesk } from '../../stores/use-desk'

export interface AttentionWithReason extends Attention {
  /** The webhook delivery that gave up last, with the reason. */
  lastDead: { url: string; last_error: string | null; tries: number } | null
}

/** Its key. It begins as the key of the operations, so it is old when those are. */
export const attentionKey = (ask: Desk['ask']) => [...ask.attention.key(), 'with reason']

/** What needs a person, updated by every event that may change it. */
export function useAttention(): UseQueryResult<AttentionWithReason> {
  const { client, ask } = useDesk()
  return useQuery({
    queryKey: attentionKey(ask),
    queryFn: async (): Promise<AttentionWithReason> => {
      const found = await client.attention.get({})
      if (found.dead_deliveries === 0) return { ...found, lastDead: null }
      const dead = await client.webhooks.listDeliveries({ status: 'dead', per_page: 1 })
      return { ...found, lastDead: dead.data[0] ?? null }
    },
  })
}

/** Whether nothing needs a person. */
export const isQuiet = (found: Attention) =>
  Object.values(found).every(value => !value || (Array.isArray(value) && value.length === 0))
