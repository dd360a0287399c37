import { describe, expect, it } from 'vitest'
import { assistantFieldNames, assistantFields } from '../../../src/contract/assistant-fields'
import { expectInvalid, inMode, UNKNOWN } from '../../support/api'
import { anAssistant, given, startWorld } from '../../support/world'
import { defaults } from './field-cases'
import { read } from './support'

// Clients send an assistant as the hosted service lists it: 0 and 1 for booleans, numbers as texts, lists of objects.

const fieldsOf = (kind: 'boolean' | 'number') =>
  Object.entries({ ...defaults, max_initial_silence_duration: 5, min_interrupt_words: 2 }).filter(
    ([, value]) => typeof value === kind,
  ) as [string, boolean | number][]

describe('an assistant as the hosted service lists it', () => {
  it.each(fieldsOf('boolean').map(([field]) => field))('%s may be 1 or 0', async field => {
    const world = await startWorld()
    const base = { webhook_url: 'http://127.0.0.1:9/hook' }
    const id = await given.assistant(world, { ...base, [field]: 1 })
    expect((await read(world, id))[field]).toBe(true)
    expect((await world.put(`/user/assistant/${id}`, { [field]: 0 })).status).toBe(200)
    expect((await read(world, id))[field]).toBe(false)
  })

  it.each(fieldsOf('number'))('%s may be the text of a number', async (field, value) => {
    const world = await startWorld()
    const id = await given.assistant(world, {
      [field]: Number.isInteger(value) ? `${value}` : Number(value).toFixed(2),
    })
    expect((await read(world, id))[field]).toBe(value)
    for (const wrong of ['', 'many', '1e2', '99999', '-1'])
      expectInvalid(await world.put(`/user/assistant/${id}`, { [field]: wrong }), field)
  })

  it('every field of the contract that is a boolean or a number is tested here', () => {
    const tested = [...fieldsOf('boolean'), ...fieldsOf('number')].map(([field]) => field)
    const all = assistantFieldNames.filter(name => typeof assistantFields[name].default !== 'undefined')
    for (const name of all)
      if (['boolean', 'number'].includes(typeof assistantFields[name].default)) expect(tested).toContain(name)
  })

  it('turn_detection_threshold may be a text too', async () => {
    const world = await startWorld()
    const id = await given.assistant(world, { ...inMode.multimodal, turn_detection_threshold: '0.5' })
    expect((await read(world, id)).turn_detection_threshold).toBe(0.5)
  })

  it('settings of built-in tools may be sent so too', async () => {
    const world = await startWorld()
    const other = await given.assistant(world)
    const supervisor_phone = '+12015550100'
    const tools = [
      { type: 'collect_keypad', timeout: '7' },
      { type: 'warm_call_transfer', data: { supervisor_phone, hold_music_volume: '40', custom_sip: 0 } },
      { type: 'call_transfer', phone_number: supervisor_phone, warm_transfer: 1, custom: 0 },
      { type: 'assistant_transfer', assistant_id: String(other), speak_transfer_greeting: 1 },
    ]
    const stored = (await read(world, await given.assistant(world, { tools }))).tools
    expect(stored.map(({ data }: { data: object }) => data)).toMatchObject([
      { timeout: 7 },
      { hold_music_volume: 40, custom_sip: false },
      { warm_transfer: true, custom: false },
      { assistant_id: other, speak_transfer_greeting: true },
    ])
  })

  it('variables may be a list of objects, which are merged in their order', async () => {
    const world = await startWorld()
    const id = await given.assistant(world, { variables: [{ name: 'Ada', city: 'Rome' }, { name: 'Bob' }] })
    expect((await read(world, id)).variables).toEqual({ name: 'Bob', city: 'Rome' })
    const wrong = await world.put(`/user/assistant/${id}`, { variables: [{ name: {} }] })
    expectInvalid(wrong, 'variables.name')
    expect(wrong.body.message).toMatch(/must be a text, a number/)
  })

  it('folder_id and label_ids are dropped, and the message says so', async () => {
    const world = await startWorld()
    const made = await world.post('/user/assistant', anAssistant({ folder_id: 3, label_ids: [1] }))
    expect(made).toMatchObject({
      status: 201,
      body: { message: expect.stringMatching(/folder_id and label_ids were/) },
    })
    const path = `/user/assistant/${made.body.data.id}`
    expect((await world.put(path, { label_ids: [1] })).body.message).toMatch(/label_ids was dropped/)
    expect((await world.put(path, { folder_id: null })).body.message).not.toMatch(/dropped/)
    expect((await world.get(path)).body).not.toHaveProperty('folder_id')
  })

  it('GET, PUT and PATCH of /user/assistants/{id} are those of the singular path', async () => {
    const world = await startWorld()
    const id = await given.assistant(world)
    const path = `/user/assistants/${id}`
    expect((await world.get(path)).body).toEqual(await read(world, id))
    for (const method of ['PUT', 'PATCH']) {
      expect((await world.request(method, path, { name: method })).status).toBe(200)
      expect((await read(world, id)).name).toBe(method)
      expectInvalid(await world.request(method, path, { name: '' }), 'name')
      expect((await world.request(method, `/user/assistants/${UNKNOWN}`, {})).status).toBe(404)
    }
    expect((await world.get('/user/assistants')).body).toHaveLength(1)
  })
})

describe('what an error of a built-in tool says', () => {
  it.each([
    [{ type: 'call_transfer' }, 'tools.0.phone_number', 'is required.'],
    [{ type: 'call_transfer', phone_number: '123' }, 'tools.0.phone_number', 'must be a phone number'],
    [
      { type: 'warm_call_transfer', supervisor_phone: '+12015550100', custom_sip: 'yes' },
      'tools.0.custom_sip',
      'must be true',
    ],
    [{ type: 'assistant_transfer' }, 'tools.0.assistant_id', 'is required.'],
    [{ type: 'collect_keypad', timeout: 31 }, 'tools.0.timeout', 'must be between 1 and 30.'],
  ])('%j', async ({ type, ...data }, field, says) => {
    const world = await startWorld()
    for (const tool of [
      { type, ...data },
      { type, data },
    ]) {
      const answer = await world.post('/user/assistant', anAssistant({ tools: [tool] }))
      expectInvalid(answer, field)
      expect(answer.body.message).toContain(`The ${field} field ${says}`)
    }
  })
})
