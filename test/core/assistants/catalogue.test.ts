import { describe, expect, it } from 'vitest'
import { aNumber, expectInvalid, ITALIAN, UNKNOWN } from '../../support/api'
import { given, startWorld } from '../../support/world'

const path = (name: string) => `/user/assistants/${name}`
interface Item {
  id: number
  name: string
  language_id: number
  modes: string[]
  synthesizer_provider_id: number
}
const keys = (items: object[]) => [...new Set(items.flatMap(item => Object.keys(item)))].sort()

describe('catalogues', () => {
  it('voices are a bare array with the documented fields', async () => {
    const world = await startWorld()
    const { status, body } = await world.get(path('voices'))
    expect(status).toBe(200)
    expect(body.length).toBeGreaterThan(20)
    const fields = [
      'id',
      'name',
      'language_id',
      'gender',
      'preview_url',
      'accent',
      'age',
      'synthesizer_provider_id',
      'modes',
    ]
    for (const voice of body) expect(Object.keys(voice)).toEqual(expect.arrayContaining(fields))
  })

  it('voices are filtered by mode and language', async () => {
    const world = await startWorld()
    const all: Item[] = (await world.get(path('voices'))).body
    const multimodal = (await world.get(path('voices?mode=multimodal'))).body
    expect(multimodal).toEqual(all.filter(voice => voice.modes.includes('multimodal')))
    const italian = (await world.get(path(`voices?mode=pipeline&language_id=${ITALIAN}`))).body
    expect(italian).toEqual(all.filter(v => v.modes.includes('pipeline') && v.language_id === ITALIAN))
    expect(italian.length).toBeGreaterThan(0)
    expect((await world.get(path(`voices?language_id=${UNKNOWN}`))).body).toEqual([])
    expectInvalid(await world.get(path('voices?mode=chat&language_id=x')), 'mode', 'language_id')
  })

  it('languages have id, name and iso_2', async () => {
    const world = await startWorld()
    const { body } = await world.get(path('languages'))
    expect(keys(body)).toEqual(['id', 'iso_2', 'name'])
    expect(body).toContainEqual({ id: expect.any(Number), name: 'English', iso_2: 'en' })
  })

  it('models are those of pipeline by default, and those of other modes have a code', async () => {
    const world = await startWorld()
    const llm = (await world.get(path('models'))).body
    expect(keys(llm)).toEqual(expect.arrayContaining(['id', 'name']))
    expect((await world.get(path('models?type=llm'))).body).toEqual(llm)
    const seen = new Set(llm.map((model: Item) => model.id))
    for (const type of ['multimodal', 'dualplex']) {
      const { body } = await world.get(path(`models?type=${type}`))
      for (const model of body) {
        expect(model).toMatchObject({ id: expect.any(Number), name: expect.any(String), code: expect.any(String) })
        expect(seen.has(model.id)).toBe(false)
        seen.add(model.id)
      }
      expect(body.length).toBeGreaterThan(0)
    }
    expectInvalid(await world.get(path('models?type=chat')), 'type')
    expectInvalid(await world.get(path('models?type=')), 'type')
  })

  it.each(['synthesizer-providers', 'transcriber-providers'])(
    '%s have id, name and code, and are filtered by language',
    async name => {
      const world = await startWorld()
      const all = (await world.get(path(name))).body
      expect(keys(all)).toEqual(['code', 'id', 'name'])
      const italian = (await world.get(path(`${name}?language_id=${ITALIAN}`))).body
      expect(italian.length).toBeGreaterThan(0)
      expect(all).toEqual(expect.arrayContaining(italian))
      expect((await world.get(path(`${name}?language_id=${UNKNOWN}`))).body).toEqual([])
      expectInvalid(await world.get(path(`${name}?language_id=x`)), 'language_id')
    },
  )

  it('the synthesizer and language of every voice are in the catalogues and work in an assistant', async () => {
    const world = await startWorld()
    const get = async (name: string) => (await world.get(path(name))).body as Item[]
    const providers = (await get('synthesizer-providers')).map(p => p.id)
    const languages = (await get('languages')).map(l => l.id)
    const voices = await get('voices')
    for (const voice of voices) {
      expect(providers).toContain(voice.synthesizer_provider_id)
      expect(languages).toContain(voice.language_id)
      expect(voice.modes.length).toBeGreaterThan(0)
    }
    const last = voices.findLast(voice => voice.modes.includes('pipeline'))!
    await given.assistant(world, { voice_id: last.id, language_id: last.language_id })
  })
})

describe('numbers for an assistant', () => {
  it("the list has the user's own numbers with the documented fields", async () => {
    const world = await startWorld()
    aNumber(world, { user: world.other().id })
    const id = aNumber(world, { number: '+12015550199' })
    expect((await world.get(path('phone-numbers?type=outbound'))).body).toEqual([
      { id, phone_number: '+12015550199', country_code: 'US', type_label: 'Dedicated Number', is_available: true },
    ])
  })

  it('the list for inbound has no Caller IDs and no numbers that are assigned', async () => {
    const world = await startWorld()
    const [free, callerId, taken] = [aNumber(world), aNumber(world, { type: 'caller_id' }), aNumber(world)]
    await given.assistant(world, { type: 'inbound', phone_number_id: taken })
    const list = async (type: string) =>
      (await world.get(path(`phone-numbers?type=${type}`))).body.map((number: Item) => number.id).sort()
    expect(await list('inbound')).toEqual([free])
    expect(await list('outbound')).toEqual([free, callerId, taken])
    expectInvalid(await world.get(path('phone-numbers?type=both')), 'type')
  })
})
