/** A clock. In every port, durations are milliseconds and moments are epoch milliseconds. */
export interface Clock {
  /** Whole epoch milliseconds. */
  now(): number
  /** Fires once, at `at` or as soon as possible after it. Returns a function that cancels the timer. */
  setTimer(at: number, fire: () => void): () => void
}

/** A number from 0 (included) to 1 (excluded). */
export type Random = () => number

export interface Log {
  info(facts: object, text: string): void
  warn(facts: object, text: string): void
  error(facts: object, text: string): void
}

/** Sends one HTTP request; used for webhooks and tools. Throws what the network throws. */
export type Send = (request: {
  method: string
  url: string
  headers: Record<string, string>
  body: string | null
  timeoutMs: number
  /** No more bytes of the answer are read; a longer answer is `truncated`. */
  maxBytes: number
}) => Promise<{ status: number; headers: Record<string, string>; body: string; truncated: boolean }>
