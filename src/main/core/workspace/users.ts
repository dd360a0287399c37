import { all, insert, one, type ReadDb, sql } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import { ServiceError } from '../kernel/errors'
import { book } from '../money/ledger'

export interface User {
  id: number
  name: string
  email: string
}

export const getUser = (db: ReadDb, id: number) =>
  one<User>(db, sql`SELECT id, name, email FROM users WHERE id = ${id}`)

export const userByEmail = (db: ReadDb, email: string) =>
  one<User>(db, sql`SELECT id, name, email FROM users WHERE email = ${email}`)

export const listUsers = (db: ReadDb) => all<User>(db, sql`SELECT id, name, email FROM users ORDER BY id`)

export const firstUser = (db: ReadDb) => one<User>(db, sql`SELECT id, name, email FROM users ORDER BY id LIMIT 1`)

/** Creates a user. The first one gets 25.00 USD of simulated credit. Throws `conflict` when the address is taken. */
export function createUser(context: Context, given: { name: string; email: string }): User {
  return transact(context, () => {
    if (userByEmail(context.db, given.email))
      throw new ServiceError('conflict', `There is a user with the address ${given.email} already.`)
    const first = firstUser(context.db) === undefined
    const id = insert(
      context.db,
      sql`INSERT INTO users (name, email, created_at) VALUES (${given.name}, ${given.email}, ${context.clock.now()})`,
    )
    if (first)
      book(context, id, { type: 'simulated_credit', amount: 25_000_000, what: 'Simulated credit to try things with' })
    return { id, ...given }
  })
}

/** The first user; a new workspace gets one here. */
export function ensureFirstUser(context: Context): User {
  return firstUser(context.db) ?? createUser(context, { name: 'Operator', email: 'operator@localhost' })
}
