import { all, sql } from '../../store/sql'
import { isOpen } from '../calls/call-states'
import type { Context } from '../kernel/context'
import { type Span, spanOf } from '../kernel/time'
import { type Millionths, toUsd } from '../money/amounts'
import { getSettings } from '../workspace/settings'

/** What the calls of one campaign came to; without a campaign, of all single or of all inbound calls. */
export interface CallCosts {
  kind: 'campaign' | 'single' | 'inbound'
  campaign: { id: number | null; name: string } | null
  calls: number
  /** Calls in which a person was talked to. */
  answered: number
  goals: number
  guessed_goals: number
  cost: number
  cost_per_answered: number | null
  cost_per_goal: number | null
}

/** What calls came to together. */
export type Figures = Omit<CallCosts, 'kind' | 'campaign'>

interface Row {
  type: 'inbound' | 'outbound' | 'web'
  campaign_id: number | null
  name: string | null
  calls: number
  answered: number
  goals: number
  guessed_goals: number
  cost: Millionths
}

export const queries = {
  costs: (userId: number, { from, to }: Span) => sql`
    SELECT type, campaign_id, coalesce(campaigns.name, campaign_name) AS name, count(*) AS calls,
      sum(iif(type = 'inbound', talked_ms > 0, result IN ('goal', 'talked'))) AS answered,
      sum(result IS 'goal') AS goals, sum(result IN ('goal', 'talked') AND verdict IS 'guessed_goal') AS guessed_goals,
      sum(carrier_cost) AS cost
    FROM calls LEFT JOIN campaigns ON campaigns.id = campaign_id
    WHERE calls.user_id = ${userId} AND calls.created_at >= ${from} AND calls.created_at < ${to}
      AND NOT calls.${isOpen}
    GROUP BY type = 'inbound', campaign_id, coalesce(campaigns.name, campaign_name)
    ORDER BY cost DESC, calls DESC`,
}

/**
 * What the final calls that began in a span have cost, the dearest campaign first, and all together. Throws `invalid` when
 * the span is empty.
 */
export function costsOf({ db }: Pick<Context, 'db'>, userId: number, asked: { from: string; to: string }) {
  const { timezone } = getSettings(db)
  const span = spanOf(asked, timezone) as Span
  const rows = all<Row>(db, queries.costs(userId, span))
  return { ...span, timezone, rows: rows.map(present), total: figures(rows.reduce(added, nothing)) }
}

const nothing: Row = {
  type: 'outbound',
  campaign_id: null,
  name: null,
  calls: 0,
  answered: 0,
  goals: 0,
  guessed_goals: 0,
  cost: 0,
}

const added = (a: Row, b: Row): Row => ({
  ...a,
  calls: a.calls + b.calls,
  answered: a.answered + b.answered,
  goals: a.goals + b.goals,
  guessed_goals: a.guessed_goals + b.guessed_goals,
  cost: a.cost + b.cost,
})

function present(row: Row): CallCosts {
  const { type, campaign_id, name } = row
  return {
    kind: type === 'inbound' ? 'inbound' : name === null ? 'single' : 'campaign',
    // A campaign that was deleted has only its name.
    campaign: name === null ? null : { id: campaign_id, name },
    ...figures(row),
  }
}

function figures({ calls, answered, goals, guessed_goals, cost }: Row): Figures {
  const each = (n: number) => (n === 0 ? null : toUsd(Math.round(cost / n)))
  return {
    calls,
    answered,
    goals,
    guessed_goals,
    cost: toUsd(cost),
    cost_per_answered: each(answered),
    cost_per_goal: each(goals),
  }
}
