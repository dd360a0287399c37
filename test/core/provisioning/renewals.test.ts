import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startOfMonth } from '../../../src/main/core/provisioning/subscriptions'
import { all, one, sql } from '../../../src/main/store/sql'
import { balance } from '../../support/api'
import { bought, numberOf, rentalsOf } from '../../support/numbers'
import { DAY, given, HOUR, MONDAY_9, SECOND, startWorld, type TestWorld } from '../../support/world'

const at = (iso: string) => Date.parse(iso)
const day = (ms: number) => new Date(ms).toISOString()
const until = (world: TestWorld, iso: string) => world.advance(at(iso) - world.clock.now())
const topUp = (world: TestWorld, amount: number) => world.post('/user/balance/top-up', { amount })
const spend = (world: TestWorld, usd: number) =>
  world.db
    .prepare("INSERT INTO ledger (user_id, type, amount, what, created_at) VALUES (1, 'call', ?, '', 0)")
    .run(-Math.round(usd * 1e6))
const status = async (world: TestWorld, id: number) => (await numberOf(world, id))?.status
const startsOf = (world: TestWorld, id: number) => rentalsOf(world, id).map(rental => day(rental.starts_at))

/** A desk that bought one number at this time. */
async function rented(when = MONDAY_9) {
  const world = await startWorld({ at: when })
  return { world, ...(await bought(world)) }
}

describe('the months of a subscription', () => {
  it('a month begins on the day and at the time of the purchase', () => {
    const months = Array.from({ length: 4 }, (_, month) => day(startOfMonth(at('2026-01-05T09:30:00Z'), month)))
    expect(months).toEqual([
      '2026-01-05T09:30:00.000Z',
      '2026-02-05T09:30:00.000Z',
      '2026-03-05T09:30:00.000Z',
      '2026-04-05T09:30:00.000Z',
    ])
  })

  it('a number bought on the 31st renews on the last day of shorter months, and on the 31st of longer ones', () => {
    const days = Array.from({ length: 7 }, (_, month) => day(startOfMonth(at('2026-10-31T23:59:59Z'), month)))
    expect(days.map(text => text.slice(0, 10))).toEqual([
      '2026-10-31',
      '2026-11-30',
      '2026-12-31',
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
    ])
    for (const text of days) expect(text.slice(10)).toBe('T23:59:59.000Z')
  })

  it('a month can begin on 29 February', () => {
    expect(day(startOfMonth(at('2028-01-31T00:00:00Z'), 1))).toBe('2028-02-29T00:00:00.000Z')
    expect(day(startOfMonth(at('2028-02-29T00:00:00Z'), 12))).toBe('2029-02-28T00:00:00.000Z')
    expect(day(startOfMonth(at('2028-02-29T00:00:00Z'), 48))).toBe('2032-02-29T00:00:00.000Z')
  })
})

describe('renewal', () => {
  it('each month is charged when it begins, for years', async () => {
    const { world, id, price } = await rented(at('2027-12-31T12:00:00Z'))
    await topUp(world, 100)
    await until(world, '2028-02-29T11:59:59Z')
    expect(rentalsOf(world, id)).toHaveLength(2)
    await world.advance(SECOND)
    expect(startsOf(world, id)).toEqual([
      '2027-12-31T12:00:00.000Z',
      '2028-01-31T12:00:00.000Z',
      '2028-02-29T12:00:00.000Z',
    ])
    await until(world, '2029-03-01T00:00:00Z')
    expect(rentalsOf(world, id)).toHaveLength(15)
    expect(startsOf(world, id).at(-1)).toBe('2029-02-28T12:00:00.000Z')
    expect(await balance(world)).toBeCloseTo(125 - 15 * price, 6)
    expect(await numberOf(world, id)).toMatchObject({ status: 'active', paid_until: '2029-03-31T12:00:00.000000Z' })
    const months = rentalsOf(world, id)
    for (const [i, { ends_at }] of months.slice(0, -1).entries()) expect(ends_at).toBe(months[i + 1]!.starts_at)
  })

  it('a clock change in a time zone does not move the renewal', async () => {
    const { world, id } = await rented(at('2026-02-28T01:30:00Z'))
    await world.put('/user/settings', { timezone: 'America/New_York' })
    await until(world, '2026-12-01T00:00:00Z')
    for (const start of startsOf(world, id)) expect(start).toMatch(/-28T01:30:00\.000Z$/)
  })

  it('no month is charged twice when the service restarts', async () => {
    const { world, id, price } = await rented()
    await until(world, '2026-02-05T08:59:59Z')
    await world.restart()
    await world.advance(SECOND)
    await world.restart()
    await world.advance(0)
    await world.restart()
    await world.advance(DAY)
    expect(rentalsOf(world, id).map(rental => rental.month)).toEqual([0, 1])
    expect(await balance(world)).toBeCloseTo(25 - 2 * price, 6)
  })

  it('months in which the service did not run are charged at its start', async () => {
    const { world, id } = await rented()
    await world.stop()
    while (world.clock.step(at('2026-04-10T00:00:00Z')));
    await world.restart()
    await world.advance(0)
    expect(rentalsOf(world, id).map(rental => rental.month)).toEqual([0, 1, 2, 3])
    expect(await numberOf(world, id)).toMatchObject({ paid_until: '2026-05-05T09:00:00.000000Z' })
  })

  it('the store refuses to charge a month twice', async () => {
    const { world, id } = await rented()
    const again = world.db.prepare('INSERT INTO rentals SELECT * FROM rentals WHERE phone_number_id = ?')
    expect(() => again.run(id)).toThrow('UNIQUE')
  })
})

describe('a month that the balance does not cover', () => {
  /** A balance of nothing when the second month begins, on 5 February at nine. */
  async function broke() {
    const { world, id, price } = await rented()
    const notices: string[] = []
    world.service.context.bus.on(event => void (event.type === 'operator.told' && notices.push(event.text)))
    spend(world, 25 - price)
    await until(world, '2026-02-05T09:00:00Z')
    return { world, id, price, notices }
  }

  it('the number is past due, after three daily tries it is suspended, and the operator is notified', async () => {
    const { world, id, notices } = await broke()
    expect(await status(world, id)).toBe('past_due')
    expect(notices).toHaveLength(1)
    await until(world, '2026-02-08T08:59:59Z')
    expect(await status(world, id)).toBe('past_due')
    expect(await numberOf(world, id)).toMatchObject({ has_active_subscription: true })
    await world.advance(SECOND)
    expect(await numberOf(world, id)).toMatchObject({
      status: 'suspended',
      has_active_subscription: false,
      released_at: '2026-03-10T09:00:00.000000Z',
    })
    expect(notices).toEqual([expect.any(String), expect.stringContaining('suspended')])
  })

  it('the next top-up that covers it pays the month, and the renewal day stays', async () => {
    const { world, id, price } = await broke()
    await world.advance(DAY + HOUR)
    await topUp(world, price / 2)
    await world.advance(0)
    expect(await status(world, id)).toBe('past_due')
    await topUp(world, price / 2)
    await world.advance(0)
    expect(await numberOf(world, id)).toMatchObject({ status: 'active', paid_until: '2026-03-05T09:00:00.000000Z' })
    expect(await balance(world)).toBe(0)
  })

  it('the daily try pays the month when the balance was raised in another way', async () => {
    const { world, id, price } = await broke()
    spend(world, -price)
    await world.advance(DAY - SECOND)
    expect(await status(world, id)).toBe('past_due')
    await world.advance(SECOND)
    expect(await status(world, id)).toBe('active')
  })

  it('the next unpaid month has three new tries', async () => {
    const { world, id, price } = await broke()
    await world.advance(2 * DAY)
    await topUp(world, price)
    await until(world, '2026-03-05T09:00:00Z')
    expect(await status(world, id)).toBe('past_due')
    await world.advance(3 * DAY - SECOND)
    expect(await status(world, id)).toBe('past_due')
    await world.advance(SECOND)
    expect(await status(world, id)).toBe('suspended')
  })

  it('a top-up reactivates a suspended number, also after a restart', async () => {
    const { world, id, price } = await broke()
    await world.advance(10 * DAY)
    await world.restart()
    await world.advance(0)
    expect(await status(world, id)).toBe('suspended')
    await topUp(world, price)
    await world.advance(0)
    expect(await numberOf(world, id)).toMatchObject({
      status: 'active',
      paid_until: '2026-03-05T09:00:00.000000Z',
      released_at: null,
    })
    const assistant_id = await given.assistant(world, { phone_number_id: id })
    expect(assistant_id).toEqual(expect.any(Number))
  })

  it('the daily try reactivates a suspended number', async () => {
    const { world, id, price } = await broke()
    await world.advance(10 * DAY)
    spend(world, -price)
    await world.advance(DAY)
    expect(await status(world, id)).toBe('active')
  })

  it('a month that passed while the number was suspended is not charged later', async () => {
    const { world, id, price } = await broke()
    await until(world, '2026-03-07T00:00:00Z')
    await topUp(world, 10 * price)
    await world.advance(0)
    expect(rentalsOf(world, id).map(rental => rental.month)).toEqual([0, 2])
    expect(await numberOf(world, id)).toMatchObject({ status: 'active', paid_until: '2026-04-05T09:00:00.000000Z' })
    expect(await balance(world)).toBeCloseTo(9 * price, 6)
  })

  it('after 30 days of suspension the number is released and removed from assistants and campaigns', async () => {
    const { world, id, notices } = await broke()
    const assistant = await given.assistant(world, { type: 'inbound' })
    await world.put(`/user/assistant/${assistant}`, { phone_number_id: id })
    await until(world, '2026-03-10T08:59:59Z')
    expect(await status(world, id)).toBe('suspended')
    await world.advance(SECOND)
    expect(await status(world, id)).toBeUndefined()
    expect(notices.at(-1)).toContain('released')
    expect((await world.get(`/user/assistant/${assistant}`)).body).toMatchObject({
      phone_number_id: null,
      status: 'inactive',
    })
    await topUp(world, 20)
    await world.advance(60 * DAY)
    expect(await balance(world)).toBe(20)
  })

  it('a top-up pays only for numbers of the same user', async () => {
    const { world, id } = await broke()
    const other = world.other()
    await world.request('POST', '/user/balance/top-up', { amount: 50 }, { headers: other.headers })
    await world.advance(0)
    expect(await status(world, id)).toBe('past_due')
  })
})

it('each change of a number publishes an event', async () => {
  const world = await startWorld()
  const notices: string[] = []
  world.service.context.bus.on(event => void (event.type === 'number.changed' && notices.push(event.status)))
  const { price, id } = await bought(world)
  spend(world, 25 - price)
  await world.advance(35 * DAY)
  await topUp(world, price)
  await world.advance(0)
  await world.delete(`/user/phone-numbers/${id}`)
  await world.advance(60 * DAY)
  expect(notices).toEqual(['active', 'past_due', 'suspended', 'active', 'cancelling', 'released'])
})

// Random actions of an operator, with restarts in between. The ledger and the paid months must always agree.
it('the ledger and the subscriptions always agree', async () => {
  const action = fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 40 }) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('topUp' as const), usd: fc.integer({ min: 1, max: 3 }) }) },
    { weight: 2, arbitrary: fc.constant({ do: 'spend' as const }) },
    { weight: 1, arbitrary: fc.constant({ do: 'buy' as const }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('release' as const), nth: fc.nat(3) }) },
    { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('stop' as const), days: fc.integer({ min: 1, max: 90 }) }) },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 25 }), async actions => {
      const world = await startWorld({ at: at('2026-01-31T10:00:00Z') })
      const prices = new Map<number, number>()
      const buy = async () => {
        const { id, price } = await bought(world)
        prices.set(id, Math.round(price * 1e6))
      }
      await buy()
      for (const step of actions) {
        if (step.do === 'wait') await world.advance(step.days * DAY + HOUR)
        else if (step.do === 'topUp') await topUp(world, step.usd)
        else if (step.do === 'spend') spend(world, await balance(world))
        else if (step.do === 'buy' && (await balance(world)) >= 2) await buy()
        else if (step.do === 'release') await world.delete(`/user/phone-numbers/${[...prices.keys()][step.nth] ?? 99}`)
        else if (step.do === 'restart') await world.restart()
        else if (step.do === 'stop') {
          await world.stop()
          while (world.clock.step(world.clock.now() + step.days * DAY));
          await world.restart()
        }
        await world.advance(0)
        check(world, prices)
      }
      await world.stop()
    }),
    { numRuns: 25 },
  )
}, 120_000)

function check(world: TestWorld, prices: Map<number, number>) {
  const now = world.clock.now()
  const { db } = world
  // Every month that was paid is in the ledger, and nothing else is.
  const rentals = all<{ phone_number_id: number; amount: number; starts_at: number; ends_at: number; paid_at: number }>(
    db,
    sql`SELECT * FROM rentals ORDER BY phone_number_id, month`,
  )
  const booked = all<{ amount: number }>(db, sql`SELECT amount FROM ledger WHERE type = 'rental' ORDER BY id`)
  expect(booked.map(entry => -entry.amount).sort()).toEqual(rentals.map(rental => rental.amount).sort())
  expect(one<{ balance: number }>(db, sql`SELECT balance FROM users WHERE id = 1`)!.balance).toBeGreaterThanOrEqual(0)
  for (const [i, rental] of rentals.entries()) {
    expect(rental.amount).toBe(prices.get(rental.phone_number_id))
    const after = rentals[i + 1]
    if (after?.phone_number_id === rental.phone_number_id)
      expect(after.starts_at).toBeGreaterThanOrEqual(rental.ends_at)
    expect(rental.paid_at).toBeGreaterThanOrEqual(rental.starts_at)
  }
  // The status of a number follows from its paid months and the time.
  const numbers = all<{ id: number; status: string; paid_until: number; suspended_at: number | null; due_at: number }>(
    db,
    sql`SELECT id, status, paid_until, suspended_at, due_at FROM phone_numbers JOIN subscriptions ON phone_number_id = id`,
  )
  for (const number of numbers) {
    expect(number.due_at).toBeGreaterThan(now)
    const last = rentals.findLast(rental => rental.phone_number_id === number.id)!
    expect(number.paid_until).toBe(last.ends_at)
    const isPaid = number.status === 'active' || number.status === 'cancelling'
    expect([number.status, number.paid_until > now]).toEqual([number.status, isPaid])
    expect(number.suspended_at !== null).toBe(number.status === 'suspended')
    if (number.suspended_at !== null) expect(now - number.suspended_at).toBeLessThan(30 * DAY)
  }
}
