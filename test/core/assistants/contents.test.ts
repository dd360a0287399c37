import { describe, expect, it } from 'vitest'
import { ENGLISH, expectInvalid, ITALIAN, UNKNOWN } from '../../support/api'
import { anAssistant, given, startWorld, type TestWorld } from '../../support/world'
import { read } from './support'

const create = (world: TestWorld, over: object) => world.post('/user/assistant', anAssistant(over))
const blamed = (body: { errors: object }) => Object.keys(body.errors)

const phone_number = '+12015550100'
const calendar = { calcom_api_key: 'cal_live_1', calcom_event_slug: 'intro' }

describe('built-in tools', () => {
  it.each([
    ['end_call', { description: 'When all is said' }],
    [
      'call_transfer',
      {
        phone_number,
        description: 'To a person',
        custom: false,
        timezone: 'Europe/Rome',
        warm_transfer: true,
        warm_transfer_message: 'One moment',
      },
    ],
    [
      'warm_call_transfer',
      {
        supervisor_phone: phone_number,
        description: 'To the boss',
        custom_sip: false,
        caller_id_mode: 'custom',
        custom_caller_id: '+12015550101',
        hold_music: 'none',
        hold_music_volume: 100,
        hold_message: 'Please hold',
        summary_instructions: 'In short',
        briefing_initial_message: 'Hello boss',
        connected_message: 'You are connected',
      },
    ],
    ['dtmf_input', { description: 'Press a key' }],
    ['collect_keypad', { timeout: 30, stop_key: '*' }],
    [
      'calendar_integration',
      { ...calendar, calcom_team_slug: 'sales', calcom_endpoint: 'eu', description: 'Books a slot' },
    ],
  ])('%s is accepted flat and as {type, data}, and answered as {type, data}', async (type, data) => {
    const world = await startWorld()
    for (const tool of [
      { type, ...data },
      { type, data },
    ]) {
      const { tools } = await read(world, await given.assistant(world, { tools: [tool] }))
      expect(tools).toHaveLength(1)
      expect(tools[0]).toMatchObject({ type, data })
      expect(Object.keys(tools[0]).sort()).toEqual(['data', 'type'])
    }
  })

  it('an unknown type of tool is 422 on tools.N.type', async () => {
    const world = await startWorld()
    for (const type of ['nope', 'END_CALL', '', 'constructor', '__proto__'])
      expectInvalid(await create(world, { tools: [{ type: 'end_call' }, { type }] }), 'tools.1.type')
    expectInvalid(await create(world, { tools: [{ description: 'No type' }] }), 'tools.0.type')
  })

  it.each([
    [{ type: 'call_transfer', phone_number: '0123' }],
    [{ type: 'call_transfer', phone_number, timezone: 'Nowhere' }],
    [{ type: 'call_transfer', phone_number, warm_transfer: 'yes' }],
    [{ type: 'warm_call_transfer', supervisor_phone: phone_number, caller_id_mode: 'mine' }],
    [{ type: 'warm_call_transfer', supervisor_phone: phone_number, hold_music: 'jazz' }],
    [{ type: 'warm_call_transfer', supervisor_phone: phone_number, hold_music_volume: 101 }],
    [{ type: 'warm_call_transfer', supervisor_phone: phone_number, hold_music_volume: -1 }],
    [{ type: 'collect_keypad', timeout: 0 }],
    [{ type: 'collect_keypad', timeout: 31 }],
    [{ type: 'collect_keypad', stop_key: '5' }],
    [{ type: 'calendar_integration', ...calendar, calcom_endpoint: 'mars' }],
    [{ type: 'end_call', description: 5 }],
    [{ type: 'assistant_transfer', assistant_id: UNKNOWN }],
    [{ type: 'warm_call_transfer', supervisor_phone: phone_number, outbound_phone_id: UNKNOWN }],
  ])('a wrong setting of a tool is 422 on the path of the setting: %j', async tool => {
    const world = await startWorld()
    const { type, ...data } = tool
    for (const given of [tool, { type, data }]) {
      const answer = await create(world, { tools: [{ type: 'end_call' }, given] })
      expect(answer.status).toBe(422)
      for (const field of blamed(answer.body)) expect(field).toMatch(/^tools\.1\./)
    }
  })

  it('collect_keypad waits five seconds by default', async () => {
    const world = await startWorld()
    const id = await given.assistant(world, { tools: [{ type: 'collect_keypad' }] })
    expect((await read(world, id)).tools[0].data).toMatchObject({ timeout: 5 })
  })

  it('assistant_transfer goes to another assistant, and not to the assistant itself', async () => {
    const world = await startWorld()
    const other = await given.assistant(world)
    const to = (assistant_id: number | string) => ({ tools: [{ type: 'assistant_transfer', assistant_id }] })
    const id = await given.assistant(world, to(String(other)))
    expect((await read(world, id)).tools[0].data).toMatchObject({ assistant_id: other })
    const answer = await world.put(`/user/assistant/${id}`, to(id))
    expect(answer.status).toBe(422)
    expect(blamed(answer.body)).toEqual(['tools.0.assistant_id'])
  })
})

describe('post_call_schema', () => {
  const item = (over: object) => ({ post_call_schema: [{ name: 'good', type: 'bool', description: 'Why' }, over] })

  it('status and summary may be described, each with its own type only', async () => {
    const world = await startWorld()
    const mine = [
      { name: 'status', type: 'bool', description: 'Whether they booked' },
      { name: 'summary', type: 'string', description: 'In five words' },
    ]
    const id = await given.assistant(world, { post_call_schema: mine })
    expect((await read(world, id)).post_call_schema).toEqual(mine)
    for (const [name, type] of [
      ['status', 'string'],
      ['summary', 'bool'],
    ])
      expectInvalid(await create(world, item({ name, type, description: 'Mine' })), 'post_call_schema.1.type')
  })

  it.each([
    ['boolean', 'bool'],
    ['int', 'integer'],
    ['float', 'number'],
  ])('the type %s of published clients is taken as %s', async (type, taken) => {
    const world = await startWorld()
    const id = await given.assistant(world, { post_call_schema: [{ name: 'a', type, description: '' }] })
    expect((await read(world, id)).post_call_schema).toEqual([{ name: 'a', type: taken, description: '' }])
  })

  it.each(['a b', 'a-b', 'è', '', 5, null])(
    'a name has only letters, digits and underscores, so %j is 422',
    async name => {
      const world = await startWorld()
      expectInvalid(await create(world, item({ name, type: 'string', description: '' })), 'post_call_schema.1.name')
    },
  )

  it.each(['date', 'list', 'BOOL', 'Boolean', '', null])(
    'a type is bool, string, number or integer, so %j is 422',
    async type => {
      const world = await startWorld()
      expectInvalid(await create(world, item({ name: 'a', type, description: '' })), 'post_call_schema.1.type')
    },
  )

  it('errors in several items are reported at once, each at its item', async () => {
    const world = await startWorld()
    const post_call_schema = [
      { name: 'a b', type: 'bool', description: '' },
      { name: 'ok', type: 'nope', description: '' },
    ]
    expectInvalid(await create(world, { post_call_schema }), 'post_call_schema.0.name', 'post_call_schema.1.type')
  })
})

describe('secondary languages', () => {
  it('an unknown language and the primary language are 422 at their places', async () => {
    const world = await startWorld()
    const answer = await create(world, { secondary_language_ids: [ITALIAN, UNKNOWN, ENGLISH] })
    expectInvalid(answer, 'secondary_language_ids.1', 'secondary_language_ids.2')
  })

  it('a secondary language that an update makes the primary one is 422', async () => {
    const world = await startWorld()
    const id = await given.assistant(world, { secondary_language_ids: [ITALIAN] })
    expectInvalid(await world.put(`/user/assistant/${id}`, { language_id: ITALIAN }), 'secondary_language_ids.0')
  })
})

describe('texts of an assistant', () => {
  it('texts are stored unchanged', async () => {
    const world = await startWorld()
    const system_prompt = ' Zoë says: "{{ name }}"\n\t\\u0000 🙂 <b>\u2028 '
    const id = await given.assistant(world, { system_prompt, variables: { name: ' Ω\n' } })
    expect(await read(world, id)).toMatchObject({ system_prompt, variables: { name: ' Ω\n' } })
  })

  it('a time zone is stored in its canonical spelling', async () => {
    const world = await startWorld()
    const id = await given.assistant(world, { timezone: 'europe/rome' })
    expect((await read(world, id)).timezone).toBe('Europe/Rome')
  })

  it('a variable may have the name of a property that every JavaScript object has', async () => {
    const world = await startWorld()
    const variables = JSON.parse('{"constructor": "a", "toString": "b", "hasOwnProperty": 1}')
    const id = await given.assistant(world, { variables })
    expect((await read(world, id)).variables).toEqual(variables)
  })
})
