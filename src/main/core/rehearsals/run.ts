import type { Dial, Plan, Run } from './model'
import { Simulation } from './simulation'

/** After so many steps of work others may have a turn. A window that has to be worked out counts for many steps. */
const TURN = 200

/**
 * Simulates a campaign once. Yields how many leads were done with since the last time, often enough for others to have
 * their turn.
 */
export function* rehearseOnce(plan: Plan, seed: number, onDial?: (dial: Dial) => void): Generator<number, Run> {
  const simulation = new Simulation(plan, seed, onDial)
  let yielded = 0
  const news = () => {
    const n = simulation.settled - yielded
    yielded = simulation.settled
    return n
  }
  for (let i = 0; i < plan.leads.length; i++) {
    simulation.place(i)
    if (i % 1000 === 999) yield 0
  }
  let work = 0
  for (let at = plan.now; at < plan.until && simulation.left > 0; ) {
    if (at >= plan.start && plan.rules.respect_lead_time_zone)
      for (const zone of plan.zones) while (plan.windows.learn(zone, at)) yield 0
    const asked = plan.windows.asked
    simulation.worked = 0
    at = simulation.step(at)
    work += 1 + simulation.worked + (plan.windows.asked - asked) * TURN
    if (work < TURN) continue
    work = 0
    yield news()
  }
  yield news()
  return simulation.result()
}
