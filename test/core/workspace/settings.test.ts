import { describe, expect, it } from 'vitest'
import { expectInvalid, expectMessage } from '../../support/api'
import { given, MINUTE, startWorld, type TestWorld } from '../../support/world'

it('the settings describe the workspace', async () => {
  const world = await startWorld()
  const { status, body } = await world.get('/user/settings')
  expect(status).toBe(200)
  expect(body).toEqual({
    name: 'My desk',
    timezone: expect.any(String),
    country: expect.toBeOneOf([null, expect.stringMatching(/^[A-Z]{2}$/)]),
    carrier: 'simulated',
    simulated: false,
    max_calls_in_parallel: 30,
    calls_per_second: 5,
    low_balance: 5,
    rates: { call_minute: 0.1, widget_message: 0.01, sms: expect.any(Object) },
    rate_limit: { per_second: 100, burst: 1000 },
    retention_days: null,
    sip: { listen_address: null, listen_port: 0, public_address: null, rtp_ports: [16_384, 32_767] },
    evaluation_model_id: null,
    public_base_url: null,
    providers: expect.any(Array),
    now: '2026-01-05T09:00:00.000000Z',
    speed: 1,
    api_base_url: world.service.api,
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  })
})

it('rates and limits are merged', async () => {
  const world = await startWorld()
  await world.put('/user/settings', { rates: { call_minute: 0.2 }, rate_limit: { burst: 5000 } })
  const { body } = await world.put('/user/settings', { rates: { widget_message: 0 } })
  expect(body.data.rates).toMatchObject({ call_minute: 0.2, widget_message: 0 })
  expect(body.data.rate_limit).toEqual({ per_second: 100, burst: 5000 })
})

it('a country has a price of its own until it is taken away, and every other country has one', async () => {
  const world = await startWorld()
  const prices = async (sms: object) => (await world.put('/user/settings', { rates: { sms } })).body.data.rates.sms
  expect(await prices({ FR: 0.06, US: 0.02 })).toMatchObject({ FR: 0.06, US: 0.02, DE: 0.08 })
  const left = await prices({ FR: null, DE: null, JP: null })
  for (const country of ['FR', 'DE', 'JP']) expect(left).not.toHaveProperty(country)
  expect(left).toMatchObject({ US: 0.02, GB: 0.045 })
  expect(await prices({ GB: 0.05 })).not.toHaveProperty('DE')
  expect((await prices({ DE: 0.07 })).DE).toBe(0.07)
  const { status, body } = await world.put('/user/settings', { rates: { sms: { other: null } } })
  expect([status, Object.keys(body.errors)]).toEqual([422, ['rates.sms.other']])
})

describe('the country of national numbers', () => {
  const country = async (world: TestWorld) => (await world.get('/user/settings')).body.country

  it.each([
    ['Europe/London', 'GB'],
    ['Europe/Rome', 'IT'],
    ['America/New_York', 'US'],
    ['Asia/Kolkata', 'IN'],
    ['Europe/Kyiv', 'UA'],
    ['UTC', null],
    ['Etc/GMT+5', null],
  ])('is that of the time zone %s while none is set', async (timezone, expected) => {
    const world = await startWorld()
    expect((await world.put('/user/settings', { timezone })).body.data.country).toBe(expected)
    expect(await country(world)).toBe(expected)
  })

  it('stays as it was set, also in another time zone, until it is taken back', async () => {
    const world = await startWorld()
    await world.put('/user/settings', { timezone: 'Europe/London' })
    expect((await world.put('/user/settings', { country: 'ie' })).body.data.country).toBe('IE')
    await world.put('/user/settings', { timezone: 'Europe/Rome', name: 'Roma' })
    await world.restart()
    expect(await country(world)).toBe('IE')
    await world.put('/user/settings', { country: null })
    expect(await country(world)).toBe('IT')
  })

  it('must be a country that has phone numbers', async () => {
    const world = await startWorld()
    for (const wrong of ['ZZ', 'GBR', '', 'United Kingdom', 44])
      expectInvalid(await world.put('/user/settings', { country: wrong }), 'country')
    // Numbers of the API begin with a plus as before, whatever the country is.
    await world.put('/user/settings', { country: 'GB' })
    const campaign_id = await given.campaign(world)
    expectInvalid(await world.post('/user/lead', { campaign_id, phone_number: '020 7946 0123' }), 'phone_number')
  })
})

describe('settings of providers', () => {
  const openai = async (world: TestWorld) =>
    (await world.get('/user/settings')).body.providers.find(({ code }: { code: string }) => code === 'openai')

  it('each provider is listed once, whatever it is used for', async () => {
    const world = await startWorld()
    const { providers } = (await world.get('/user/settings')).body
    const codes = providers.map(({ code }: { code: string }) => code)
    expect(new Set(codes).size).toBe(codes.length)
    expect(await openai(world)).toEqual({
      id: 41,
      code: 'openai',
      name: 'OpenAI',
      kinds: expect.arrayContaining(['model', 'synthesizer', 'transcriber']),
      has_key: false,
      base_url: null,
    })
  })

  it('a provider key is stored encrypted, is never answered, and is deleted with null', async () => {
    const world = await startWorld()
    const set = (change: object) => world.put('/user/settings', { providers: [{ id: 41, ...change }] })
    const { body } = await set({ api_key: 'sk-very-secret', base_url: 'http://127.0.0.1:9/v1' })
    expect(JSON.stringify(body)).not.toContain('very-secret')
    expect(await openai(world)).toMatchObject({ has_key: true, base_url: 'http://127.0.0.1:9/v1' })
    const row = world.db.prepare('SELECT api_key FROM provider_credentials').get() as { api_key: string }
    expect(row.api_key).not.toContain('very-secret')
    await set({ api_key: null })
    expect(await openai(world)).toMatchObject({ has_key: false })
  })

  it('a provider key is never sent to an address that it was not given for', async () => {
    const world = await startWorld()
    const set = async (...changes: object[]) => {
      const { status } = await world.put('/user/settings', {
        providers: changes.map(change => ({ id: 41, ...change })),
      })
      expect(status).toBe(200)
      return openai(world)
    }
    const first = 'http://127.0.0.1:9/v1'
    const key = { api_key: 'sk-very-secret' }
    await set({ ...key, base_url: first })
    expect(await set({ base_url: first })).toMatchObject({ has_key: true })
    expect(await set({ base_url: 'http://127.0.0.1:10/v1' })).toMatchObject({ has_key: false })
    expect(await set({ ...key, base_url: first })).toMatchObject({ has_key: true, base_url: first })
    expect(await set({ base_url: null })).toMatchObject({ has_key: false, base_url: null })
    expect(await set(key, { base_url: first })).toMatchObject({ has_key: true, base_url: first })
    await set(key, { base_url: null })
    expect(await set({ base_url: first })).toMatchObject({ has_key: false })
  })

  it('wrong values are refused and nothing of them is stored', async () => {
    const world = await startWorld()
    const answer = await world.put('/user/settings', {
      name: 'New',
      evaluation_model_id: 21,
      providers: [{ id: 41, api_key: 'sk-1' }, { id: 99_999 }],
    })
    expectInvalid(answer, 'evaluation_model_id', 'providers.1.id')
    expectInvalid(
      await world.put('/user/settings', { providers: [{ id: 41, api_key: 'a b', base_url: 'nowhere' }] }),
      'providers.0.api_key',
      'providers.0.base_url',
    )
    expect(await openai(world)).toMatchObject({ has_key: false })
    expect((await world.get('/user/settings')).body.name).toBe('My desk')
  })
})

describe('models of the operator', () => {
  it('a model is added and used, and cannot be removed while an assistant uses it', async () => {
    const world = await startWorld()
    const { status, body } = await world.post('/user/settings/models', {
      provider_id: 44,
      name: 'Mistral on my server',
      code: 'mistral-small',
    })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ provider_id: 44, type: 'llm', code: 'mistral-small' })
    const { id } = body.data
    expect((await world.get('/user/assistants/models')).body).toContainEqual(
      expect.objectContaining({ id, name: 'Mistral on my server' }),
    )
    expect((await world.put('/user/settings', { evaluation_model_id: id })).status).toBe(200)
    const assistant = await given.assistant(world, { llm_model_id: id })
    expectMessage(await world.delete(`/user/settings/models/${id}`), 409)
    await world.put(`/user/assistant/${assistant}`, { llm_model_id: 1 })
    expectMessage(await world.delete(`/user/settings/models/${id}`), 200)
    expectMessage(await world.delete(`/user/settings/models/${id}`), 404)
    expectMessage(await world.delete('/user/settings/models/1'), 409)
  })

  it('own models are listed with how many assistants use each, and every tab hears of them', async () => {
    const world = await startWorld()
    const heard: string[] = []
    world.service.context.bus.on(event => void heard.push(event.type))
    const list = async () => (await world.get('/user/settings/models')).body
    expect(await list()).toEqual([])
    const model = { provider_id: 44, type: 'llm', name: 'Mistral', code: 'mistral-small' }
    const { id } = (await world.post('/user/settings/models', model)).body.data
    expect(heard.splice(0)).toContain('settings.changed')
    const assistant = await given.assistant(world, { llm_model_id: id })
    expect(await list()).toEqual([{ id, ...model, assistants: 1 }])
    expect((await world.request('GET', '/user/settings/models', undefined, world.other())).body).toEqual([
      { id, ...model, assistants: 0 },
    ])
    await world.put(`/user/assistant/${assistant}`, { llm_model_id: 1 })
    heard.splice(0)
    await world.delete(`/user/settings/models/${id}`)
    expect(heard).toContain('settings.changed')
    expect(await list()).toEqual([])
  })

  it('a model belongs to a provider of models', async () => {
    const world = await startWorld()
    const model = { provider_id: 1, name: '', code: 'x'.repeat(256), type: 'tts' }
    expectInvalid(await world.post('/user/settings/models', model), 'name', 'code', 'type')
    expectInvalid(await world.post('/user/settings/models', { provider_id: 1, name: 'x', code: 'x' }), 'provider_id')
  })
})

it('an update changes the given fields and keeps the rest', async () => {
  const world = await startWorld()
  const { body } = await world.put('/user/settings', { timezone: 'europe/rome', calls_per_second: 2 })
  expect(body.data).toMatchObject({
    name: 'My desk',
    timezone: 'Europe/Rome',
    calls_per_second: 2,
    max_calls_in_parallel: 30,
  })
  await world.restart()
  // The test's service has another port after each start.
  expect((await world.get('/user/settings')).body).toEqual({ ...body.data, api_base_url: world.service.api })
  const campaign = await given.campaign(world)
  expect((await world.get(`/user/campaigns/${campaign}`)).body.timezone).toBe('Europe/Rome')
})

it('new caps apply to the next dial at once, and a new rate to charges after it', async () => {
  const world = await startWorld()
  await world.put('/user/settings', { max_calls_in_parallel: 1, rates: { call_minute: 0 } })
  const campaign = await given.campaign(world, { max_calls_in_parallel: 10 })
  for (let i = 0; i < 3; i++) await given.lead(world, campaign, { ending: '24' })
  await given.started(world, campaign)
  await world.advance(0)
  expect(world.count('calls')).toBe(1)
  await world.put('/user/settings', { max_calls_in_parallel: 3 })
  await world.advance(0)
  expect(world.count('calls')).toBe(3)
  await world.advance(5 * MINUTE)
  expect((await world.get('/user/me')).body.total_balance).toBe(25)
})

it.each([
  ['name', ''],
  ['name', 'x'.repeat(256)],
  ['timezone', 'Mars/Base'],
  ['max_calls_in_parallel', 0],
  ['max_calls_in_parallel', 1001],
  ['max_calls_in_parallel', 1.5],
  ['calls_per_second', 0],
  ['calls_per_second', 101],
])('the setting %s = %j is refused and changes nothing', async (field, value) => {
  const world = await startWorld()
  const before = (await world.get('/user/settings')).body
  const { status, body } = await world.put('/user/settings', { name: 'New', [field]: value })
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  expect({ ...(await world.get('/user/settings')).body, now: before.now }).toEqual(before)
})

it('a negative rate is refused on its field', async () => {
  const world = await startWorld()
  const { body } = await world.put('/user/settings', { rates: { call_minute: -1 } })
  expect(Object.keys(body.errors)).toEqual(['rates.call_minute'])
})
