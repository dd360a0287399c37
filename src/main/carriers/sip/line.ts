import { randomUUID } from 'node:crypto'
import type { Carrier, CarrierReport } from '../../ports/carrier'
import type { Engine, EngineReport } from '../../ports/engine'
import type { Clock, Log } from '../../ports/system'
import type { StartVoiceProcess, TestCall, TrunkLine } from '../../ports/trunk-line'
import type { HostReport, HostSettings, TrunkState, TrunkStatus } from '../../ports/voice-host'
import { createRunner } from './runner'

export interface VoiceLineOptions {
  start: StartVoiceProcess
  /** Wall time. */
  wall: Clock
  log: Log
  /** Completes what was recorded into a file before its process died. Resolves with whether there is a recording. */
  mend: (file: string) => Promise<boolean>
}

/** Real calls: their trunks, their legs, and the conversations on them. All of it runs in the voice process. */
export interface VoiceLine {
  trunks: TrunkLine
  carrier: Carrier
  engine: Engine
}

/**
 * Stands in the service for the voice process, which is started with the first trunk and again when it has died, and ends
 * with the last trunk.
 */
export function createVoiceLine({ start, wall, log, mend }: VoiceLineOptions): VoiceLine {
  let wanted: HostSettings | undefined
  const states = new Map<number, TrunkState>()
  const tests = new Map<string, { trunkId: number; call: TestCall; done: (passed: boolean) => void }>()
  const listeners = new Set<(trunkId: number) => void>()
  /** The legs that exist: when each was answered, wall time, and the file that it is recorded into. */
  const legs = new Map<string, { answeredAt: number | null; recordTo: string | null }>()
  let reportLeg: (report: CarrierReport) => void = () => {}
  let reportTalk: (report: EngineReport) => void = () => {}

  const runner = createRunner({
    start,
    wall,
    log,
    onReport: take,
    onStarted() {
      for (const { id } of wanted!.trunks) setState(id, 'connecting')
      runner.send({ type: 'configure', ...wanted! })
    },
    onLost() {
      for (const [testId, { call }] of tests) {
        call.onStep('The voice process ended by itself, and the call with it.')
        finishTest(testId, false)
      }
      for (const legId of [...legs.keys()]) breakOff(legId)
      for (const { id } of wanted?.trunks ?? [])
        setState(id, 'off', 'The voice process ended by itself. It is started again.')
    },
  })

  function setState(trunkId: number, status: TrunkStatus, reason: string | null = null) {
    states.set(trunkId, { status, since: wall.now(), reason, localAddress: null })
    for (const listener of listeners) listener(trunkId)
  }

  function take(report: HostReport) {
    switch (report.type) {
      case 'trunk':
        if (!wanted?.trunks.some(({ id }) => id === report.trunkId)) return
        states.set(report.trunkId, report.state)
        for (const listener of listeners) listener(report.trunkId)
        return
      case 'test_step':
        tests.get(report.testId)?.call.onStep(report.text)
        if (report.done !== null) finishTest(report.testId, report.done === 'passed')
        return
      case 'carrier':
        return takeLeg(report.report)
      case 'engine':
        return reportTalk(report.report)
      case 'log':
        return log[report.level](report.facts, report.text)
    }
  }

  function takeLeg(report: CarrierReport) {
    const { legId } = report
    const leg = legs.get(legId)
    if (report.type === 'incoming') legs.set(legId, { answeredAt: null, recordTo: null })
    else if (report.type === 'answered' && leg) leg.answeredAt = wall.now()
    else if (report.type === 'ended' || report.type === 'no_capacity') legs.delete(legId)
    reportLeg(report)
  }

  /** The line of a leg broke, because its process is gone. */
  function breakOff(legId: string) {
    const { answeredAt, recordTo } = legs.get(legId)!
    legs.delete(legId)
    const talkedMs = answeredAt === null ? 0 : Math.max(1, wall.now() - answeredAt)
    const file = answeredAt === null ? null : recordTo
    reportLeg({ type: 'ended', legId, cause: 'line_error', talkedMs, recorded: file === null ? false : 'later' })
    if (file === null) return
    const nothing = 'nothing was recorded before the voice process ended'
    mend(file).then(
      isThere => reportLeg({ type: 'recorded', legId, failed: isThere ? null : nothing }),
      (error: Error) => reportLeg({ type: 'recorded', legId, failed: error.message }),
    )
  }

  function finishTest(testId: string, passed: boolean) {
    tests.get(testId)?.done(passed)
    tests.delete(testId)
  }

  const trunks: TrunkLine = {
    configure(settings) {
      wanted = settings
      for (const id of states.keys()) if (!settings.trunks.some(trunk => trunk.id === id)) states.delete(id)
      if (settings.trunks.length === 0) runner.stop()
      else if (runner.isRunning) runner.send({ type: 'configure', ...settings })
      else runner.run()
    },
    // One that was just added is not known here before its change is committed.
    state: trunkId =>
      states.get(trunkId) ?? { status: 'connecting', since: wall.now(), reason: null, localAddress: null },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    test(trunkId, call) {
      if (!runner.isRunning) {
        call.onStep('The voice process does not run now.')
        return Promise.resolve({ passed: false })
      }
      const testId = randomUUID()
      return new Promise(resolve => {
        tests.set(testId, { trunkId, call, done: passed => resolve({ passed }) })
        runner.send({ type: 'test', testId, trunkId, to: call.to, sentence: call.sentence })
      })
    },
    cancelTests(trunkId) {
      for (const [testId, test] of tests)
        if (trunkId === undefined || test.trunkId === trunkId) runner.send({ type: 'cancel_test', testId })
    },
    async stop() {
      wanted = undefined
      runner.stop()
      for (const testId of [...tests.keys()]) finishTest(testId, false)
      await runner.ended()
    },
  }

  const carrier: Carrier = {
    name: 'sip',
    start(listener) {
      reportLeg = listener
    },
    // The process ends with the trunks.
    stop() {
      reportLeg = () => {}
      legs.clear()
    },
    send(command) {
      if (command.type === 'dial') {
        legs.set(command.legId, { answeredAt: null, recordTo: command.recordTo })
        // Reported later, as by every carrier.
        if (!runner.isRunning) return queueMicrotask(() => legs.has(command.legId) && failDial(command.legId))
      }
      const leg = legs.get(command.legId)
      if (command.type === 'answer' && leg) leg.recordTo = command.recordTo
      runner.send({ type: 'carrier', command })
    },
    legs: async () => new Set(legs.keys()),
  }

  function failDial(legId: string) {
    legs.delete(legId)
    reportLeg({ type: 'ended', legId, cause: 'carrier_failed', talkedMs: 0, recorded: false })
  }

  const engine: Engine = {
    start(listener) {
      reportTalk = listener
    },
    stop() {
      reportTalk = () => {}
    },
    send: command => runner.send({ type: 'engine', command }),
  }

  return { trunks, carrier, engine }
}
