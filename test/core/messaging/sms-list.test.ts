import { describe, expect, it } from 'vitest'
import { expectInvalid, ids } from '../../support/api'
import { DAY, given, startWorld } from '../../support/world'
import { inbound, list, ready } from './support'

describe('the list of SMS', () => {
  async function filled() {
    const { world, send } = await ready()
    const [a, b] = ['+12015550124', '+12015550115']
    await send({ to: a })
    await world.advance(DAY)
    await send({ to: b })
    await send({ to: given.number('03') })
    await inbound(world, { from: a, to: '+12125550190', body: 'Thanks' })
    return { world, a, b }
  }

  it('the list is paged, newest first', async () => {
    const { world } = await filled()
    const answer = await list(world)
    expect(answer).toMatchObject({ current_page: 1, per_page: 15, total: 4, last_page: 1 })
    expect(answer.data.map((sms: { id: number }) => sms.id)).toEqual([4, 3, 2, 1])
    expect(await list(world, '?per_page=3&page=2')).toMatchObject({ total: 4, last_page: 2, data: [{ id: 1 }] })
    expect(await list(world, '?page=9')).toMatchObject({ data: [], total: 4 })
  })

  it('the list is filtered by status, numbers and days', async () => {
    const { world, a, b } = await filled()
    const found = async (query: string) => {
      const answer = await world.get(`/user/sms?${query}`)
      expect(answer.body.total).toBe(answer.body.data.length)
      return ids(answer)
    }
    expect(await found('status=failed')).toEqual([3])
    expect(await found('status=received')).toEqual([4])
    expect(await found(`to=${encodeURIComponent(b)}`)).toEqual([2])
    expect(await found(`to=${b}`)).toEqual([2]) // its + arrives as a space
    expect(await found(`to=${b.slice(1)}`)).toEqual([2])
    expect(await found(`from=${a}`)).toEqual([4])
    expect(await found('date_from=2026-01-06')).toEqual([4, 3, 2])
    expect(await found('date_to=2026-01-05')).toEqual([1])
    expect(await found('phone_number_id=1')).toEqual([4, 3, 2, 1])
    expect(await found('phone_number_id=2')).toEqual([])
    expect(await found(`from=${a}&status=sent`)).toEqual([])
  })

  it.each([
    ['status=lost', 'status'],
    ['to=12', 'to'],
    ['from=', 'from'],
    ['date_from=yesterday', 'date_from'],
    ['date_from=2026-01-02&date_to=2026-01-01', 'date_to'],
    ['per_page=101', 'per_page'],
    ['phone_number_id=x', 'phone_number_id'],
  ])('the list refuses %s', async (query, field) => {
    const world = await startWorld()
    expectInvalid(await world.get(`/user/sms?${query}`), field)
  })

  it('the list keeps the SMS of a number that was released', async () => {
    const { world } = await filled()
    await world.delete('/user/phone-numbers/1')
    expect((await list(world)).data).toHaveLength(4)
    expect((await list(world)).data[0].phone_number_id).toBe(1)
  })
})
