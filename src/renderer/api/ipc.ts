import { type ClientContext, type ClientLink, type ClientOptions, createORPCClient, ORPCError } from '@orpc/client'
import { type Bridge, packFiles } from '../../contract/bridge'
import type { Event } from '../../contract/events'
import type { Client } from './client'
import { inOwnWords } from './own-words'

declare global {
  interface Window {
    readonly callwright?: Bridge
  }
}

/**
 * Asks over the bridge. A key of a change (`once`) is not sent: an answer can be lost over HTTP, but not between two parts of
 * one program, so nothing is asked twice here.
 */
class IpcLink implements ClientLink<ClientContext> {
  constructor(private readonly bridge: Bridge) {}

  async call(path: readonly string[], input: unknown, { signal }: ClientOptions<ClientContext>) {
    // The bridge cannot return a stream. Events have their own channel.
    if (path.join('.') === 'events.stream') return eventsOf(this.bridge, signal)
    const packed = await packFiles(input)
    signal?.throwIfAborted()
    const reply = await orAborted(this.bridge.invoke(path, packed), signal)
    if (reply.ok) return reply.output
    throw new ORPCError(reply.error.code, reply.error)
  }
}

/** As `answer`, unless the signal is aborted before: nobody waits then. What the service does goes on. */
const orAborted = <T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> =>
  signal === undefined
    ? answer
    : new Promise<T>((resolve, reject) => {
        const abort = () => reject(signal.reason)
        signal.addEventListener('abort', abort)
        answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
      })

function eventsOf(bridge: Bridge, signal?: AbortSignal) {
  let off: () => void
  const stream = new ReadableStream<Event>({
    start(controller) {
      off = bridge.onEvent(event => controller.enqueue(event))
      signal?.addEventListener('abort', () => {
        off()
        controller.error(signal.reason)
      })
    },
    cancel: () => off(),
  })
  return stream.values()
}

/** The typed client in the desktop window. */
export const createIpcClient = (bridge: Bridge): Client => createORPCClient(inOwnWords(new IpcLink(bridge)))
