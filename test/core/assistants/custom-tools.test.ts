import { describe, expect, it } from 'vitest'
import { callSharedTool } from '../../../src/main/core/assistants/shared-tools'
import { expectInvalid, expectMessage, ISO, UNKNOWN, withoutChange } from '../../support/api'
import { startReceiver } from '../../support/receiver'
import { given, startWorld, type TestWorld } from '../../support/world'

const aTool = (over: object = {}) => ({
  name: 'get_weather',
  description: 'Tells the weather of a city',
  endpoint: 'http://127.0.0.1:9/weather',
  method: 'GET',
  ...over,
})
const make = async (world: TestWorld, over: object = {}) => (await world.post('/user/tools', aTool(over))).body.data.id
const city = { name: 'city', type: 'string', description: 'Which city' }

describe('custom tools', () => {
  it('a custom tool is created, listed, read, changed and deleted', async () => {
    const world = await startWorld()
    const headers = [{ name: 'X-Key', value: 'secret' }]
    const { status, body } = await world.post('/user/tools', aTool({ headers, schema: [city] }))
    expect(status).toBe(201)
    expect(body.data).toEqual({
      id: 1,
      ...aTool({ headers, schema: [city] }),
      timeout: 10,
      assistants: [],
      last_use: null,
      created_at: expect.stringMatching(ISO),
      updated_at: expect.stringMatching(ISO),
    })
    expect((await world.get('/user/tools')).body).toEqual([body.data])
    const changed = await world.put('/user/tools/1', { timeout: 30, headers: [] })
    expect(changed.body.data).toMatchObject({ timeout: 30, headers: [], name: 'get_weather', schema: [city] })
    expect((await world.get('/user/tools/1')).body).toEqual(changed.body.data)
    expectMessage(await world.delete('/user/tools/1'), 200)
    expectMessage(await world.get('/user/tools/1'), 404)
    expectMessage(await world.put(`/user/tools/${UNKNOWN}`, {}), 404)
    expectMessage(await world.delete(`/user/tools/${UNKNOWN}`), 404)
  })

  it.each([
    ['name', ['a', 'book_table', 'x'.repeat(64)], ['', 'Book', '_x', 'a1', 'a-b', 'x'.repeat(65), null, 5]],
    ['description', ['x', 'x'.repeat(255)], ['', ' ', 'x'.repeat(256), null]],
    ['endpoint', ['http://127.0.0.1/', 'https://x.example/a?b=c'], ['', 'ftp://x', '/path', 'https://u:p@x', null]],
    ['method', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], ['get', 'HEAD', '', null]],
    ['timeout', [1, 30], [0, 31, 1.5, '10', null]],
    ['headers', [[], [{ name: 'A', value: '' }]], [{}, null]],
    ['schema', [[], [city]], [{}, null]],
  ])('the %s of a custom tool has its limits', async (field, good, bad) => {
    const world = await startWorld()
    for (const value of good) expect((await world.post('/user/tools', aTool({ [field]: value }))).status).toBe(201)
    for (const value of bad) {
      const answer = await withoutChange(world, () => world.post('/user/tools', aTool({ [field]: value })))
      expect(answer.status, JSON.stringify(value)).toBe(422)
      expect(Object.keys(answer.body.errors)[0]).toMatch(new RegExp(`^${field}`))
    }
  })

  it.each([
    ['Host', 'x', 'name'],
    ['Content-Length', '5', 'name'],
    ['transfer-encoding', 'chunked', 'name'],
    ['Connection', 'close', 'name'],
    ['Keep-Alive', '5', 'name'],
    ['Upgrade', 'x', 'name'],
    ['Expect', '100-continue', 'name'],
    ['X-Name', '日本', 'value'],
    ['X-Name', 'a\u0001', 'value'],
    ['X-Name', 'a\u007f', 'value'],
  ])('a header with which every call would fail is refused: %s: %j', async (name, value, field) => {
    const world = await startWorld()
    const id = await make(world)
    const headers = [
      { name: 'X-Good', value: 'Zürich' },
      { name, value },
    ]
    expectInvalid(await world.post('/user/tools', aTool({ name: 'other', headers })), `headers.1.${field}`)
    expectInvalid(await world.put(`/user/tools/${id}`, { headers }), `headers.1.${field}`)
  })

  it('a header with variables and of every printable character is sent', async () => {
    const receiver = await startReceiver()
    const world = await startWorld()
    const value = 'Zürich {name}\tÿ'
    const id = await make(world, { endpoint: receiver.url, headers: [{ name: 'X-City', value }] })
    expect((await world.post(`/user/tools/${id}/try`, {})).body.ok).toBe(true)
    expect(receiver.received[0]!.headers['x-city']).toBe(value)
  })

  it('parameters and headers have their limits', async () => {
    const world = await startWorld()
    const answer = await world.post(
      '/user/tools',
      aTool({
        headers: [
          { name: 'a b', value: 'x' },
          { name: 'a', value: 'x\ny' },
        ],
        schema: [
          { ...city, name: 'x' },
          { ...city, name: 'x'.repeat(33) },
          { ...city, name: 'a1' },
          { ...city, type: 'integer' },
          { ...city, name: 'day', description: 'ab' },
        ],
      }),
    )
    expectInvalid(
      answer,
      'headers.0.name',
      'headers.1.value',
      'schema.0.name',
      'schema.1.name',
      'schema.2.name',
      'schema.3.type',
      'schema.4.description',
    )
    expectInvalid(await world.post('/user/tools', aTool({ schema: [city, city] })), 'schema.1.name')
  })

  it('header values are stored encrypted', async () => {
    const world = await startWorld()
    await make(world, { headers: [{ name: 'Authorization', value: 'Bearer very-secret' }] })
    const row = world.db.prepare('SELECT headers FROM tools').get() as { headers: string }
    expect(row.headers).not.toContain('very-secret')
  })

  it('deleting a tool removes it from its assistants', async () => {
    const world = await startWorld()
    const tool = await make(world)
    const assistant = await given.assistant(world, { tool_ids: [tool] })
    await world.delete(`/user/tools/${tool}`)
    expect((await world.get(`/user/assistant/${assistant}`)).body.tool_ids).toEqual([])
  })
})

describe('what is known of a custom tool', () => {
  it('a tool names its assistants, and changes are told as events', async () => {
    const world = await startWorld()
    const events: unknown[] = []
    const [tool, other] = [await make(world), await make(world, { name: 'other' })]
    const zoe = await given.assistant(world, { name: 'Zoe', tool_ids: [tool] })
    const ben = await given.assistant(world, { name: 'Ben', tool_ids: [other, tool] })
    expect((await world.get('/user/tools')).body).toMatchObject([
      { id: other, assistants: [{ id: ben, name: 'Ben' }] },
      {
        id: tool,
        assistants: [
          { id: ben, name: 'Ben' },
          { id: zoe, name: 'Zoe' },
        ],
      },
    ])
    world.service.context.bus.on(event => events.push(event))
    await make(world, { name: 'third' })
    await world.put(`/user/tools/${tool}`, { timeout: 5 })
    await world.delete(`/user/tools/${tool}`)
    expect(events).toEqual([
      { type: 'tool.changed', id: 3 },
      { type: 'tool.changed', id: tool },
      { type: 'tool.changed', id: tool },
      { type: 'assistant.changed', id: ben },
      { type: 'assistant.changed', id: zoe },
    ])
  })

  it('a tool says how it went when an assistant used it last, and a try is no use', async () => {
    const answers = [{ status: 200, body: 'blue' }, { status: 503 }]
    const receiver = await startReceiver(() => answers[0]!)
    const world = await startWorld()
    const tool = await make(world, { endpoint: receiver.url })
    const lastUse = async () => (await world.get(`/user/tools/${tool}`)).body.last_use
    expect((await world.post(`/user/tools/${tool}/try`)).body.ok).toBe(true)
    expect(await lastUse()).toBeNull()
    const { context, outside } = world.service
    const use = () =>
      callSharedTool(
        context,
        outside,
        { knowledgebaseId: null, custom: [{ id: tool, name: 'x' }], variables: {} },
        'x',
        {},
      )
    expect(await use()).toBe('blue')
    expect(await lastUse()).toEqual({ at: expect.stringMatching(ISO), ok: true, status: 200 })
    answers.shift()
    await use()
    expect(await lastUse()).toMatchObject({ ok: false, status: 503 })
    await receiver.close()
    await use()
    expect(await lastUse()).toMatchObject({ ok: false, status: null })
  })
})

describe('trying a custom tool', () => {
  it('a tool that is not saved is tried with its settings, and nothing is saved', async () => {
    const world = await startWorld()
    const receiver = await startReceiver(() => ({ status: 201, body: 'booked' }))
    const settings = aTool({
      endpoint: `${receiver.url}/{{branch}}/{city}`,
      method: 'POST',
      headers: [{ name: 'X-Branch', value: '{branch}' }],
      schema: [city],
    })
    const { name, description, ...request } = settings
    const { status, body } = await world.post('/user/tools/try', {
      ...request,
      arguments: { city: 'Rome' },
      variables: { branch: 'north' },
    })
    expect([status, body]).toEqual([
      200,
      {
        ok: true,
        result: 'booked',
        status: 201,
        request: { method: 'POST', url: `${receiver.url}/north/Rome`, body: '{"city":"Rome"}' },
        duration_ms: expect.any(Number),
      },
    ])
    expect(receiver.received[0]!.headers['x-branch']).toBe('north')
    expect((await world.get('/user/tools')).body).toEqual([])
    const saved = await make(world, settings)
    const again = { arguments: { city: 'Rome' }, variables: { branch: 'south' } }
    expect((await world.post(`/user/tools/${saved}/try`, again)).body.request.url).toBe(`${receiver.url}/south/Rome`)
    expectInvalid(
      await world.post('/user/tools/try', { endpoint: 'x', method: 'get', schema: [city, city] }),
      'endpoint',
      'method',
      'schema.1.name',
    )
    expect(receiver.received).toHaveLength(2)
  })

  it('GET and DELETE send the arguments in the query, with the headers', async () => {
    const world = await startWorld()
    const receiver = await startReceiver(() => ({ status: 200, body: '{"sky":"blue"}' }))
    const schema = [city, { name: 'days', type: 'number', description: 'How many' }]
    const tool = await make(world, {
      endpoint: `${receiver.url}?units=c`,
      headers: [{ name: 'X-Key', value: 'secret' }],
      schema,
    })
    const { body } = await world.post(`/user/tools/${tool}/try`, { arguments: { city: 'Rome & co', days: '3', x: 1 } })
    expect(body).toMatchObject({
      ok: true,
      result: '{"sky":"blue"}',
      status: 200,
      request: { method: 'GET', body: null },
    })
    expect(receiver.received[0]).toMatchObject({
      path: '/hook?units=c&city=Rome+%26+co&days=3',
      headers: { 'x-key': 'secret' },
      body: '',
    })
  })

  it('the other methods send the arguments as JSON', async () => {
    const world = await startWorld()
    const receiver = await startReceiver()
    const schema = [city, { name: 'now', type: 'boolean', description: 'At once' }]
    const tool = await make(world, { endpoint: receiver.url, method: 'POST', schema })
    await world.post(`/user/tools/${tool}/try`, { arguments: { city: 'Rome', now: 'true' } })
    expect(receiver.received[0]!.headers['content-type']).toBe('application/json')
    expect(JSON.parse(receiver.received[0]!.body)).toEqual({ city: 'Rome', now: true })
  })

  it('a try with missing arguments or arguments of a wrong type sends nothing', async () => {
    const world = await startWorld()
    const receiver = await startReceiver()
    const schema = [city, { name: 'days', type: 'number', description: 'How many' }]
    const tool = await make(world, { endpoint: receiver.url, schema })
    const { body } = await world.post(`/user/tools/${tool}/try`, { arguments: { days: 'many' } })
    expect(body).toMatchObject({ ok: false, status: null, result: expect.stringMatching(/^Error: city.*days/) })
    expect(receiver.received).toHaveLength(0)
  })

  it.each([
    [() => ({ status: 500, body: 'broken' }), /500.*broken/],
    [() => ({ status: 302, headers: { location: 'file:///etc/passwd' } }), /302/],
    [() => null, /could not be reached/],
    [() => ({ status: 200, body: 'x'.repeat(50_000) }), /^x{1000,}.*\[…\]$/],
    [() => ({ status: 204 }), /^Done\.$/],
  ])('a failed request is a result too (%#)', async (answer, says) => {
    const world = await startWorld()
    const receiver = await startReceiver(answer as never)
    const tool = await make(world, { endpoint: receiver.url })
    const { status, body } = await world.post(`/user/tools/${tool}/try`)
    expect(status).toBe(200)
    expect(body.result).toMatch(says)
    expect(body.result.length).toBeLessThan(20_000)
  })

  it('{param} in the address is replaced by the argument, which is not sent again in the query', async () => {
    const world = await startWorld()
    const receiver = await startReceiver()
    const schema = [city, { name: 'days', type: 'number', description: 'How many' }]
    const endpoint = `${receiver.url}/{city}/{other}?again={city}`
    const tool = await make(world, { endpoint, schema })
    await world.post(`/user/tools/${tool}/try`, { arguments: { city: 'Rome & co/../{days}', days: 3 } })
    const rome = 'Rome%20%26%20co%2F..%2F%7Bdays%7D'
    const [path, query] = receiver.received[0]!.path.split('?')
    expect(path).toBe(`/hook/${rome}/%7Bother%7D`)
    expect([...new URLSearchParams(query)]).toEqual([
      ['again', 'Rome & co/../{days}'],
      ['days', '3'],
    ])
    const post = await make(world, { endpoint, schema, method: 'POST' })
    await world.post(`/user/tools/${post}/try`, { arguments: { city: 'Rome', days: 3 } })
    expect(receiver.received[1]).toMatchObject({ path: '/hook/Rome/%7Bother%7D?again=Rome' })
    expect(JSON.parse(receiver.received[1]!.body)).toEqual({ city: 'Rome', days: 3 })
  })

  it.each(['.', '..', ''])('the argument %j cannot change the path of a tool', async value => {
    const world = await startWorld()
    const receiver = await startReceiver()
    const schema = [city, { name: 'end', type: 'string', description: 'The end' }]
    for (const path of ['{city}', '{city}/weather', '{city}{end}', ...(value === '..' ? [] : ['.{city}'])]) {
      const tool = await make(world, { endpoint: `${receiver.url}/${path}`, method: 'DELETE', schema })
      const { body } = await world.post(`/user/tools/${tool}/try`, { arguments: { city: value, end: '' } })
      expect(body).toMatchObject({ ok: false, result: expect.stringMatching(/must not become empty or dots/) })
    }
    expect(receiver.received).toHaveLength(0)
    const inside = await make(world, { endpoint: `${receiver.url}/x{city}?q={city}`, schema: [city] })
    await world.post(`/user/tools/${inside}/try`, { arguments: { city: value } })
    expect(receiver.received.map(({ path }) => path)).toEqual([`/hook/x${value}?q=${value}`])
  })

  it('an address that an argument makes impossible is an error for the model, and nothing is sent', async () => {
    const world = await startWorld()
    const tool = await make(world, { endpoint: 'http://{city}.example.com/', schema: [city] })
    const { status, body } = await world.post(`/user/tools/${tool}/try`, { arguments: { city: 'evil.com/' } })
    expect([status, body.ok, body.result]).toEqual([200, false, expect.stringMatching(/not a URL/)])
  })
})
