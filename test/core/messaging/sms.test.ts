import { describe, expect, it } from 'vitest'
import {
  aNumber,
  balance,
  blacklisted,
  expectInvalid,
  expectMessage,
  leaveBalance,
  PLAIN,
  UNKNOWN,
  withoutChange,
} from '../../support/api'
import { bought } from '../../support/numbers'
import { given, SECOND, startWorld } from '../../support/world'
import { list, ready } from './support'

describe('sending an SMS', () => {
  it('sending answers 201 with the record and charges the balance', async () => {
    const { world, from, send } = await ready()
    const to = given.number('24')
    const { status, body } = await send({ to })
    expect(status).toBe(201)
    expect(body).toEqual({
      message: expect.any(String),
      data: {
        id: 1,
        phone_number_id: from,
        from: '+12125550190',
        to,
        name: null,
        body: 'Your table is ready.',
        user_id: 1,
        segments: 1,
        segment_price: 0.01,
        total_cost: 0.01,
        status: 'sent',
        sms_sid: expect.stringMatching(/^SM\w+$/),
        error: null,
        created_at: '2026-01-05 09:00:00',
        updated_at: expect.stringMatching(PLAIN),
      },
    })
    expect(await balance(world)).toBe(24.99)
    const ledger = (await world.get('/user/ledger?type=sms')).body.data
    expect(ledger).toMatchObject([{ amount: -0.01 }])
    expect(ledger[0].what).not.toContain(to)
  })

  it('an SMS is delivered a moment later', async () => {
    const { world, send } = await ready()
    await send()
    await world.advance(10 * SECOND)
    expect((await list(world)).data).toMatchObject([{ status: 'delivered', updated_at: '2026-01-05 09:00:02' }])
  })

  it('an SMS can be sent from a number that was just bought', async () => {
    const world = await startWorld()
    const { id } = await bought(world)
    const answer = await world.post('/user/sms', { from: id, to: '+12015550124', body: 'Hello' })
    expect([answer.status, answer.body.data.status]).toEqual([201, 'sent'])
  })

  it.each([
    ['x', 1],
    ['x'.repeat(160), 1],
    ['x'.repeat(161), 2],
    ['x'.repeat(300), 2],
    ['é'.repeat(160), 1],
    ['🙂'.repeat(160), 1],
    ['🙂'.repeat(161), 2],
  ])('the text %j has its segments, and each is charged', async (text, segments) => {
    const { world, send } = await ready()
    const { data } = (await send({ body: text })).body
    expect(data).toMatchObject({ body: text, segments, total_cost: segments * 0.01 })
    expect(await balance(world)).toBeCloseTo(25 - segments * 0.01, 6)
  })

  it.each([
    ['+12015550124', 0.01],
    ['+14165550124', 0.01],
    ['+15550100001', 0.01], // of no known range: the country that it most likely is of
    ['+447400123456', 0.045],
    ['+390612345624', 0.075],
    ['+4915112345624', 0.08],
    ['+33612345678', 0.08],
  ])('an SMS to %s has the price of its country', async (to, price) => {
    const { send } = await ready()
    expect((await send({ to })).body.data.segment_price).toBe(price)
  })

  it('a new rate applies from the next SMS', async () => {
    const { world, send } = await ready()
    const { data } = (await world.put('/user/settings', { rates: { sms: { US: 0.02, FR: 0 } } })).body
    expect(data.rates).toMatchObject({ call_minute: 0.1, sms: { US: 0.02, CA: 0.01, FR: 0, other: 0.08 } })
    expect((await send()).body.data.total_cost).toBe(0.02)
    expect((await send({ to: '+33612345678' })).body.data.total_cost).toBe(0)
    expect((await world.get('/user/ledger?type=sms')).body.total).toBe(1)
    for (const sms of [{ us: 1 }, { US: -1 }, { US: 101 }, { US: '1' }])
      expect((await world.put('/user/settings', { rates: { sms } })).status).toBe(422)
  })

  it('the number may be in any form, and the id may be a string', async () => {
    const { from, send } = await ready()
    const { status, body } = await send({ from: String(from), to: '+1 (201) 555-0124' })
    expect([status, body.data.to]).toEqual([201, '+12015550124'])
  })

  it.each<[string, unknown]>([
    ['from', undefined],
    ['from', null],
    ['from', '+12125550190'],
    ['to', undefined],
    ['to', 5],
    ['body', undefined],
    ['body', ''],
    ['body', '   '],
    ['body', 'x'.repeat(301)],
    ['body', null],
    ['body', 7],
  ])('an SMS with %s = %j is 422', async (field, value) => {
    const { world, send } = await ready()
    expectInvalid(await withoutChange(world, () => send({ [field]: value })), field)
  })

  it('all field errors are reported at once', async () => {
    const { world } = await ready()
    expectInvalid(await world.post('/user/sms', {}), 'body', 'from', 'to')
    expectInvalid(await world.post('/user/sms', { from: 'x', to: 5, body: '' }), 'body', 'from', 'to')
  })

  it("an SMS from an unknown number or another user's number is 400 {message}", async () => {
    const { world, send } = await ready()
    const foreign = aNumber(world, { user: world.other().id })
    for (const from of [UNKNOWN, foreign]) expectMessage(await withoutChange(world, () => send({ from })), 400)
  })

  it.each(['2015550114', '+1', '', 'Bob'])('an SMS to the impossible number %j is 400 {message}', async to => {
    const { world, send } = await ready()
    expectMessage(await withoutChange(world, () => send({ to })), 400)
  })

  it('an SMS from a number without SMS is 400', async () => {
    const { world, from, send } = await ready()
    world.db.prepare('UPDATE phone_numbers SET sms_capable = 0 WHERE id = ?').run(from)
    expectMessage(await withoutChange(world, () => send()), 400)
  })

  it('a suspended number is 400, and a past due or cancelling number can send', async () => {
    const { world, send } = await ready()
    const from = (status: string) => ({ from: aNumber(world, { status }) })
    const suspended = from('suspended')
    expectMessage(await withoutChange(world, () => send(suspended)), 400)
    for (const status of ['past_due', 'cancelling']) expect((await send(from(status))).status).toBe(201)
  })

  it('a number on the blacklist is 400, unless the entry has expired', async () => {
    const { world, send } = await ready()
    blacklisted(world, '+12015550124')
    expectMessage(await withoutChange(world, () => send({ to: '+12015550124' })), 400)
    world.db.prepare('UPDATE blacklist SET expires_at = ?').run(world.clock.now())
    expect((await send({ to: '+12015550124' })).status).toBe(201)
  })

  it('too little balance is 400, and the exact cost is enough', async () => {
    const { world, send } = await ready()
    await leaveBalance(world, 0.019999)
    expectMessage(await withoutChange(world, () => send({ body: 'x'.repeat(161) })), 400)
    expect((await send()).status).toBe(201)
    await leaveBalance(world, 0.02)
    expect((await send({ body: 'x'.repeat(161) })).status).toBe(201)
    expect(await balance(world)).toBe(0)
  })

  it('an SMS that the carrier refuses fails and is refunded', async () => {
    const { world, send } = await ready()
    const { status, body } = await send({ to: given.number('03') })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ status: 'failed', total_cost: 0, error: expect.stringMatching(/\S/) })
    expect(await balance(world)).toBe(25)
    expect((await world.get('/user/ledger?type=refund')).body.data).toMatchObject([{ amount: 0.01 }])
    expect((await list(world, '?status=failed')).total).toBe(1)
  })
})
