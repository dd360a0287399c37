import { ORPCError } from '@orpc/client'
import type { StoreApi } from 'zustand/vanilla'
import type { Dialing } from '../../contract/dialing'
import type { Client } from '../api/client'
import { said } from '../words/said'

/** What stops the desk: no new calls, or no calls at all. */
export type StopKind = 'pause' | 'halt'

/** A stop that is on its way to the service. */
export interface Stopping {
  kind: StopKind
  /** Epoch milliseconds of this machine. */
  since: number
  /** It has not got through for so long that the person must know. */
  isLate: boolean
}

/** A person must know when a stop has not got through after so long, ms. */
const LATE = 2000
/** A stop that is answered within this time, ms, needs no clear way. */
const QUICK = 200
/** How long one try may take, and how long to wait for the next one, ms. */
const [TRY, NEXT_TRY] = [2000, 500]
/** On this channel a tab asks all others to clear the way. */
const WAY = 'callwright.way'

/**
 * Stops the desk, and goes on trying until the service has answered. Nothing goes before it: when it does not get through
 * at once, all tabs drop their own questions. Returns what the service says it did; undefined when the person has given
 * up. Throws what the service refuses.
 */
export type Stop = (kind: StopKind) => Promise<string | undefined>

interface Parts {
  client: Client
  store: StoreApi<{ stopping: Stopping | null }>
  clearTheWay: () => void
  /** Shows the state that the service has answered, also when events do not arrive. */
  show: (dialing: Dialing) => void
}

export function createStop({ client, store, clearTheWay, show }: Parts) {
  const way = new BroadcastChannel(WAY)
  way.onmessage = clearTheWay
  let giveUp = new AbortController()

  function clear() {
    way.postMessage(null)
    clearTheWay()
  }

  const stop: Stop = async kind => {
    if (store.getState().stopping?.kind === kind) return undefined
    // Stop all goes before a pause that did not get through.
    giveUp.abort()
    const mine = new AbortController()
    giveUp = mine
    const stopping: Stopping = { kind, since: Date.now(), isLate: false }
    store.setState({ stopping })
    const late = setTimeout(() => store.setState({ stopping: { ...stopping, isLate: true } }), LATE)
    try {
      while (!mine.signal.aborted) {
        const clearing = setTimeout(clear, QUICK)
        try {
          const signal = AbortSignal.any([mine.signal, AbortSignal.timeout(TRY)])
          const { message, data } = await client.dialing[kind]({}, { signal })
          show(data)
          return said(message)
        } catch (error) {
          if (error instanceof ORPCError && error.status < 500) throw error
          // It did not get through. The person is told when that takes long.
        } finally {
          clearTimeout(clearing)
        }
        await new Promise(resolve => setTimeout(resolve, NEXT_TRY))
      }
      return undefined
    } finally {
      clearTimeout(late)
      if (giveUp === mine) store.setState({ stopping: null })
    }
  }
  return {
    stop,
    /** Stops trying. */
    giveUp: () => giveUp.abort(),
    close: () => way.close(),
  }
}
