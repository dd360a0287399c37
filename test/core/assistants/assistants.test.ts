import { describe, expect, it } from 'vitest'
import {
  aNumber,
  ENGLISH,
  expectInvalid,
  expectMessage,
  ISO,
  ITALIAN,
  inMode,
  LLM,
  MULTIMODAL_VOICE,
  UNKNOWN,
  withoutChange,
} from '../../support/api'
import { anAssistant, given, SECOND, startWorld, type TestWorld } from '../../support/world'
import { read } from './support'

const hook = 'http://127.0.0.1:9/hook'
const change = (world: TestWorld, id: number, body: object) => world.put(`/user/assistant/${id}`, body)
const first = async (world: TestWorld, type: string) =>
  (await world.get(`/user/assistants/models?type=${type}`)).body[0].id

describe('answers about assistants', () => {
  it('create answers 201 with id, name, status, type and mode, and the assistant is inactive', async () => {
    const world = await startWorld()
    expect(await world.post('/user/assistant', anAssistant())).toMatchObject({
      status: 201,
      body: {
        message: expect.any(String),
        data: { id: 1, name: 'Anna', status: 'inactive', type: 'outbound', mode: 'pipeline' },
      },
    })
  })

  it('update answers 200 in the same shape as create', async () => {
    const world = await startWorld()
    const id = await given.assistant(world)
    const { status, body } = await change(world, id, { name: 'Berta' })
    expect(status).toBe(200)
    expect(body).toEqual({
      message: expect.any(String),
      data: { id, name: 'Berta', status: 'inactive', type: 'outbound', mode: 'pipeline' },
    })
  })

  it('a list item has the fields of the interface and the full record', async () => {
    const world = await startWorld()
    const id = await given.assistant(world, { variables: { name: 'Bob' } })
    const [item] = (await world.get('/user/assistants/get')).body.data
    expect(item).toMatchObject({
      id,
      user_id: 1,
      name: 'Anna',
      type: 'outbound',
      mode: 'pipeline',
      status: 'inactive',
      initial_message: 'Hello, this is Anna.',
      system_prompt: 'You are Anna.',
      voice_id: 1,
      language_id: ENGLISH,
      phone_number_id: null,
      timezone: 'Europe/Rome',
      max_duration: 600,
      record: false,
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      created_at: expect.stringMatching(ISO),
      updated_at: expect.stringMatching(ISO),
      variables: { name: 'Bob' },
      tools: [{ type: 'end_call', data: {} }],
      webhook_url: null,
    })
    expect(await read(world, id)).toEqual(item)
  })

  it('an unknown assistant is 404 with a message', async () => {
    const world = await startWorld()
    expectMessage(await world.get(`/user/assistant/${UNKNOWN}`), 404)
    expectMessage(await change(world, UNKNOWN, { name: 'Berta' }), 404)
  })
})

describe('updating an assistant', () => {
  it('an update keeps the fields that it does not give', async () => {
    const world = await startWorld()
    const id = await given.assistant(world, { max_duration: 60, variables: { a: 1 }, reengagement_prompt: 'Hello?' })
    const before = await read(world, id)
    await world.advance(SECOND)
    await change(world, id, { name: 'Berta' })
    const after = await read(world, id)
    expect(after).toEqual({ ...before, name: 'Berta', updated_at: after.updated_at })
    expect(after.updated_at > before.updated_at).toBe(true)
    expect(await change(world, id, {})).toMatchObject({ status: 200 })
  })

  it.each([
    ['secondary_language_ids', [2, ITALIAN], [ITALIAN], []],
    ['tools', [{ type: 'end_call', data: {} }], [{ type: 'dtmf_input', data: {} }], []],
    [
      'post_call_schema',
      [{ name: 'a', type: 'bool', description: 'A' }],
      [{ name: 'b', type: 'string', description: 'B' }],
      [],
    ],
    ['variables', { a: 1, b: 2 }, { b: 3 }, {}],
    ['filler_config', { positive: ['Sure'], neutral: ['So'] }, { neutral: ['Well'] }, {}],
  ])('an update replaces %s, and [] clears it', async (field, before, after, empty) => {
    const world = await startWorld()
    const id = await given.assistant(world, { [field]: before })
    await change(world, id, { [field]: after })
    expect((await read(world, id))[field]).toEqual(after)
    expect(await change(world, id, { [field]: [] })).toMatchObject({ status: 200 })
    expect((await read(world, id))[field]).toEqual(empty)
  })

  it('status makes an assistant active or inactive, and any other value is 422', async () => {
    const world = await startWorld()
    const id = await given.assistant(world)
    expect((await change(world, id, { status: 'active' })).body.data.status).toBe('active')
    expect((await change(world, id, { name: 'Berta' })).body.data.status).toBe('active')
    expect((await change(world, id, { status: 'inactive' })).body.data.status).toBe('inactive')
    expectInvalid(await change(world, id, { status: 'asleep' }), 'status')
  })

  it('an update reports all field errors at once and then changes nothing', async () => {
    const world = await startWorld()
    const id = await given.assistant(world)
    const wrong = { name: '', max_duration: 5, is_webhook_active: true, tools: [{ type: 'nope' }], voice_id: UNKNOWN }
    const answer = await withoutChange(world, () => change(world, id, { ...wrong, speech_speed: 1.1 }))
    expectInvalid(answer, 'name', 'max_duration', 'webhook_url', 'tools.0.type', 'voice_id')
  })

  it('an update cannot change the type of an assistant that a campaign uses', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world)
    await given.campaign(world, { assistant_id })
    expectInvalid(await change(world, assistant_id, { type: 'inbound' }), 'type')
    expect(await change(world, assistant_id, { type: 'outbound' })).toMatchObject({ status: 200 })
    const free = await given.assistant(world)
    expect((await change(world, free, { type: 'inbound' })).body.data.type).toBe('inbound')
  })
})

describe('the settings of the post-call webhook', () => {
  it('an active post-call webhook needs a webhook_url on create', async () => {
    const world = await startWorld()
    expectInvalid(await world.post('/user/assistant', anAssistant({ is_webhook_active: true })), 'webhook_url')
    const none = anAssistant({ is_webhook_active: true, webhook_url: null })
    expectInvalid(await world.post('/user/assistant', none), 'webhook_url')
    await given.assistant(world, { is_webhook_active: true, webhook_url: hook })
    await given.assistant(world, { is_webhook_active: false, webhook_url: hook })
  })

  it('an active post-call webhook needs a webhook_url in the record after an update', async () => {
    const world = await startWorld()
    const active = await given.assistant(world, { is_webhook_active: true, webhook_url: hook })
    expectInvalid(await withoutChange(world, () => change(world, active, { webhook_url: null })), 'webhook_url')
    expect(await change(world, active, { webhook_url: null, is_webhook_active: false })).toMatchObject({ status: 200 })
    expectInvalid(await change(world, active, { is_webhook_active: true }), 'webhook_url')
    const prepared = await given.assistant(world, { webhook_url: hook })
    expect(await change(world, prepared, { is_webhook_active: true })).toMatchObject({ status: 200 })
  })
})

describe('the mode of an assistant', () => {
  it('pipeline needs llm_model_id', async () => {
    const world = await startWorld()
    const { llm_model_id: _, ...body } = anAssistant()
    expectInvalid(await world.post('/user/assistant', body), 'llm_model_id')
    expectInvalid(await world.post('/user/assistant', anAssistant({ llm_model_id: null })), 'llm_model_id')
  })

  it.each(['multimodal', 'dualplex'] as const)('%s needs a multimodal_model_id of that mode', async mode => {
    const world = await startWorld()
    const { multimodal_model_id, ...body } = inMode[mode]
    expectInvalid(await world.post('/user/assistant', anAssistant(body)), 'multimodal_model_id')
    const otherMode = mode === 'dualplex' ? 'multimodal' : 'dualplex'
    const other = { ...body, multimodal_model_id: inMode[otherMode].multimodal_model_id }
    expectInvalid(await world.post('/user/assistant', anAssistant(other)), 'multimodal_model_id')
    const id = await given.assistant(world, inMode[mode])
    expectInvalid(await change(world, id, { multimodal_model_id: null }), 'multimodal_model_id')
    expect(await read(world, id)).toMatchObject({ mode, multimodal_model_id, llm_model_id: null })
  })

  const lacking = [
    ['pipeline', { multimodal_model_id: 21, chat_llm_fallback_id: LLM, turn_detection_threshold: 0.5 }],
    ...(['multimodal', 'dualplex'] as const).map(
      mode =>
        [
          mode,
          {
            llm_model_id: LLM,
            transcriber_provider_id: 21,
            fillers: true,
            allow_interruptions: false,
            knowledgebase_mode: 'prompt',
          },
        ] as const,
    ),
  ] as const

  it.each(lacking)('in %s, a field that the mode does not have is 422', async (mode, values) => {
    const world = await startWorld()
    const answer = await world.post('/user/assistant', anAssistant({ ...inMode[mode], ...values }))
    expectInvalid(answer, ...Object.keys(values))
    const id = await given.assistant(world, inMode[mode])
    expectInvalid(await withoutChange(world, () => change(world, id, values)), ...Object.keys(values))
  })

  it.each([
    ['pipeline', { multimodal_model_id: null, chat_llm_fallback_id: null, turn_detection_threshold: null }],
    ...(['multimodal', 'dualplex'] as const).map(
      mode =>
        [
          mode,
          {
            llm_model_id: null,
            transcriber_provider_id: null,
            fillers: false,
            allow_interruptions: true,
            knowledgebase_mode: 'function_call',
          },
        ] as const,
    ),
  ] as const)('in %s, the default of a field that the mode does not have is accepted', async (mode, values) => {
    const world = await startWorld()
    const id = await given.assistant(world, { ...inMode[mode], ...values })
    expect(await change(world, id, values)).toMatchObject({ status: 200 })
    expect(await read(world, id)).toMatchObject(values)
  })

  it('a voice that does not support the mode is 422 on voice_id', async () => {
    const world = await startWorld()
    const wrong = anAssistant({ ...inMode.multimodal, voice_id: 1 })
    expectInvalid(await world.post('/user/assistant', wrong), 'voice_id')
    const id = await given.assistant(world, inMode.multimodal)
    expectInvalid(await change(world, id, { voice_id: 1 }), 'voice_id')
  })

  it('a voice of another language is accepted', async () => {
    const world = await startWorld()
    await given.assistant(world, { voice_id: 1, language_id: ITALIAN })
  })
})

describe('changing the mode', () => {
  const rich = {
    voice_id: MULTIMODAL_VOICE,
    llm_model_id: 2,
    synthesizer_provider_id: 2,
    transcriber_provider_id: 22,
    fillers: true,
    allow_interruptions: false,
    knowledgebase_mode: 'prompt',
    max_duration: 100,
  }

  it('leaving pipeline resets its fields and takes the first model of the new mode', async () => {
    const world = await startWorld()
    const id = await given.assistant(world, rich)
    expect((await change(world, id, { mode: 'multimodal' })).body.data.mode).toBe('multimodal')
    expect(await read(world, id)).toMatchObject({
      mode: 'multimodal',
      llm_model_id: null,
      multimodal_model_id: await first(world, 'multimodal'),
      synthesizer_provider_id: null,
      transcriber_provider_id: null,
      fillers: false,
      allow_interruptions: true,
      knowledgebase_mode: 'function_call',
      voice_id: MULTIMODAL_VOICE,
      max_duration: 100,
    })
  })

  it('leaving multimodal resets its fields', async () => {
    const world = await startWorld()
    const speech = { chat_llm_fallback_id: LLM, turn_detection_threshold: 0.2, synthesizer_provider_id: 2 }
    const id = await given.assistant(world, { ...inMode.multimodal, ...speech, multimodal_model_id: 22 })
    expect(await change(world, id, { mode: 'pipeline' })).toMatchObject({ status: 200 })
    expect(await read(world, id)).toMatchObject({
      llm_model_id: await first(world, 'llm'),
      multimodal_model_id: null,
      chat_llm_fallback_id: null,
      turn_detection_threshold: null,
      synthesizer_provider_id: null,
    })
  })

  it('a change between multimodal and dualplex resets the fields of the old mode', async () => {
    const world = await startWorld()
    const id = await given.assistant(world, { ...inMode.multimodal, turn_detection_threshold: 0.2 })
    expect(await change(world, id, { mode: 'dualplex', voice_id: 1 })).toMatchObject({ status: 200 })
    expect(await read(world, id)).toMatchObject({
      multimodal_model_id: await first(world, 'dualplex'),
      turn_detection_threshold: null,
    })
  })

  it('the fields in the body are applied after the reset', async () => {
    const world = await startWorld()
    const id = await given.assistant(world, rich)
    const speech = { multimodal_model_id: 22, turn_detection_threshold: 0.4, synthesizer_provider_id: 3 }
    expect(await change(world, id, { mode: 'multimodal', ...speech })).toMatchObject({ status: 200 })
    expect(await read(world, id)).toMatchObject(speech)
  })

  it('a voice that does not support the new mode is 422 on voice_id, unless the body replaces it', async () => {
    const world = await startWorld()
    const id = await given.assistant(world)
    expectInvalid(await withoutChange(world, () => change(world, id, { mode: 'multimodal' })), 'voice_id')
    expect(await change(world, id, { mode: 'multimodal', voice_id: MULTIMODAL_VOICE })).toMatchObject({ status: 200 })
  })

  it('giving the same mode again resets nothing', async () => {
    const world = await startWorld()
    const id = await given.assistant(world, rich)
    await change(world, id, { mode: 'pipeline' })
    expect(await read(world, id)).toMatchObject(rich)
  })
})

describe('the number of an assistant', () => {
  const inbound = (over: object = {}) => anAssistant({ type: 'inbound', ...over })

  it.each([
    ['a Caller ID', { type: 'caller_id' }],
    ['suspended', { status: 'suspended' }],
  ])('an inbound assistant cannot have a number that is %s', async (_, number) => {
    const world = await startWorld()
    const phone_number_id = aNumber(world, number)
    expectInvalid(await world.post('/user/assistant', inbound({ phone_number_id })), 'phone_number_id')
    const id = await given.assistant(world, { type: 'inbound' })
    expectInvalid(await change(world, id, { phone_number_id }), 'phone_number_id')
  })

  it('a number that another inbound assistant has is 422', async () => {
    const world = await startWorld()
    const phone_number_id = aNumber(world)
    const id = await given.assistant(world, { type: 'inbound', phone_number_id })
    expectInvalid(await world.post('/user/assistant', inbound({ phone_number_id })), 'phone_number_id')
    const second = await given.assistant(world, { type: 'inbound' })
    expectInvalid(await change(world, second, { phone_number_id }), 'phone_number_id')
    expect(await change(world, id, { phone_number_id })).toMatchObject({ status: 200 })
  })

  it('outbound assistants may share a number or have a Caller ID, but not a suspended number', async () => {
    const world = await startWorld()
    const phone_number_id = aNumber(world, { type: 'caller_id' })
    for (let i = 0; i < 2; i++) await given.assistant(world, { phone_number_id })
    const suspended = anAssistant({ phone_number_id: aNumber(world, { status: 'suspended' }) })
    expectInvalid(await world.post('/user/assistant', suspended), 'phone_number_id')
  })

  it('an outbound assistant that becomes inbound needs a number that can receive calls', async () => {
    const world = await startWorld()
    const shared = aNumber(world)
    await given.assistant(world, { type: 'inbound', phone_number_id: shared })
    for (const phone_number_id of [shared, aNumber(world, { type: 'caller_id' })]) {
      const id = await given.assistant(world, { phone_number_id })
      expectInvalid(await withoutChange(world, () => change(world, id, { type: 'inbound' })), 'phone_number_id')
    }
  })

  it('a PUT with a number makes an inbound assistant active, and a PUT without one makes it inactive', async () => {
    const world = await startWorld()
    const phone_number_id = aNumber(world)
    const id = await given.assistant(world, { type: 'inbound' })
    expect((await change(world, id, { phone_number_id })).body.data.status).toBe('active')
    expect((await change(world, id, { phone_number_id: null })).body.data.status).toBe('inactive')
    expect((await change(world, id, { phone_number_id, status: 'inactive' })).body.data.status).toBe('inactive')
  })

  it('a number activates no assistant on create, and no outbound assistant', async () => {
    const world = await startWorld()
    const phone_number_id = aNumber(world)
    expect((await world.post('/user/assistant', inbound({ phone_number_id }))).body.data.status).toBe('inactive')
    const outbound = await given.assistant(world)
    expect((await change(world, outbound, { phone_number_id })).body.data.status).toBe('inactive')
  })
})

describe('an assistant that a campaign needs', () => {
  const agreed = { name: 'agreed', type: 'bool', description: 'Whether they agreed' }
  const inCampaign = async (campaign: object, over: object = {}) => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world, { post_call_schema: [agreed], ...over })
    await given.campaign(world, { assistant_id, name: 'Spring offer', ...campaign })
    const put = (body: object) => world.put(`/user/assistant/${assistant_id}`, body)
    return { world, put }
  }

  it.each([
    ['type', {}, { type: 'inbound' }],
    ['post_call_evaluation', { retry_on_goal_incomplete: true }, { post_call_evaluation: false }],
    ['post_call_evaluation', { goal_completion_variable: 'status' }, { post_call_evaluation: 0 }],
    ['post_call_schema', { goal_completion_variable: 'agreed' }, { post_call_schema: [] }],
    ['post_call_schema', { goal_completion_variable: 'agreed' }, { post_call_schema: [{ ...agreed, type: 'string' }] }],
  ])('its %s cannot be taken away, and the error names the campaign', async (field, campaign, change) => {
    const { world, put } = await inCampaign(campaign)
    const answer = await withoutChange(world, () => put(change))
    expectInvalid(answer, field)
    expect(answer.body.message).toContain('Spring offer')
  })

  it('what no campaign needs can be changed', async () => {
    const { put } = await inCampaign({})
    expect((await put({ post_call_evaluation: false, post_call_schema: [] })).status).toBe(200)
    const kept = await inCampaign({ goal_completion_variable: 'status' })
    expect((await kept.put({ post_call_schema: [] })).status).toBe(200)
    const other = await inCampaign({ goal_completion_variable: 'agreed' })
    expect((await other.put({ post_call_schema: [{ ...agreed, description: 'Anew' }] })).status).toBe(200)
  })
})

it('an assistant is found by its uuid in any case of letters', async () => {
  const world = await startWorld()
  const id = await given.assistant(world)
  const uuid: string = (await world.get(`/user/assistant/${id}`)).body.uuid.toUpperCase()
  expect((await world.post('/conversations', { assistant_id: uuid })).status).toBe(200)
  expect((await world.post('/user/make_call', { assistant_id: uuid, phone_number: given.number('24') })).status).toBe(
    200,
  )
  expect(
    (await world.post('/user/ai/generate-reply', { assistant_id: uuid, customer_identifier: 'x', message: 'Hi' }))
      .status,
  ).toBe(200)
})
