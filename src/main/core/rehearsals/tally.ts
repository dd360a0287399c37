import { callPrice } from '../money/amounts'
import type { End, Plan, Run, SampleCall, Want } from './model'

/** Adds up what one simulated run comes to. */
export class Tally {
  /** Leads that are done with. */
  settled = 0
  private readonly run: Run
  private spent = 0

  constructor(
    private readonly plan: Plan,
    seed: number,
  ) {
    this.run = {
      seed,
      results: { goal: 0, talked: 0, voicemail: 0, no_answer: 0, busy: 0, failed: 0 },
      talkMs: 0,
      cost: 0,
      leads: { talked: 0, voicemail: 0, not_reached: 0, blacklisted: 0, left_over: 0 },
      settled: new Float64Array(plan.leads.length),
      firstDial: null,
      lastDial: null,
      finish: null,
      peakLines: 0,
      busyMs: 0,
      wanted: { campaign_lines: 0, desk_lines: 0, calls_per_second: 0 },
      putOff: 0,
      coveredDials: 0,
      runsOutAt: null,
      lowAt: plan.balance < plan.lowBalance ? plan.now : null,
    }
  }

  /** A dial begins with so many lines in use before it. A balance that does not cover it is noted; the run goes on. */
  dialBegins(call: SampleCall, lines: number, at: number) {
    const { run, plan } = this
    // A dial needs a minute for each open call and for the new one.
    if (run.runsOutAt === null && plan.balance - this.spent < plan.price * (lines + 1)) run.runsOutAt = at
    run.results[call.result]++
    run.talkMs += call.talkMs
    run.cost += callPrice(call.talkMs, plan.price)
    run.firstDial ??= at
    run.lastDial = at
    run.peakLines = Math.max(run.peakLines, lines + 1)
    if (run.runsOutAt === null) run.coveredDials++
  }

  /** A call has ended and is paid for. */
  callEnds({ talkMs }: SampleCall, at: number) {
    const { run, plan } = this
    this.spent += callPrice(talkMs, plan.price)
    if (run.lowAt === null && plan.balance - this.spent < plan.lowBalance) run.lowAt = at
  }

  /** A dial is put off to another day by the cap of calls a number and day. */
  dialPutOff() {
    this.run.putOff++
  }

  /** Time passes while lines are in use or due leads wait for something. */
  timePasses(ms: number, want: Want | null) {
    this.run.busyMs += ms
    if (want) this.run.wanted[want] += ms
  }

  /** Nothing more happens to a lead. */
  leadEnds(end: End, at: number) {
    this.run.settled[this.settled++] = at
    this.run.leads[end]++
  }

  /** The finished run. */
  result(): Run {
    const { run, plan } = this
    const left = plan.leads.length - this.settled
    run.leads.left_over = left
    run.settled = run.settled.subarray(0, this.settled)
    if (left === 0) run.finish = run.settled.at(-1) ?? plan.start
    return run
  }
}
