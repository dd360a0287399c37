import { describe, expect, it } from 'vitest'
import { aNumber, balance, expectInvalid, expectMessage, withoutChange } from '../../support/api'
import { given, MINUTE } from '../../support/world'
import { inbound, list, ready } from './support'

describe('an SMS that comes in', () => {
  it('an inbound SMS is stored as received, costs nothing and publishes an event', async () => {
    const { world, from } = await ready()
    const events: object[] = []
    world.service.context.bus.on(event => void (event.type === 'sms.changed' && events.push(event)))
    const { status, body } = await inbound(world, { from: '+12015550124', to: '+12125550190', body: 'Is it open?' })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      phone_number_id: from,
      from: '+12015550124',
      to: '+12125550190',
      body: 'Is it open?',
      segments: 1,
      total_cost: 0,
      status: 'received',
    })
    expect((await list(world)).data).toEqual([body.data])
    expect(events).toEqual([{ type: 'sms.changed', id: body.data.id, phone_number_id: from, status: 'received' }])
    expect(await balance(world)).toBe(25)
    expect(world.count('blacklist')).toBe(0)
  })

  it.each(['STOP', 'stop', ' Stop. ', 'STOPALL', 'unsubscribe', 'CANCEL', 'END', 'QUIT!'])(
    '%j puts the sender on the blacklist',
    async text => {
      const { world, send } = await ready()
      const lead = await given.lead(world, await given.campaign(world), { phone_number: '+12015550124' })
      await inbound(world, { from: '+12015550124', to: '+12125550190', body: text })
      const entries = world.db.prepare('SELECT phone_number, source FROM blacklist').all()
      expect(entries).toEqual([{ phone_number: '+12015550124', source: 'sms' }])
      expect(world.lead(lead).status).toBe('blacklisted')
      expectMessage(await send({ to: '+12015550124' }), 400)
    },
  )

  it.each(['Please stop', 'STOP it', 'stopped', 'The end', 'Y'])(
    '%j does not put the sender on the blacklist',
    async text => {
      const { world } = await ready()
      await inbound(world, { from: '+12015550124', to: '+12125550190', body: text })
      expect(world.count('blacklist')).toBe(0)
    },
  )

  it('a simulated number ending in 06 answers an SMS with STOP', async () => {
    const { world, send } = await ready()
    const to = given.number('06')
    await send({ to })
    await world.advance(MINUTE)
    expect((await list(world)).data).toMatchObject([
      { from: to, to: '+12125550190', body: 'STOP', status: 'received' },
      { status: 'delivered' },
    ])
    expectMessage(await send({ to }), 400)
  })

  it.each<[string, unknown]>([
    ['from', undefined],
    ['from', 'x'],
    ['to', '+12015550199'],
    ['to', 5],
    ['body', ''],
    ['body', 'x'.repeat(1601)],
  ])('an inbound SMS with %s = %j is 422', async (field, value) => {
    const { world } = await ready()
    const body = { from: '+12015550124', to: '+12125550190', body: 'Hello', [field]: value }
    expectInvalid(await withoutChange(world, () => inbound(world, body)), field)
  })

  it("an inbound SMS to a number without SMS, a suspended number or another user's number is 422", async () => {
    const { world } = await ready()
    const to = [given.number('90'), given.number('90'), given.number('90')] as const
    aNumber(world, { number: to[0], type: 'sip' })
    world.db.prepare("UPDATE phone_numbers SET sms_capable = 0 WHERE type = 'sip'").run()
    aNumber(world, { number: to[1], status: 'suspended' })
    aNumber(world, { number: to[2], user: world.other().id })
    for (const number of to)
      expectInvalid(
        await withoutChange(world, () => inbound(world, { from: '+12015550124', to: number, body: 'Hello' })),
        'to',
      )
  })

  it('an inbound SMS can be simulated only with the simulated carrier', async () => {
    const { world } = await ready()
    aNumber(world, { number: '+12125550191', type: 'sip' })
    world.db.prepare(`INSERT INTO state (key, value) VALUES ('settings', '{"carrier": "twilio"}')`).run()
    expectMessage(await inbound(world, { from: '+12015550124', to: '+12125550191', body: 'Hello' }), 409)
  })
})
