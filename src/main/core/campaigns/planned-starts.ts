import { all, one, run, sql } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import { conflict, invalidField } from '../kernel/errors'
import { DAY, MINUTE } from '../kernel/time'
import { begin, nothingToDo, obstacleToStart, refuseStart } from './campaign-states'
import { type Campaign, campaigns, get, type Row, toCampaign } from './campaigns'

/** How far in the future a start may be planned. */
const FURTHEST = 366 * DAY

/** A start that comes later than this after its time is told as a late one. */
const LATE = 2 * MINUTE

export const queries = {
  due: (now: number) => sql`${campaigns} WHERE campaigns.start_at <= ${now} ORDER BY campaigns.start_at, campaigns.id`,
  next: sql`SELECT min(start_at) AS at FROM campaigns WHERE start_at IS NOT NULL`,
}

/**
 * Plans the start of a campaign for a moment (epoch ms), or withdraws what was planned: null. Throws `not_found`,
 * `invalid` for a moment that is past or too far away, or `conflict` for a campaign that runs already.
 */
export function planStart(context: Context, userId: number, id: number, startAt: number | null): Campaign {
  return transact(context, () => {
    const campaign = get(context.db, userId, id)
    const now = context.clock.now()
    if (startAt !== null) {
      if (campaign.status === 'in-progress') throw conflict('The campaign is running already.')
      if (startAt < now) throw invalidField('start_at', 'must not be in the past.')
      if (startAt > now + FURTHEST) throw invalidField('start_at', 'must not be more than a year ahead.')
    }
    if (startAt === campaign.startAt) return campaign
    run(context.db, sql`UPDATE campaigns SET start_at = ${startAt}, updated_at = ${now} WHERE id = ${id}`)
    context.bus.publish(userId, { type: 'campaign.changed', id, status: campaign.status })
    return get(context.db, userId, id)
  })
}

/**
 * Starts the campaigns whose planned start has come. One that cannot be started is stopped with the reason, and the
 * operator is told. Returns when the next one is due; null: none is planned.
 */
export function startDue(context: Context): number | null {
  return transact(context, () => {
    const now = context.clock.now()
    for (const campaign of all<Row>(context.db, queries.due(now)).map(toCampaign)) startPlanned(context, campaign, now)
    return one<{ at: number | null }>(context.db, queries.next)!.at
  })
}

function startPlanned(context: Context, campaign: Campaign, now: number) {
  const why = obstacleToStart(context, campaign) ?? nothingToDo(context, campaign)
  if (why !== null) return refuseStart(context, campaign, `Its planned start was not possible. ${why}`)
  begin(context, campaign)
  const isLate = now - campaign.startAt! > LATE
  context.bus.publish(campaign.userId, {
    type: 'operator.told',
    level: 'info',
    text: isLate
      ? `${campaign.name} was started late, because the service did not run at its planned time.`
      : `${campaign.name} was started, as planned.`,
    campaign_id: campaign.id,
  })
}
