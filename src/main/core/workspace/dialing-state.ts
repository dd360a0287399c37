import type { Dialing } from '../../../contract/dialing'
import { isoTime } from '../../../contract/wire'
import { all, type ReadDb, sql } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import { MINUTE } from '../kernel/time'
import { isSimulated } from './desk-time'
import { getState, setState } from './state'

export interface DialingState {
  state: Dialing['state']
  since: number
  reason: string | null
}

/** Whether the workspace dials. It is stored, so that a restart does not change it. */
export const get = (db: ReadDb): DialingState => unwritten.get(db) ?? storedIn(db)

const storedIn = (db: ReadDb): DialingState =>
  getState<DialingState>(db, 'dialing') ?? { state: 'dialing', since: 0, reason: null }

/** States for which there was no room on the disk, by database. They hold until one is stored. */
const unwritten = new WeakMap<ReadDb, DialingState>()

/** Halts dialing without storing it. Returns whether it is still so held. */
export function holdHalted(context: Context, reason: string | null): () => boolean {
  const state: DialingState = { state: 'halted', since: context.clock.now(), reason }
  unwritten.set(context.db, state)
  for (const { id } of all<{ id: number }>(context.db, sql`SELECT id FROM users`))
    context.bus.publish(id, { type: 'dialing.changed', dialing: present(state) })
  return () => unwritten.get(context.db) === state
}

/** By how much desk time and the machine's clock may differ while the desk dials, ms. */
const CLOCKS_MAY_DIFFER = 2 * MINUTE

/**
 * Why nothing is dialed although dialing is on: the clock of the machine was set back, and desk time, which never goes
 * back, is ahead of it. Null: both agree, or time is simulated.
 */
export function clockTrouble({ db, clock, wall }: Pick<Context, 'db' | 'clock' | 'wall'>): string | null {
  const ahead = clock.now() - wall.now()
  if (Math.abs(ahead) <= CLOCKS_MAY_DIFFER || isSimulated(db)) return null
  const minutes = Math.round(Math.abs(ahead) / MINUTE)
  const span = minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
  const side = ahead > 0 ? 'behind' : 'ahead of'
  return `The clock of this machine is ${span} ${side} the time of the desk. Nothing is dialed until they agree, so that nobody is called outside the hours; dialing then goes on by itself.`
}

/** As `get`; while the clocks differ, the reason and since when. */
export function current(context: Pick<Context, 'db' | 'clock' | 'wall'>): DialingState {
  const stored = get(context.db)
  const reason = stored.state === 'dialing' ? clockTrouble(context) : null
  if (reason === null) return stored
  return { ...stored, since: getState<number>(context.db, 'clocks_differ_since') ?? context.clock.now(), reason }
}

/** Stores since when the clocks differ, or that they agree again, and tells the operator. Returns whether they differ. */
export function checkClocks(context: Context): boolean {
  const reason = clockTrouble(context)
  const known = getState<number | null>(context.db, 'clocks_differ_since') ?? null
  if ((reason !== null) === (known !== null)) return reason !== null
  setState(context.db, 'clocks_differ_since', reason === null ? null : context.clock.now())
  const dialing = present(current(context))
  for (const { id } of all<{ id: number }>(context.db, sql`SELECT id FROM users`)) {
    context.bus.publish(id, { type: 'dialing.changed', dialing })
    const text = reason ?? 'The clock of this machine and the time of the desk agree again. Dialing goes on.'
    context.bus.publish(id, { type: 'operator.told', level: reason === null ? 'info' : 'warning', text })
  }
  return reason !== null
}

export const present = (d: DialingState): Dialing => ({ ...d, since: isoTime(d.since) })

/** Sets whether the workspace dials. Setting the same state again changes nothing, also not `since`. */
export function set(context: Context, state: DialingState['state'], reason: string | null): DialingState {
  return transact(context, () => {
    const held = unwritten.get(context.db)
    const before = storedIn(context.db)
    if (before.state === state && !held) return before
    // A halt that was only held ends when what is set here is stored.
    context.commits.after(failed => {
      if (failed === undefined && unwritten.get(context.db) === held) unwritten.delete(context.db)
    })
    const now: DialingState = { state, since: context.clock.now(), reason }
    setState(context.db, 'dialing', now)
    for (const { id } of all<{ id: number }>(context.db, sql`SELECT id FROM users`))
      context.bus.publish(id, { type: 'dialing.changed', dialing: present(now) })
    return now
  })
}
