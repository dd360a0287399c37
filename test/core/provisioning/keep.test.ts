import { describe, expect, it } from 'vitest'
import { aNumber, balance, expectTwice, UNKNOWN, withoutChange } from '../../support/api'
import { bought, numberOf } from '../../support/numbers'
import { DAY, startWorld } from '../../support/world'
import { release } from './support'

describe('taking a release back', () => {
  it('the number is rented on, and its next month is charged', async () => {
    const world = await startWorld()
    const { id, price } = await bought(world)
    await release(world, id)
    expect(await numberOf(world, id)).toMatchObject({ status: 'cancelling', next_charge_at: null })
    const { status, body } = await world.post(`/user/phone-numbers/${id}/keep`)
    expect([status, body.message]).toEqual([200, 'The number stays.'])
    const next = '2026-02-05T09:00:00.000000Z'
    expect(body.data).toMatchObject({ status: 'active', released_at: null, next_charge_at: next, paid_until: next })
    await world.advance(31 * DAY)
    expect(await numberOf(world, id)).toMatchObject({ status: 'active', paid_until: '2026-03-05T09:00:00.000000Z' })
    expect(await balance(world)).toBeCloseTo(25 - 2 * price, 6)
  })

  it('what is not being released is 409, and an unknown number 404', async () => {
    const world = await startWorld()
    const { id } = await bought(world)
    const trunk = aNumber(world, { type: 'sip' })
    for (const number of [id, trunk])
      expectTwice(await withoutChange(world, () => world.post(`/user/phone-numbers/${number}/keep`)), 409)
    expectTwice(await world.post(`/user/phone-numbers/${UNKNOWN}/keep`), 404)
  })
})
