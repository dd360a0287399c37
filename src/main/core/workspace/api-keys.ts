import { createHash, randomBytes } from 'node:crypto'
import { all, insert, one, type ReadDb, run, sql, type WriteDb } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import { isDiskTrouble, notFound } from '../kernel/errors'
import { MINUTE } from '../kernel/time'

export const hash = (secret: string) => createHash('sha256').update(secret).digest()

/** A new random secret; `prefix` says what it is for. */
export const secret = (prefix: string) => prefix + randomBytes(30).toString('base64url')

/** Creates an API key. Only its hash is stored, so the key can be shown only now. `now`: wall time. */
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

/** The keys of all users, also the revoked ones. */
export const listKeys = (db: ReadDb) =>
  all<KeyRecord>(
    db,
    sql`SELECT api_keys.id, api_keys.name, hint, email, api_keys.created_at, last_used_at, revoked_at
      FROM api_keys JOIN users ON users.id = user_id ORDER BY api_keys.id`,
  )

/** The keys of one user that are not revoked, newest first. */
export const keysOf = (db: ReadDb, userId: number) =>
  all<Omit<KeyRecord, 'email' | 'revoked_at'>>(
    db,
    sql`SELECT id, name, hint, created_at, last_used_at FROM api_keys
      WHERE user_id = ${userId} AND revoked_at IS NULL ORDER BY id DESC`,
  )

/** Throws `not_found` when the user has no such key, or it is revoked already. */
export function revokeOwnKey(db: WriteDb, userId: number, id: number, now: number) {
  if (!one(db, sql`SELECT 1 FROM api_keys WHERE id = ${id} AND user_id = ${userId}`) || !revokeKey(db, id, now))
    throw notFound('API key')
}

/** Returns false when there is no such key, or it is revoked already. */
export const revokeKey = (db: WriteDb, id: number, now: number) =>
  run(db, sql`UPDATE api_keys SET revoked_at = ${now} WHERE id = ${id} AND revoked_at IS NULL`) === 1

/** When the use of a key was last written, or tried to be; by database and id of the key. */
const noted = new WeakMap<ReadDb, Map<number, number>>()

/**
 * The user of a key; undefined when it is not valid. It is looked up by its hash, so the time that this takes says
 * nothing about the key. The last use is written once a minute at most; without room on the disk it is not.
 */
export function ownerOfKey(context: Context, key: string): { keyId: number; userId: number } | undefined {
  const { db } = context
  const now = context.wall.now()
  const row = one<{ id: number; user_id: number; last_used_at: number | null }>(
    db,
    sql`SELECT id, user_id, last_used_at FROM api_keys WHERE hash = ${hash(key)} AND revoked_at IS NULL`,
  )
  if (!row) return undefined
  const ofDb = noted.get(db) ?? new Map<number, number>()
  noted.set(db, ofDb)
  const last = ofDb.get(row.id) ?? row.last_used_at
  if (last === null || now - last >= MINUTE) {
    ofDb.set(row.id, now)
    try {
      transact(context, () => run(db, sql`UPDATE api_keys SET last_used_at = ${now} WHERE id = ${row.id}`))
    } catch (error) {
      if (!isDiskTrouble(error)) throw error
      context.log.warn({ err: error }, 'the last use of a key could not be written')
    }
  }
  return { keyId: row.id, userId: row.user_id }
}

/** The name of a key; null for none. */
export const nameOfKey = (db: ReadDb, id: number | undefined): string | null =>
  id === undefined ? null : (one<{ name: string }>(db, sql`SELECT name FROM api_keys WHERE id = ${id}`)?.name ?? null)

/** Whether a key exists and is not revoked. */
export const isGoodKey = (db: ReadDb, id: number) =>
  one(db, sql`SELECT 1 FROM api_keys WHERE id = ${id} AND revoked_at IS NULL`) !== undefined
