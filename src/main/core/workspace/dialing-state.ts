import type { Dialing } from '../../../contract/dialing'
import { isoTime } from '../../../contract/wire'
import { all, type ReadDb, sql } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import { getState, setState } from './state'

export interface DialingState {
  state: Dialing['state']
  since: number
  reason: string | null
}

/** Whether the workspace dials. It is stored, so that a restart does not change it. */
export const get = (db: ReadDb): DialingState =>
  getState<DialingState>(db, 'dialing') ?? { state: 'dialing', since: 0, reason: null }

export const present = (d: DialingState): Dialing => ({ ...d, since: isoTime(d.since) })

/** Sets whether the workspace dials. Setting the same state again changes nothing, also not `since`. */
export function set(context: Context, state: DialingState['state'], reason: string | null): DialingState {
  return transact(context, () => {
    const before = get(context.db)
    if (before.state === state) return before
    const now: DialingState = { state, since: context.clock.now(), reason }
    setState(context.db, 'dialing', now)
    for (const { id } of all<{ id: number }>(context.db, sql`SELECT id FROM users`))
      context.bus.publish(id, { type: 'dialing.changed', dialing: present(now) })
    return now
  })
}
