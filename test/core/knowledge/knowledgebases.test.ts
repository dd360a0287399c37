import { describe, expect, it } from 'vitest'
import { expectInvalid, expectTwice, ISO, ids, UNKNOWN, withoutChange } from '../../support/api'
import { aBase, addSite, aWorldThatReadsNothing, inThisThread, untilRead, upload } from '../../support/documents'
import { given, SECOND, startWorld, type TestWorld } from '../../support/world'

const status = async (world: TestWorld, base: number) =>
  (await world.get(`/user/knowledgebases/${base}`)).body.data.status

describe('a knowledge base', () => {
  it('a new knowledge base is empty, and the answer has all of its fields', async () => {
    const world = await aWorldThatReadsNothing()
    const answer = await world.post('/user/knowledgebases', { name: 'Prices', description: 'What things cost' })
    const record = {
      id: expect.any(Number),
      name: 'Prices',
      description: 'What things cost',
      status: 'empty',
      status_label: 'Empty',
      documents_count: 0,
      assistants_count: 0,
      assistants: [],
      document_counts: { processing: 0, active: 0, failed: 0 },
      passages_count: 0,
      characters_count: 0,
      created_at: expect.stringMatching(ISO),
      updated_at: expect.stringMatching(ISO),
    }
    expect([answer.status, answer.body]).toEqual([201, { message: expect.any(String), data: record }])
    const { id } = answer.body.data
    expect((await world.get(`/user/knowledgebases/${id}`)).body).toEqual({ data: answer.body.data })
    expect((await world.get('/user/knowledgebases')).body).toEqual({ data: [answer.body.data] })
  })

  it('a knowledge base needs a name of up to 255 characters, and may have a description of the same length', async () => {
    const world = await aWorldThatReadsNothing()
    const make = (body: object) => world.post('/user/knowledgebases', body)
    expect((await make({ name: 'x'.repeat(255), description: '🙂'.repeat(255) })).status).toBe(201)
    expect((await make({ name: 'x' })).body.data.description).toBe('')
    for (const name of [undefined, null, '', ' ', 7, 'x'.repeat(256)])
      expectInvalid(await withoutChange(world, () => make({ name })), 'name')
    expectInvalid(await make({ name: '', description: 'x'.repeat(256) }), 'name', 'description')
    expectInvalid(await make({ name: 'x', description: null }), 'description')
  })

  it('an update changes only the given fields', async () => {
    const world = await aWorldThatReadsNothing()
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

  it('an unknown knowledge base is 404 with error and message', async () => {
    const world = await aWorldThatReadsNothing()
    const path = `/user/knowledgebases/${UNKNOWN}`
    expectTwice(await world.get(path), 404)
    expectTwice(await world.put(path, { name: 'x' }), 404)
    expectTwice(await world.delete(path), 404)
    expectTwice(await world.get(`${path}/search?query=x`), 404)
  })

  it('a knowledge base counts its documents and its assistants', async () => {
    const world = await aWorldThatReadsNothing()
    const [one, two] = [await aBase(world), await aBase(world)]
    for (let i = 0; i < 3; i++) await addSite(world, one)
    const users = []
    for (const name of ['Nora', 'Ben'])
      users.push({ id: await given.assistant(world, { name, knowledgebase_id: two }), name })
    expect((await world.get('/user/knowledgebases')).body.data).toMatchObject([
      { id: two, documents_count: 0, assistants_count: 2, assistants: users.toReversed() },
      { id: one, documents_count: 3, assistants_count: 0, assistants: [], document_counts: { processing: 3 } },
    ])
    await world.delete(`/user/knowledgebases/${one}/documents/1`)
    expect((await world.get(`/user/knowledgebases/${one}`)).body.data.documents_count).toBe(2)
  })

  it('its status is processing before failed before active, by its documents', async () => {
    const world = await startWorld({ reader: inThisThread })
    const base = await aBase(world)
    expect(await status(world, base)).toBe('empty')
    const good = (await upload(world, base, 'txt', 'Hello')).body.data.id
    expect(await status(world, base)).toBe('processing')
    await untilRead(world, base, good)
    expect((await world.get(`/user/knowledgebases/${base}`)).body.data).toMatchObject({
      status: 'active',
      status_label: 'Active',
    })
    const bad = (await upload(world, base, 'txt', '')).body.data.id
    expect(await status(world, base)).toBe('processing')
    await untilRead(world, base, bad)
    expect(await status(world, base)).toBe('failed')
    await world.delete(`/user/knowledgebases/${base}/documents/${bad}`)
    expect(await status(world, base)).toBe('active')
    await world.delete(`/user/knowledgebases/${base}/documents/${good}`)
    expect(await status(world, base)).toBe('empty')
  })

  it('a knowledge base says how much was read in it, and when one of its documents was last changed', async () => {
    const world = await startWorld({ reader: inThisThread })
    const base = await aBase(world)
    const read = async () => (await world.get(`/user/knowledgebases/${base}`)).body.data
    const before = await read()
    await world.advance(SECOND)
    const first = (await upload(world, base, 'txt', 'Grüße')).body.data.id
    await untilRead(world, base, first)
    const added = await read()
    expect(added).toMatchObject({
      passages_count: 1,
      characters_count: 5,
      document_counts: { processing: 0, active: 1, failed: 0 },
    })
    expect(added.updated_at > before.updated_at).toBe(true)
    await untilRead(world, base, (await upload(world, base, 'txt', '# Hours\n\nNine')).body.data.id)
    await world.advance(SECOND)
    await world.delete(`/user/knowledgebases/${base}/documents/${first}`)
    const deleted = await read()
    expect(deleted).toMatchObject({ document_counts: { active: 1 } })
    expect(deleted.characters_count).toBeGreaterThan(4)
    expect(deleted.updated_at > added.updated_at).toBe(true)
  })

  it('deleting a knowledge base deletes its documents and files and removes it from its assistants', async () => {
    const world = await startWorld({ reader: inThisThread })
    const [base, other] = [await aBase(world), await aBase(world)]
    for (const to of [base, other]) await untilRead(world, to, (await upload(world, to, 'txt', 'Hello')).body.data.id)
    await untilRead(world, base, (await upload(world, base, 'pdf', 'no')).body.data.id)
    const assistant = await given.assistant(world, { knowledgebase_id: base })
    const events: unknown[] = []
    world.service.context.bus.on(event => events.push(event))
    const answer = await world.delete(`/user/knowledgebases/${base}`)
    expect([answer.status, answer.body]).toEqual([200, { message: expect.any(String) }])
    expect((await world.get(`/user/assistant/${assistant}`)).body.knowledgebase_id).toBeNull()
    expect(ids(await world.get('/user/knowledgebases'))).toEqual([other])
    expect([world.count('documents'), world.count('passages')]).toEqual([1, 1])
    expect(world.service.context.documents.names()).toEqual([])
    expect(events).toEqual([
      { type: 'knowledgebase.changed', id: base },
      { type: 'assistant.changed', id: assistant },
    ])
    expectTwice(await world.delete(`/user/knowledgebases/${base}`), 404)
  })
})
