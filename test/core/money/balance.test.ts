import { describe, expect, it } from 'vitest'
import { balance, expectInvalid, withoutChange } from '../../support/api'
import { startWorld, type TestWorld } from '../../support/world'

describe('user/me', () => {
  it('user/me has the name, the address and the balance, and the first user has 25 of simulated credit', async () => {
    const world = await startWorld()
    const { status, body } = await world.get('/user/me')
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'Operator', email: 'operator@localhost', total_balance: 25 })
  })

  it('user/me of a later user has no credit', async () => {
    const world = await startWorld()
    const { headers } = world.other()
    const { body } = await world.request('GET', '/user/me', undefined, { headers })
    expect(body).toMatchObject({ name: 'Other', email: 'other@example.com', total_balance: 0 })
  })
})

describe('top-up', () => {
  const topUp = (world: TestWorld, amount: unknown) => world.post('/user/balance/top-up', { amount })

  it('a top-up adds the exact amount to the balance', async () => {
    const world = await startWorld()
    for (const amount of [0.1, 0.2, 0.000001]) expect(await topUp(world, amount)).toMatchObject({ status: 200 })
    expect(await balance(world)).toBe(25.300001)
    expect((await topUp(world, 10)).body).toMatchObject({
      message: expect.any(String),
      data: { total_balance: 35.300001 },
    })
  })

  it('a top-up is a ledger entry, and the balance is the sum of all entries', async () => {
    const world = await startWorld()
    await topUp(world, 7.5)
    const entries = world.db.prepare('SELECT type, amount, what FROM ledger WHERE user_id = 1 ORDER BY id').all()
    expect(entries).toMatchObject([
      { type: 'simulated_credit', amount: 25_000_000, what: expect.stringMatching(/simulated/i) },
      { type: 'top_up', amount: 7_500_000 },
    ])
  })

  it.each([0, -1, '10', null, true, [], {}, 0.0000001])('a top-up of %j is 422', async amount => {
    const world = await startWorld()
    expectInvalid(await withoutChange(world, () => topUp(world, amount)), 'amount')
  })

  it('a top-up without an amount is 422', async () => {
    const world = await startWorld()
    expectInvalid(await world.post('/user/balance/top-up'), 'amount')
  })
})
