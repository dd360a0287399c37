import { createHash, randomBytes } from 'node:crypto'
import { all, insert, one, type ReadDb, run, sql, type WriteDb } from '../store/sql'
import { DAY, type Desk, MINUTE, transact } from './desk'
import { notFound, ServiceError } from './errors'
import { book } from './money'

export interface User {
  id: number
  name: string
  email: string
}

const hash = (secret: string) => createHash('sha256').update(secret).digest()
const secret = (prefix: string) => prefix + randomBytes(30).toString('base64url')

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

/** A new API key; this is the only time that it can be read. */
export function createKey(db: WriteDb, userId: number, name: string, now: number): { id: number; key: string } {
  const key = secret('cw_')
  const id = insert(
    db,
    sql`INSERT INTO api_keys (user_id, name, hint, hash, created_at)
      VALUES (${userId}, ${name}, ${key.slice(0, 8)}, ${hash(key)}, ${now})`,
  )
  return { id, key }
}

export interface KeyRecord {
  id: number
  name: string
  hint: string
  email: string
  created_at: number
  last_used_at: number | null
  revoked_at: number | null
}
export const listKeys = (db: ReadDb) =>
  all<KeyRecord>(
    db,
    sql`SELECT api_keys.id, api_keys.name, hint, email, api_keys.created_at, last_used_at, revoked_at
      FROM api_keys JOIN users ON users.id = user_id ORDER BY api_keys.id`,
  )

/** The keys of one user that are good, newest first. */
export const keysOf = (db: ReadDb, userId: number) =>
  all<Omit<KeyRecord, 'email' | 'revoked_at'>>(
    db,
    sql`SELECT id, name, hint, created_at, last_used_at FROM api_keys
      WHERE user_id = ${userId} AND revoked_at IS NULL ORDER BY id DESC`,
  )

/** Throws `not_found` for a key that is not a good one of the user's. */
export function revokeOwnKey(db: WriteDb, userId: number, id: number, now: number) {
  if (!one(db, sql`SELECT 1 FROM api_keys WHERE id = ${id} AND user_id = ${userId}`) || !revokeKey(db, id, now))
    throw notFound('API key')
}

/** False when there is no such key, or it was revoked before. */
export const revokeKey = (db: WriteDb, id: number, now: number) =>
  run(db, sql`UPDATE api_keys SET revoked_at = ${now} WHERE id = ${id} AND revoked_at IS NULL`) === 1

/**
 * Whose key it is, or undefined. Found by its hash, so that no comparison depends on how much of a guess was right.
 * The last use is written once a minute at most: a read must not cost a sync of the disk.
 */
export function ownerOfKey(db: WriteDb, key: string, now: number): { keyId: number; userId: number } | undefined {
  const row = one<{ id: number; user_id: number; last_used_at: number | null }>(
    db,
    sql`SELECT id, user_id, last_used_at FROM api_keys WHERE hash = ${hash(key)} AND revoked_at IS NULL`,
  )
  if (!row) return undefined
  if (row.last_used_at === null || now - row.last_used_at >= MINUTE)
    run(db, sql`UPDATE api_keys SET last_used_at = ${now} WHERE id = ${row.id}`)
  return { keyId: row.id, userId: row.user_id }
}

export const isGoodKey = (db: ReadDb, id: number) =>
  one(db, sql`SELECT 1 FROM api_keys WHERE id = ${id} AND revoked_at IS NULL`) !== undefined

/** A token for the printed link: good once, within a day of wall time. */
export function createConsoleToken(db: WriteDb, userId: number, now: number): string {
  const token = secret('')
  run(db, sql`DELETE FROM console_tokens WHERE expires_at <= ${now}`)
  insert(
    db,
    sql`INSERT INTO console_tokens (hash, user_id, expires_at) VALUES (${hash(token)}, ${userId}, ${now + DAY})`,
  )
  return token
}

/** Turns a token into a session, which is good for thirty days; undefined when it was used, has expired or never was. */
export function openSession(desk: Desk, token: string): string | undefined {
  const now = desk.wall.now()
  return transact(desk, () => {
    const row = one<{ user_id: number }>(
      desk.db,
      sql`DELETE FROM console_tokens WHERE hash = ${hash(token)} AND expires_at > ${now} RETURNING user_id`,
    )
    if (!row) return undefined
    const session = secret('')
    run(desk.db, sql`DELETE FROM console_sessions WHERE expires_at <= ${now}`)
    insert(
      desk.db,
      sql`INSERT INTO console_sessions (hash, user_id, expires_at)
        VALUES (${hash(session)}, ${row.user_id}, ${now + 30 * DAY})`,
    )
    return session
  })
}

export const userOfSession = (db: ReadDb, session: string, now: number): number | undefined =>
  one<{ user_id: number }>(
    db,
    sql`SELECT user_id FROM console_sessions WHERE hash = ${hash(session)} AND expires_at > ${now}`,
  )?.user_id
