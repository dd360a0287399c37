import { expect, it } from 'vitest'
import { aNumber, expectInvalid, expectMessage, leaveBalance, UNKNOWN, withoutChange } from '../../support/api'
import { startReceiver } from '../../support/receiver'
import { given, MINUTE, startWorld, type TestWorld } from '../../support/world'

type Checks = Record<string, { state: string; text: string; about: string | null; count: number | null }>

async function check(world: TestWorld, body: object): Promise<{ ready: boolean } & Checks> {
  const answer = await withoutChange(world, () => world.post('/user/campaigns/check', body))
  expect(answer.status).toBe(200)
  const { ready, checks } = answer.body
  return { ready, ...Object.fromEntries(checks.map(({ code, ...found }: { code: string }) => [code, found])) }
}

it('a campaign with leads on the simulated carrier is ready, though the script speaks without a key', async () => {
  const world = await startWorld()
  const assistant_id = await given.assistant(world, { name: 'Nora' })
  const campaign = await given.campaign(world, { assistant_id })
  await given.lead(world, campaign)
  expect(await check(world, { campaign_id: campaign })).toEqual({
    ready: true,
    leads: { state: 'ok', text: '1 lead to call.', about: null, count: 1 },
    assistant: { state: 'ok', text: 'Nora makes the calls.', about: 'Nora', count: null },
    hours: { state: 'ok', text: 'Its hours open.', about: null, count: null },
    number: {
      state: 'ok',
      text: 'No number is shown; the simulated carrier needs none.',
      about: null,
      count: null,
    },
    model: {
      state: 'warning',
      text: 'OpenAI has no key. The built-in script speaks instead.',
      about: 'OpenAI',
      count: null,
    },
    balance: { state: 'ok', text: 'The balance covers a call.', about: null, count: null },
  })
  await world.put('/user/settings', { providers: [{ id: 41, api_key: 'sk-secret' }] })
  expect((await check(world, { campaign_id: campaign })).model).toMatchObject({ state: 'ok' })
})

it('what is missing is named: leads, an assistant, a balance, and dialing that is on', async () => {
  const world = await startWorld()
  const campaign = await given.campaign(world)
  const { assistant_id } = (await world.get(`/user/campaigns/${campaign}`)).body
  expect((await check(world, { campaign_id: campaign })).leads).toMatchObject({
    state: 'missing',
    text: 'It has no leads.',
  })
  const lead = await given.lead(world, campaign)
  await world.put(`/user/leads/${lead}`, { status: 'completed' })
  await leaveBalance(world, 0.05)
  await world.post('/user/dialing/halt')
  expect(await check(world, { campaign_id: campaign })).toMatchObject({
    ready: false,
    leads: { state: 'missing', text: 'No lead is left to be called.' },
    balance: { state: 'missing', text: 'A call needs $0.10, and the balance is $0.05: $0.05 is missing.' },
    dialing: { state: 'missing', text: 'Dialing is halted.' },
  })
  await world.post('/user/dialing/resume')
  await world.post('/user/dialing/pause')
  expect((await check(world, { campaign_id: campaign })).dialing).toMatchObject({ state: 'warning', about: 'paused' })
  await world.delete(`/user/assistant/${assistant_id}`)
  const without = await check(world, { campaign_id: campaign })
  expect(without).toMatchObject({ ready: false, assistant: { state: 'missing' } })
  expect(without.model).toBeUndefined()
})

it('a suspended number of several is a warning, and nothing but suspended ones stops the start', async () => {
  const world = await startWorld()
  const [good, late] = [aNumber(world), aNumber(world, { number: given.number('91') })]
  const campaign = await given.campaign(world, { phone_number_ids: [good, late] })
  expect((await check(world, { campaign_id: campaign })).number).toMatchObject({ state: 'ok', count: 2 })
  const suspend = (id: number) => {
    for (const status of ['past_due', 'suspended'])
      world.db.prepare('UPDATE phone_numbers SET status = ? WHERE id = ?').run(status, id)
  }
  suspend(late)
  expect((await check(world, { campaign_id: campaign })).number).toMatchObject({
    state: 'warning',
    text: expect.stringContaining('is suspended until its rent is paid'),
  })
  suspend(good)
  expect(await check(world, { campaign_id: campaign })).toMatchObject({ ready: false, number: { state: 'missing' } })
})

it('a webhook is judged by its last delivery, and the error is named', async () => {
  const world = await startWorld()
  let status = 500
  const receiver = await startReceiver(() => ({ status }))
  const assistant_id = await given.assistant(world, { is_webhook_active: true, webhook_url: receiver.url })
  const campaign = await given.campaign(world, { assistant_id })
  const { host } = new URL(receiver.url)
  const webhook = async () => (await check(world, { campaign_id: campaign })).webhook
  expect(await webhook()).toMatchObject({ state: 'ok', about: host, count: null })
  await world.post('/user/webhooks/test', { url: receiver.url })
  await world.advance(0)
  expect(await webhook()).toMatchObject({
    state: 'warning',
    text: `The webhook at ${host} does not answer. The receiver answered 500.`,
  })
  status = 200
  await world.advance(MINUTE)
  expect(await webhook()).toMatchObject({ state: 'ok', text: `The webhook at ${host} answers.`, count: 1 })
})

it('settings that are not saved are checked in place of the saved ones, also of a new campaign', async () => {
  const world = await startWorld()
  const [nora, theo] = [await given.assistant(world, { name: 'Nora' }), await given.assistant(world, { name: 'Theo' })]
  const campaign = await given.campaign(world, { assistant_id: nora })
  expect((await check(world, { campaign_id: campaign, assistant_id: theo })).assistant).toMatchObject({ about: 'Theo' })
  expect(await check(world, { assistant_id: theo, allowed_days: ['monday'] })).toMatchObject({
    ready: false,
    leads: { state: 'missing' },
    assistant: { about: 'Theo' },
  })
  expectInvalid(
    await world.post('/user/campaigns/check', { campaign_id: campaign, max_retries: 9, assistant_id: UNKNOWN }),
    'max_retries',
    'assistant_id',
  )
  expectMessage(await world.post('/user/campaigns/check', { campaign_id: UNKNOWN }), 404)
  const { headers } = world.other()
  expectMessage(await world.request('POST', '/user/campaigns/check', { campaign_id: campaign }, { headers }), 404)
})
