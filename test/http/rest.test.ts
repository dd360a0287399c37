import { describe, expect, it } from 'vitest'
import { operations } from '../../src/main/http/operations'
import { expectInvalid, expectMessage, expectTwice, withoutChange } from '../support/api'
import { raw } from '../support/raw'
import { given, SECOND, startWorld } from '../support/world'

const MIB = 1024 * 1024

describe('a key in a request', () => {
  it.each([
    ['is missing', undefined],
    ['is empty', ''],
    ['has no scheme', 'KEY'],
    ['is Basic', 'Basic KEY'],
    ['is a bare Bearer', 'Bearer'],
    ['is unknown', 'Bearer cw_unknown'],
    ['is cut short', 'Bearer CUT'],
    ['has something after it', 'Bearer KEY more'],
  ])('a key that %s is 401', async (_, header) => {
    const world = await startWorld()
    const authorization = header?.replace('KEY', world.key).replace('CUT', world.key.slice(0, -1))
    for (const { path, method } of operations().filter(({ pathParams }) => pathParams.length === 0)) {
      const url = new URL(world.service.api)
      const response = await raw(world, `${url.pathname}${path}`, { method, headers: { authorization } })
      expect([response.status, response.text]).toEqual([
        401,
        '{"message":"Unauthenticated.","error":"Unauthenticated."}',
      ])
      // Too many failures are answered with 429.
      await world.advance(SECOND)
    }
  })

  it('a revoked key is 401 at once', async () => {
    const world = await startWorld()
    expect((await world.get('/user/me')).status).toBe(200)
    world.db.prepare('UPDATE api_keys SET revoked_at = 1').run()
    expectTwice(await world.get('/user/me'), 401)
  })

  it('the word Bearer may be in any case', async () => {
    const world = await startWorld()
    const headers = { authorization: `bearer ${world.key}` }
    expect((await raw(world, '/api/user/me', { headers })).status).toBe(200)
  })

  it('a key is stored as a hash, with the time of its last use', async () => {
    const world = await startWorld()
    await world.get('/user/me')
    const [row] = world.db.prepare('SELECT * FROM api_keys').all() as { hash: Buffer; last_used_at: number }[]
    expect(row!.last_used_at).toBe(world.clock.now())
    expect(JSON.stringify(row)).not.toContain(world.key)
    expect(world.key).toMatch(/^cw_/)
  })
})

describe('a path', () => {
  it.each(['/user', '/user/nothing', '/', '', '/user/me/', '/user/me/more', '/User/Me', '/user/folders', '//user/me'])(
    'the unknown path %s is 404 with a message',
    async path => {
      const world = await startWorld()
      expectMessage(await world.get(path), 404)
    },
  )

  it.each([
    ['folders', 'GET', '/user/folders'],
    ['folders', 'POST', '/user/folders'],
    ['folders', 'PUT', '/user/folders/1'],
    ['folders', 'GET', '/user/assistants/folders'],
    ['folders', 'POST', '/user/campaigns/1/folder'],
    ['labels', 'GET', '/user/labels'],
    ['labels', 'DELETE', '/user/labels/1'],
    ['labels', 'POST', '/user/conversations/1/labels'],
    ['WhatsApp', 'GET', '/user/whatsapp'],
    ['WhatsApp', 'GET', '/user/whatsapp/senders'],
    ['WhatsApp', 'POST', '/user/whatsapp-templates'],
    ['WhatsApp', 'POST', '/user/conversations/whatsapp'],
  ])('a path that only the hosted service has (%s: %s %s) is 404 and says so', async (what, method, path) => {
    const world = await startWorld()
    const answer = await world.request(method, path)
    expectMessage(answer, 404)
    expect(answer.body.message).toBe(`Callwright does not offer ${what}.`)
  })

  it('an id that is not a whole number is 404', async () => {
    const world = await startWorld()
    await given.assistant(world)
    const wrong = [
      '0',
      '-1',
      '1.0',
      '1.5',
      'one',
      '1e0',
      '0x1',
      '%31%00',
      '+1',
      ' 1',
      '01',
      '99999999999999999999',
      "1'",
    ]
    for (const id of wrong) {
      expectMessage(await world.get(`/user/assistant/${id}`), 404)
      expectMessage(await withoutChange(world, () => world.put(`/user/assistant/${id}`, { name: 'X' })), 404)
    }
  })

  it('a path with wrong encoding is refused with a message', async () => {
    const world = await startWorld()
    for (const path of ['/api/user/assistant/%ff', '/api/user/%ff', '/api/user/calls/%c3%28/hang-up', '/api/%']) {
      const { status, text } = await raw(world, path)
      expect([400, 404]).toContain(status)
      expect(JSON.parse(text)).toEqual({ message: expect.any(String) })
    }
  })

  it('a wrong method is 405 and names the right ones', async () => {
    const world = await startWorld()
    for (const [method, path, allowed] of [
      ['DELETE', '/user/me', ['GET']],
      ['PUT', '/user/campaigns', ['GET', 'POST']],
      ['PATCH', '/user/lead', ['POST']],
      ['GET', '/user/make_call', ['POST']],
      ['POST', '/user/assistant/1', ['GET', 'PUT']],
    ] as const) {
      const answer = await world.request(method, path)
      expectMessage(answer, 405)
      const allow = answer.headers.get('allow')!.split(', ')
      expect(allow).toEqual(expect.arrayContaining([...allowed]))
      expect(allow).not.toContain(method)
    }
  })

  it('a path never leads to a file outside', async () => {
    const world = await startWorld()
    for (const path of [
      '/../../etc/passwd',
      '/..%2f..%2f..%2f..%2fetc/passwd',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/api/docs/../../package.json',
      '/api/docs/%2e%2e%2fpackage.json',
      '/api/docs/..%5cpackage.json',
      '/api/recordings/..%2fcallwright.db',
      '/api/recordings/../callwright.db',
    ]) {
      const { status, text } = await raw(world, path)
      expect([400, 404]).toContain(status)
      expect(text).not.toMatch(/root:|SQLite format/)
    }
  })
})

describe('a body', () => {
  const json = { 'content-type': 'application/json' }

  it('a body that is not JSON is 400', async () => {
    const world = await startWorld()
    for (const body of ['{', '{"amount": 1,}', 'amount=1', "{'amount': 1}", '{"amount": NaN}', '\u0000'])
      expectMessage(await withoutChange(world, () => world.post('/user/balance/top-up', body)), 400)
  })

  it('a body that is not valid UTF-8 is 400', async () => {
    const world = await startWorld()
    const body = Buffer.from([...Buffer.from('{"name": "'), 0xff, 0xfe, ...Buffer.from('"}')])
    expect((await raw(world, '/api/user/assistant', { method: 'POST', headers: json, body })).status).toBe(400)
  })

  it('a body that is not an object is 400', async () => {
    const world = await startWorld()
    for (const body of ['[]', '[{"amount": 1}]', '"x"', '1', 'null', 'true'])
      expectMessage(await withoutChange(world, () => world.post('/user/balance/top-up', body)), 400)
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    '',
  ])('a body of type %j is 415', async type => {
    const world = await startWorld()
    const init = { headers: { 'content-type': type } }
    const answer = await withoutChange(world, () => world.request('POST', '/user/balance/top-up', { amount: 1 }, init))
    expectMessage(answer, 415)
  })

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
    'a body of type %s is read',
    async type => {
      const world = await startWorld()
      const init = { headers: { 'content-type': type } }
      expect((await world.request('POST', '/user/balance/top-up', { amount: 1 }, init)).status).toBe(200)
    },
  )

  it('a body of 1 MiB is read, and one byte more is 413', async () => {
    const world = await startWorld()
    const start = '{"amount": 1, "pad": "'
    const body = (bytes: number) => `${start}${'x'.repeat(bytes - start.length - 2)}"}`
    expect((await world.post('/user/balance/top-up', body(MIB))).status).toBe(200)
    for (const headers of [{}, { 'transfer-encoding': 'chunked' }]) {
      const options = { method: 'POST', headers: { ...json, ...headers }, body: body(MIB + 1) }
      const { status, text } = await raw(world, '/api/user/balance/top-up', options)
      expect(status).toBe(413)
      expect(JSON.parse(text)).toEqual({ message: expect.any(String) })
    }
    expect((await world.get('/user/me')).body.total_balance).toBe(26)
  })

  it('an empty body is no error where none is needed, whatever its content type is', async () => {
    const world = await startWorld()
    await world.post('/user/payment-methods', { label: 'Card', last4: '4242' })
    expect((await world.get('/user/me')).status).toBe(200)
    expect((await world.post('/user/dialing/pause')).status).toBe(200)
    expect((await world.post('/user/dialing/resume', '')).status).toBe(200)
    expect((await world.post('/user/webhook-deliveries/redeliver-dead')).status).toBe(200)
    expect((await world.delete('/user/payment-methods/1')).status).toBe(200)
    const chunked = { method: 'POST', headers: { ...json, 'transfer-encoding': 'chunked' } }
    expect((await raw(world, '/api/user/dialing/pause', chunked)).status).toBe(200)
  })

  it('an empty body is an empty object where one is needed', async () => {
    const world = await startWorld()
    expectInvalid(await world.post('/user/lead'), 'phone_number', 'campaign_id')
  })

  it('an id in the body does not replace the id in the path', async () => {
    const world = await startWorld()
    const [first, second] = [await given.assistant(world), await given.assistant(world)]
    await world.put(`/user/assistant/${first}`, { id: second, name: 'Berta' })
    expect((await world.get(`/user/assistant/${first}`)).body.name).toBe('Berta')
    expect((await world.get(`/user/assistant/${second}`)).body.name).toBe('Anna')
  })
})

describe('requests from another site', () => {
  it.each(['evil.example', 'evil.example:80', '127.0.0.1.evil.example', 'localhost.evil.example', '0.0.0.0'])(
    'a site whose name %s points at this machine is 403',
    async host => {
      const world = await startWorld()
      for (const path of ['/api/user/me', '/api/openapi.json', '/api/docs', '/'])
        expect((await raw(world, path, { headers: { host } })).status).toBe(403)
    },
  )

  it('the names of this machine are accepted', async () => {
    const world = await startWorld()
    for (const host of ['localhost', 'LOCALHOST:4620', '127.0.0.1', '[::1]:4620'])
      expect((await raw(world, '/api/user/me', { headers: { host } })).status).toBe(200)
  })

  it('no CORS header is sent', async () => {
    const world = await startWorld()
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    for (const method of ['GET', 'OPTIONS'])
      for (const path of ['/api/user/me', '/api/openapi.json', '/session', '/rpc/account/me']) {
        const response = await raw(world, path, { method, headers })
        expect(Object.keys(response.headers).filter(name => name.startsWith('access-control'))).toEqual([])
      }
  })
})
