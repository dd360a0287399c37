import fc from 'fast-check'
import { expect, it } from 'vitest'
import { campaignDefaults } from '../../../src/contract/campaigns'
import { callResults } from '../../../src/contract/stats'
import { days } from '../../../src/contract/statuses'
import { isoTime } from '../../../src/contract/wire'
import { reached } from '../../../src/main/core/campaigns/retry'
import type { Rules } from '../../../src/main/core/campaigns/rules'
import { dayAt, nextOpening, windowAt, zoneOf } from '../../../src/main/core/campaigns/windows'
import { KnownWindows } from '../../../src/main/core/rehearsals/known-windows'
import type { Dial, Plan, PlannedLead, Run } from '../../../src/main/core/rehearsals/model'
import { rehearseOnce } from '../../../src/main/core/rehearsals/run'
import { draw } from '../../../src/main/core/rehearsals/simulation'
import { DAY, given, HOUR, MINUTE, MONDAY_9, SECOND, startWorld } from '../../support/world'

const zones = ['Europe/Rome', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland']
const time = fc
  .integer({ min: 0, max: 1439 })
  .map(n => `${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}:00`)

const rulesOf: fc.Arbitrary<Rules> = fc
  .record({
    allowed_hours_start_time: time,
    allowed_hours_end_time: time,
    allowed_days: fc.subarray([...days], { minLength: 1 }),
    max_calls_in_parallel: fc.integer({ min: 1, max: 6 }),
    max_retries: fc.integer({ min: 0, max: 3 }),
    retry_interval: fc.integer({ min: 10, max: 600 }),
    retry_intervals: fc.option(fc.array(fc.integer({ min: 10, max: 4320 }), { minLength: 1, maxLength: 3 })),
    respect_lead_time_zone: fc.boolean(),
    max_calls_per_number_per_day: fc.option(fc.integer({ min: 1, max: 3 })),
    retry_on_voicemail: fc.boolean(),
    timezone: fc.constantFrom(...zones),
  })
  .filter(rules => rules.allowed_hours_start_time !== rules.allowed_hours_end_time)
  .map(rules => ({ ...campaignDefaults, ...rules }))

const number = fc.integer({ min: 0, max: 30 }).map(n => `+1201555${String(n).padStart(4, '0')}`)
const near = fc.integer({ min: -2 * HOUR, max: 3 * DAY })
const leadOf = fc.record({
  timeZone: fc.option(fc.constantFrom(...zones)),
  state: fc.constantFrom<PlannedLead['state']>('created', 'created', 'scheduled', 'rescheduled', 'processing'),
  attempts: fc.integer({ min: 0, max: 2 }),
  nextContact: fc.integer({ min: 0, max: 2 }),
  rank: fc.constantFrom<0 | 1>(0, 1),
  due: near,
  callback: fc.option(near, { freq: 6 }),
  dialed: fc.integer({ min: 0, max: MINUTE }),
  targets: fc.array(
    fc.record({
      number,
      zone: fc.constantFrom(...zones),
      listed: fc.oneof({ arbitrary: fc.constant(0), weight: 6 }, fc.constantFrom(HOUR, Infinity)),
    }),
    { minLength: 1, maxLength: 3 },
  ),
})
const callOf = fc
  .record({
    result: fc.constantFrom(...callResults),
    line: fc.integer({ min: 1, max: 60 }),
    talk: fc.integer({ min: 1, max: 300 }),
    missed: fc.boolean(),
  })
  .map(({ result, line, talk, missed }) => {
    const answered = result === 'goal' || result === 'talked' || result === 'voicemail'
    const talkMs = answered ? talk * SECOND : 0
    const outcome =
      result === 'goal' || result === 'talked' ? (missed ? ('goal_missed' as const) : ('talked' as const)) : result
    return { result, outcome, lineMs: line * SECOND + talkMs, talkMs }
  })

const planOf: fc.Arbitrary<Plan> = fc
  .record({
    rules: rulesOf,
    now: fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2026, 11) }),
    ahead: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5 * DAY })),
    lines: fc.integer({ min: 1, max: 6 }),
    callsPerSecond: fc.integer({ min: 1, max: 3 }),
    balance: fc.integer({ min: 0, max: 5_000_000 }),
    leads: fc.array(leadOf, { maxLength: 40 }),
    sample: fc.array(callOf, { minLength: 1, maxLength: 12 }),
    dialed: fc.array(fc.tuple(number, fc.integer({ min: 0, max: DAY })), { maxLength: 20 }),
  })
  .map(({ rules, now, ahead, leads, dialed, ...others }) => {
    const planned = leads.map(({ due, callback, dialed, targets, ...lead }) => ({
      ...lead,
      zone: zoneOf(rules, lead.timeZone),
      nextContact: Math.min(lead.nextContact, targets.length - 1),
      dueAt: now + due,
      callbackAt: callback === null ? null : now + callback,
      dialedAt: now - dialed,
      targets: targets.map(({ number, zone, listed }, i) => ({
        number,
        zone: zoneOf(rules, i === 0 ? lead.timeZone : zone),
        listedUntil: listed && now + listed,
      })),
    }))
    const byNumber = new Map<string, number[]>()
    for (const [number, ago] of dialed) byNumber.set(number, [...(byNumber.get(number) ?? []), now - ago])
    return {
      ...others,
      rules,
      now,
      start: now + ahead,
      until: now + ahead + 40 * DAY,
      price: 100_000,
      lowBalance: 1_000_000,
      leads: planned,
      zones: [...new Set(planned.flatMap(lead => lead.targets.map(target => target.zone)))],
      dialed: byNumber,
      windows: new KnownWindows(rules),
    }
  })

function simulate(plan: Plan, seed = 1): { run: Run; dials: Dial[]; counted: number } {
  const dials: Dial[] = []
  const work = rehearseOnce(plan, seed, dial => dials.push(dial))
  for (let counted = 0; ; ) {
    const { done, value } = work.next()
    if (done) return { run: value, dials, counted }
    counted += value
  }
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, n) => all + n, 0)

it('a simulation counts every lead exactly once', () => {
  fc.assert(
    fc.property(planOf, plan => {
      const { run, dials, counted } = simulate(plan)
      expect(sum(run.leads)).toBe(plan.leads.length)
      expect(run.finishedAt.length).toBe(plan.leads.length - run.leads.left_over)
      expect(counted).toBe(run.finishedAt.length)
      expect(run.finish === null).toBe(run.leads.left_over > 0)
      expect([...run.finishedAt]).toEqual([...run.finishedAt].sort((a, b) => a - b))
      expect(sum(run.results)).toBe(dials.length)
      expect(run.talkMs).toBe(dials.reduce((all, dial) => all + dial.call.talkMs, 0))
      // The talked count has the leads that were talked to and do not wait, and leads that were in a call at the start.
      const spoken = new Set(dials.filter(({ call }) => reached(call.outcome)).map(({ lead }) => lead))
      const onThePhone = plan.leads.filter(lead => lead.state === 'processing').length
      expect(run.leads.talked).toBeLessThanOrEqual(spoken.size + onThePhone)
      expect(run.leads.talked).toBeGreaterThanOrEqual(spoken.size - run.leads.left_over - run.leads.blacklisted)
    }),
  )
})

it('a simulation never dials outside the window, before the start, a lead twice at once, or a blacklisted number', () => {
  fc.assert(
    fc.property(planOf, plan => {
      const { dials } = simulate(plan)
      const busyUntil = new Map<number, number>()
      for (const { lead, contact, at, call } of dials) {
        const { targets } = plan.leads[lead]!
        expect(at).toBeGreaterThanOrEqual(plan.start)
        expect(windowAt(plan.rules, targets[contact]!.zone, at).open).toBe(true)
        expect(targets[contact]!.listedUntil).toBeLessThanOrEqual(at)
        expect(targets[0]!.listedUntil).toBeLessThanOrEqual(at)
        expect(busyUntil.get(lead) ?? 0).toBeLessThanOrEqual(at)
        busyUntil.set(lead, at + call.lineMs)
      }
    }),
  )
})

it('a simulation never exceeds the caps on parallel calls, calls per second, attempts and calls per number a day', () => {
  fc.assert(
    fc.property(planOf, plan => {
      const { run, dials } = simulate(plan)
      const { rules } = plan
      const lines = Math.min(rules.max_calls_in_parallel, plan.lines)
      dials.forEach((dial, i) => {
        const open = dials.slice(0, i + 1).filter(({ at, call }) => at + call.lineMs > dial.at)
        // Calls that run at the start may be more than the caps of now allow; then nothing is dialed.
        expect(open.length).toBeLessThanOrEqual(lines)
        expect(dial.lines).toBeGreaterThanOrEqual(open.length)
        expect(dial.lines).toBeLessThanOrEqual(lines)
        const second = dials.slice(0, i + 1).filter(({ at }) => at > dial.at - SECOND)
        expect(second.length).toBeLessThanOrEqual(plan.callsPerSecond)
        const cap = rules.max_calls_per_number_per_day
        if (cap === null) return
        const numberOf = ({ lead, contact }: Dial) => plan.leads[lead]!.targets[contact]!.number
        const today = dayAt(plan.leads[dial.lead]!.targets[dial.contact]!.zone, dial.at).start
        const before = (plan.dialed.get(numberOf(dial)) ?? []).filter(at => at >= today).length
        const same = dials.slice(0, i + 1).filter(other => numberOf(other) === numberOf(dial) && other.at >= today)
        expect(before + same.length).toBeLessThanOrEqual(Math.max(cap, before))
      })
      expect(run.peakLines).toBe(Math.max(0, ...dials.map(dial => dial.lines)))
      plan.leads.forEach((lead, i) => {
        // One more for a promised callback, which is dialed after any number of attempts.
        const tries = Math.max(1, rules.max_retries + 1 - lead.attempts) + (lead.callbackAt === null ? 0 : 1)
        expect(dials.filter(dial => dial.lead === i).length).toBeLessThanOrEqual(tries * lead.targets.length)
      })
    }),
  )
})

it('a simulation gives the same result for the same input', () => {
  fc.assert(
    fc.property(planOf, fc.integer({ min: 0, max: 200 }), (plan, seed) => {
      const again = { ...plan, windows: new KnownWindows(plan.rules) }
      expect(simulate(again, seed)).toEqual(simulate(plan, seed))
    }),
    { numRuns: 30 },
  )
})

it.each([false, true])(
  'a simulation gets past any number of leads that are skipped (own zones: %s)',
  respect_lead_time_zone => {
    const rules: Rules = { ...campaignDefaults, timezone: 'UTC', respect_lead_time_zone }
    const leadWith = (listedUntil: number): PlannedLead => ({
      timeZone: null,
      zone: 'UTC',
      state: 'created',
      attempts: 0,
      nextContact: 0,
      rank: 1,
      dueAt: MONDAY_9,
      callbackAt: null,
      dialedAt: MONDAY_9,
      targets: [{ number: '+12015550100', zone: 'UTC', listedUntil }],
    })
    for (const listed of [499, 500, 501, 1000, 1500, 3000]) {
      const { run } = simulate({
        rules,
        now: MONDAY_9,
        start: MONDAY_9,
        until: MONDAY_9 + DAY,
        lines: 3,
        callsPerSecond: 5,
        price: 0,
        balance: 0,
        lowBalance: 0,
        leads: [...Array.from({ length: listed }, () => leadWith(Infinity)), leadWith(0)],
        zones: ['UTC'],
        sample: [{ result: 'talked', outcome: 'talked', lineMs: MINUTE, talkMs: MINUTE }],
        dialed: new Map(),
        windows: new KnownWindows(rules),
      })
      expect(run.leads).toMatchObject({ blacklisted: listed, talked: 1, left_over: 0 })
    }
  },
)

it('random draws are even, and differ for each run, lead and dial', () => {
  const tenths = new Array<number>(10).fill(0)
  const seen = new Set<number>()
  for (let seed = 0; seed < 10; seed++)
    for (let lead = 0; lead < 1000; lead++)
      for (let dial = 0; dial < 4; dial++) {
        const value = draw(seed, lead, dial)
        tenths[Math.floor(value * 10)]!++
        seen.add(value)
      }
  for (const n of tenths) expect(Math.abs(n - 4000)).toBeLessThan(300) // five standard deviations
  expect(seen.size).toBeGreaterThan(39_900)
})

it('the cache of windows and days gives the true values in any order', () => {
  fc.assert(
    fc.property(
      rulesOf,
      fc.array(fc.tuple(fc.constantFrom(...zones), fc.integer({ min: 0, max: 20 * DAY })), { maxLength: 60 }),
      (rules, asked) => {
        const known = new KnownWindows(rules)
        for (const [zone, after] of asked) {
          const at = Date.UTC(2026, 2, 20) + after // clocks change meanwhile
          expect(known.of(rules, zone, at).open).toBe(windowAt(rules, zone, at).open)
          expect(known.of(rules, zone, at).until).toBeGreaterThan(at)
          expect(nextOpening(rules, zone, at, known.of)).toBe(nextOpening(rules, zone, at))
          expect(known.day(zone, at)).toEqual(dayAt(zone, at))
        }
      },
    ),
    { numRuns: 25 },
  )
})

it('a simulation is near to what a real campaign does', async () => {
  const world = await startWorld()
  await world.post('/user/balance/top-up', { amount: 1000 })
  const rules = {
    timezone: 'Europe/Rome',
    allowed_hours_start_time: '10:00',
    allowed_hours_end_time: '10:29',
    max_calls_in_parallel: 2,
    max_retries: 2,
    retry_interval: 20,
  }
  const assistant_id = await given.assistant(world)
  const endings = ['24', '15', '16', '17', '18', '19', '20', '04', '05', '01', '02', '09']
  const leads = Array.from({ length: 96 }, (_, i) => given.number(endings[i % endings.length]!))
  const campaignOf = async () => {
    const campaign = await given.campaign(world, { ...rules, assistant_id })
    for (const phone_number of leads) await given.lead(world, campaign, { phone_number })
    return campaign
  }
  const first = await campaignOf()
  await given.started(world, first)
  for (let days = 0; (await world.get(`/user/campaigns/${first}`)).body.status === 'in-progress'; days++) {
    expect(days).toBeLessThan(20)
    await world.advance(DAY)
  }
  const calls = world.db
    .prepare('SELECT result, talked_ms, created_at, ended_at FROM calls WHERE campaign_id = ?')
    .all(first) as { result: string; talked_ms: number; created_at: number; ended_at: number }[]
  const talked = calls.filter(call => call.result === 'goal' || call.result === 'talked')
  const talkSeconds = calls.reduce((all, call) => all + call.talked_ms, 0) / SECOND
  const finish = Math.max(...calls.map(call => call.ended_at)) - MONDAY_9

  // The same leads, four weeks later at the same time of the week.
  const second = await campaignOf()
  const start = MONDAY_9 + 28 * DAY
  const { body } = await world.post(`/user/campaigns/${second}/rehearse`, { start_at: isoTime(start) })
  await world.advance(0)
  const { forecast } = (await world.get(`/user/rehearsals/${body.data.id}`)).body
  expect(forecast.assumptions).toMatchObject({ basis: 'assistant', calls: calls.length })
  expect(forecast.leads).toMatchObject({ total: 96, left_over: 0, blacklisted: 0 })
  // A simulated number has its fate for good, so that a busy one is busy again; the rehearsal knows only how often dials
  // are busy, and draws each anew. With a third of the leads not reached at first, that makes up to a sixth of the dials.
  const off = (forecasted: number, real: number) => Math.abs(forecasted / real - 1)
  expect(off(forecast.dials.expected, calls.length)).toBeLessThan(0.2)
  expect(off(forecast.talked.expected, talked.length)).toBeLessThan(0.2)
  expect(off(forecast.talk_seconds.expected, talkSeconds)).toBeLessThan(0.25)
  // Half an hour a day is open: what is compared is how much of that it takes.
  const opened = (ms: number) => Math.floor(ms / DAY) * 30 + Math.min(30, (ms % DAY) / MINUTE)
  expect(off(opened(Date.parse(forecast.finish_at.expected) - start), opened(finish))).toBeLessThan(0.25)
  expect(forecast.peak_lines).toBe(2)
})
