import { callPrice } from '../money/amounts'
import type { Bottleneck, End, Plan, Run, SampleCall } from './model'

/** Sums up the results of one simulated run. */
export class Tally {
  /** How many leads are finished. */
  finishedCount = 0
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
      finishedAt: new Float64Array(plan.leads.length),
      firstDial: null,
      lastDial: null,
      finish: null,
      peakLines: 0,
      busyMs: 0,
      waitedMs: { campaign_lines: 0, desk_lines: 0, calls_per_second: 0 },
      deferredDials: 0,
      coveredDials: 0,
      runsOutAt: null,
      lowAt: plan.balance < plan.lowBalance ? plan.now : null,
    }
  }

  /** A dial begins; `lines`: how many are in use before it. The run goes on when the balance does not cover it. */
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

  /** A dial is deferred to another day by the cap of calls per number and day. */
  dialDeferred() {
    this.run.deferredDials++
  }

  /** Time passes while lines are in use or due leads wait. */
  timePasses(ms: number, bottleneck: Bottleneck | null) {
    this.run.busyMs += ms
    if (bottleneck) this.run.waitedMs[bottleneck] += ms
  }

  /** Nothing more happens to a lead. */
  leadEnds(end: End, at: number) {
    this.run.finishedAt[this.finishedCount++] = at
    this.run.leads[end]++
  }

  /** The result of the run; call once, at its end. */
  result(): Run {
    const { run, plan } = this
    const left = plan.leads.length - this.finishedCount
    run.leads.left_over = left
    run.finishedAt = run.finishedAt.subarray(0, this.finishedCount)
    if (left === 0) run.finish = run.finishedAt.at(-1) ?? plan.start
    return run
  }
}
