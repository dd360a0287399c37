import { describe, expect, it } from 'vitest'
import * as progress from '../../../src/main/core/calls/progress'
import { callsOf, running } from '../../support/running'
import { DAY, MINUTE, SECOND } from '../../support/world'

describe('late and missing reports of a carrier', () => {
  it('a call with talk time was answered, even if the carrier never reported the answer', async () => {
    const { world, lead } = await running(['02'])
    await world.advance(5 * SECOND)
    const [{ leg_id }] = world.db.prepare('SELECT leg_id FROM calls').all() as [{ leg_id: string }]
    progress.ended(world.service.context, leg_id, 'remote_hang_up', 42_000)
    await world.advance(DAY)
    expect(world.lead(lead).status).toBe('completed')
    expect(await callsOf(world)).toMatchObject([
      { status: 'ended_by_customer', duration: 42, total_cost: '0.07000000' },
    ])
  })

  it('reports for a final call change nothing', async () => {
    const { world } = await running(['01'], { max_retries: 0 })
    await world.advance(MINUTE)
    const [{ leg_id }] = world.db.prepare('SELECT leg_id FROM calls').all() as [{ leg_id: string }]
    const before = await callsOf(world)
    progress.ended(world.service.context, leg_id, 'remote_hang_up', 42_000)
    expect(progress.answered(world.service.context, leg_id)).toBeUndefined()
    progress.identified(world.service.context, leg_id, 'human')
    expect(await callsOf(world)).toEqual(before)
  })
})
