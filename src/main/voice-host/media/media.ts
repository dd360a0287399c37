/** The names of the codecs as in SDP (RFC 3551). */
export type Law = 'PCMU' | 'PCMA'

/** What both sides have agreed on for the sound of a leg. */
export interface Agreed {
  law: Law
  /** The payload type of digits as events (RFC 4733); null: the other side cannot take them. */
  digitsType: number | null
  /** Where our packets go. The real source of the other side's packets replaces it once (symmetric RTP, RFC 4961). */
  remote: { address: string; port: number }
  /**
   * Whether our sound is sent, and theirs is heard: both are false while the other side holds the call. What is to be played
   * and the digits wait while nothing is sent.
   */
  sends: boolean
  hears: boolean
  /** The keys of both ways (RFC 4568, 6.2); null: not encrypted. */
  srtp: SrtpKeys | null
}

export interface SrtpKeys {
  suite: 'AES_CM_128_HMAC_SHA1_80' | 'AES_CM_128_HMAC_SHA1_32'
  /** Master key and salt, 30 bytes. */
  local: Uint8Array
  remote: Uint8Array
}

/** What was counted of a leg. Durations in ms. */
export interface SoundStats {
  sent: number
  received: number
  lost: number
  late: number
  /** Packets from another address than the other side's, which were not heard. */
  foreign: number
  jitterMs: number
  /** The worst lateness of the ticker that sends the packets. */
  lateTickMs: number
}

/** What is heard of the sound of a leg. */
export type SoundEvent =
  /** 20 ms of the other side, 160 samples at 8 kHz, after the jitter buffer. Only for legs that are listened to. */
  | { type: 'frame'; legId: string; pcm: Int16Array }
  | { type: 'digit'; legId: string; digit: string }
  /** What was given to `play` with this mark has been sent to its end. */
  | { type: 'played'; legId: string; mark: string }
  /** No packet has come for the given time, though the other side does not hold the call. Reported once, until some come. */
  | { type: 'no_sound'; legId: string; forMs: number }
  /** The recording cannot be written any more; `why` in words. */
  | { type: 'recording_failed'; legId: string; why: string }

/** The sound of all legs: RTP both ways, digits, recordings. It runs in a thread of its own. */
export interface Media {
  /** Takes ports for a leg: an even one of the range, or any for `[0, 0]`. Rejects when none is free. Resolves with the RTP port. */
  open(legId: string, at: { address: string | null; ports: readonly [from: number, to: number] }): Promise<number>
  /** Begins to send and to hear; again when both sides agree on something else in the middle of the call. */
  connect(legId: string, agreed: Agreed): void
  /** Sends sound after what is still to be sent. Samples at 8 kHz, any length. */
  play(legId: string, pcm: Int16Array, mark?: string): void
  /**
   * Drops what is still to be sent, and its marks. Resolves with how much that was, and how much had been sent since the last
   * mark, or since the last `clear`, ms.
   */
  clear(legId: string): Promise<{ droppedMs: number; playedMs: number }>
  /** A loop of background sound at 8 kHz under all that is played, also while nothing is. `volume`: 0 to 100. */
  setAmbient(legId: string, pcm: Int16Array | null, volume: number): void
  /** Keys, and `w` or `,` for half a second of pause. */
  sendDigits(legId: string, digits: string): void
  /** Whether `frame` events are wanted. */
  listen(legId: string, on: boolean): void
  /**
   * Connects two legs with each other instead of with us: each sends what the other hears, digits too, and what was to be
   * played waits. Null separates both again.
   */
  bridge(legId: string, other: string | null): void
  /**
   * Records what is really sent and heard from now on, the other side on the left. `file` ends in `.wav`; the recording stands
   * beside it as `.mp3` when it is complete, see `recording-file.ts`. Rejects when it cannot be made.
   */
  record(legId: string, file: string): Promise<void>
  /** Ends the recording and deletes what was recorded. */
  dropRecording(legId: string): Promise<void>
  /** What was counted so far. */
  stats(legId: string): Promise<SoundStats>
  /** Frees the ports. Resolves when the recording is complete; `recorded`: whether there is a whole one. */
  close(legId: string): Promise<{ recorded: boolean; stats: SoundStats }>
  /** Ends the thread. Recordings are closed first. */
  stop(): Promise<void>
}
