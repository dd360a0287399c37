/**
 * What core needs from outside. What crosses between core and a carrier or an engine is plain data with ids, so that
 * either may run in another process. All durations are milliseconds, all moments epoch milliseconds.
 */

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
