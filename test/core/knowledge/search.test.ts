import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { search } from '../../../src/main/core/knowledge/search'
import { searchable } from '../../../src/main/ports/searchable'
import { expectInvalid } from '../../support/api'
import { aBase, addSite, aSite, aWorldThatReadsNothing, inThisThread, untilRead, upload } from '../../support/documents'
import { startWorld } from '../../support/world'

/** A knowledge base with a document for each text. `find` returns the found texts, best first. */
async function aBaseOf(texts: string[], world?: Awaited<ReturnType<typeof startWorld>>) {
  world ??= await startWorld({ reader: inThisThread })
  const base = await aBase(world)
  for (const text of texts) await untilRead(world, base, (await upload(world, base, 'md', text)).body.data.id)
  const find = (query: string, limit = 10) => search(world.db, base, query, limit).map(({ text }) => text)
  return { world, base, find }
}

describe('a search', () => {
  it.each([
    ['English', 'We are open from nine to six.', 'opening hours open'],
    ['English', 'Refunds are paid within 14 days.', 'can I get a refund?'],
    ['English', 'We deliver by bike.', 'Delivery?'],
    ['Italian', 'Gli orari di apertura: dalle nove alle diciotto.', 'orario'],
    ['Italian', 'È possibile disdire la prenotazione.', 'e’ POSSIBILE'],
    ['Italian', 'Il prezzo è 30 euro.', 'quali sono i prezzi'],
    ['German', 'Öffnungszeiten: neun bis achtzehn Uhr.', 'offnungszeiten'],
    ['German', 'Öffnungszeiten: neun bis achtzehn Uhr.', 'Öffnungszeit'],
    ['German', 'Sie finden uns in der Hauptstraße 5.', 'hauptstrasse'],
    ['French', 'Crème brûlée au dessert', 'creme brulee'],
    ['French', 'Les réservations se font par téléphone.', 'réservation'],
    ['Spanish', '¿Cuánto cuesta? Veinte euros.', 'cuanto costó cuesta'],
    ['Polish', 'Zwrot pieniędzy w ciągu 14 dni.', 'pieniedzy'],
    ['Czech', 'Otevírací doba', 'oteviraci'],
    ['Greek', 'Το ωράριο λειτουργίας', 'ΩΡΑΡΙΟ'],
    ['Russian', 'Цены на услуги', 'цена'],
    ['Ukrainian', 'Графік роботи', 'графік'],
    ['Arabic', 'ساعات العمل من التاسعة', 'ساعات'],
    ['Hindi', 'खुलने का समय नौ बजे', 'समय'],
    ['Chinese', '营业时间为周一至周五上午九点到下午六点。', '营业时间是几点？'],
    ['Japanese', 'お支払い方法はカードのみです。', '支払い方法'],
    ['Korean', '영업시간은 오전 9시부터입니다.', '영업시간'],
    ['Thai', 'เวลาเปิดทำการ', 'เวลา'],
    ['decomposed letters', 'Cafe\u0301 Luna', 'café'],
    ['full-width letters', 'ＷｉＦｉ is free', 'wifi'],
    ['numbers', 'Room 4711 is upstairs', 'where is 4711'],
  ])('a search finds %s: %s by %s', async (_, text, query) => {
    const { find } = await aBaseOf([text, 'Something else altogether.', '其他', 'Совсем другое'])
    expect(find(query)[0]).toBe(text)
  })

  it('passages with more of the words, and with rarer words, come first', async () => {
    const { find } = await aBaseOf([
      'The shop sells bread.',
      'The shop sells cakes for a wedding.',
      'The shop delivers.',
      'The shop is blue.',
    ])
    expect(find('the wedding cakes')[0]).toBe('The shop sells cakes for a wedding.')
    expect(find('the wedding cakes').length).toBe(4)
  })

  it('a passage is found by its heading, and words of the heading count more', async () => {
    const { find } = await aBaseOf(['# Parking\nBehind the house.', 'Our house has parking, as all houses here do.'])
    expect(find('parking')).toEqual(['Behind the house.', 'Our house has parking, as all houses here do.'])
  })

  it('a search returns as many passages as asked for, with their sources', async () => {
    const { world, base, find } = await aBaseOf(Array.from({ length: 8 }, (_, i) => `Bread number ${i}`))
    expect(find('bread', 3).length).toBe(3)
    expect(search(world.db, base, 'number 5', 1)).toMatchObject([
      { text: 'Bread number 5', document_name: 'Document', document_id: 6, heading: null, score: expect.any(Number) },
    ])
    const scores = search(world.db, base, 'bread 3', 10).map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(Math.min(...scores)).toBeGreaterThan(0)
  })

  it('a search sees only its own knowledge base and nothing that was deleted', async () => {
    const one = await aBaseOf(['Bread here'])
    const two = await aBaseOf(['Bread there', 'kb1'], one.world)
    expect([one.find('bread kb1'), two.find('bread')]).toEqual([['Bread here'], ['Bread there']])
    await one.world.delete(`/user/knowledgebases/${two.base}/documents/2`)
    expect([one.find('bread'), two.find('bread')]).toEqual([['Bread here'], []])
    await one.world.delete(`/user/knowledgebases/${one.base}`)
    expect(one.find('bread')).toEqual([])
    expect(one.world.count('passages')).toBe(1)
    expect(one.world.db.prepare('SELECT count(*) FROM passage_words').pluck().get()).toBe(1)
  })

  it('a query may be any text, with operators of the index too', async () => {
    const { find } = await aBaseOf(['Bread AND butter OR not'])
    for (const query of [
      '"',
      '""',
      '"bread',
      'bread*',
      '*',
      '^bread',
      'text:bread',
      'base : kb1',
      'AND',
      'a AND',
      'NEAR(a b',
      '-x',
      '(',
      ')',
      "'",
      ';',
      '+',
      '\0',
      '\ud800',
      '%',
      '{text}: bread',
      '🙂',
      '',
      ' ',
    ])
      expect(() => find(query)).not.toThrow()
    expect(find('NOT bread')).toEqual(['Bread AND butter OR not'])
    expect(find('bread" OR "')).toEqual(['Bread AND butter OR not'])
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), query => {
        find(query)
      }),
      { numRuns: 500 },
    )
  })
})

it('text is prepared for searching in one way only', () => {
  const words = (text: string) => searchable(text).split(/\s+/)
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), text => {
      expect(words(searchable(text)).join('')).toBe(words(text).join(''))
    }),
  )
})

describe('searching through the API', () => {
  it('the search returns the passages that an assistant would see, with their sources', async () => {
    const site = await aSite({ '/': '<title>Home</title><h1>Hours</h1><p>Open from nine to six.' })
    const world = await startWorld({ reader: inThisThread })
    const base = await aBase(world)
    const text = Array.from({ length: 8 }, (_, i) => `# Part ${i}\nOpen on day ${i}`).join('\n')
    const md = (await upload(world, base, 'md', text, 'Days')).body.data.id
    const web = (await addSite(world, base, { url: `${site.url}/` })).body.data.id
    for (const id of [md, web]) await untilRead(world, base, id)
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

  it('a query has 1 to 1,000 characters, and 1 to 50 passages are answered', async () => {
    const world = await aWorldThatReadsNothing()
    const path = `/user/knowledgebases/${await aBase(world)}/search`
    for (const query of ['query=x', `query=${'x'.repeat(1000)}`, 'query=x&limit=1', 'query=x&limit=50'])
      expect((await world.get(`${path}?${query}`)).body).toEqual({ data: [] })
    for (const query of ['', 'query=', 'query=%20', `query=${'x'.repeat(1001)}`])
      expectInvalid(await world.get(`${path}?${query}`), 'query')
    for (const limit of ['0', '51', 'x', '']) expectInvalid(await world.get(`${path}?query=x&limit=${limit}`), 'limit')
  })
})
