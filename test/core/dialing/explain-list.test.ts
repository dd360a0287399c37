import { expect, it, vi } from 'vitest'
import { given, HOUR, MINUTE, SECOND, startWorld, type TestWorld } from '../../support/world'

const list = async (world: TestWorld, query = '') => (await world.get(`/user/campaigns${query}`)).body

it('the list of campaigns says of each running one why nothing is dialed, when that is asked for', async () => {
  const world = await startWorld()
  const assistant_id = await given.assistant(world)
  const draft = await given.campaign(world, { assistant_id })
  const busy = await given.campaign(world, { assistant_id, max_calls_in_parallel: 1 })
  const closed = await given.campaign(world, { assistant_id, timezone: 'UTC', allowed_days: ['friday'] })
  const own = await given.campaign(world, {
    assistant_id,
    timezone: 'UTC',
    respect_lead_time_zone: true,
    allowed_hours_start_time: '20:00',
    allowed_hours_end_time: '21:00',
  })
  for (const campaign of [draft, busy, busy, closed, own]) await given.lead(world, campaign, { ending: '07' })
  for (const campaign of [busy, closed, own]) await given.started(world, campaign)
  await world.advance(5 * SECOND)
  const explained = await list(world, '?explain=true')
  const reasonOf = (id: number) =>
    explained
      .find((campaign: { id: number }) => campaign.id === id)
      .explanation?.reasons.map(({ text }: { text: string }) => text)
  expect(reasonOf(draft)).toBeUndefined()
  expect(reasonOf(busy)).toEqual(['Its line is in use'])
  expect(reasonOf(closed)).toEqual(['Nothing is dialed until Friday 00:00 UTC'])
  expect(reasonOf(own)).toEqual([expect.stringContaining('In the time zone of every lead')])
  // It is what each campaign says by itself, and the leads are counted as before.
  for (const { id, explanation, lead_counts } of explained.filter((one: { id: number }) => one.id !== draft)) {
    const { next_leads, ...alone } = (await world.get(`/user/campaigns/${id}/explain`)).body
    expect(explanation).toEqual(alone)
    expect(lead_counts).toEqual((await world.get(`/user/campaigns/${id}`)).body.lead_counts)
  }
  expect(explained.find((one: { id: number }) => one.id === draft)).toMatchObject({ explanation: null })
})

it('the list of campaigns is as it was when nothing is asked', async () => {
  const world = await startWorld()
  const campaign = await given.campaign(world)
  await given.lead(world, campaign)
  await given.started(world, campaign)
  for (const query of ['', '?explain=false', '?explain=0']) {
    const [found] = await list(world, query)
    expect(found).not.toHaveProperty('explanation')
  }
  expect((await list(world, '?explain=1'))[0]).toHaveProperty('explanation')
  expect(await world.get('/user/campaigns?explain=maybe')).toMatchObject({
    status: 422,
    body: { errors: { explain: ['The explain field must be true or false.'] } },
  })
})

it('what a hundred running campaigns share is read once for the whole list', async () => {
  const world = await startWorld()
  const assistant_id = await given.assistant(world)
  const addRunning = async (n: number) => {
    for (let i = 0; i < n; i++) {
      const campaign = await given.campaign(world, { assistant_id, allowed_days: ['sunday'] })
      await given.lead(world, campaign)
      await given.started(world, campaign)
    }
    await world.advance(0)
  }
  /** How often each statement about what campaigns share is run for one list. */
  const reads = async () => {
    const counts: Record<string, number> = {}
    const statement = Object.getPrototypeOf(world.db.prepare('SELECT 1'))
    const spies = (['get', 'all'] as const).map(method => {
      const real = statement[method]
      return vi.spyOn(statement, method).mockImplementation(function (this: { source: string }, ...values: unknown[]) {
        if (!/FROM (leads|lead_counts)/.test(this.source)) {
          const read = `${this.source} ${this.source.includes('FROM state') ? values : ''}`
          counts[read] = (counts[read] ?? 0) + 1
        }
        return real.apply(this, values)
      })
    })
    const found = await list(world, '?explain=true')
    for (const spy of spies) spy.mockRestore()
    return { counts, n: found.length }
  }
  await addRunning(1)
  const one = await reads()
  await addRunning(99)
  const hundred = await reads()
  expect([one.n, hundred.n]).toEqual([1, 100])
  expect(hundred.counts).toEqual(one.counts)
  expect(Object.keys(one.counts).filter(text => /calls_open|balance/.test(text)).length).toBeGreaterThan(2)
})

it('the next leads show what a list shows of them', async () => {
  const world = await startWorld()
  const assistant_id = await given.assistant(world, { variables: { name: '' } })
  const campaign = await given.campaign(world, { assistant_id, timezone: 'UTC', max_calls_in_parallel: 1 })
  const busy = await given.lead(world, campaign, { ending: '01', variables: { name: 'Bob' } })
  const promised = await given.lead(world, campaign, { ending: '24' })
  await world.put(`/user/leads/${promised}`, { callback_at: '2026-01-05T15:00:00Z' })
  await given.started(world, campaign)
  await world.advance(MINUTE)
  expect((await world.get(`/user/campaigns/${campaign}/explain`)).body.next_leads).toEqual([
    {
      id: busy,
      phone_number: world.lead(busy).phone_number,
      name: 'Bob',
      due_at: expect.stringContaining('2026-01-05T10:00'),
      variables: { name: 'Bob' },
      status: 'rescheduled',
      attempts: 1,
      callback_at: null,
    },
    expect.objectContaining({
      id: promised,
      due_at: '2026-01-05T15:00:00.000000Z',
      callback_at: '2026-01-05T15:00:00.000000Z',
      attempts: 0,
      status: 'scheduled',
      variables: {},
    }),
  ])
})

it('of the leads that are due, the next ones are those that the dialer takes first', async () => {
  const world = await startWorld()
  const campaign = await given.campaign(world, { max_calls_in_parallel: 1 })
  const first = await given.lead(world, campaign, { ending: '07' })
  const second = await given.lead(world, campaign, { ending: '24' })
  const promised = await given.lead(world, campaign, { ending: '24' })
  await given.started(world, campaign)
  await world.advance(SECOND)
  expect(world.lead(first).status).toBe('processing')
  // Due later than the other one, and before it all the same, since it was promised.
  await world.put(`/user/leads/${promised}`, { callback_at: new Date(world.clock.now() + SECOND).toISOString() })
  await world.advance(10 * SECOND)
  const next = (await world.get(`/user/campaigns/${campaign}/explain`)).body.next_leads
  expect(next.map(({ id }: { id: number }) => id)).toEqual([promised, second])
  await world.advance(HOUR)
  const called = world.db.prepare('SELECT lead_id FROM calls ORDER BY id').pluck().all()
  expect(called).toEqual([first, promised, second])
})

it('a campaign that is stopped, or whose desk is halted, promises no dial', async () => {
  const world = await startWorld()
  const campaign = await given.campaign(world, { timezone: 'UTC' })
  await given.lead(world, campaign, { ending: '01' })
  await given.started(world, campaign)
  await world.advance(MINUTE)
  const explain = async () => (await world.get(`/user/campaigns/${campaign}/explain`)).body
  expect((await explain()).next_leads).toHaveLength(1)
  await world.post('/user/campaigns/update-status', { campaign_id: campaign, action: 'stop' })
  // The lead keeps its due time for the next start.
  expect(world.lead(1)).toMatchObject({ status: 'rescheduled' })
  expect(await explain()).toMatchObject({ next_leads: [], next_at: null })
  expect((await explain()).reasons.map(({ code }: { code: string }) => code)).toEqual(['not_started'])
  await given.started(world, campaign)
  expect((await explain()).next_leads).toHaveLength(1)
  // Only the answer for the whole desk: halting stops campaigns too.
  world.db
    .prepare("INSERT INTO state (key, value) VALUES ('dialing', ?)")
    .run(JSON.stringify({ state: 'halted', since: world.clock.now(), reason: null }))
  expect(await explain()).toMatchObject({ next_leads: [], next_at: null })
})
