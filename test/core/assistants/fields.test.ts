import { describe, expect, it } from 'vitest'
import {
  aKnowledgeBase,
  aNumber,
  aTool,
  ENGLISH,
  expectInvalid,
  ITALIAN,
  inMode,
  LLM,
  MULTIMODAL_MODEL,
  SYNTHESIZER,
  TRANSCRIBER,
  withoutChange,
} from '../../support/api'
import { anAssistant, given, startWorld } from '../../support/world'
import { defaults, fieldCases, least, nullables, required } from './field-cases'

/** Whether every field that is blamed is this one or lies in it. */
const blamed = (body: { errors?: object }) => Object.keys(body.errors ?? {})
const within = (field: string) => (name: string) => name === field || name.startsWith(`${field}.`)

describe('fields of an assistant', () => {
  it.each(fieldCases)('$field accepts what the interface allows, limits included', async ({ field, good, base }) => {
    const world = await startWorld()
    const id = await given.assistant(world, base)
    for (const value of good) {
      const made = await world.post('/user/assistant', anAssistant({ ...base, [field]: value }))
      expect({ value, status: made.status, body: made.body }).toMatchObject({ value, status: 201 })
      expect((await world.get(`/user/assistant/${made.body.data.id}`)).body[field]).toEqual(value)
      const changed = await world.put(`/user/assistant/${id}`, { ...base, [field]: value })
      expect({ value, status: changed.status, body: changed.body }).toMatchObject({ value, status: 200 })
      expect((await world.get(`/user/assistant/${id}`)).body[field]).toEqual(value)
    }
  })

  it.each(fieldCases)('$field refuses everything else with 422 on the field', async ({ field, bad, base }) => {
    const world = await startWorld()
    const id = await given.assistant(world, base)
    for (const value of bad) {
      const made = await withoutChange(world, () =>
        world.post('/user/assistant', anAssistant({ ...base, [field]: value })),
      )
      expect({ value, status: made.status }).toEqual({ value, status: 422 })
      expect({ value, blamed: blamed(made.body) }).toEqual({ value, blamed: blamed(made.body).filter(within(field)) })
      const changed = await withoutChange(world, () => world.put(`/user/assistant/${id}`, { ...base, [field]: value }))
      expect({ value, status: changed.status }).toEqual({ value, status: 422 })
    }
  })

  it('required fields must be given on create, and all missing ones are reported at once', async () => {
    const world = await startWorld()
    for (const field of required) {
      const { [field]: _, ...body } = anAssistant() as Record<string, unknown>
      // Without the mode it is not known which model is needed.
      expectInvalid(await world.post('/user/assistant', body), field)
    }
    expectInvalid(await world.post('/user/assistant', {}), ...required)
    expect(world.count('assistants')).toBe(0)
  })

  it('a field that is not given has its default', async () => {
    const world = await startWorld()
    const made = await world.post('/user/assistant', least())
    const { body } = await world.get(`/user/assistant/${made.body.data.id}`)
    expect(body).toMatchObject({ ...least(), ...defaults, status: 'inactive' })
  })

  it('an unknown field is ignored', async () => {
    const world = await startWorld()
    const made = await world.post('/user/assistant', anAssistant({ colour: 'red', status: 'active', id: 77 }))
    expect(made).toMatchObject({ status: 201, body: { data: { id: 1, status: 'inactive' } } })
    expect((await world.get('/user/assistant/1')).body).not.toHaveProperty('colour')
  })
})

describe('null in a field of an assistant', () => {
  it.each(nullables)(
    'null on $field is accepted on create and means that it is not given',
    async ({ field, after, base }) => {
      const world = await startWorld()
      const id = await given.assistant(world, { ...base, [field]: null })
      expect((await world.get(`/user/assistant/${id}`)).body[field]).toEqual(after)
    },
  )

  it.each(nullables)('null on $field resets it on update', async ({ field, value, after, base }) => {
    const world = await startWorld()
    if (field === 'knowledgebase_id') aKnowledgeBase(world)
    if (field === 'phone_number_id') aNumber(world)
    const id = await given.assistant(world, { ...base, [field]: value })
    expect((await world.get(`/user/assistant/${id}`)).body[field]).toEqual(value)
    expect(await world.put(`/user/assistant/${id}`, { [field]: null })).toMatchObject({ status: 200 })
    expect((await world.get(`/user/assistant/${id}`)).body[field]).toEqual(after)
  })

  it('null on any other field is 422', async () => {
    const world = await startWorld()
    const id = await given.assistant(world)
    const may = nullables.map(({ field }) => field)
    // The model of another mode is a field that this mode does not have, and null is its default.
    const others = [...required, ...Object.keys(defaults), 'llm_model_id', 'ambient_sound', 'filler_config'].filter(
      field => !may.includes(field) && field !== 'multimodal_model_id',
    )
    for (const field of others) {
      const made = await world.post('/user/assistant', anAssistant({ [field]: null }))
      expect({ field, status: made.status }).toEqual({ field, status: 422 })
      const changed = await world.put(`/user/assistant/${id}`, { [field]: null })
      expect({ field, status: changed.status, blamed: blamed(changed.body) }).toEqual({
        field,
        status: 422,
        blamed: [field],
      })
    }
    expect(world.count('assistants')).toBe(1)
  })
})

describe('ids in a field of an assistant', () => {
  it('an id may be a string of digits, in lists too', async () => {
    const world = await startWorld()
    const [number, base, tool] = [aNumber(world), aKnowledgeBase(world), aTool(world)]
    const id = await given.assistant(world, {
      voice_id: '2',
      language_id: String(ENGLISH),
      llm_model_id: String(LLM),
      secondary_language_ids: [String(ITALIAN), 2],
      synthesizer_provider_id: String(SYNTHESIZER),
      transcriber_provider_id: String(TRANSCRIBER),
      phone_number_id: String(number),
      knowledgebase_id: String(base),
      tool_ids: [String(tool)],
    })
    const isSettled = {
      voice_id: 2,
      language_id: ENGLISH,
      llm_model_id: LLM,
      secondary_language_ids: [ITALIAN, 2],
      synthesizer_provider_id: SYNTHESIZER,
      transcriber_provider_id: TRANSCRIBER,
      phone_number_id: number,
      knowledgebase_id: base,
      tool_ids: [tool],
    }
    expect((await world.get(`/user/assistant/${id}`)).body).toMatchObject(isSettled)
    const speech = await given.assistant(world, {
      ...inMode.multimodal,
      multimodal_model_id: String(MULTIMODAL_MODEL),
      chat_llm_fallback_id: String(LLM),
    })
    expect((await world.get(`/user/assistant/${speech}`)).body).toMatchObject({
      multimodal_model_id: MULTIMODAL_MODEL,
      chat_llm_fallback_id: LLM,
    })
  })

  it("the id of another user's knowledge base, tool or number is 422 on its field", async () => {
    const world = await startWorld()
    const { id: user } = world.other()
    const theirs = {
      phone_number_id: aNumber(world, { user }),
      knowledgebase_id: aKnowledgeBase(world, user),
      tool_ids: [aTool(world, user)],
    }
    const fields = ['phone_number_id', 'knowledgebase_id', 'tool_ids.0']
    expectInvalid(await world.post('/user/assistant', anAssistant(theirs)), ...fields)
    const id = await given.assistant(world)
    expectInvalid(await withoutChange(world, () => world.put(`/user/assistant/${id}`, theirs)), ...fields)
  })
})
