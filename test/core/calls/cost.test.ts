import { describe, expect, it } from 'vitest'
import { call } from '../../support/call'

describe('the cost of a call', () => {
  it('a call is charged per second from the answer, and the ledger has the whole amount', async () => {
    const { world, id, call: body } = await call('24')
    const millionths = Math.round((body.duration * 100_000) / 60)
    expect(Number(body.total_cost)).toBe(millionths / 1e6)
    expect(body.carrier_cost).toBe(body.total_cost)
    const items = body.cost_items as { amount: number }[]
    expect(items.reduce((sum, item) => sum + item.amount, 0)).toBeCloseTo(Number(body.total_cost), 8)
    expect(world.db.prepare('SELECT amount FROM ledger WHERE call_id = ?').pluck().all(id)).toEqual([-millionths])
    expect((await world.get('/user/me')).body.total_balance).toBe((25_000_000 - millionths) / 1e6)
  })

  it('a call that nobody answered costs nothing', async () => {
    const { call: body } = await call('01')
    expect([body.total_cost, body.cost_items]).toEqual(['0.00000000', []])
  })
})
