import { describe, expect, it } from 'vitest'
import { ITALIAN } from '../support/api'
import type { Answer, ChatRequest } from '../support/model-server'
import { LLAMA, SERVER, withModel } from '../support/with-model'
import { given, MINUTE, SECOND, startWorld, type TestWorld } from '../support/world'

/** Makes one call to a number with this ending and waits until it has ended. */
async function call(world: TestWorld, ending: string, assistant: object = {}, time = 10 * MINUTE, over: object = {}) {
  const assistant_id = await given.assistant(world, { llm_model_id: LLAMA, ...assistant })
  const made = await world.post('/user/make_call', { assistant_id, phone_number: given.number(ending), ...over })
  expect(made.status).toBe(200)
  await world.advance(time)
  return (await world.get(`/user/calls/${made.body.call_id}`)).body
}

const asked = (request: ChatRequest) => request.messages.findLast(message => message.role === 'user')!.content!

describe('a call with a language model', () => {
  it('a model holds the call from the greeting to its tool, and a model evaluates it', async () => {
    const { server, world } = await withModel(request => {
      if (request.response_format) return { say: '{"status": true, "summary": "They like pears.", "pears": 12}' }
      if (/bye/i.test(asked(request)))
        return { say: ['It was ', 'a pleasure.'], tools: [{ name: 'end_call', args: {} }] }
      return { say: `Question ${request.messages.length}?` }
    })
    await world.put('/user/settings', { evaluation_model_id: LLAMA })
    const body = await call(world, '24', {
      system_prompt: 'Sell pears to {{name}}.',
      variables: { name: 'Bob' },
      llm_temperature: 0.4,
      post_call_schema: [{ name: 'pears', type: 'integer', description: 'How many' }],
    })
    expect(body).toMatchObject({ status: 'completed', end_reason: 'end_call', spoken_by: 'llama3.1', warnings: [] })
    const said = body.transcript.map((item: { sender: string; text: string }) => `${item.sender}: ${item.text}`)
    expect(said[1]).toBe('bot: Hello, this is Anna.')
    expect(said[3]).toMatch(/^bot: Question \d\?$/)
    expect(said.slice(-2)).toEqual(['bot: end_call()', 'bot: It was a pleasure.'])
    expect(body.evaluation.map((item: { value: unknown }) => item.value)).toEqual([true, 'They like pears.', 12])

    const [first, last] = [server.requests[0]!, server.requests.at(-1)!]
    expect(first).toMatchObject({ model: 'llama3.1', temperature: 0.4 })
    expect(first.messages[0]).toEqual({ role: 'system', content: expect.stringMatching(/^Sell pears to Bob\.\n/) })
    expect(first.tools!.map(tool => tool.function.name)).toEqual(['end_call', 'do_not_call', 'promise_callback'])
    expect(last.messages[1]!.content).toContain('Assistant: It was a pleasure.')
  })

  it('a model is told the time and zone, the languages, the kind of call, and with whom it talks', async () => {
    const { server, world } = await withModel(() => ({ say: 'Goodbye.', tools: [{ name: 'end_call' }] }))
    const assistant = {
      system_prompt: 'Sell pears.',
      variables: { name: 'there' },
      timezone: 'America/New_York',
      secondary_language_ids: [ITALIAN],
    }
    const given = { variables: { name: 'Bob' } }
    const { client_phone_number: number } = await call(world, '24', assistant, 10 * MINUTE, given)
    expect(server.requests[0]!.messages[0]!.content).toBe(
      [
        'Sell pears.\n',
        'About this conversation:',
        '- It is Monday, 2026-01-05, 04:00 in the time zone America/New_York (-05:00).',
        '- Speak English, or Italian when the other side does.',
        `- This is a phone call that you make. You talk to Bob, ${number}.`,
      ].join('\n'),
    )
  })

  it('a model may promise a callback in the words of its own time zone', async () => {
    const { world } = await withModel((_, n) =>
      n === 1
        ? { tools: [{ name: 'promise_callback', args: { at: '2026-01-05T15:30' } }] }
        : { say: 'Goodbye.', tools: [{ name: 'end_call' }] },
    )
    const assistant_id = await given.assistant(world, { llm_model_id: LLAMA, timezone: 'America/New_York' })
    const campaign = await given.campaign(world, { assistant_id })
    const lead = await given.lead(world, campaign, { ending: '24' })
    await given.started(world, campaign)
    await world.advance(10 * MINUTE)
    expect(world.lead(lead)).toMatchObject({ status: 'rescheduled', callback_at: Date.UTC(2026, 0, 5, 20, 30) })
  })

  it('a model gets the results of its tools before it continues, and in all later requests', async () => {
    const { server, world } = await withModel((request, n) => {
      if (n === 1) return { say: 'One moment.', tools: [{ name: 'promise_callback', args: { at: 'soon' } }] }
      return { say: request.messages.at(-1)!.role === 'tool' ? 'When exactly?' : 'Fine.' }
    })
    const body = await call(world, '24')
    const said = body.transcript.map((item: { text: string }) => item.text)
    expect(said[3]).toBe('promise_callback({"at":"soon"})')
    expect(said[4]).toBe('One moment. When exactly?')
    const [, second, third] = server.requests
    expect(second!.messages.slice(-2)).toMatchObject([
      { role: 'assistant', content: 'One moment.', tool_calls: [{ function: { name: 'promise_callback' } }] },
      { role: 'tool', content: expect.stringMatching(/^Error: at must be/) },
    ])
    // Each thing that was said is in the request once.
    expect(third!.messages.slice(-4)).toMatchObject([
      { role: 'assistant', tool_calls: [{}] },
      { role: 'tool' },
      { role: 'assistant', content: 'One moment. When exactly?' },
      { role: 'user' },
    ])
    expect(third!.messages.at(-4)!.content || '').toBe('')
  })

  it('a call without a provider key uses the scripted model and warns of it', async () => {
    const world = await startWorld()
    expect(await call(world, '24')).toMatchObject({ status: 'completed', spoken_by: 'scripted', warnings: [] })
  })

  it('a multimodal assistant is spoken by the text model that replaces it, and warns of it', async () => {
    const { world } = await withModel(() => ({ say: 'Hello.', tools: [{ name: 'end_call' }] }))
    const multimodal = { mode: 'multimodal', llm_model_id: null, multimodal_model_id: 21, voice_id: 11 }
    expect(await call(world, '24', multimodal)).toMatchObject({ spoken_by: 'scripted' })
    expect(await call(world, '24', { ...multimodal, chat_llm_fallback_id: LLAMA })).toMatchObject({
      spoken_by: 'llama3.1',
    })
  })

  it.each<[string, Answer, RegExp]>([
    [
      'breaks off',
      { cutAfter: 'I wanted' },
      /^The model llama3.1 failed: the connection to the server at .* broke off$/,
    ],
    ['is down', { status: 503 }, /has a fault of its own \(503\)$/],
    ['never answers', { hangsAfter: null }, /it took longer than 20 s for its first word$/],
    ['answers nothing', { say: '' }, /answered nothing$/],
  ])('a call ends with a warning when the model %s', async (_, answer, warning) => {
    // A request that hangs would stay pending for ever, so it is slow before it is sent.
    const hangs = 'hangsAfter' in answer
    const { world } = await withModel(() => answer, hangs ? { modelDelay: 10 * MINUTE } : {})
    const body = await call(world, '24')
    expect(body).toMatchObject({ status: 'failed', end_reason: 'engine_failed', spoken_by: 'llama3.1' })
    expect(body.warnings).toEqual([expect.stringMatching(warning)])
    expect(body.transcript.at(-1).sender).toBe('human')
  })

  it('a provider can be tried before it is used in a call', async () => {
    const { world } = await withModel(() => ({ say: 'Ready' }))
    const path = `/user/settings/providers/${SERVER}/test`
    expect((await world.post(path, {})).body).toMatchObject({ ok: true, model: 'llama3.1' })
    expect((await world.post(path, { model: 'gpt-9' })).body).toMatchObject({ ok: false, model: 'gpt-9' })
    expect((await world.post('/user/settings/providers/41/test', {})).body).toMatchObject({
      ok: false,
      message: 'No key is stored for OpenAI.',
    })
  })

  it('a call is final with a warning when the model refuses the evaluation', async () => {
    const { world, server } = await withModel(request =>
      request.response_format ? { say: 'I had rather not.' } : { say: 'Bye.', tools: [{ name: 'end_call' }] },
    )
    await world.put('/user/settings', { evaluation_model_id: LLAMA })
    const body = await call(world, '24')
    expect(body).toMatchObject({ status: 'completed', evaluation: [] })
    expect(body.warnings).toEqual([
      'The call could not be evaluated: the model answered with something that is not an evaluation.',
    ])
    expect(server.requests.filter(request => request.response_format)).toHaveLength(3)
  })
})

describe('the clock of a call with a model', () => {
  it('the clock stops while the model thinks, and the deadline moves with it', async () => {
    const { world, server } = await withModel(() => ({ say: 'And what else?' }), { modelDelay: 15 * SECOND })
    const deadlines = new Set<number>()
    world.service.context.bus.on(() => {
      const at = world.db.prepare("SELECT deadline_at FROM calls WHERE status = 'in-progress'").pluck().get()
      if (at) deadlines.add(at as number)
    })
    const assistant = { max_duration: 60, ringing_time: 20, post_call_evaluation: false }
    const body = await call(world, '07', assistant, 30 * MINUTE)
    expect(body).toMatchObject({ status: 'completed', end_reason: 'max_duration', duration: 60, warnings: [] })
    // Talking and thinking together take longer than the deadline of the call.
    expect(server.requests.length * 15).toBeGreaterThan(60)
    expect(deadlines.size).toBeGreaterThan(1)
  })

  it('a stopped clock is believed for some minutes only', async () => {
    // The model never answers, and the test sets no limit.
    const { world } = await withModel(() => ({ say: 'x' }))
    const { models } = world.service.outside
    models.languageModel = () => ({
      name: 'stuck',
      async *reply() {
        await new Promise(() => {})
      },
    })
    const assistant_id = await given.assistant(world, { llm_model_id: LLAMA, max_duration: 60, ringing_time: 20 })
    const made = await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })
    await world.advance(4 * MINUTE)
    const path = `/user/calls/${made.body.call_id}`
    expect((await world.get(path)).body).toMatchObject({ status: 'in-progress', spoken_by: 'stuck' })
    await world.advance(10 * MINUTE)
    expect((await world.get(path)).body).toMatchObject({ status: 'failed', end_reason: 'interrupted' })
    expect(world.log.warnings.map(({ text }) => text)).toContain('call finalized without a report of its end')
  })

  it('a call whose clock was stopped when the service was killed does not stay open', async () => {
    const { world } = await withModel(() => ({ say: 'x' }), { modelDelay: 15 * SECOND })
    const assistant_id = await given.assistant(world, { llm_model_id: LLAMA })
    const made = await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })
    const path = `/user/calls/${made.body.call_id}`
    await expect
      .poll(async () => {
        await world.advance(SECOND)
        return (await world.get(path)).body.transcript.length
      })
      .toBe(3)
    await world.restart()
    expect((await world.get(path)).body).toMatchObject({ status: 'failed', end_reason: 'interrupted' })
  })
})
