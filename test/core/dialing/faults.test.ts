import { describe, expect, it } from 'vitest'
import { running, statusOf } from '../../support/running'
import { LLAMA, withModel } from '../../support/with-model'
import { DAY, given, HOUR, MINUTE, SECOND, type TestWorld } from '../../support/world'

/** A running campaign whose assistant speaks with the model of a server, which works while `isUp` says so. */
async function spoken(endings: string[], over: object = {}, isUp: (request: number) => boolean = () => false) {
  const { world, server } = await withModel((_, n) =>
    isUp(n) ? { say: 'Goodbye.', tools: [{ name: 'end_call' }] } : { status: 503 },
  )
  const assistant_id = await given.assistant(world, { llm_model_id: LLAMA })
  const campaign = await given.campaign(world, { assistant_id, max_calls_in_parallel: 2, ...over })
  const leads: number[] = []
  for (const ending of endings) leads.push(await given.lead(world, campaign, { ending }))
  await given.started(world, campaign)
  return { world, server, campaign, leads }
}

const campaignOf = async (world: TestWorld, id: number) => (await world.get(`/user/campaigns/${id}`)).body
const statuses = (world: TestWorld, leads: number[]) => [...new Set(leads.map(id => statusOf(world, id)))].sort()

describe('a model that is out of order', () => {
  it('stops the campaign, which says so; no lead is given up, nothing is charged, and all are reached later', async () => {
    let isUp = false
    const { world, campaign, leads } = await spoken(Array(30).fill('24'), {}, () => isUp)
    await world.advance(2 * HOUR)
    const { status, stopped_because } = await campaignOf(world, campaign)
    expect(status).toBe('stopped')
    expect(stopped_because.reason).toMatch(
      /^The assistant failed with 11 of the last \d+ leads\. The model llama3\.1 failed: .*\(503\)/,
    )
    expect(stopped_because.call_ids).toHaveLength(11)
    expect(statuses(world, leads)).toEqual(['created', 'rescheduled'])
    const calls = (await world.get('/user/calls?per_page=100')).body.data
    expect(new Set(calls.map((c: { end_reason: string }) => c.end_reason))).toEqual(new Set(['engine_failed']))
    expect(calls.every((c: { total_cost: string }) => Number(c.total_cost) === 0)).toBe(true)

    isUp = true
    await given.started(world, campaign)
    await world.advance(DAY)
    expect(statuses(world, leads)).toEqual(['completed'])
    expect((await campaignOf(world, campaign)).status).toBe('completed')
  })

  it('is not dialed for while it is known to be out of order; the campaign says so and goes on by itself', async () => {
    let isUp = false
    const { world, server, campaign, leads } = await spoken(Array(30).fill('24'), {}, () => isUp)
    await world.advance(2 * HOUR)
    await given.started(world, campaign)
    const dialed = world.count('calls')
    await world.advance(2 * HOUR)
    expect(world.count('calls')).toBe(dialed)
    expect((await campaignOf(world, campaign)).status).toBe('in-progress')
    const { body: why } = await world.get(`/user/campaigns/${campaign}/explain`)
    expect([why.dialing, why.reasons[0].code]).toEqual([false, 'model_out_of_order'])
    expect(why.reasons[0].text).toMatch(/^The model llama3\.1 does not answer\. .*503/)
    const { body: attention } = await world.get('/user/attention')
    expect(attention.models_out_of_order).toMatchObject([{ model: 'llama3.1' }])
    // It is tried again and again, and less often with time.
    const tries = server.requests.length
    await world.advance(HOUR)
    expect(server.requests.length - tries).toBeGreaterThan(2)

    isUp = true
    await world.advance(DAY)
    expect(statuses(world, leads)).toEqual(['completed'])
    expect((await world.get('/user/attention')).body.models_out_of_order).toEqual([])
  })

  it('gets another chance at once when its settings change, or a trial of it succeeds', async () => {
    let isUp = false
    const { world, campaign, leads } = await spoken(['24', '24', '24'], { max_retries: 1 }, () => isUp)
    await world.advance(DAY)
    const outOfOrder = async () => (await world.get('/user/attention')).body.models_out_of_order.length
    expect(await outOfOrder()).toBe(1)
    const trial = world.post('/user/settings/providers/44/test', { model: 'llama3.1' })
    await world.advance(MINUTE)
    expect((await trial).body.ok).toBe(false)
    expect(await outOfOrder()).toBe(1)
    isUp = true
    expect((await world.post('/user/settings/providers/44/test', { model: 'llama3.1' })).body.ok).toBe(true)
    expect(await outOfOrder()).toBe(0)
    await given.started(world, campaign)
    await world.advance(DAY)
    expect(statuses(world, leads)).toEqual(['completed'])
  })

  it('stops also a campaign of three leads, before it gives up one of them', async () => {
    let isUp = false
    const { world, campaign, leads } = await spoken(['24', '24', '24'], { max_retries: 1 }, () => isUp)
    await world.advance(DAY)
    expect((await campaignOf(world, campaign)).status).toBe('stopped')
    expect(statuses(world, leads)).toEqual(['rescheduled'])
    isUp = true
    await given.started(world, campaign)
    await world.advance(DAY)
    expect(statuses(world, leads)).toEqual(['completed'])
  })

  it('retries also a lead whose voicemail it could not speak to', async () => {
    const { world, campaign, leads } = await spoken(['11'])
    await world.advance(30 * MINUTE)
    expect(statuses(world, leads)).toEqual(['rescheduled'])
    expect((await campaignOf(world, campaign)).status).toBe('in-progress')
  })

  it('cuts a person off that it has answered once; that call is charged and not made again', async () => {
    const { world, leads } = await withModelThatFailsInTheMiddle()
    await world.advance(DAY)
    expect(world.lead(leads[0]!)).toMatchObject({ status: 'completed', cut_off: 1, attempts: 1 })
    const [call] = (await world.get('/user/calls')).body.data
    expect(call).toMatchObject({ status: 'failed', end_reason: 'engine_failed' })
    expect(Number(call.total_cost)).toBeGreaterThan(0)
  })
})

async function withModelThatFailsInTheMiddle() {
  const { world } = await withModel((_, n) => (n === 1 ? { say: 'Good to hear.' } : { status: 503 }))
  const assistant_id = await given.assistant(world, { llm_model_id: LLAMA })
  const campaign = await given.campaign(world, { assistant_id })
  const leads = [await given.lead(world, campaign, { ending: '24' })]
  await given.started(world, campaign)
  return { world, leads }
}

describe('numbers and a carrier that fail', () => {
  it('a campaign does not stop itself when the last leads of its list do not exist, and asks about the list', async () => {
    const endings = [...Array(30).fill('24'), ...Array(12).fill('03')]
    const { world, campaign, leads } = await running(endings, { max_calls_in_parallel: 4, retry_interval: 10 })
    const told: string[] = []
    world.service.context.bus.on(event => void (event.type === 'operator.told' && told.push(event.text)))
    await world.advance(30 * MINUTE)
    expect((await world.get('/user/attention')).body.doubtful_lists).toEqual([
      { key: expect.any(String), id: campaign, name: expect.any(String) },
    ])
    await world.advance(DAY)
    expect((await campaignOf(world, campaign)).status).toBe('completed')
    expect(leads.slice(30).map(id => world.lead(id))).toMatchObject(
      Array(12).fill({ status: 'reached-max-retries', attempts: 4 }),
    )
    expect(told).toEqual([expect.stringMatching(/^Most of the last 20 numbers that .* Is its list right\?$/)])
    expect((await world.get('/user/attention')).body.doubtful_lists).toEqual([])
  })

  it('each lead counts once: two leads whose carrier fails at every retry do not stop a campaign', async () => {
    const { world, campaign, leads } = await running([...Array(6).fill('24'), '14', '14'], {
      max_retries: 5,
      retry_interval: 10,
      max_calls_in_parallel: 1,
    })
    await world.advance(DAY)
    expect((await campaignOf(world, campaign)).status).toBe('completed')
    expect(leads.slice(6).map(id => world.lead(id))).toMatchObject(
      Array(2).fill({ status: 'reached-max-retries', attempts: 6 }),
    )
  })

  it('a first call that fails stops no campaign: its lead keeps its only try, and the others are called', async () => {
    const endings = ['14', ...Array(8).fill('24')]
    const { world, campaign, leads } = await running(endings, { max_retries: 0, max_calls_in_parallel: 1 })
    await world.advance(30 * SECOND)
    expect(statusOf(world, leads[0]!)).toBe('rescheduled')
    expect((await campaignOf(world, campaign)).status).toBe('in-progress')
    await world.advance(DAY)
    expect(statuses(world, leads)).toEqual(['completed', 'reached-max-retries'])
    expect((await campaignOf(world, campaign)).status).toBe('completed')
  })

  it('a call that failed at the carrier says so, and costs nothing', async () => {
    const { world } = await running(['14'])
    await world.advance(MINUTE)
    const [call] = (await world.get('/user/calls')).body.data
    expect(call).toMatchObject({ status: 'failed', end_reason: 'carrier_failed', answered_by: null })
    expect(Number(call.total_cost)).toBe(0)
  })
})
