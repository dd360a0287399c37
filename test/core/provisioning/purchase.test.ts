import { describe, expect, it } from 'vitest'
import { aNumber, balance, expectError, ISO, leaveBalance, withoutChange } from '../../support/api'
import { aNumberProvider, bought, numberOf } from '../../support/numbers'
import { DAY, HOUR, MINUTE, SECOND, startWorld } from '../../support/world'
import { buy, card, offered, search } from './support'

describe('buying a number', () => {
  it('a purchase answers 201 with the number, charges the first month and adds the number to the list', async () => {
    const world = await startWorld()
    await card(world)
    const offer = await offered(world)
    const answer = await buy(world, offer.phone_number)
    expect(answer.status).toBe(201)
    expect(Object.keys(answer.body)).toEqual(['message', 'data'])
    const { id } = answer.body.data
    expect(answer.body.data).toEqual({
      id: expect.any(Number),
      phone_number: offer.phone_number,
      country_code: 'US',
      type: 'normal',
      sms_capable: offer.sms_capable,
    })
    expect(await balance(world)).toBeCloseTo(25 - offer.price, 6)
    const { body } = await world.get('/user/ledger?type=rental')
    expect(body.data).toMatchObject([{ amount: -offer.price, what: expect.stringContaining(offer.phone_number) }])
    expect((await world.get('/user/phone-numbers/all')).body).toEqual({
      data: [
        {
          id,
          phone_number: offer.phone_number,
          country_code: 'US',
          type: 'normal',
          type_label: 'Dedicated Number',
          sms_capable: offer.sms_capable,
          region: offer.region,
          has_active_subscription: true,
          created_at: expect.stringMatching(ISO),
          nickname: null,
          status: 'active',
          price: offer.price,
          paid_until: '2026-02-05T09:00:00.000000Z',
          next_charge_at: '2026-02-05T09:00:00.000000Z',
          answered_by: null,
          shown_by: [],
          campaigns: [],
          released_at: null,
        },
      ],
    })
  })

  it('the number may be in any form', async () => {
    const world = await startWorld()
    await card(world)
    const { phone_number_formatted, phone_number } = await offered(world)
    expect((await buy(world, phone_number_formatted)).body.data.phone_number).toBe(phone_number)
  })

  it.each([undefined, '', 'x', '2125550190', 12, null, '+1'])(
    'the number %j is 422, with its text as error too',
    async number => {
      const world = await startWorld()
      const { error, ...body } = (await withoutChange(world, () => buy(world, number))).body
      expect(error).toBe(body.message)
      expect(Object.keys(body.errors)).toEqual(['phone_number'])
    },
  )

  it('a number that somebody has is 400 {error}, before any other check', async () => {
    const world = await startWorld()
    const theirs = aNumber(world, { user: world.other().id, number: '+12125550190' })
    expectError(await withoutChange(world, () => buy(world, '+12125550190')), 400)
    world.db.prepare('DELETE FROM phone_numbers WHERE id = ?').run(theirs)
    expectError(await buy(world, '+12125550190'), 400)
    const { number } = await bought(world)
    expectError(await withoutChange(world, () => buy(world, number)), 400)
  })

  it('a number that was not shown to this user is 400 {error}, before the payment method is checked', async () => {
    const world = await startWorld()
    const { phone_number } = await offered(world)
    const { headers } = world.other()
    const answer = await world.request('POST', '/user/phone-numbers/purchase', { phone_number }, { headers })
    expectError(answer, 400)
    expectError(await withoutChange(world, () => buy(world, '+12125550190')), 400)
  })

  it('an offer is valid for 24 hours', async () => {
    const world = await startWorld()
    await card(world)
    const [first, second] = (await search(world)).body.data
    await world.advance(DAY - SECOND)
    expect((await buy(world, first.phone_number)).status).toBe(201)
    await world.advance(SECOND)
    expectError(await buy(world, second.phone_number), 400)
    await search(world)
    expect((await buy(world, second.phone_number)).status).toBe(201)
  })

  it('a purchase without a payment method is 402 {error}, before the balance is checked', async () => {
    const world = await startWorld()
    await leaveBalance(world, 0)
    const { phone_number } = await offered(world)
    expectError(await withoutChange(world, () => buy(world, phone_number)), 402)
  })

  it('too little balance is 400 {error}, and the exact price is enough', async () => {
    const world = await startWorld()
    await card(world)
    const { phone_number, price } = await offered(world)
    await leaveBalance(world, price - 0.000001)
    expectError(await withoutChange(world, () => buy(world, phone_number)), 400)
    await leaveBalance(world, price)
    expect((await buy(world, phone_number)).status).toBe(201)
    expect(await balance(world)).toBe(0)
  })

  it('of two purchases of one number at once, one succeeds and the other is refused', async () => {
    const world = await startWorld()
    await card(world)
    const { phone_number, price } = await offered(world)
    const answers = await Promise.all([buy(world, phone_number), buy(world, phone_number)])
    expect(answers.map(answer => answer.status).sort()).toEqual([201, 400])
    expect(await balance(world)).toBeCloseTo(25 - price, 6)
  })

  it('a purchase that the carrier refuses is 400 {error} and is refunded', async () => {
    const orderNumber = async () => ({ done: false as const, reason: 'It was sold a moment ago.' })
    const world = await startWorld({ numberProvider: aNumberProvider({ orderNumber }) })
    await card(world)
    const { phone_number } = await offered(world)
    const answer = await buy(world, phone_number)
    expectError(answer, 400)
    expect(answer.body.error).toContain('It was sold a moment ago.')
    expect(await balance(world)).toBe(25)
    expect((await world.get('/user/phone-numbers/all')).body.data).toEqual([])
    expect(world.count('rentals')).toBe(0)
    expect(world.count('number_orders')).toBe(0)
  })

  it('an order that the carrier did not answer is repeated, also after a restart, until it answers', async () => {
    const asked: string[] = []
    let answers = false
    const orderNumber = async ({ phoneNumber }: { phoneNumber: string }) => {
      asked.push(phoneNumber)
      if (!answers) throw new Error('no route')
      return { done: true as const }
    }
    const world = await startWorld({ numberProvider: aNumberProvider({ orderNumber }) })
    const { number, id } = await bought(world)
    expect(asked).toEqual([number])
    await world.restart()
    await world.advance(HOUR)
    expect(asked.length).toBeGreaterThan(3)
    answers = true
    await world.advance(HOUR)
    const tries = asked.length
    expect(world.count('number_orders')).toBe(0)
    await world.advance(2 * HOUR)
    expect(asked).toHaveLength(tries)
    expect(await numberOf(world, id)).toMatchObject({ status: 'active' })
  })

  it('an order that the carrier refuses later is refunded, and the operator is notified', async () => {
    let hears = false
    const orderNumber = async () => {
      if (!hears) throw new Error('no route')
      return { done: false as const, reason: 'It is gone.' }
    }
    const world = await startWorld({ numberProvider: aNumberProvider({ orderNumber }) })
    const notices: string[] = []
    world.service.context.bus.on(event => void (event.type === 'operator.told' && notices.push(event.text)))
    const { id } = await bought(world)
    hears = true
    await world.advance(5 * MINUTE)
    expect(await numberOf(world, id)).toBeUndefined()
    expect(await balance(world)).toBe(25)
    expect(notices).toEqual([expect.stringContaining('It is gone.')])
  })
})
