import { createStore, type StoreApi } from 'zustand/vanilla'
import { onLineStatuses } from '../../contract/calls'
import type { Dialing } from '../../contract/dialing'
import type { Event } from '../../contract/events'
import type { Settings } from '../../contract/settings'
import type { Client } from '../api/client'
import { createPace } from './pace'

/** The desk's time: what it was when it was last asked, and how fast it runs, which is not 1 only where it is simulated. */
export interface DeskClock {
  /** Epoch milliseconds of the desk's time, and of this machine's when it was that. */
  now: number
  at: number
  speed: number
}

/** The desk's time at a moment of this machine's. */
export const deskTime = ({ now, at, speed }: DeskClock, moment = Date.now()) => now + (moment - at) * speed

/** What every page's frame shows. */
export interface DeskState {
  settings: Settings | null
  dialing: Dialing | null
  balance: number | null
  /** Calls that are on a line now. */
  live: number | null
  clock: DeskClock
  /** Events come in; otherwise what is shown may be old. */
  connected: boolean
}

export interface Desk {
  client: Client
  store: StoreApi<DeskState>
  /** Told of every event, and of null when what came before may have been missed. */
  onEvent(listener: (event: Event | null) => void): () => void
  /** Follows the service until it is told to stop. */
  start(): () => void
}

const AGAIN_AFTER = 2000

/** The state of the desk, kept true by the service's events. */
export function createDesk(client: Client): Desk {
  const store = createStore<DeskState>(() => ({
    settings: null,
    dialing: null,
    balance: null,
    live: null,
    clock: { now: Date.now(), at: Date.now(), speed: 1 },
    connected: false,
  }))
  const listeners = new Set<(event: Event | null) => void>()
  const tell = (event: Event | null) => {
    for (const listener of listeners) listener(event)
  }

  /** Ends with the connection that it is of. */
  let round = new AbortController()
  /** Asks about something; when that fails the notice says that what is shown may be old, and all is begun anew. */
  async function askOrBeginAnew(ask: () => Promise<unknown>) {
    const mine = round
    try {
      await ask()
    } catch {
      mine.abort()
    }
  }

  async function load() {
    const [me, settings, dialing] = await Promise.all([
      client.account.me({}),
      client.settings.get({}),
      client.dialing.get({}),
    ])
    takeSettings(settings)
    store.setState({ dialing, balance: me.total_balance })
    await countLive()
  }
  async function countLive() {
    const counts = await Promise.all(onLineStatuses.map(status => client.calls.list({ status, per_page: 1 })))
    store.setState({ live: counts.reduce((sum, { total }) => sum + total, 0) })
  }
  function takeSettings(settings: Settings) {
    store.setState({ settings, clock: { now: Date.parse(settings.now), at: Date.now(), speed: settings.speed } })
  }

  const counting = createPace(() => askOrBeginAnew(countLive))

  function take(event: Event) {
    if (event.type === 'balance.changed') store.setState({ balance: event.total_balance })
    if (event.type === 'dialing.changed') store.setState({ dialing: event.dialing })
    if (event.type === 'call.changed' || event.type === 'call.withdrawn') counting.soon()
    if (event.type === 'settings.changed') void askOrBeginAnew(async () => takeSettings(await client.settings.get({})))
    tell(event)
  }

  async function follow(signal: AbortSignal) {
    while (!signal.aborted) {
      const mine = new AbortController()
      round = mine
      try {
        const events = await client.events.stream({}, { signal: AbortSignal.any([signal, mine.signal]) })
        await load()
        store.setState({ connected: true })
        tell(null)
        for await (const event of events) take(event)
      } catch {
        // Whatever it was, the notice says that the connection is lost, and it is tried again.
      } finally {
        // A stream that is not read any more is not left open either.
        mine.abort()
      }
      store.setState({ connected: false })
      if (!signal.aborted) await new Promise(resolve => setTimeout(resolve, AGAIN_AFTER))
    }
  }

  return {
    client,
    store,
    onEvent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    start() {
      const abort = new AbortController()
      void follow(abort.signal)
      return () => {
        abort.abort()
        counting.stop()
      }
    },
  }
}
