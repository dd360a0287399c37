import type { Context } from '../core/kernel/context'
import { MINUTE } from '../core/kernel/time'

/** Wall time. What an engine waits for has shorter limits of its own; a pause that is longer means that it hangs. */
const LONGEST = 5 * MINUTE

interface Pauses {
  /** Desk time for which the leg was paused and that was not taken yet. */
  total: number
  /** The pause that runs: its beginning in desk time, and the wall time until which it is believed. */
  current: { since: number; until: number } | null
}

/**
 * How long the clocks of legs have been paused; deadlines of calls move by that much. Kept in memory: a conversation
 * that waits does not outlive the process.
 */
export function createLegPauses({ clock, wall }: Pick<Context, 'clock' | 'wall'>) {
  const legs = new Map<string, Pauses>()
  function count(pauses: Pauses) {
    if (!pauses.current) return
    if (wall.now() > pauses.current.until) {
      pauses.current = null
      return
    }
    const now = clock.now()
    pauses.total += now - pauses.current.since
    pauses.current.since = now
  }
  return {
    begin(legId: string) {
      const pauses = legs.get(legId) ?? { total: 0, current: null }
      pauses.current ??= { since: clock.now(), until: wall.now() + LONGEST }
      legs.set(legId, pauses)
    },
    end(legId: string) {
      const pauses = legs.get(legId)
      if (!pauses) return
      count(pauses)
      pauses.current = null
    },
    /** Desk milliseconds for which a leg was paused since this was last asked. */
    take(legId: string): number {
      const pauses = legs.get(legId)
      if (!pauses) return 0
      count(pauses)
      const { total } = pauses
      pauses.total = 0
      return total
    },
    forget: (legId: string) => void legs.delete(legId),
  }
}
