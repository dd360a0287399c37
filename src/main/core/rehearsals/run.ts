import { type Outcome, reached, retryDelay, verdictOf } from '../campaigns/retry'
import { intoWindow, nextOpening } from '../campaigns/windows'
import { MOST_LOOKED_AT } from '../dialing/claim'
import { QUEUE_SIZE, REFILL_BELOW } from '../dialing/queue'
import { SECOND } from '../kernel/time'
import { callPrice } from '../money/amounts'
import { Heap } from './heap'
import type { Dial, End, Plan, Run, SampleCall, Want } from './model'

/** Steps of work after which somebody else may have a turn; a window that must be worked out counts for many. */
const TURN = 200

/**
 * Plays a campaign once, event by event on a clock of its own, as the dialer, the settling of calls and the table of
 * leads have it. Yields how many leads were done with since the last time.
 */
export function* rehearseOnce(plan: Plan, seed: number, look?: (dial: Dial) => void): Generator<number, Run> {
  const simulation = new Simulation(plan, seed, look)
  let told = 0
  const news = () => {
    const n = simulation.settledCount - told
    told = simulation.settledCount
    return n
  }
  for (let i = 0; i < plan.leads.length; i++) {
    simulation.place(i)
    if (i % 1000 === 999) yield 0
  }
  let work = 0
  for (let at = plan.now; at < plan.until && simulation.left > 0; ) {
    if (at >= plan.start && plan.rules.respect_lead_time_zone)
      for (const zone of plan.zones) while (plan.windows.learn(zone, at)) yield 0
    const asked = plan.windows.asked
    simulation.worked = 0
    at = simulation.step(at)
    work += 1 + simulation.worked + (plan.windows.asked - asked) * TURN
    if (work < TURN) continue
    work = 0
    yield news()
  }
  yield news()
  return simulation.end()
}

/** Numbers between 0 and 1 that follow from the run, the lead and how often it was dialed: other settings, same people. */
export function draw(seed: number, lead: number, dial: number): number {
  let h = Math.imul(seed + 0x9e3779b9, 0x85ebca6b) ^ Math.imul(lead + 0x7f4a7c15, 0xc2b2ae35)
  h = Math.imul(h ^ (h >>> 15) ^ Math.imul(dial + 1, 0x27d4eb2f), 0x2c1b3c6d)
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39)
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}

const created = 0
const scheduled = 1
const rescheduled = 2
const processing = 3
const done = 4
const stateOf = { created, scheduled, rescheduled, processing }

class Simulation {
  left: number
  settledCount = 0
  /** Leads that the last step looked at. */
  worked = 0
  private readonly run: Run
  private readonly state: Uint8Array
  private readonly attempts: Uint8Array
  private readonly contact: Uint8Array
  private readonly rank: Uint8Array
  private readonly dials: Uint16Array
  private readonly talked: Uint8Array
  private readonly dialedAt: Float64Array
  private readonly call: Int32Array
  /** What waits to be due, by rank. */
  private readonly waiting: readonly [Heap, Heap]
  private readonly onCarrierReport: Heap
  /** Not yet taken in hand, by zone, in the dialer's order. */
  private readonly fresh = new Map<string, { leads: number[]; next: number }>()
  private readonly numbers = new Map<string, number[]>()
  private freshLeft = 0
  private queued = 0
  /** When the carrier was asked last, as many times as it may be in a second. */
  private readonly asked: Float64Array
  private askedCount = 0
  private spent = 0

  constructor(
    private readonly plan: Plan,
    private readonly seed: number,
    private readonly look: ((dial: Dial) => void) | undefined,
  ) {
    const n = plan.leads.length
    this.left = n
    this.state = new Uint8Array(n)
    this.attempts = new Uint8Array(n)
    this.contact = new Uint8Array(n)
    this.rank = new Uint8Array(n)
    this.dials = new Uint16Array(n)
    this.talked = new Uint8Array(n)
    this.dialedAt = new Float64Array(n)
    this.call = new Int32Array(n)
    this.waiting = [new Heap(), new Heap()]
    this.onCarrierReport = new Heap()
    this.asked = new Float64Array(plan.callsPerSecond).fill(-Infinity)
    this.run = {
      seed,
      results: { goal: 0, talked: 0, voicemail: 0, no_answer: 0, busy: 0, failed: 0 },
      talkMs: 0,
      cost: 0,
      leads: { talked: 0, voicemail: 0, not_reached: 0, blacklisted: 0, left_over: 0 },
      settled: new Float64Array(n),
      firstDial: null,
      lastDial: null,
      finish: null,
      peakLines: 0,
      busyMs: 0,
      wanted: { campaign_lines: 0, desk_lines: 0, calls_per_second: 0 },
      putOff: 0,
      coveredDials: 0,
      runsOutAt: null,
      lowAt: plan.balance < plan.lowBalance ? plan.now : null,
    }
  }

  /** Puts a lead where it stands now. */
  place(i: number) {
    const lead = this.plan.leads[i]!
    this.move(i, stateOf[lead.state])
    this.attempts[i] = lead.attempts
    this.contact[i] = lead.nextContact
    if (lead.state === 'processing') {
      // It is on the phone already: it takes a line, and what comes of it counts for the lead only.
      const drawn = this.drawCall(i)
      this.dialedAt[i] = lead.dialedAt
      this.onCarrierReport.push(Math.max(this.plan.now, lead.dialedAt + this.plan.sample[drawn]!.lineMs), i)
    } else if (lead.state !== 'created') this.wait(i, lead.dueAt, lead.rank)
    else if (lead.callbackAt !== null) {
      // What was promised is taken in hand at once.
      this.move(i, scheduled)
      this.wait(i, lead.callbackAt, 0)
    } else {
      this.freshLeft++
      const queue = this.fresh.get(lead.zone)
      if (queue) queue.leads.push(i)
      else this.fresh.set(lead.zone, { leads: [i], next: 0 })
    }
  }

  /** Does what is due at a moment; answers when something may be due next. */
  step(at: number): number {
    while (this.onCarrierReport.size > 0 && this.onCarrierReport.key <= at)
      this.callEnds(this.onCarrierReport.pop(), at)
    if (this.left === 0) return at
    if (at < this.plan.start) return Math.min(this.plan.start, this.nextEnd())
    return this.round(at)
  }

  end(): Run {
    const { run, plan } = this
    run.leads.left_over = this.left
    run.settled = run.settled.subarray(0, this.settledCount)
    if (this.left === 0) run.finish = run.settled.at(-1) ?? plan.start
    return run
  }

  private nextEnd = () => (this.onCarrierReport.size > 0 ? this.onCarrierReport.key : Infinity)

  /** A round of the dialer's for this campaign, under its caps. */
  private round(at: number): number {
    const { rules, windows } = this.plan
    const lines = Math.min(rules.max_calls_in_parallel, this.plan.lines)
    let wake = Infinity
    if (!rules.respect_lead_time_zone) {
      const window = windows.of(rules, rules.timezone, at)
      if (!window.open) return Math.min(window.until, this.nextEnd())
    }
    if (this.onCarrierReport.size < lines) this.fillQueue(at)
    if (rules.respect_lead_time_zone)
      for (const [zone, queue] of this.fresh) {
        if (queue.next === queue.leads.length) continue
        const window = windows.of(rules, zone, at)
        if (!window.open) wake = Math.min(wake, window.until)
      }
    let want: Want | null = null
    for (let due = this.due(at); due !== null; due = this.due(at)) {
      if (this.onCarrierReport.size >= lines) want = lines === this.plan.lines ? 'desk_lines' : 'campaign_lines'
      else if (this.asked[this.askedCount % this.asked.length]! > at - SECOND) {
        want = 'calls_per_second'
        wake = Math.min(wake, this.asked[this.askedCount % this.asked.length]! + SECOND)
      }
      if (want) break
      // More may be due than one round looks at: then the next one follows at once.
      if (++this.worked > MOST_LOOKED_AT) return at
      this.dial(due.pop(), at)
    }
    // All that was in hand was passed over, and there is more to take.
    if (!want && this.onCarrierReport.size < lines && this.canTake(at)) return at
    if (!want) for (const heap of this.waiting) if (heap.size > 0) wake = Math.min(wake, heap.key)
    const next = Math.min(wake, this.nextEnd(), this.plan.until)
    if (want || this.onCarrierReport.size > 0) this.run.busyMs += next - at
    if (want) this.run.wanted[want] += next - at
    return next
  }

  /** Promised callbacks first, then what has waited longest. */
  private due(at: number): Heap | null {
    for (const heap of this.waiting) if (heap.size > 0 && heap.key <= at) return heap
    return null
  }

  /** Takes the next leads in hand as the dialer does: a thousand, and only where it may be dialed now. */
  private fillQueue(at: number) {
    if (this.freshLeft === 0) return
    const queued = this.queuedAt(at)
    if (queued >= REFILL_BELOW) return
    const open = [...this.fresh].flatMap(([zone, queue]) => (this.isOpen(zone, at) ? [queue] : []))
    for (let wanted = QUEUE_SIZE - queued; wanted > 0; wanted--) {
      let first: { leads: number[]; next: number } | undefined
      for (const queue of open)
        if (queue.next < queue.leads.length && (!first || queue.leads[queue.next]! < first.leads[first.next]!))
          first = queue
      if (!first) return
      const i = first.leads[first.next++]!
      this.freshLeft--
      this.move(i, scheduled)
      this.wait(i, at, 1)
      this.worked++
    }
  }

  private canTake(at: number): boolean {
    if (this.freshLeft === 0 || this.queuedAt(at) >= REFILL_BELOW) return false
    for (const [zone, queue] of this.fresh) if (queue.next < queue.leads.length && this.isOpen(zone, at)) return true
    return false
  }

  private isOpen = (zone: string, at: number) => this.plan.windows.of(this.plan.rules, zone, at).open

  private queuedAt = (at: number) =>
    this.plan.rules.respect_lead_time_zone
      ? this.waiting[1].countUpTo(at, REFILL_BELOW)
      : this.queued - (this.waiting[0].size - this.waiting[0].countUpTo(at, QUEUE_SIZE))

  private move(i: number, to: number) {
    if (this.state[i] === scheduled) this.queued--
    if (to === scheduled) this.queued++
    this.state[i] = to
  }

  private wait(i: number, dueAt: number, rank: 0 | 1) {
    this.rank[i] = rank
    this.waiting[rank].push(dueAt, i)
  }

  private dial(i: number, at: number) {
    const { plan } = this
    const { rules } = plan
    const lead = plan.leads[i]!
    const rank = this.rank[i] as 0 | 1
    const window = plan.windows.of(rules, lead.zone, at)
    if (!window.open) return this.wait(i, nextOpening(rules, lead.zone, at, plan.windows.of) ?? window.until, rank)
    const contact = this.nextContact(i, at)
    if (contact === null) return
    const { number } = lead.targets[contact]!
    const tomorrow = this.tomorrow(number, lead.zone, at)
    if (tomorrow !== null) {
      this.run.putOff++
      return this.wait(i, intoWindow(rules, lead.timeZone, tomorrow, plan.windows.of), rank)
    }
    this.checkBalance(at)
    this.move(i, processing)
    this.contact[i] = contact
    this.dialedAt[i] = at
    const call = plan.sample[this.drawCall(i)]!
    this.onCarrierReport.push(at + call.lineMs, i)
    this.asked[this.askedCount++ % this.asked.length] = at
    this.count(call, at)
    this.look?.({ lead: i, contact, at, lines: this.onCarrierReport.size, call })
  }

  /** Who of the lead is dialed next; null when nobody is, and then the lead has moved. */
  private nextContact(i: number, at: number): number | null {
    const { targets, timeZone } = this.plan.leads[i]!
    if (targets[0]!.listedUntil > at) {
      this.settle(i, 'blacklisted', at)
      return null
    }
    for (let contact = this.contact[i]!; contact < targets.length; contact++)
      if (targets[contact]!.listedUntil <= at) return contact
    this.attemptEnds(i, 'no_answer', timeZone, at)
    return null
  }

  /** When tomorrow begins, if a number was dialed often enough today. */
  private tomorrow(number: string, zone: string, at: number): number | null {
    const cap = this.plan.rules.max_calls_per_number_per_day
    if (cap === null) return null
    const today = this.plan.windows.day(zone, at)
    let here = this.numbers.get(number)
    if (!here) this.numbers.set(number, (here = []))
    const n = countSince(here, today.start) + countSince(this.plan.dialed.get(number) ?? [], today.start)
    if (n >= cap) return today.end
    here.push(at)
    return null
  }

  private drawCall(i: number): number {
    const { sample } = this.plan
    return (this.call[i] = Math.floor(draw(this.seed, i, this.dials[i]!++) * sample.length))
  }

  private count(call: SampleCall, at: number) {
    const { run, plan } = this
    const cost = callPrice(call.talkMs, plan.price)
    run.results[call.result]++
    run.talkMs += call.talkMs
    run.cost += cost
    run.firstDial ??= at
    run.lastDial = at
    run.peakLines = Math.max(run.peakLines, this.onCarrierReport.size)
    if (run.runsOutAt === null) run.coveredDials++
  }

  /** A dial needs a minute for each open call and for the new one. It goes on as if it were topped up in time. */
  private checkBalance(at: number) {
    const { plan, run } = this
    if (run.runsOutAt === null && plan.balance - this.spent < plan.price * (this.onCarrierReport.size + 1))
      run.runsOutAt = at
  }

  private callEnds(i: number, at: number) {
    const { plan, run } = this
    const { outcome, talkMs } = plan.sample[this.call[i]!]!
    this.spent += callPrice(talkMs, plan.price)
    if (run.lowAt === null && plan.balance - this.spent < plan.lowBalance) run.lowAt = at
    if (reached(outcome)) this.talked[i] = 1
    const { targets, timeZone, callbackAt } = plan.leads[i]!
    const contactsLeft = this.contact[i]! < targets.length - 1
    if (verdictOf(outcome, plan.rules, contactsLeft, this.attempts[i]! + 1) === 'next_contact') {
      this.contact[i]!++
      this.move(i, rescheduled)
      return this.wait(i, at, 1)
    }
    if (callbackAt !== null && callbackAt > this.dialedAt[i]!) {
      this.attempts[i]!++
      this.contact[i] = 0
      const dueAt = intoWindow(plan.rules, timeZone, Math.max(callbackAt, at), plan.windows.of)
      this.move(i, rescheduled)
      return this.wait(i, dueAt, 0)
    }
    this.attemptEnds(i, outcome, timeZone, at)
  }

  private attemptEnds(i: number, outcome: Outcome, timeZone: string | null, at: number) {
    const { rules, windows } = this.plan
    const attempts = ++this.attempts[i]!
    this.contact[i] = 0
    switch (verdictOf(outcome, rules, false, attempts)) {
      case 'done':
        return this.settle(i, outcome === 'voicemail' ? 'voicemail' : 'talked', at)
      case 'retry': {
        const dueAt = intoWindow(rules, timeZone, at + retryDelay(rules, attempts), windows.of)
        this.move(i, rescheduled)
        return this.wait(i, dueAt, 1)
      }
      default:
        return this.settle(i, 'not_reached', at)
    }
  }

  /** Nothing more happens to a lead. Who was talked to once counts as that, whatever came later. */
  private settle(i: number, end: End, at: number) {
    this.move(i, done)
    this.left--
    this.run.settled[this.settledCount++] = at
    this.run.leads[this.talked[i] === 1 && end !== 'blacklisted' ? 'talked' : end]++
  }
}

function countSince(moments: readonly number[], since: number): number {
  let n = 0
  for (const moment of moments) if (moment >= since) n++
  return n
}
