/** Integer millionths of a USD. */
export type Millionths = number

export const toMillionths = (usd: number): Millionths => Math.round(usd * 1e6)

export const toUsd = (amount: Millionths) => amount / 1e6

/** As calls show it: eight decimals. */
export const eightDecimals = (amount: Millionths) => toUsd(amount).toFixed(8)

/** What a call costs that talked so long: by the second from the answer, begun ones counted. */
export const callPrice = (talkedMs: number, perMinute: Millionths): Millionths =>
  Math.round((Math.ceil(talkedMs / 1000) * perMinute) / 60)
