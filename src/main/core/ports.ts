/**
 * What core needs from outside. What crosses between core and a carrier or an engine is plain data with ids, so that
 * either may run in another process. All durations are milliseconds, all moments epoch milliseconds.
 */
import type { AnsweredBy, EvaluationItem, TranscriptItem } from '../../contract/calls'
import type { Brief } from './brief'

export interface Clock {
  /** Whole epoch milliseconds. */
  now(): number
  /** Fires once, at `at` or as soon as possible after it. Returns what takes it back. */
  setTimer(at: number, fire: () => void): () => void
}

/** From 0, 1 excluded. */
export type Random = () => number

export interface Log {
  info(facts: object, text: string): void
  warn(facts: object, text: string): void
  error(facts: object, text: string): void
}

// The line

export type EndCause =
  | 'busy'
  | 'no_answer'
  | 'unreachable'
  /** The other side hung up. */
  | 'remote_hang_up'
  /** We did. */
  | 'hung_up'
  | 'transferred'
  | 'line_error'

export type LineCommand =
  | {
      type: 'dial'
      legId: string
      to: string
      from: string | null
      ringMs: number
      /** The file to record into, both sides, caller left; null: no recording. */
      recordTo: string | null
    }
  | { type: 'hang_up'; legId: string }
  | { type: 'transfer'; legId: string; to: string }
  | { type: 'send_digits'; legId: string; digits: string }

/** Reports may come late, twice or never. */
export type LineReport =
  /** The carrier has no line now. It is not a result: the leg never was. */
  | { type: 'no_line'; legId: string }
  | { type: 'ringing'; legId: string }
  | { type: 'answered'; legId: string }
  | { type: 'digit'; legId: string; digit: string }
  | { type: 'ended'; legId: string; cause: EndCause; talkedMs: number; recorded: boolean }

export interface Carrier {
  readonly name: string
  start(report: (report: LineReport) => void): void
  /** Lets go of every leg; nothing is reported after it. */
  stop(): void
  send(command: LineCommand): void
  /** The legs that it still knows, asked once at start. */
  legs(): Promise<ReadonlySet<string>>
}

// The mind

/** Why the mind wants the call to end. */
export type FinishReason = 'end_call' | 'transferred' | 'max_duration' | 'silence' | 'voicemail' | 'engine_failed'

export type MindCommand =
  | { type: 'hold'; legId: string; brief: Brief }
  | { type: 'tool_result'; legId: string; toolCallId: string; result: string; finish?: FinishReason }
  /** The line has ended. */
  | { type: 'close'; legId: string }

export type MindReport =
  | { type: 'said'; legId: string; item: TranscriptItem }
  | { type: 'tool_call'; legId: string; toolCallId: string; name: string; args: Record<string, unknown> }
  | { type: 'answered_by'; legId: string; by: AnsweredBy }
  | { type: 'warning'; legId: string; text: string }
  | { type: 'finished'; legId: string; reason: FinishReason }

export interface Engine {
  /** Which model speaks, as the call shows it. */
  readonly spokenBy: string
  start(report: (report: MindReport) => void): void
  stop(): void
  send(command: MindCommand): void
}

/** The ears and the mouth of a leg that carries text with durations in place of sound. */
export interface TextLeg {
  /** The leg's own clock, which stands still while the mind waits for something outside. */
  readonly clock: Clock
  /** Speaks; `done` is called once, at the end or when the other side cut in or went away. */
  say(text: string, interruptible: boolean, done: (said: Said) => void): void
  /** The other side begins to speak. */
  onSpeech(listener: () => void): void
  /** The other side has said something. */
  onHeard(listener: (heard: Said) => void): void
  /** Stops the leg's clock until the returned function is called. */
  standStill(): () => void
}
export interface Said {
  text: string
  from: number
  to: number
  interrupted: boolean
}

/** A model of language: what the mind thinks with. */
export interface LanguageModel {
  readonly name: string
  reply(request: {
    instructions: string
    messages: readonly ChatMessage[]
    tools: readonly ToolSpec[]
    signal: AbortSignal
  }): AsyncIterable<ReplyPart>
}
export type ChatMessage =
  | { role: 'user' | 'assistant'; text: string }
  | { role: 'tool'; toolCallId: string; name: string; text: string }
export type ReplyPart =
  | { type: 'text'; text: string }
  | { type: 'tool'; toolCallId: string; name: string; args: Record<string, unknown> }

/** A tool as a model is told of it. */
export interface ToolSpec {
  name: string
  description: string
  /** JSON schema of the arguments. */
  parameters: Record<string, unknown>
}

export interface Evaluator {
  evaluate(request: {
    brief: Brief
    transcript: readonly TranscriptItem[]
    signal: AbortSignal
  }): Promise<EvaluationItem[]>
}

/** Sends one request; used for webhooks and tools. Throws what the network threw. */
export type Send = (request: {
  method: string
  url: string
  headers: Record<string, string>
  body: string | null
  timeoutMs: number
  /** The answer is read up to here. */
  maxBytes: number
}) => Promise<{ status: number; body: string; truncated: boolean }>
