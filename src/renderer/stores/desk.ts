import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { MutationCache, type Query, QueryCache, QueryClient, QueryObserver } from '@tanstack/react-query'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Dialing } from '../../contract/dialing'
import type { Event } from '../../contract/events'
import type { Settings } from '../../contract/settings'
import type { Ask, Client } from '../api/client'
import type { Connection } from '../api/connect'
import type { Signal } from '../api/events'
import { type Assumptions, createAssumptions } from './assumed'
import { isPassing } from './failure'
import { madeOldBy } from './made-old'
import { createStale, EVERYTHING } from './stale'
import { createStop, type Stop, type Stopping } from './stop'

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
  clock: DeskClock
  /** Whether events arrive: when it is lost, what is shown may be old. */
  connection: 'opening' | 'open' | 'lost'
  /** A stop that the service has not answered yet. */
  stopping: Stopping | null
}

export interface Desk {
  client: Client
  ask: Ask
  queries: QueryClient
  store: StoreApi<DeskState>
  /** Calls the listener with every event. */
  onEvent(listener: (event: Event) => void): () => void
  /** Shows a change of the person's before the service has answered. */
  assume(): Assumptions
  /** The person has changed something: what it makes old is asked for again at once. Every `useChange` does this. */
  hurry(): void
  /** Asks for nothing that events make old while this is under way. */
  quietly<T>(act: () => Promise<T>): Promise<T>
  /** Pauses or halts dialing, ahead of everything else. */
  stop: Stop
  /** Stops trying to stop. */
  giveUpStop(): void
  /** Follows the service's events. Returns a function that stops this. */
  start(): () => void
}

/** When a question that was not answered is asked again, ms. */
const ASK_AGAIN_AFTER = 1000

/**
 * The state of the desk and the answers of the service. An answer is kept until an event makes it old. Then it is asked for
 * again if it is shown, else when it is shown next.
 */
export function createDesk({ client, follow, drop }: Connection, onSignedOut: () => void): Desk {
  const ask = createTanstackQueryUtils(client)
  const queries: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 10 * 60_000,
        // The service is on this machine: whether the network is there says nothing.
        networkMode: 'always',
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
    queryCache: new QueryCache({
      onError: (error, query) => isPassing(error) && askAgain(query),
      onSuccess: (_, query) => unanswered.delete(query.queryHash) && showConnection(),
    }),
    mutationCache: new MutationCache({ onSuccess: () => stale.hurry() }),
  })
  const stale = createStale(queries)
  const store = createStore<DeskState>(() => ({
    settings: null,
    dialing: null,
    balance: null,
    clock: { now: Date.now(), at: Date.now(), speed: 1 },
    connection: 'opening',
    stopping: null,
  }))
  const listeners = new Set<(event: Event) => void>()
  /** Whether the stream of events is open. */
  let stream: DeskState['connection'] = 'opening'
  /** The questions that the service did not answer, and that are asked again. */
  const unanswered = new Set<string>()

  function showConnection() {
    store.setState({ connection: stream === 'open' && unanswered.size > 0 ? 'lost' : stream })
  }

  /** Asks again, while it is shown. */
  function askAgain(query: Query<unknown, unknown>) {
    unanswered.add(query.queryHash)
    showConnection()
    setTimeout(() => {
      if (query.isActive()) return stale.mark([query.queryKey])
      unanswered.delete(query.queryHash)
      showConnection()
    }, ASK_AGAIN_AFTER)
  }

  // What the frame shows comes from the same answers as everything else. Observed, they are asked for again when old.
  const settings = new QueryObserver(queries, ask.settings.get.queryOptions({ input: {} }))
  const dialing = new QueryObserver(queries, ask.dialing.get.queryOptions({ input: {} }))
  const me = new QueryObserver(queries, ask.account.me.queryOptions({ input: {} }))

  function observeFrame() {
    const offs = [
      settings.subscribe(({ data, dataUpdatedAt: at }) => {
        if (data) store.setState({ settings: data, clock: { now: Date.parse(data.now), at, speed: data.speed } })
      }),
      dialing.subscribe(({ data = null }) => store.setState({ dialing: data })),
      me.subscribe(({ data }) => store.setState({ balance: data?.total_balance ?? null })),
    ]
    return () => {
      for (const off of offs) off()
    }
  }

  const showDialing = (now: Dialing) => queries.setQueryData(ask.dialing.get.queryKey({ input: {} }), now)

  function apply(event: Event) {
    if (event.type === 'balance.changed')
      queries.setQueryData(
        ask.account.me.queryKey({ input: {} }),
        me => me && { ...me, total_balance: event.total_balance },
      )
    if (event.type === 'dialing.changed') showDialing(event.dialing)
    stale.mark(madeOldBy(ask, event))
    for (const listener of listeners) listener(event)
  }

  function hear(signal: Signal) {
    switch (signal.type) {
      case 'open': {
        const isFirst = stream === 'opening'
        stream = 'open'
        showConnection()
        // What was asked for just now need not be asked for again at once.
        if (isFirst) stale.mark([EVERYTHING])
        else stale.markAll()
        return
      }
      case 'event':
        return apply(signal.event)
      case 'lost':
        stream = 'lost'
        return showConnection()
      case 'signed-out':
        return onSignedOut()
    }
  }

  const stopping = createStop({ client, store, clearTheWay: drop, show: showDialing })

  return {
    client,
    ask,
    queries,
    store,
    onEvent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    assume: () => createAssumptions(queries, stale.mark),
    hurry: stale.hurry,
    quietly: stale.quietly,
    stop: stopping.stop,
    giveUpStop: stopping.giveUp,
    start() {
      const abort = new AbortController()
      follow(hear, abort.signal)
      const stopObserving = observeFrame()
      return () => {
        abort.abort()
        stopObserving()
        stale.stop()
        stopping.close()
      }
    },
  }
}
