import type { NumberProvider } from '../../ports/number-provider'
import { offersOf } from './number-offers'

export interface SimulatedNumbersOptions {
  /** Whether an account has the number already. */
  isTaken: (phoneNumber: string) => boolean
  seed?: number
}

/** A number provider that offers numbers which are valid by libphonenumber's data and which no account has. */
export const createSimulatedNumbers = ({ isTaken, seed = 1 }: SimulatedNumbersOptions): NumberProvider => ({
  name: 'simulated',
  offerNumbers: async search => ({ done: true, offers: offersOf(search, seed, isTaken) }),
  orderNumber: async () => ({ done: true }),
  releaseNumber: async () => {},
})
