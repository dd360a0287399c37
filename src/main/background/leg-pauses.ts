import type { Context } from '../core/kernel/context'
import { MINUTE } from '../core/kernel/time'

/** Of real time. What a mind waits for has limits of its own, which are shorter: one that takes longer has hung. */
const LONGEST = 5 * MINUTE

interface Still {
  /** Desk time that the leg stood still and that has not been taken yet. */
  stood: number
  /** Since when it stands still again, desk time, and until when that is believed, wall time. */
  now: { since: number; until: number } | null
}

/**
 * How long the clocks of legs have stood still, which moves their calls' deadlines. It is kept in memory: a conversation
 * that waits does not outlive the process that it waits in.
 */
export function createLegPauses({ clock, wall }: Pick<Context, 'clock' | 'wall'>) {
  const legs = new Map<string, Still>()
  function count(still: Still) {
    if (!still.now) return
    if (wall.now() > still.now.until) {
      still.now = null
      return
    }
    const now = clock.now()
    still.stood += now - still.now.since
    still.now.since = now
  }
  return {
    begin(legId: string) {
      const still = legs.get(legId) ?? { stood: 0, now: null }
      still.now ??= { since: clock.now(), until: wall.now() + LONGEST }
      legs.set(legId, still)
    },
    end(legId: string) {
      const still = legs.get(legId)
      if (!still) return
      count(still)
      still.now = null
    },
    /** How long a leg has stood still since this was last asked. */
    take(legId: string): number {
      const still = legs.get(legId)
      if (!still) return 0
      count(still)
      const { stood } = still
      still.stood = 0
      return stood
    },
    forget: (legId: string) => void legs.delete(legId),
  }
}
