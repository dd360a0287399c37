// A data folder after some months of use: campaigns with leads in several states, calls with transcripts, and their
// costs. It is written with plain inserts; the triggers of the schema update the counts.
import { randomUUID } from 'node:crypto'
import * as campaigns from '../src/main/core/campaigns/campaigns'
import { transact } from '../src/main/core/kernel/context'
import { type Filled, fill, numberOf } from './support'

export const CAMPAIGNS = 10
/** The index of a number that every thousandth call goes to, and that every thousandth lead has as a contact. */
export const OFTEN_CALLED = 0
const DAY = 86_400_000
/** How many days the data covers, up to yesterday. */
export const DAYS = 100
/** The n-th of these days, as `2026-02-23`. */
export const dayOf = (n: number) => new Date(Date.now() - (DAYS - n) * DAY).toISOString().slice(0, 10)

export interface Many extends Filled {
  leads: number
  calls: number
  campaignIds: number[]
}

const known = new Map<number, Many>()

/** Makes the folder once for all benchmarks of the run. Its store is closed, so that a service can be started on it. */
export function many(leads: number, calls: number): Many {
  const found = known.get(leads)
  if (found) return found
  const filled = fill(0)
  const { context, userId, campaignId } = filled
  const campaignIds = [campaignId]
  while (campaignIds.length < CAMPAIGNS) campaignIds.push(campaigns.duplicate(context, userId, campaignId).id)
  transact(context, () => {
    addLeads(filled, leads, campaignIds)
    addCalls(filled, calls, campaignIds)
  })
  filled.store.close()
  const made = { ...filled, leads, calls, campaignIds }
  known.set(leads, made)
  return made
}

/** The moment of the i-th of n records that are spread evenly over the days. */
const spread = (i: number, n: number) => {
  const first = Date.parse(`${dayOf(0)}T00:00:00Z`)
  return first + Math.floor((i / n) * DAYS * DAY)
}

/** A word that all names have, and one that few have. */
const nameOf = (i: number) => `neighbour ${i % 1000 === 0 ? 'Zoë' : i}`

/** Adds leads: first all of one campaign, then of the next one, with mixed states. */
function addLeads({ context, userId }: Filled, n: number, campaignIds: number[]) {
  const states = ['created', 'completed', 'created', 'rescheduled', 'created', 'completed', 'reached-max-retries']
  const insert = context.db.prepare(
    `INSERT INTO leads (campaign_id, user_id, phone_number, time_zone, variables, name, status, due_at, created_at, updated_at)
      VALUES (?, ?, ?, 'America/New_York', ?, ?, ?, ?, ?, ?)`,
  )
  const contact = context.db.prepare(
    `INSERT INTO contacts (lead_id, position, phone_number, variables, created_at, updated_at)
      VALUES (?, 1, ?, '{}', ?, ?)`,
  )
  for (let i = 0; i < n; i++) {
    const campaignId = campaignIds[Math.floor((i / n) * campaignIds.length)]
    const status = states[i % states.length]!
    const at = spread(i, n)
    const name = nameOf(i)
    const variables = JSON.stringify({ name })
    const due = status === 'rescheduled' ? at : null
    const { lastInsertRowid: id } = insert.run(campaignId, userId, numberOf(i), variables, name, status, due, at, at)
    if (i % 1000 === 0) contact.run(id, numberOf(OFTEN_CALLED), at, at)
  }
}

/** Adds calls, each with two sentences and a ledger entry. */
function addCalls({ context, userId, assistantId }: Filled, n: number, campaignIds: number[]) {
  const states = ['completed', 'no-answer', 'completed', 'busy', 'ended_by_customer']
  const call = context.db.prepare(
    `INSERT INTO calls (leg_id, user_id, type, status, assistant_id, assistant_name, campaign_id, campaign_name, carrier,
        client_phone_number, variables, given, name, created_at, updated_at, asked_at, answered_at, ended_at, talked_ms, carrier_cost)
      VALUES (?, ?, 'outbound', ?, ?, 'Anna', ?, 'Summer party', 'simulated', ?, ?, ?, ?, ?, ?, ?, ?, ?, 42000, 70000)`,
  )
  const item = context.db.prepare('INSERT INTO call_items (call_id, position, item) VALUES (?, ?, ?)')
  const entry = context.db.prepare(
    `INSERT INTO ledger (user_id, type, amount, what, call_id, created_at) VALUES (?, 'call', -70000, 'Call', ?, ?)`,
  )
  for (let i = 0; i < n; i++) {
    const at = spread(i, n)
    const name = nameOf(i)
    const variables = JSON.stringify({ name })
    const status = states[i % states.length]
    const campaignId = campaignIds[Math.floor((i / n) * campaignIds.length)]
    const number = numberOf(i % 1000 === 0 ? OFTEN_CALLED : i)
    const { lastInsertRowid: id } = call.run(
      ...[
        randomUUID(),
        userId,
        status,
        assistantId,
        campaignId,
        number,
        variables,
        variables,
        name,
        at,
        at,
        at,
        at,
        at,
      ],
    )
    for (let position = 0; position < 2; position++) {
      const sender = position === 0 ? 'bot' : 'human'
      const text = i % 1000 === 0 ? 'I see. Is there a zeppelin?' : 'I see. When is it?'
      item.run(id, position, JSON.stringify({ text, type: 'transcript', sender, timestamp: at }))
    }
    entry.run(userId, id, at)
  }
}
