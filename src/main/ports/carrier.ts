/** Why a leg ended, as the carrier reports it. These words are stored with calls and shown in the API. */
export type EndCause =
  | 'busy'
  | 'no_answer'
  | 'unreachable'
  /** The other side hung up. */
  | 'remote_hang_up'
  /** We hung up. */
  | 'hung_up'
  | 'transferred'
  | 'line_error'

/** What core asks of a carrier. Plain data with ids, so that a carrier may run in another process. */
export type CarrierCommand =
  | {
      type: 'dial'
      legId: string
      to: string
      from: string | null
      ringMs: number
      /** The file to record both sides into, caller on the left channel; null: no recording. */
      recordTo: string | null
    }
  /** Answers a call that came in. */
  | { type: 'answer'; legId: string; recordTo: string | null }
  /** Refuses a call that came in; the caller hears a busy tone. */
  | { type: 'reject'; legId: string }
  | { type: 'hang_up'; legId: string }
  | { type: 'transfer'; legId: string; to: string }
  | { type: 'send_digits'; legId: string; digits: string }

/** What a carrier reports. Reports may come late, twice or never. */
export type CarrierReport =
  /** The carrier has no line free now. This is not a result of a call: the leg never existed. */
  | { type: 'no_capacity'; legId: string }
  | { type: 'ringing'; legId: string }
  /** Somebody calls one of our numbers and waits for an answer. */
  | { type: 'incoming'; legId: string; from: string; to: string }
  | { type: 'answered'; legId: string }
  | { type: 'digit'; legId: string; digit: string }
  | { type: 'ended'; legId: string; cause: EndCause; talkedMs: number; recorded: boolean }

/** Makes, answers and ends legs. */
export interface Carrier {
  readonly name: string
  start(report: (report: CarrierReport) => void): void
  /** Drops every leg; nothing is reported after it. */
  stop(): void
  send(command: CarrierCommand): void
  /** The legs that the carrier still knows; asked once, when the service starts. */
  legs(): Promise<ReadonlySet<string>>
}
