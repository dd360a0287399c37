import { textModelOf } from '../assistants/brief'
import { troubleOf } from '../assistants/model-health'
import type { Call } from '../calls/calls'
import * as calls from '../calls/calls'
import { finalize } from '../calls/finalize'
import * as place from '../calls/place'
import * as blacklist from '../campaigns/blacklist'
import { completeIfDone } from '../campaigns/campaign-states'
import { assistantOf, type Campaign, hasCallerId, running } from '../campaigns/campaigns'
import * as leads from '../campaigns/leads'
import { atOneMoment, type Context, savepoint, transact } from '../kernel/context'
import { SECOND } from '../kernel/time'
import * as dialing from '../workspace/dialing-state'
import { dialLead } from './dial-lead'
import { dueLeads, fillQueue, nextDue } from './queue'
import { BATCH, beginRound, type Claimed, type DialMemory, endRound, type Round, take } from './round'

/** How many due leads of a campaign one round checks at most; those that may not be dialed now are deferred. */
export const MOST_CHECKED = 500

/** A campaign that fails, because of a bug or a full disk, is tried again after this time. */
const AFTER_FAILURE = 5 * SECOND

/** While the clocks differ, they are compared again after this time. */
const CHECK_CLOCKS = 10 * SECOND

/**
 * One round of the dialer, in one transaction: takes the single calls that wait for a line, then the due leads of every
 * running campaign in turn, under all caps. Ask the carrier for the calls only after the commit.
 */
export function claimDue(given: Context, memory: DialMemory): Claimed {
  const context = atOneMoment(given)
  return transact(context, () => {
    if (dialing.get(context.db).state !== 'dialing') return { calls: [], wakeAt: null, more: false }
    if (dialing.checkClocks(context)) return { calls: [], wakeAt: context.clock.now() + CHECK_CLOCKS, more: false }
    const round = beginRound(context, memory)
    claimSingleCalls(context, round)
    dialCampaigns(context, round)
    return endRound(round, memory)
  })
}

/** Takes lines for the single calls that wait, oldest first. */
function claimSingleCalls(context: Context, round: Round) {
  for (const { id, ask_at } of calls.waitingForLine(context.db, round.now)) {
    const call = calls.byId(context.db, id)!
    if (blacklist.isListed(context.db, call.userId, call.clientPhoneNumber, round.now))
      finalize(context, call, 'fail', 'blacklisted')
    else if (ask_at > round.now) round.wakes.push(ask_at)
    else if (round.lines > 0) take(round, place.claim(context, call))
  }
}

/** Lets the running campaigns dial in turn, one lead each, until no line is free or none of them has a lead to dial. */
function dialCampaigns(context: Context, round: Round) {
  let turns = running(context.db).map(campaign => ({ campaign, dials: dialsOf(context, campaign, round) }))
  while (turns.length > 0 && round.lines > 0)
    turns = turns.filter(turn => round.lines > 0 && takeTurn(context, turn, round))
}

interface Turn {
  campaign: Campaign
  dials: Generator<Call, void>
}

/** One dial of a campaign. Returns false when it has no more in this round, or has failed; other campaigns go on. */
function takeTurn(context: Context, { campaign, dials }: Turn, round: Round): boolean {
  try {
    const { done, value } = savepoint(context, () => dials.next())
    if (done) return false
    take(round, value)
    return true
  } catch (error) {
    // Nothing of this round is left, so no other campaign can go on in it.
    if (!context.db.inTransaction) throw error
    context.log.error({ err: error, campaignId: campaign.id }, 'a campaign could not be dialed')
    round.wakes.push(round.now + AFTER_FAILURE)
    return false
  }
}

/** Makes the dials of one campaign in this round; each is made when the generator is asked for it. */
function* dialsOf(context: Context, campaign: Campaign, round: Round): Generator<Call, void> {
  if (completeIfDone(context, campaign)) return
  const { timezone, max_calls_in_parallel, respect_lead_time_zone } = campaign.settings
  const window = round.window(campaign, timezone)
  if (!window.open && !respect_lead_time_zone) return void round.wakes.push(window.until)
  const assistant = assistantOf(context, campaign)
  let lines = max_calls_in_parallel - calls.linesOfCampaign(context.db, campaign.id)
  if (!assistant || lines <= 0 || !hasCallerId(context.db, campaign, assistant)) return
  if (troubleOf(context.db, textModelOf(context.db, assistant))) return
  fillQueue(context, campaign, round)
  for (let checked = 0; checked < MOST_CHECKED; ) {
    const due = dueLeads(context.db, campaign.id, round.now, BATCH)
    if (due.length === 0) return void round.wakes.push(nextDue(context.db, campaign.id, round.now) ?? Infinity)
    checked += due.length
    for (const id of due) {
      const result = dialLead(context, campaign, assistant, leads.find(context.db, id)!, round)
      if (result === 'campaign waits') return
      if (result === 'lead waits') continue
      yield result
      lines--
      if (lines <= 0) return
    }
  }
  // More leads may be due than one round checks: the next round follows at once.
  round.wakes.push(round.now)
}
