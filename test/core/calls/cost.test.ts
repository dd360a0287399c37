import { describe, expect, it } from 'vitest'
import { balance, leaveBalance } from '../../support/api'
import { call } from '../../support/call'
import { given, MINUTE, SECOND, startWorld, type TestWorld } from '../../support/world'

describe('the cost of a call', () => {
  it('a call is charged per second from the answer, and the ledger has the whole amount', async () => {
    const { world, id, call: body } = await call('24')
    const millionths = Math.round((body.duration * 100_000) / 60)
    expect(Number(body.total_cost)).toBe(millionths / 1e6)
    expect(body.carrier_cost).toBe(body.total_cost)
    const items = body.cost_items as { amount: number }[]
    expect(items.reduce((sum, item) => sum + item.amount, 0)).toBeCloseTo(Number(body.total_cost), 8)
    expect(world.db.prepare('SELECT amount FROM ledger WHERE call_id = ?').pluck().all(id)).toEqual([-millionths])
    expect((await world.get('/user/me')).body.total_balance).toBe((25_000_000 - millionths) / 1e6)
  })

  it('a call that nobody answered costs nothing', async () => {
    const { call: body } = await call('01')
    expect([body.total_cost, body.cost_items]).toEqual(['0.00000000', []])
  })

  it('a rate with three decimals is told as it is, so that text and amount agree', async () => {
    const { world, assistant_id } = await withTrunk()
    await world.put('/user/settings', { rates: { call_minute: 0.125 } })
    await world.put(`/user/assistant/${assistant_id}`, { phone_number_id: null })
    const body = await callOf(world, assistant_id)
    const [{ what, amount }] = body.cost_items
    expect(what).toBe(`${body.duration} s of talking at $0.125 a minute`)
    expect(amount).toBe(Math.round((body.duration * 125_000) / 60) / 1e6)
  })

  it('a call with a caller ID of an own trunk is free, and needs no balance', async () => {
    const { world, assistant_id } = await withTrunk()
    await leaveBalance(world, 0)
    const body = await callOf(world, assistant_id)
    expect(body).toMatchObject({ status: 'completed', total_cost: '0.00000000', cost_items: [] })
    const campaign = await given.campaign(world, { assistant_id })
    const lead = await given.lead(world, campaign)
    await given.started(world, campaign)
    expect((await world.get(`/user/campaigns/${campaign}/explain`)).body.reasons).toEqual([])
    await world.advance(10 * MINUTE)
    expect(world.lead(lead).status).toBe('completed')
    expect(await balance(world)).toBe(0)
  })

  it('the price of a call is fixed when it begins', async () => {
    const { world, assistant_id } = await withTrunk()
    await world.put(`/user/assistant/${assistant_id}`, { phone_number_id: null })
    const { body } = await world.post('/user/make_call', { assistant_id, phone_number: given.number('07') })
    await world.advance(30 * SECOND)
    await world.put('/user/settings', { rates: { call_minute: 5 } })
    await world.advance(30 * MINUTE)
    const { duration, total_cost } = (await world.get(`/user/calls/${body.call_id}`)).body
    expect(Number(total_cost)).toBe(Math.round((duration * 100_000) / 60) / 1e6)
  })
})

/** A world with an assistant whose number is on a SIP trunk of the operator's own. */
async function withTrunk() {
  const world = await startWorld()
  const trunk = { sip_trunk_type: 'number', phone_number: '+12125550190', sip_address: 'sip.example.com' }
  const credentials = { sip_username: 'desk', sip_password: 'pa55 word' }
  expect((await world.post('/user/phone-numbers/sip-trunks', { ...trunk, ...credentials })).status).toBe(201)
  const { id } = world.db.prepare("SELECT id FROM phone_numbers WHERE type = 'sip'").get() as { id: number }
  return { world, assistant_id: await given.assistant(world, { phone_number_id: id }) }
}

async function callOf(world: TestWorld, assistant_id: number) {
  const { status, body } = await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })
  expect(status).toBe(200)
  await world.advance(25 * MINUTE)
  return (await world.get(`/user/calls/${body.call_id}`)).body
}
