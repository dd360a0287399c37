import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Event } from '../../src/contract/events'
import type { DocumentReader, DocumentToRead, Reading } from '../../src/main/ports/reading'
import { createReader } from '../../src/main/reading/reader'
import { aBase, aDocx, aPdf, aSite, aZip, documentOf, docxFiles, settled, upload } from '../support/documents'
import { MINUTE, SECOND, startWorld, type TestWorld } from '../support/world'

const kept = (world: TestWorld) => readdirSync(join(world.dir, 'documents'))

const passage = (text: string) => ({
  text,
  heading: null,
  title: null,
  url: null,
  page: null,
  words: { heading: '', text },
})

/** A reader in the test's hands: it answers when it is told to, and stops when it is aborted, as it must. */
function aReader() {
  const asked: { document: DocumentToRead; answer: (reading: Reading) => void; crash: (error: Error) => void }[] = []
  let onProgress: (done: number, total: number) => void = () => {}
  const reader: DocumentReader = {
    read(document, options) {
      onProgress = options.onProgress
      return new Promise((answer, crash) => {
        asked.push({ document, answer, crash })
        options.signal.addEventListener('abort', () => crash(options.signal.reason))
      })
    },
  }
  return { reader, asked, progress: (done: number, total: number) => onProgress(done, total) }
}

describe('a document that was added', () => {
  it('is read in a thread of its own, and then its file goes', async () => {
    const world = await startWorld()
    const base = await aBase(world)
    for (const [type, bytes] of [
      ['pdf', aPdf([['Opening hours: nine to six']])],
      ['docx', aDocx(['# Hours', 'Opening hours: nine to six'])],
      ['html', '<h1>Hours</h1><p>Opening hours: nine to six'],
      ['md', '# Hours\nOpening hours: nine to six'],
      ['txt', 'Opening hours: nine to six'],
    ] as const) {
      const added = await upload(world, base, type, bytes as Buffer<ArrayBuffer>)
      expect(added).toMatchObject({ status: 201, body: { data: { status: 'processing' } } })
      expect(kept(world).length).toBe(1)
      expect(await settled(world, base, added.body.data.id)).toMatchObject({ status: 'active', passages_count: 1 })
      expect(kept(world)).toEqual([])
    }
    const { data } = (await world.get(`/user/knowledgebases/${base}/search?query=opening`)).body
    expect(data.map((found: { text: string }) => found.text)).toEqual(Array(5).fill('Opening hours: nine to six'))
  })

  it('that is a website is read with its links', async () => {
    const site = await aSite({
      '/': '<title>Start</title><p>Welcome<a href="/prices">x',
      '/prices': '<title>Prices</title><p>A cut is 30 €',
    })
    const world = await startWorld()
    const base = await aBase(world)
    const body = { name: 'Site', type: 'website', url: `${site.url}/` }
    const { id } = (await world.post(`/user/knowledgebases/${base}/documents`, body)).body.data
    expect(await settled(world, base, id)).toMatchObject({ status: 'active', passages_count: 2, warnings: [] })
    expect((await world.get(`/user/knowledgebases/${base}/search?query=price`)).body.data).toMatchObject([
      {
        source: 'Prices',
        url: `${site.url}/prices`,
        text: 'A cut is 30 €',
        document_id: id,
        heading: null,
        page: null,
      },
    ])
  })

  it('but cannot be read has failed, says why, and the operator is told', async () => {
    const world = await startWorld()
    const told: Event[] = []
    world.service.context.bus.on(event => told.push(event))
    const base = await aBase(world)
    const { id } = (await upload(world, base, 'pdf', 'hello', 'Price list')).body.data
    expect(await settled(world, base, id)).toMatchObject({ status: 'failed', error: 'This is not a PDF file.' })
    expect(kept(world).length).toBe(1)
    expect(told).toContainEqual({
      type: 'operator.told',
      level: 'warning',
      text: 'Price list could not be read. This is not a PDF file.',
    })
    expect(told).toContainEqual({ type: 'document.changed', id, knowledgebase_id: base, status: 'failed' })
  })

  it('and eats memory fails by itself', async () => {
    const world = await startWorld({ reader: createReader({ memoryMb: 64 }) })
    const base = await aBase(world)
    // Few bytes, which become many objects.
    const body = '<w:p><w:r><w:t>x</w:t></w:r></w:p>'.repeat(200_000)
    const { id } = (await upload(world, base, 'docx', aZip(docxFiles(body)) as Buffer<ArrayBuffer>)).body.data
    const ok = (await upload(world, base, 'txt', 'Hello')).body.data.id
    expect(await settled(world, base, ok)).toMatchObject({ status: 'active' })
    expect(await settled(world, base, id)).toMatchObject({
      status: 'failed',
      error: 'Reading it takes more memory than one document may have.',
    })
  })

  it('and hangs is given up after five minutes, and the next ones are read', async () => {
    const { reader, asked } = aReader()
    const world = await startWorld({ reader })
    const base = await aBase(world)
    const ids: number[] = []
    for (const text of ['1', '2', '3']) ids.push((await upload(world, base, 'txt', text)).body.data.id)
    await world.advance(5 * MINUTE - 1)
    expect(asked.length).toBe(2)
    await world.advance(1)
    expect(asked.length).toBe(3)
    for (const id of ids.slice(0, 2))
      expect(await documentOf(world, base, id)).toMatchObject({
        status: 'failed',
        error: 'Reading it took longer than 5 minutes.',
      })
    asked[2]!.answer({ passages: [passage('x')], warnings: ['Page 2 could not be read.'] })
    await world.settle()
    expect(await documentOf(world, base, ids[2]!)).toMatchObject({
      status: 'active',
      warnings: ['Page 2 could not be read.'],
    })
  })

  it('and brings its thread down fails by itself, and the log says so', async () => {
    const { reader, asked } = aReader()
    const world = await startWorld({ reader })
    const base = await aBase(world)
    const { id } = (await upload(world, base, 'txt', 'x')).body.data
    await world.advance(0)
    asked[0]!.crash(new Error('segmentation fault'))
    await world.settle()
    expect(await documentOf(world, base, id)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/broke off/),
    })
    expect(world.log.warnings).toMatchObject([{ facts: { documentId: id }, text: 'reading a document broke off' }])
  })

  it('and is deleted meanwhile is forgotten, with its file', async () => {
    const { reader, asked } = aReader()
    const world = await startWorld({ reader })
    const base = await aBase(world)
    const { id } = (await upload(world, base, 'txt', 'x')).body.data
    await world.advance(0)
    expect(kept(world).length).toBe(1)
    expect((await world.delete(`/user/knowledgebases/${base}/documents/${id}`)).status).toBe(200)
    expect(kept(world)).toEqual([])
    asked[0]!.answer({ passages: [passage('x')], warnings: [] })
    await world.settle()
    expect(world.count('passages')).toBe(0)
    // Its place is free.
    const other = (await upload(world, base, 'txt', 'y')).body.data.id
    await world.advance(0)
    asked[1]!.answer({ passages: [passage('y')], warnings: [] })
    await world.settle()
    expect(await documentOf(world, base, other)).toMatchObject({ status: 'active' })
  })

  it('tells how far it is, once a second at most', async () => {
    const { reader, progress } = aReader()
    const world = await startWorld({ reader })
    const told: Event[] = []
    world.service.context.bus.on(event => told.push(event))
    const base = await aBase(world)
    const { id } = (await upload(world, base, 'txt', 'x')).body.data
    await world.advance(0)
    for (const done of [1, 2, 3]) {
      progress(done, 3)
      await world.advance(600)
    }
    expect(told.filter(event => 'progress' in event)).toEqual([
      { type: 'document.changed', id, knowledgebase_id: base, status: 'processing', progress: { done: 3, total: 3 } },
    ])
  })
})

describe('a restart', () => {
  it('in the middle begins anew, with what was uploaded', async () => {
    const { reader, asked } = aReader()
    const world = await startWorld({ reader })
    const base = await aBase(world)
    const { id } = (await upload(world, base, 'txt', 'x')).body.data
    await world.advance(0)
    const { file } = asked[0]!.document
    for (let i = 0; i < 5; i++) {
      await world.restart()
      await world.advance(0)
    }
    // Being stopped is no fault of the document's, however often.
    expect(asked.length).toBe(6)
    expect(asked[5]!.document.file).toBe(file)
    asked[5]!.answer({ passages: [passage('x')], warnings: [] })
    await world.settle()
    expect(await documentOf(world, base, id)).toMatchObject({ status: 'active' })
  })

  it('after which the same document ends the service again is tried three times', async () => {
    const { reader, asked } = aReader()
    const world = await startWorld({ reader })
    const base = await aBase(world)
    const { id } = (await upload(world, base, 'txt', 'x')).body.data
    await world.advance(0)
    // As a process that is gone leaves it: begun, and never put right.
    for (const tries of [1, 2, 3]) {
      await world.restart()
      world.db.prepare('UPDATE documents SET tries = ?').run(tries)
      await world.advance(0)
    }
    expect(asked.length).toBe(3)
    expect(await documentOf(world, base, id)).toMatchObject({
      status: 'failed',
      error: 'The service ended again and again while it was read.',
    })
  })

  it('sweeps away files that belong to no document', async () => {
    const { reader } = aReader()
    const world = await startWorld({ reader })
    await upload(world, await aBase(world), 'txt', 'x')
    const before = kept(world)
    writeFileSync(join(world.dir, 'documents', 'left-over'), 'x')
    await world.restart()
    expect(kept(world)).toEqual(before)
  })

  it('ends the threads that read', async () => {
    const site = await aSite({ '/': () => {} })
    const abort = new AbortController()
    const reading = createReader().read(
      { type: 'website', file: null, links: [site.url], relativeLinksLimit: 1 },
      { signal: abort.signal, onProgress() {} },
    )
    await expect.poll(() => site.asked, { timeout: 20_000 }).toEqual(['/'])
    abort.abort(new Error('enough'))
    await expect(reading).rejects.toThrow('enough')
  })
})

describe('trying again', () => {
  it('reads a document that failed once more', async () => {
    const { reader, asked } = aReader()
    const world = await startWorld({ reader })
    const base = await aBase(world)
    const { id } = (await upload(world, base, 'txt', 'x')).body.data
    await world.advance(0)
    asked[0]!.answer({ unreadable: 'No.' })
    await world.settle()
    expect(await documentOf(world, base, id)).toMatchObject({ status: 'failed', error: 'No.' })
    const again = await world.post(`/user/knowledgebases/${base}/documents/${id}/retry`)
    expect(again).toMatchObject({ status: 200, body: { message: expect.any(String), data: { status: 'processing' } } })
    expect(again.body.data).not.toHaveProperty('error')
    await world.advance(0)
    asked[1]!.answer({ passages: [passage('x')], warnings: [] })
    await world.settle()
    expect(await documentOf(world, base, id)).toMatchObject({ status: 'active' })
    expect(kept(world)).toEqual([])
  })

  it('reads a website that was away, once it is back', async () => {
    const site = await aSite({})
    const world = await startWorld()
    const base = await aBase(world)
    const body = { name: 'Site', type: 'website', url: `${site.url}/x` }
    const { id } = (await world.post(`/user/knowledgebases/${base}/documents`, body)).body.data
    expect(await settled(world, base, id)).toMatchObject({
      status: 'failed',
      error: `${site.url}/x: The server answered 404.`,
    })
    site.pages['/x'] = '<p>Here'
    await world.post(`/user/knowledgebases/${base}/documents/${id}/retry`)
    expect(await settled(world, base, id)).toMatchObject({ status: 'active' })
  })
})

it('what was read is stored once another program lets go of the data', async () => {
  const { reader, asked } = aReader()
  const world = await startWorld({ reader })
  const base = await aBase(world)
  const { id } = (await upload(world, base, 'txt', 'x')).body.data
  await world.advance(0)
  world.db.prepare('ALTER TABLE passages RENAME TO away').run()
  asked[0]!.answer({ passages: [passage('x')], warnings: [] })
  await world.settle()
  expect(await documentOf(world, base, id)).toMatchObject({ status: 'processing' })
  world.db.prepare('ALTER TABLE away RENAME TO passages').run()
  await world.advance(5 * SECOND)
  expect(await documentOf(world, base, id)).toMatchObject({ status: 'active', passages_count: 1 })
  expect(world.log.errors.splice(0)).toMatchObject([{ facts: { documentId: id } }])
})
