import { FieldErrors } from '../../../contract/validation'
import { counted } from '../../../contract/words'
import { one, type Query, type ReadDb, run, sql } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import { invalid } from '../kernel/errors'

const untilItEnds = 'It is there until it ends.'

/** The kinds of entries: whether one is about a record with an id, and why it cannot be put away; null: it can. */
const kinds = {
  callback: { hasId: true, why: null },
  cut_off: { hasId: true, why: null },
  stopped_campaign: { hasId: true, why: null },
  doubtful_list: { hasId: true, why: null },
  missed_inbound: { hasId: true, why: null },
  dead_deliveries: { hasId: false, why: null },
  unpaid_number: { hasId: true, why: null },
  trunk_down: { hasId: true, why: null },
  failed_document: { hasId: true, why: null },
  low_balance: { hasId: false, why: null },
  promised_callback: { hasId: true, why: 'Dismiss it, when it was made or is not needed any more.' },
  halted_campaign: { hasId: true, why: 'Start it, or stop it to leave it stopped.' },
  no_balance: { hasId: false, why: untilItEnds },
  clocks_differ: { hasId: false, why: untilItEnds },
  model_out_of_order: { hasId: true, why: untilItEnds },
} as const
export type Kind = keyof typeof kinds

/** What an entry is about. With its mark it makes the key. */
const subjectOf = (kind: Kind, id?: number) => (id === undefined ? kind : `${kind}:${id}`)

/**
 * The key of an entry. `mark`: which event of its subject it tells of, a whole number; another event gives another key, so
 * that it is shown although the first was put away.
 */
export const keyOf = (kind: Kind, mark: number, id?: number) => `${subjectOf(kind, id)}:${mark}`

/** A condition of SQL: the entry was not put away. `id` and `mark` are columns or expressions. */
export const isShown = (userId: number, kind: Kind, id: Query, mark: Query) =>
  sql`NOT EXISTS (SELECT 1 FROM put_away WHERE put_away.user_id = ${userId}
    AND subject = ${`${kind}:`} || ${id} AND put_away.mark = ${mark})`

/** The mark with which a subject was put away; null when it was not. */
export const markOf = (db: ReadDb, userId: number, kind: Kind, id?: number): number | null =>
  one<{ mark: number }>(
    db,
    sql`SELECT mark FROM put_away WHERE user_id = ${userId} AND subject = ${subjectOf(kind, id)}`,
  )?.mark ?? null

/** Puts entries away until something new happens. Throws `invalid` for keys that are none, or cannot be put away. */
export function putAway(context: Context, userId: number, keys: readonly string[]): string {
  const entries = read(keys, kind => {
    const { why } = kinds[kind]
    return why === null ? null : `cannot be put away. ${why}`
  })
  transact(context, () => {
    for (const { subject, mark } of entries)
      run(
        context.db,
        sql`INSERT INTO put_away (user_id, subject, mark) VALUES (${userId}, ${subject}, ${mark})
          ON CONFLICT DO UPDATE SET mark = excluded.mark`,
      )
    context.bus.publish(userId, { type: 'attention.changed' })
  })
  return `${counted(entries.length, 'entry was', 'entries were')} put away.`
}

/** Shows entries again, if they still stand; without keys, all that were put away. Throws `invalid`. */
export function restore(context: Context, userId: number, keys: readonly string[] | undefined): string {
  const entries = keys && read(keys, () => null)
  transact(context, () => {
    if (!entries) run(context.db, sql`DELETE FROM put_away WHERE user_id = ${userId}`)
    for (const { subject } of entries ?? [])
      run(context.db, sql`DELETE FROM put_away WHERE user_id = ${userId} AND subject = ${subject}`)
    context.bus.publish(userId, { type: 'attention.changed' })
  })
  return 'What was put away is shown again.'
}

/** Reads keys. `refuse`: why a kind is not accepted; null: it is. */
function read(keys: readonly string[], refuse: (kind: Kind) => string | null) {
  const errors = new FieldErrors()
  const entries = keys.map((key, i) => {
    const [, kind, id, mark] = /^([a-z_]+)(?::(\d{1,15}))?:(\d{1,15})$/.exec(key) ?? []
    const isKnown = kind !== undefined && Object.hasOwn(kinds, kind) && kinds[kind as Kind].hasId === (id !== undefined)
    const problem = isKnown ? refuse(kind as Kind) : 'is not a key of an entry of GET /user/attention.'
    if (problem !== null) errors.add(`keys.${i}`, `The keys.${i} field ${problem}`)
    return { subject: subjectOf(kind as Kind, id === undefined ? undefined : Number(id)), mark: Number(mark) }
  })
  if (errors.any) throw invalid(errors)
  return entries
}
