import { all, one, type ReadDb, sql } from '../store/sql'

export interface PhoneNumber {
  id: number
  phone_number: string
  country_code: string
  type: 'normal' | 'sip' | 'caller_id'
  status: 'active' | 'past_due' | 'suspended' | 'cancelling'
  /** The inbound assistant that answers on it. */
  answered_by: number | null
}

export const typeLabels = { normal: 'Dedicated Number', sip: 'SIP', caller_id: 'Caller ID' } as const

const numbers = sql`SELECT id, phone_number, country_code, type, status,
  (SELECT id FROM assistants WHERE phone_number_id = phone_numbers.id AND type = 'inbound') AS answered_by
  FROM phone_numbers`

export const getNumber = (db: ReadDb, userId: number, id: number) =>
  one<PhoneNumber>(db, sql`${numbers} WHERE id = ${id} AND user_id = ${userId}`)

export const listNumbers = (db: ReadDb, userId: number) =>
  all<PhoneNumber>(db, sql`${numbers} WHERE user_id = ${userId} ORDER BY id DESC`)
