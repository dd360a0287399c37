/** The service counts money in whole millionths of a dollar. */
const MILLIONTHS = 1e6

/** Adds amounts as the service does, in whole units, so that nothing is lost or made by rounding. */
export const sum = (...amounts: number[]): number =>
  amounts.reduce((total, amount) => total + Math.round(amount * MILLIONTHS), 0) / MILLIONTHS
