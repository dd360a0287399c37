import { NAMED_AT_MOST } from '../../../contract/attention'
import { all, one, type Query, type ReadDb, sql } from '../../store/sql'
import { troubles } from '../assistants/model-health'
import type { Campaign } from '../campaigns/campaigns'
import * as campaigns from '../campaigns/campaigns'
import { countsByCampaign, countWaiting, isWaiting } from '../campaigns/lead-states'
import * as leads from '../campaigns/leads'
import { dayAt } from '../campaigns/windows'
import { factsOf } from '../dialing/facts'
import type { Context, Outside } from '../kernel/context'
import { DAY } from '../kernel/time'
import { balanceOf } from '../money/ledger'
import * as sipTrunks from '../numbers/sip-trunks'
import * as dialing from '../workspace/dialing-state'
import { getSettings } from '../workspace/settings'
import { isShown, keyOf, markOf } from './put-away'

/** Missed and cut-off calls are shown for this long. */
const RECENT = 7 * DAY

/** Somebody with this number was talked to after `at`, whoever called. */
const reachedSince = (userId: number, number: Query, at: Query) =>
  sql`EXISTS (SELECT 1 FROM calls AS later WHERE later.client_phone_number = ${number} AND later.created_at > ${at}
    AND later.user_id = ${userId} AND later.answered_at IS NOT NULL AND later.answered_by IS NOT 'machine')`

const isListed = (userId: number, number: Query, now: number) =>
  sql`EXISTS (SELECT 1 FROM blacklist WHERE blacklist.user_id = ${userId} AND blacklist.phone_number = ${number}
    AND (expires_at IS NULL OR expires_at > ${now}))`

export const queries = {
  callbacks: (userId: number, before: number) => sql`SELECT id FROM leads
    WHERE user_id = ${userId} AND callback_at IS NOT NULL AND ${isWaiting} AND callback_at < ${before}
      AND ${isShown(userId, 'callback', sql`leads.id`, sql`callback_at`)}
    ORDER BY callback_at LIMIT ${NAMED_AT_MOST}`,
  // A lead is cut off in its last attempt. It is looked for by when it changed last, which may be later.
  cutOff(userId: number, now: number) {
    const number = sql`coalesce((SELECT client_phone_number FROM calls WHERE attempt_id = attempts.id ORDER BY id DESC LIMIT 1),
      leads.phone_number)`
    return sql`SELECT leads.id, attempts.id AS attempt, attempts.ended_at AS at, count(*) OVER () AS total,
        (SELECT max(id) FROM calls WHERE attempt_id = attempts.id) AS call_id
      FROM leads INDEXED BY leads_cut_off
        CROSS JOIN attempts ON attempts.id = (SELECT max(id) FROM attempts WHERE lead_id = leads.id)
      WHERE leads.user_id = ${userId} AND cut_off = 1 AND updated_at >= ${now - RECENT} AND ended_at >= ${now - RECENT}
        AND NOT ${reachedSince(userId, number, sql`attempts.ended_at`)} AND NOT ${isListed(userId, number, now)}
        AND ${isShown(userId, 'cut_off', sql`leads.id`, sql`attempts.id`)}
      ORDER BY ended_at DESC, leads.id DESC LIMIT ${NAMED_AT_MOST}`
  },
  // A caller without a number is somebody else each time.
  missed: (userId: number, now: number) => sql`SELECT id, client_phone_number, name, assistant_phone_number, created_at,
      count(*) OVER () AS total
    FROM calls AS missed INDEXED BY calls_user_status
    WHERE user_id = ${userId} AND status IN ('busy', 'no-answer', 'failed') AND created_at >= ${now - RECENT}
      AND type = 'inbound' AND answered_at IS NULL
      AND NOT (client_phone_number GLOB '+*'
        AND ${reachedSince(userId, sql`missed.client_phone_number`, sql`missed.created_at`)})
      AND NOT ${isListed(userId, sql`missed.client_phone_number`, now)}
      AND ${isShown(userId, 'missed_inbound', sql`missed.id`, sql`0`)}
    ORDER BY created_at DESC, id DESC LIMIT ${NAMED_AT_MOST}`,
  dead: (userId: number, putAway: number | null) => sql`SELECT count(*) AS n, max(died_at) AS last
    FROM deliveries INDEXED BY deliveries_dead WHERE user_id = ${userId} AND status = 'dead'
    HAVING max(died_at) > ${putAway ?? -1}`,
  // Another month that is not paid, and a suspension, are new.
  unpaid: (userId: number) => sql`SELECT id, phone_number, status,
      2 * coalesce(month + 1, 0) + (status = 'suspended') AS mark
    FROM phone_numbers LEFT JOIN subscriptions ON phone_number_id = phone_numbers.id
    WHERE user_id = ${userId} AND status IN ('past_due', 'suspended')
      AND ${isShown(userId, 'unpaid_number', sql`phone_numbers.id`, sql`2 * coalesce(month + 1, 0) + (status = 'suspended')`)}
    ORDER BY status DESC, id LIMIT ${NAMED_AT_MOST}`,
  failedDocuments: (userId: number) => sql`SELECT documents.id, documents.name, coalesce(error, '') AS error,
      documents.updated_at AS mark, knowledgebase_id, knowledgebases.name AS knowledgebase_name
    FROM knowledgebases JOIN documents ON knowledgebase_id = knowledgebases.id
    WHERE user_id = ${userId} AND documents.status = 'failed'
      AND ${isShown(userId, 'failed_document', sql`documents.id`, sql`documents.updated_at`)}
    ORDER BY documents.id DESC LIMIT ${NAMED_AT_MOST}`,
}

interface CutOff {
  id: number
  attempt: number
  at: number
  call_id: number | null
  total: number
}

interface UnpaidNumber {
  id: number
  phone_number: string
  status: 'past_due' | 'suspended'
  mark: number
}

interface FailedDocument {
  id: number
  name: string
  error: string
  mark: number
  knowledgebase_id: number
  knowledgebase_name: string
}

interface MissedCall {
  id: number
  client_phone_number: string
  name: string | null
  assistant_phone_number: string
  created_at: number
  total: number
}

/** What the operator should look at now, without what was put away. */
export function attentionOf(context: Context, outside: Pick<Outside, 'trunks'>, userId: number) {
  const { db } = context
  const now = context.clock.now()
  const settings = getSettings(db)
  const today = dayAt(settings.timezone, now)
  const balance = balanceOf(db, userId)
  const own = campaigns.list(db, userId)
  const counts = countsByCampaign(db, userId)
  const cutOff = all<CutOff>(db, queries.cutOff(userId, now))
  const missed = all<MissedCall>(db, queries.missed(userId, now))
  const isLow = balance < settings.low_balance && markOf(db, userId, 'low_balance') !== today.start
  const models = troubles(db)
  const clocksDiffer =
    dialing.get(db).state === 'dialing' && dialing.clockTrouble(context) !== null ? dialing.current(context) : null
  return {
    callbacks: all<{ id: number }>(db, queries.callbacks(userId, today.end)).map(({ id }) => {
      const lead = leads.find(db, id)!
      return { key: keyOf('callback', lead.callbackAt!, id), lead }
    }),
    cutOff: cutOff.map(({ id, attempt, at, call_id }) => ({
      key: keyOf('cut_off', attempt, id),
      lead: leads.find(db, id)!,
      at,
      callId: call_id,
    })),
    cutOffTotal: cutOff[0]?.total ?? 0,
    stoppedCampaigns: ofStart(db, userId, 'stopped_campaign', own, ({ stoppedBecause }) => stoppedBecause !== null),
    doubtfulLists: ofStart(
      db,
      userId,
      'doubtful_list',
      own,
      ({ status, listDoubtful }) => status === 'in-progress' && listDoubtful,
    ),
    haltedCampaigns: haltedCampaigns(own, counts),
    missedInbound: missed.map(call => ({ key: keyOf('missed_inbound', 0, call.id), ...call })),
    missedInboundTotal: missed[0]?.total ?? 0,
    deadDeliveries: deadDeliveries(db, userId),
    unpaidNumbers: all<UnpaidNumber>(db, queries.unpaid(userId)).map(number => ({
      key: keyOf('unpaid_number', number.mark, number.id),
      ...number,
    })),
    trunksDown: trunksDown(db, outside, userId),
    failedDocuments: all<FailedDocument>(db, queries.failedDocuments(userId)).map(document => ({
      key: keyOf('failed_document', document.mark, document.id),
      ...document,
    })),
    models: models.map(model => ({ key: keyOf('model_out_of_order', model.since, model.id), ...model })),
    clocksDiffer: clocksDiffer && { key: keyOf('clocks_differ', clocksDiffer.since), ...clocksDiffer },
    noBalance: noBalance(context, own, counts),
    lowBalance: isLow ? { key: keyOf('low_balance', today.start), balance, below: settings.low_balance } : null,
  }
}

/** The trunks that are refused or do not answer. */
const trunksDown = (db: ReadDb, { trunks }: Pick<Outside, 'trunks'>, userId: number) =>
  sipTrunks.list(db, userId).flatMap(({ id, phone_number }) => {
    const { status, since, reason } = trunks.state(id)
    if ((status !== 'refused' && status !== 'unreachable') || markOf(db, userId, 'trunk_down', id) === since) return []
    return [{ key: keyOf('trunk_down', since, id), id, phone_number, status, reason: reason ?? '', since }]
  })

/** Campaigns of which something is to be told that has happened since their start, and their keys. */
function ofStart(
  db: ReadDb,
  userId: number,
  kind: 'stopped_campaign' | 'doubtful_list',
  own: readonly Campaign[],
  isTold: (campaign: Campaign) => boolean,
) {
  const markFor = ({ startedAt }: Campaign) => startedAt ?? 0
  return own
    .filter(campaign => isTold(campaign) && markOf(db, userId, kind, campaign.id) !== markFor(campaign))
    .map(campaign => ({ key: keyOf(kind, markFor(campaign), campaign.id), campaign }))
}

/** How many webhooks were given up, as one entry, which another one brings back after it was put away; null: none. */
/** The deliveries that were given up, unless they were put away. */
export function deadDeliveries(db: ReadDb, userId: number) {
  const dead = one<{ n: number; last: number }>(db, queries.dead(userId, markOf(db, userId, 'dead_deliveries')))
  return dead ? { key: keyOf('dead_deliveries', dead.last), n: dead.n } : null
}

type Counts = ReturnType<typeof countsByCampaign>

/** The campaigns that a halt has stopped, with the leads that they have still to reach; those without any are left out. */
const haltedCampaigns = (own: readonly Campaign[], counts: Counts) =>
  own.flatMap(campaign => {
    const leadsLeft = countWaiting(counts.get(campaign.id) ?? {})
    if (campaign.haltedAt === null || leadsLeft === 0) return []
    return [{ key: keyOf('halted_campaign', campaign.haltedAt, campaign.id), campaign, leadsLeft }]
  })

/** What is missing for another call of the running campaigns that have leads to call; null when none waits for money. */
function noBalance(context: Context, own: readonly Campaign[], counts: Counts) {
  const facts = factsOf(context)
  const waiting = own.flatMap(campaign => {
    const missing = campaign.status === 'in-progress' ? facts.shortage(campaign) : null
    return missing && countWaiting(counts.get(campaign.id) ?? {}) > 0 ? [{ campaign, missing }] : []
  })
  if (!waiting[0]) return null
  return { key: keyOf('no_balance', 0), ...waiting[0].missing, campaigns: waiting.map(({ campaign }) => campaign) }
}
