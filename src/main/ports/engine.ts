import type { AnsweredBy, TranscriptItem } from '../../contract/calls'
import type { Brief } from './brief'
import type { Clock } from './system'

/** Why the engine wants the call to end. These values are stored with calls and shown in the API. */
export type FinishReason = 'end_call' | 'transferred' | 'max_duration' | 'silence' | 'voicemail' | 'engine_failed'

/** A command to an engine. Plain data with ids, so that an engine may run in another process. */
export type EngineCommand =
  /** The leg is ringing: what is said first may be made ready. An engine may ignore it, and it may never come. */
  | { type: 'prepare'; legId: string; brief: Brief }
  /** Begins a conversation on an answered leg. */
  | { type: 'converse'; legId: string; brief: Brief }
  | { type: 'tool_result'; legId: string; toolCallId: string; result: string; finish?: FinishReason }
  /** The leg has ended. */
  | { type: 'close'; legId: string }

/** What an engine reports. */
export type EngineReport =
  /** A conversation has begun. It is the first report of a leg. `spokenBy`: the name of the model. */
  | { type: 'began'; legId: string; spokenBy: string }
  /** `isReply`: the assistant answers the other side; its greeting and its question after a silence are no answers. */
  | { type: 'said'; legId: string; item: TranscriptItem; isReply: boolean }
  /** `at`: when, in ms by the clock of the leg, as the times of what is said. */
  | { type: 'tool_call'; legId: string; toolCallId: string; name: string; args: Record<string, unknown>; at: number }
  | { type: 'answered_by'; legId: string; by: AnsweredBy }
  | { type: 'warning'; legId: string; text: string }
  /** The leg's clock is paused, because the engine waits for a model or a tool. */
  | { type: 'paused'; legId: string }
  | { type: 'resumed'; legId: string }
  | { type: 'finished'; legId: string; reason: FinishReason }

/** Holds conversations on answered legs. */
export interface Engine {
  start(report: (report: EngineReport) => void): void
  stop(): void
  send(command: EngineCommand): void
}

/** One leg as the engine hears and speaks on it. It carries text with durations instead of sound. */
export interface TextLeg {
  /**
   * The leg's own clock, which is paused while the engine waits for a model or a tool, and when it has finished. While a
   * timer of it or a listener of the leg runs, it shows the moment at which that was due, however late the process gets to
   * it. What follows is scheduled from there, so that lateness never adds up.
   */
  readonly clock: Clock
  /** Speaks. `done` is called once: at the end, or when the other side interrupts or hangs up. */
  say(text: string, interruptible: boolean, done: (said: Said) => void): void
  /** The other side begins to speak. */
  onSpeech(listener: () => void): void
  /** The other side has said something. */
  onHeard(listener: (heard: Said) => void): void
  /** Pauses the leg's clock until the returned function is called. */
  pause(): () => void
}

/** Something that was said on a leg, from when to when, in ms by the leg's clock. */
export interface Said {
  text: string
  from: number
  to: number
  interrupted: boolean
}
