import type { CampaignTotals } from '../../../contract/campaigns'
import type { CallResult, Verdict } from '../../../contract/stats'
import { all, type ReadDb, sql } from '../../store/sql'
import { toUsd } from '../money/amounts'

interface Row {
  campaign_id: number
  result: CallResult
  /** Empty: nobody judged. */
  verdict: Verdict | ''
  n: number
  talked_ms: number
  cost: number
}

/** What the final calls of each campaign of a user add up to, by its id. A campaign without calls is left out. */
export function totalsByCampaign(db: ReadDb, userId: number): ReadonlyMap<number, CampaignTotals> {
  const rows = all<Row>(
    db,
    sql`SELECT campaign_results.* FROM campaigns JOIN campaign_results ON campaign_id = campaigns.id
      WHERE user_id = ${userId}`,
  )
  const totals = new Map<number, CampaignTotals>()
  for (const { campaign_id, result, verdict, n, talked_ms, cost } of rows) {
    const sum = totals.get(campaign_id) ?? noTotals
    const talked = result === 'goal' || result === 'talked' ? n : 0
    totals.set(campaign_id, {
      dials: sum.dials + n,
      talked: sum.talked + talked,
      goals: sum.goals + (result === 'goal' ? n : 0),
      judged: sum.judged + (verdict === 'goal' || verdict === 'no_goal' ? talked : 0),
      guessed: sum.guessed + (verdict.startsWith('guessed') ? talked : 0),
      guessed_goals: sum.guessed_goals + (verdict === 'guessed_goal' ? talked : 0),
      talk_seconds: sum.talk_seconds + talked_ms / 1000,
      cost: sum.cost + cost,
    })
  }
  for (const [id, sum] of totals)
    totals.set(id, { ...sum, talk_seconds: Math.round(sum.talk_seconds), cost: toUsd(sum.cost) })
  return totals
}

/** Of a campaign that has made no call. */
export const noTotals: CampaignTotals = {
  dials: 0,
  talked: 0,
  goals: 0,
  judged: 0,
  guessed: 0,
  guessed_goals: 0,
  talk_seconds: 0,
  cost: 0,
}
