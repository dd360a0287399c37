import type { FirstSteps } from '../../../contract/first-steps'
import { type FirstStepCode, firstStepCodes } from '../../../contract/statuses'
import { one, type Query, type ReadDb, run, sql } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import { isNamed } from '../workspace/settings'

interface Row {
  put_away: number
  put_off: string
  finished: number
}

/** How many of the latest calls are searched for one outside of a campaign. */
const CALLS_SEARCHED = 200

/** A record that a step is about, and whether the step is done. */
type Found = { about: { id: number; name: string } | null; isDone: boolean }

const rowOf = (db: ReadDb, userId: number) =>
  one<Row>(db, sql`SELECT put_away, put_off, finished FROM first_steps WHERE user_id = ${userId}`)

const putOffIn = (row: Row | undefined) => JSON.parse(row?.put_off ?? '[]') as FirstStepCode[]

/** The first steps of a user. What is done follows from the records; sample data counts for none of it. */
export function firstStepsOf(db: ReadDb, userId: number): FirstSteps {
  const row = rowOf(db, userId)
  if (row?.finished) return { state: 'finished', steps: [] }
  const putOff = putOffIn(row)
  const found = findAll(db, userId)
  return {
    state: row?.put_away ? 'put_away' : 'shown',
    steps: firstStepCodes.map(code => {
      const { about, isDone } = found[code]
      return { code, state: isDone ? 'done' : putOff.includes(code) ? 'put_off' : 'open', about }
    }),
  }
}

/** Puts the first steps away, or shows them again. */
export function putStepsAway(context: Context, userId: number, isAway: boolean) {
  change(context, userId, sql`put_away = ${Number(isAway)}`)
}

/** Puts a step off, or takes it up again. */
export function putStepOff(context: Context, userId: number, code: FirstStepCode, isOff: boolean) {
  const others = putOffIn(rowOf(context.db, userId)).filter(one => one !== code)
  change(context, userId, sql`put_off = ${JSON.stringify(isOff ? [...others, code] : others)}`)
}

function change(context: Context, userId: number, set: Query) {
  transact(context, () => {
    run(context.db, sql`INSERT INTO first_steps (user_id) VALUES (${userId}) ON CONFLICT DO NOTHING`)
    run(context.db, sql`UPDATE first_steps SET ${set} WHERE user_id = ${userId}`)
    context.bus.publish(userId, { type: 'first_steps.changed' })
  })
}

function findAll(db: ReadDb, userId: number): Record<FirstStepCode, Found> {
  const own = (kind: string, id: Query) =>
    sql`user_id = ${userId} AND NOT EXISTS (SELECT 1 FROM sample_records AS sample
      WHERE sample.user_id = ${userId} AND sample.kind = ${kind} AND sample.record_id = ${id})`
  const first = (query: Query): Found => {
    const row = one<{ id: number; name: string; done?: number }>(db, query)
    return row
      ? { about: { id: row.id, name: row.name }, isDone: row.done === undefined || row.done === 1 }
      : { about: null, isDone: false }
  }
  const wasAnswered = one(
    db,
    sql`SELECT 1 FROM calls WHERE ${own('lead', sql`calls.lead_id`)} AND talked_ms > 0
      AND status NOT IN ('initiated', 'ringing', 'in-progress', 'ended') LIMIT 1`,
  )
  const call = first(
    sql`SELECT id, client_phone_number AS name
      FROM (SELECT * FROM calls WHERE user_id = ${userId} ORDER BY created_at DESC, id DESC LIMIT ${CALLS_SEARCHED})
      WHERE campaign_id IS NULL AND lead_id IS NULL LIMIT 1`,
  )
  const campaign = one<{ id: number; name: string; hasLeads: number; wasStarted: number }>(
    db,
    sql`SELECT id, name, EXISTS (SELECT 1 FROM leads WHERE campaign_id = campaigns.id) AS hasLeads,
        status IN ('in-progress', 'completed') OR start_at IS NOT NULL
          OR EXISTS (SELECT 1 FROM campaign_results WHERE campaign_id = campaigns.id) AS wasStarted
      FROM campaigns WHERE ${own('campaign', sql`campaigns.id`)}
      ORDER BY status = 'in-progress' DESC, status = 'draft' DESC, id DESC LIMIT 1`,
  )
  const about = campaign ? { id: campaign.id, name: campaign.name } : null
  return {
    desk: { about: null, isDone: isNamed(db) },
    assistant: first(
      sql`SELECT id, name FROM assistants WHERE ${own('assistant', sql`assistants.id`)}
        ORDER BY type = 'outbound' DESC, id DESC LIMIT 1`,
    ),
    test_call: { ...call, isDone: wasAnswered !== undefined },
    api_key: first(
      sql`SELECT id, name FROM api_keys WHERE user_id = ${userId} AND revoked_at IS NULL ORDER BY id DESC LIMIT 1`,
    ),
    number: first(
      sql`SELECT id, phone_number AS name FROM phone_numbers WHERE ${own('number', sql`phone_numbers.id`)}
        ORDER BY id DESC LIMIT 1`,
    ),
    campaign: { about, isDone: campaign !== undefined },
    leads: { about, isDone: campaign?.hasLeads === 1 },
    start: { about, isDone: campaign?.wasStarted === 1 },
    run: { about, isDone: false },
  }
}
