import type { CallResult } from '../../../contract/stats'
import type { Outcome } from '../campaigns/retry'
import type { Rules } from '../campaigns/rules'
import type { Millionths } from '../money/amounts'
import type { KnownWindows } from './known-windows'

/** The result of one dial. A simulated dial draws one from the sample. */
export interface SampleCall {
  result: CallResult
  outcome: Exclude<Outcome, 'interrupted'>
  /** How long it uses a line, from the dial to the end. */
  lineMs: number
  talkMs: number
}

export interface Target {
  number: string
  /** The time zone of the window in which it may be dialed. */
  zone: string
  /** Until when it is on the blacklist, Infinity without an end; 0: it is not on it. */
  listedUntil: number
}

export interface PlannedLead {
  /** The lead's own time zone, if it is known. */
  timeZone: string | null
  /** The time zone of its window. */
  zone: string
  state: 'created' | 'scheduled' | 'rescheduled' | 'processing'
  attempts: number
  nextContact: number
  rank: 0 | 1
  dueAt: number
  callbackAt: number | null
  /** When its current dial began, for the state `processing`. */
  dialedAt: number
  /** The primary number, then its contacts in order. */
  targets: Target[]
}

/** The input of a simulation. With the same plan and seed, a run has the same result. */
export interface Plan {
  rules: Rules
  /** When the plan was read from the store. Nothing is dialed before `start`; the simulation ends at `until`. */
  now: number
  start: number
  until: number
  /** Of the workspace. */
  lines: number
  callsPerSecond: number
  price: Millionths
  balance: Millionths
  lowBalance: Millionths
  leads: readonly PlannedLead[]
  /** The time zones of the leads' windows, each once. */
  zones: readonly string[]
  sample: readonly SampleCall[]
  /** When numbers were dialed in the last two days; empty without a cap of calls per number and day. */
  dialed: ReadonlyMap<string, readonly number[]>
  windows: KnownWindows
}

export const ends = ['talked', 'voicemail', 'not_reached', 'blacklisted', 'left_over'] as const

export type End = (typeof ends)[number]

/** What due leads wait for. */
export type Bottleneck = 'campaign_lines' | 'desk_lines' | 'calls_per_second'

export interface Run {
  seed: number
  results: Record<CallResult, number>
  talkMs: number
  cost: Millionths
  leads: Record<End, number>
  /** When each lead was finished, in order. */
  finishedAt: Float64Array
  firstDial: number | null
  lastDial: number | null
  /** When the last lead was finished; null: leads are left over. */
  finish: number | null
  peakLines: number
  /** How long the campaign had calls or waiting leads, and for how much of that time due leads waited for what. */
  busyMs: number
  waitedMs: Record<Bottleneck, number>
  /** Dials that were deferred to another day by the cap of calls per number and day. */
  deferredDials: number
  /** How many dials the balance covers. */
  coveredDials: number
  /** When the balance no longer covers a dial. */
  runsOutAt: number | null
  /** When the balance falls below the low mark. */
  lowAt: number | null
}

/** A simulated dial, as `onDial` gets it when it begins. */
export interface Dial {
  lead: number
  contact: number
  at: number
  /** How many lines are in use, this one included. */
  lines: number
  call: SampleCall
}

/** What is rehearsed: a campaign with rules that may differ from its own. */
export interface Setting {
  userId: number
  campaignId: number
  assistantId: number | null
  rules: Rules
  /** Whether `assistantId` is the campaign's own assistant. */
  ownAssistant: boolean
  /** Whether the rules that due times depend on differ from the campaign's own. */
  otherSchedule: boolean
  startAt: number | null
}
