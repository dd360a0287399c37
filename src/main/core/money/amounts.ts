/** Integer millionths of a USD. */
export type Millionths = number

export const toMillionths = (usd: number): Millionths => Math.round(usd * 1e6)

export const toUsd = (amount: Millionths) => amount / 1e6

const shortest = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
  useGrouping: false,
})

/** USD for a text: at least two decimals, and as many more as the amount has, so that nothing is rounded. */
export const inUsd = (amount: Millionths) => `${shortest.format(toUsd(amount))} USD`

/** USD with eight decimals, as the API shows the cost of calls. */
export const eightDecimals = (amount: Millionths) => toUsd(amount).toFixed(8)

/** The price of a call: charged by the second from the answer, rounded up to whole seconds. */
export const callPrice = (talkedMs: number, perMinute: Millionths): Millionths =>
  Math.round((Math.ceil(talkedMs / 1000) * perMinute) / 60)
