import type { Carrier } from '../../ports/carrier'
import type { MessagingProvider } from '../../ports/messaging-provider'
import type { Models } from '../../ports/models'
import type { NumberProvider } from '../../ports/number-provider'
import type { Clock, Log, Random, Send } from '../../ports/system'
import type { DocumentFiles } from '../../store/document-files'
import type { Secrets } from '../../store/secrets'
import type { WriteDb } from '../../store/sql'
import type { Bus } from './bus'

/**
 * What core works with on this machine: the store, time, and the bus that publishes changes. Nothing in it reaches the
 * network. Made once, in service.ts.
 */
export interface Context {
  readonly db: WriteDb
  readonly bus: Bus
  readonly secrets: Secrets
  readonly log: Log
  readonly random: Random
  /** Desk time: due times, windows, ringing and talking, every created_at. */
  readonly clock: Clock
  /** How many times as fast as wall time desk time runs. */
  readonly speed: number
  /** Wall time: what belongs to the world, such as webhook retries and sessions. */
  readonly wall: Clock
  /** The folder of the recordings. */
  readonly recordings: string
  /** Uploaded files that wait to be read. */
  readonly documents: DocumentFiles
  /** The API's own address, with which every URL in an answer begins; ends in /api. */
  readonly baseUrl: string
}

/**
 * What core reaches the outside world with. Only a function that is handed it, or a part of it, can reach the network;
 * so the compiler knows which ones can.
 */
export interface Outside {
  /** Takes commands about legs; its reports come in through the switchboard. */
  readonly carrier: Pick<Carrier, 'send'>
  /** Lets somebody call one of our numbers, with the simulated carrier only. Returns the id of the leg. */
  readonly ringIn: ((call: { from: string; to: string }) => string) | null
  /** Sends SMS; its reports come in through the messenger. */
  readonly messagingProvider: Pick<MessagingProvider, 'name' | 'sendSms'>
  readonly numberProvider: NumberProvider
  readonly models: Models
  /** Sends HTTP requests: webhooks and tools. */
  readonly send: Send
}

/**
 * Runs `work` in one transaction and publishes its events after the commit. The transaction takes the write lock at
 * once: a transaction that first reads and then writes would fail when another process wrote in between
 * (SQLITE_BUSY_SNAPSHOT). Inside another transaction, `work` joins it.
 */
export const transact = <T>(context: Pick<Context, 'db' | 'bus'>, work: () => T): T =>
  context.bus.after(() => (context.db.inTransaction ? work() : context.db.transaction(work).immediate()))

/** A part of a transaction that may fail by itself: then only its own changes are undone. */
export const savepoint = <T>(context: Pick<Context, 'db' | 'bus'>, work: () => T): T =>
  context.bus.after(() => context.db.transaction(work)())

/** The context with its desk time fixed, so that everything one round does has one time, however fast desk time runs. */
export function atOneMoment(context: Context): Context {
  const moment = context.clock.now()
  const { clock } = context
  return { ...context, clock: { now: () => moment, setTimer: (at, fire) => clock.setTimer(at, fire) } }
}
