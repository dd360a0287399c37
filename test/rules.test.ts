import { describe, expect, it, onTestFinished } from 'vitest'
import { aNumber } from './support/api'
import { startReceiver } from './support/receiver'
import { given, HOUR, MINUTE, startWorld, type TestWorld } from './support/world'

// What more than one resource has a say in: whose value holds, and from when.

const callsOf = async (world: TestWorld) => (await world.get('/user/calls?per_page=100')).body.data.reverse()
const call = async (world: TestWorld, id: number) => (await world.get(`/user/calls/${id}`)).body
const greeting = ({ transcript }: { transcript: { sender: string; text: string }[] }) =>
  transcript.find(({ sender }) => sender === 'bot')?.text

describe('variables', () => {
  it("a contact's value goes before the lead's, and the lead's before the assistant's default", async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world, {
      initial_message: '{{a}} {{b}} {{c}}',
      variables: { a: 'default', b: 'default', c: 'default' },
    })
    const campaign = await given.campaign(world, { assistant_id })
    await given.lead(world, campaign, {
      ending: '01',
      variables: { b: 'lead', c: 'lead' },
      secondary_contacts: [{ phone_number: given.number('14'), variables: { c: 'contact' } }],
    })
    await given.started(world, campaign)
    await world.advance(HOUR)
    const [, contact] = await callsOf(world)
    expect(contact.variables).toEqual({ a: 'default', b: 'lead', c: 'contact' })
    expect(greeting(await call(world, contact.id))).toBe('default lead contact')
  })
})

describe('an edit', () => {
  it('of an assistant applies from the next call', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world, { initial_message: 'Before', record: true, max_duration: 60 })
    const dial = async () =>
      (await world.post('/user/make_call', { assistant_id, phone_number: given.number('07') })).body.call_id
    const first = await dial()
    await world.put(`/user/assistant/${assistant_id}`, { initial_message: 'After', max_duration: 20 })
    await world.advance(5 * MINUTE)
    const second = await dial()
    await world.advance(5 * MINUTE)
    expect(greeting(await call(world, first))).toBe('Before')
    expect(greeting(await call(world, second))).toBe('After')
    expect((await call(world, first)).duration).toBeGreaterThan(50)
    expect((await call(world, second)).duration).toBeLessThan(30)
  })
})

describe('the goal', () => {
  it.each([
    ['is the variable that the campaign names', 'likes_pears', 2],
    ['is else the status that is always evaluated', null, 1],
  ])('%s', async (_, goal_completion_variable, calls) => {
    const world = await startWorld({
      evaluator: {
        evaluate: async () => [
          { name: 'status', type: 'bool', value: true, description: '' },
          { name: 'likes_pears', type: 'bool', value: false, description: '' },
        ],
      },
    })
    const assistant_id = await given.assistant(world, {
      post_call_schema: [{ name: 'likes_pears', type: 'bool', description: 'Whether they like pears' }],
    })
    const campaign = await given.campaign(world, {
      assistant_id,
      timezone: 'UTC',
      retry_on_goal_incomplete: true,
      goal_completion_variable,
      max_retries: 1,
      retry_interval: 10,
    })
    await given.lead(world, campaign)
    await given.started(world, campaign)
    await world.advance(HOUR)
    expect(world.count('calls')).toBe(calls)
  })
})

describe('the number that is shown', () => {
  it("rotates through the campaign's numbers", async () => {
    const world = await startWorld()
    const own = ['+12015550191', '+12015550192', '+12015550193']
    const phone_number_ids = own.map(number => aNumber(world, { number }))
    const campaign = await given.campaign(world, { timezone: 'UTC', phone_number_ids })
    for (let i = 0; i < 6; i++) await given.lead(world, campaign)
    await given.started(world, campaign)
    await world.advance(HOUR)
    const shown = (await callsOf(world)).map((c: { assistant_phone_number: string }) => c.assistant_phone_number)
    expect(shown).toHaveLength(6)
    for (const number of own) expect(shown.filter((one: string) => one === number)).toHaveLength(2)
  })
})

describe('the operator is told', () => {
  it('when a webhook is given up', async () => {
    const receiver = await startReceiver(() => ({ status: 410 }))
    onTestFinished(receiver.close)
    const world = await startWorld()
    const told: string[] = []
    world.service.context.bus.on(event => {
      if (event.type === 'operator.told') told.push(event.text)
    })
    await world.post('/user/webhooks/test', { url: receiver.url })
    await world.advance(MINUTE)
    expect(told).toEqual([expect.stringMatching(/^A webhook to 127\.0\.0\.1:\d+ was given up after 1 try\.$/)])
  })
})

describe('a campaign that fails', () => {
  it('does not stop itself for calls that a restart settled', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { timezone: 'UTC', max_calls_in_parallel: 20 })
    for (let i = 0; i < 20; i++) await given.lead(world, campaign, { ending: '02' })
    await world.put('/user/settings', { calls_per_second: 100 })
    await given.started(world, campaign)
    await world.advance(2000)
    await world.restart()
    await world.advance(MINUTE)
    expect((await callsOf(world)).filter((c: { status: string }) => c.status === 'failed').length).toBe(20)
    expect((await world.get(`/user/campaigns/${campaign}`)).body).toMatchObject({
      status: 'in-progress',
      stopped_because: null,
    })
  })
})
