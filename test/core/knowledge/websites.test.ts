import { describe, expect, it } from 'vitest'
import { expectInvalid, ISO, withoutChange } from '../../support/api'
import { aBase, addSite, aWorldThatReadsNothing } from '../../support/documents'

describe('a website', () => {
  it('a website is added by its address and read in the background', async () => {
    const world = await aWorldThatReadsNothing()
    const base = await aBase(world)
    const answer = await addSite(world, base, { description: 'Ours' })
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
      characters_count: 0,
      read_at: null,
      created_at: expect.stringMatching(ISO),
      updated_at: expect.stringMatching(ISO),
    }
    expect([answer.status, answer.body]).toEqual([201, { message: expect.any(String), data: record }])
    const path = `/user/knowledgebases/${base}/documents`
    expect((await world.get(`${path}/${answer.body.data.id}`)).body).toEqual({ data: answer.body.data })
    expect((await world.get(path)).body).toEqual({ data: [answer.body.data] })
  })

  it('a website may have several addresses, each stored once', async () => {
    const world = await aWorldThatReadsNothing()
    const base = await aBase(world)
    const links = ['http://a.example/', 'http://b.example/', 'http://a.example/'].map(link => ({ link }))
    expect((await addSite(world, base, { url: undefined, links })).body.data.links).toEqual([
      'http://a.example/',
      'http://b.example/',
    ])
    expect((await addSite(world, base, { url: 'http://c.example/', links })).body.data.links.length).toBe(3)
    const many = (n: number) => Array.from({ length: n }, (_, i) => ({ link: `http://a.example/${i}` }))
    expect((await addSite(world, base, { url: undefined, links: many(50) })).status).toBe(201)
    expectInvalid(await withoutChange(world, () => addSite(world, base, { url: undefined, links: many(51) })), 'links')
    expectInvalid(await addSite(world, base, { url: undefined, links: [] }), 'links')
    expectInvalid(await addSite(world, base, { links: [{ link: 'nope' }, {}] }), 'links.0.link', 'links.1.link')
  })

  it('an address is an absolute http or https URL of up to 2,048 characters', async () => {
    const world = await aWorldThatReadsNothing()
    const base = await aBase(world)
    const long = (n: number) => `http://a.example/${'x'.repeat(n - 'http://a.example/'.length)}`
    for (const url of ['http://127.0.0.1/', 'https://a.example/b?c#d', 'http://10.0.0.1:8080', long(2048)])
      expect((await addSite(world, base, { url })).status).toBe(201)
    for (const url of [undefined, '', '/a', 'a.example', 'ftp://a.example/', 'file:///etc/passwd', long(2049)])
      expectInvalid(await withoutChange(world, () => addSite(world, base, { url })), 'url')
  })

  it('a website follows 1 to 50 links', async () => {
    const world = await aWorldThatReadsNothing()
    const base = await aBase(world)
    for (const relative_links_limit of [1, 50])
      expect((await addSite(world, base, { relative_links_limit })).body.data).toMatchObject({ relative_links_limit })
    for (const relative_links_limit of [0, 51, -1, 1.5, '10', null])
      expectInvalid(
        await withoutChange(world, () => addSite(world, base, { relative_links_limit })),
        'relative_links_limit',
      )
  })
})
