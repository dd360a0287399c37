import type { Carrier, Clock, EndCause, LineCommand, LineReport, Log, TextLeg } from '../../core/ports'
import { fateOf } from './fates'
import { SimulatedLeg } from './leg'
import { type Utterance, writeRecording } from './recording'

export interface SimulatedCarrierOptions {
  clock: Clock
  log: Log
  /** Counts a dial of a number and says how many there were; stored, since two fates count. */
  countDial: (number: string) => number
  seed?: number
}

export interface SimulatedCarrier extends Carrier {
  /** The ears and the mouth of a leg that was answered. */
  textLeg(legId: string): TextLeg | undefined
}

/** Calls nobody, and does so like a carrier: what becomes of a call follows from the number. */
export function createSimulatedCarrier({ clock, log, countDial, seed = 1 }: SimulatedCarrierOptions): SimulatedCarrier {
  const legs = new Map<string, SimulatedLeg>()
  let report: (report: LineReport) => void = () => {}
  let running = false

  function dial({ legId, to, ringMs, recordTo }: Extract<LineCommand, { type: 'dial' }>) {
    const fate = fateOf(to, countDial(to))
    if (fate === 'no_line') return tell(300, { type: 'no_line', legId })
    const onEnded = (cause: EndCause, talkedMs: number, utterances: Utterance[]) => {
      legs.delete(legId)
      if (fate === 'end_never_reported' && talkedMs > 0) return
      const recorded = record(recordTo, talkedMs, utterances)
      const end: LineReport = { type: 'ended', legId, cause, talkedMs, recorded }
      if (fate !== 'end_reported_twice_and_late') return report(end)
      tell(5000, end)
      tell(12_000, end)
    }
    const leg = new SimulatedLeg({
      to,
      fate,
      ringMs,
      seed,
      deskClock: clock,
      onRinging: () => report({ type: 'ringing', legId }),
      onAnswered: () => report({ type: 'answered', legId }),
      onEnded,
    })
    legs.set(legId, leg)
  }

  const tell = (after: number, what: LineReport) => {
    clock.setTimer(clock.now() + after, () => {
      if (running) report(what)
    })
  }

  /** A recording that cannot be written is a line in the log; the call ends all the same. */
  function record(file: string | null, talkedMs: number, utterances: Utterance[]): boolean {
    if (file === null || talkedMs === 0) return false
    try {
      writeRecording(file, talkedMs, utterances)
      return true
    } catch (error) {
      log.error({ err: error, file }, 'recording could not be written')
      return false
    }
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
    },
    send(command) {
      if (!running) return
      switch (command.type) {
        case 'dial':
          return dial(command)
        case 'hang_up':
          return legs.get(command.legId)?.end('hung_up')
        case 'transfer':
          return legs.get(command.legId)?.end('transferred')
        case 'send_digits':
          return
      }
    },
    legs: async () => new Set(legs.keys()),
    textLeg: legId => legs.get(legId),
  }
}
