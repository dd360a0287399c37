import { expect, it } from 'vitest'
import { DAY, given, HOUR, MINUTE, SECOND, startWorld } from '../../support/world'

/** Calls that ended like this, begun at these moments; written as the service would have. */
function calls(world: Awaited<ReturnType<typeof startWorld>>, rows: [at: number, result: string, seconds: number][]) {
  const insert = world.db.prepare(
    `INSERT INTO calls (leg_id, user_id, type, status, assistant_name, carrier, client_phone_number, variables, created_at,
       updated_at, result, talked_ms, carrier_cost) VALUES (?, 1, 'outbound', 'completed', 'A', 'simulated', '+1', '{}', ?, ?, ?, ?, ?)`,
  )
  rows.forEach(([at, result, seconds], i) => {
    insert.run(`leg-${i}`, at, at, result, seconds * SECOND, seconds * 1000)
  })
}
const at = (text: string) => Date.parse(text)

it('statistics count the results of a campaign in the words of the console', async () => {
  const world = await startWorld()
  const campaign = await given.campaign(world, { max_calls_in_parallel: 20 })
  for (const ending of ['01', '02', '03', '04', '06', '24', '15']) await given.lead(world, campaign, { ending })
  await given.started(world, campaign)
  await world.advance(20 * MINUTE)
  await world.post('/user/make_call', { assistant_id: 1, phone_number: given.number('01') })
  await world.advance(MINUTE)
  const { status, body } = await world.get(`/user/stats?from=2026-01-05&to=2026-01-05&campaign_id=${campaign}`)
  expect(status).toBe(200)
  expect(body.totals).toMatchObject({
    dials: 7,
    talked: 3,
    results: { voicemail: 1, no_answer: 1, busy: 1, failed: 1 },
  })
  expect(body.totals.goals + body.totals.results.talked).toBe(3)
  expect(body.totals.cost).toBeCloseTo(25 - (await world.get('/user/me')).body.total_balance, 6)
  expect((await world.get('/user/stats?from=2026-01-05&to=2026-01-05')).body.totals).toMatchObject({
    dials: 8,
    results: { busy: 2 },
  })
})

it('statistics use hours and days of the workspace, over a clock change', async () => {
  const world = await startWorld()
  world.db.prepare("INSERT INTO state VALUES ('settings', ?)").run(JSON.stringify({ timezone: 'Europe/Rome' }))
  calls(world, [
    [at('2026-03-28T22:59:00Z'), 'goal', 60], // Saturday, 23:59
    [at('2026-03-28T23:00:00Z'), 'busy', 0], // Sunday, 00:00
    [at('2026-03-29T21:59:00Z'), 'talked', 30], // Sunday, 23:59, of a day of 23 hours
    [at('2026-03-29T22:00:00Z'), 'voicemail', 10], // Monday
  ])
  const days = (await world.get('/user/stats?from=2026-03-28&to=2026-03-30')).body
  expect(days.buckets.map((b: { start: string; dials: number }) => [b.start.slice(0, 16), b.dials])).toEqual([
    ['2026-03-27T23:00', 1],
    ['2026-03-28T23:00', 2],
    ['2026-03-29T22:00', 1],
  ])
  expect(days).toMatchObject({
    timezone: 'Europe/Rome',
    totals: { talked: 2, goals: 1, talk_seconds: 100, average_talk_seconds: 45 },
  })
  const hours = (await world.get('/user/stats?from=2026-03-29&to=2026-03-29&by=hour')).body
  expect(hours.buckets).toHaveLength(23)
  expect(hours.buckets.map((b: { dials: number }) => b.dials).filter(Boolean)).toEqual([1, 1])
})

it('hours and days are those of the time zone that was asked for, else of the workspace, and the answer names it', async () => {
  const world = await startWorld()
  calls(world, [[at('2026-01-06T02:30:00Z'), 'busy', 0]]) // Monday, 21:30, in New York
  const busy = async (query: string) => {
    const { body } = await world.get(`/user/stats?${query}`)
    const { start } = body.buckets.find((bucket: { dials: number }) => bucket.dials > 0) ?? {}
    return [body.timezone, body.totals.dials, start?.slice(0, 16)]
  }
  expect(await busy('from=2026-01-05&to=2026-01-05&timezone=america/new_york')).toEqual([
    'America/New_York',
    1,
    '2026-01-05T05:00',
  ])
  expect(await busy('from=2026-01-05&to=2026-01-05')).toEqual(['UTC', 0, undefined])
  const india = 'from=2026-01-06&to=2026-01-06&by=hour&timezone=Asia/Kolkata'
  expect(await busy(india)).toEqual([expect.stringMatching(/^Asia.(Kolkata|Calcutta)$/), 1, '2026-01-06T02:30'])
  expect((await world.get('/user/stats?from=2026-01-05&to=2026-01-05&timezone=Mars')).status).toBe(422)
})

it('statistics compare with the same span of the week before', async () => {
  const world = await startWorld()
  const now = at('2026-01-14T12:00:00Z')
  calls(world, [
    [now, 'goal', 10],
    [now - 7 * DAY, 'busy', 0],
    [now - 7 * DAY + 2 * HOUR, 'busy', 0],
  ])
  const { body } = await world.get('/user/stats?from=2026-01-14T11:00:00Z&to=2026-01-14T13:00:00Z&by=hour')
  expect([body.totals.dials, body.week_before.dials, body.week_before.results.busy]).toEqual([1, 1, 1])
})

it.each([
  ['from=2026-01-05', 'to'],
  ['from=2026-02-31&to=2026-03-01', 'from'],
  ['from=yesterday&to=2026-03-01', 'from'],
  ['from=2026-01-06&to=2026-01-05', 'to'],
  ['from=2020-01-01&to=2026-01-05&by=hour', 'to'],
  ['from=2026-01-05&to=2026-01-05&by=week', 'by'],
])('statistics refuse %s with an error on %s', async (query, field) => {
  const world = await startWorld()
  const { status, body } = await world.get(`/user/stats?${query}`)
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
})

it('a waveform has the peaks of each side where it spoke', async () => {
  const world = await startWorld()
  const assistant_id = await given.assistant(world, { record: true })
  const made = await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })
  await world.advance(5 * MINUTE)
  const { id } = { id: made.body.call_id }
  const { body } = await world.get(`/user/calls/${id}/waveform?points=200`)
  const call = (await world.get(`/user/calls/${id}`)).body
  expect([body.customer.length, body.assistant.length]).toEqual([200, 200])
  expect(Math.ceil(body.duration_ms / 1000)).toBe(call.duration)
  const answered = world.db.prepare('SELECT answered_at FROM calls').pluck().get() as number
  for (const item of call.transcript.filter((item: { type: string }) => item.type === 'transcript')) {
    const pointAt = (time: number) => ((time * 1000 - answered) / body.duration_ms) * 200
    const [from, to] = [Math.ceil(pointAt(item.timestamp)), Math.floor(pointAt(item.end_timestamp))]
    const [speaks, listens] =
      item.sender === 'human' ? [body.customer, body.assistant] : [body.assistant, body.customer]
    // A sentence has pauses, so one point of it may be silent.
    expect(Math.max(...speaks.slice(from, to + 1))).toBeGreaterThan(0.1)
    expect(Math.max(0, ...listens.slice(from + 1, to))).toBe(0)
  }
  const silent = await world.post('/user/make_call', { assistant_id, phone_number: given.number('01') })
  await world.advance(MINUTE)
  expect((await world.get(`/user/calls/${silent.body.call_id}/waveform`)).status).toBe(404)
})

it('people who asked not to be called again are counted, although their leads are completed', async () => {
  const world = await startWorld()
  const campaign = await given.campaign(world)
  for (const ending of ['06', '24', '01']) await given.lead(world, campaign, { ending })
  await given.started(world, campaign)
  await world.advance(10 * MINUTE)
  const { totals } = (await world.get(`/user/stats?from=2026-01-05&to=2026-01-05&campaign_id=${campaign}`)).body
  expect(totals.do_not_call).toBe(1)
  expect((await world.get(`/user/campaigns/${campaign}`)).body.lead_counts.blacklisted).toBe(undefined)
})

it.each([
  // Now is Monday, 09:20 UTC.
  ['Asia/Kolkata', '2026-01-05T08:30', 'in India it is 14:50'],
  ['Asia/Kathmandu', '2026-01-05T09:15', 'in Nepal it is 15:05'],
  ['Australia/Adelaide', '2026-01-05T08:30', 'in Adelaide it is 19:50'],
  ['Pacific/Chatham', '2026-01-05T09:15', 'on the Chatham Islands it is 23:05'],
  ['America/St_Johns', '2026-01-05T08:30', 'in Newfoundland it is 05:50'],
  ['Europe/Rome', '2026-01-05T09:00', 'in Rome it is 10:20'],
])('in %s the hour that is going on begins at %s UTC: %s', async (timezone, start) => {
  const world = await startWorld({ at: at('2026-01-05T09:20:00Z') })
  calls(world, [[at('2026-01-05T09:19:00Z'), 'busy', 0]])
  // The day goes on until midnight, so that hours to come are in the answer.
  const { body } = await world.get(`/user/stats?from=2026-01-05&to=2026-01-06&by=hour&timezone=${timezone}`)
  expect(body.now).toBe('2026-01-05T09:20:00.000000Z')
  const isCurrent = (bucket: { start: string }, i: number) =>
    bucket.start <= body.now && body.now < (body.buckets[i + 1]?.start ?? body.to)
  const current = body.buckets.filter(isCurrent)
  expect(current).toMatchObject([{ start: expect.stringContaining(start), dials: 1 }])
  const later = body.buckets.filter((bucket: { start: string }) => bucket.start > body.now)
  expect(later.length).toBeGreaterThan(0)
  expect(later.every((bucket: { dials: number }) => bucket.dials === 0)).toBe(true)
  // Every hour but the first begins with the hour of the clock on the wall.
  const minute = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, minute: 'numeric' })
  for (const bucket of body.buckets) expect(Number(minute.format(new Date(bucket.start)))).toBe(0)
})

it('desk time is told in the answer also where the time that was asked for is over', async () => {
  const world = await startWorld()
  const { body } = await world.get('/user/stats?from=2026-01-01&to=2026-01-02')
  expect([body.now, body.now > body.to]).toEqual(['2026-01-05T09:00:00.000000Z', true])
})

it.each([
  ['2026-04-04T14:00:00Z', '2026-04-04T18:00:00Z', ['14:00', '15:30', '16:30', '17:30']],
  ['2026-10-03T14:30:00Z', '2026-10-03T18:00:00Z', ['14:30', '15:30', '16:00', '17:00']],
])('hours from %s to %s begin with the hour, where the clocks change by half an hour', async (from, to, starts) => {
  const world = await startWorld()
  const query = `from=${from}&to=${to}&by=hour&timezone=Australia/Lord_Howe`
  const { body } = await world.get(`/user/stats?${query}`)
  expect(body.buckets.map(({ start }: { start: string }) => start.slice(11, 16))).toEqual(starts)
})
