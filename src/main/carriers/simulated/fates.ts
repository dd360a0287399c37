/** What happens in a call to a number. The last two digits of the number choose it, so that a test can choose too. */
export type Fate =
  | 'busy'
  | 'no_answer'
  | 'unreachable'
  | 'voicemail'
  | 'hangs_up_at_once'
  | 'asks_not_to_be_called'
  | 'talks_on'
  | 'stays_silent'
  | 'no_capacity'
  | 'screened'
  | 'end_reported_twice_and_late'
  | 'end_never_reported'
  | 'carrier_fails'
  | 'talks'

const fixed: Record<string, Fate> = {
  '01': 'busy',
  '02': 'no_answer',
  '03': 'unreachable',
  '04': 'voicemail',
  '05': 'hangs_up_at_once',
  '06': 'asks_not_to_be_called',
  '07': 'talks_on',
  '08': 'stays_silent',
  '11': 'screened',
  '12': 'end_reported_twice_and_late',
  '13': 'end_never_reported',
  '14': 'carrier_fails',
}

/** The fate of a call. `dials` is how often the number was dialed, with this call; two fates depend on it. */
export function fateOf(number: string, dials: number): Fate {
  const ending = number.slice(-2)
  if (ending === '09') return dials <= 2 ? 'busy' : 'talks'
  if (ending === '10') return dials <= 2 ? 'no_capacity' : 'talks'
  return fixed[ending] ?? 'talks'
}

/** A random generator, from 0 to below 1, that depends on the number and the seed only (FNV-1a, then mulberry32). */
export function chance(number: string, seed: number): () => number {
  let state = 0x811c9dc5 ^ seed
  for (const char of number) state = Math.imul(state ^ char.charCodeAt(0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
