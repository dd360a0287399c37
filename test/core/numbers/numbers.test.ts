import { describe, expect, it } from 'vitest'
import { aNumber, expectInvalid, expectMessage, expectTwice, UNKNOWN } from '../../support/api'
import { bought } from '../../support/numbers'
import { given, MINUTE, startWorld, type TestWorld } from '../../support/world'

describe('lists of numbers', () => {
  it('the list has SIP and Caller ID numbers, and their subscription counts as active', async () => {
    const world = await startWorld()
    const [sip, callerId] = [aNumber(world, { type: 'sip' }), aNumber(world, { type: 'caller_id' })]
    aNumber(world, { user: world.other().id })
    const { data } = (await world.get('/user/phone-numbers/all')).body
    expect(data).toMatchObject([
      { id: callerId, type: 'caller_id', type_label: 'Caller ID', has_active_subscription: true, price: null },
      { id: sip, type: 'sip', type_label: 'SIP', has_active_subscription: true, paid_until: null },
    ])
  })

  it('a subscription is active while the number is active, past due or cancelling', async () => {
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

  it('the list of numbers for SMS has those that can send now', async () => {
    const world = await startWorld()
    const good = await bought(world)
    await bought(world, { sms: false })
    aNumber(world, { status: 'suspended' })
    const { data } = (await world.get('/user/phone-numbers')).body
    expect(data.map((one: { id: number }) => one.id)).toEqual([good.id])
  })
})

describe('the nickname of a number', () => {
  const name = (world: TestWorld, id: number, nickname: unknown) => world.put(`/user/phone-numbers/${id}`, { nickname })

  it('a nickname has up to 50 characters and can be removed', async () => {
    const world = await startWorld()
    const id = aNumber(world)
    const { status, body } = await name(world, id, 'x'.repeat(50))
    expect([status, body.data.nickname]).toEqual([200, 'x'.repeat(50)])
    expect((await world.put(`/user/phone-numbers/${id}`, {})).body.data.nickname).toBe('x'.repeat(50))
    expect((await name(world, id, '')).body.data.nickname).toBeNull()
    await name(world, id, 'Sales')
    expect((await name(world, id, null)).body.data.nickname).toBeNull()
  })

  it('a longer nickname or another type is 422, and an unknown number is 404', async () => {
    const world = await startWorld()
    const id = aNumber(world)
    for (const wrong of ['x'.repeat(51), 5, {}]) expectInvalid(await name(world, id, wrong), 'nickname')
    expectTwice(await name(world, UNKNOWN, 'Sales'), 404)
  })
})

describe('a suspended number', () => {
  it('a suspended number is no caller ID for single calls or campaigns, and other numbers replace it', async () => {
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

  it('a suspended number cannot be given to an assistant or a campaign', async () => {
    const world = await startWorld()
    const id = aNumber(world, { status: 'suspended' })
    const assistant = await given.assistant(world)
    expectInvalid(await world.put(`/user/assistant/${assistant}`, { phone_number_id: id }), 'phone_number_id')
    const body = { name: 'Campaign', assistant_id: assistant, phone_number_ids: [id] }
    expectInvalid(await world.post('/user/campaigns', body), 'phone_number_ids.0')
  })

  it('a suspended number is not available to an assistant', async () => {
    const world = await startWorld()
    const id = aNumber(world, { status: 'suspended' })
    const list = async (type: string) => (await world.get(`/user/assistants/phone-numbers?type=${type}`)).body
    expect(await list('outbound')).toMatchObject([{ id, is_available: false }])
    expect(await list('inbound')).toEqual([])
  })
})

it('a number of another carrier is not used', async () => {
  const world = await startWorld()
  const id = aNumber(world, { number: '+12125550199' })
  const assistant_id = await given.assistant(world, { phone_number_id: id })
  world.db.prepare("UPDATE phone_numbers SET carrier = 'twilio'").run()
  const { call_id } = (await world.post('/user/make_call', { assistant_id, phone_number: given.number('01') })).body
  expect((await world.get(`/user/calls/${call_id}`)).body.assistant_phone_number).toBeNull()
  const other = await given.assistant(world)
  expectInvalid(await world.put(`/user/assistant/${other}`, { phone_number_id: id }), 'phone_number_id')
  expectMessage(await world.post('/user/sms', { from: id, to: '+12015550124', body: 'Hello' }), 400)
})
