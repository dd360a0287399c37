import { describe, expect, it } from 'vitest'
import { expectInvalid, expectMessage } from '../../support/api'
import { DAY, given, HOUR, MINUTE, startWorld, type TestWorld } from '../../support/world'

const change = async (world: TestWorld, body: object) => (await world.post('/user/leads/changes', body)).body.data
const read = async (world: TestWorld, id: number) => (await world.get(`/user/leads/changes/${id}`)).body
const undo = async (world: TestWorld, id: number) => (await world.post(`/user/leads/changes/${id}/undo`)).body.data
const statusOf = (world: TestWorld, id: number) => world.lead(id).status

/** Lets the worker do all its slices. */
async function finished(world: TestWorld, id: number) {
  for (let i = 0; i < 100 && (await read(world, id)).finished_at === null; i++) await world.advance(0)
  return read(world, id)
}

/** Leads that were given up after one try each, in a campaign that goes on for another. */
async function givenUp(n: number) {
  const world = await startWorld()
  const campaign = await given.campaign(world, { timezone: 'UTC', max_retries: 0 })
  const leads: number[] = []
  for (let i = 0; i < n; i++) leads.push(await given.lead(world, campaign, { ending: '02' }))
  await given.started(world, campaign)
  await world.advance(HOUR)
  for (const id of leads) expect(statusOf(world, id)).toBe('reached-max-retries')
  return { world, campaign, leads }
}

const fill = async (world: TestWorld, campaign_id: number, n: number, from = 5_550_000) =>
  expect(
    (
      await world.post('/user/leads/import', {
        campaign_id,
        leads: Array.from({ length: n }, (_, i) => ({ phone_number: `+1201${from + i}` })),
      })
    ).body.data.created,
  ).toBe(n)

describe('changing many leads', () => {
  it('leads that are named are retried at once, and those that wait or are gone are counted', async () => {
    const { world, campaign, leads } = await givenUp(2)
    const waiting = await given.lead(world, campaign)
    const answer = await world.post('/user/leads/changes', { action: 'retry', ids: [...leads, waiting, 99_999] })
    expect(answer.status).toBe(202)
    expect(answer.body).toMatchObject({
      message: '2 leads were changed.',
      data: {
        status: 'done',
        total: 4,
        done: 4,
        changed: 2,
        skipped: [
          { reason: 'waiting', count: 1 },
          { reason: 'gone', count: 1 },
        ],
        undoable: true,
      },
    })
    for (const id of leads) expect(world.lead(id)).toMatchObject({ status: 'created', attempts: 0 })
  })

  it('a retry that is taken back leaves the leads as they were, but not one that was called since', async () => {
    const { world, campaign, leads } = await givenUp(2)
    const before = leads.map(id => ({ ...world.lead(id), updated_at: 0 }))
    const { id } = await change(world, { action: 'retry', ids: leads })
    expect(await undo(world, id)).toMatchObject({ status: 'undone', changed: 2, skipped: [], undoable: false })
    expect(leads.map(id => ({ ...world.lead(id), updated_at: 0 }))).toEqual(before)

    const again = await change(world, { action: 'retry', ids: leads })
    await given.started(world, campaign)
    await world.advance(HOUR)
    expect(await undo(world, again.id)).toMatchObject({
      changed: 0,
      skipped: [{ reason: 'changed_since', count: 2 }],
    })
  })

  it('a lead on the phone is left alone by every change, and its call goes on to its end', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { timezone: 'UTC' })
    const other = await given.campaign(world)
    const lead = await given.lead(world, campaign)
    await given.started(world, campaign)
    await world.advance(8000)
    expect(statusOf(world, lead)).toBe('processing')
    const skipped = [{ reason: 'on_the_phone', count: 1 }]
    for (const body of [{ action: 'retry' }, { action: 'delete' }, { action: 'move', campaign_id: other }])
      expect(await change(world, { ...body, filter: { campaign_id: campaign } })).toMatchObject({ changed: 0, skipped })
    await world.advance(HOUR)
    expect(world.lead(lead)).toMatchObject({ status: 'completed', campaign_id: campaign })
    expect(world.count('calls')).toBe(1)
  })

  it('leads that are moved go on in the other campaign, except those that it cannot take', async () => {
    const world = await startWorld()
    const from = await given.campaign(world)
    const assistant_id = await given.assistant(world, { variables: { name: '' } })
    const to = await given.campaign(world, { assistant_id })
    const named = await given.campaign(world, {
      assistant_id: await given.assistant(world, { variables: { city: '' } }),
    })
    const [a, b] = [await given.lead(world, from), await given.lead(world, from)]
    const c = await given.lead(world, named, { variables: { city: 'Rome' } })
    await given.lead(world, to, { phone_number: world.lead(b).phone_number })
    const { id, ...answer } = await change(world, { action: 'move', ids: [a, b, c], campaign_id: to })
    expect(answer).toMatchObject({
      campaign_id: to,
      changed: 1,
      skipped: [
        { reason: 'duplicate', count: 1 },
        { reason: 'variables', count: 1 },
      ],
    })
    expect([a, b, c].map(id => world.lead(id).campaign_id)).toEqual([to, from, named])
    await undo(world, id)
    expect(world.lead(a).campaign_id).toBe(from)
  })

  it('a move that is taken back keeps the tries so far, and the lead is not called before its time', async () => {
    const world = await startWorld()
    const from = await given.campaign(world, { timezone: 'UTC', retry_interval: 600 })
    const to = await given.campaign(world)
    const lead = await given.lead(world, from, { ending: '01' })
    await given.started(world, from)
    await world.advance(5 * MINUTE)
    const before = world.lead(lead)
    expect(before).toMatchObject({ status: 'rescheduled', attempts: 1 })
    // Another one keeps the campaign going.
    await given.lead(world, from, { callback_at: undefined, ending: '01' })
    const { id } = await change(world, { action: 'move', ids: [lead], campaign_id: to })
    expect(world.lead(lead)).toMatchObject({ campaign_id: to, attempts: 0 })
    await undo(world, id)
    expect(world.lead(lead)).toMatchObject({ campaign_id: from, attempts: 1, due_at: before.due_at })
    const calls = world.count('calls')
    await world.advance(HOUR)
    expect(world.lead(lead).attempts).toBe(1)
    expect(world.count('calls')).toBe(calls + 1)
  })

  it('numbers that must not be called are listed, and taken off again with the leads that waited', async () => {
    const world = await startWorld()
    const [one, two] = [await given.campaign(world), await given.campaign(world)]
    const lead = await given.lead(world, one)
    const number = String(world.lead(lead).phone_number)
    const twin = await given.lead(world, two, { phone_number: number })
    const { id } = await change(world, { action: 'blacklist', ids: [lead], reason: 'Moved abroad' })
    expect((await world.get('/user/blacklist')).body.data).toMatchObject([
      { phone_number: number, reason: 'Moved abroad', source: 'operator' },
    ])
    expect([lead, twin].map(id => statusOf(world, id))).toEqual(['blacklisted', 'blacklisted'])
    await undo(world, id)
    expect((await world.get('/user/blacklist')).body.total).toBe(0)
    expect([lead, twin].map(id => statusOf(world, id))).toEqual(['created', 'created'])
  })

  it('a number that was on the blacklist before stays there with its own reason', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    const lead = await given.lead(world, campaign)
    const phone_number = String(world.lead(lead).phone_number)
    await world.post('/user/blacklist', { phone_number, reason: 'Asked by e-mail' })
    const listed = await change(world, { action: 'blacklist', ids: [lead], reason: 'Once more' })
    expect(listed.skipped).toEqual([{ reason: 'blacklisted', count: 1 }])
    expect((await world.get('/user/blacklist')).body.data[0].reason).toBe('Asked by e-mail')
  })

  it('all leads of a filter are changed in slices, except some and those that come later', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    await fill(world, campaign, 250)
    const keep = (await world.get(`/user/leads?campaign_id=${campaign}&sort=oldest&per_page=1`)).body.data[0].id
    const begun = await change(world, { action: 'delete', filter: { campaign_id: campaign }, except: [keep] })
    expect(begun).toMatchObject({ status: 'running', total: 249, done: 99, undoable: false })
    await fill(world, campaign, 1, 6_660_000)
    expect(await finished(world, begun.id)).toMatchObject({ status: 'done', total: 249, done: 249, changed: 249 })
    const left = (await world.get(`/user/leads?campaign_id=${campaign}`)).body
    expect(left.total).toBe(2)
    expectMessage(await world.post(`/user/leads/changes/${begun.id}/undo`), 409)
  })

  it('a change goes on after a restart, and one that is cancelled stops and can be taken back', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    await fill(world, campaign, 350)
    const first = await change(world, { action: 'blacklist', filter: { campaign_id: campaign } })
    expect(first.status).toBe('running')
    expectMessage(await world.post(`/user/leads/changes/${first.id}/undo`), 409)
    await world.restart()
    expect(await finished(world, first.id)).toMatchObject({ changed: 350 })
    await undo(world, first.id)
    expect(await finished(world, first.id)).toMatchObject({ status: 'undone', changed: 350 })
    expect((await world.get(`/user/campaigns/${campaign}`)).body.lead_counts).toEqual({ created: 350 })

    const second = await change(world, { action: 'blacklist', filter: { search: '1201' } })
    const { body } = await world.post(`/user/leads/changes/${second.id}/cancel`)
    expect(body.data).toMatchObject({ status: 'cancelled', done: 100, undoable: true })
    await world.advance(MINUTE)
    expect((await world.get('/user/blacklist')).body.total).toBe(100)
    await undo(world, second.id)
    expect(await finished(world, second.id)).toMatchObject({ status: 'undone' })
    expect((await world.get('/user/blacklist')).body.total).toBe(0)
    expect((await world.get('/user/leads/changes')).body.map((one: { id: number }) => one.id)).toEqual([
      second.id,
      first.id,
    ])
    await world.advance(2 * DAY)
    expect((await world.get('/user/leads/changes')).body).toEqual([])
    expect(world.count('lead_change_steps')).toBe(0)
  })

  it('a wrong change says what would be right, and changes nothing', async () => {
    const world = await startWorld()
    expectInvalid(await world.post('/user/leads/changes', { action: 'retry' }), 'ids')
    expectInvalid(await world.post('/user/leads/changes', { action: 'retry', ids: [1], filter: {} }), 'ids')
    expectInvalid(await world.post('/user/leads/changes', { action: 'move', ids: [1] }), 'campaign_id')
    expectInvalid(await world.post('/user/leads/changes', { action: 'move', ids: [1], campaign_id: 9 }), 'campaign_id')
    expectInvalid(await world.post('/user/leads/changes', { action: 'call', ids: [] }), 'action', 'ids')
    expectInvalid(
      await world.post('/user/leads/changes', { action: 'retry', filter: { status: 'asleep' } }),
      'filter.status',
    )
    expect(world.count('lead_changes')).toBe(0)
  })
})

describe('the list of leads', () => {
  it('leads that are due next come soonest first, and those until a moment or with a promise can be asked for', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { timezone: 'UTC', retry_interval: 600 })
    const busy = await given.lead(world, campaign, { ending: '01' })
    await given.started(world, campaign)
    await world.advance(5 * MINUTE)
    const promised = await given.lead(world, campaign)
    await world.put(`/user/leads/${promised}`, { callback_at: '2026-01-05T15:00:00Z' })
    const draft = await given.lead(world, await given.campaign(world))
    await world.advance(MINUTE)
    const ids = async (query: string) =>
      (await world.get(`/user/leads?${query}`)).body.data.map((lead: { id: number }) => lead.id)
    expect(await ids('')).toEqual([draft, promised, busy])
    expect(await ids('sort=oldest')).toEqual([busy, promised, draft])
    expect(await ids('sort=next_due')).toEqual([promised, busy])
    expect(await ids(`sort=next_due&campaign_id=${campaign}`)).toEqual([promised, busy])
    expect(await ids('due_to=2026-01-05T16:00:00Z')).toEqual([promised])
    expect(await ids('callback=true')).toEqual([promised])
    for (const query of ['sort=next_due', 'due_to=2026-01-05T16:00:00Z', 'callback=true'])
      expect((await world.get(`/user/leads?${query}`)).body.total).toBe((await ids(query)).length)
    expectInvalid(await world.get('/user/leads?sort=colour'), 'sort')
  })

  it('one lead shows its attempts with their calls, and whether its number may be called', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { timezone: 'UTC', retry_interval: 30, max_retries: 1 })
    const id = await given.lead(world, campaign, { ending: '01' })
    await given.started(world, campaign)
    await world.advance(2 * HOUR)
    const { status, body } = await world.get(`/user/leads/${id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, status: 'reached-max-retries', attempts: 2, blacklisted: false })
    expect(body.history).toMatchObject([
      { outcome: 'busy', calls: [{ status: 'busy', client_phone_number: body.phone_number, duration: 0 }] },
      { outcome: 'busy', calls: [{ status: 'busy' }] },
    ])
    expect(body.history[0].id).toBeGreaterThan(body.history[1].id)
    await world.post('/user/blacklist', { phone_number: body.phone_number })
    expect((await world.get(`/user/leads/${id}`)).body.blacklisted).toBe(true)
    expectMessage(await world.get('/user/leads/9999'), 404)
  })
})

describe('trying an import', () => {
  it('a trial tells what would be skipped and why, and adds nothing', async () => {
    const world = await startWorld()
    const campaign_id = await given.campaign(world)
    const known = await given.lead(world, campaign_id)
    const [fresh, listed] = [given.number('24'), given.number('24')]
    await world.post('/user/blacklist', { phone_number: listed })
    const leads = [fresh, listed, world.lead(known).phone_number, fresh, '12'].map(phone_number => ({ phone_number }))
    const before = world.count('leads')
    const { body } = await world.post('/user/leads/import', {
      campaign_id,
      leads,
      dry_run: true,
      skip_blacklisted: true,
    })
    expect(body.message).toBe('1 lead would be added. 4 would not.')
    expect(body.data).toMatchObject({ created: 1, skipped: 4 })
    const codes = ({ problems }: { problems: { row: number; code: string }[] }) => problems.map(p => [p.row, p.code])
    const expected = [
      [1, 'blacklisted'],
      [2, 'duplicate'],
      [3, 'duplicate'],
      [4, 'invalid'],
    ]
    expect(codes(body.data)).toEqual(expected)
    expect(world.count('leads')).toBe(before)
    const real = await world.post('/user/leads/import', { campaign_id, leads, skip_blacklisted: true })
    expect(codes(real.body.data)).toEqual(expected)
    expect(world.count('leads')).toBe(before + 1)
    const barred = await world.post('/user/leads/import', { campaign_id, leads: [{ phone_number: listed }] })
    expect(barred.body.data.created).toBe(1)
  })
})
