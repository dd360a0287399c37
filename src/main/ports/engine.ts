import type { AnsweredBy, TranscriptItem } from '../../contract/calls'
import type { Brief } from './brief'
import type { Clock } from './system'

/** Why the engine wants the call to end. These words are stored with calls and shown in the API. */
export type FinishReason = 'end_call' | 'transferred' | 'max_duration' | 'silence' | 'voicemail' | 'engine_failed'

/** What core asks of an engine. Plain data with ids, so that an engine may run in another process. */
export type EngineCommand =
  /** Hold a conversation on an answered leg. */
  | { type: 'converse'; legId: string; brief: Brief }
  | { type: 'tool_result'; legId: string; toolCallId: string; result: string; finish?: FinishReason }
  /** The leg has ended. */
  | { type: 'close'; legId: string }

export type EngineReport =
  /** A conversation has begun; comes before every other report about it. */
  | { type: 'began'; legId: string; spokenBy: string }
  | { type: 'said'; legId: string; item: TranscriptItem }
  | { type: 'tool_call'; legId: string; toolCallId: string; name: string; args: Record<string, unknown> }
  | { type: 'answered_by'; legId: string; by: AnsweredBy }
  | { type: 'warning'; legId: string; text: string }
  /** The leg's clock is paused while the engine waits for something outside. */
  | { type: 'paused'; legId: string }
  | { type: 'resumed'; legId: string }
  | { type: 'finished'; legId: string; reason: FinishReason }

/** Holds conversations on answered legs. */
export interface Engine {
  start(report: (report: EngineReport) => void): void
  stop(): void
  send(command: EngineCommand): void
}

/** One leg as the engine hears and speaks on it. It carries text with durations in place of sound. */
export interface TextLeg {
  /** The leg's own clock, which is paused while the engine waits for something outside. */
  readonly clock: Clock
  /** Speaks. `done` is called once: at the end, or when the other side interrupted or left. */
  say(text: string, interruptible: boolean, done: (said: Said) => void): void
  /** The other side begins to speak. */
  onSpeech(listener: () => void): void
  /** The other side has said something. */
  onHeard(listener: (heard: Said) => void): void
  /** Pauses the leg's clock until the returned function is called. */
  pause(): () => void
}

/** Something that was said on a leg, from when to when. */
export interface Said {
  text: string
  from: number
  to: number
  interrupted: boolean
}
