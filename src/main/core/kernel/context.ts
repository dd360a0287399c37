import type { Carrier } from '../../ports/carrier'
import type { Models } from '../../ports/models'
import type { Exchange } from '../../ports/number-provider'
import type { Clock, Log, Random, Send } from '../../ports/system'
import type { DocumentFiles } from '../../store/document-files'
import type { Secrets } from '../../store/secrets'
import type { WriteDb } from '../../store/sql'
import type { Bus } from './bus'

/** What core works with. Made once, in service.ts, and handed to whoever needs it. */
export interface Context {
  readonly db: WriteDb
  readonly bus: Bus
  readonly secrets: Secrets
  readonly log: Log
  readonly random: Random
  /** Desk time: due times, windows, talking, every created_at. */
  readonly clock: Clock
  /** How many times as fast as the wall's it runs. */
  readonly speed: number
  /** Wall time: what belongs to the world, such as webhook retries and sessions. */
  readonly wall: Clock
  /** Where calls are asked for; its reports come in by another way. */
  readonly line: Pick<Carrier, 'send'>
  /** Lets somebody call one of our numbers, on a simulated line only. Answers the leg. */
  readonly ringIn: ((call: { from: string; to: string }) => string) | null
  /** Where numbers are rented and messages go; what it reports comes in by another way. */
  readonly exchange: Omit<Exchange, 'start' | 'stop'>
  /** How requests go out: webhooks, tools. */
  readonly send: Send
  /** What thinks, in conversations and afterwards. */
  readonly models: Models
  /** Where recordings lie. */
  readonly recordings: string
  /** Uploaded files that wait to be read. */
  readonly documents: DocumentFiles
  /** What stands before every path that is answered as a URL; ends in /api. Known once the door is open. */
  baseUrl: string
}

/**
 * One transaction, which takes the write lock at once: one that reads first and writes then would fail when another
 * process wrote in between (SQLITE_BUSY_SNAPSHOT). Its events are told after the commit.
 */
export const transact = <T>(context: Pick<Context, 'db' | 'bus'>, work: () => T): T =>
  context.bus.after(() => (context.db.inTransaction ? work() : context.db.transaction(work).immediate()))

/** The desk with its time standing still: what one round does bears one time, however fast desk time runs. */
export function atOneMoment(context: Context): Context {
  const moment = context.clock.now()
  const { clock } = context
  return { ...context, clock: { now: () => moment, setTimer: (at, fire) => clock.setTimer(at, fire) } }
}

/** A part of a transaction that can fail by itself: what it did is undone, the rest goes on. */
export const savepoint = <T>(context: Pick<Context, 'db' | 'bus'>, work: () => T): T =>
  context.bus.after(() => context.db.transaction(work)())
