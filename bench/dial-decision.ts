import { claimDue } from '../src/main/core/dialing/claim'
import type { DialMemory } from '../src/main/core/dialing/round'
import { transact } from '../src/main/core/kernel/context'
import { SECOND } from '../src/main/core/kernel/time'
import { setState } from '../src/main/core/workspace/state'
import { one, run, sql } from '../src/main/store/sql'
import { note } from './ratios'
import { type Filled, fill, fillOnce, median, printTable, type SetClock, setSettings, whole } from './support'

// The cost of one dial decision: the time of claimDue, with its commit, divided by the dials that it starts.

const SMALL = 1000
const LARGE = 1_000_000
/** The most dials that one claim starts. */
const BATCH = 50
const ROUNDS = 12
const CLAIMS = 25

interface Side {
  is: Filled
  clock: SetClock
  memory: DialMemory
  taken: { synced: number[]; unsynced: number[] }
}

export async function benchDialDecision(): Promise<void> {
  const small = sideOf(SMALL)
  const large = sideOf(LARGE)
  for (const side of [small, large]) for (let i = 0; i < 2 * CLAIMS; i++) claim(side)
  for (const disk of ['synced', 'unsynced'] as const) {
    for (const { is } of [small, large])
      is.context.db.prepare(`PRAGMA synchronous = ${disk === 'synced' ? 'FULL' : 'OFF'}`).run()
    for (let round = 0; round < ROUNDS; round++)
      for (const side of [small, large])
        for (let i = 0; i < CLAIMS; i++) side.taken[disk].push((claim(side) * 1000) / BATCH)
  }

  console.log(
    `dial decision: microseconds a dial, median of ${ROUNDS * CLAIMS} claims of ${BATCH} dials each, taken in turns\n`,
  )
  const row = (name: string, of: (side: Side) => number[]) => {
    const [a, b] = [median(of(small)), median(of(large))]
    note(`dial decision: ${name}, a million leads of a thousand`, b / a, 'less', 1.5)
    return [name, a.toFixed(1), b.toFixed(1), `${(b / a).toFixed(2)} x`]
  }
  printTable([
    ['', `${whole(SMALL)} leads`, `${whole(LARGE)} leads`, 'ratio'],
    row('as it runs, one sync of the disk a claim', side => side.taken.synced),
    row('without the sync', side => side.taken.unsynced),
  ])
  console.log(`\n  Writing ${whole(LARGE)} leads in one transaction took ${(large.is.writing / 1000).toFixed(1)} s.\n`)
  for (const { is } of [small, large]) is.store.close()
}

function sideOf(leads: number): Side {
  const clock = { at: Date.UTC(2026, 0, 5, 9) }
  const is = leads === LARGE ? fillOnce(leads, clock) : fill(leads, clock)
  // High limits, so that only the size of a claim limits it.
  setSettings(is.context, { max_calls_in_parallel: 1000, calls_per_second: 1000 })
  // Its desk time is not the time of the machine.
  setState(is.context.db, 'simulated', true)
  run(is.context.db, sql`UPDATE campaigns SET status = 'in-progress', started_at = ${clock.at}`)
  return { is, clock, memory: { windows: new Map(), asked: [] }, taken: { synced: [], unsynced: [] } }
}

/** Runs one claim and returns its milliseconds. Then ends its calls and moves the clock, so that the lines are free. */
function claim({ is: { context }, clock, memory }: Side): number {
  const since = performance.now()
  const { calls } = claimDue(context, memory)
  const taken = performance.now() - since
  if (calls.length !== BATCH) throw new Error(`A claim started ${calls.length} dials, not ${BATCH}.`)
  endCalls(context)
  clock.at += 2 * SECOND
  return taken
}

/**
 * Ends the calls as busy. In the short list, their leads become `created` again; in the long list, they are completed.
 * So each claim has to queue new leads first, and in the long list always different ones.
 */
function endCalls(context: Filled['context']) {
  const { db } = context
  transact(context, () => {
    const { n } = one<{ n: number }>(
      db,
      sql`SELECT coalesce(sum(n), 0) AS n FROM lead_counts WHERE status = 'created'`,
    )!
    run(db, sql`UPDATE calls SET status = 'busy', deadline_at = NULL WHERE status = 'initiated'`)
    run(db, sql`UPDATE attempts SET ended_at = ${context.clock.now()}, outcome = 'busy' WHERE ended_at IS NULL`)
    if (n > SMALL) {
      run(db, sql`UPDATE leads SET status = 'completed' WHERE status = 'processing'`)
      return
    }
    run(db, sql`UPDATE leads SET status = 'rescheduled', due_at = ${context.clock.now()} WHERE status = 'processing'`)
    run(db, sql`UPDATE leads SET status = 'created', due_at = NULL WHERE status = 'rescheduled'`)
  })
}
