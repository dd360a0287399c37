import { describe, expect, it } from 'vitest'
import { expectInvalid, expectMessage, leaveBalance } from '../../support/api'
import { given, HOUR, MINUTE, SECOND, startWorld, type TestWorld } from '../../support/world'

const halt = async (world: TestWorld) => (await world.post('/user/dialing/halt')).body
const startHalted = (world: TestWorld, body: object = {}) => world.post('/user/campaigns/start-halted', body)
const campaign = async (world: TestWorld, id: number) => (await world.get(`/user/campaigns/${id}`)).body
const attention = async (world: TestWorld) => (await world.get('/user/attention')).body.halted_campaigns
const update = (world: TestWorld, campaign_id: number, action: 'start' | 'stop') =>
  world.post('/user/campaigns/update-status', { campaign_id, action })

/** Two running campaigns with a call that goes on and a lead that waits each, a draft, and a single call that waits. */
async function busyDesk() {
  const world = await startWorld()
  const assistant_id = await given.assistant(world)
  const running = async (name: string) => {
    const id = await given.campaign(world, { assistant_id, name, max_calls_in_parallel: 1 })
    for (const ending of ['07', '24']) await given.lead(world, id, { ending })
    await given.started(world, id)
    return id
  }
  const [spring, autumn] = [await running('Spring'), await running('Autumn')]
  const draft = await given.campaign(world, { assistant_id, name: 'Draft' })
  await given.lead(world, draft)
  await world.advance(20 * SECOND)
  return { world, spring, autumn, draft, assistant_id }
}

describe('after a halt', () => {
  it('the answer says how many calls are hung up and how many campaigns were stopped', async () => {
    const { world } = await busyDesk()
    expect(await halt(world)).toMatchObject({
      message: 'Dialing is halted. 2 calls are being hung up. 2 campaigns were stopped.',
      data: { state: 'halted' },
      hung_up: 2,
      stopped_campaigns: 2,
    })
    const calls = (await world.get('/user/calls')).body.data
    await world.advance(MINUTE)
    expect(calls).toHaveLength(2)
    for (const { id } of calls) expect((await world.get(`/user/calls/${id}`)).body.end_reason).toBe('halt')
    const idle = await startWorld()
    expect(await halt(idle)).toMatchObject({ message: 'Dialing is halted.', hung_up: 0, stopped_campaigns: 0 })
  })

  it('the campaigns that it stopped are remembered, and listed with the leads that are left', async () => {
    const { world, spring, autumn, draft } = await busyDesk()
    const { data } = await halt(world)
    await world.advance(MINUTE)
    expect(await campaign(world, spring)).toMatchObject({ status: 'stopped', stopped_by_halt: true })
    expect(await campaign(world, draft)).toMatchObject({ status: 'draft', stopped_by_halt: false })
    const key = (id: number) => `halted_campaign:${id}:${Date.parse(data.since.slice(0, 23).concat('Z'))}`
    expect(await attention(world)).toEqual([
      { key: key(autumn), id: autumn, name: 'Autumn', leads_left: 1 },
      { key: key(spring), id: spring, name: 'Spring', leads_left: 1 },
    ])
    expectInvalid(await world.post('/user/attention/put-away', { keys: [key(spring)] }), 'keys.0')
    const { reasons } = (await world.get(`/user/campaigns/${spring}/explain`)).body
    expect(reasons.map(({ text }: { text: string }) => text)).toEqual([
      'Dialing is halted',
      'It was stopped when dialing was halted',
    ])
    await world.restart()
    expect(await attention(world)).toHaveLength(2)
  })

  it('a second halt stops nothing more and forgets nothing', async () => {
    const { world } = await busyDesk()
    await halt(world)
    const before = await attention(world)
    await world.advance(HOUR)
    expect(await halt(world)).toMatchObject({ message: 'Dialing is halted.', hung_up: 0, stopped_campaigns: 0 })
    expect(await attention(world)).toEqual(before)
    // Not even while the carrier has not hung up yet.
    const other = await busyDesk()
    await halt(other.world)
    expect(await halt(other.world)).toMatchObject({ hung_up: 0, stopped_campaigns: 0 })
    expect(await attention(other.world)).toHaveLength(2)
  })

  it('a campaign that a person starts or stops is no longer one that the halt stopped', async () => {
    const { world, spring, autumn } = await busyDesk()
    await halt(world)
    expect((await update(world, spring, 'stop')).body).toMatchObject({ success: true, data: { status: 'stopped' } })
    expect(await campaign(world, spring)).toMatchObject({ status: 'stopped', stopped_by_halt: false })
    await world.post('/user/dialing/resume')
    expect((await attention(world)).map(({ id }: { id: number }) => id)).toEqual([autumn])
    await update(world, autumn, 'start')
    expect(await campaign(world, autumn)).toMatchObject({ status: 'in-progress', stopped_by_halt: false })
    expect(await attention(world)).toEqual([])
    await update(world, autumn, 'stop')
    expect(await campaign(world, autumn)).toMatchObject({ stopped_by_halt: false })
    expect((await startHalted(world)).body).toEqual({ message: 'No campaign was stopped by a halt.', data: [] })
  })

  it('a campaign that a person has stopped before stays as it is', async () => {
    const { world, spring } = await busyDesk()
    await update(world, spring, 'stop')
    expect(await halt(world)).toMatchObject({ stopped_campaigns: 1 })
    expect(await campaign(world, spring)).toMatchObject({ stopped_by_halt: false })
  })
})

describe('starting the halted campaigns again', () => {
  it('is refused while dialing is halted, and says what to do', async () => {
    const { world } = await busyDesk()
    await halt(world)
    const refused = await startHalted(world)
    expectMessage(refused, 409)
    expect(refused.body.message).toBe('Dialing is halted. Resume it first, or send resume: true to do both.')
    expect(await attention(world)).toHaveLength(2)
  })

  it('starts all of them in one go, and their leads are called', async () => {
    const { world, spring, autumn, draft } = await busyDesk()
    await halt(world)
    await world.advance(MINUTE)
    await world.post('/user/dialing/resume')
    expect(await startHalted(world)).toMatchObject({
      status: 200,
      body: {
        message: '2 campaigns were started again.',
        data: [
          {
            campaign_id: spring,
            name: 'Spring',
            status: 'in-progress',
            started: true,
            message: 'The campaign was started.',
          },
          {
            campaign_id: autumn,
            name: 'Autumn',
            status: 'in-progress',
            started: true,
            message: 'The campaign was started.',
          },
        ],
      },
    })
    expect(await attention(world)).toEqual([])
    expect((await campaign(world, draft)).status).toBe('draft')
    await world.advance(HOUR)
    expect((await campaign(world, spring)).lead_counts).toEqual({ completed: 2 })
    expect((await startHalted(world)).body.data).toEqual([])
  })

  it.each(['halt', 'pause'])('resumes dialing after a %s in the same step', async last => {
    const { world, spring } = await busyDesk()
    await halt(world)
    if (last === 'pause') await world.post('/user/dialing/pause')
    expect((await startHalted(world, { resume: true })).body.message).toBe('2 campaigns were started again.')
    expect((await world.get('/user/dialing')).body.state).toBe('dialing')
    await world.advance(HOUR)
    expect((await campaign(world, spring)).status).toBe('completed')
    expectInvalid(await startHalted(world, { resume: 'yes' }), 'resume')
  })

  it('says so when dialing is paused', async () => {
    const { world } = await busyDesk()
    await halt(world)
    await world.post('/user/dialing/pause')
    expect((await startHalted(world)).body.message).toBe(
      '2 campaigns were started again. Dialing is paused: nothing is dialed until it is resumed.',
    )
    expect((await world.get('/user/dialing')).body.state).toBe('paused')
  })

  it('says of each campaign why it was not started, and starts the others', async () => {
    const { world, spring, autumn, assistant_id } = await busyDesk()
    const never = await given.campaign(world, { assistant_id, name: 'Never' })
    const orphan = await given.campaign(world, { name: 'Orphan' })
    for (const id of [never, orphan]) {
      await given.lead(world, id, { ending: '01' })
      await given.started(world, id)
    }
    await world.advance(20 * SECOND)
    await halt(world)
    await world.advance(MINUTE)
    for (const { id, status } of (await world.get(`/user/leads?campaign_id=${autumn}`)).body.data)
      if (status !== 'completed') await world.put(`/user/leads/${id}`, { status: 'completed' })
    await world.delete(`/user/assistant/${(await campaign(world, orphan)).assistant_id}`)
    world.db
      .prepare("UPDATE campaigns SET settings = json_set(settings, '$.allowed_days', json('[]')) WHERE id = ?")
      .run(never)
    // One without a lead that is left needs nobody's hand.
    expect((await attention(world)).map(({ id }: { id: number }) => id)).toEqual([orphan, never, spring])
    const { body } = await startHalted(world, { resume: true })
    expect(body.message).toBe('1 campaign was started again. 3 campaigns stay stopped.')
    expect(
      body.data.map((one: Record<string, unknown>) => [one.campaign_id, one.started, one.status, one.message]),
    ).toEqual([
      [spring, true, 'in-progress', 'The campaign was started.'],
      [autumn, false, 'stopped', 'No lead is left to be called.'],
      [never, false, 'stopped', 'Its hours never open. Change them first.'],
      [orphan, false, 'stopped', 'The campaign has no assistant. Give it one before it starts.'],
    ])
    // They can be tried again when that is mended.
    await world.put(`/user/campaigns/${never}`, { allowed_days: ['monday'] })
    expect((await startHalted(world)).body.message).toBe('1 campaign was started again. 2 campaigns stay stopped.')
  })

  it('starts none without money, and says what is missing', async () => {
    const { world } = await busyDesk()
    await halt(world)
    await world.advance(MINUTE)
    await leaveBalance(world, 0.04)
    const { body } = await startHalted(world, { resume: true })
    expect(body.message).toBe('No campaign was started again. 2 campaigns stay stopped.')
    expect(body.data[0].message).toBe(
      'A call needs $0.10, and the balance is $0.04: $0.06 is missing. Top up the balance first.',
    )
  })

  it("starts none of another user's", async () => {
    const { world, spring } = await busyDesk()
    await halt(world)
    const { headers } = world.other()
    const answer = await world.request('POST', '/user/campaigns/start-halted', { resume: true }, { headers })
    expect(answer.body.data).toEqual([])
    expect(await campaign(world, spring)).toMatchObject({ stopped_by_halt: true })
  })
})
