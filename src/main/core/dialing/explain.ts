import { Temporal } from 'temporal-polyfill'
import type { Explanation, Obstacle, Reason } from '../../../contract/explain'
import { isoTime } from '../../../contract/wire'
import { all, type ReadDb } from '../../store/sql'
import { textModelOf } from '../assistants/brief'
import { troubleOf } from '../assistants/model-health'
import * as calls from '../calls/calls'
import { linesInUse, neededBalance } from '../calls/place'
import type { Campaign } from '../campaigns/campaigns'
import * as campaigns from '../campaigns/campaigns'
import { contactsOf, dialZone } from '../campaigns/contacts'
import * as leadStates from '../campaigns/lead-states'
import * as leads from '../campaigns/leads'
import { nextOpening, windowAt, zoneOf } from '../campaigns/windows'
import type { Context } from '../kernel/context'
import { notFound } from '../kernel/errors'
import { inUsd } from '../money/amounts'
import { balanceOf } from '../money/ledger'
import * as dialing from '../workspace/dialing-state'
import { getSettings } from '../workspace/settings'
import { queries, waitingZones } from './queue'

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

/** Why a campaign does not dial now, and which leads are next. Throws `not_found`. */
export function explainCampaign(context: Context, userId: number, id: number) {
  const campaign = campaigns.get(context.db, userId, id)
  const now = context.clock.now()
  const found = new Obstacles()
  addCampaignObstacles(context, campaign, found, now)
  addLineObstacles(context, campaign, found)
  const next = nextLeads(context.db, id)
  const counts = leadStates.countsOf(context.db, id)
  if (!campaign.settings.respect_lead_time_zone) addHoursObstacle(campaign, campaign.settings.timezone, found, now)
  else if (counts.created && !(next[0] && next[0].due_at <= now))
    addZonesObstacle(context.db, campaign, next[0]?.due_at, found, now)
  if (leadStates.countWaiting(counts) === 0)
    found.add(
      'no_leads',
      counts.processing ? 'Every lead that is left is on the phone now' : 'No lead is left to be called',
    )
  else if (!counts.created && next.length > 0 && next[0]!.due_at > now)
    found.add(
      'nothing_due',
      `The next lead is due at ${inWords(next[0]!.due_at, campaign.settings.timezone, now)}`,
      next[0]!.due_at,
    )
  return {
    ...found.explain(now),
    next_leads: next.map(lead => ({ ...lead, due_at: isoTime(Math.max(now, lead.due_at)) })),
  }
}

/** Why a lead is not dialed now. Throws `not_found`. */
export function explainLead(context: Context, userId: number, id: number): Explanation {
  const lead = leads.find(context.db, id)
  if (!lead || lead.userId !== userId) throw notFound('Lead')
  const now = context.clock.now()
  const found = new Obstacles()
  if (lead.status === 'processing') found.add('on_the_phone', 'It is on the phone now')
  else if (lead.status === 'blacklisted') found.add('blacklisted', 'Its number is on the blacklist')
  else if (lead.status === 'completed')
    found.add('done', lead.cutOff ? 'Cut off while talking; it is not called again by itself' : 'It is done')
  else if (lead.status === 'reached-max-retries') found.add('done', 'It was not reached, and no retry is left')
  else {
    const campaign = campaigns.get(context.db, userId, lead.campaignId)
    const zone = zoneOfNextDial(context.db, campaign, lead)
    addCampaignObstacles(context, campaign, found, now)
    addHoursObstacle(campaign, zone, found, now)
    addLineObstacles(context, campaign, found)
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

function addCampaignObstacles(context: Context, campaign: Campaign, found: Obstacles, now: number) {
  const { state, since } = dialing.get(context.db)
  if (state === 'halted') found.add('dialing_halted', 'Dialing is halted')
  if (state === 'paused')
    found.add('dialing_paused', `Dialing is paused since ${inWords(since, getSettings(context.db).timezone, now)}`)
  const clocks = state === 'dialing' ? dialing.clockTrouble(context) : null
  if (clocks !== null) found.add('clocks_differ', clocks)
  if (campaign.status === 'completed') found.add('completed', 'The campaign is completed')
  else if (campaign.status !== 'in-progress')
    found.add(
      'not_started',
      campaign.stoppedBecause ? `It stopped itself. ${campaign.stoppedBecause.reason}` : 'The campaign is not started',
    )
  if (campaign.assistantId === null) found.add('no_assistant', 'The campaign has no assistant')
  const assistant = campaigns.assistantOf(context, campaign)
  const trouble = assistant && troubleOf(context.db, textModelOf(context.db, assistant))
  if (trouble) found.add('model_out_of_order', `The model ${trouble.code} does not answer. ${trouble.reason}`)
  const price = campaigns.minutePriceOf(context.db, campaign, assistant)
  const [balance, needed] = [balanceOf(context.db, campaign.userId), neededBalance(context.db, campaign.userId, price)]
  if (balance < needed)
    found.add('no_balance', `The balance of ${inUsd(balance)} does not cover another call: it takes ${inUsd(needed)}`)
}

function addHoursObstacle(campaign: Campaign, zone: string, found: Obstacles, now: number) {
  if (windowAt(campaign.settings, zone, now).open) return
  const opening = nextOpening(campaign.settings, zone, now)
  found.add(
    'outside_hours',
    opening === null ? 'Its hours never open' : `Nothing is dialed until ${inWords(opening, zone, now)}`,
    opening,
  )
}

/** For a campaign whose leads are called in their own hours: nobody's hours are open. `due`: of the next queued lead. */
function addZonesObstacle(db: ReadDb, campaign: Campaign, due: number | undefined, found: Obstacles, now: number) {
  const { settings } = campaign
  const zones = waitingZones(db, campaign.id).map(zone => zoneOf(settings, zone))
  if (zones.some(zone => windowAt(settings, zone, now).open)) return
  const openings = zones.map(zone => nextOpening(settings, zone, now) ?? Infinity)
  const first = Math.min(due ?? Infinity, ...openings)
  if (first === Infinity) return found.add('outside_hours', 'Its hours never open')
  const text = `In the time zone of every lead it is outside the hours until ${inWords(first, settings.timezone, now)}`
  found.add('outside_hours', text, first)
}

function addLineObstacles(context: Context, campaign: Campaign, found: Obstacles) {
  const most = campaign.settings.max_calls_in_parallel
  if (calls.linesOfCampaign(context.db, campaign.id) >= most)
    found.add('campaign_lines_in_use', most === 1 ? 'Its line is in use' : `All ${most} of its lines are in use`)
  const all = getSettings(context.db).max_calls_in_parallel
  if (linesInUse(context.db) >= all)
    found.add(
      'desk_lines_in_use',
      all === 1 ? 'The line of the desk is in use' : `All ${all} lines of the desk are in use`,
    )
}

/** How many of the next leads are shown. */
const NEXT_SHOWN = 5

/** The queued leads that are dialed next, in the dialer's order. */
const nextLeads = (db: ReadDb, campaignId: number) =>
  all<{ id: number; phone_number: string; due_at: number }>(db, queries.next(campaignId, NEXT_SHOWN))
