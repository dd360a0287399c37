import type { ProviderAnswer } from './provider-answer'

/** A number that can be rented. */
export interface NumberOffer {
  /** E.164 */
  phoneNumber: string
  countryCode: string
  region: string
  smsCapable: boolean
  /** Millionths of a USD a month. */
  price: number
  /** The payment processor's id of the price. */
  priceId: string
  addressRequirements: 'none' | 'local' | 'foreign' | 'inventory'
}

/**
 * Rents numbers out. When an operation throws, core calls it again; ordering the same number twice must order it only
 * once.
 */
export interface NumberProvider {
  readonly name: string
  /** Numbers for rent; `contains`: digits that each number must have in a row. */
  offerNumbers(search: { country: string; contains: string | null }): Promise<ProviderAnswer<{ offers: NumberOffer[] }>>
  orderNumber(order: { phoneNumber: string }): Promise<ProviderAnswer>
  /** A number that the provider does not know counts as released. */
  releaseNumber(release: { phoneNumber: string }): Promise<void>
}
