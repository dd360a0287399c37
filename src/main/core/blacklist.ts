import { all, one, type ReadDb, run, sql } from '../store/sql'
import type { Desk } from './desk'
import * as leads from './lead-states'

/** Whether a number may not be called now. */
export const isListed = (db: ReadDb, userId: number, number: string, now: number) =>
  one(
    db,
    sql`SELECT 1 FROM blacklist WHERE user_id = ${userId} AND phone_number = ${number}
      AND (expires_at IS NULL OR expires_at > ${now})`,
  ) !== undefined

/** Lists a number and takes every lead with it that still waits out of the line. Call inside a transaction. */
export function add(
  desk: Desk,
  userId: number,
  entry: { phoneNumber: string; reason: string; source: 'operator' | 'call' | 'sms' | 'import'; expiresAt?: number },
) {
  run(
    desk.db,
    sql`INSERT INTO blacklist (user_id, phone_number, reason, source, created_at, expires_at)
      VALUES (${userId}, ${entry.phoneNumber}, ${entry.reason}, ${entry.source}, ${desk.clock.now()}, ${entry.expiresAt ?? null})
      ON CONFLICT DO UPDATE SET reason = excluded.reason, source = excluded.source, expires_at = excluded.expires_at`,
  )
  const waiting = all<{ id: number }>(
    desk.db,
    sql`SELECT id FROM leads WHERE user_id = ${userId} AND phone_number = ${entry.phoneNumber}
      AND status IN ('created', 'scheduled', 'rescheduled')`,
  )
  for (const { id } of waiting) {
    leads.endAttempt(desk, id, 'given_up')
    leads.move(desk, id, 'blacklist')
  }
}
