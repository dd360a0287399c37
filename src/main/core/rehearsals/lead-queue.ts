import { QUEUE_SIZE, REFILL_BELOW } from '../dialing/queue'
import { Heap } from './heap'
import type { Plan } from './model'

interface Fresh {
  leads: number[]
  next: number
}

/** The waiting leads of a simulated campaign: those that are not queued yet, and the queue, by rank and due time. */
export class LeadQueue {
  /** The queued leads, by rank. */
  private readonly waiting: readonly [Heap, Heap] = [new Heap(), new Heap()]
  private readonly rank: Uint8Array
  /** Leads that are not queued yet, by time zone. */
  private readonly fresh = new Map<string, Fresh>()
  private freshLeft = 0
  /** How many leads are in the state `scheduled`. */
  private scheduled = 0

  constructor(private readonly plan: Plan) {
    this.rank = new Uint8Array(plan.leads.length)
  }

  /** Adds a lead that is not queued yet. */
  addFresh(i: number, zone: string) {
    this.freshLeft++
    const list = this.fresh.get(zone)
    if (list) list.leads.push(i)
    else this.fresh.set(zone, { leads: [i], next: 0 })
  }

  /** Counts a lead that enters the state `scheduled` (1) or leaves it (-1). */
  countScheduled(change: 1 | -1) {
    this.scheduled += change
  }

  /** Queues a lead. */
  wait(i: number, dueAt: number, rank = this.rank[i] as 0 | 1) {
    this.rank[i] = rank
    this.waiting[rank].push(dueAt, i)
  }

  hasDue = (at: number) => this.dueHeap(at) !== null

  /** Takes the next due lead: callbacks first, then by due time. */
  takeDue = (at: number): number => this.dueHeap(at)!.pop()

  private dueHeap(at: number): Heap | null {
    for (const heap of this.waiting) if (heap.size > 0 && heap.key <= at) return heap
    return null
  }

  /** When the next queued lead is due; Infinity: none is queued. */
  nextDue = () => Math.min(...this.waiting.map(heap => (heap.size > 0 ? heap.key : Infinity)))

  /** When the next closed window opens of leads that are not queued yet; Infinity: none is closed. */
  nextOpening(at: number): number {
    let next = Infinity
    for (const [zone, list] of this.fresh) {
      if (list.next === list.leads.length) continue
      const window = this.plan.windows.of(this.plan.rules, zone, at)
      if (!window.open) next = Math.min(next, window.until)
    }
    return next
  }

  /** Yields the leads that the dialer would queue now, in its order. The caller queues each with `wait`. */
  *fill(at: number): Generator<number> {
    if (this.freshLeft === 0) return
    const queued = this.queuedAt(at)
    if (queued >= REFILL_BELOW) return
    const open = [...this.fresh].flatMap(([zone, list]) => (this.isOpen(zone, at) ? [list] : []))
    for (let wanted = QUEUE_SIZE - queued; wanted > 0; wanted--) {
      let first: Fresh | undefined
      for (const list of open)
        if (list.next < list.leads.length && (!first || list.leads[list.next]! < first.leads[first.next]!)) first = list
      if (!first) return
      this.freshLeft--
      yield first.leads[first.next++]!
    }
  }

  /** Whether `fill` would yield a lead. */
  canFill(at: number): boolean {
    if (this.freshLeft === 0 || this.queuedAt(at) >= REFILL_BELOW) return false
    for (const [zone, list] of this.fresh) if (list.next < list.leads.length && this.isOpen(zone, at)) return true
    return false
  }

  private isOpen = (zone: string, at: number) => this.plan.windows.of(this.plan.rules, zone, at).open

  private queuedAt = (at: number) =>
    this.plan.rules.respect_lead_time_zone
      ? this.waiting[1].countUpTo(at, REFILL_BELOW)
      : this.scheduled - (this.waiting[0].size - this.waiting[0].countUpTo(at, QUEUE_SIZE))
}
