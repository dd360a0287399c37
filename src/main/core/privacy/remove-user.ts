import { counted } from '../../../contract/words'
import { all, one, sql } from '../../store/sql'
import { isOpen } from '../calls/call-states'
import { stop } from '../campaigns/campaign-states'
import { type Context, transact } from '../kernel/context'
import { conflict, notFound } from '../kernel/errors'
import { getUser, listUsers, markRemoved } from '../workspace/users'

/**
 * Removes a user: API keys, sessions and links end, and campaigns stop. Records stay, since the ledger is kept. `by`: who asks;
 * null: the command line. Throws `not_found`, or `conflict` for oneself, for the last user, and for one who is on the phone
 * or has numbers, which would go on ringing and cost rent.
 */
export function removeUser(context: Context, by: number | null, id: number) {
  transact(context, () => {
    const { db } = context
    const user = getUser(db, id)
    if (!user) throw notFound('User')
    if (listUsers(db).length === 1) throw conflict('The last user stays. Add another one first.')
    if (id === by) throw conflict('You cannot remove yourself. Another user can.')
    const { n: talking } = one<{ n: number }>(
      db,
      sql`SELECT count(*) AS n FROM calls WHERE ${isOpen} AND user_id = ${id}`,
    )!
    if (talking > 0)
      throw conflict(`${user.name} has ${counted(talking, 'call')} under way. Hang up, or wait until they have ended.`)
    const { n: numbers } = one<{ n: number }>(
      db,
      sql`SELECT count(*) AS n FROM phone_numbers WHERE user_id = ${id} AND status <> 'cancelling'`,
    )!
    if (numbers > 0)
      throw conflict(`${user.name} has ${counted(numbers, 'number')}. Sign in as ${user.name} and release them first.`)
    const running = all<{ id: number }>(
      db,
      sql`SELECT id FROM campaigns WHERE user_id = ${id} AND (status = 'in-progress' OR halted_at IS NOT NULL)`,
    )
    for (const campaign of running) stop(context, id, campaign.id)
    markRemoved(context, id)
  })
}
