import type { AnsweredBy, TranscriptItem } from '../../contract/calls'
import type { Brief } from './brief'
import type { Clock } from './system'

// The mind

/** Why the mind wants the call to end. */
export type FinishReason = 'end_call' | 'transferred' | 'max_duration' | 'silence' | 'voicemail' | 'engine_failed'

export type EngineCommand =
  | { type: 'hold'; legId: string; brief: Brief }
  | { type: 'tool_result'; legId: string; toolCallId: string; result: string; finish?: FinishReason }
  /** The line has ended. */
  | { type: 'close'; legId: string }

export type EngineReport =
  /** A conversation has begun; comes before anything else of it. */
  | { type: 'began'; legId: string; spokenBy: string }
  | { type: 'said'; legId: string; item: TranscriptItem }
  | { type: 'tool_call'; legId: string; toolCallId: string; name: string; args: Record<string, unknown> }
  | { type: 'answered_by'; legId: string; by: AnsweredBy }
  | { type: 'warning'; legId: string; text: string }
  /** The leg's clock stands still, while the mind waits for something outside, and then goes on. */
  | { type: 'paused'; legId: string }
  | { type: 'resumed'; legId: string }
  | { type: 'finished'; legId: string; reason: FinishReason }

export interface Engine {
  start(report: (report: EngineReport) => void): void
  stop(): void
  send(command: EngineCommand): void
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
  pause(): () => void
}

export interface Said {
  text: string
  from: number
  to: number
  interrupted: boolean
}
