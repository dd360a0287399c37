import { randomUUID } from 'node:crypto'
import type { Carrier, CarrierCommand, CarrierReport } from '../../ports/carrier'
import type { TextLeg } from '../../ports/engine'
import type { Clock } from '../../ports/system'
import { type Fate, fateOf } from './fates'
import { SimulatedLeg } from './leg'
import type { Topic } from './questions'
import type { Recorder } from './recorder'
import type { Recording } from './worker'

export interface SimulatedCarrierOptions {
  /** Desk time. */
  clock: Clock
  wall: Clock
  recorder: Recorder
  /** Counts a dial of a number and returns how many there were. The count is stored, because two fates depend on it. */
  countDial: (number: string) => number
  /**
   * What the assistant on a leg knows, for what people ask it. It is looked up here and is no part of the dial command,
   * since a real carrier must not get it.
   */
  topicsOf?: (legId: string) => readonly Topic[]
  seed?: number
}

export interface SimulatedCarrier extends Carrier {
  /** The text channel of a leg, for the engine. */
  textLeg(legId: string): TextLeg | undefined
  /** Lets somebody call one of our numbers. The number of the caller decides the fate. Returns the id of the leg. */
  ringIn(call: { from: string; to: string }): string
}

/** How long a caller waits for an answer, ms. */
const CALLER_WAITS = 30_000

/** A carrier that calls nobody, but reports like one that does. The number decides what happens in a call. */
export function createSimulatedCarrier({
  clock,
  wall,
  recorder,
  countDial,
  topicsOf = () => [],
  seed = 1,
}: SimulatedCarrierOptions): SimulatedCarrier {
  const legs = new Map<string, SimulatedLeg>()
  const recordings = new Map<string, string | null>()
  let report: (report: CarrierReport) => void = () => {}
  let running = false

  function dial({ legId, to, ringMs, recordTo }: Extract<CarrierCommand, { type: 'dial' }>) {
    const fate = fateOf(to, countDial(to))
    if (fate === 'no_capacity') return reportLater(300, { type: 'no_capacity', legId })
    recordings.set(legId, recordTo)
    legs.set(legId, makeLeg(legId, to, fate, { ringMs }))
  }

  function ringIn({ from, to }: { from: string; to: string }): string {
    if (!running) throw new Error('the carrier is not running')
    const legId = randomUUID()
    const fate = fateOf(from, countDial(from))
    legs.set(
      legId,
      makeLeg(legId, from, fate === 'no_capacity' ? 'talks' : fate, { ringMs: CALLER_WAITS, incoming: true }),
    )
    report({ type: 'incoming', legId, from, to })
    return legId
  }

  function makeLeg(legId: string, number: string, fate: Fate, kind: { ringMs: number; incoming?: boolean }) {
    const since = wall.now()
    return new SimulatedLeg({
      ...kind,
      to: number,
      fate,
      seed,
      deskClock: clock,
      topics: () => topicsOf(legId),
      onRinging: () => report({ type: 'ringing', legId }),
      onAnswered: at => report({ type: 'answered', legId, at }),
      onEnded(cause, talkedMs, utterances) {
        const recordTo = recordings.get(legId) ?? null
        legs.delete(legId)
        recordings.delete(legId)
        if (fate === 'end_never_reported' && talkedMs > 0) return
        const file = talkedMs > 0 ? recordTo : null
        const end: CarrierReport = { type: 'ended', legId, cause, talkedMs, recorded: file === null ? false : 'later' }
        const realMs = wall.now() - since
        // Reported first, so that the line is free at once, and that no file exists of which core does not know.
        const reportEnd = () => {
          report(end)
          if (file !== null) void record(legId, { file, durationMs: talkedMs, utterances }, realMs)
        }
        if (fate !== 'end_reported_twice_and_late') return reportEnd()
        later(5000, reportEnd)
        reportLater(12_000, end)
      },
    })
  }

  const later = (after: number, work: () => void) => {
    clock.setTimer(clock.now() + after, () => {
      if (running) work()
    })
  }
  const reportLater = (after: number, what: CarrierReport) => later(after, () => report(what))

  /** Makes the recording of a leg and reports it. */
  async function record(legId: string, recording: Recording, realMs: number) {
    let failed: string | null = null
    try {
      await recorder.make(recording, realMs)
    } catch (error) {
      failed = (error as Error).message
    }
    if (running) report({ type: 'recorded', legId, failed })
  }

  return {
    name: 'simulated',
    start(listener) {
      report = listener
      running = true
    },
    stop() {
      running = false
      for (const leg of legs.values()) leg.drop()
      legs.clear()
      recordings.clear()
      return recorder.stop()
    },
    send(command) {
      if (!running) return
      switch (command.type) {
        case 'dial':
          return dial(command)
        case 'answer':
          recordings.set(command.legId, command.recordTo)
          return legs.get(command.legId)?.pickUp()
        case 'reject':
        case 'hang_up':
          return legs.get(command.legId)?.end('hung_up')
        case 'transfer':
          return legs.get(command.legId)?.end('transferred')
        case 'send_digits':
          return
      }
    },
    ringIn,
    legs: async () => new Set(legs.keys()),
    textLeg: legId => legs.get(legId),
  }
}
