import { describe, expect, it } from 'vitest'
import { createEvaluator } from '../../../src/main/background/evaluator'
import { call } from '../../support/call'
import { refuse } from '../../support/refuse'
import { callsOf, running } from '../../support/running'
import { LLAMA, SERVER, withModel } from '../../support/with-model'
import { given, MINUTE, SECOND, startWorld } from '../../support/world'

describe('the evaluation of a call', () => {
  it('an evaluation whose result cannot be stored is repeated, and the call becomes final', async () => {
    const { world, lead } = await running(['24'])
    const allow = refuse(world, 'UPDATE ON calls', 'NEW.evaluation_tries > 0')
    await world.advance(10 * MINUTE)
    expect(world.lead(lead).status).toBe('processing')
    allow()
    await world.advance(MINUTE)
    expect(world.lead(lead).status).toBe('completed')
    expect((await callsOf(world))[0].evaluation).not.toEqual([])
  })

  it('an evaluation that ends the process each time stops after three tries', async () => {
    let tries = 0
    const world = await startWorld({
      evaluator: {
        evaluate() {
          tries++
          return new Promise(() => {})
        },
      },
    })
    const assistant = await given.assistant(world)
    await world.post('/user/make_call', { assistant_id: assistant, phone_number: given.number('05') })
    await world.advance(15 * SECOND)
    await world.restart()
    await world.advance(SECOND)
    expect((await callsOf(world))[0].status).toBe('ended')
    expect(tries).toBe(2) // a stop in order costs no try; a process that ends leaves them counted
    world.db.prepare('UPDATE calls SET evaluation_tries = 4').run()
    await world.restart()
    await world.advance(SECOND)
    expect(tries).toBe(2)
    expect((await callsOf(world))[0].status).toBe('ended_by_customer')
  })

  it('the evaluator can be stopped and started many times in any order', async () => {
    const world = await startWorld({ evaluator: { evaluate: () => new Promise(() => {}) } })
    const assistant = await given.assistant(world)
    await world.post('/user/make_call', { assistant_id: assistant, phone_number: given.number('05') })
    await world.advance(15 * SECOND)
    const evaluator = createEvaluator(world.service.context, () => ({
      name: 'judge',
      evaluate: async () => [{ name: 'status', type: 'bool', value: true, description: '' }],
    }))
    for (let i = 0; i < 50; i++) {
      evaluator.stop()
      evaluator.start()
      evaluator.start()
      evaluator.stop()
    }
    evaluator.start()
    await world.advance(0)
    evaluator.stop()
    const [call] = await callsOf(world)
    expect(call.warnings).toEqual([])
    expect(call.evaluation).toMatchObject([{ value: true }])
  })

  const post_call_schema = [
    { name: 'agreed', type: 'bool', description: 'Whether they agreed' },
    { name: 'colleague', type: 'string', description: 'What they say of a colleague' },
    { name: 'price', type: 'number', description: 'A price' },
    { name: 'pieces', type: 'integer', description: 'How many' },
  ]

  it('an evaluation always has the status, the summary and every field of the assistant', async () => {
    const { call: body } = await call('24', { post_call_schema })
    expect(body.evaluation.map(item => [item.name, item.type, item.description])).toEqual([
      ['status', 'bool', expect.any(String)],
      ['summary', 'string', expect.any(String)],
      ...post_call_schema.map(({ name, type, description }) => [name, type, description]),
    ])
    const value = (name: string) => body.evaluation.find(item => item.name === name)!.value
    // Nothing was said of them.
    expect([value('agreed'), value('colleague'), value('price'), value('pieces')]).toEqual([false, null, null, null])
  })

  it('a call has no evaluation when evaluation is off', async () => {
    const { call: body } = await call('24', { post_call_evaluation: false })
    expect(body).toMatchObject({ evaluation: [], evaluated_by: null })
    expect(body.status).toBe('completed')
  })

  it('after three failed evaluations the call is final with a warning', async () => {
    let tries = 0
    const world = await startWorld({
      evaluator: {
        async evaluate() {
          tries++
          throw new Error('the model is down')
        },
      },
    })
    const assistant = await given.assistant(world)
    const made = await world.post('/user/make_call', { assistant_id: assistant, phone_number: given.number('24') })
    await world.advance(5 * MINUTE)
    const { body } = await world.get(`/user/calls/${made.body.call_id}`)
    expect(tries).toBe(3)
    expect(body).toMatchObject({ status: 'completed', evaluation: [] })
    expect(body.warnings).toEqual(['The call could not be evaluated: the model is down.'])
  })

  it('an evaluation that hangs blocks no other call and stops after a minute', async () => {
    const world = await startWorld({ evaluator: { evaluate: () => new Promise(() => {}) } })
    const assistant = await given.assistant(world)
    const made = await world.post('/user/make_call', { assistant_id: assistant, phone_number: given.number('05') })
    await world.advance(15 * SECOND)
    expect((await world.get(`/user/calls/${made.body.call_id}`)).body.status).toBe('ended')
    await world.advance(MINUTE)
    expect((await world.get(`/user/calls/${made.body.call_id}`)).body).toMatchObject({
      status: 'ended_by_customer',
      evaluation: [],
    })
  })

  it('an evaluation that a restart interrupts is made after the restart', async () => {
    let hangs = true
    const world = await startWorld({
      evaluator: {
        evaluate: () =>
          hangs
            ? new Promise(() => {})
            : Promise.resolve([{ name: 'status', type: 'bool', value: true, description: '' }]),
      },
    })
    const assistant = await given.assistant(world)
    const made = await world.post('/user/make_call', { assistant_id: assistant, phone_number: given.number('05') })
    await world.advance(15 * SECOND)
    hangs = false
    await world.restart()
    await world.advance(SECOND)
    expect((await world.get(`/user/calls/${made.body.call_id}`)).body).toMatchObject({
      status: 'ended_by_customer',
      evaluation: [{ name: 'status', value: true }],
    })
  })
})

it('status and summary are evaluated once each, with the descriptions of the operator', async () => {
  const { call: body } = await call('24', {
    post_call_schema: [
      { name: 'agreed', type: 'bool', description: 'Whether they agreed' },
      { name: 'summary', type: 'string', description: 'In five words' },
      { name: 'status', type: 'boolean', description: 'Whether they booked' },
    ],
  })
  expect(body.evaluation).toMatchObject([
    { name: 'status', type: 'bool', value: expect.any(Boolean), description: 'Whether they booked' },
    { name: 'summary', type: 'string', value: expect.any(String), description: 'In five words' },
    { name: 'agreed', type: 'bool', description: 'Whether they agreed' },
  ])
})

describe('who judges', () => {
  const judging = () =>
    withModel(request => {
      if (request.response_format) return { say: '{"status": true, "summary": "They agreed."}' }
      return { say: 'Goodbye.', tools: [{ name: 'end_call' }] }
    })
  /** A model of another provider, which has no credentials. */
  const WITHOUT_KEY = 1

  it.each([
    ['nobody, when no model has credentials: the built-in rules guess', { llm_model_id: WITHOUT_KEY }, {}, 'scripted'],
    ['the model that spoke', { llm_model_id: LLAMA }, {}, 'llama3.1'],
    ['the model of the settings', { llm_model_id: WITHOUT_KEY }, { evaluation_model_id: LLAMA }, 'llama3.1'],
    [
      'the model that spoke, when that of the settings has no credentials',
      { llm_model_id: LLAMA },
      { evaluation_model_id: WITHOUT_KEY },
      'llama3.1',
    ],
  ])('a call is judged by %s', async (_, assistant, settings, name) => {
    const { world } = await judging()
    expect((await world.put('/user/settings', settings)).status).toBe(200)
    const assistant_id = await given.assistant(world, assistant)
    await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })
    await world.advance(10 * MINUTE)
    const [call] = await callsOf(world)
    expect(call).toMatchObject({ evaluated_by: name, warnings: [] })
    const { totals } = (await world.get('/user/stats?from=2026-01-05&to=2026-01-05')).body
    expect([totals.judged, totals.guessed]).toEqual(name === 'scripted' ? [0, 1] : [1, 0])
  })

  it('no guess is added to the judgements of a campaign', async () => {
    const { world } = await judging()
    const assistant_id = await given.assistant(world, { llm_model_id: LLAMA })
    const campaign = await given.campaign(world, { assistant_id })
    for (const _ of [1, 2]) await given.lead(world, campaign)
    await given.started(world, campaign)
    await world.advance(10 * MINUTE)
    // Without the server, the built-in rules guess about the next calls.
    expect(
      (await world.put('/user/settings', { providers: [{ id: SERVER, api_key: null, base_url: null }] })).status,
    ).toBe(200)
    for (const _ of [1, 2, 3]) await given.lead(world, campaign)
    await given.started(world, campaign)
    await world.advance(10 * MINUTE)
    const calls = await callsOf(world)
    const guesses = calls.filter((one: { evaluated_by: string }) => one.evaluated_by === 'scripted')
    expect([calls.length, guesses.length]).toEqual([5, 3])
    const yes = guesses.filter((one: { evaluation: { value: unknown }[] }) => one.evaluation[0]!.value === true)
    expect(yes.length).toBeGreaterThan(0)
    const { totals } = (await world.get(`/user/stats?from=2026-01-05&to=2026-01-05&campaign_id=${campaign}`)).body
    expect(totals).toMatchObject({
      talked: 5,
      goals: 2,
      judged: 2,
      guessed: 3,
      guessed_goals: yes.length,
      results: { goal: 2, talked: 3 },
    })
  })

  it.each([
    ['simulated', 'rescheduled'],
    ['sip', 'completed'],
  ])('a goal that was only guessed as missed on the line %s leaves its lead %s', async (carrier, status) => {
    const { world, lead } = await running(['08'], { retry_on_goal_incomplete: true, retry_interval: 60 })
    await world.advance(15 * SECOND)
    expect((await callsOf(world))[0].status).toBe('in-progress')
    world.db.prepare('UPDATE calls SET carrier = ?').run(carrier)
    await world.advance(10 * MINUTE)
    const [call] = await callsOf(world)
    expect(call).toMatchObject({ evaluated_by: 'scripted', evaluation: [{ name: 'status', value: false }, {}] })
    expect(world.lead(lead).status).toBe(status)
  })
})
