/** Why a leg ended, as the carrier reports it. These values are stored with calls and shown in the API. */
export type EndCause =
  | 'busy'
  | 'no_answer'
  /** The person refused the call (603); it counts as not answered. */
  | 'declined'
  /** The number does not exist or cannot be reached. */
  | 'unreachable'
  /** The trunk did not answer, refused our credentials, or answered with a technical error. */
  | 'carrier_failed'
  /** The other side hung up. */
  | 'remote_hang_up'
  /** We hung up. */
  | 'hung_up'
  | 'transferred'
  /** The line broke during the call. */
  | 'line_error'

/** A command to a carrier. Plain data with ids, so that a carrier may run in another process. */
export type CarrierCommand =
  | {
      type: 'dial'
      legId: string
      to: string
      from: string | null
      /** The SIP trunk to dial by; null for a carrier that has none. */
      trunkId: number | null
      ringMs: number
      /** The file to record both sides into, caller on the left channel; null: no recording. */
      recordTo: string | null
    }
  /** Answers an incoming call. */
  | { type: 'answer'; legId: string; recordTo: string | null }
  /** Refuses an incoming call; the caller hears a busy tone. */
  | { type: 'reject'; legId: string }
  | { type: 'hang_up'; legId: string }
  | { type: 'transfer'; legId: string; to: string }
  | { type: 'send_digits'; legId: string; digits: string }

/** What a carrier reports. Reports may come late, twice or never. */
export type CarrierReport =
  /** The carrier has no line free now and has not dialed. It is not the result of a call. */
  | { type: 'no_capacity'; legId: string }
  | { type: 'ringing'; legId: string }
  /** A call comes in on one of our numbers; core answers with `answer` or `reject`. */
  | { type: 'incoming'; legId: string; from: string; to: string }
  /** `at`: when, desk time, if the carrier knows it better than the moment of its report. What is said counts from it. */
  | { type: 'answered'; legId: string; at?: number }
  | { type: 'digit'; legId: string; digit: string }
  /** The other side could not be connected with the target; the call goes on. `why` in words. */
  | { type: 'transfer_failed'; legId: string; why: string }
  /** `recorded`: whether the file of the recording is complete; `later`: it is being made, and `recorded` follows. */
  | { type: 'ended'; legId: string; cause: EndCause; talkedMs: number; recorded: boolean | 'later' }
  /** The recording of a leg that has ended is complete, or, as `failed` says, there will be none. */
  | { type: 'recorded'; legId: string; failed: string | null }

/** Makes, answers and ends legs. */
export interface Carrier {
  readonly name: string
  start(report: (report: CarrierReport) => void): void
  /** Drops every leg. Nothing is reported afterwards. Resolves when no recording is written any more. */
  stop(): void | Promise<void>
  send(command: CarrierCommand): void
  /** The ids of the legs that still exist; asked once, when the service starts. */
  legs(): Promise<ReadonlySet<string>>
}
