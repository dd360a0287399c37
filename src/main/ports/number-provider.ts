// Numbers and messages

/** A number that can be rented. */
export interface NumberOffer {
  /** E.164 */
  phoneNumber: string
  countryCode: string
  region: string
  smsCapable: boolean
  /** Millionths of a USD a month. */
  price: number
  /** What whoever takes the money calls the price. */
  priceId: string
  addressRequirements: 'none' | 'local' | 'foreign' | 'inventory'
}

/** Done; or refused, and then why, as a sentence. */
export type ProviderAnswer<T = unknown> = ({ done: true } & T) | { done: false; reason: string }

/** Reports may come late, twice or never. */
export type MessageReport =
  | { type: 'sms_delivered'; messageId: string }
  | { type: 'sms_failed'; messageId: string; reason: string }
  | { type: 'sms_received'; messageId: string; from: string; to: string; body: string }

/**
 * What a carrier has beside lines. What throws was perhaps not understood and is asked again: asking for the same number
 * or message twice does it once.
 */
export interface Exchange {
  readonly name: string
  start(report: (report: MessageReport) => void): void
  /** Nothing is reported after it. */
  stop(): void
  /** Numbers to rent; `contains`: digits that each must have in a row. */
  offerNumbers(search: { country: string; contains: string | null }): Promise<ProviderAnswer<{ offers: NumberOffer[] }>>
  orderNumber(order: { phoneNumber: string }): Promise<ProviderAnswer>
  /** One that it does not know is released already. */
  releaseNumber(release: { phoneNumber: string }): Promise<void>
  sendSms(message: {
    messageId: string
    from: string
    to: string
    body: string
  }): Promise<ProviderAnswer<{ sid: string }>>
}
