import { dayAt, type Schedule, type Window, windowAt } from '../campaigns/windows'

interface Known<T> {
  from: number
  until: number
  is: T
}

/**
 * The windows of a schedule and the days of calendars, each worked out once: that takes a millisecond, and the runs of a
 * rehearsal ask for the same ones a million times.
 */
export class KnownWindows {
  /** How many had to be worked out. */
  asked = 0
  private readonly windows = new Map<string, Known<Window>[]>()
  private readonly days = new Map<string, Known<{ start: number; end: number }>[]>()

  constructor(private readonly schedule: Schedule) {}

  /** Stands in for `windowAt`. */
  readonly of = (_: Schedule, zone: string, at: number): Window => {
    const known = listOf(this.windows, zone)
    const found = lookUp(known, at)
    if (found) return found
    this.asked++
    const window = windowAt(this.schedule, zone, at)
    remember(known, { from: at, until: window.until, is: window })
    return window
  }

  day(zone: string, at: number) {
    const known = listOf(this.days, zone)
    const found = lookUp(known, at)
    if (found) return found
    this.asked++
    const day = dayAt(zone, at)
    remember(known, { from: day.start, until: day.end, is: day })
    return day
  }

  /** Works out one window of those that are asked for at a moment: its own, or the next. False when both are known. */
  learn(zone: string, at: number): boolean {
    const before = this.asked
    const window = this.of(this.schedule, zone, at)
    if (this.asked === before && !window.open) this.of(this.schedule, zone, window.until)
    return this.asked > before
  }
}

function listOf<T>(map: Map<string, Known<T>[]>, zone: string): Known<T>[] {
  let list = map.get(zone)
  if (!list) map.set(zone, (list = []))
  return list
}

/** The place of the first that ends after a moment; they are in the order of their ends. */
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
  return found && found.from <= at ? found.is : undefined
}

function remember<T>(known: Known<T>[], one: Known<T>) {
  const place = placeOf(known, one.until - 1)
  const there = known[place]
  if (there?.until === one.until) there.from = Math.min(there.from, one.from)
  else known.splice(place, 0, one)
}
