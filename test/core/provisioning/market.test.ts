import { describe, expect, it } from 'vitest'
import { numberCountries } from '../../../src/contract/phone-numbers'
import { expectInvalid, expectMessage } from '../../support/api'
import { aNumberProvider, bought } from '../../support/numbers'
import { startWorld } from '../../support/world'
import { search } from './support'

describe('searching for numbers', () => {
  it('a search shows numbers of the United States by default', async () => {
    const world = await startWorld()
    const { status, body } = await search(world)
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['data'])
    expect(body.data).toHaveLength(20)
    for (const number of body.data)
      expect(number).toEqual({
        phone_number: expect.stringMatching(/^\+1\d{10}$/),
        phone_number_formatted: expect.stringMatching(/^\+1 \d{3} \d{3} \d{4}$/),
        country_code: 'US',
        price: expect.any(Number),
        stripe_price_id: expect.stringMatching(/^price_/),
        address_requirements: 'none',
        sms_capable: expect.any(Boolean),
        region: expect.stringMatching(/, [A-Z]{2}$/),
      })
    expect(new Set(body.data.map((number: { sms_capable: boolean }) => number.sms_capable)).size).toBe(2)
  })

  it.each(numberCountries)('a search shows numbers of %s', async country => {
    const world = await startWorld()
    const { body } = await search(world, `?country_code=${country}`)
    expect(body.data).toHaveLength(20)
    for (const number of body.data) expect(number.country_code).toBe(country)
  })

  it('a search finds digits in a row', async () => {
    const world = await startWorld()
    const { body } = await search(world, '?contains=777')
    expect(body.data.length).toBeGreaterThan(0)
    for (const { phone_number } of body.data) expect(phone_number).toContain('777')
  })

  it('a search takes up to ten digits', async () => {
    const world = await startWorld()
    expect((await search(world, '?contains=2122340000')).status).toBe(200)
    for (const contains of ['21223400001', '', '12a', '+1', ' 12', '1.2'])
      expectInvalid(await search(world, `?contains=${encodeURIComponent(contains)}`), 'contains')
  })

  it.each(['FR', 'fr', 'XX', '', 'USA'])('the country %j is 422', async country => {
    const world = await startWorld()
    expectInvalid(await search(world, `?country_code=${country}`), 'country_code')
  })

  it('a search does not show numbers that somebody has', async () => {
    const world = await startWorld()
    const { number } = await bought(world)
    const { headers } = world.other()
    for (const answer of [
      await search(world),
      await world.request('GET', '/user/phone-numbers/search', undefined, { headers }),
    ])
      expect(answer.body.data.map((one: { phone_number: string }) => one.phone_number)).not.toContain(number)
  })

  it('a search that the carrier refuses or does not answer is 409 with the reason', async () => {
    const refusing = aNumberProvider({ offerNumbers: async () => ({ done: false, reason: 'The account is closed.' }) })
    const world = await startWorld({ numberProvider: refusing })
    expectMessage(await search(world), 409)
    expect((await search(world)).body.message).toContain('The account is closed.')
    const broken = await startWorld({
      numberProvider: aNumberProvider({ offerNumbers: () => Promise.reject(new Error('no route')) }),
    })
    expectMessage(await search(broken), 409)
  })
})

it('a country may be in lower case', async () => {
  const world = await startWorld()
  const [lower, upper] = [await search(world, '?country_code=it'), await search(world, '?country_code=IT')]
  expect(lower.body.data[0].country_code).toBe('IT')
  expect(lower.body).toEqual(upper.body)
})
