import type { Campaign as CampaignAnswer, CampaignSettings } from '../../contract/campaigns'
import type { Input } from '../../contract/validation'
import { isoTime } from '../../contract/wire'
import { counted } from '../../contract/words'
import * as campaignStates from '../core/campaigns/campaign-states'
import type { Campaign } from '../core/campaigns/campaigns'
import * as campaigns from '../core/campaigns/campaigns'
import { askedByCampaign, askedOf, countsByCampaign, countsOf } from '../core/campaigns/lead-states'
import { planStart } from '../core/campaigns/planned-starts'
import { noTotals, totalsByCampaign } from '../core/campaigns/results'
import { explainCampaign, explainLead, explainRunning } from '../core/dialing/explain'
import type { Context } from '../core/kernel/context'
import { badRequest, invalid } from '../core/kernel/errors'
import { readinessOf } from '../core/reporting/readiness'
import * as dialing from '../core/workspace/dialing-state'
import { os, whenValid, whenValidLater, withErrors } from './wiring'

export function campaignsRoutes(context: Context) {
  const { db } = context
  return os.campaigns.router({
    create: os.campaigns.create.handler(
      withErrors(({ userId }, input) => ({
        message: 'The campaign was created.',
        data: campaignAnswer(campaigns.create(context, userId, input as Input<CampaignSettings>)),
      })),
    ),
    list: os.campaigns.list.handler(
      whenValid(({ userId }, { explain, totals }) => {
        const found = campaigns.list(db, userId)
        const counts = countsByCampaign(db, userId)
        const asked = askedByCampaign(db, userId)
        const why = explain ? explainRunning(context, found, counts) : undefined
        const results = totals ? totalsByCampaign(db, userId) : undefined
        return found.map(c => ({
          ...campaignAnswer(c),
          lead_counts: counts.get(c.id) ?? {},
          asked_not_to_call: asked.get(c.id) ?? 0,
          ...(why && { explanation: why.get(c.id) ?? null }),
          ...(results && { totals: results.get(c.id) ?? noTotals }),
        }))
      }),
    ),
    get: os.campaigns.get.handler(
      whenValid(({ userId }, { id }) => ({
        ...campaignAnswer(campaigns.get(db, userId, id)),
        lead_counts: countsOf(db, id),
        asked_not_to_call: askedOf(db, id),
      })),
    ),
    update: os.campaigns.update.handler(
      withErrors(({ userId }, { values: { id, ...values }, errors }) => ({
        message: 'The campaign was changed.',
        data: campaignAnswer(
          campaigns.update(context, userId, id!, { values: values as Partial<CampaignSettings>, errors }),
        ),
      })),
    ),
    duplicate: os.campaigns.duplicate.handler(
      whenValid(({ userId }, { id }) => ({
        message: 'The campaign was copied as a draft, without its leads.',
        data: campaignAnswer(campaigns.duplicate(context, userId, id)),
      })),
    ),
    remove: os.campaigns.remove.handler(
      whenValidLater(async ({ userId }, { id }) => {
        await campaignStates.remove(context, userId, id)
        return { message: 'The campaign was deleted, with its leads. Its calls stay.' }
      }),
    ),
    updateStatus: os.campaigns.updateStatus.handler(
      withErrors(({ userId }, { values: { campaign_id, action }, errors }) => {
        const isKnown = action === undefined || action === 'start' || action === 'stop'
        if (!isKnown) {
          errors.add('action', 'The action field must be one of: start, stop.')
          throw badRequest(errors.message, { success: false, errors: structuredClone(errors.byField) })
        }
        if (errors.any || campaign_id === undefined) throw invalid(errors)
        const { status } =
          action === 'start'
            ? campaignStates.start(context, userId, campaign_id)
            : campaignStates.stop(context, userId, campaign_id)
        return {
          message: action === 'start' ? 'The campaign was started.' : 'The campaign was stopped.',
          success: true,
          data: { campaign_id, status },
        }
      }),
    ),
    planStart: os.campaigns.planStart.handler(
      whenValid(({ userId }, { id, start_at }) => ({
        message: start_at === null ? 'No start is planned.' : 'The start is planned.',
        data: campaignAnswer(planStart(context, userId, id, start_at)),
      })),
    ),
    startHalted: os.campaigns.startHalted.handler(
      whenValid(({ userId }, { resume = false }) => {
        const all = campaignStates.startHalted(context, userId, resume)
        return {
          message: startedAgain(all, dialing.get(db).state === 'paused'),
          data: all.map(({ campaign: { id, name, status }, started, message }) => ({
            campaign_id: id,
            name,
            status,
            started,
            message,
          })),
        }
      }),
    ),
  })
}

/** What became of the campaigns that a halt had stopped, in words. */
function startedAgain(all: readonly campaignStates.Restarted[], isPaused: boolean): string {
  if (all.length === 0) return 'No campaign was stopped by a halt.'
  const started = all.filter(one => one.started).length
  const left = all.length - started
  const sentences = [
    `${started === 0 ? 'No campaign was' : counted(started, 'campaign was', 'campaigns were')} started again.`,
    left > 0 && `${counted(left, 'campaign stays', 'campaigns stay')} stopped.`,
    started > 0 && isPaused && 'Dialing is paused: nothing is dialed until it is resumed.',
  ]
  return sentences.filter(Boolean).join(' ')
}

export const explainRoutes = (context: Context) =>
  os.explain.router({
    campaign: os.explain.campaign.handler(whenValid(({ userId }, { id }) => explainCampaign(context, userId, id))),
    lead: os.explain.lead.handler(whenValid(({ userId }, { id }) => explainLead(context, userId, id))),
  })

export const readinessRoutes = (context: Context) =>
  os.readiness.router({
    check: os.readiness.check.handler(
      withErrors(({ userId }, input) => {
        const checks = readinessOf(context, userId, input as Parameters<typeof readinessOf>[2])
        return { ready: checks.every(({ state }) => state !== 'missing'), checks }
      }),
    ),
  })

const campaignAnswer = (c: Campaign): CampaignAnswer => ({
  id: c.id,
  user_id: c.userId,
  name: c.name,
  status: c.status,
  assistant_id: c.assistantId,
  assistant_name: c.assistantName,
  ...c.settings,
  stopped_because: c.stoppedBecause,
  stopped_by_halt: c.haltedAt !== null,
  started_at: c.startedAt === null ? null : isoTime(c.startedAt),
  start_at: c.startAt === null ? null : isoTime(c.startAt),
  created_at: isoTime(c.createdAt),
  updated_at: isoTime(c.updatedAt),
})
