import type { NumberProvider } from '../../ports/number-provider'
import { offersOf } from './number-offers'

export interface SimulatedNumbersOptions {
  /** Whether somebody has a number already. */
  isTaken: (phoneNumber: string) => boolean
  seed?: number
}

/** Rents out numbers that exist by libphonenumber's data and belong to nobody here. */
export const createSimulatedNumbers = ({ isTaken, seed = 1 }: SimulatedNumbersOptions): NumberProvider => ({
  name: 'simulated',
  offerNumbers: async search => ({ done: true, offers: offersOf(search, seed, isTaken) }),
  orderNumber: async () => ({ done: true }),
  releaseNumber: async () => {},
})
