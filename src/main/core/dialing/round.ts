import type { Call } from '../calls/calls'
import { linesInUse } from '../calls/place'
import type { Campaign } from '../campaigns/campaigns'
import { type Window, windowAt } from '../campaigns/windows'
import type { Context } from '../kernel/context'
import { SECOND } from '../kernel/time'
import { getSettings } from '../workspace/settings'

/** How many dials one round starts at most: one sync of the disk serves them all. */
export const BATCH = 50

/** What one round shares: how many dials it may still make, those that it has made, and when to look again. */
export interface Round {
  now: number
  /** Lines that are free for this round, under all caps of the workspace. */
  lines: number
  /** Dials that the cap of calls per second allows in this round. */
  perSecond: number
  claimed: Call[]
  /** Moments at which something may be due. */
  wakes: number[]
  /** The window of a campaign in a time zone, at `now`. */
  window(campaign: Campaign, zone: string): Window
}

/** What the dialer remembers from round to round. It may forget all of it. */
export interface DialMemory {
  /** Windows change a few times a day; most are known from the round before. */
  windows: Map<string, { settings: string; window: Window }>
  /** When the carrier was asked within the last second, also when it then had no line free. */
  asked: number[]
}

export interface Claimed {
  /** Written and committed; the carrier is to be asked for each, once. */
  calls: Call[]
  /** Desk time at which something may be due that is not due now; null: only an event can make something due. */
  wakeAt: number | null
  /** More is due than one round takes. */
  more: boolean
}

/** Begins a round with the lines that are free now. `context` has its time fixed. */
export function beginRound(context: Context, memory: DialMemory): Round {
  const now = context.clock.now()
  const settings = getSettings(context.db)
  memory.asked = memory.asked.filter(at => at > now - SECOND)
  const perSecond = settings.calls_per_second - memory.asked.length
  const free = settings.max_calls_in_parallel - linesInUse(context.db)
  return {
    now,
    lines: Math.max(0, Math.min(free, perSecond, BATCH)),
    perSecond,
    claimed: [],
    wakes: [],
    window: (campaign, zone) => remembered(memory, campaign, zone, now),
  }
}

/** Takes one of the round's lines for a call. */
export function take(round: Round, call: Call) {
  round.claimed.push(call)
  round.lines--
}

/** Ends a round: what it claimed, and when the next one is wanted. */
export function endRound({ now, perSecond, claimed, wakes }: Round, memory: DialMemory): Claimed {
  memory.asked.push(...claimed.map(() => now))
  // A second after the first of these dials there is room for more.
  if (claimed.length >= perSecond) wakes.push((memory.asked[0] ?? now) + SECOND)
  const later = wakes.filter(at => at > now && at < Infinity)
  return {
    calls: claimed,
    wakeAt: later.length > 0 ? Math.min(...later) : null,
    more: claimed.length === BATCH || wakes.includes(now),
  }
}

function remembered({ windows }: DialMemory, campaign: Campaign, zone: string, now: number): Window {
  const { allowed_days, allowed_hours_start_time, allowed_hours_end_time } = campaign.settings
  const settings = `${allowed_days}|${allowed_hours_start_time}|${allowed_hours_end_time}`
  const key = `${campaign.id}|${zone}`
  const known = windows.get(key)
  if (known && known.settings === settings && now < known.window.until) return known.window
  const window = windowAt(campaign.settings, zone, now)
  windows.set(key, { settings, window })
  return window
}
