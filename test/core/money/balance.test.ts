import { describe, expect, it } from 'vitest'
import { expectInvalid, expectMessage, ISO, UNKNOWN, withoutChange } from '../../support/api'
import { startWorld, type TestWorld } from '../../support/world'

const balance = async (world: TestWorld) => (await world.get('/user/me')).body.total_balance

describe('user/me', () => {
  it('tells the name, the address and the balance; the first user has 25 of simulated credit', async () => {
    const world = await startWorld()
    const { status, body } = await world.get('/user/me')
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'Operator', email: 'operator@localhost', total_balance: 25 })
  })

  it('of a later user tells of them, and of no credit', async () => {
    const world = await startWorld()
    const { headers } = world.other()
    const { body } = await world.request('GET', '/user/me', undefined, { headers })
    expect(body).toMatchObject({ name: 'Other', email: 'other@example.com', total_balance: 0 })
  })
})

describe('top-up', () => {
  const topUp = (world: TestWorld, amount: unknown) => world.post('/user/balance/top-up', { amount })

  it('adds to the balance, exactly', async () => {
    const world = await startWorld()
    for (const amount of [0.1, 0.2, 0.000001]) expect(await topUp(world, amount)).toMatchObject({ status: 200 })
    expect(await balance(world)).toBe(25.300001)
    expect((await topUp(world, 10)).body).toMatchObject({
      message: expect.any(String),
      data: { total_balance: 35.300001 },
    })
  })

  it('is a ledger entry; the balance is their sum', async () => {
    const world = await startWorld()
    await topUp(world, 7.5)
    const entries = world.db.prepare('SELECT type, amount, what FROM ledger WHERE user_id = 1 ORDER BY id').all()
    expect(entries).toMatchObject([
      { type: 'simulated_credit', amount: 25_000_000, what: expect.stringMatching(/simulated/i) },
      { type: 'top_up', amount: 7_500_000 },
    ])
  })

  it.each([0, -1, '10', null, true, [], {}, 0.0000001])('of %j is 422', async amount => {
    const world = await startWorld()
    expectInvalid(await withoutChange(world, () => topUp(world, amount)), 'amount')
  })

  it('without an amount is 422', async () => {
    const world = await startWorld()
    expectInvalid(await world.post('/user/balance/top-up'), 'amount')
  })
})

describe('payment methods', () => {
  const add = (world: TestWorld, body: object) => world.post('/user/payment-methods', body)

  it('are a label and the last four digits', async () => {
    const world = await startWorld()
    expect((await world.get('/user/payment-methods')).body).toEqual([])
    const { status, body } = await add(world, { label: 'Company card', last4: '0042' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      message: expect.any(String),
      data: { id: 1, label: 'Company card', last4: '0042', created_at: expect.stringMatching(ISO) },
    })
    expect((await world.get('/user/payment-methods')).body).toEqual([body.data])
  })

  it('never hold a card number', async () => {
    const world = await startWorld()
    for (const last4 of ['4242424242424242', '42', '424a', 4242, null, ''])
      expectInvalid(await withoutChange(world, () => add(world, { label: 'Card', last4 })), 'last4')
    await add(world, { label: 'Card', last4: '4242', number: '4000000000004242' })
    expect(JSON.stringify(world.db.prepare('SELECT * FROM payment_methods').all())).not.toContain('4000000000004242')
  })

  it('without a label or digits are 422', async () => {
    const world = await startWorld()
    expectInvalid(await add(world, {}), 'label', 'last4')
  })

  it('are removed once; an unknown one is 404', async () => {
    const world = await startWorld()
    await add(world, { label: 'Card', last4: '4242' })
    expect(await world.delete('/user/payment-methods/1')).toMatchObject({
      status: 200,
      body: { message: expect.any(String) },
    })
    expect((await world.get('/user/payment-methods')).body).toEqual([])
    expectMessage(await world.delete('/user/payment-methods/1'), 404)
    expectMessage(await world.delete(`/user/payment-methods/${UNKNOWN}`), 404)
  })
})
