import { Temporal } from 'temporal-polyfill'
import type { NumberStatus } from '../../../contract/phone-numbers'
import { all, one, sql } from '../../store/sql'
import { isOpen } from '../calls/call-states'
import { heldBalance } from '../calls/place'
import type { Context } from '../kernel/context'
import type { Millionths } from '../money/amounts'
import { balanceOf } from '../money/ledger'
import { getSettings } from '../workspace/settings'

/** A month of a number that is to be paid. */
export interface RentDue {
  phone_number_id: number
  phone_number: string
  nickname: string | null
  status: NumberStatus
  price: Millionths
  /** When it is charged. */
  at: number
}

export interface Funds {
  balance: Millionths
  /** What running calls need of it: a minute of each that is not charged yet. */
  held: Millionths
  /** How many calls that are. */
  heldFor: number
  /** All numbers together, without those that are being released. */
  rentOfAMonth: Millionths
  /** What is charged until the end of the calendar month in the workspace's time zone, earliest first. */
  due: RentDue[]
  dueUntil: number
  dueTotal: Millionths
  lowBalance: Millionths
}

/** The balance, what is held of it, and the rent that is due this month. */
export function fundsOf({ db, clock }: Pick<Context, 'db' | 'clock'>, userId: number): Funds {
  const { timezone, low_balance: lowBalance } = getSettings(db)
  const dueUntil = endOfMonth(clock.now(), timezone)
  const rented = all<RentDue>(
    db,
    sql`SELECT phone_number_id, phone_number, nickname, status, price, due_at AS at
      FROM phone_numbers JOIN subscriptions ON phone_number_id = phone_numbers.id
      WHERE user_id = ${userId} AND status <> 'cancelling' ORDER BY due_at, phone_number_id`,
  )
  const due = rented.filter(({ at }) => at < dueUntil)
  const sum = (of: readonly RentDue[]) => of.reduce((total, { price }) => total + price, 0)
  return {
    balance: balanceOf(db, userId),
    held: heldBalance(db, userId),
    heldFor: one<{ n: number }>(
      db,
      sql`SELECT count(*) AS n FROM calls INDEXED BY calls_open
        WHERE ${isOpen} AND user_id = ${userId} AND minute_price > 0`,
    )!.n,
    rentOfAMonth: sum(rented),
    due,
    dueUntil,
    dueTotal: sum(due),
    lowBalance,
  }
}

const endOfMonth = (ms: number, timezone: string) =>
  Temporal.Instant.fromEpochMilliseconds(ms)
    .toZonedDateTimeISO(timezone)
    .with({ day: 1 })
    .startOfDay()
    .add({ months: 1 }).epochMilliseconds
