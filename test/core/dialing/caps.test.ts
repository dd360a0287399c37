import { describe, expect, it } from 'vitest'
import { callsOf, running, statusOf } from '../../support/running'
import { DAY, given, HOUR, MINUTE, SECOND, startWorld, type TestWorld } from '../../support/world'

describe('caps', () => {
  const most = async (world: TestWorld, ms: number) => {
    let peak = 0
    for (let passed = 0; passed < ms; passed += SECOND) {
      await world.advance(SECOND)
      const [row] = world.db
        .prepare("SELECT count(*) AS n FROM calls WHERE status IN ('initiated', 'ringing', 'in-progress')")
        .all() as { n: number }[]
      peak = Math.max(peak, row!.n)
    }
    return peak
  }

  it('a campaign has as many calls in parallel as its cap allows, and no more', async () => {
    const { world } = await running(Array(10).fill('24'), { max_calls_in_parallel: 3 })
    expect(await most(world, 2 * MINUTE)).toBe(3)
  })

  it('the dialer keeps to calls_per_second', async () => {
    const { world } = await running(Array(12).fill('24'), { max_calls_in_parallel: 20 })
    await world.advance(0)
    expect(world.count('calls')).toBe(5)
    await world.advance(SECOND)
    expect(world.count('calls')).toBe(10)
    await world.advance(SECOND)
    expect(world.count('calls')).toBe(12)
  })

  it('a number is dialed no more often in a day than its cap allows', async () => {
    const { world } = await running(['01'], { max_calls_per_number_per_day: 2, retry_interval: 10, max_retries: 5 })
    await world.advance(10 * HOUR)
    expect(await callsOf(world)).toHaveLength(2)
    await world.advance(DAY)
    expect(await callsOf(world)).toHaveLength(4)
  })

  it('a dial counts for the cap of its day also after its call was deleted', async () => {
    const { world } = await running(['01'], { max_calls_per_number_per_day: 2, retry_interval: 10, max_retries: 5 })
    await world.advance(10 * HOUR)
    for (const { id } of await callsOf(world)) expect((await world.delete(`/user/calls/${id}`)).status).toBe(200)
    await world.put('/user/settings', { name: 'The dialer looks again' })
    await world.advance(4 * HOUR)
    expect(await callsOf(world)).toHaveLength(0)
    await world.advance(DAY)
    expect(await callsOf(world)).toHaveLength(2)
  })

  it('running campaigns dial in turn', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world)
    const campaigns = []
    for (let i = 0; i < 2; i++) {
      const campaign = await given.campaign(world, { assistant_id, max_calls_in_parallel: 100 })
      for (let n = 0; n < 10; n++) await given.lead(world, campaign)
      campaigns.push(campaign)
    }
    for (const campaign of campaigns) await given.started(world, campaign)
    await world.advance(SECOND)
    const shares = world.db.prepare('SELECT count(*) AS n FROM calls GROUP BY campaign_id').all() as { n: number }[]
    expect(shares.map(share => share.n)).toEqual([5, 5])
  })

  it('nothing is dialed without balance, and dialing continues after a top-up', async () => {
    const { world, campaign, lead } = await running(['24'])
    world.db
      .prepare("INSERT INTO ledger (user_id, type, amount, what, created_at) VALUES (1, 'call', -24950000, '', 0)")
      .run()
    await world.advance(HOUR)
    expect(statusOf(world, lead)).toBe('scheduled')
    await world.post('/user/balance/top-up', { amount: 10 })
    await world.advance(10 * MINUTE)
    expect(statusOf(world, lead)).toBe('completed')
    expect((await world.get(`/user/campaigns/${campaign}`)).body.status).toBe('completed')
  })

  it('a carrier without capacity is asked no more often than calls_per_second allows', async () => {
    const { world } = await running(Array(30).fill('10'), { max_calls_in_parallel: 30 })
    const asked: number[] = []
    world.service.context.bus.on(event => {
      if (event.type === 'call.changed' && event.status === 'initiated') asked.push(world.clock.now())
    })
    await world.advance(10 * SECOND)
    const busiest = Math.max(...asked.map(at => asked.filter(other => other > at - SECOND && other <= at).length))
    expect(asked.length).toBeGreaterThan(30)
    expect(busiest).toBe(5)
  })
})
