import { Temporal } from 'temporal-polyfill'
import type { Explanation, NextLead, Obstacle, Reason } from '../../../contract/explain'
import { isoTime, type Variables } from '../../../contract/wire'
import type { ReadDb } from '../../store/sql'
import type { Campaign } from '../campaigns/campaigns'
import * as campaigns from '../campaigns/campaigns'
import { contactsOf, dialZone } from '../campaigns/contacts'
import * as leadStates from '../campaigns/lead-states'
import * as leads from '../campaigns/leads'
import { zoneOf } from '../campaigns/windows'
import type { Context } from '../kernel/context'
import { notFound } from '../kernel/errors'
import { missingInWords } from '../money/amounts'
import { type Facts, factsOf } from './facts'
import { nextLeads, type QueuedLead, waitingZones } from './queue'

/** Collects the reasons why nothing is dialed, in the order of `add`: the most important first. */
class Obstacles {
  readonly reasons: Reason[] = []
  private readonly ends: number[] = []
  private hasOpenEnd = false

  /** `until`: when the obstacle ends with time (epoch ms); null: it does not end with time. */
  add(code: Obstacle, text: string, until: number | null = null) {
    this.reasons.push({ code, text, until: until === null ? null : isoTime(until) })
    if (until === null) this.hasOpenEnd = true
    else this.ends.push(until)
  }

  explain(now: number): Explanation {
    const nextAt = this.hasOpenEnd ? null : Math.max(now, ...this.ends)
    return {
      dialing: this.reasons.length === 0,
      reasons: this.reasons,
      next_at: nextAt === null ? null : isoTime(nextAt),
    }
  }
}

const day = new Intl.DateTimeFormat('en', { weekday: 'long' })

/** A moment as a text, like "Wednesday 09:00 Europe/Rome"; without the day when it is today. */
export function inWords(ms: number, zone: string, now: number): string {
  const at = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate()
  const time = at.toPlainTime().toString({ smallestUnit: 'minute' })
  const days = today.until(at.toPlainDate()).days
  if (days === 0) return `${time} ${zone}`
  const name = days < 7 ? day.format(new Date(`${at.toPlainDate()}T12:00:00`)) : at.toPlainDate().toString()
  return `${name} ${time} ${zone}`
}

/** How many of the next leads are shown. */
const NEXT_SHOWN = 5

/**
 * Why a campaign does not dial now, and which leads are next: none while nothing of it is going to be dialed. Throws
 * `not_found`.
 */
export function explainCampaign(context: Context, userId: number, id: number) {
  const campaign = campaigns.get(context.db, userId, id)
  const facts = factsOf(context)
  const willDial = campaign.status === 'in-progress' && facts.state().state !== 'halted'
  const next = willDial ? nextLeads(context.db, id, facts.now, NEXT_SHOWN) : []
  const counts = leadStates.countsOf(context.db, id)
  return {
    ...obstaclesOf(context.db, facts, campaign, counts, next[0]).explain(facts.now),
    next_leads: next.map(lead => nextLeadAnswer(lead, facts.now)),
  }
}

const nextLeadAnswer = (lead: QueuedLead, now: number): NextLead => ({
  id: lead.id,
  phone_number: lead.phone_number,
  name: lead.name,
  due_at: isoTime(Math.max(now, lead.due_at)),
  variables: JSON.parse(lead.variables) as Variables,
  status: lead.status,
  attempts: lead.attempts,
  callback_at: lead.callback_at === null ? null : isoTime(lead.callback_at),
})

/** Why each running campaign of a list does not dial now, by its id. `counts`: the leads of each by status. */
export function explainRunning(
  context: Context,
  of: readonly Campaign[],
  counts: ReadonlyMap<number, leadStates.LeadCounts>,
): ReadonlyMap<number, Explanation> {
  const facts = factsOf(context)
  const explained = (campaign: Campaign) => {
    const [next] = nextLeads(context.db, campaign.id, facts.now, 1)
    return obstaclesOf(context.db, facts, campaign, counts.get(campaign.id) ?? {}, next).explain(facts.now)
  }
  return new Map(of.filter(({ status }) => status === 'in-progress').map(one => [one.id, explained(one)]))
}

/** Everything that holds a campaign up. `next`: its lead that is dialed next, when one is queued. */
function obstaclesOf(
  db: ReadDb,
  facts: Facts,
  campaign: Campaign,
  counts: leadStates.LeadCounts,
  next: QueuedLead | undefined,
): Obstacles {
  const { now } = facts
  const found = new Obstacles()
  addCampaignObstacles(facts, campaign, found)
  addLineObstacles(facts, campaign, found)
  if (!campaign.settings.respect_lead_time_zone) addHoursObstacle(facts, campaign, campaign.settings.timezone, found)
  else if (counts.created && !(next && next.due_at <= now)) addZonesObstacle(db, facts, campaign, next?.due_at, found)
  if (leadStates.countWaiting(counts) === 0)
    found.add(
      'no_leads',
      counts.processing ? 'Every lead that is left is on the phone now' : 'No lead is left to be called',
    )
  else if (!counts.created && next && next.due_at > now)
    found.add(
      'nothing_due',
      `The next lead is due at ${inWords(next.due_at, campaign.settings.timezone, now)}`,
      next.due_at,
    )
  return found
}

/** Why a lead is not dialed now. Throws `not_found`. */
export function explainLead(context: Context, userId: number, id: number): Explanation {
  const lead = leads.find(context.db, id)
  if (!lead || lead.userId !== userId) throw notFound('Lead')
  const facts = factsOf(context)
  const { now } = facts
  const found = new Obstacles()
  if (lead.status === 'processing') found.add('on_the_phone', 'It is on the phone now')
  else if (lead.status === 'blacklisted') found.add('blacklisted', 'Its number is on the blacklist')
  else if (lead.status === 'completed' && lead.result === 'do_not_call')
    found.add('blacklisted', 'The person asked in the call not to be called again')
  else if (lead.status === 'completed')
    found.add('done', lead.cutOff ? 'Cut off while talking; it is not called again by itself' : 'It is done')
  else if (lead.status === 'reached-max-retries') found.add('done', 'It was not reached, and no retry is left')
  else {
    const campaign = campaigns.get(context.db, userId, lead.campaignId)
    const zone = zoneOfNextDial(context.db, campaign, lead)
    addCampaignObstacles(facts, campaign, found)
    addHoursObstacle(facts, campaign, zone, found)
    addLineObstacles(facts, campaign, found)
    if (lead.dueAt !== null && lead.dueAt > now)
      found.add('not_due', `It is due at ${inWords(lead.dueAt, zone, now)}`, lead.dueAt)
    else if (lead.status === 'created' && found.reasons.length === 0)
      found.add('behind_others', 'Others of the campaign are called before it')
  }
  return found.explain(now)
}

/** The time zone of the window in which the lead is dialed next. */
function zoneOfNextDial(db: ReadDb, { settings }: Campaign, lead: leads.Lead): string {
  const next = contactsOf(db, [lead.id]).find(contact => contact.position >= lead.nextContact)
  const { position, phoneNumber } = lead.nextContact > 0 && next ? next : { position: 0, phoneNumber: lead.phoneNumber }
  return dialZone(settings, lead.timeZone, position, phoneNumber)
}

function addCampaignObstacles(facts: Facts, campaign: Campaign, found: Obstacles) {
  const { state, since } = facts.state()
  if (state === 'halted') found.add('dialing_halted', 'Dialing is halted')
  if (state === 'paused')
    found.add('dialing_paused', `Dialing is paused since ${inWords(since, facts.settings().timezone, facts.now)}`)
  const clocks = facts.clockTrouble()
  if (clocks !== null) found.add('clocks_differ', clocks)
  if (campaign.status === 'completed') found.add('completed', 'The campaign is completed')
  else if (campaign.status !== 'in-progress')
    found.add(
      'not_started',
      campaign.stoppedBecause
        ? `It stopped itself. ${campaign.stoppedBecause.reason}`
        : campaign.haltedAt !== null
          ? 'It was stopped when dialing was halted'
          : 'The campaign is not started',
    )
  if (campaign.assistantId === null) found.add('no_assistant', 'The campaign has no assistant')
  else if (!facts.hasCallerId(campaign)) found.add('no_trunk', 'It has no number of a SIP trunk to call from')
  const trouble = facts.modelTrouble(campaign)
  if (trouble) found.add('model_out_of_order', `The model ${trouble.code} does not answer. ${trouble.reason}`)
  const missing = facts.shortage(campaign)
  if (missing) found.add('no_balance', missingInWords('A call', missing))
}

function addHoursObstacle(facts: Facts, campaign: Campaign, zone: string, found: Obstacles) {
  const opening = facts.opening({ campaign, zone })
  if (opening === null) return
  if (opening === 'never') return found.add('outside_hours', 'Its hours never open')
  found.add('outside_hours', `Nothing is dialed until ${inWords(opening, zone, facts.now)}`, opening)
}

/** For a campaign whose leads are called in their own hours: nobody's hours are open. `due`: of the next queued lead. */
function addZonesObstacle(db: ReadDb, facts: Facts, campaign: Campaign, due: number | undefined, found: Obstacles) {
  const { settings } = campaign
  const openings = waitingZones(db, campaign.id).map(zone => facts.opening({ campaign, zone: zoneOf(settings, zone) }))
  if (openings.includes(null)) return
  const first = Math.min(due ?? Infinity, ...openings.filter(opening => typeof opening === 'number'))
  if (first === Infinity) return found.add('outside_hours', 'Its hours never open')
  const text = `In the time zone of every lead it is outside the hours until ${inWords(first, settings.timezone, facts.now)}`
  found.add('outside_hours', text, first)
}

function addLineObstacles(facts: Facts, campaign: Campaign, found: Obstacles) {
  const most = campaign.settings.max_calls_in_parallel
  if (facts.campaignLines(campaign) >= most)
    found.add('campaign_lines_in_use', most === 1 ? 'Its line is in use' : `All ${most} of its lines are in use`)
  const all = facts.settings().max_calls_in_parallel
  if (facts.deskLines() >= all)
    found.add(
      'desk_lines_in_use',
      all === 1 ? 'The line of the desk is in use' : `All ${all} lines of the desk are in use`,
    )
}
