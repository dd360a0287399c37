import { all, insert, one, type ReadDb, sql } from '../../store/sql'
import { type Desk, transact } from '../kernel/context'
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

/** The first user of a workspace starts with 25.00 of simulated credit, later ones with nothing. */
export function createUser(desk: Desk, given: { name: string; email: string }): User {
  return transact(desk, () => {
    if (userByEmail(desk.db, given.email))
      throw new ServiceError('conflict', `There is a user with the address ${given.email} already.`)
    const first = firstUser(desk.db) === undefined
    const id = insert(
      desk.db,
      sql`INSERT INTO users (name, email, created_at) VALUES (${given.name}, ${given.email}, ${desk.clock.now()})`,
    )
    if (first)
      book(desk, id, { type: 'simulated_credit', amount: 25_000_000, what: 'Simulated credit to try things with' })
    return { id, ...given }
  })
}

/** A first start makes the user who sits in front of the machine, and nothing else. */
export function ensureFirstUser(desk: Desk): User {
  return firstUser(desk.db) ?? createUser(desk, { name: 'Operator', email: 'operator@localhost' })
}
