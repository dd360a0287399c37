/** Characters of a segment. */
const SEGMENT = 160

/** The most characters of an SMS that is sent. */
export const LONGEST_SENT = 300

/** How many characters a text has: Unicode code points, so most emojis count as one. */
export const charactersOf = (body: string) => [...body].length

/** How many segments a text has, of 160 characters each. */
export const segmentsOf = (body: string) => Math.ceil(charactersOf(body) / SEGMENT)
