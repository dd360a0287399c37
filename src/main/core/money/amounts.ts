import { dollars } from '../../../contract/words'

/** Integer millionths of a USD. */
export type Millionths = number

export const toMillionths = (usd: number): Millionths => Math.round(usd * 1e6)

export const toUsd = (amount: Millionths) => amount / 1e6

/** An amount in a text, see `dollars`. */
export const inUsd = (amount: Millionths, exact = false) => dollars(toUsd(amount), exact)

/** A cent, and the smallest part of one that a text shows. */
const CENT = 10_000
const PART_OF_CENT = 100
const stepOf = (amount: Millionths) => (Math.abs(amount) < CENT ? PART_OF_CENT : CENT)
const down = (amount: Millionths, step: Millionths) => Math.floor(amount / step) * step
const up = (amount: Millionths, step: Millionths) => Math.ceil(amount / step) * step

/** What somebody has, in a text that says that it is not enough: rounded down, so that it does not look as if it were. */
export const have = (amount: Millionths) => inUsd(down(amount, stepOf(amount)))
/** What is needed, in such a text: rounded up. */
export const need = (amount: Millionths) => inUsd(up(amount, stepOf(amount)))

/** A balance that does not cover a price. `held`: what running calls need of it. */
export interface Shortage {
  balance: Millionths
  held: Millionths
  price: Millionths
}

/** Null when the balance covers the price, beside what running calls need of it. What is free of charge needs nothing. */
export const shortage = (given: Shortage): Shortage | null =>
  given.price === 0 || given.balance >= given.price + given.held ? null : given

/** What is missing, as a text; `what` needs it, such as "A call". The numbers in it add up as they are shown. */
export function missingInWords(what: string, { balance, held, price }: Shortage): string {
  const step = stepOf(price)
  const [needed, has, free] = [up(price, step), down(balance, step), down(balance - held, step)]
  const missing = `${inUsd(needed - free)} is missing`
  if (held === 0) return `${what} needs ${inUsd(needed)}, and the balance is ${inUsd(has)}: ${missing}.`
  const why =
    free < 0
      ? `Nothing is free, because running calls need ${inUsd(has - free)} and the balance is ${inUsd(has)}`
      : `${free === 0 ? 'Nothing' : inUsd(free)} is free, because ${inUsd(has - free)} of the balance of ${inUsd(has)} is held for running calls`
  return `${what} needs ${inUsd(needed)}. ${why}: ${missing}.`
}

/** USD with eight decimals, as the API shows the cost of calls. */
export const eightDecimals = (amount: Millionths) => toUsd(amount).toFixed(8)

/** The price of a call: charged by the second from the answer, rounded up to whole seconds. */
export const callPrice = (talkedMs: number, perMinute: Millionths): Millionths =>
  Math.round((Math.ceil(talkedMs / 1000) * perMinute) / 60)
