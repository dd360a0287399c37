import { describe, expect, it } from 'vitest'
import { expectInvalid, expectMessage, ISO, UNKNOWN, withoutChange } from '../../support/api'
import { startWorld, type TestWorld } from '../../support/world'

describe('payment methods', () => {
  const add = (world: TestWorld, body: object) => world.post('/user/payment-methods', body)

  it('a payment method has a label and the last four digits', async () => {
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

  it('a payment method never has a card number', async () => {
    const world = await startWorld()
    for (const last4 of ['4242424242424242', '42', '424a', 4242, null, ''])
      expectInvalid(await withoutChange(world, () => add(world, { label: 'Card', last4 })), 'last4')
    await add(world, { label: 'Card', last4: '4242', number: '4000000000004242' })
    expect(JSON.stringify(world.db.prepare('SELECT * FROM payment_methods').all())).not.toContain('4000000000004242')
  })

  it('a payment method without a label or digits is 422', async () => {
    const world = await startWorld()
    expectInvalid(await add(world, {}), 'label', 'last4')
  })

  it('a payment method is deleted once, and an unknown one is 404', async () => {
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
