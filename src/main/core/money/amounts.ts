/** Integer millionths of a USD. */
export type Millionths = number

export const toMillionths = (usd: number): Millionths => Math.round(usd * 1e6)

export const toUsd = (amount: Millionths) => amount / 1e6

/** USD with eight decimals, as the API shows the cost of calls. */
export const eightDecimals = (amount: Millionths) => toUsd(amount).toFixed(8)

/** The price of a call: charged by the second from the answer, rounded up to whole seconds. */
export const callPrice = (talkedMs: number, perMinute: Millionths): Millionths =>
  Math.round((Math.ceil(talkedMs / 1000) * perMinute) / 60)
