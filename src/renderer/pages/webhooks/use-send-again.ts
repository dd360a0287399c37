import { useState } from 'react'
import type { Delivery, DeliverySummary } from '../../../contract/webhooks'
import { useChange } from '../../stores/use-change'
import { useDesk } from '../../stores/use-desk'
import { isAccepted } from './delivery-text'

interface Page {
  data: DeliverySummary[]
}

/** Sends a delivery again. It is shown as waiting at once. */
export function useRedeliver({ id, status }: Pick<DeliverySummary, 'id' | 'status'>, onDone?: () => void) {
  const { client, ask } = useDesk()
  return useChange(() => client.webhooks.redeliver({ id }), {
    about: status,
    assume(_, shown) {
      const waits = <D extends DeliverySummary>(delivery: D): D =>
        delivery.id === id ? { ...delivery, status: 'pending' } : delivery
      shown.change<Delivery>(ask.webhooks.getDelivery.key({ input: { id } }), waits)
      shown.change<Page>(ask.webhooks.listDeliveries.key(), page => ({ ...page, data: page.data.map(waits) }))
    },
    onDone,
  })
}

/** As `useRedeliver`, and says how it went: the try that came of it is known when it was made. */
export function useSendAgain(delivery: Delivery) {
  /** The tries that there were when it was sent again. */
  const [before, setBefore] = useState<number | null>(null)
  const change = useRedeliver(delivery, () => setBefore(delivery.attempts.length))
  const isOnItsWay = delivery.status === 'pending' || delivery.status === 'delivering'
  const again = before === null ? undefined : delivery.attempts[before]
  const result = again
    ? isAccepted(again)
      ? ('accepted' as const)
      : ('refused' as const)
    : change.isBusy || (before !== null && isOnItsWay)
      ? ('sending' as const)
      : null
  return { ...change, result }
}
