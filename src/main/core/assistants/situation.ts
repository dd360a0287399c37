import { Temporal } from 'temporal-polyfill'
import type { SystemVariable } from '../../../contract/variables'
import type { Variables, VariableValue } from '../../../contract/wire'
import { SITUATION, WE_DIALED } from '../../ports/knowledge-text'
import type { ReadDb } from '../../store/sql'
import type { Assistant } from './assistants'
import * as catalogues from './catalogue'
import { hasValue, nameIn } from './variables'

/** In what conversation an assistant is. */
export interface Situation {
  /** Desk time. */
  now: number
  kind: 'outbound call' | 'inbound call' | 'written conversation'
  /** The number of the other side, or how a program names it; null: not known. */
  with: string | null
  /** Our number in it; null: none. */
  own: string | null
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const kinds = {
  'outbound call': WE_DIALED,
  'inbound call': 'This is a phone call that you answer.',
  'written conversation': 'This is a conversation in writing.',
}

/**
 * Adds the variables that every conversation has, where there is no own value of that name. The date is like 2026-02-23
 * and the time like 14:05, both in the assistant's time zone.
 */
export function withSystemVariables(
  values: Variables,
  assistant: Assistant,
  { now, with: other, own }: Situation,
): Variables {
  const here = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(assistant.timezone)
  const system: Record<SystemVariable, VariableValue> = {
    customer_phone: other,
    assistant_phone: own,
    assistant_id: assistant.id,
    assistant_name: assistant.name,
    current_date: here.toPlainDate().toString(),
    current_time: here.toPlainTime().toString({ smallestUnit: 'minute' }),
  }
  const needed = Object.entries(system).filter(([name]) => !hasValue(values, name))
  return { ...values, ...Object.fromEntries(needed) }
}

/**
 * What a model is told besides the assistant's own text: the time, the languages, the kind of conversation and with whom.
 * `given`: the variables without the assistant's defaults.
 */
export function situationInWords(db: ReadDb, assistant: Assistant, given: Variables, situation: Situation): string {
  const { now, kind, with: other } = situation
  const { timezone, language_id, secondary_language_ids } = assistant
  const here = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone)
  const day = `${weekdays[here.dayOfWeek - 1]}, ${here.toPlainDate()}`
  const time = here.toPlainTime().toString({ smallestUnit: 'minute' })
  const languageOf = (id: number) => catalogues.getLanguage(db, id)?.name ?? ''
  const more = secondary_language_ids.map(languageOf).filter(Boolean)
  const whom = [nameIn(given), other].filter(Boolean).join(', ')
  return [
    SITUATION,
    `- It is ${day}, ${time} in the time zone ${timezone} (${here.offset}).`,
    `- Speak ${languageOf(language_id) || 'English'}${more.length > 0 ? `, or ${more.join(', ')} when the other side does` : ''}.`,
    `- ${kinds[kind]}${whom ? ` You talk to ${whom}.` : ''}`,
  ].join('\n')
}
