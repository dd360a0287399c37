import type { Dial, Plan, Run } from './model'
import { Simulation } from './simulation'

/** The run yields after this many steps, so that other work can run. A window that has to be computed counts as many steps. */
const STEPS_PER_TURN = 200

/** Simulates a campaign once. Yields how many leads have finished since it last yielded. `seed` decides every draw. */
export function* rehearseOnce(plan: Plan, seed: number, onDial?: (dial: Dial) => void): Generator<number, Run> {
  const simulation = new Simulation(plan, seed, onDial)
  let yielded = 0
  const newlyFinished = () => {
    const n = simulation.finishedCount - yielded
    yielded = simulation.finishedCount
    return n
  }
  for (let i = 0; i < plan.leads.length; i++) {
    simulation.addLead(i)
    if (i % 1000 === 999) yield 0
  }
  let work = 0
  for (let at = plan.now; at < plan.until && simulation.leadsLeft > 0; ) {
    if (at >= plan.start && plan.rules.respect_lead_time_zone)
      for (const zone of plan.zones) while (plan.windows.computeNext(zone, at)) yield 0
    const computed = plan.windows.computed
    simulation.checked = 0
    at = simulation.step(at)
    work += 1 + simulation.checked + (plan.windows.computed - computed) * STEPS_PER_TURN
    if (work < STEPS_PER_TURN) continue
    work = 0
    yield newlyFinished()
  }
  yield newlyFinished()
  return simulation.result()
}
