import type { Forecast } from '../../../contract/rehearsals'
import { callResults } from '../../../contract/stats'
import { counted } from '../../../contract/words'
import { one, sql } from '../../store/sql'
import { inWords } from '../dialing/explain'
import type { Context } from '../kernel/context'
import { have, inUsd, need } from '../money/amounts'
import * as dialing from '../workspace/dialing-state'
import { DEFAULT_TALK, defaultShares, type Experience, FEWEST_CALLS } from './experience'
import type { Bottleneck, Run, Setting } from './model'
import type { PreparedPlan } from './plan'

/** Something is a bottleneck when leads wait for it for more than this share of the time. */
const SCARCE = 0.5

const percent = (share: number) => `${Math.round(share * 100)} %`

/** Where the sample of calls comes from, in words. */
export function basisInWords({ basis, calls, goalsUnknown }: Experience): string {
  const whose = { campaign: 'this campaign', assistant: 'this assistant', account: 'this account' }
  const goals = goalsUnknown ? ' No model has judged their goals, so no goals are forecast.' : ''
  if (basis !== 'defaults') return `As the latest ${calls} calls of ${whose[basis]} went, of the last 90 days.${goals}`
  const { goal, talked, voicemail, no_answer, busy, failed } = defaultShares
  return (
    `No ${FEWEST_CALLS} calls were made yet that could tell. It is supposed that of 100 dials ` +
    `${Math.round((goal + talked) * 100)} reach a person, who talks for ${DEFAULT_TALK} s, ${voicemail * 100} a voicemail, ` +
    `${no_answer * 100} nobody and ${busy * 100} a busy line, and that ${failed * 100} fail.`
  )
}

/** Why a campaign does not finish within a year, in words; null when it does. */
export function unfinishedBecause({ plan, assistant }: PreparedPlan, run: Run): string | null {
  if (plan.leads.length === 0) return 'No lead is left to be called.'
  if (run.finish !== null) return null
  if (!assistant) return 'The campaign has no assistant: nothing is dialed.'
  if (run.firstDial === null) return 'Its hours do not open within a year for the leads that are left.'
  return `Within a year it does not get to the end: ${counted(run.leads.left_over, 'lead')} would be left over.`
}

/** What an operator should know before the campaign starts, the most important first. */
export function warningsOf(context: Context, setting: Setting, prepared: PreparedPlan, run: Run): Forecast['warnings'] {
  const { plan, assistant, experience, missing } = prepared
  const { rules } = plan
  const warnings: Forecast['warnings'] = []
  const warn = (code: Forecast['warnings'][number]['code'], text: string) => warnings.push({ code, text })
  const because = unfinishedBecause(prepared, run)
  if (plan.leads.length === 0) warn('no_leads', because!)
  if (!assistant) warn('no_assistant', 'The campaign has no assistant: nothing is dialed.')
  else if (plan.leads.length > 0 && because) warn(run.firstDial === null ? 'never_open' : 'unfinished', because)
  const { state } = dialing.get(context.db)
  if (state === 'halted' || state === 'paused')
    warn(`dialing_${state}`, `Dialing is ${state}. This supposes that it is resumed.`)
  warnOfBalance(prepared, run, warn)
  const dials = callResults.reduce((sum, result) => sum + run.results[result], 0)
  if (run.results.failed > dials / 2)
    warn('failing', 'More than half of the dials fail: the campaign would stop itself.')
  const scarce = (bottleneck: Bottleneck) => run.busyMs > 0 && run.waitedMs[bottleneck] / run.busyMs > SCARCE
  const waiting = (bottleneck: Bottleneck) =>
    `leads wait ${percent(run.waitedMs[bottleneck] / run.busyMs)} of the time that it is calling`
  if (scarce('campaign_lines'))
    warn(
      'campaign_lines',
      `Its ${counted(rules.max_calls_in_parallel, 'line is', 'lines are')} the bottleneck: ${waiting('campaign_lines')}.`,
    )
  if (scarce('desk_lines'))
    warn(
      'desk_lines',
      `The desk's ${counted(plan.lines, 'line is', 'lines are')} the bottleneck: ${waiting('desk_lines')}.`,
    )
  if (scarce('calls_per_second'))
    warn(
      'calls_per_second',
      `The desk's ${counted(plan.callsPerSecond, 'dial a second is', 'dials a second are')} the bottleneck: ${waiting('calls_per_second')}.`,
    )
  if (run.deferredDials > 0)
    warn(
      'calls_per_number',
      `${counted(run.deferredDials, 'dial is', 'dials are')} put off to another day: a number may be called ${rules.max_calls_per_number_per_day === 1 ? 'once' : `${rules.max_calls_per_number_per_day} times`} a day.`,
    )
  const others = one<{ n: number }>(
    context.db,
    sql`SELECT count(*) AS n FROM campaigns WHERE status = 'in-progress' AND id <> ${setting.campaignId}`,
  )!.n
  if (others > 0)
    warn(
      'other_campaigns',
      `${counted(others, 'other campaign dials', 'other campaigns dial')} over the same lines. This supposes that they are free.`,
    )
  for (const [name, n] of missing) warn('missing_variable', `${counted(n, 'lead has', 'leads have')} no ${name}.`)
  if (experience.basis === 'defaults') warn('no_history', basisInWords(experience))
  return warnings
}

function warnOfBalance(
  { plan }: PreparedPlan,
  run: Run,
  warn: (code: 'balance' | 'low_balance', text: string) => void,
) {
  const when = (at: number) => inWords(at, plan.rules.timezone, plan.now)
  const dials = callResults.reduce((sum, result) => sum + run.results[result], 0)
  if (run.runsOutAt !== null)
    warn(
      'balance',
      run.coveredDials === 0
        ? `The balance of ${have(plan.balance)} does not cover a call; ${need(run.cost)} would be needed.`
        : `The balance of ${have(plan.balance)} covers only ${run.coveredDials} of ${counted(dials, 'dial')} and runs out around ${when(run.runsOutAt)}; ${need(run.cost)} would be needed.`,
    )
  else if (run.lowAt !== null && dials > 0)
    warn(
      'low_balance',
      run.lowAt <= plan.now
        ? `The balance of ${have(plan.balance)} covers it, and is below the mark of ${inUsd(plan.lowBalance)}.`
        : `The balance of ${have(plan.balance)} covers it; the low mark of ${inUsd(plan.lowBalance)} comes around ${when(run.lowAt)}.`,
    )
}
