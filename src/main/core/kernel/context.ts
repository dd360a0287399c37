import type { Carrier } from '../../ports/carrier'
import type { MessagingProvider } from '../../ports/messaging-provider'
import type { Models } from '../../ports/models'
import type { NumberProvider } from '../../ports/number-provider'
import type { Clock, Log, Random, Send } from '../../ports/system'
import type { TrunkLine } from '../../ports/trunk-line'
import type { DataCare } from '../../store/data-care'
import type { DocumentFiles } from '../../store/document-files'
import type { Secrets } from '../../store/secrets'
import type { WriteDb } from '../../store/sql'
import type { Bus } from './bus'
import type { Commits } from './commits'

/**
 * What core works with on this machine: the store, the clocks and the event bus. Nothing in it reaches the network.
 * service.ts makes one for the service, and commands.ts one for each command.
 */
export interface Context {
  readonly db: WriteDb
  readonly commits: Commits
  readonly bus: Bus
  readonly secrets: Secrets
  readonly log: Log
  readonly random: Random
  /** Desk time: for due times, windows, ringing and talking, every created_at but that of API keys. */
  readonly clock: Clock
  /** Desk time runs this many times as fast as wall time. */
  readonly speed: number
  /** Wall time: for what real clients and servers see, such as webhook retries and sessions. */
  readonly wall: Clock
  /** The folder of the recordings. */
  readonly recordings: string
  /** Uploaded files that are not read yet. */
  readonly documents: DocumentFiles
  /** The data folder as a whole. */
  readonly data: DataCare
  /** The version of this build. */
  readonly version: string
  /** The API's own address; every URL in an answer begins with it. Ends in /api. */
  readonly baseUrl: string
}

/**
 * What core needs to reach the network. Core has no other way out, so a function's parameters show whether it reaches the
 * network.
 */
export interface Outside {
  /** Takes commands about legs; its reports go to the switchboard. */
  readonly carrier: Pick<Carrier, 'send'>
  /** Simulates a call to one of our numbers by the simulated carrier, and returns the id of its leg. */
  readonly ringIn: (call: { from: string; to: string }) => string
  /** Sends SMS; its reports go to the messenger. */
  readonly messagingProvider: Pick<MessagingProvider, 'name' | 'sendSms'>
  readonly numberProvider: NumberProvider
  /** The SIP trunks in service. */
  readonly trunks: Pick<TrunkLine, 'state' | 'test' | 'cancelTests'>
  readonly models: Models
  /** Sends HTTP requests: webhooks and tools. */
  readonly send: Send
}

/**
 * Runs `work` in one transaction and publishes its events after the commit. Inside another transaction, `work` joins
 * that one. The commit comes at the end of this turn of the event loop, for all transactions in it.
 */
export const transact = <T>({ bus, commits }: Pick<Context, 'bus' | 'commits'>, work: () => T): T =>
  bus.after(() => commits.run(work), commits)

/** Runs a part of a transaction. When it throws, only its own changes and events are undone. */
export const savepoint = <T>({ bus, commits }: Pick<Context, 'bus' | 'commits'>, work: () => T): T =>
  bus.after(() => commits.savepoint(work), commits)

/** The context with desk time fixed at now, so that everything in one round happens at the same time. */
export function atOneMoment(context: Context): Context {
  const moment = context.clock.now()
  const { clock } = context
  return { ...context, clock: { now: () => moment, setTimer: (at, fire) => clock.setTimer(at, fire) } }
}
