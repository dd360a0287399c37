import type { Call } from '../calls/calls'
import { linesInUse } from '../calls/place'
import type { Campaign } from '../campaigns/campaigns'
import { type Window, windowAt } from '../campaigns/windows'
import type { Context } from '../kernel/context'
import { SECOND } from '../kernel/time'
import { isSimulated } from '../workspace/desk-time'
import { getSettings } from '../workspace/settings'

/** How many dials one round makes at most, with one sync of the disk for all of them. */
export const BATCH = 50

/** The state of one round of the dialer. */
export interface Round {
  now: number
  /** How many dials the round may still make, under all caps of the workspace. */
  lines: number
  /** Dials that the cap of calls per second allows in this round. */
  perSecond: number
  claimed: Call[]
  /** Desk times at which something may be due. */
  wakes: number[]
  /** The window of a campaign in a time zone, at `now`. */
  window(campaign: Campaign, zone: string): Window
}

/** What the dialer keeps between rounds, in memory only. */
export interface DialMemory {
  /** A cache of windows by campaign and time zone; each is valid from a moment on. */
  windows: Map<string, { settings: string; from: number; window: Window }>
  /** When the carrier was asked within the last second, also when it had no line. */
  asked: number[]
}

export interface Claimed {
  /** The carrier is to be asked for each, once, after the commit. */
  calls: Call[]
  /** Desk time at which something may be due; null: nothing becomes due without an event. */
  wakeAt: number | null
  /** More is due than one round takes. */
  more: boolean
}

/** Begins a round. `context` has its time fixed (`atOneMoment`). */
export function beginRound(context: Context, memory: DialMemory): Round {
  const now = context.clock.now()
  const settings = getSettings(context.db)
  memory.asked = memory.asked.filter(at => at > now - SECOND)
  const perSecond = settings.calls_per_second - memory.asked.length
  // Desk time may be a little ahead of the machine's clock; a dial needs its hours by both.
  const moments = isSimulated(context.db) ? [now] : [now, context.wall.now()]
  const free = settings.max_calls_in_parallel - linesInUse(context.db)
  return {
    now,
    lines: Math.max(0, Math.min(free, perSecond, BATCH)),
    perSecond,
    claimed: [],
    wakes: [],
    window: (campaign, zone) => openAtAll(moments, at => cachedWindow(memory, campaign, zone, at)),
  }
}

/** The window at the first moment, but open only if it is open at all of them. */
function openAtAll([first, ...others]: readonly number[], windowOf: (at: number) => Window): Window {
  const window = windowOf(first!)
  const closed = window.open && others.some(at => !windowOf(at).open)
  return closed ? { open: false, until: first! + SECOND } : window
}

/** Adds a call to the round. */
export function take(round: Round, call: Call) {
  round.claimed.push(call)
  round.lines--
}

/** Ends a round. Returns its calls, and when the next round is needed. */
export function endRound({ now, perSecond, claimed, wakes }: Round, memory: DialMemory): Claimed {
  memory.asked.push(...claimed.map(() => now))
  // One second after the oldest of these dials, another one is allowed.
  if (claimed.length >= perSecond) wakes.push((memory.asked[0] ?? now) + SECOND)
  const later = wakes.filter(at => at > now && at < Infinity)
  return {
    calls: claimed,
    wakeAt: later.length > 0 ? Math.min(...later) : null,
    more: claimed.length === BATCH || wakes.includes(now),
  }
}

/** The window of a campaign in a time zone, from the cache where it is still valid. */
function cachedWindow({ windows }: DialMemory, campaign: Campaign, zone: string, now: number): Window {
  const { allowed_days, allowed_hours_start_time, allowed_hours_end_time } = campaign.settings
  const settings = `${allowed_days}|${allowed_hours_start_time}|${allowed_hours_end_time}`
  const key = `${campaign.id}|${zone}`
  const known = windows.get(key)
  if (known && known.settings === settings && now >= known.from && now < known.window.until) return known.window
  const window = windowAt(campaign.settings, zone, now)
  windows.set(key, { settings, from: now, window })
  return window
}
