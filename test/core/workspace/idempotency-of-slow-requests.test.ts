import { describe, expect, it } from 'vitest'
import { chatting, saying, texting } from '../../support/chats'
import { gate, soon } from '../../support/gate'
import { aMessagingProvider } from '../../support/numbers'
import { DAY, given, startWorld, type TestWorld } from '../../support/world'

const keyed = (world: TestWorld, path: string, body: unknown) =>
  world.request('POST', path, body, { headers: { 'idempotency-key': 'k' } })

describe('an idempotency key on a slow request', () => {
  it('an SMS is sent and charged once, and the carrier is asked outside a transaction', async () => {
    const asked: boolean[] = []
    const { world, phone_number_id } = await texting({
      messagingProvider: aMessagingProvider({
        async sendSms() {
          asked.push(world.service.context.db.inTransaction)
          return { done: true, sid: 'sid' }
        },
      }),
    })
    const body = { from: phone_number_id, to: given.number('24'), body: 'Hello' }
    const answers = [await keyed(world, '/user/sms', body), await keyed(world, '/user/sms', body)]
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[1]!.body).toEqual(answers[0]!.body)
    expect(asked).toEqual([false])
    expect((await world.get('/user/ledger?type=sms')).body.total).toBe(1)
  })

  it('a number is bought once', async () => {
    const world = await startWorld()
    await world.post('/user/payment-methods', { label: 'Card', last4: '4242' })
    const [{ phone_number }] = (await world.get('/user/phone-numbers/search')).body.data
    const answers = await Promise.all(
      [1, 2, 3].map(() => keyed(world, '/user/phone-numbers/purchase', { phone_number })),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(world.count('phone_numbers')).toBe(1)
    expect((await world.get('/user/ledger?type=rental')).body.total).toBe(1)
  })

  it.each([
    ['is answered', 200],
    ['fails', 502],
  ])('a second request that arrives during the first waits for it (the first %s)', async (_, first) => {
    const thinks = gate<string>()
    const { world, path } = await chatting(saying(n => (n === 1 ? thinks.opened : `answer ${n}`)))
    const one = keyed(world, path, { message: 'Hello' })
    await soon()
    const twin = keyed(world, path, { message: 'Hello' })
    await soon()
    if (first === 200) thinks.open('answer 1')
    else thinks.fail(new Error('down'))
    expect((await one).status).toBe(first)
    // A failure is not recorded, so the second request is then the first.
    expect((await twin).body).toMatchObject({ status: true, message: first === 200 ? 'answer 1' : 'answer 2' })
    expect((await keyed(world, path, { message: 'Hello' })).status).toBe(200)
    expect((await world.get('/user/conversations')).body.data[0].message_count).toBe(3)
  })

  it('a request that the end of the service cut off is 409 and is not repeated', async () => {
    const { world, path } = await chatting(saying(() => new Promise<string>(() => {})))
    void keyed(world, path, { message: 'Hello' }).catch(() => {})
    await soon()
    await world.restart()
    expect((await keyed(world, path, { message: 'Hello' })).status).toBe(409)
  })

  it('an idempotency record has no secret in plain text, and is deleted after a day or two', async () => {
    const world = await startWorld()
    const { key } = (await keyed(world, '/user/api-keys', { name: 'x' })).body.data
    const kept = () => JSON.stringify(world.db.prepare('SELECT * FROM kept_answers').all())
    expect(kept()).not.toContain(key)
    expect((await keyed(world, '/user/api-keys', { name: 'x' })).body.data.key).toBe(key)
    await world.advance(3 * DAY)
    expect(world.count('kept_answers')).toBe(0)
  })
})
