import type { Context } from '../core/kernel/context'
import { MINUTE } from '../core/kernel/time'

/** A pause that is longer than this (wall time) is not counted: models and tools time out earlier, so the engine hangs. */
const LONGEST = 5 * MINUTE

interface Pauses {
  /** Desk time in ms for which the leg was paused, since `take` was called last. */
  total: number
  /** The present pause: since when, in desk time; until when it counts, in wall time. */
  current: { since: number; until: number } | null
}

/**
 * How long the clocks of legs were paused; deadlines of calls move by that time. In memory only, because a conversation
 * ends with the process.
 */
export function createLegPauses({ clock, commits, wall }: Pick<Context, 'clock' | 'commits' | 'wall'>) {
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
    /**
     * Desk time in ms for which a leg was paused since the last call of this function. When what was done with it is not
     * committed, it counts again.
     */
    take(legId: string): number {
      const pauses = legs.get(legId)
      if (!pauses) return 0
      count(pauses)
      const { total } = pauses
      pauses.total = 0
      commits.after(failed => {
        if (failed !== undefined) pauses.total += total
      })
      return total
    },
    forget: (legId: string) => void legs.delete(legId),
  }
}
