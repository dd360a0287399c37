import { type Outcome, reached, retryDelay, verdictOf } from '../campaigns/retry'
import { intoWindow, nextOpening } from '../campaigns/windows'
import { MOST_CHECKED } from '../dialing/claim'
import { SECOND } from '../kernel/time'
import { Heap } from './heap'
import { LeadQueue } from './lead-queue'
import type { Bottleneck, Dial, End, Plan, Run } from './model'
import { Tally } from './tally'

const created = 0
const scheduled = 1
const rescheduled = 2
const processing = 3
const done = 4
const stateOf = { created, scheduled, rescheduled, processing }

/**
 * A simulated campaign. It follows the rules of the dialer's rounds, of finalized calls and of the lead states, event by
 * event, on its own clock. Typed arrays, because a rehearsal simulates a hundred thousand leads several times.
 */
export class Simulation {
  /** How many leads are not finished. */
  leadsLeft: number
  /** How many leads were checked since the caller set this to 0. */
  checked = 0
  private readonly tally: Tally
  private readonly queue: LeadQueue
  private readonly state: Uint8Array
  private readonly attempts: Uint8Array
  private readonly contact: Uint8Array
  private readonly dials: Uint16Array
  private readonly talked: Uint8Array
  private readonly dialedAt: Float64Array
  private readonly call: Int32Array
  /** Leads on the phone, by the end of their call. */
  private readonly onLine = new Heap()
  /** When numbers were dialed in this run; empty without a cap of calls per number and day. */
  private readonly dialed = new Map<string, number[]>()
  /** A ring buffer of the latest dials, with one place for each dial that is allowed in a second. */
  private readonly askedAt: Float64Array
  private askedCount = 0

  constructor(
    private readonly plan: Plan,
    private readonly seed: number,
    private readonly onDial: ((dial: Dial) => void) | undefined,
  ) {
    const n = plan.leads.length
    this.leadsLeft = n
    this.tally = new Tally(plan, seed)
    this.queue = new LeadQueue(plan)
    this.state = new Uint8Array(n)
    this.attempts = new Uint8Array(n)
    this.contact = new Uint8Array(n)
    this.dials = new Uint16Array(n)
    this.talked = new Uint8Array(n)
    this.dialedAt = new Float64Array(n)
    this.call = new Int32Array(n)
    this.askedAt = new Float64Array(plan.callsPerSecond).fill(-Infinity)
  }

  /** How many leads are finished. */
  get finishedCount() {
    return this.tally.finishedCount
  }

  /** Adds a lead of the plan in its present state. */
  addLead(i: number) {
    const lead = this.plan.leads[i]!
    this.move(i, stateOf[lead.state])
    this.attempts[i] = lead.attempts
    this.contact[i] = lead.nextContact
    if (lead.state === 'processing') {
      // It is on the phone already: its call uses a line, and its result counts for the lead, but not as a dial.
      const drawn = this.drawCall(i)
      this.dialedAt[i] = lead.dialedAt
      this.onLine.push(Math.max(this.plan.now, lead.dialedAt + this.plan.sample[drawn]!.lineMs), i)
    } else if (lead.state !== 'created') this.queue.wait(i, lead.dueAt, lead.rank)
    else if (lead.callbackAt !== null) {
      // The dialer queues a callback at once.
      this.move(i, scheduled)
      this.queue.wait(i, lead.callbackAt, 0)
    } else this.queue.addFresh(i, lead.zone)
  }

  /** Does what is due at a moment. Returns the moment at which something may be due next. */
  step(at: number): number {
    while (this.onLine.size > 0 && this.onLine.key <= at) this.callEnds(this.onLine.pop(), at)
    if (this.leadsLeft === 0) return at
    if (at < this.plan.start) return Math.min(this.plan.start, this.nextEnd())
    return this.round(at)
  }

  result = (): Run => this.tally.result()

  private nextEnd = () => (this.onLine.size > 0 ? this.onLine.key : Infinity)

  /** One round of the dialer for this campaign, under its caps. */
  private round(at: number): number {
    const { plan, queue } = this
    const { rules, windows } = plan
    const lines = Math.min(rules.max_calls_in_parallel, plan.lines)
    if (!rules.respect_lead_time_zone) {
      const window = windows.of(rules, rules.timezone, at)
      if (!window.open) return Math.min(window.until, this.nextEnd())
    }
    if (this.onLine.size < lines) this.fillQueue(at)
    let wake = rules.respect_lead_time_zone ? queue.nextOpening(at) : Infinity
    let bottleneck: Bottleneck | null = null
    while (queue.hasDue(at)) {
      const oldestAsk = this.askedAt[this.askedCount % this.askedAt.length]!
      if (this.onLine.size >= lines) bottleneck = lines === plan.lines ? 'desk_lines' : 'campaign_lines'
      else if (oldestAsk > at - SECOND) {
        bottleneck = 'calls_per_second'
        wake = Math.min(wake, oldestAsk + SECOND)
      }
      if (bottleneck) break
      // More leads may be due than one round checks: the next round follows at once.
      if (++this.checked > MOST_CHECKED) return at
      this.dial(queue.takeDue(at), at)
    }
    // Every queued lead was deferred, and more leads can be queued: the next round follows at once.
    if (!bottleneck && this.onLine.size < lines && queue.canFill(at)) return at
    if (!bottleneck) wake = Math.min(wake, queue.nextDue())
    const next = Math.min(wake, this.nextEnd(), plan.until)
    if (bottleneck || this.onLine.size > 0) this.tally.timePasses(next - at, bottleneck)
    return next
  }

  private fillQueue(at: number) {
    for (const i of this.queue.fill(at)) {
      this.move(i, scheduled)
      this.queue.wait(i, at, 1)
      this.checked++
    }
  }

  private move(i: number, to: number) {
    if (this.state[i] === scheduled) this.queue.countScheduled(-1)
    if (to === scheduled) this.queue.countScheduled(1)
    this.state[i] = to
  }

  private dial(i: number, at: number) {
    const { plan, queue } = this
    const { rules, windows } = plan
    const lead = plan.leads[i]!
    const contact = this.nextContact(i, at)
    if (contact === null) return
    const { number, zone } = lead.targets[contact]!
    const window = windows.of(rules, zone, at)
    if (!window.open) return queue.wait(i, nextOpening(rules, zone, at, windows.of) ?? window.until)
    const tomorrow = this.tomorrow(number, zone, at)
    if (tomorrow !== null) {
      this.tally.dialDeferred()
      return queue.wait(i, nextOpening(rules, zone, tomorrow, windows.of) ?? tomorrow)
    }
    this.move(i, processing)
    this.contact[i] = contact
    this.dialedAt[i] = at
    const call = plan.sample[this.drawCall(i)]!
    this.tally.dialBegins(call, this.onLine.size, at)
    this.onLine.push(at + call.lineMs, i)
    this.askedAt[this.askedCount++ % this.askedAt.length] = at
    this.onDial?.({ lead: i, contact, at, lines: this.onLine.size, call })
  }

  /** The contact of the lead to dial next; null: none, and the lead was moved. */
  private nextContact(i: number, at: number): number | null {
    const { targets, timeZone } = this.plan.leads[i]!
    if (targets[0]!.listedUntil > at) {
      this.end(i, 'blacklisted', at)
      return null
    }
    for (let contact = this.contact[i]!; contact < targets.length; contact++)
      if (targets[contact]!.listedUntil <= at) return contact
    this.attemptEnds(i, 'no_answer', timeZone, at)
    return null
  }

  /** When the next day begins, if the number has reached its cap today; else counts one more dial and returns null. */
  private tomorrow(number: string, zone: string, at: number): number | null {
    const cap = this.plan.rules.max_calls_per_number_per_day
    if (cap === null) return null
    const today = this.plan.windows.day(zone, at)
    let here = this.dialed.get(number)
    if (!here) this.dialed.set(number, (here = []))
    const n = countSince(here, today.start) + countSince(this.plan.dialed.get(number) ?? [], today.start)
    if (n >= cap) return today.end
    here.push(at)
    return null
  }

  private drawCall(i: number): number {
    const { sample } = this.plan
    return (this.call[i] = Math.floor(draw(this.seed, i, this.dials[i]!++) * sample.length))
  }

  private callEnds(i: number, at: number) {
    const { plan } = this
    const call = plan.sample[this.call[i]!]!
    const { outcome } = call
    this.tally.callEnds(call, at)
    if (reached(outcome)) this.talked[i] = 1
    const { targets, timeZone, callbackAt } = plan.leads[i]!
    if (callbackAt !== null && callbackAt > this.dialedAt[i]!) {
      this.attempts[i]!++
      this.contact[i] = 0
      this.move(i, rescheduled)
      const dueAt = intoWindow(plan.rules, timeZone, Math.max(callbackAt, at), plan.windows.of)
      return this.queue.wait(i, dueAt, 0)
    }
    const contactsLeft = this.contact[i]! < targets.length - 1
    if (verdictOf(outcome, plan.rules, contactsLeft, this.attempts[i]! + 1) === 'next_contact') {
      this.contact[i]!++
      this.move(i, rescheduled)
      return this.queue.wait(i, at, 1)
    }
    this.attemptEnds(i, outcome, timeZone, at)
  }

  private attemptEnds(i: number, outcome: Outcome, timeZone: string | null, at: number) {
    const { rules, windows } = this.plan
    const attempts = ++this.attempts[i]!
    this.contact[i] = 0
    switch (verdictOf(outcome, rules, false, attempts)) {
      case 'done':
        return this.end(i, outcome === 'voicemail' ? 'voicemail' : 'talked', at)
      case 'retry':
        this.move(i, rescheduled)
        return this.queue.wait(i, intoWindow(rules, timeZone, at + retryDelay(rules, attempts), windows.of), 1)
      default:
        return this.end(i, 'not_reached', at)
    }
  }

  /** Finishes a lead. When a person was reached in any of its calls, it ends as `talked`, unless it is blacklisted. */
  private end(i: number, end: End, at: number) {
    this.move(i, done)
    this.leadsLeft--
    this.tally.leadEnds(this.talked[i] === 1 && end !== 'blacklisted' ? 'talked' : end, at)
  }
}

function countSince(moments: readonly number[], since: number): number {
  let n = 0
  for (const moment of moments) if (moment >= since) n++
  return n
}

/**
 * A pseudo-random number from 0 to 1 (excluded) that depends on the seed, the lead and its dial alone. So a lead has the
 * same results under other settings, and two rehearsals can be compared.
 */
export function draw(seed: number, lead: number, dial: number): number {
  let h = Math.imul(seed + 0x9e3779b9, 0x85ebca6b) ^ Math.imul(lead + 0x7f4a7c15, 0xc2b2ae35)
  h = Math.imul(h ^ (h >>> 15) ^ Math.imul(dial + 1, 0x27d4eb2f), 0x2c1b3c6d)
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39)
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}
