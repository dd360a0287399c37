import { expect, it } from 'vitest'
import { balance } from '../support/api'
import { signedIn } from '../support/console'
import { startWorld } from '../support/world'

const once = (key: string) => ({ headers: { 'idempotency-key': key } })

it('what the console sends twice with one key is bought once, and is answered the same', async () => {
  const world = await startWorld()
  const { ask } = await signedIn(world)
  await world.post('/user/payment-methods', { label: 'Card', last4: '4242' })
  const [offer] = (await world.get('/user/phone-numbers/search')).body.data
  const buy = () => ask('phoneNumbers/purchase', { phone_number: offer.phone_number }, once('a'))
  const [first, second] = await Promise.all([buy(), buy()])
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.body).toEqual(first.body)
  expect((await buy()).body).toEqual(first.body)
  expect((await world.get('/user/phone-numbers/all')).body.data).toHaveLength(1)
  expect(await balance(world)).toBe(25 - offer.price)

  const topUp = (amount: number, key: string) => ask('account/topUp', { amount }, once(key))
  await topUp(10, 'b')
  expect((await topUp(10, 'b')).body.json.data.total_balance).toBe(35 - offer.price)
  expect(await balance(world)).toBe(35 - offer.price)
  expect((await topUp(20, 'b')).status).toBe(422)
  await topUp(10, 'c')
  expect(await balance(world)).toBe(45 - offer.price)
})

it('a refusal is answered again as it was, and a key is of one user and one operation', async () => {
  const world = await startWorld()
  const { ask } = await signedIn(world)
  const [offer] = (await world.get('/user/phone-numbers/search')).body.data
  const buy = () => ask('phoneNumbers/purchase', { phone_number: offer.phone_number }, once('a'))
  const refused = await buy()
  expect(refused).toMatchObject({ status: 402, body: { json: { message: expect.stringContaining('payment method') } } })
  await world.post('/user/payment-methods', { label: 'Card', last4: '4242' })
  const again = await buy()
  expect([again.status, again.body.json.message]).toEqual([402, refused.body.json.message])
  expect((await ask('account/topUp', { amount: 5 }, once('a'))).status).toBe(200)
})
