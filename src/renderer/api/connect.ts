import { type Client, createHttpClient } from './client'
import { type Follow, followStream } from './events'
import { createIpcClient } from './ipc'
import { openSession } from './session'
import { createSharedEvents } from './shared-events'

/** How the console asks the service, and hears of changes. */
export interface Connection {
  client: Client
  follow: Follow
}

/**
 * The connection of this page: over IPC in the desktop window, else over HTTP. Undefined when nobody is signed in. Throws
 * when the service does not answer.
 */
export async function connect(): Promise<Connection | undefined> {
  if (window.callwright) return ownStream(createIpcClient(window.callwright))
  const session = await openSession()
  if (session === undefined) return undefined
  const client = createHttpClient(session)
  return 'SharedWorker' in window ? { client, follow: createSharedEvents(session) } : ownStream(client)
}

const ownStream = (client: Client): Connection => ({
  client,
  follow: (onSignal, until) => void followStream(client, onSignal, until),
})
