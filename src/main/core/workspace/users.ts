import { all, insert, one, type ReadDb, run, sql } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import { conflict, notFound } from '../kernel/errors'
import { book } from '../money/ledger'

export interface User {
  id: number
  name: string
  email: string
}

const users = sql`SELECT id, name, email FROM users WHERE removed_at IS NULL`

export const getUser = (db: ReadDb, id: number) => one<User>(db, sql`${users} AND id = ${id}`)

export const userByEmail = (db: ReadDb, email: string) => one<User>(db, sql`${users} AND email = ${email}`)

export const listUsers = (db: ReadDb) => all<User>(db, sql`${users} ORDER BY id`)

export const firstUser = (db: ReadDb) => one<User>(db, sql`${users} ORDER BY id LIMIT 1`)

/** Creates a user. The first one gets 25.00 USD of simulated credit. Throws `conflict` when the address is taken. */
export function createUser(context: Context, given: { name: string; email: string }): User {
  return transact(context, () => {
    refuseTaken(context.db, given.email)
    const first = firstUser(context.db) === undefined
    const id = insert(
      context.db,
      sql`INSERT INTO users (name, email, created_at) VALUES (${given.name}, ${given.email}, ${context.clock.now()})`,
    )
    if (first)
      book(context, id, { type: 'simulated_credit', amount: 25_000_000, what: 'Simulated credit to try things with' })
    publishChange(context)
    return { id, name: given.name, email: given.email }
  })
}

function refuseTaken(db: ReadDb, email: string, self?: number) {
  const found = userByEmail(db, email)
  if (found && found.id !== self) throw conflict(`There is a user with the address ${email} already.`)
}

/** Changes the name or the address. Throws `not_found`, or `conflict` when the address is taken. */
export function updateUser(context: Context, id: number, change: { name?: string; email?: string }): User {
  return transact(context, () => {
    const before = getUser(context.db, id)
    if (!before) throw notFound('User')
    const { name = before.name, email = before.email } = change
    refuseTaken(context.db, email, id)
    run(context.db, sql`UPDATE users SET name = ${name}, email = ${email} WHERE id = ${id}`)
    publishChange(context)
    return getUser(context.db, id)!
  })
}

/**
 * Marks a user as removed, revokes their keys and ends their sessions and links. Their address is free again. What else has
 * to be so, `removeUser` of privacy checks. Call inside a transaction.
 */
export function markRemoved(context: Context, id: number) {
  const { db, wall } = context
  run(
    db,
    sql`UPDATE users SET removed_at = ${wall.now()}, removed_email = email, email = ${`removed-${id}`} WHERE id = ${id}`,
  )
  run(db, sql`UPDATE api_keys SET revoked_at = ${wall.now()} WHERE user_id = ${id} AND revoked_at IS NULL`)
  run(db, sql`DELETE FROM console_sessions WHERE user_id = ${id}`)
  run(db, sql`DELETE FROM console_tokens WHERE user_id = ${id}`)
  publishChange(context)
}

/** Tells every user that users or sessions have changed. */
export function publishChange({ db, bus }: Pick<Context, 'db' | 'bus'>) {
  for (const { id } of listUsers(db)) bus.publish(id, { type: 'users.changed' })
}

/** The first user; a new workspace gets one here. */
export function ensureFirstUser(context: Context): User {
  return firstUser(context.db) ?? createUser(context, { name: 'Operator', email: 'operator@localhost' })
}
