import { describe, expect, it } from 'vitest'
import { expectInvalid, ISO } from '../../support/api'
import { given, HOUR, startWorld } from '../../support/world'

describe('the ledger', () => {
  it('the ledger has every movement, newest first, and the balance is their sum', async () => {
    const world = await startWorld()
    await world.post('/user/balance/top-up', { amount: 10.5 })
    const assistant_id = await given.assistant(world)
    await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })
    await world.advance(HOUR)
    const { body } = await world.get('/user/ledger')
    expect(body.total).toBe(3)
    const [call, topUp, credit] = body.data
    expect(call).toMatchObject({ type: 'call', call_id: 1, amount: expect.any(Number) })
    expect(call.amount).toBeLessThan(0)
    expect(topUp).toMatchObject({ type: 'top_up', amount: 10.5, call_id: null, created_at: expect.stringMatching(ISO) })
    expect(credit).toMatchObject({ type: 'simulated_credit', amount: 25 })
    const sum = body.data.reduce((total: number, { amount }: { amount: number }) => total + amount, 0)
    expect((await world.get('/user/me')).body.total_balance).toBeCloseTo(sum, 6)
    const { total_cost } = (await world.get('/user/calls/1')).body
    expect(Number(total_cost)).toBeCloseTo(-call.amount, 8)
  })

  it('the ledger is filtered by type, call and days', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world)
    await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })
    await world.advance(HOUR)
    const total = async (query: string) => (await world.get(`/user/ledger?${query}`)).body.total
    expect(await total('type=call')).toBe(1)
    expect(await total('type=sms')).toBe(0)
    expect(await total('call_id=1')).toBe(1)
    expect(await total('date_from=2026-01-05&date_to=2026-01-05')).toBe(2)
    expect(await total('date_from=2026-01-06')).toBe(0)
    expectInvalid(await world.get('/user/ledger?type=gift'), 'type')
    expectInvalid(await world.get('/user/ledger?date_from=2026-01-06&date_to=2026-01-05'), 'date_to')
  })

  it('the ledger does not name a person who was forgotten, because it is kept', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world)
    const phone_number = given.number('24')
    await world.post('/user/make_call', { assistant_id, phone_number })
    await world.advance(HOUR)
    await world.delete(`/user/people/${encodeURIComponent(phone_number)}`)
    const { body } = await world.get('/user/ledger?type=call')
    expect(body.total).toBe(1)
    expect(JSON.stringify(body)).not.toContain(phone_number)
  })
})
