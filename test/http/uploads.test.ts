import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createORPCClient, isDefinedError, safe } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import { describe, expect, it } from 'vitest'
import { DOCUMENT_BYTES } from '../../src/contract/knowledgebases'
import { UPLOAD_LIMIT } from '../../src/main/http/body'
import type { Client } from '../../src/renderer/api/client'
import { expectMessage, expectTwice, ids, withoutChange } from '../support/api'
import { aBase, aWorldThatReadsNothing, form, sendForm } from '../support/documents'
import type { TestWorld } from '../support/world'

describe('uploading a document', () => {
  it('an upload has up to 20 MiB, and any other body 1 MiB', async () => {
    const world = await aWorldThatReadsNothing()
    const base = await aBase(world)
    const path = `/user/knowledgebases/${base}/documents`
    const boundary = 'b'.repeat(40)
    const bodyOf = (bytes: number) => {
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="name"\r\n\r\nBig\r\n--${boundary}\r\nContent-Disposition: form-data; name="type"\r\n\r\npdf\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`
      const tail = `\r\n--${boundary}--\r\n`
      return head + 'x'.repeat(bytes - head.length - tail.length) + tail
    }
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    const send = (bytes: number) => world.request('POST', path, bodyOf(bytes), { headers })
    expect((await send(DOCUMENT_BYTES)).status).toBe(201)
    expectMessage(await withoutChange(world, () => send(UPLOAD_LIMIT + 1)), 413)
    expectMessage(await world.post('/user/knowledgebases', { name: 'x', description: 'x'.repeat(1024 * 1024) }), 413)
    expect(world.service.context.documents.names().length).toBe(1)
  })

  it('an upload without a length is cut off at 20 MiB', async () => {
    const world = await aWorldThatReadsNothing()
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

  it('an upload is a form or JSON, and any other type is 415', async () => {
    const world = await aWorldThatReadsNothing()
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
  ])('a document in %s is 400 with error and message', async (_, type, body) => {
    const world = await aWorldThatReadsNothing()
    const base = await aBase(world)
    const path = `/user/knowledgebases/${base}/documents`
    expectTwice(await world.request('POST', path, body, { headers: { 'content-type': type } }), 400)
  })

  it('an upload that is repeated with its idempotency key is stored once, and another file is another body', async () => {
    const world = await aWorldThatReadsNothing()
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

it('the reference describes the form and its refusals', async () => {
  const world = await aWorldThatReadsNothing()
  const { paths, components } = (await world.get('/openapi.json')).body
  const resolved = ({ schema }: { schema: { $ref?: string } }) => components.schemas[schema.$ref!.split('/').at(-1)!]
  const { requestBody, responses } = paths['/user/knowledgebases/{id}/documents'].post
  expect(Object.keys(requestBody.content)).toEqual(['multipart/form-data'])
  const { file } = resolved(requestBody.content['multipart/form-data']).properties
  expect(file).toMatchObject({ type: 'string', format: 'binary' })
  expect(responses[404].content['application/json'].schema.$ref).toMatch(/RefusalTwice$/)
  expect(Object.keys(paths['/user/knowledgebases'].post.requestBody.content)).toEqual(['application/json'])
})

it.each([
  ['a part of JSON', ['[{"link": "http://127.0.0.1:1/a"}, {"link": "http://127.0.0.1:1/b"}]'], ['a', 'b']],
  ['a part each', ['{"link": "http://127.0.0.1:1/a"}', '{"link": "http://127.0.0.1:1/b"}'], ['a', 'b']],
  ['one part for its only item', ['{"link": "http://127.0.0.1:1/a"}'], ['a']],
])('the links of a website come in a form as %s', async (_, parts, pages) => {
  const world = await aWorldThatReadsNothing()
  const base = await aBase(world)
  const body = form({ name: 'Site', type: 'website' })
  for (const part of parts) body.append('links', part)
  const { status, body: answer } = await sendForm(world, `/user/knowledgebases/${base}/documents`, body)
  expect([status, answer.data?.links]).toEqual([201, pages.map(page => `http://127.0.0.1:1/${page}`)])
})

describe('uploads of the console in a browser', () => {
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

  it('the typed client uploads files, larger than 1 MiB too', async () => {
    const world = await aWorldThatReadsNothing()
    const client = await aConsole(world)
    const base = await aBase(world)
    const bytes = Buffer.alloc(5 * 1024 * 1024, 'x')
    const file = new File([bytes], 'x.txt', { type: 'text/plain' })
    const { data } = await client.documents.create({ id: base, name: 'Big', type: 'txt', file })
    expect(data).toMatchObject({ name: 'Big', status: 'processing' })
    const { documents } = world.service.context
    expect(readFileSync(documents.path(documents.names()[0]!)).equals(bytes)).toBe(true)
  })

  it('an error is on its field, and an upload has 20 MiB and other requests 1 MiB', async () => {
    const world = await aWorldThatReadsNothing()
    const client = await aConsole(world)
    const base = await aBase(world)
    const [error] = await safe(client.documents.create({ id: base, name: 'x', type: 'pdf' }))
    expect(isDefinedError(error) && error.code === 'INVALID' && error.data?.errors).toEqual({
      file: ['The file field is required.'],
    })
    const upload = (bytes: number) =>
      client.documents.create({ id: base, name: 'x', type: 'txt', file: new File([Buffer.alloc(bytes)], 'x.txt') })
    // The limit is that of the file, whatever the form has around it.
    expect((await upload(DOCUMENT_BYTES)).data.id).toEqual(expect.any(Number))
    const [tooLarge] = await safe(upload(DOCUMENT_BYTES + 1))
    expect(isDefinedError(tooLarge) && tooLarge.code === 'INVALID' && tooLarge.data?.errors).toEqual({
      file: ['The file field must not be larger than 20 MB.'],
    })
    for (const sent of [
      upload(UPLOAD_LIMIT),
      client.knowledgebases.create({ name: 'x', description: 'x'.repeat(1024 * 1024) }),
    ])
      await expect(sent).rejects.toMatchObject({ status: 413 })
  })
})
