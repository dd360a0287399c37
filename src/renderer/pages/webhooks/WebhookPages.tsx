import { DeliveriesPage } from './DeliveriesPage'
import { DeliveryPage } from './DeliveryPage'
import { SigningPage } from './SigningPage'

/** The list of deliveries, one of them, or how they are signed. */
export function WebhookPages({ path }: { path: string }) {
  const which = path.split('/')[2]
  if (which === undefined) return <DeliveriesPage />
  return which === 'signing' ? <SigningPage /> : <DeliveryPage key={which} id={Number(which)} />
}
