import { BuyPage } from './BuyPage'
import { NumberPage } from './NumberPage'
import { NumbersPage } from './NumbersPage'
import { TrunkPage } from './TrunkPage'

/** The own numbers, one of them, numbers to rent, or a SIP trunk. */
export function NumberPages({ path }: { path: string }) {
  const [, , which, trunk] = path.split('/')
  if (which === undefined) return <NumbersPage />
  if (which === 'buy') return <BuyPage />
  if (which === 'trunks') return <TrunkPage key={trunk} id={trunk === 'new' ? null : Number(trunk)} />
  return <NumberPage key={which} id={Number(which)} />
}
