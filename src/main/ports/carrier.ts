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

export type CarrierCommand =
  | {
      type: 'dial'
      legId: string
      to: string
      from: string | null
      ringMs: number
      /** The file to record into, both sides, caller left; null: no recording. */
      recordTo: string | null
    }
  /** Takes a call that came in. */
  | { type: 'answer'; legId: string; recordTo: string | null }
  /** Does not take it; whoever calls hears that it is busy. */
  | { type: 'reject'; legId: string }
  | { type: 'hang_up'; legId: string }
  | { type: 'transfer'; legId: string; to: string }
  | { type: 'send_digits'; legId: string; digits: string }

/** Reports may come late, twice or never. */
export type CarrierReport =
  /** The carrier has no line now. It is not a result: the leg never was. */
  | { type: 'no_line'; legId: string }
  | { type: 'ringing'; legId: string }
  /** Somebody calls one of our numbers, and waits to be answered. */
  | { type: 'incoming'; legId: string; from: string; to: string }
  | { type: 'answered'; legId: string }
  | { type: 'digit'; legId: string; digit: string }
  | { type: 'ended'; legId: string; cause: EndCause; talkedMs: number; recorded: boolean }

export interface Carrier {
  readonly name: string
  start(report: (report: CarrierReport) => void): void
  /** Lets go of every leg; nothing is reported after it. */
  stop(): void
  send(command: CarrierCommand): void
  /** The legs that it still knows, asked once at start. */
  legs(): Promise<ReadonlySet<string>>
}
