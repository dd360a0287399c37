import { randomUUID } from 'node:crypto'
import type { Clock, Log } from '../../ports/system'
import type { StartVoiceProcess, TestCall, TrunkLine, VoiceProcess } from '../../ports/trunk-line'
import type { HostReport, SipSettings, Trunk, TrunkState, TrunkStatus } from '../../ports/voice-host'

export interface SipLineOptions {
  start: StartVoiceProcess
  /** Wall time. */
  wall: Clock
  log: Log
}

/** After a crash the process is started again after this time, which doubles with each crash, up to the longest. */
const FIRST_WAIT = 1000
const LONGEST_WAIT = 60_000
/** How long it may take to sign out at the servers and to end, before it is killed. */
const STOP_WAIT = 4000

/**
 * The SIP trunks in service. They run in the voice process, which is started with the first trunk and again when it has
 * died, and ends with the last trunk.
 */
export function createSipLine({ start, wall, log }: SipLineOptions): TrunkLine {
  let wanted: { settings: SipSettings; trunks: readonly Trunk[] } | undefined
  let running: VoiceProcess | undefined
  let cancelRestart: (() => void) | undefined
  let wait = FIRST_WAIT
  const states = new Map<number, TrunkState>()
  const tests = new Map<string, { trunkId: number; call: TestCall; done: (passed: boolean) => void }>()
  const listeners = new Set<(trunkId: number) => void>()
  /** The processes that are told to stop, and how to kill each. */
  const leaving = new Map<VoiceProcess, { ended: Promise<void>; kill: () => void }>()

  const isWanted = () => wanted !== undefined && wanted.trunks.length > 0
  const changed = (trunkId: number) => {
    for (const listener of listeners) listener(trunkId)
  }

  function setState(trunkId: number, status: TrunkStatus, reason: string | null = null) {
    const before = states.get(trunkId)
    if (before?.status === status && before.reason === reason) return
    states.set(trunkId, { status, since: wall.now(), reason, localAddress: null })
    changed(trunkId)
  }

  function startProcess() {
    cancelRestart?.()
    cancelRestart = undefined
    for (const { id } of wanted!.trunks) setState(id, 'connecting')
    let ended = () => {}
    const end = new Promise<void>(resolve => {
      ended = resolve
    })
    const began = wall.now()
    const own: VoiceProcess = start({
      onReport(report) {
        if (running === own) take(report)
      },
      onExit(why) {
        ended()
        leaving.delete(own)
        if (running === own) lost(why, wall.now() - began)
      },
    })
    running = own
    ends.set(own, end)
    own.send({ type: 'configure', ...wanted! })
  }
  const ends = new WeakMap<VoiceProcess, Promise<void>>()

  function take(report: HostReport) {
    switch (report.type) {
      case 'trunk':
        if (!wanted?.trunks.some(({ id }) => id === report.trunkId)) return
        states.set(report.trunkId, report.state)
        return changed(report.trunkId)
      case 'test_step': {
        const test = tests.get(report.testId)
        test?.call.onStep(report.text)
        if (report.done !== null) finish(report.testId, report.done === 'passed')
        return
      }
      case 'log':
        return log[report.level](report.facts, report.text)
      case 'carrier':
      case 'legs':
        return
    }
  }

  function finish(testId: string, passed: boolean) {
    tests.get(testId)?.done(passed)
    tests.delete(testId)
  }

  /** The process has ended without being told to. */
  function lost(why: string, lived: number) {
    running = undefined
    log.error({ why }, 'the voice process ended by itself; it is started again')
    for (const [testId, { call }] of tests) {
      call.onStep('The voice process ended by itself, and the call with it.')
      finish(testId, false)
    }
    if (lived > LONGEST_WAIT) wait = FIRST_WAIT
    for (const { id } of wanted?.trunks ?? [])
      setState(id, 'off', 'The voice process ended by itself. It is started again.')
    cancelRestart = wall.setTimer(wall.now() + wait, () => {
      if (isWanted()) startProcess()
    })
    wait = Math.min(wait * 2, LONGEST_WAIT)
  }

  function stopProcess() {
    cancelRestart?.()
    cancelRestart = undefined
    wait = FIRST_WAIT
    const own = running
    running = undefined
    if (!own) return
    const timer = setTimeout(() => own.kill(), STOP_WAIT)
    timer.unref()
    leaving.set(own, { ended: ends.get(own)!.finally(() => clearTimeout(timer)), kill: () => own.kill() })
    own.send({ type: 'stop' })
  }

  return {
    configure(settings, trunks) {
      wanted = { settings, trunks }
      for (const id of [...states.keys()]) if (!trunks.some(trunk => trunk.id === id)) states.delete(id)
      if (!isWanted()) return stopProcess()
      if (running) running.send({ type: 'configure', settings, trunks })
      // After a crash, a change starts it at once.
      else startProcess()
    },
    // One that was just added is not known here before its change is committed.
    state: trunkId =>
      states.get(trunkId) ?? { status: 'connecting', since: wall.now(), reason: null, localAddress: null },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    test(trunkId, call) {
      if (!running) {
        call.onStep('The voice process does not run now.')
        return Promise.resolve({ passed: false })
      }
      const testId = randomUUID()
      return new Promise(resolve => {
        tests.set(testId, { trunkId, call, done: passed => resolve({ passed }) })
        running!.send({ type: 'test', testId, trunkId, to: call.to, sentence: call.sentence })
      })
    },
    cancelTests(trunkId) {
      for (const [testId, test] of tests)
        if (trunkId === undefined || test.trunkId === trunkId) running?.send({ type: 'cancel_test', testId })
    },
    async stop() {
      wanted = undefined
      for (const testId of [...tests.keys()]) finish(testId, false)
      stopProcess()
      await Promise.all([...leaving.values()].map(({ ended }) => ended))
    },
  }
}
