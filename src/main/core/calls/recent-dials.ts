import type { CallStatus, EndReason } from '../../../contract/calls'
import { all, type ReadDb, sql } from '../../store/sql'
import type { Campaign } from '../campaigns/campaigns'
import type { Call } from './calls'

/** End reasons that lie with us or with the carrier, not with the number. */
const faults: readonly string[] = ['carrier_failed', 'line_error', 'engine_failed'] satisfies EndReason[]

/** Whether a call failed through us or the carrier. */
export const isFault = ({ status, endReason }: Pick<Call, 'status' | 'endReason'>) =>
  status === 'failed' && endReason !== null && faults.includes(endReason)

/** How many of the last leads of a campaign are looked at. */
export const LOOK_BACK = 20

/** The last different leads, at most `LOOK_BACK`, that a campaign has dialed since its start, each with its latest dial. */
export interface RecentDials {
  leads: number
  /** The calls that failed through us or the carrier, newest first. */
  faults: { id: number; endReason: EndReason; warnings: string[] }[]
  /** How many of the numbers do not exist or cannot be reached. */
  unreachable: number
}

interface Dial {
  id: number
  lead_id: number
  status: CallStatus
  end_reason: EndReason | null
  warnings: string
  created_at: number
}

/** How many calls are read at once. */
const PAGE = 50

export const queries = {
  before: (campaignId: number, { created_at, id }: Pick<Dial, 'created_at' | 'id'>) =>
    sql`SELECT id, lead_id, status, end_reason, warnings, created_at FROM calls INDEXED BY calls_campaign
      WHERE campaign_id = ${campaignId} AND (created_at, id) < (${created_at}, ${id}) AND lead_id IS NOT NULL
      ORDER BY created_at DESC, id DESC LIMIT ${PAGE}`,
}

export function recentDials(db: ReadDb, campaign: Campaign): RecentDials {
  const latest = new Map<number, Dial>()
  for (const dial of dialsOf(db, campaign)) {
    // A call without a report of its end says nothing about the number, the carrier or us.
    if (dial.end_reason === 'interrupted' || latest.has(dial.lead_id)) continue
    latest.set(dial.lead_id, dial)
    if (latest.size === LOOK_BACK) break
  }
  const dials = [...latest.values()]
  return {
    leads: dials.length,
    faults: dials.flatMap(({ id, status, end_reason: endReason, warnings }) =>
      endReason !== null && isFault({ status, endReason })
        ? [{ id, endReason, warnings: JSON.parse(warnings) as string[] }]
        : [],
    ),
    unreachable: dials.filter(dial => dial.status === 'failed' && dial.end_reason === 'unreachable').length,
  }
}

/** The dials of a campaign since its start, newest first. */
function* dialsOf(db: ReadDb, campaign: Campaign): Generator<Dial> {
  let last = { created_at: Number.MAX_SAFE_INTEGER, id: 0 }
  for (;;) {
    const page = all<Dial>(db, queries.before(campaign.id, last))
    for (const dial of page) {
      if (dial.created_at < (campaign.startedAt ?? 0)) return
      yield dial
    }
    if (page.length < PAGE) return
    last = page.at(-1)!
  }
}
