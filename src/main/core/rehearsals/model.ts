import type { CallResult } from '../../../contract/stats'
import type { Outcome } from '../campaigns/retry'
import type { Rules } from '../campaigns/rules'
import type { Millionths } from '../money/amounts'
import type { KnownWindows } from './known-windows'

/** What became of one dial: drawn with all that belongs together. */
export interface SampleCall {
  result: CallResult
  outcome: Exclude<Outcome, 'interrupted'>
  /** How long it had a line, from the dial to the end. */
  lineMs: number
  talkMs: number
}

export interface Target {
  number: string
  /** Until when it is on the blacklist; 0: it is not. */
  listedUntil: number
}

export interface PlannedLead {
  /** The lead's own zone, as its record has it. */
  timeZone: string | null
  /** The zone whose clock its window follows. */
  zone: string
  state: 'created' | 'scheduled' | 'rescheduled' | 'processing'
  attempts: number
  nextContact: number
  rank: 0 | 1
  dueAt: number
  callbackAt: number | null
  /** When the dial began that is under way. */
  dialedAt: number
  /** The primary number, then its contacts in order. */
  targets: Target[]
}

/** All that a run rests on: what is in here decides it, and nothing else. */
export interface Plan {
  rules: Rules
  /** When what is known was read; nothing is dialed before `start`, nor looked at after `until`. */
  now: number
  start: number
  until: number
  /** Of the desk. */
  lines: number
  callsPerSecond: number
  price: Millionths
  balance: Millionths
  lowBalance: Millionths
  leads: readonly PlannedLead[]
  /** Of the leads, each once. */
  zones: readonly string[]
  sample: readonly SampleCall[]
  /** When numbers were dialed in the last days; only where there is a cap on it. */
  dialed: ReadonlyMap<string, readonly number[]>
  windows: KnownWindows
}

export const ends = ['talked', 'voicemail', 'not_reached', 'blacklisted', 'left_over'] as const

export type End = (typeof ends)[number]

/** What due leads waited for. */
export type Want = 'campaign_lines' | 'desk_lines' | 'calls_per_second'

export interface Run {
  seed: number
  results: Record<CallResult, number>
  talkMs: number
  cost: Millionths
  leads: Record<End, number>
  /** When each lead was done with, in order. */
  settled: Float64Array
  firstDial: number | null
  lastDial: number | null
  /** When the last lead was done with; null: never. */
  finish: number | null
  peakLines: number
  /** How long it was calling, and how much of that due leads waited. */
  busyMs: number
  wanted: Record<Want, number>
  /** Dials that were put off to another day. */
  putOff: number
  coveredDials: number
  runsOutAt: number | null
  lowAt: number | null
}

/** For who looks on: each dial as it begins. */
export interface Dial {
  lead: number
  contact: number
  at: number
  /** In use, with this one. */
  lines: number
  call: SampleCall
}

/** What is rehearsed: a campaign of a user's under rules that may be other than its own. */
export interface Setting {
  userId: number
  campaignId: number
  assistantId: number | null
  rules: Rules
  /** Whether the calls of the campaign were made by this assistant. */
  ownAssistant: boolean
  /** Whether due times follow from other rules than those that made them. */
  otherSchedule: boolean
  startAt: number | null
}
