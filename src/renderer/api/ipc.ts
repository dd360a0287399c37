import { type ClientContext, type ClientLink, type ClientOptions, createORPCClient, ORPCError } from '@orpc/client'
import { type Bridge, packFiles } from '../../contract/bridge'
import type { Event } from '../../contract/events'
import type { Client } from './client'

declare global {
  interface Window {
    readonly callwright?: Bridge
  }
}

class IpcLink implements ClientLink<ClientContext> {
  constructor(private readonly bridge: Bridge) {}

  async call(path: readonly string[], input: unknown, { signal }: ClientOptions<ClientContext>) {
    // The bridge cannot return a stream. Events have their own channel.
    if (path.join('.') === 'events.stream') return eventsOf(this.bridge, signal)
    const reply = await this.bridge.invoke(path, await packFiles(input))
    if (reply.ok) return reply.output
    throw new ORPCError(reply.error.code, reply.error)
  }
}

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
export const createIpcClient = (bridge: Bridge): Client => createORPCClient(new IpcLink(bridge))
