import { casual as de } from 'chrono-node/de'
import { casual as en } from 'chrono-node/en'
import { casual as es } from 'chrono-node/es'
import { casual as fr } from 'chrono-node/fr'
import { casual as it } from 'chrono-node/it'
import { casual as nl } from 'chrono-node/nl'
import { casual as pt } from 'chrono-node/pt'
import { languageOf } from './words'

/** A day or a time of day that somebody named. */
export interface Moment {
  /** The words for it. */
  text: string
  /** `2026-01-05`; null: only a time of day was named. */
  date: string | null
  /** `15:30`; null: only a day was named. */
  time: string | null
}

const locales: Record<string, typeof en> = { en, de, es, fr, it, nl, pt }

const hours = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
/** A sentence with its English hours in digits, as in "at ten". */
export const withHours = (sentence: string) =>
  sentence.replace(
    new RegExp(`\\b(at|around|about|after|before) (${hours.join('|')})\\b`, 'gi'),
    (_, before: string, hour: string) => `${before} ${hours.indexOf(hour.toLowerCase()) + 1}`,
  )

/**
 * The day or time that a sentence names; undefined when it names none. `now` is the local time at which it is said, as if
 * it were UTC: a time zone plays no part here.
 */
export function momentIn(sentence: string, now: number): Moment | undefined {
  const found = (locales[languageOf(sentence)] ?? en)
    .parse(sentence, { instant: new Date(now), timezone: 0 }, { forwardDate: true })
    .find(({ start }) => start.isCertain('hour') || start.isCertain('day') || start.isCertain('weekday'))
  if (!found) return undefined
  const { start, text } = found
  const two = (part: 'month' | 'day' | 'hour' | 'minute') => String(start.get(part) ?? 0).padStart(2, '0')
  const namesDay = start.isCertain('day') || start.isCertain('weekday')
  return {
    text,
    date: namesDay ? `${start.get('year')}-${two('month')}-${two('day')}` : null,
    time: start.isCertain('hour') ? `${two('hour')}:${two('minute')}` : null,
  }
}

/** The local time that the instructions of a conversation tell (core/assistants/situation.ts), as if it were UTC. */
export function nowIn(instructions: string): number {
  const told = [...instructions.matchAll(/\bIt is \p{L}+, (\d{4}-\d\d-\d\d), (\d\d:\d\d) in the time zone/gu)].at(-1)
  return told ? Date.parse(`${told[1]}T${told[2]}Z`) : Number.NaN
}
