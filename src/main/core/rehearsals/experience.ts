import type { rehearsalBases } from '../../../contract/rehearsals'
import type { CallResult, Verdict } from '../../../contract/stats'
import { all, type Query, type ReadDb, sql } from '../../store/sql'
import type * as assistants from '../assistants/assistants'
import { isMissed } from '../calls/outcome'
import type { Rules } from '../campaigns/rules'
import { DAY, SECOND } from '../kernel/time'
import type { SampleCall, Setting } from './model'

export type Basis = (typeof rehearsalBases)[number]

/** Results of real calls, from which a simulation draws. */
export interface Experience {
  /** Whose calls they are. */
  basis: Basis
  /** How many calls; 0 for the defaults. */
  calls: number
  /** The goals of these calls were only guessed, so the sample has none. */
  goalsUnknown: boolean
  sample: SampleCall[]
}

/** How many rows are read at once. */
const PAGE = 250

/** Calls of this time are used, at most `MOST_CALLS`, and only if there are `FEWEST_CALLS` usable ones. */
const LOOK_BACK = 90 * DAY
const MOST_CALLS = 10_000
export const FEWEST_CALLS = 20

export const queries = {
  ofCampaign: (id: number) => sql`campaign_id = ${id}`,
  ofAssistant: (id: number) => sql`assistant_id = ${id}`,
  ofUser: (id: number) => sql`user_id = ${id}`,
  callsOfMoment: (of: Query, at: number, beforeId: number, limit: number) =>
    sql`SELECT ${columns} FROM calls WHERE ${of} AND created_at = ${at} AND id < ${beforeId}
      ORDER BY id DESC LIMIT ${limit}`,
  callsBefore: (of: Query, since: number, before: number, limit: number) =>
    sql`SELECT ${columns} FROM calls WHERE ${of} AND created_at >= ${since} AND created_at < ${before}
      ORDER BY created_at DESC, id DESC LIMIT ${limit}`,
}

const columns = sql`id, created_at, type, client_phone_number, result, asked_at, ended_at, talked_ms, do_not_call,
  verdict, carrier`

interface CallRow {
  id: number
  created_at: number
  type: string
  client_phone_number: string
  result: CallResult | null
  asked_at: number | null
  ended_at: number | null
  talked_ms: number
  do_not_call: number
  verdict: Verdict | null
  carrier: string
}

/** Yields the calls since a moment, newest first, page by page. */
function* callsSince(db: ReadDb, of: Query, since: number): Generator<CallRow[]> {
  let last = { created_at: Number.MAX_SAFE_INTEGER, id: 0 }
  for (;;) {
    const same = all<CallRow>(db, queries.callsOfMoment(of, last.created_at, last.id, PAGE))
    const page =
      same.length === PAGE
        ? same
        : [...same, ...all<CallRow>(db, queries.callsBefore(of, since, last.created_at, PAGE - same.length))]
    if (page.length === 0) return
    last = page.at(-1)!
    yield page
  }
}

/** When numbers were dialed in the last two days, for the cap of calls per number and day in any time zone. */
export function* readDialed(db: ReadDb, userId: number, now: number): Generator<void, Map<string, number[]>> {
  const dialed = new Map<string, number[]>()
  for (const page of callsSince(db, queries.ofUser(userId), now - 2 * DAY)) {
    for (const { client_phone_number: number, created_at, type } of page)
      if (type === 'outbound') dialed.set(number, [...(dialed.get(number) ?? []), created_at])
    yield
  }
  return dialed
}

/** The sample of calls to draw from: this campaign's, else this assistant's, else this account's, else the defaults. */
export function* readExperience(
  db: ReadDb,
  { campaignId, assistantId, userId, rules, ownAssistant }: Setting,
  assistant: assistants.Assistant | undefined,
  now: number,
): Generator<void, Experience> {
  const sources: [Basis, Query][] = [
    ...(ownAssistant ? [['campaign', queries.ofCampaign(campaignId)] as [Basis, Query]] : []),
    ...(assistantId === null ? [] : [['assistant', queries.ofAssistant(assistantId)] as [Basis, Query]]),
    ['account', queries.ofUser(userId)],
  ]
  const longest = (assistant?.max_duration ?? Infinity) * SECOND
  for (const [basis, of] of sources) {
    const sample: SampleCall[] = []
    const verdicts = new Set<Verdict | null>()
    let read = 0
    for (const page of callsSince(db, of, now - LOOK_BACK)) {
      for (const row of page.filter(isUsable)) {
        sample.push(sampleOf(row, rules, longest))
        verdicts.add(row.verdict)
      }
      yield
      if ((read += page.length) >= MOST_CALLS) break
    }
    const isGuessed = verdicts.has('guessed_goal') || verdicts.has('guessed_no_goal')
    const goalsUnknown = isGuessed && !verdicts.has('goal') && !verdicts.has('no_goal')
    if (sample.length >= FEWEST_CALLS) return { basis, calls: sample.length, goalsUnknown, sample }
  }
  return { basis: 'defaults', calls: 0, goalsUnknown: false, sample: defaultSample(assistant, rules) }
}

/** Whether a call was an outbound dial that is final. */
const isUsable = (row: CallRow) =>
  row.type === 'outbound' && row.result !== null && row.asked_at !== null && row.ended_at !== null

function sampleOf(row: CallRow, rules: Rules, longest: number): SampleCall {
  const talkMs = Math.min(row.talked_ms, longest)
  const result = row.result!
  return {
    result,
    outcome: outcomeOf(result, rules, isMissed(row.verdict, row.carrier) && row.do_not_call === 0),
    // At least a second, so that the simulation always moves forward.
    lineMs: Math.max(SECOND, row.ended_at! - row.asked_at! - row.talked_ms) + talkMs,
    talkMs,
  }
}

/** The outcome for the lead (see `outcomeOf` of calls). */
function outcomeOf(result: CallResult, rules: Rules, missed: boolean): SampleCall['outcome'] {
  if (result === 'goal') return 'talked'
  return result === 'talked' && rules.retry_on_goal_incomplete && missed ? 'goal_missed' : result
}

/** The defaults when there are too few calls: shares of all dials. */
export const defaultShares: Record<CallResult, number> = {
  goal: 0.1,
  talked: 0.25,
  voicemail: 0.2,
  no_answer: 0.3,
  busy: 0.1,
  failed: 0.05,
}

/** Default durations, s: of talks on average, of voicemails, and of ringing before an answer. */
export const DEFAULT_TALK = 90
const VOICEMAIL = 20
const RINGS = 10

function defaultSample(assistant: assistants.Assistant | undefined, rules: Rules): SampleCall[] {
  const n = 1000
  const evaluated = assistant?.post_call_evaluation ?? false
  const longest = (assistant?.max_duration ?? 600) * SECOND
  return Object.entries(defaultShares).flatMap(([name, share]) => {
    const result = name === 'goal' && !evaluated ? 'talked' : (name as CallResult)
    return Array.from({ length: Math.round(share * n) }, (_, i): SampleCall => {
      // Most talks are short and a few are long: quantiles of an exponential distribution.
      const talk = -Math.log(1 - (i + 0.5) / (share * n)) * DEFAULT_TALK * SECOND
      const answered = { goal: talk, talked: talk, voicemail: VOICEMAIL * SECOND, no_answer: 0, busy: 0, failed: 0 }
      const rings = {
        goal: RINGS,
        talked: RINGS,
        voicemail: RINGS,
        no_answer: assistant?.ringing_time ?? 30,
        busy: 2,
        failed: 2,
      }
      const talkMs = Math.min(Math.round(answered[result]), longest)
      return { result, outcome: outcomeOf(result, rules, evaluated), lineMs: rings[result] * SECOND + talkMs, talkMs }
    })
  })
}
