import { run, sql } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import { conflict } from '../kernel/errors'
import * as calls from './calls'
import { removeRecordings } from './recordings'

/** Deletes a call with its words and its recording. Throws `not_found`, or `conflict` while it is not final. */
export function removeCall(context: Context, userId: number, id: number) {
  const { recording } = transact(context, () => {
    const call = calls.get(context.db, userId, id)
    if (calls.isLive(call)) throw conflict('The call is under way. Hang it up first, and delete it when it has ended.')
    // What was told of it holds its words too; what is still to be told is told no more.
    run(context.db, sql`DELETE FROM deliveries WHERE call_id = ${id}`)
    run(context.db, sql`DELETE FROM calls WHERE id = ${id}`)
    context.bus.publish(userId, { type: 'call.withdrawn', id })
    return call
  })
  removeRecordings(context, [recording])
}
