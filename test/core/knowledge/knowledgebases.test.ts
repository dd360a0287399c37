import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createORPCClient, isDefinedError, safe } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import { describe, expect, it } from 'vitest'
import { DOCUMENT_BYTES } from '../../../src/contract/knowledgebases'
import type { Client } from '../../../src/renderer/api/client'
import { expectInvalid, expectMessage, ISO, ids, UNKNOWN, withoutChange } from '../../support/api'
import { aBase, aSite, form, inThisThread, sendForm, settled, silent, upload } from '../../support/documents'
import { given, SECOND, startWorld, type TestWorld } from '../../support/world'

const aWorld = () => startWorld({ reader: silent })

const website = (over: object = {}) => ({ name: 'Site', type: 'website', url: 'http://127.0.0.1:9/', ...over })
const add = (world: TestWorld, base: number, over: object = {}) =>
  world.post(`/user/knowledgebases/${base}/documents`, website(over))
const status = async (world: TestWorld, base: number) => (await world.get(`/user/knowledgebases/${base}`)).body.status

/** Expects `{message, error}` with one text, and nothing else. */
function expectTwice(answer: { status: number; body: Record<string, unknown> }, code: number) {
  expect(answer).toMatchObject({ status: code, body: { message: expect.stringMatching(/\S/) } })
  expect(answer.body).toEqual({ message: answer.body.message, error: answer.body.message })
}

describe('a knowledge base', () => {
  it('is created empty, and answered in full', async () => {
    const world = await aWorld()
    const answer = await world.post('/user/knowledgebases', { name: 'Prices', description: 'What things cost' })
    const record = {
      id: expect.any(Number),
      name: 'Prices',
      description: 'What things cost',
      status: 'empty',
      status_label: 'Empty',
      documents_count: 0,
      assistants_count: 0,
      created_at: expect.stringMatching(ISO),
      updated_at: expect.stringMatching(ISO),
    }
    expect([answer.status, answer.body]).toEqual([201, { message: expect.any(String), data: record }])
    const { id } = answer.body.data
    expect((await world.get(`/user/knowledgebases/${id}`)).body).toEqual(answer.body.data)
    expect((await world.get('/user/knowledgebases')).body).toEqual({ data: [answer.body.data] })
  })

  it('needs a name of up to 255 characters, and may have a description of as many', async () => {
    const world = await aWorld()
    const make = (body: object) => world.post('/user/knowledgebases', body)
    expect((await make({ name: 'x'.repeat(255), description: '🙂'.repeat(255) })).status).toBe(201)
    expect((await make({ name: 'x' })).body.data.description).toBe('')
    for (const name of [undefined, null, '', ' ', 7, 'x'.repeat(256)])
      expectInvalid(await withoutChange(world, () => make({ name })), 'name')
    expectInvalid(await make({ name: '', description: 'x'.repeat(256) }), 'name', 'description')
    expectInvalid(await make({ name: 'x', description: null }), 'description')
  })

  it('is changed in what is given', async () => {
    const world = await aWorld()
    const id = await aBase(world)
    await world.advance(SECOND)
    const { body } = await world.put(`/user/knowledgebases/${id}`, { description: 'New' })
    expect(body.data).toMatchObject({ name: 'Prices', description: 'New' })
    expect(body.data.updated_at > body.data.created_at).toBe(true)
    expect((await world.put(`/user/knowledgebases/${id}`, { name: 'Other' })).body.data).toMatchObject({
      name: 'Other',
      description: 'New',
    })
    for (const [field, value] of [
      ['name', ''],
      ['name', null],
      ['name', 'x'.repeat(256)],
      ['description', 'x'.repeat(256)],
    ] as const)
      expectInvalid(
        await withoutChange(world, () => world.put(`/user/knowledgebases/${id}`, { [field]: value })),
        field,
      )
  })

  it('is 404 when there is none', async () => {
    const world = await aWorld()
    const path = `/user/knowledgebases/${UNKNOWN}`
    expectMessage(await world.get(path), 404)
    expectMessage(await world.put(path, { name: 'x' }), 404)
    expectMessage(await world.delete(path), 404)
    expectMessage(await world.get(`${path}/search?query=x`), 404)
  })

  it('counts its documents and its assistants', async () => {
    const world = await aWorld()
    const [one, two] = [await aBase(world), await aBase(world)]
    for (let i = 0; i < 3; i++) await add(world, one)
    for (let i = 0; i < 2; i++) await given.assistant(world, { knowledgebase_id: two })
    expect((await world.get('/user/knowledgebases')).body.data).toMatchObject([
      { id: two, documents_count: 0, assistants_count: 2 },
      { id: one, documents_count: 3, assistants_count: 0 },
    ])
    await world.delete(`/user/knowledgebases/${one}/documents/1`)
    expect((await world.get(`/user/knowledgebases/${one}`)).body.documents_count).toBe(2)
  })

  it('is as its documents are: processing before failed before active', async () => {
    const world = await startWorld({ reader: inThisThread })
    const base = await aBase(world)
    expect(await status(world, base)).toBe('empty')
    const good = (await upload(world, base, 'txt', 'Hello')).body.data.id
    expect(await status(world, base)).toBe('processing')
    await settled(world, base, good)
    expect((await world.get(`/user/knowledgebases/${base}`)).body).toMatchObject({
      status: 'active',
      status_label: 'Active',
    })
    const bad = (await upload(world, base, 'txt', '')).body.data.id
    expect(await status(world, base)).toBe('processing')
    await settled(world, base, bad)
    expect(await status(world, base)).toBe('failed')
    await world.delete(`/user/knowledgebases/${base}/documents/${bad}`)
    expect(await status(world, base)).toBe('active')
    await world.delete(`/user/knowledgebases/${base}/documents/${good}`)
    expect(await status(world, base)).toBe('empty')
  })

  it('goes with its documents and files, and off the assistants that use it', async () => {
    const world = await startWorld({ reader: inThisThread })
    const [base, other] = [await aBase(world), await aBase(world)]
    for (const to of [base, other]) await settled(world, to, (await upload(world, to, 'txt', 'Hello')).body.data.id)
    await settled(world, base, (await upload(world, base, 'pdf', 'no')).body.data.id)
    const assistant = await given.assistant(world, { knowledgebase_id: base })
    const told: unknown[] = []
    world.service.context.bus.on(event => told.push(event))
    const answer = await world.delete(`/user/knowledgebases/${base}`)
    expect([answer.status, answer.body]).toEqual([200, { message: expect.any(String) }])
    expect((await world.get(`/user/assistant/${assistant}`)).body.knowledgebase_id).toBeNull()
    expect(ids(await world.get('/user/knowledgebases'))).toEqual([other])
    expect([world.count('documents'), world.count('passages')]).toEqual([1, 1])
    expect(world.service.context.documents.names()).toEqual([])
    expect(told).toEqual([
      { type: 'knowledgebase.changed', id: base },
      { type: 'assistant.changed', id: assistant },
    ])
    expectMessage(await world.delete(`/user/knowledgebases/${base}`), 404)
  })
})

describe('a website', () => {
  it('is added by its address, and read in the background', async () => {
    const world = await aWorld()
    const base = await aBase(world)
    const answer = await add(world, base, { description: 'Ours' })
    const record = {
      id: expect.any(Number),
      name: 'Site',
      description: 'Ours',
      type: 'website',
      type_label: 'Website',
      status: 'processing',
      status_label: 'Processing',
      warnings: [],
      links: ['http://127.0.0.1:9/'],
      relative_links_limit: 10,
      passages_count: 0,
      created_at: expect.stringMatching(ISO),
      updated_at: expect.stringMatching(ISO),
    }
    expect([answer.status, answer.body]).toEqual([201, { message: expect.any(String), data: record }])
    const path = `/user/knowledgebases/${base}/documents`
    expect((await world.get(`${path}/${answer.body.data.id}`)).body).toEqual(answer.body.data)
    expect((await world.get(path)).body).toEqual({ data: [answer.body.data] })
  })

  it('may have several addresses, each of them once', async () => {
    const world = await aWorld()
    const base = await aBase(world)
    const links = ['http://a.example/', 'http://b.example/', 'http://a.example/'].map(link => ({ link }))
    expect((await add(world, base, { url: undefined, links })).body.data.links).toEqual([
      'http://a.example/',
      'http://b.example/',
    ])
    expect((await add(world, base, { url: 'http://c.example/', links })).body.data.links.length).toBe(3)
    const many = (n: number) => Array.from({ length: n }, (_, i) => ({ link: `http://a.example/${i}` }))
    expect((await add(world, base, { url: undefined, links: many(50) })).status).toBe(201)
    expectInvalid(await withoutChange(world, () => add(world, base, { url: undefined, links: many(51) })), 'links')
    expectInvalid(await add(world, base, { url: undefined, links: [] }), 'links')
    expectInvalid(await add(world, base, { links: [{ link: 'nope' }, {}] }), 'links.0.link', 'links.1.link')
  })

  it('needs an address, absolute, http or https, up to 2,048 characters', async () => {
    const world = await aWorld()
    const base = await aBase(world)
    const long = (n: number) => `http://a.example/${'x'.repeat(n - 'http://a.example/'.length)}`
    for (const url of ['http://127.0.0.1/', 'https://a.example/b?c#d', 'http://10.0.0.1:8080', long(2048)])
      expect((await add(world, base, { url })).status).toBe(201)
    for (const url of [undefined, '', '/a', 'a.example', 'ftp://a.example/', 'file:///etc/passwd', long(2049)])
      expectInvalid(await withoutChange(world, () => add(world, base, { url })), 'url')
  })

  it('follows 1 to 50 links', async () => {
    const world = await aWorld()
    const base = await aBase(world)
    for (const relative_links_limit of [1, 50])
      expect((await add(world, base, { relative_links_limit })).body.data).toMatchObject({ relative_links_limit })
    for (const relative_links_limit of [0, 51, -1, 1.5, '10', null])
      expectInvalid(
        await withoutChange(world, () => add(world, base, { relative_links_limit })),
        'relative_links_limit',
      )
  })
})

describe('a document', () => {
  it('needs a name of up to 255 characters and a type that is known, and all faults are told at once', async () => {
    const world = await aWorld()
    const base = await aBase(world)
    expect((await add(world, base, { name: 'x'.repeat(255), description: 'x'.repeat(255) })).status).toBe(201)
    expectInvalid(
      await add(world, base, { name: 'x'.repeat(256), description: 'x'.repeat(256) }),
      'name',
      'description',
    )
    for (const type of [undefined, 'doc', 'PDF', '']) expectInvalid(await add(world, base, { type }), 'type')
    expectInvalid(
      await withoutChange(world, () => world.post(`/user/knowledgebases/${base}/documents`)),
      'name',
      'type',
    )
    expectInvalid(
      await add(world, base, { name: '', url: undefined, relative_links_limit: 0 }),
      'name',
      'url',
      'relative_links_limit',
    )
  })

  it.each([
    ['pdf', 'PDF'],
    ['txt', 'Text'],
    ['docx', 'Word'],
    ['md', 'Markdown'],
    ['html', 'HTML'],
  ] as const)('of type %s is a file in a form', async (type, type_label) => {
    const world = await aWorld()
    const base = await aBase(world)
    const answer = await upload(world, base, type, 'x', 'Grüße')
    expect(answer).toMatchObject({
      status: 201,
      body: { data: { name: 'Grüße', type, type_label, links: [], relative_links_limit: null } },
    })
    const path = `/user/knowledgebases/${base}/documents`
    expectInvalid(await world.post(path, { name: 'x', type }), 'file')
    expectInvalid(await world.post(path, { name: 'x', type, file: 'x' }), 'file')
    expectInvalid(await sendForm(world, path, form({ name: 'x', type, file: 'x' })), 'file')
    expectInvalid(await sendForm(world, path, form({ file: new File([], 'x') })), 'name', 'type')
  })

  it('that is a website may come in a form, where everything is text', async () => {
    const world = await aWorld()
    const base = await aBase(world)
    const path = `/user/knowledgebases/${base}/documents`
    const fields = { name: '2026', type: 'website', url: 'http://127.0.0.1:9/' }
    expect((await sendForm(world, path, form({ ...fields, relative_links_limit: '5' }))).body.data).toMatchObject({
      name: '2026',
      relative_links_limit: 5,
    })
    expectInvalid(await sendForm(world, path, form({ ...fields, relative_links_limit: 'x' })), 'relative_links_limit')
    expectInvalid(await sendForm(world, path, form({ ...fields, file: new File(['x'], 'x') })), 'file')
  })

  it('has a body of up to 20 MiB; everything else has 1 MiB', async () => {
    const world = await aWorld()
    const base = await aBase(world)
    const path = `/user/knowledgebases/${base}/documents`
    const boundary = 'b'.repeat(40)
    const bodyOf = (bytes: number) => {
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="name"\r\n\r\nBig\r\n--${boundary}\r\nContent-Disposition: form-data; name="type"\r\n\r\npdf\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`
      const tail = `\r\n--${boundary}--\r\n`
      return head + 'x'.repeat(bytes - head.length - tail.length) + tail
    }
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    expect((await world.request('POST', path, bodyOf(DOCUMENT_BYTES), { headers })).status).toBe(201)
    expectMessage(
      await withoutChange(world, () => world.request('POST', path, bodyOf(DOCUMENT_BYTES + 1), { headers })),
      413,
    )
    expectMessage(await world.post('/user/knowledgebases', { name: 'x', description: 'x'.repeat(1024 * 1024) }), 413)
    expect(world.service.context.documents.names().length).toBe(1)
  })

  it('that is sent without its length is cut off at 20 MiB', async () => {
    const world = await aWorld()
    const base = await aBase(world)
    const code = await new Promise((resolve, reject) => {
      const sent = request(`${world.service.api}/user/knowledgebases/${base}/documents`, {
        method: 'POST',
        headers: { authorization: `Bearer ${world.key}`, 'content-type': 'multipart/form-data; boundary=x' },
      })
      let answered = false
      sent.on('response', response => {
        answered = true
        resolve(response.statusCode)
        response.resume()
      })
      sent.on('error', error => setTimeout(() => answered || reject(error), 500))
      for (let i = 0; i < 21; i++) sent.write(Buffer.alloc(1024 * 1024))
      sent.end()
    })
    expect(code).toBe(413)
  })

  it('comes as a form or as JSON; anything else is 415', async () => {
    const world = await aWorld()
    const base = await aBase(world)
    const path = `/user/knowledgebases/${base}/documents`
    for (const type of [
      'application/pdf',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/mixed; boundary=x',
      '',
    ])
      expectMessage(await world.request('POST', path, 'x', { headers: { 'content-type': type } }), 415)
    // And where no file is expected, a form is.
    expectMessage(await sendForm(world, '/user/knowledgebases', form({ name: 'x' })), 415)
  })

  it.each([
    ['broken JSON', 'application/json', '{'],
    ['a list', 'application/json', '[]'],
    ['a form without its boundary', 'multipart/form-data; boundary=x', 'hello'],
    [
      'a form that breaks off',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb',
    ],
    ['a form of no kind', 'multipart/form-data; charset=x', '--x--'],
  ])('in %s is 400 with error and message', async (_, type, body) => {
    const world = await aWorld()
    const base = await aBase(world)
    const path = `/user/knowledgebases/${base}/documents`
    expectTwice(await world.request('POST', path, body, { headers: { 'content-type': type } }), 400)
  })

  it('is 404 with error and message when it, or its knowledge base, is not there', async () => {
    const world = await aWorld()
    const [base, other] = [await aBase(world), await aBase(world)]
    const { id } = (await add(world, base)).body.data
    for (const path of [`${UNKNOWN}/documents/${id}`, `${other}/documents/${id}`, `${base}/documents/${UNKNOWN}`]) {
      expectTwice(await world.get(`/user/knowledgebases/${path}`), 404)
      expectTwice(await withoutChange(world, () => world.put(`/user/knowledgebases/${path}`, { name: 'x' })), 404)
      expectTwice(await withoutChange(world, () => world.delete(`/user/knowledgebases/${path}`)), 404)
      expectTwice(await withoutChange(world, () => world.post(`/user/knowledgebases/${path}/retry`)), 404)
    }
    expectTwice(await world.get(`/user/knowledgebases/${UNKNOWN}/documents`), 404)
    expectTwice(await add(world, UNKNOWN), 404)
    expectTwice(await upload(world, UNKNOWN, 'txt', 'x'), 404)
    expect(world.service.context.documents.names()).toEqual([])
  })

  it('is changed in its name and description', async () => {
    const world = await aWorld()
    const base = await aBase(world)
    const { id } = (await add(world, base, { description: 'Old' })).body.data
    const path = `/user/knowledgebases/${base}/documents/${id}`
    expect((await world.put(path, { name: 'New' })).body.data).toMatchObject({ name: 'New', description: 'Old' })
    expect((await world.put(path, { description: '', type: 'pdf' })).body.data).toMatchObject({
      name: 'New',
      description: '',
      type: 'website',
    })
    for (const name of ['', null, 'x'.repeat(256)]) expectInvalid(await world.put(path, { name }), 'name')
    expectInvalid(await world.put(path, { description: 'x'.repeat(256) }), 'description')
  })

  it('is deleted with its file', async () => {
    const world = await aWorld()
    const base = await aBase(world)
    const { id } = (await upload(world, base, 'txt', 'x')).body.data
    expect(world.service.context.documents.names().length).toBe(1)
    const answer = await world.delete(`/user/knowledgebases/${base}/documents/${id}`)
    expect([answer.status, answer.body]).toEqual([200, { message: expect.any(String) }])
    expect((await world.get(`/user/knowledgebases/${base}/documents`)).body).toEqual({ data: [] })
    expect(world.service.context.documents.names()).toEqual([])
  })

  it('can be tried again when it failed, and only then', async () => {
    const world = await startWorld({ reader: inThisThread })
    const base = await aBase(world)
    const path = (id: number) => `/user/knowledgebases/${base}/documents/${id}/retry`
    const bad = (await upload(world, base, 'txt', '')).body.data.id
    expectTwice(await withoutChange(world, () => world.post(path(bad))), 409)
    expect(await settled(world, base, bad)).toMatchObject({
      status: 'failed',
      status_label: 'Failed',
      error: 'The file is empty.',
    })
    expect((await world.post(path(bad))).body.data).toMatchObject({ status: 'processing' })
    expect(await settled(world, base, bad)).toMatchObject({ status: 'failed' })
    const good = (await upload(world, base, 'txt', 'x')).body.data.id
    expect(await settled(world, base, good)).not.toHaveProperty('error')
    expectTwice(await withoutChange(world, () => world.post(path(good))), 409)
  })

  it('whose file has a name that leads elsewhere is kept under another', async () => {
    const world = await aWorld()
    const base = await aBase(world)
    const path = `/user/knowledgebases/${base}/documents`
    for (const name of ['../../x.txt', '/etc/passwd', 'C:\\x', 'a\u0000b'])
      expect((await sendForm(world, path, form({ name: 'x', type: 'txt', file: new File(['x'], name) }))).status).toBe(
        201,
      )
    for (const name of world.service.context.documents.names()) expect(name).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('sent twice with one Idempotency-Key is added once; another file is another body', async () => {
    const world = await aWorld()
    const base = await aBase(world)
    const send = (text: string) =>
      sendForm(
        world,
        `/user/knowledgebases/${base}/documents`,
        form({ name: 'x', type: 'txt', file: new File([text], 'x.txt') }),
        { 'idempotency-key': 'once' },
      )
    const first = await send('one')
    expect(first.status).toBe(201)
    expect((await send('one')).body).toEqual(first.body)
    expect((await send('two')).status).toBe(422)
    expect(ids(await world.get(`/user/knowledgebases/${base}/documents`))).toEqual([first.body.data.id])
    expect(world.service.context.documents.names().length).toBe(1)
  })
})

it('the reference says that a document may be a form, and how it is refused', async () => {
  const world = await aWorld()
  const { paths, components } = (await world.get('/openapi.json')).body
  const resolved = ({ schema }: { schema: { $ref?: string } }) => components.schemas[schema.$ref!.split('/').at(-1)!]
  const { requestBody, responses } = paths['/user/knowledgebases/{id}/documents'].post
  const { 'application/json': json, 'multipart/form-data': multipart } = requestBody.content
  expect(resolved(json).properties).not.toHaveProperty('file')
  expect(resolved(multipart).properties.file).toMatchObject({ type: 'string', format: 'binary' })
  expect(responses[404].content['application/json'].schema.$ref).toMatch(/RefusalTwice$/)
  expect(Object.keys(paths['/user/knowledgebases'].post.requestBody.content)).toEqual(['application/json'])
})

describe('the console in a browser', () => {
  async function aConsole(world: TestWorld) {
    const { origin, searchParams } = new URL(world.service.console)
    const signIn = await fetch(`${origin}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: searchParams.get('token') }),
    })
    const { session } = (await signIn.json()) as { session: string }
    return createORPCClient<Client>(new RPCLink({ url: `${origin}/rpc`, headers: { 'x-callwright-session': session } }))
  }

  it('uploads through its typed client, files larger than 1 MiB included', async () => {
    const world = await aWorld()
    const client = await aConsole(world)
    const base = await aBase(world)
    const bytes = Buffer.alloc(5 * 1024 * 1024, 'x')
    const file = new File([bytes], 'x.txt', { type: 'text/plain' })
    const { data } = await client.documents.create({ id: base, name: 'Big', type: 'txt', file })
    expect(data).toMatchObject({ name: 'Big', status: 'processing' })
    const { documents } = world.service.context
    expect(readFileSync(documents.path(documents.names()[0]!)).equals(bytes)).toBe(true)
  })

  it('is told what is wrong on the field, and may send 20 MiB there and 1 MiB elsewhere', async () => {
    const world = await aWorld()
    const client = await aConsole(world)
    const base = await aBase(world)
    const [error] = await safe(client.documents.create({ id: base, name: 'x', type: 'pdf' }))
    expect(isDefinedError(error) && error.code === 'INVALID' && error.data?.errors).toEqual({
      file: ['The file field is required.'],
    })
    const file = new File([Buffer.alloc(DOCUMENT_BYTES)], 'x.txt')
    for (const sent of [
      client.documents.create({ id: base, name: 'x', type: 'txt', file }),
      client.knowledgebases.create({ name: 'x', description: 'x'.repeat(1024 * 1024) }),
    ])
      await expect(sent).rejects.toMatchObject({ status: 413 })
  })
})

describe('searching', () => {
  it('gives the passages that an assistant would see, with where they are from', async () => {
    const site = await aSite({ '/': '<title>Home</title><h1>Hours</h1><p>Open from nine to six.' })
    const world = await startWorld({ reader: inThisThread })
    const base = await aBase(world)
    const text = Array.from({ length: 8 }, (_, i) => `# Part ${i}\nOpen on day ${i}`).join('\n')
    const md = (await upload(world, base, 'md', text, 'Days')).body.data.id
    const web = (await add(world, base, { url: `${site.url}/` })).body.data.id
    for (const id of [md, web]) await settled(world, base, id)
    const find = async (query: string) => (await world.get(`/user/knowledgebases/${base}/search?${query}`)).body.data
    expect((await find('query=open')).length).toBe(5)
    expect((await find('query=open&limit=50')).length).toBe(9)
    expect((await find('query=nine'))[0]).toEqual({
      text: 'Open from nine to six.',
      heading: 'Hours',
      source: 'Home',
      url: `${site.url}/`,
      page: null,
      document_id: web,
      score: expect.any(Number),
    })
    await world.put(`/user/knowledgebases/${base}/documents/${md}`, { name: 'Weekdays' })
    expect((await find('query=day+3'))[0]).toMatchObject({ source: 'Weekdays', heading: 'Part 3', url: null })
    expect(await find('query=%22%28AND')).toEqual([])
  })

  it('needs a query of up to 1,000 characters; 1 to 50 passages are answered', async () => {
    const world = await aWorld()
    const path = `/user/knowledgebases/${await aBase(world)}/search`
    for (const query of ['query=x', `query=${'x'.repeat(1000)}`, 'query=x&limit=1', 'query=x&limit=50'])
      expect((await world.get(`${path}?${query}`)).body).toEqual({ data: [] })
    for (const query of ['', 'query=', 'query=%20', `query=${'x'.repeat(1001)}`])
      expectInvalid(await world.get(`${path}?${query}`), 'query')
    for (const limit of ['0', '51', 'x', '']) expectInvalid(await world.get(`${path}?query=x&limit=${limit}`), 'limit')
  })
})
