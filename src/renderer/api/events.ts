import { ORPCError } from '@orpc/client'
import type { Event } from '../../contract/events'
import type { Client } from './client'

/** What happens on the stream of events. */
export type Signal =
  /** The stream is open. Events before it may have been missed. */
  | { type: 'open' }
  | { type: 'event'; event: Event }
  /** The stream has ended. It is opened again. */
  | { type: 'lost' }
  /** The session has ended. */
  | { type: 'signed-out' }

/** Follows the service's events until the signal is aborted. */
export type Follow = (onSignal: (signal: Signal) => void, until: AbortSignal) => void

/** When the stream is opened again after it has ended, ms. */
export const RECONNECT_AFTER = 2000

/** Opens the stream of events, and opens it again whenever it ends. */
export async function followStream(
  client: Pick<Client, 'events'>,
  onSignal: (signal: Signal) => void,
  until: AbortSignal,
) {
  while (!until.aborted) {
    const mine = new AbortController()
    try {
      const events = await client.events.stream({}, { signal: AbortSignal.any([until, mine.signal]) })
      onSignal({ type: 'open' })
      for await (const event of events) onSignal({ type: 'event', event })
    } catch (error) {
      if (error instanceof ORPCError && error.status === 401) return onSignal({ type: 'signed-out' })
      // Any other end is told below, and the stream is opened again.
    } finally {
      // Close the stream, because it is not read any more.
      mine.abort()
    }
    if (until.aborted) return
    onSignal({ type: 'lost' })
    await new Promise(resolve => setTimeout(resolve, RECONNECT_AFTER))
  }
}
