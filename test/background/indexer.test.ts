import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Event } from '../../src/contract/events'
import type { DocumentReader, DocumentToRead, Reading } from '../../src/main/ports/reading'
import { createReader } from '../../src/main/reading/reader'
import { aBase, aDocx, aPdf, aSite, aZip, documentOf, docxFiles, untilRead, upload } from '../support/documents'
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

/** A reader that answers when the test says so. It stops when it is aborted, as every reader must. */
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

describe('an added document', () => {
  it('a document is read in its own thread, and its file is then deleted', async () => {
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
      expect(await untilRead(world, base, added.body.data.id)).toMatchObject({ status: 'active', passages_count: 1 })
      expect(kept(world)).toEqual([])
    }
    const { data } = (await world.get(`/user/knowledgebases/${base}/search?query=opening`)).body
    expect(data.map((found: { text: string }) => found.text)).toEqual(Array(5).fill('Opening hours: nine to six'))
  })

  it('a website is read with its links', async () => {
    const site = await aSite({
      '/': '<title>Start</title><p>Welcome<a href="/prices">x',
      '/prices': '<title>Prices</title><p>A cut is 30 €',
    })
    const world = await startWorld()
    const base = await aBase(world)
    const body = { name: 'Site', type: 'website', url: `${site.url}/` }
    const { id } = (await world.post(`/user/knowledgebases/${base}/documents`, body)).body.data
    expect(await untilRead(world, base, id)).toMatchObject({ status: 'active', passages_count: 2, warnings: [] })
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

  it('an unreadable document fails with a reason, and the operator is notified', async () => {
    const world = await startWorld()
    const events: Event[] = []
    world.service.context.bus.on(event => events.push(event))
    const base = await aBase(world)
    const { id } = (await upload(world, base, 'pdf', 'hello', 'Price list')).body.data
    expect(await untilRead(world, base, id)).toMatchObject({ status: 'failed', error: 'This is not a PDF file.' })
    expect(kept(world).length).toBe(1)
    expect(events).toContainEqual({
      type: 'operator.told',
      level: 'warning',
      text: 'Price list could not be read. This is not a PDF file.',
    })
    expect(events).toContainEqual({ type: 'document.changed', id, knowledgebase_id: base, status: 'failed' })
  })

  it('a document that needs too much memory fails alone', async () => {
    const world = await startWorld({ reader: createReader({ memoryMb: 64 }) })
    const base = await aBase(world)
    // Few bytes, which become many objects.
    const body = '<w:p><w:r><w:t>x</w:t></w:r></w:p>'.repeat(200_000)
    const { id } = (await upload(world, base, 'docx', aZip(docxFiles(body)) as Buffer<ArrayBuffer>)).body.data
    const ok = (await upload(world, base, 'txt', 'Hello')).body.data.id
    expect(await untilRead(world, base, ok)).toMatchObject({ status: 'active' })
    expect(await untilRead(world, base, id)).toMatchObject({
      status: 'failed',
      error: 'Reading it takes more memory than one document may have.',
    })
  })

  it('a document that hangs stops after five minutes, and the next ones are read', async () => {
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
    await world.finishPending()
    expect(await documentOf(world, base, ids[2]!)).toMatchObject({
      status: 'active',
      warnings: ['Page 2 could not be read.'],
    })
  })

  it('a document that crashes its thread fails alone, and the log says so', async () => {
    const { reader, asked } = aReader()
    const world = await startWorld({ reader })
    const base = await aBase(world)
    const { id } = (await upload(world, base, 'txt', 'x')).body.data
    await world.advance(0)
    asked[0]!.crash(new Error('segmentation fault'))
    await world.finishPending()
    expect(await documentOf(world, base, id)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/broke off/),
    })
    expect(world.log.warnings).toMatchObject([{ facts: { documentId: id }, text: 'reading a document broke off' }])
  })

  it('a document that is deleted while it is read is forgotten, with its file', async () => {
    const { reader, asked } = aReader()
    const world = await startWorld({ reader })
    const base = await aBase(world)
    const { id } = (await upload(world, base, 'txt', 'x')).body.data
    await world.advance(0)
    expect(kept(world).length).toBe(1)
    expect((await world.delete(`/user/knowledgebases/${base}/documents/${id}`)).status).toBe(200)
    expect(kept(world)).toEqual([])
    asked[0]!.answer({ passages: [passage('x')], warnings: [] })
    await world.finishPending()
    expect(world.count('passages')).toBe(0)
    // Another document can be read now.
    const other = (await upload(world, base, 'txt', 'y')).body.data.id
    await world.advance(0)
    asked[1]!.answer({ passages: [passage('y')], warnings: [] })
    await world.finishPending()
    expect(await documentOf(world, base, other)).toMatchObject({ status: 'active' })
  })

  it('progress is published at most once a second', async () => {
    const { reader, progress } = aReader()
    const world = await startWorld({ reader })
    const events: Event[] = []
    world.service.context.bus.on(event => events.push(event))
    const base = await aBase(world)
    const { id } = (await upload(world, base, 'txt', 'x')).body.data
    await world.advance(0)
    for (const done of [1, 2, 3]) {
      progress(done, 3)
      await world.advance(600)
    }
    expect(events.filter(event => 'progress' in event)).toEqual([
      { type: 'document.changed', id, knowledgebase_id: base, status: 'processing', progress: { done: 3, total: 3 } },
    ])
  })
})

describe('a restart while documents are read', () => {
  it('reading begins again after a restart, with the uploaded file', async () => {
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
    // A stop of the service does not count as a failure of the document.
    expect(asked.length).toBe(6)
    expect(asked[5]!.document.file).toBe(file)
    asked[5]!.answer({ passages: [passage('x')], warnings: [] })
    await world.finishPending()
    expect(await documentOf(world, base, id)).toMatchObject({ status: 'active' })
  })

  it('a document that ends the service again and again is tried three times', async () => {
    const { reader, asked } = aReader()
    const world = await startWorld({ reader })
    const base = await aBase(world)
    const { id } = (await upload(world, base, 'txt', 'x')).body.data
    await world.advance(0)
    // As a killed process leaves it: begun and not finished.
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

  it('files that belong to no document are deleted at a restart', async () => {
    const { reader } = aReader()
    const world = await startWorld({ reader })
    await upload(world, await aBase(world), 'txt', 'x')
    const before = kept(world)
    writeFileSync(join(world.dir, 'documents', 'left-over'), 'x')
    await world.restart()
    expect(kept(world)).toEqual(before)
  })

  it('the reading threads end with the service', async () => {
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

describe('retrying a document', () => {
  it('a failed document is read again', async () => {
    const { reader, asked } = aReader()
    const world = await startWorld({ reader })
    const base = await aBase(world)
    const { id } = (await upload(world, base, 'txt', 'x')).body.data
    await world.advance(0)
    asked[0]!.answer({ unreadable: 'No.' })
    await world.finishPending()
    expect(await documentOf(world, base, id)).toMatchObject({ status: 'failed', error: 'No.' })
    const again = await world.post(`/user/knowledgebases/${base}/documents/${id}/retry`)
    expect(again).toMatchObject({ status: 200, body: { message: expect.any(String), data: { status: 'processing' } } })
    expect(again.body.data).not.toHaveProperty('error')
    await world.advance(0)
    asked[1]!.answer({ passages: [passage('x')], warnings: [] })
    await world.finishPending()
    expect(await documentOf(world, base, id)).toMatchObject({ status: 'active' })
    expect(kept(world)).toEqual([])
  })

  it('a failed website is read again when it is back', async () => {
    const site = await aSite({})
    const world = await startWorld()
    const base = await aBase(world)
    const body = { name: 'Site', type: 'website', url: `${site.url}/x` }
    const { id } = (await world.post(`/user/knowledgebases/${base}/documents`, body)).body.data
    expect(await untilRead(world, base, id)).toMatchObject({
      status: 'failed',
      error: `${site.url}/x: The server answered 404.`,
    })
    site.pages['/x'] = '<p>Here'
    await world.post(`/user/knowledgebases/${base}/documents/${id}/retry`)
    expect(await untilRead(world, base, id)).toMatchObject({ status: 'active' })
  })
})

it('a result is stored after another program has released the database', async () => {
  const { reader, asked } = aReader()
  const world = await startWorld({ reader })
  const base = await aBase(world)
  const { id } = (await upload(world, base, 'txt', 'x')).body.data
  await world.advance(0)
  world.db.prepare('ALTER TABLE passages RENAME TO away').run()
  asked[0]!.answer({ passages: [passage('x')], warnings: [] })
  await world.finishPending()
  expect(await documentOf(world, base, id)).toMatchObject({ status: 'processing' })
  world.db.prepare('ALTER TABLE away RENAME TO passages').run()
  await world.advance(5 * SECOND)
  expect(await documentOf(world, base, id)).toMatchObject({ status: 'active', passages_count: 1 })
  expect(world.log.errors.splice(0)).toMatchObject([{ facts: { documentId: id } }])
})
