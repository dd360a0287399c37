import { createStore, type StoreApi } from 'zustand/vanilla'
import { onLineStatuses } from '../../contract/calls'
import type { Dialing } from '../../contract/dialing'
import type { Event } from '../../contract/events'
import type { Settings } from '../../contract/settings'
import type { Client } from '../api/client'
import { createRefresher } from './refresher'

/** The desk's time when it was last asked for, and its speed. The speed differs from 1 only in a simulation. */
export interface DeskClock {
  /** The desk's time, in epoch milliseconds. */
  now: number
  /** This machine's time at that moment. */
  at: number
  speed: number
}

/** The desk's time when this machine's time is `moment`. */
export const deskTime = ({ now, at, speed }: DeskClock, moment = Date.now()) => now + (moment - at) * speed

/** What the frame around every page shows. */
export interface DeskState {
  settings: Settings | null
  dialing: Dialing | null
  balance: number | null
  /** How many calls are with the carrier now. */
  live: number | null
  clock: DeskClock
  /** Whether events arrive. Otherwise the shown data may be old. */
  connected: boolean
}

export interface Desk {
  client: Client
  store: StoreApi<DeskState>
  /** Calls the listener with every event, and with null when earlier events may have been missed. */
  onEvent(listener: (event: Event | null) => void): () => void
  /** Follows the service's events. Returns a function that stops this. */
  start(): () => void
}

/** Milliseconds. */
const RECONNECT_AFTER = 2000

/** The state of the desk, updated by the service's events. */
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
  const publish = (event: Event | null) => {
    for (const listener of listeners) listener(event)
  }

  /** Aborted when the current connection ends. */
  let connection = new AbortController()
  /** Sends a request. If it fails, the connection is closed and made again, and the frame shows that it was lost. */
  async function askOrReconnect(ask: () => Promise<unknown>) {
    const mine = connection
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
    applySettings(settings)
    store.setState({ dialing, balance: me.total_balance })
    await countLive()
  }
  async function countLive() {
    const counts = await Promise.all(onLineStatuses.map(status => client.calls.list({ status, per_page: 1 })))
    store.setState({ live: counts.reduce((sum, { total }) => sum + total, 0) })
  }
  function applySettings(settings: Settings) {
    store.setState({ settings, clock: { now: Date.parse(settings.now), at: Date.now(), speed: settings.speed } })
  }

  const liveCount = createRefresher(() => askOrReconnect(countLive))

  function apply(event: Event) {
    if (event.type === 'balance.changed') store.setState({ balance: event.total_balance })
    if (event.type === 'dialing.changed') store.setState({ dialing: event.dialing })
    if (event.type === 'call.changed' || event.type === 'call.withdrawn') liveCount.soon()
    if (event.type === 'settings.changed') void askOrReconnect(async () => applySettings(await client.settings.get({})))
    publish(event)
  }

  async function follow(signal: AbortSignal) {
    while (!signal.aborted) {
      const mine = new AbortController()
      connection = mine
      try {
        const events = await client.events.stream({}, { signal: AbortSignal.any([signal, mine.signal]) })
        await load()
        store.setState({ connected: true })
        publish(null)
        for await (const event of events) apply(event)
      } catch {
        // The frame shows that the connection is lost, and it is tried again below.
      } finally {
        // Close the stream, because it is not read any more.
        mine.abort()
      }
      store.setState({ connected: false })
      if (!signal.aborted) await new Promise(resolve => setTimeout(resolve, RECONNECT_AFTER))
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
        liveCount.stop()
      }
    },
  }
}
