// The 200 leads, and the expected result of each.

export interface Fate {
  /** The last two digits of the number. With several, each lead gets the next one. */
  endings: string[]
  what: string
  leads: number
  /** The last two digits of the secondary contact, if the leads have one. */
  contact?: string
  /** The final status of each call of a lead, in order. */
  calls: string[]
  /** How many of the calls are answered. */
  answered: number
  attempts: number
  /** The final status of a lead. */
  lead: string
}

export const times = <T>(n: number, value: T): T[] => Array<T>(n).fill(value)
const reached = { answered: 1, attempts: 1, lead: 'completed' }
const notReached = { answered: 0, attempts: 4, lead: 'reached-max-retries' }
const plain = Array.from({ length: 80 }, (_, i) => String(i + 20))

export const fates: Fate[] = [
  { endings: ['01'], what: 'busy', leads: 12, calls: times(4, 'busy'), ...notReached },
  { endings: ['02'], what: 'no answer', leads: 10, calls: times(4, 'no-answer'), ...notReached },
  { endings: ['03'], what: 'unreachable', leads: 8, calls: times(4, 'failed'), ...notReached },
  { endings: ['04'], what: 'voicemail', leads: 14, calls: ['ended_by_assistant'], ...reached },
  { endings: ['05'], what: 'hangs up at once', leads: 12, calls: ['ended_by_customer'], ...reached },
  { endings: ['06'], what: 'asks not to be called', leads: 10, calls: ['completed'], ...reached },
  { endings: ['07'], what: 'talks to the limit', leads: 6, calls: ['completed'], ...reached },
  { endings: ['08'], what: 'stays silent', leads: 8, calls: ['ended_by_assistant'], ...reached },
  {
    endings: ['09'],
    what: 'busy twice, answers',
    leads: 12,
    calls: ['busy', 'busy', 'completed'],
    ...reached,
    attempts: 3,
  },
  { endings: ['10'], what: 'no line twice, answers', leads: 12, calls: ['completed'], ...reached },
  { endings: ['11'], what: 'call screening', leads: 10, calls: ['completed'], ...reached },
  { endings: ['12'], what: 'end reported twice, late', leads: 10, calls: ['completed'], ...reached },
  { endings: ['13'], what: 'end never reported', leads: 6, calls: ['failed'], ...reached },
  { endings: ['14'], what: 'the carrier fails', leads: 4, calls: times(4, 'failed'), ...notReached },
  { endings: plain, what: 'talks for a while', leads: 56, calls: ['completed'], ...reached },
  {
    endings: ['01'],
    what: 'busy, contact 24 talks',
    leads: 6,
    contact: '24',
    calls: ['busy', 'completed'],
    ...reached,
  },
  {
    endings: ['02'],
    what: 'no answer, contact 09',
    leads: 4,
    contact: '09',
    calls: ['no-answer', 'busy', 'no-answer', 'busy', 'no-answer', 'completed'],
    ...reached,
    attempts: 3,
  },
]

/** Area codes. In each, the numbers 555-0100 to 555-0199 are reserved for fiction. */
const areas = '201 206 212 213 214 215 303 305 312 313 314 404 412 415 503 504 512 602 617 702 713 718 804 808'.split(
  ' ',
)
const taken = new Map<string, number>()
function numberEnding(ending: string): string {
  const n = taken.get(ending) ?? 0
  taken.set(ending, n + 1)
  return `+1${areas[n]}55501${ending}`
}

/** The leads, in an order that spreads each fate over the whole list. */
export const planned = fates
  .flatMap(fate => times(fate.leads, fate).map((_, i) => ({ fate, i, at: (i + 0.5) / fate.leads })))
  .sort((a, b) => a.at - b.at)
  .map(({ fate, i }) => ({
    fate,
    phone_number: numberEnding(fate.endings[i % fate.endings.length]!),
    ...(fate.contact && { secondary_contacts: [{ phone_number: numberEnding(fate.contact) }] }),
  }))
