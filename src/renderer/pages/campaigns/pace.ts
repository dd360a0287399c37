import { skipToken, useQuery } from '@tanstack/react-query'
import { deskTime } from '../../stores/desk'
import { useClock } from '../../stores/use-clock'
import { useDesk } from '../../stores/use-desk'
import { MINUTE } from './campaign-text'

const HOUR = 60 * MINUTE
/** The pace is counted anew in steps of this many ms, and when a call has ended. */
const STEP = 5 * MINUTE

/** How many calls of a campaign that are final began within the last hour. Null until it is known. */
export function usePace(id: number): number | null {
  const { client, ask, store } = useDesk()
  const step = useClock(now => Math.floor(now / STEP))
  const key = ask.stats.key()
  const { data } = useQuery({
    // It begins as the key of the operation, so it is old when that is.
    queryKey: [...key, 'pace', id, step],
    queryFn:
      step === 0
        ? skipToken
        : async () => {
            const now = deskTime(store.getState().clock)
            // The service's clock may be a little ahead.
            const [from, to] = [now - HOUR, now + MINUTE].map(ms => new Date(ms).toISOString()) as [string, string]
            return (await client.stats.get({ from, to, by: 'hour', campaign_id: id })).totals.dials
          },
    placeholderData: before => before,
  })
  return data ?? null
}
