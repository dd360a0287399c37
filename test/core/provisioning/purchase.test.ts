import { describe, expect, it } from 'vitest'
import { numberCountries } from '../../../src/contract/phone-numbers'
import { aNumber, expectInvalid, expectMessage, ISO, leaveBalance, UNKNOWN, withoutChange } from '../../support/api'
import { aNumberProvider, bought, numberOf } from '../../support/numbers'
import { type Answer, DAY, given, HOUR, MINUTE, SECOND, startWorld, type TestWorld } from '../../support/world'

const search = (world: TestWorld, query = '') => world.get(`/user/phone-numbers/search${query}`)
const buy = (world: TestWorld, phone_number: unknown) => world.post('/user/phone-numbers/purchase', { phone_number })
const release = (world: TestWorld, id: number) => world.delete(`/user/phone-numbers/${id}`)
const balance = async (world: TestWorld) => (await world.get('/user/me')).body.total_balance
const card = (world: TestWorld) => world.post('/user/payment-methods', { label: 'Card', last4: '4242' })
const offered = async (world: TestWorld) => (await search(world)).body.data[0]

function expectError(answer: Answer, status: number) {
  expect(answer).toMatchObject({ status, body: { error: expect.stringMatching(/\S/) } })
  expect(Object.keys(answer.body)).toEqual(['error'])
}

describe('search', () => {
  it('shows numbers of the United States unless another country is named', async () => {
    const world = await startWorld()
    const { status, body } = await search(world)
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['data'])
    expect(body.data).toHaveLength(20)
    for (const number of body.data)
      expect(number).toEqual({
        phone_number: expect.stringMatching(/^\+1\d{10}$/),
        phone_number_formatted: expect.stringMatching(/^\+1 \d{3} \d{3} \d{4}$/),
        country_code: 'US',
        price: expect.any(Number),
        stripe_price_id: expect.stringMatching(/^price_/),
        address_requirements: 'none',
        sms_capable: expect.any(Boolean),
        region: expect.stringMatching(/, [A-Z]{2}$/),
      })
    expect(new Set(body.data.map((number: { sms_capable: boolean }) => number.sms_capable)).size).toBe(2)
  })

  it.each(numberCountries)('shows numbers of %s', async country => {
    const world = await startWorld()
    const { body } = await search(world, `?country_code=${country}`)
    expect(body.data).toHaveLength(20)
    for (const number of body.data) expect(number.country_code).toBe(country)
  })

  it('finds digits in a row', async () => {
    const world = await startWorld()
    const { body } = await search(world, '?contains=777')
    expect(body.data.length).toBeGreaterThan(0)
    for (const { phone_number } of body.data) expect(phone_number).toContain('777')
  })

  it('takes up to ten digits', async () => {
    const world = await startWorld()
    expect((await search(world, '?contains=2122340000')).status).toBe(200)
    for (const contains of ['21223400001', '', '12a', '+1', ' 12', '1.2'])
      expectInvalid(await search(world, `?contains=${encodeURIComponent(contains)}`), 'contains')
  })

  it.each(['FR', 'us', 'XX', '', 'USA'])('of the country %j is 422', async country => {
    const world = await startWorld()
    expectInvalid(await search(world, `?country_code=${country}`), 'country_code')
  })

  it('does not show what somebody has', async () => {
    const world = await startWorld()
    const { number } = await bought(world)
    const { headers } = world.other()
    for (const answer of [
      await search(world),
      await world.request('GET', '/user/phone-numbers/search', undefined, { headers }),
    ])
      expect(answer.body.data.map((one: { phone_number: string }) => one.phone_number)).not.toContain(number)
  })

  it('that the carrier refuses, or cannot be asked, is 409 with the reason', async () => {
    const refusing = aNumberProvider({ offerNumbers: async () => ({ done: false, reason: 'The account is closed.' }) })
    const world = await startWorld({ numberProvider: refusing })
    expectMessage(await search(world), 409)
    expect((await search(world)).body.message).toContain('The account is closed.')
    const broken = await startWorld({
      numberProvider: aNumberProvider({ offerNumbers: () => Promise.reject(new Error('no route')) }),
    })
    expectMessage(await search(broken), 409)
  })
})

describe('purchase', () => {
  it('answers 201 with the number, books its first month, and lists it', async () => {
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
          released_at: null,
        },
      ],
    })
  })

  it('takes the number in any form', async () => {
    const world = await startWorld()
    await card(world)
    const { phone_number_formatted, phone_number } = await offered(world)
    expect((await buy(world, phone_number_formatted)).body.data.phone_number).toBe(phone_number)
  })

  it.each([undefined, '', 'x', '2125550190', 12, null, '+1'])('of %j is 422', async number => {
    const world = await startWorld()
    expectInvalid(await withoutChange(world, () => buy(world, number)), 'phone_number')
  })

  it('of a number that somebody has is 400 {error}, before anything else is asked', async () => {
    const world = await startWorld()
    const theirs = aNumber(world, { user: world.other().id, number: '+12125550190' })
    expectError(await withoutChange(world, () => buy(world, '+12125550190')), 400)
    world.db.prepare('DELETE FROM phone_numbers WHERE id = ?').run(theirs)
    expectInvalid(await buy(world, '+12125550190'), 'phone_number')
    const { number } = await bought(world)
    expectError(await withoutChange(world, () => buy(world, number)), 400)
  })

  it('of a number that was not shown to this user is 422, before the payment method is asked for', async () => {
    const world = await startWorld()
    const { phone_number } = await offered(world)
    const { headers } = world.other()
    const answer = await world.request('POST', '/user/phone-numbers/purchase', { phone_number }, { headers })
    expectInvalid(answer, 'phone_number')
    expectInvalid(await withoutChange(world, () => buy(world, '+12125550190')), 'phone_number')
  })

  it('holds for 24 hours after it was shown', async () => {
    const world = await startWorld()
    await card(world)
    const [first, second] = (await search(world)).body.data
    await world.advance(DAY - SECOND)
    expect((await buy(world, first.phone_number)).status).toBe(201)
    await world.advance(SECOND)
    expectInvalid(await buy(world, second.phone_number), 'phone_number')
    await search(world)
    expect((await buy(world, second.phone_number)).status).toBe(201)
  })

  it('without a payment method is 402 {error}, before the balance is looked at', async () => {
    const world = await startWorld()
    await leaveBalance(world, 0)
    const { phone_number } = await offered(world)
    expectError(await withoutChange(world, () => buy(world, phone_number)), 402)
  })

  it('with too little balance is 400 {error}, at the edge', async () => {
    const world = await startWorld()
    await card(world)
    const { phone_number, price } = await offered(world)
    await leaveBalance(world, price - 0.000001)
    expectError(await withoutChange(world, () => buy(world, phone_number)), 400)
    await leaveBalance(world, price)
    expect((await buy(world, phone_number)).status).toBe(201)
    expect(await balance(world)).toBe(0)
  })

  it('of one number twice at once: one gets it, the other is told that it is in use', async () => {
    const world = await startWorld()
    await card(world)
    const { phone_number, price } = await offered(world)
    const answers = await Promise.all([buy(world, phone_number), buy(world, phone_number)])
    expect(answers.map(answer => answer.status).sort()).toEqual([201, 400])
    expect(await balance(world)).toBeCloseTo(25 - price, 6)
  })

  it('that the carrier refuses is 400 {error}, and gives the money back', async () => {
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

  it('that the carrier did not hear is asked for again, after a restart too, until it answers', async () => {
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

  it('that the carrier refuses later gives the money back and tells the operator', async () => {
    let hears = false
    const orderNumber = async () => {
      if (!hears) throw new Error('no route')
      return { done: false as const, reason: 'It is gone.' }
    }
    const world = await startWorld({ numberProvider: aNumberProvider({ orderNumber }) })
    const told: string[] = []
    world.service.context.bus.on(event => void (event.type === 'operator.told' && told.push(event.text)))
    const { id } = await bought(world)
    hears = true
    await world.advance(5 * MINUTE)
    expect(await numberOf(world, id)).toBeUndefined()
    expect(await balance(world)).toBe(25)
    expect(told).toEqual([expect.stringContaining('It is gone.')])
  })
})

describe('lists', () => {
  it('of all numbers show SIP and Caller ID numbers, which have no subscription that could end', async () => {
    const world = await startWorld()
    const [sip, callerId] = [aNumber(world, { type: 'sip' }), aNumber(world, { type: 'caller_id' })]
    aNumber(world, { user: world.other().id })
    const { data } = (await world.get('/user/phone-numbers/all')).body
    expect(data).toMatchObject([
      { id: callerId, type: 'caller_id', type_label: 'Caller ID', has_active_subscription: true, price: null },
      { id: sip, type: 'sip', type_label: 'SIP', has_active_subscription: true, paid_until: null },
    ])
  })

  it('tell of a subscription while it is active, past due or cancelling', async () => {
    const world = await startWorld()
    for (const status of ['active', 'past_due', 'suspended', 'cancelling']) aNumber(world, { status })
    const { data } = (await world.get('/user/phone-numbers/all')).body
    const has = data.map((one: Record<string, unknown>) => [one.status, one.has_active_subscription]).reverse()
    expect(has).toEqual([
      ['active', true],
      ['past_due', true],
      ['suspended', false],
      ['cancelling', true],
    ])
  })

  it('of numbers for SMS show those that can send now', async () => {
    const world = await startWorld()
    const good = await bought(world)
    await bought(world, { sms: false })
    aNumber(world, { status: 'suspended' })
    const { data } = (await world.get('/user/phone-numbers')).body
    expect(data.map((one: { id: number }) => one.id)).toEqual([good.id])
  })
})

describe('a nickname', () => {
  const name = (world: TestWorld, id: number, nickname: unknown) => world.put(`/user/phone-numbers/${id}`, { nickname })

  it('of up to 50 characters is set, and taken back', async () => {
    const world = await startWorld()
    const id = aNumber(world)
    const { status, body } = await name(world, id, 'x'.repeat(50))
    expect([status, body.data.nickname]).toEqual([200, 'x'.repeat(50)])
    expect((await world.put(`/user/phone-numbers/${id}`, {})).body.data.nickname).toBe('x'.repeat(50))
    expect((await name(world, id, '')).body.data.nickname).toBeNull()
    await name(world, id, 'Sales')
    expect((await name(world, id, null)).body.data.nickname).toBeNull()
  })

  it('of more, or of another kind, is 422; of an unknown number 404', async () => {
    const world = await startWorld()
    const id = aNumber(world)
    for (const wrong of ['x'.repeat(51), 5, {}]) expectInvalid(await name(world, id, wrong), 'nickname')
    expectMessage(await name(world, UNKNOWN, 'Sales'), 404)
  })
})

describe('release', () => {
  it('of a rented number: it is cancelling until its paid month ends, and then it is gone', async () => {
    const world = await startWorld()
    const { id, number, price } = await bought(world)
    const { status, body } = await release(world, id)
    expect([status, body]).toEqual([200, { message: expect.stringContaining('2026-02-05') }])
    expect(await numberOf(world, id)).toMatchObject({
      status: 'cancelling',
      has_active_subscription: true,
      released_at: '2026-02-05T09:00:00.000000Z',
    })
    await world.advance(31 * DAY - SECOND)
    expect(await numberOf(world, id)).toMatchObject({ status: 'cancelling' })
    await world.advance(SECOND)
    expect(await numberOf(world, id)).toBeUndefined()
    expect(await balance(world)).toBeCloseTo(25 - price, 6)
    expectMessage(await release(world, id), 404)
    expect((await search(world)).body.data.map((one: { phone_number: string }) => one.phone_number)).toContain(number)
  })

  it('a second time is 400 {error}', async () => {
    const world = await startWorld()
    const { id } = await bought(world)
    await release(world, id)
    expectError(await withoutChange(world, () => release(world, id)), 400)
  })

  it('of a number whose month is not paid is at once', async () => {
    const world = await startWorld()
    const { id } = await bought(world)
    await leaveBalance(world, 0)
    await world.advance(31 * DAY)
    expect(await numberOf(world, id)).toMatchObject({ status: 'past_due' })
    expect((await release(world, id)).status).toBe(200)
    expect(await numberOf(world, id)).toBeUndefined()
  })

  it.each(['sip', 'caller_id'])('of a %s number is at once', async type => {
    const world = await startWorld()
    const id = aNumber(world, { type })
    expect((await release(world, id)).status).toBe(200)
    expect(await numberOf(world, id)).toBeUndefined()
    expectMessage(await release(world, id), 404)
  })

  it('of an unknown number is 404', async () => {
    expectMessage(await release(await startWorld(), UNKNOWN), 404)
  })

  it('tells the carrier, again and again until it has heard; until then nobody can buy the number', async () => {
    const released: string[] = []
    let hears = false
    const releaseNumber = async ({ phoneNumber }: { phoneNumber: string }) => {
      if (!hears) throw new Error('no route')
      released.push(phoneNumber)
    }
    const world = await startWorld({ numberProvider: aNumberProvider({ releaseNumber }) })
    const { id, number } = await bought(world)
    await release(world, id)
    await world.advance(32 * DAY)
    expect(released).toEqual([])
    await search(world)
    expectError(await buy(world, number), 400)
    hears = true
    await world.restart()
    await world.advance(0)
    expect(released).toEqual([number])
    await search(world)
    expect((await buy(world, number)).status).toBe(201)
  })

  it('takes it off its assistants and campaigns; who answered on it becomes inactive', async () => {
    const world = await startWorld()
    const [gone, kept] = [aNumber(world, { type: 'sip' }), aNumber(world)]
    const inbound = await given.assistant(world, { type: 'inbound' })
    await world.put(`/user/assistant/${inbound}`, { phone_number_id: gone })
    const transfer = { type: 'warm_call_transfer', supervisor_phone: '+12015550114', outbound_phone_id: gone }
    const outbound = await given.assistant(world, { phone_number_id: gone, tools: [transfer] })
    const campaign = await given.campaign(world, { assistant_id: outbound, phone_number_ids: [gone, kept] })
    const assistant = async (id: number) => (await world.get(`/user/assistant/${id}`)).body
    expect(await assistant(inbound)).toMatchObject({ status: 'active', phone_number_id: gone })
    const before = (await world.get(`/user/campaigns/${campaign}`)).body
    await release(world, gone)
    expect(await assistant(inbound)).toMatchObject({ status: 'inactive', phone_number_id: null })
    expect(await assistant(outbound)).toMatchObject({ phone_number_id: null })
    expect((await assistant(outbound)).tools[0].data.outbound_phone_id).toBeNull()
    const after = (await world.get(`/user/campaigns/${campaign}`)).body
    expect(after).toEqual({ ...before, phone_number_ids: [kept], updated_at: after.updated_at })
  })
})

describe('a suspended number', () => {
  it('is no caller id, of a single call nor of a campaign; others take its place', async () => {
    const world = await startWorld()
    const [suspended, good] = [aNumber(world), aNumber(world, { number: '+12125550199' })]
    const assistant_id = await given.assistant(world, { phone_number_id: suspended })
    const campaign = await given.campaign(world, { assistant_id, phone_number_ids: [suspended, good] })
    const bare = await given.campaign(world, { assistant_id })
    for (const status of ['past_due', 'suspended'])
      world.db.prepare('UPDATE phone_numbers SET status = ? WHERE id = ?').run(status, suspended)
    const { call_id } = (await world.post('/user/make_call', { assistant_id, phone_number: given.number('01') })).body
    expect((await world.get(`/user/calls/${call_id}`)).body.assistant_phone_number).toBeNull()
    for (let i = 0; i < 3; i++) await given.lead(world, campaign, { ending: '01' })
    await given.lead(world, bare, { ending: '01' })
    for (const id of [campaign, bare]) await given.started(world, id)
    await world.advance(MINUTE)
    const shown = async (id: number) =>
      (await world.get(`/user/calls?campaign_id=${id}`)).body.data.map(
        (call: { assistant_phone_number: string }) => call.assistant_phone_number,
      )
    expect(await shown(campaign)).toEqual(['+12125550199', '+12125550199', '+12125550199'])
    expect(await shown(bare)).toEqual([null])
  })

  it('cannot be given to an assistant or a campaign', async () => {
    const world = await startWorld()
    const id = aNumber(world, { status: 'suspended' })
    const assistant = await given.assistant(world)
    expectInvalid(await world.put(`/user/assistant/${assistant}`, { phone_number_id: id }), 'phone_number_id')
    const body = { name: 'Campaign', assistant_id: assistant, phone_number_ids: [id] }
    expectInvalid(await world.post('/user/campaigns', body), 'phone_number_ids.0')
  })

  it('is not available to an assistant', async () => {
    const world = await startWorld()
    const id = aNumber(world, { status: 'suspended' })
    const list = async (type: string) => (await world.get(`/user/assistants/phone-numbers?type=${type}`)).body
    expect(await list('outbound')).toMatchObject([{ id, is_available: false }])
    expect(await list('inbound')).toEqual([])
  })
})

it('a number of another carrier is used for nothing', async () => {
  const world = await startWorld()
  const id = aNumber(world, { number: '+12125550199' })
  const assistant_id = await given.assistant(world, { phone_number_id: id })
  world.db.prepare("UPDATE phone_numbers SET carrier = 'twilio'").run()
  const { call_id } = (await world.post('/user/make_call', { assistant_id, phone_number: given.number('01') })).body
  expect((await world.get(`/user/calls/${call_id}`)).body.assistant_phone_number).toBeNull()
  expectInvalid(await world.put(`/user/assistant/${assistant_id}`, { phone_number_id: id }), 'phone_number_id')
  expectMessage(await world.post('/user/sms', { from: id, to: '+12015550114', body: 'Hello' }), 400)
})
