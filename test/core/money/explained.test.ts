import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { migrate } from '../../../src/main/store/migrate'
import { migrations } from '../../../src/main/store/migrations'
import { expectInvalid, leaveBalance } from '../../support/api'
import { bought } from '../../support/numbers'
import { DAY, given, HOUR, MINUTE, SECOND, startWorld, type TestWorld } from '../../support/world'

/** A campaign with one call, a single call, a rented number and an SMS. */
async function aBusyMorning(world: TestWorld) {
  const number = await bought(world)
  const assistant_id = await given.assistant(world, { variables: { name: '' } })
  const campaign = await given.campaign(world, { name: 'Spring offer', assistant_id })
  await given.lead(world, campaign, { variables: { name: 'Priya Nair' } })
  await given.started(world, campaign)
  await world.advance(HOUR)
  await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })
  await world.advance(HOUR)
  const to = given.number('24')
  await world.post('/user/sms', { from: number.id, to, body: 'a'.repeat(200) })
  await world.advance(MINUTE)
  return { number, campaign, to }
}
const ledger = async (world: TestWorld, query = '') => (await world.get(`/user/ledger?${query}`)).body.data
const sums = async (world: TestWorld, query = '') => (await world.get(`/user/ledger/totals?${query}`)).body

describe('the explained ledger', () => {
  it('each entry says with whom or for what, how much of it at which price, and the balance after it', async () => {
    const world = await startWorld()
    const { number, campaign, to } = await aBusyMorning(world)
    const [sms, single, call, rental, credit] = await ledger(world)
    expect(sms).toMatchObject({ type: 'sms', phone_number: to, units: 2, campaign: null })
    expect(-sms.amount).toBeCloseTo(sms.units * sms.unit_price, 9)
    expect(single).toMatchObject({ type: 'call', campaign: null, unit_price: 0.1 })
    expect(call).toMatchObject({ type: 'call', name: 'Priya Nair', campaign: { id: campaign, name: 'Spring offer' } })
    expect(-call.amount).toBeCloseTo((call.units / 60) * call.unit_price, 5)
    expect(rental).toMatchObject({
      type: 'rental',
      phone_number: number.number,
      phone_number_id: number.id,
      paid_month: { from: '2026-01-05T09:00:00.000000Z', to: '2026-02-05T09:00:00.000000Z' },
      balance: 25 - number.price,
    })
    expect(credit).toMatchObject({ type: 'simulated_credit', balance: 25, phone_number: null, paid_month: null })
    const entries = [sms, single, call, rental, credit]
    for (const [i, { balance, amount }] of entries.slice(0, -1).entries())
      expect(Math.round(balance * 1e6)).toBe(Math.round(entries[i + 1]!.balance * 1e6) + Math.round(amount * 1e6))
    expect((await world.get('/user/me')).body.total_balance).toBe(sms.balance)
  })

  it('the ledger and its sums are filtered by campaign, number, kind and days of the workspace', async () => {
    const world = await startWorld()
    await world.put('/user/settings', { timezone: 'Pacific/Auckland' })
    const { number, campaign } = await aBusyMorning(world)
    const [call] = await ledger(world, `campaign_id=${campaign}`)
    expect(await sums(world, `campaign_id=${campaign}&type=call`)).toEqual({
      entries: 1,
      added: 0,
      spent: call.amount,
      by_type: [{ type: 'call', entries: 1, amount: call.amount }],
    })
    expect(await ledger(world, `phone_number_id=${number.id}`)).toMatchObject([{ type: 'rental' }])
    const everything = await sums(world)
    expect(everything).toMatchObject({ entries: 5, added: 25 })
    expect(Math.round((everything.added + everything.spent) * 1e6)).toBe(
      Math.round((await world.get('/user/me')).body.total_balance * 1e6),
    )
    expect(everything.by_type.map(({ type }: { type: string }) => type).sort()).toEqual(
      ['call', 'rental', 'simulated_credit', 'sms'].sort(),
    )
    // Nine in the morning in UTC is ten in the evening in Auckland: two hours later, a new day has begun there.
    expect(await sums(world, 'from=2026-01-06')).toMatchObject({ entries: 1, by_type: [{ type: 'sms' }] })
    expect(await sums(world, 'from=2026-01-05&to=2026-01-05')).toMatchObject({ entries: 4 })
    expectInvalid(await world.get('/user/ledger?from=2026-01-06&to=2026-01-05'), 'to')
  })

  it('money stays with its campaign when the call is deleted, and says who it was no more', async () => {
    const world = await startWorld()
    const { campaign } = await aBusyMorning(world)
    await world.delete('/user/calls/1')
    expect(await ledger(world, `campaign_id=${campaign}`)).toMatchObject([
      { type: 'call', name: null, phone_number: null, campaign: { name: 'Spring offer' }, units: null },
    ])
  })

  it('the ledger of before has its balances and campaigns after the update', async () => {
    const db = new Database(':memory:')
    onTestFinished(() => void db.close())
    migrate(
      db,
      migrations.filter(({ id }) => id < 152),
    )
    db.exec(`
      INSERT INTO users (id, name, email, created_at) VALUES (1, 'a', 'a', 1), (2, 'b', 'b', 1);
      INSERT INTO campaigns (id, user_id, name, settings, created_at, updated_at) VALUES (7, 1, 'c', '{}', 1, 1);
      INSERT INTO calls (id, leg_id, user_id, type, assistant_name, campaign_id, carrier, client_phone_number, variables,
        created_at, updated_at) VALUES (3, 'a', 1, 'outbound', '', 7, '', '', '{}', 1, 1);
      INSERT INTO ledger (user_id, type, amount, what, call_id, created_at) VALUES
        (1, 'top_up', 500, '', NULL, 1), (2, 'top_up', 70, '', NULL, 1), (1, 'call', -200, '', 3, 2);`)
    migrate(db, migrations)
    expect(db.prepare('SELECT balance, campaign_id FROM ledger ORDER BY id').raw().all()).toEqual([
      [500, null],
      [70, null],
      [300, 7],
    ])
    db.exec("INSERT INTO ledger (user_id, type, amount, what, created_at) VALUES (1, 'call', -50, '', 3)")
    expect(db.prepare('SELECT max(id), balance FROM ledger').raw().get()).toEqual([4, 250])
    expect(() => db.exec('UPDATE ledger SET amount = 1 WHERE id = 4')).toThrow('final')
  })
})

describe('the balance and what is held of it', () => {
  it('running calls hold a minute each, and the rent of this month is listed', async () => {
    const world = await startWorld()
    const { id, number, price } = await bought(world)
    const second = await bought(world)
    await world.delete(`/user/phone-numbers/${second.id}`)
    const assistant_id = await given.assistant(world)
    await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })
    await world.advance(5 * SECOND)
    const funds = (await world.get('/user/balance')).body
    expect(funds).toMatchObject({
      held: 0.1,
      held_for_calls: 1,
      low_balance: 5,
      rent_a_month: price,
      rent_due: 0,
      rents: [],
      rent_due_until: '2026-02-01T00:00:00.000000Z',
    })
    expect(funds.total_balance).toBe((await world.get('/user/me')).body.total_balance)
    await world.advance(28 * DAY)
    expect((await world.get('/user/balance')).body).toMatchObject({
      held: 0,
      held_for_calls: 0,
      rent_due: price,
      rents: [
        { phone_number_id: id, phone_number: number, price, status: 'active', at: '2026-02-05T09:00:00.000000Z' },
      ],
    })
    await leaveBalance(world, 0)
    await world.advance(4 * DAY)
    expect((await world.get('/user/balance')).body.rents).toMatchObject([{ status: 'past_due' }])
  })
})

describe('what calls have cost', () => {
  it('by campaign, for each answered call and each goal, with single and inbound calls beside them', async () => {
    const world = await startWorld()
    const { campaign } = await aBusyMorning(world)
    const costs = async (query: string) => (await world.get(`/user/stats/costs?${query}`)).body
    const { rows, total, timezone } = await costs('from=2026-01-05&to=2026-01-05')
    expect(timezone).toBe('UTC')
    const spring = rows.find((row: { kind: string }) => row.kind === 'campaign')
    expect(spring).toMatchObject({ campaign: { id: campaign, name: 'Spring offer' }, calls: 1, answered: 1 })
    expect(spring.cost_per_answered).toBe(spring.cost)
    expect(rows.map((row: { kind: string }) => row.kind).sort()).toEqual(['campaign', 'single'])
    expect(total).toMatchObject({ calls: 2 })
    const [{ spent }] = [await sums(world, 'type=call')]
    expect(Math.round(total.cost * 1e6)).toBe(-Math.round(spent * 1e6))
    await world.delete(`/user/campaign/${campaign}`)
    expect((await costs('from=2026-01-05&to=2026-01-05')).rows).toContainEqual({
      ...spring,
      campaign: { id: null, name: 'Spring offer' },
    })
    expect(await costs('from=2026-01-06&to=2026-01-07')).toMatchObject({
      rows: [],
      total: { calls: 0, cost: 0, cost_per_answered: null, cost_per_goal: null },
    })
    expectInvalid(await world.get('/user/stats/costs?from=2026-01-06'), 'to')
  })
})
