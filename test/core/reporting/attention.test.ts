import { expect, it } from 'vitest'
import { aKnowledgeBase, aNumber, leaveBalance } from '../../support/api'
import { startReceiver } from '../../support/receiver'
import { DAY, given, HOUR, MINUTE, MONDAY_9, startWorld } from '../../support/world'

const nothing = {
  callbacks: [],
  promised_callbacks: [],
  cut_off: [],
  cut_off_total: 0,
  stopped_campaigns: [],
  halted_campaigns: [],
  doubtful_lists: [],
  missed_inbound: [],
  missed_inbound_total: 0,
  dead_deliveries: 0,
  dead_deliveries_key: null,
  unpaid_numbers: [],
  trunks_down: [],
  failed_documents: [],
  clocks_differ: null,
  no_balance: null,
  low_balance: null,
  disk_full: false,
  models_out_of_order: [],
}

it('the list is empty when nothing needs attention', async () => {
  const world = await startWorld()
  const { status, body } = await world.get('/user/attention')
  expect({ status, body }).toEqual({ status: 200, body: nothing })
})

it('the list has the callbacks of today, soonest first, and none of other users', async () => {
  const world = await startWorld()
  await world.put('/user/settings', { timezone: 'UTC' })
  const assistant_id = await given.assistant(world, { variables: { name: '' } })
  const campaign = await given.campaign(world, { assistant_id, name: 'Spring' })
  const promise = async (hours: number) => {
    const id = await given.lead(world, campaign, { variables: { name: `${hours}` } })
    await world.put(`/user/leads/${id}`, { callback_at: new Date(MONDAY_9 + hours * HOUR).toISOString() })
    return id
  }
  const [late, soon] = [await promise(14), await promise(1)]
  await promise(16)
  const { body } = await world.get('/user/attention')
  expect(body.callbacks).toMatchObject([
    { id: soon, at: '2026-01-05T10:00:00.000000Z', variables: { name: '1' }, campaign: { name: 'Spring' } },
    { id: late, at: '2026-01-05T23:00:00.000000Z' },
  ])
  const { headers } = world.other()
  expect((await world.request('GET', '/user/attention', undefined, { headers })).body.callbacks).toEqual([])
})

it('the list has people whose call was cut off, for a week', async () => {
  const world = await startWorld()
  const campaign = await given.campaign(world)
  const lead = await given.lead(world, campaign, { ending: '13' })
  await given.started(world, campaign)
  await world.advance(HOUR)
  expect(world.lead(lead)).toMatchObject({ status: 'completed', cut_off: 1 })
  const [call] = (await world.get('/user/calls')).body.data
  const { body } = await world.get('/user/attention')
  expect(body.cut_off).toMatchObject([{ id: lead, call_id: call.id, campaign_id: campaign }])
  await world.advance(8 * DAY)
  expect((await world.get('/user/attention')).body.cut_off).toEqual([])
})

it('the list has campaigns that stopped themselves, until they are started again', async () => {
  const world = await startWorld()
  const campaign = await given.campaign(world, { name: 'Spring', max_calls_in_parallel: 20 })
  for (let i = 0; i < 20; i++) await given.lead(world, campaign, { ending: '14' })
  await given.started(world, campaign)
  await world.advance(10 * MINUTE)
  const { body } = await world.get('/user/attention')
  expect(body.stopped_campaigns).toMatchObject([{ id: campaign, name: 'Spring', stopped_because: expect.anything() }])
  await given.started(world, campaign)
  expect((await world.get('/user/attention')).body.stopped_campaigns).toEqual([])
})

it('the list counts dead webhooks and warns of a low balance', async () => {
  const world = await startWorld()
  const receiver = await startReceiver(() => ({ status: 410 }))
  const assistant_id = await given.assistant(world, { is_webhook_active: true, webhook_url: receiver.url })
  await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })
  await world.advance(HOUR)
  await leaveBalance(world, 4.99)
  const { body } = await world.get('/user/attention')
  expect(body).toMatchObject({ dead_deliveries: 1, low_balance: { total_balance: 4.99, below: 5 } })
  await world.put('/user/settings', { low_balance: 4.98 })
  expect((await world.get('/user/attention')).body.low_balance).toBeNull()
})

it('the list has unpaid numbers and documents that could not be read', async () => {
  const world = await startWorld({ reader: { read: async () => ({ unreadable: 'It is empty.' }) } })
  const own = given.number('90')
  aNumber(world, { number: own, status: 'suspended' })
  const knowledgebase = aKnowledgeBase(world)
  await world.post(`/user/knowledgebases/${knowledgebase}/documents`, {
    name: 'Site',
    type: 'website',
    url: 'http://127.0.0.1:1/',
  })
  await world.advance(MINUTE)
  expect((await world.get('/user/attention')).body).toMatchObject({
    unpaid_numbers: [{ phone_number: own, status: 'suspended' }],
    failed_documents: [{ name: 'Site', error: 'It is empty.', knowledgebase: { id: knowledgebase, name: 'Prices' } }],
  })
})
