import { describe, expect, it } from 'vitest'
import { get as getAssistant } from '../../../src/main/core/assistants/assistants'
import { sharedToolsOf } from '../../../src/main/core/assistants/shared-tools'
import { expectInvalid, expectTwice, UNKNOWN, withoutChange } from '../../support/api'
import {
  aBase,
  addSite,
  aSite,
  aWorldThatReadsNothing,
  form,
  inThisThread,
  sendForm,
  untilRead,
  upload,
} from '../../support/documents'
import { given, SECOND, startWorld } from '../../support/world'

describe('a document', () => {
  it('a document needs a name of up to 255 characters and a known type, and all errors are reported at once', async () => {
    const world = await aWorldThatReadsNothing()
    const base = await aBase(world)
    expect((await addSite(world, base, { name: 'x'.repeat(255), description: 'x'.repeat(255) })).status).toBe(201)
    expectInvalid(
      await addSite(world, base, { name: 'x'.repeat(256), description: 'x'.repeat(256) }),
      'name',
      'description',
    )
    for (const type of [undefined, 'doc', 'PDF', '']) expectInvalid(await addSite(world, base, { type }), 'type')
    expectInvalid(
      await withoutChange(world, () => world.post(`/user/knowledgebases/${base}/documents`)),
      'name',
      'type',
    )
    expectInvalid(
      await addSite(world, base, { name: '', url: undefined, relative_links_limit: 0 }),
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
  ] as const)('a document of type %s is a file in a form', async (type, type_label) => {
    const world = await aWorldThatReadsNothing()
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

  it('a website may be sent as a form, in which all values are text', async () => {
    const world = await aWorldThatReadsNothing()
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

  it('an unknown document or knowledge base is 404 with error and message', async () => {
    const world = await aWorldThatReadsNothing()
    const [base, other] = [await aBase(world), await aBase(world)]
    const { id } = (await addSite(world, base)).body.data
    for (const path of [`${UNKNOWN}/documents/${id}`, `${other}/documents/${id}`, `${base}/documents/${UNKNOWN}`]) {
      expectTwice(await world.get(`/user/knowledgebases/${path}`), 404)
      expectTwice(await withoutChange(world, () => world.put(`/user/knowledgebases/${path}`, { name: 'x' })), 404)
      expectTwice(await withoutChange(world, () => world.delete(`/user/knowledgebases/${path}`)), 404)
      expectTwice(await withoutChange(world, () => world.post(`/user/knowledgebases/${path}/retry`)), 404)
    }
    expectTwice(await world.get(`/user/knowledgebases/${UNKNOWN}/documents`), 404)
    expectTwice(await addSite(world, UNKNOWN), 404)
    expectTwice(await upload(world, UNKNOWN, 'txt', 'x'), 404)
    expect(world.service.context.documents.names()).toEqual([])
  })

  it('the name and description of a document can be changed', async () => {
    const world = await aWorldThatReadsNothing()
    const base = await aBase(world)
    const { id } = (await addSite(world, base, { description: 'Old' })).body.data
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

  it('deleting a document deletes its file', async () => {
    const world = await aWorldThatReadsNothing()
    const base = await aBase(world)
    const { id } = (await upload(world, base, 'txt', 'x')).body.data
    expect(world.service.context.documents.names().length).toBe(1)
    const answer = await world.delete(`/user/knowledgebases/${base}/documents/${id}`)
    expect([answer.status, answer.body]).toEqual([200, { message: expect.any(String) }])
    expect((await world.get(`/user/knowledgebases/${base}/documents`)).body).toEqual({ data: [] })
    expect(world.service.context.documents.names()).toEqual([])
  })

  it('only a failed document can be retried', async () => {
    const world = await startWorld({ reader: inThisThread })
    const base = await aBase(world)
    const path = (id: number) => `/user/knowledgebases/${base}/documents/${id}/retry`
    const bad = (await upload(world, base, 'txt', '')).body.data.id
    expectTwice(await withoutChange(world, () => world.post(path(bad))), 409)
    expect(await untilRead(world, base, bad)).toMatchObject({
      status: 'failed',
      status_label: 'Failed',
      error: 'The file is empty.',
    })
    expect((await world.post(path(bad))).body.data).toMatchObject({ status: 'processing' })
    expect(await untilRead(world, base, bad)).toMatchObject({ status: 'failed' })
    const good = (await upload(world, base, 'txt', 'x')).body.data.id
    expect(await untilRead(world, base, good)).not.toHaveProperty('error')
    expectTwice(await withoutChange(world, () => world.post(path(good))), 409)
  })

  it('a file name with a path in it is not used as the name of the stored file', async () => {
    const world = await aWorldThatReadsNothing()
    const base = await aBase(world)
    const path = `/user/knowledgebases/${base}/documents`
    for (const name of ['../../x.txt', '/etc/passwd', 'C:\\x', 'a\u0000b'])
      expect((await sendForm(world, path, form({ name: 'x', type: 'txt', file: new File(['x'], name) }))).status).toBe(
        201,
      )
    for (const name of world.service.context.documents.names()) expect(name).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('a document as published clients send it', () => {
  it.each(['url', 'links', 'website'])('the type %s is a website, and its links may be plain texts', async type => {
    const world = await aWorldThatReadsNothing()
    const base = await aBase(world)
    const links = ['http://127.0.0.1:9/a', { link: 'http://127.0.0.1:9/b' }]
    const { status, body } = await addSite(world, base, { type, url: undefined, links })
    expect([status, body.data.type, body.data.links]).toEqual([
      201,
      'website',
      ['http://127.0.0.1:9/a', 'http://127.0.0.1:9/b'],
    ])
    expectInvalid(
      await addSite(world, base, { type, url: undefined, links: ['nowhere', 5] }),
      'links.0.link',
      'links.1',
    )
  })

  it('the type text is txt', async () => {
    const world = await aWorldThatReadsNothing()
    const base = await aBase(world)
    const file = form({ name: 'Hours', type: 'text', file: new File(['Hello'], 'hours.txt') })
    const { body } = await sendForm(world, `/user/knowledgebases/${base}/documents`, file)
    expect(body.data).toMatchObject({ type: 'txt', type_label: 'Text' })
  })
})

describe('what was read from a document', () => {
  it('the passages of a document are answered in their order, page by page', async () => {
    const world = await startWorld({ reader: inThisThread })
    const base = await aBase(world)
    const text = Array.from({ length: 3 }, (_, i) => `# Part ${i}\n\n${'A sentence of some words. '.repeat(60)}`)
    const { id } = (await upload(world, base, 'md', text.join('\n\n'))).body.data
    const document = await untilRead(world, base, id)
    const path = `/user/knowledgebases/${base}/documents/${id}/passages`
    const { body } = await world.get(path)
    expect(body.total).toBe(document.passages_count)
    expect(body.data.length).toBeGreaterThan(2)
    expect(body.data[0]).toEqual({
      id: expect.any(Number),
      text: expect.stringMatching(/^A sentence/),
      heading: 'Part 0',
      title: null,
      url: null,
      page: null,
    })
    expect(body.data.at(-1).heading).toBe('Part 2')
    const second = (await world.get(`${path}?per_page=1&page=2`)).body
    expect(second.data).toEqual([body.data[1]])
    expect(second.prev_page_url).toBe(`${world.service.api}${path}?per_page=1&page=1`)
    expect((await world.get(second.next_page_url.slice(world.service.api.length))).body.data).toEqual([body.data[2]])
    expect(document).toMatchObject({
      characters_count: body.data.reduce((sum: number, { text }: { text: string }) => sum + text.length, 0),
      read_at: document.updated_at,
    })
    expectTwice(await world.get(`/user/knowledgebases/${base}/documents/${UNKNOWN}/passages`), 404)
    expectTwice(await world.get(`/user/knowledgebases/${UNKNOWN}/documents/${id}/passages`), 404)
    expectInvalid(await world.get(`${path}?per_page=0`), 'per_page')
  })

  it('a website is read again, and what was read before is found until then', async () => {
    const site = await aSite({ '/': '<title>Salon</title><p>A haircut costs 30 euros' })
    let isOpen = true
    const gate: { open?: () => void } = {}
    const world = await startWorld({
      reader: {
        async read(document, options) {
          if (!isOpen) await new Promise<void>(resolve => (gate.open = resolve))
          return inThisThread.read(document, options)
        },
      },
    })
    const base = await aBase(world)
    const { id } = (await addSite(world, base, { url: `${site.url}/` })).body.data
    const path = `/user/knowledgebases/${base}/documents/${id}`
    const before = await untilRead(world, base, id)
    const found = async () =>
      (await world.get(`/user/knowledgebases/${base}/search?query=haircut`)).body.data.map(
        (passage: { text: string }) => passage.text,
      )
    await world.advance(SECOND)
    site.pages['/'] = '<title>Salon</title><p>A haircut costs 35 euros<p>Children pay less'
    isOpen = false
    expect((await world.post(`${path}/refresh`)).body.data).toMatchObject({ status: 'processing', passages_count: 1 })
    expectTwice(await withoutChange(world, () => world.post(`${path}/refresh`)), 409)
    expect(await found()).toEqual(['A haircut costs 30 euros'])
    // Also an assistant that has its knowledge in its instructions.
    const prompted = await given.assistant(world, { knowledgebase_id: base, knowledgebase_mode: 'prompt' })
    const { knowledge } = sharedToolsOf(world.db, getAssistant(world.service.context, 1, prompted), [])
    expect(knowledge).toContain('A haircut costs 30 euros')
    await world.advance(0)
    gate.open!()
    const after = await untilRead(world, base, id)
    expect(after.read_at > before.read_at).toBe(true)
    expect((await found())[0]).toMatch(/^A haircut costs 35 euros/)
    expect(world.count('passages')).toBe(after.passages_count)

    await site.close()
    isOpen = true
    await world.post(`${path}/refresh`)
    expect(await untilRead(world, base, id)).toMatchObject({ status: 'failed', read_at: after.read_at })
    expect((await found())[0]).toMatch(/^A haircut costs 35 euros/)
    expect((await world.post(`${path}/refresh`)).body.data).toMatchObject({ status: 'processing' })
    await untilRead(world, base, id)
  })

  it('the file of a document is not kept, so it cannot be read again', async () => {
    const world = await startWorld({ reader: inThisThread })
    const base = await aBase(world)
    const { id } = (await upload(world, base, 'txt', 'Hello')).body.data
    await untilRead(world, base, id)
    const refused = await withoutChange(world, () => world.post(`/user/knowledgebases/${base}/documents/${id}/refresh`))
    expectTwice(refused, 409)
    expect(refused.body.message).toMatch(/Add it again/)
  })
})
