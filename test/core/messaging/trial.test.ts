import { describe, expect, it } from 'vitest'
import type { Event } from '../../../src/contract/events'
import { expectInvalid, withoutChange } from '../../support/api'
import { startReceiver } from '../../support/receiver'
import { LLAMA, withModel } from '../../support/with-model'
import { anAssistant, given, startWorld, type TestWorld } from '../../support/world'

const tryOut = (world: TestWorld, over: object) => world.post('/user/assistants/try', anAssistant(over))

const aTool = async (world: TestWorld, endpoint: string) =>
  (
    await world.post('/user/tools', {
      name: 'find_slots',
      description: 'Finds free times',
      endpoint,
      method: 'POST',
      schema: [{ name: 'day', type: 'string', description: 'Which day' }],
    })
  ).body.data.id as number

describe('talking to an assistant that is not saved', () => {
  it('it greets with the values that are given, and says which variables have none', async () => {
    const world = await startWorld()
    const { status, body } = await withoutChange(world, () =>
      tryOut(world, {
        initial_message: 'Hello {{name}}, this is {{practice}}.',
        system_prompt: 'Speak about {{topic}}.',
        variables: { practice: 'Harbour Dental' },
        given_variables: { name: 'Priya' },
      }),
    )
    expect(status).toBe(200)
    expect(body).toEqual({
      steps: [{ type: 'said', text: 'Hello Priya, this is Harbour Dental.' }],
      ended: false,
      spoken_by: 'scripted',
      scripted_because: 'no_key',
      warnings: ['The variable topic has no value; it is left empty.'],
    })
  })

  it('the settings as they are edited answer, and nothing of the saved assistant', async () => {
    const { server, world } = await withModel(() => ({ say: 'On Friday.' }))
    const assistant_id = await given.assistant(world, { system_prompt: 'You are the saved one.' })
    const { body } = await withoutChange(world, () =>
      tryOut(world, {
        assistant_id,
        llm_model_id: LLAMA,
        system_prompt: 'You are the draft of {{name}}.',
        given_variables: { name: 'Nora' },
        messages: [
          { role: 'assistant', content: 'Hello.' },
          { role: 'user', content: 'When can I come?' },
        ],
      }),
    )
    expect(body).toMatchObject({
      steps: [{ type: 'said', text: 'On Friday.' }],
      spoken_by: 'llama3.1',
      scripted_because: null,
    })
    const [system, , ...said] = server.requests[0]!.messages
    expect(system!.content).toContain('You are the draft of Nora.')
    expect(system!.content).toContain('This is a phone call that you make.')
    expect(said.map(({ content }) => content)).toEqual(['Hello.', 'When can I come?'])
  })

  it.each([
    ['is only shown', false, 0],
    ['is called when that is switched on', true, 1],
  ])('a tool of the operator %s', async (_, call_tools, times) => {
    const receiver = await startReceiver(() => ({ status: 200, body: 'Thursday at 10' }))
    const { server, world } = await withModel((_, n) =>
      n === 1 ? { tools: [{ name: 'find_slots', args: { day: 'Thursday' } }] } : { say: 'I have looked.' },
    )
    const events: Event[] = []
    world.service.context.bus.on(event => void events.push(event))
    const { body } = await tryOut(world, {
      llm_model_id: LLAMA,
      tool_ids: [await aTool(world, receiver.url)],
      call_tools,
      trial_id: 'draft-1',
      messages: [{ role: 'user', content: 'What is free on Thursday?' }],
    })
    const [tool, said] = body.steps
    expect(tool).toMatchObject({ type: 'tool', name: 'find_slots', arguments: { day: 'Thursday' }, called: call_tools })
    expect(tool.result).toMatch(call_tools ? /^Thursday at 10$/ : /trial.*was not called/)
    expect(said).toEqual({ type: 'said', text: 'I have looked.' })
    expect(receiver.received).toHaveLength(times)
    // The model has read the same.
    expect(server.requests[1]!.messages.at(-1)!.content).toBe(tool.result)
    // The steps are told while the answer is made.
    expect(events.filter(event => event.type === 'trial.stepped')).toEqual(
      body.steps.map((step: object) => ({ type: 'trial.stepped', trial_id: 'draft-1', step })),
    )
  })

  it('what belongs to a phone call is told and not done', async () => {
    const { world } = await withModel(() => ({ say: 'Goodbye.', tools: [{ name: 'end_call', args: {} }] }))
    const { body } = await withoutChange(world, () =>
      tryOut(world, { llm_model_id: LLAMA, messages: [{ role: 'user', content: 'Bye' }] }),
    )
    expect(body).toMatchObject({
      steps: [
        { type: 'said', text: 'Goodbye.' },
        { type: 'tool', name: 'end_call', called: false },
      ],
      ended: true,
    })
  })

  it('the passages that it has read are told', async () => {
    const world = await startWorld()
    const { body: base } = await world.post('/user/knowledgebases', { name: 'Handbook', description: '' })
    const form = new FormData()
    form.set('name', 'Prices')
    form.set('type', 'txt')
    form.set('file', new File(['A hygiene visit costs 68 pounds.'], 'prices.txt'))
    await fetch(`${world.service.api}/user/knowledgebases/${base.data.id}/documents`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${world.key}` },
    })
    await expect
      .poll(async () => {
        await world.advance(1000)
        return (await world.get(`/user/knowledgebases/${base.data.id}`)).body.data.status
      })
      .toBe('active')
    const { body } = await tryOut(world, {
      knowledgebase_id: base.data.id,
      messages: [{ role: 'user', content: 'What does a hygiene visit cost?' }],
    })
    expect(body.steps).toMatchObject([
      {
        type: 'knowledge',
        query: 'hygiene visit cost',
        passages: [{ title: 'Prices', text: 'A hygiene visit costs 68 pounds.' }],
      },
      { type: 'said', text: expect.stringContaining('68 pounds') },
    ])
  })

  it('settings that could not be saved are refused with every error', async () => {
    const world = await startWorld()
    expectInvalid(
      await tryOut(world, { name: '', voice_id: 987_654, turn_detection_threshold: 0.5, messages: [{ role: 'user' }] }),
      'name',
      'voice_id',
      'turn_detection_threshold',
      'messages.0.content',
    )
    expect((await tryOut(world, { assistant_id: 99 })).status).toBe(404)
  })

  it('an assistant without a model for text says so', async () => {
    const world = await startWorld()
    const mode = { mode: 'multimodal', voice_id: 11, llm_model_id: null, multimodal_model_id: 21 }
    expect((await tryOut(world, mode)).body.scripted_because).toBe('no_model')
    expect((await tryOut(world, { llm_model_id: 11 })).body.scripted_because).toBe('chosen')
  })

  it('a model that fails is told as a refusal', async () => {
    const { world } = await withModel(() => ({ status: 500 }))
    const answer = tryOut(world, { llm_model_id: LLAMA, messages: [{ role: 'user', content: 'Hello?' }] })
    let done = false
    void answer.then(() => (done = true))
    while (!done) await world.advance(1000)
    expect(await answer).toMatchObject({ status: 502, body: { message: expect.stringMatching(/^The model llama3.1/) } })
  })
})
