import { t } from '../words/words'
import { type Client, createHttpClient } from './client'
import { type Follow, followStream } from './events'
import { createIpcClient } from './ipc'
import { inOwnWords } from './own-words'
import { openSession } from './session'
import { createSharedEvents } from './shared-events'

/** How the console asks the service, and hears of changes. */
export interface Connection {
  client: Client
  follow: Follow
  /** Drops all requests that wait for an answer, except those that stop the desk. Each fails with Unreachable. */
  drop(): void
}

/**
 * The connection of this page: over IPC in the desktop window, else over HTTP. Undefined when nobody is signed in. Throws
 * when the service does not answer.
 */
export async function connect(): Promise<Connection | undefined> {
  // Requests over IPC do not wait for one another.
  if (window.callwright) return { ...ownStream(createIpcClient(window.callwright)), drop() {} }
  const session = await openSession()
  if (session === undefined) return undefined
  const { client, drop } = createHttpClient(session, {
    unreachable: t('The service does not answer'),
    around: inOwnWords,
  })
  if (!('SharedWorker' in window)) return { ...ownStream(client), drop }
  return { client, follow: createSharedEvents(session), drop }
}

const ownStream = (client: Client) => ({
  client,
  follow: ((onSignal, until) => void followStream(client, onSignal, until)) satisfies Follow,
})
