import { dayAt, type Schedule, type Window, windowAt } from '../campaigns/windows'

interface Known<T> {
  from: number
  until: number
  value: T
}

/**
 * A cache of the windows of a schedule and of calendar days, by time zone. To compute one takes about a millisecond, and
 * the runs of a rehearsal need the same ones a million times.
 */
export class KnownWindows {
  /** How many windows and days were computed. */
  computed = 0
  private readonly windows = new Map<string, Known<Window>[]>()
  private readonly days = new Map<string, Known<{ start: number; end: number }>[]>()

  constructor(private readonly schedule: Schedule) {}

  /** Like `windowAt`, for the schedule of this cache only. */
  readonly of = (_: Schedule, zone: string, at: number): Window => {
    const known = listOf(this.windows, zone)
    const found = lookUp(known, at)
    if (found) return found
    this.computed++
    const window = windowAt(this.schedule, zone, at)
    remember(known, { from: at, until: window.until, value: window })
    return window
  }

  /** Like `dayAt`. */
  day(zone: string, at: number) {
    const known = listOf(this.days, zone)
    const found = lookUp(known, at)
    if (found) return found
    this.computed++
    const day = dayAt(zone, at)
    remember(known, { from: day.start, until: day.end, value: day })
    return day
  }

  /**
   * Computes the window at a moment or, when that is known and closed, the next one. Returns false when nothing had to be
   * computed.
   */
  computeNext(zone: string, at: number): boolean {
    const before = this.computed
    const window = this.of(this.schedule, zone, at)
    if (this.computed === before && !window.open) this.of(this.schedule, zone, window.until)
    return this.computed > before
  }
}

function listOf<T>(map: Map<string, Known<T>[]>, zone: string): Known<T>[] {
  let list = map.get(zone)
  if (!list) map.set(zone, (list = []))
  return list
}

/** The index of the first entry that ends after a moment; the entries are in the order of their ends. */
function placeOf<T>(known: readonly Known<T>[], at: number): number {
  let [low, high] = [0, known.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (known[middle]!.until > at) high = middle
    else low = middle + 1
  }
  return low
}

function lookUp<T>(known: readonly Known<T>[], at: number): T | undefined {
  const found = known[placeOf(known, at)]
  return found && found.from <= at ? found.value : undefined
}

function remember<T>(known: Known<T>[], one: Known<T>) {
  const place = placeOf(known, one.until - 1)
  const there = known[place]
  if (there?.until === one.until) there.from = Math.min(there.from, one.from)
  else known.splice(place, 0, one)
}
