import { describe, expect, it } from 'vitest'
import { aNumber, expectInvalid, expectMessage } from '../../support/api'
import { given, MINUTE, startWorld, type TestWorld } from '../../support/world'

// Which carrier makes the calls. Nobody is reached here: the voice process is not part of these worlds.

const trunk = (world: TestWorld, over: object = {}) =>
  world
    .post('/user/phone-numbers/sip-trunks', {
      sip_trunk_type: 'number',
      phone_number: '+12125550190',
      sip_username: 'desk',
      sip_password: 'a-long-password',
      sip_address: 'sip.example.com',
      ...over,
    })
    .then(({ body }) => body.data.id as number)
const choose = (world: TestWorld, carrier: string) => world.put('/user/settings', { carrier })
const statusOf = async (world: TestWorld, id: number) => (await world.get(`/user/campaigns/${id}`)).body.status

/** A campaign with a lead, of an assistant with this number. */
async function aCampaign(world: TestWorld, phone_number_id: number | null = null) {
  const assistant_id = await given.assistant(world, { phone_number_id })
  const campaign = await given.campaign(world, { assistant_id })
  await given.lead(world, campaign)
  return { assistant_id, campaign }
}

describe('real calls over SIP', () => {
  it('another carrier stops every campaign, and the same one none', async () => {
    const world = await startWorld()
    const { campaign } = await aCampaign(world, await trunk(world))
    await given.started(world, campaign)
    await choose(world, 'simulated')
    expect(await statusOf(world, campaign)).toBe('in-progress')
    expect((await choose(world, 'sip')).body.data.carrier).toBe('sip')
    expect(await statusOf(world, campaign)).toBe('stopped')
  })

  it('a call needs an assistant with the number of a trunk', async () => {
    const world = await startWorld()
    await choose(world, 'sip')
    const { assistant_id } = await aCampaign(world)
    expectInvalid(
      await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') }),
      'assistant_id',
    )
    await world.put(`/user/assistant/${assistant_id}`, { phone_number_id: await trunk(world) })
    expect((await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })).status).toBe(200)
  })

  it('a campaign without such a number does not start, and says why', async () => {
    const world = await startWorld()
    await choose(world, 'sip')
    const { campaign } = await aCampaign(world)
    const answer = await world.post('/user/campaigns/update-status', { campaign_id: campaign, action: 'start' })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain('no number of a SIP trunk')
    const { body } = await world.get(`/user/campaigns/${campaign}/explain`)
    expect((body.reasons as { code: string }[]).map(({ code }) => code)).toContain('no_trunk')
  })

  it('a running campaign that loses its number waits, and says why', async () => {
    const world = await startWorld()
    await choose(world, 'sip')
    const { campaign, assistant_id } = await aCampaign(world, await trunk(world))
    await world.post('/user/dialing/pause', {})
    await given.started(world, campaign)
    await world.put(`/user/assistant/${assistant_id}`, { phone_number_id: null })
    await world.post('/user/dialing/resume', {})
    await world.advance(MINUTE)
    expect((await world.get('/user/calls')).body.data).toEqual([])
    const { body } = await world.get(`/user/campaigns/${campaign}/explain`)
    expect(body.reasons[0].code).toBe('no_trunk')
  })

  it('a call that the voice process cannot make is a failure of the carrier, and the lead is kept', async () => {
    const world = await startWorld()
    await choose(world, 'sip')
    const { campaign } = await aCampaign(world, await trunk(world))
    await given.started(world, campaign)
    await world.advance(MINUTE)
    const [call] = (await world.get('/user/calls')).body.data
    expect(call).toMatchObject({ status: 'failed', end_reason: 'carrier_failed', total_cost: '0.00000000' })
    const [lead] = (await world.get(`/user/leads?campaign_id=${campaign}`)).body.data
    expect(lead.status).toBe('rescheduled')
  })

  it('nobody can be simulated to call, and a rented number cannot be used', async () => {
    const world = await startWorld()
    const number = given.number('90')
    const id = aNumber(world, { number })
    await choose(world, 'sip')
    const call = { from: given.number('24'), to: number }
    expectMessage(await world.post('/user/simulator/inbound-call', call), 409)
    const { assistant_id } = await aCampaign(world)
    expectInvalid(await world.put(`/user/assistant/${assistant_id}`, { phone_number_id: id }), 'phone_number_id')
  })

  it('a desk that has run with simulated time stays simulated', async () => {
    const world = await startWorld()
    world.db.prepare("INSERT INTO state (key, value) VALUES ('simulated', 'true')").run()
    expectInvalid(await choose(world, 'sip'), 'carrier')
    expect((await world.get('/user/settings')).body.carrier).toBe('simulated')
  })
})
