import { describe, expect, it } from 'vitest'
import { createEvaluator } from '../src/main/background/evaluator'
import * as progress from '../src/main/core/calls/progress'
import { DAY, given, HOUR, MINUTE, SECOND, startWorld, type TestWorld } from './support/world'

/** What must hold when reports lie, the store refuses, or two things happen at once. */

const callsOf = async (world: TestWorld) => (await world.get('/user/calls?per_page=100')).body.data

async function running(endings: string[], over: object = {}) {
  const world = await startWorld()
  const campaign = await given.campaign(world, over)
  const leads: number[] = []
  for (const ending of endings) leads.push(await given.lead(world, campaign, { ending }))
  await given.started(world, campaign)
  return { world, campaign, leads, lead: leads[0]! }
}

/** Makes the store refuse something, as a full disk or another program would; the returned function lets it be again. */
function refuse(world: TestWorld, on: string, when = 'true') {
  world.db
    .prepare(`CREATE TRIGGER refuse BEFORE ${on} WHEN ${when} BEGIN SELECT RAISE(ABORT, 'refused by the test'); END`)
    .run()
  return () => {
    world.db.prepare('DROP TRIGGER refuse').run()
    // These were asked for.
    world.log.errors.length = 0
  }
}

describe('the carrier', () => {
  it('that never told of the answer, but of the talking, has reached a person', async () => {
    const { world, lead } = await running(['02'])
    await world.advance(5 * SECOND)
    const [{ leg_id }] = world.db.prepare('SELECT leg_id FROM calls').all() as [{ leg_id: string }]
    progress.ended(world.service.context, leg_id, 'remote_hang_up', 42_000, null)
    await world.advance(DAY)
    expect(world.lead(lead).status).toBe('completed')
    expect(await callsOf(world)).toMatchObject([
      { status: 'ended_by_customer', duration: 42, total_cost: '0.07000000' },
    ])
  })

  it('that reports the end of a call that is final, and then an answer, changes nothing', async () => {
    const { world } = await running(['01'], { max_retries: 0 })
    await world.advance(MINUTE)
    const [{ leg_id }] = world.db.prepare('SELECT leg_id FROM calls').all() as [{ leg_id: string }]
    const before = await callsOf(world)
    progress.ended(world.service.context, leg_id, 'remote_hang_up', 42_000, null)
    expect(progress.answered(world.service.context, leg_id)).toBeUndefined()
    progress.identified(world.service.context, leg_id, 'human')
    expect(await callsOf(world)).toEqual(before)
  })

  it('short of lines is not asked more often in a second than it may be', async () => {
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

  it('that cannot be asked for one call is asked for the others, and later for that one', async () => {
    const { world, leads } = await running(['14', '14', '14', '14'], { max_calls_in_parallel: 10 })
    const second = world.lead(leads[1]!).phone_number
    const letBe = refuse(world, 'INSERT ON simulator_dials', `NEW.phone_number = '${second}'`)
    await world.advance(3 * SECOND)
    expect(leads.map(id => world.lead(id).status)).toEqual(['processing', 'scheduled', 'processing', 'processing'])
    letBe()
    await world.advance(5 * MINUTE)
    expect(leads.map(id => [world.lead(id).status, world.lead(id).attempts])).toEqual(Array(4).fill(['completed', 1]))
  })
})

describe('one call that cannot be settled', () => {
  it('does not hold up the others, nor the next start', async () => {
    const { world, leads } = await running(['13', '13'], { max_calls_in_parallel: 5 })
    const letBe = refuse(world, 'UPDATE ON leads', `NEW.id = ${leads[0]} AND NEW.status = 'completed'`)
    await world.advance(15 * MINUTE)
    expect(world.lead(leads[1]!)).toMatchObject({ status: 'completed', cut_off: 1 })
    await world.restart()
    expect(world.lead(leads[0]!).status).toBe('processing')
    letBe()
    await world.restart()
    expect(world.lead(leads[0]!)).toMatchObject({ status: 'completed', cut_off: 1 })
  })

  it('nor does one campaign that cannot be dialed for', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world)
    const [bad, good] = [await given.campaign(world, { assistant_id }), await given.campaign(world, { assistant_id })]
    const [stuck, other] = [await given.lead(world, bad), await given.lead(world, good)]
    const letBe = refuse(world, 'INSERT ON calls', `NEW.campaign_id = ${bad}`)
    await given.started(world, bad)
    await given.started(world, good)
    await world.advance(5 * MINUTE)
    expect([world.lead(stuck).status, world.lead(other).status]).toEqual(['created', 'completed'])
    expect(world.count('attempts')).toBe(1)
    letBe()
    await world.advance(5 * MINUTE)
    expect(world.lead(stuck).status).toBe('completed')
  })
})

describe('evaluation', () => {
  it('whose result cannot be stored is made again, and the call becomes final', async () => {
    const { world, lead } = await running(['14'])
    const letBe = refuse(world, 'UPDATE ON calls', 'NEW.evaluation_tries > 0')
    await world.advance(10 * MINUTE)
    expect(world.lead(lead).status).toBe('processing')
    letBe()
    await world.advance(MINUTE)
    expect(world.lead(lead).status).toBe('completed')
    expect((await callsOf(world))[0].evaluation).not.toEqual([])
  })

  it('that ends the process each time is given up after three tries', async () => {
    let tries = 0
    const world = await startWorld({
      evaluator: {
        evaluate() {
          tries++
          return new Promise(() => {})
        },
      },
    })
    const assistant = await given.assistant(world)
    await world.post('/user/make_call', { assistant_id: assistant, phone_number: given.number('05') })
    await world.advance(15 * SECOND)
    await world.restart()
    await world.advance(SECOND)
    expect((await callsOf(world))[0].status).toBe('ended')
    expect(tries).toBe(2) // a stop in order costs no try; a process that ends leaves them counted
    world.db.prepare('UPDATE calls SET evaluation_tries = 4').run()
    await world.restart()
    await world.advance(SECOND)
    expect(tries).toBe(2)
    expect((await callsOf(world))[0].status).toBe('ended_by_customer')
  })

  it('can be stopped and started any number of times, in any order', async () => {
    const world = await startWorld({ evaluator: { evaluate: () => new Promise(() => {}) } })
    const assistant = await given.assistant(world)
    await world.post('/user/make_call', { assistant_id: assistant, phone_number: given.number('05') })
    await world.advance(15 * SECOND)
    const part = createEvaluator(world.service.context, {
      evaluate: async () => [{ name: 'status', type: 'bool', value: true, description: '' }],
    })
    for (let i = 0; i < 50; i++) {
      part.stop()
      part.start()
      part.start()
      part.stop()
    }
    part.start()
    await world.advance(0)
    part.stop()
    const [call] = await callsOf(world)
    expect(call.warnings).toEqual([])
    expect(call.evaluation).toMatchObject([{ value: true }])
  })
})

describe('the dialer', () => {
  it('looks past any number of leads that may not be dialed now', async () => {
    const world = await startWorld({ at: Date.UTC(2026, 0, 5, 14) }) // 09:00 in New York, 06:00 in Los Angeles
    const campaign = await given.campaign(world, {
      timezone: 'UTC',
      allowed_hours_start_time: '09:00',
      allowed_hours_end_time: '16:59',
      respect_lead_time_zone: true,
      max_calls_in_parallel: 1,
    })
    for (let i = 0; i < 200; i++) await given.lead(world, campaign, { phone_number: `+1212555${String(1000 + i)}` })
    const west: number[] = []
    for (let i = 0; i < 3; i++)
      west.push(await given.lead(world, campaign, { phone_number: `+1213555${String(2014 + 100 * i)}` }))
    // All in hand, and only one line: New York's day ends before its leads do.
    world.db.prepare("UPDATE leads SET status = 'scheduled', due_at = ?").run(world.clock.now())
    await given.started(world, campaign)
    await world.advance(10 * HOUR)
    expect(west.map(id => world.lead(id).status)).toEqual(['completed', 'completed', 'completed'])
  })

  it('completes a campaign whose last lead was taken out of it, or that had none left when it was started', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { allowed_days: ['sunday'] })
    const phone_number = given.number('06')
    await given.lead(world, campaign, { phone_number })
    await given.started(world, campaign)
    const other = await given.campaign(world)
    await given.lead(world, other, { phone_number })
    await given.started(world, other)
    await world.advance(10 * MINUTE)
    const statusOf = async (id: number) => (await world.get(`/user/campaigns/${id}`)).body.status
    expect([await statusOf(campaign), await statusOf(other)]).toEqual(['completed', 'completed'])
    await given.started(world, other)
    await world.advance(SECOND)
    expect(await statusOf(other)).toBe('completed')
  })

  it('does not make a single call to a number that was listed while it waited', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world)
    const phone_number = given.number('10')
    await world.post('/user/make_call', { assistant_id, phone_number })
    await world.advance(SECOND)
    world.db
      .prepare(
        "INSERT INTO blacklist (user_id, phone_number, reason, source, created_at) VALUES (1, ?, '', 'operator', 0)",
      )
      .run(phone_number)
    await world.advance(5 * MINUTE)
    expect(await callsOf(world)).toMatchObject([{ status: 'failed', end_reason: 'blacklisted', duration: 0 }])
  })
})

it('a single call that finds no line is given up after a minute', async () => {
  const { world } = await running(Array(30).fill('07'), { max_calls_in_parallel: 30 })
  await world.advance(20 * SECOND)
  await world.post('/user/make_call', { assistant_id: 1, phone_number: given.number('14') })
  await world.advance(59 * SECOND)
  expect((await callsOf(world))[0].status).toBe('initiated')
  await world.advance(2 * SECOND)
  expect((await callsOf(world))[0]).toMatchObject({ status: 'failed', end_reason: 'no_line' })
})

it('a tool that fails lets the conversation go on', async () => {
  const { world, lead } = await running(['06'])
  const letBe = refuse(world, 'UPDATE ON calls', 'NEW.do_not_call = 1')
  await world.advance(5 * MINUTE)
  letBe()
  expect(world.lead(lead).status).toBe('completed')
  expect((await callsOf(world))[0].status).toBe('completed')
})

it('who was promised a callback is called back then, ahead of the others', async () => {
  const { world, campaign, lead } = await running(['07'], { max_retries: 0, max_calls_in_parallel: 1 })
  await world.advance(20 * SECOND)
  const [{ leg_id }] = world.db.prepare('SELECT leg_id FROM calls').all() as [{ leg_id: string }]
  const { context, outside } = world.service
  const at = world.clock.now() + 2 * HOUR
  expect(
    progress.toolAsked(context, outside, leg_id, 'promise_callback', { at: '+275760-09-12T00:00:00Z' })!.result,
  ).toMatch(/^Error/)
  progress.toolAsked(context, outside, leg_id, 'promise_callback', { at: new Date(at).toISOString() })
  await world.advance(15 * MINUTE)
  expect(world.lead(lead)).toMatchObject({ status: 'rescheduled', due_at: at, rank: 0, attempts: 1 })
  await world.post('/user/dialing/pause')
  await world.advance(at - world.clock.now())
  for (let i = 0; i < 3; i++) await given.lead(world, campaign, { ending: '07' })
  await world.post('/user/dialing/resume')
  await world.advance(0)
  const called = await callsOf(world)
  expect(called.filter((call: { lead_id: number }) => call.lead_id === lead)).toHaveLength(2)
})

it('a promised callback does not outlive being cut off: nobody is called again by themselves', async () => {
  const { world, lead } = await running(['07'])
  await world.advance(20 * SECOND)
  const [{ leg_id }] = world.db.prepare('SELECT leg_id FROM calls').all() as [{ leg_id: string }]
  progress.toolAsked(world.service.context, world.service.outside, leg_id, 'promise_callback', {
    at: new Date(world.clock.now() + HOUR).toISOString(),
  })
  await world.restart()
  expect(world.lead(lead)).toMatchObject({ status: 'completed', cut_off: 1 })
})

it('a start that fails leaves nothing open', async () => {
  const world = await startWorld()
  const assistant = await given.assistant(world)
  await world.post('/user/make_call', { assistant_id: assistant, phone_number: given.number('14') })
  await world.advance(10 * SECOND)
  world.db.prepare('ALTER TABLE attempts RENAME TO attempts_away').run()
  world.db.prepare('DROP TABLE calls').run()
  await expect(world.restart()).rejects.toThrow()
  const { openForService } = await import('../src/main/store/open')
  openForService(world.dir).close()
  world.log.errors.length = 0
})
