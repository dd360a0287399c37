import { NAMED_AT_MOST } from '../../../contract/attention'
import { all, one, type ReadDb, sql } from '../../store/sql'
import { troubles } from '../assistants/model-health'
import type { Campaign } from '../campaigns/campaigns'
import * as campaigns from '../campaigns/campaigns'
import { countsByCampaign, countWaiting, isWaiting } from '../campaigns/lead-states'
import * as leads from '../campaigns/leads'
import { dayAt } from '../campaigns/windows'
import { factsOf } from '../dialing/facts'
import type { Context } from '../kernel/context'
import { DAY } from '../kernel/time'
import { balanceOf } from '../money/ledger'
import * as dialing from '../workspace/dialing-state'
import { getSettings } from '../workspace/settings'

/** Missed and cut-off calls are shown for this long. */
const RECENT = 7 * DAY

export const queries = {
  callbacks: (userId: number, before: number) => sql`SELECT id FROM leads
    WHERE user_id = ${userId} AND callback_at IS NOT NULL AND ${isWaiting}
      AND callback_at < ${before} ORDER BY callback_at LIMIT ${NAMED_AT_MOST}`,
  cutOff: (userId: number, since: number) => sql`SELECT id,
      (SELECT max(id) FROM calls WHERE lead_id = leads.id) AS call_id
    FROM leads WHERE user_id = ${userId} AND cut_off = 1 AND updated_at >= ${since}
    ORDER BY updated_at DESC LIMIT ${NAMED_AT_MOST}`,
  missed: (userId: number, since: number) => sql`SELECT id, client_phone_number, assistant_phone_number, created_at
    FROM calls INDEXED BY calls_user_status
    WHERE user_id = ${userId} AND status IN ('busy', 'no-answer', 'failed') AND created_at >= ${since}
      AND type = 'inbound' AND answered_at IS NULL
    ORDER BY created_at DESC LIMIT ${NAMED_AT_MOST}`,
  unpaid: (userId: number) => sql`SELECT id, phone_number, status FROM phone_numbers
    WHERE user_id = ${userId} AND status IN ('past_due', 'suspended') ORDER BY status DESC, id LIMIT ${NAMED_AT_MOST}`,
  failedDocuments: (userId: number) => sql`SELECT documents.id, documents.name, coalesce(error, '') AS error,
      knowledgebase_id, knowledgebases.name AS knowledgebase_name
    FROM knowledgebases JOIN documents ON knowledgebase_id = knowledgebases.id
    WHERE user_id = ${userId} AND documents.status = 'failed' ORDER BY documents.id DESC LIMIT ${NAMED_AT_MOST}`,
}

interface UnpaidNumber {
  id: number
  phone_number: string
  status: 'past_due' | 'suspended'
}

interface FailedDocument {
  id: number
  name: string
  error: string
  knowledgebase_id: number
  knowledgebase_name: string
}

interface MissedCall {
  id: number
  client_phone_number: string
  assistant_phone_number: string
  created_at: number
}

/** What the operator should look at now. */
export function attentionOf(context: Context, userId: number) {
  const { db } = context
  const now = context.clock.now()
  const settings = getSettings(db)
  const endOfToday = dayAt(settings.timezone, now).end
  const balance = balanceOf(db, userId)
  const own = campaigns.list(db, userId)
  return {
    callbacks: all<{ id: number }>(db, queries.callbacks(userId, endOfToday)).map(({ id }) => leads.find(db, id)!),
    cutOff: all<{ id: number; call_id: number | null }>(db, queries.cutOff(userId, now - RECENT)).map(
      ({ id, call_id }) => ({ lead: leads.find(db, id)!, callId: call_id }),
    ),
    stoppedCampaigns: own.filter(campaign => campaign.stoppedBecause !== null),
    doubtfulLists: own.filter(campaign => campaign.status === 'in-progress' && campaign.listDoubtful),
    missedInbound: all<MissedCall>(db, queries.missed(userId, now - RECENT)),
    deadDeliveries: deadDeliveries(db, userId),
    unpaidNumbers: all<UnpaidNumber>(db, queries.unpaid(userId)),
    failedDocuments: all<FailedDocument>(db, queries.failedDocuments(userId)),
    models: troubles(db),
    clocksDiffer:
      dialing.get(db).state === 'dialing' && dialing.clockTrouble(context) !== null ? dialing.current(context) : null,
    noBalance: noBalance(context, userId, own),
    lowBalance: balance < settings.low_balance ? { balance, below: settings.low_balance } : null,
  }
}

/** What is missing for another call of the running campaigns that have leads to call; null when none waits for money. */
function noBalance(context: Context, userId: number, own: readonly Campaign[]) {
  const facts = factsOf(context)
  const counts = countsByCampaign(context.db, userId)
  const waiting = own.flatMap(campaign => {
    const missing = campaign.status === 'in-progress' ? facts.shortage(campaign) : null
    return missing && countWaiting(counts.get(campaign.id) ?? {}) > 0 ? [{ campaign, missing }] : []
  })
  return waiting[0] ? { ...waiting[0].missing, campaigns: waiting.map(({ campaign }) => campaign) } : null
}

const deadDeliveries = (db: ReadDb, userId: number) =>
  one<{ n: number }>(db, sql`SELECT count(*) AS n FROM deliveries WHERE user_id = ${userId} AND status = 'dead'`)!.n
