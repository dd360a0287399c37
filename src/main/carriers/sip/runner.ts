import type { Clock, Log } from '../../ports/system'
import type { StartVoiceProcess, VoiceProcess } from '../../ports/trunk-line'
import type { HostCommand, HostReport } from '../../ports/voice-host'

export interface RunnerOptions {
  start: StartVoiceProcess
  /** Wall time. */
  wall: Clock
  log: Log
  /** A process was started, and knows nothing yet. */
  onStarted: () => void
  onReport: (report: HostReport) => void
  /** The process has ended by itself. It is started again after a while. */
  onLost: () => void
}

/** After a crash the process is started again after this time, which doubles with each crash, up to the longest. */
const FIRST_WAIT = 1000
const LONGEST_WAIT = 60_000
/** How long it may take to end calls and registrations, and itself, before it is killed. */
const STOP_WAIT = 4000

/** Keeps the voice process running as long as it is wanted. */
export function createRunner({ start, wall, log, onStarted, onReport, onLost }: RunnerOptions) {
  let running: VoiceProcess | undefined
  let cancelRestart: (() => void) | undefined
  let wait = FIRST_WAIT
  /** Those that were told to end. */
  const leaving = new Set<Promise<void>>()
  let whenEnded: Promise<void> = Promise.resolve()

  function begin() {
    cancelRestart?.()
    cancelRestart = undefined
    const { promise, resolve } = Promise.withResolvers<void>()
    whenEnded = promise
    const began = wall.now()
    const own: VoiceProcess = start({
      onReport: report => running === own && onReport(report),
      onExit(why) {
        resolve()
        if (running === own) restartLater(why, wall.now() - began)
      },
    })
    running = own
    onStarted()
  }

  function restartLater(why: string, lived: number) {
    running = undefined
    log.error({ why }, 'the voice process ended by itself; it is started again')
    if (lived > LONGEST_WAIT) wait = FIRST_WAIT
    cancelRestart = wall.setTimer(wall.now() + wait, begin)
    wait = Math.min(wait * 2, LONGEST_WAIT)
    onLost()
  }

  return {
    /** Starts it, unless it runs; after a crash at once. */
    run() {
      if (!running) begin()
    },
    get isRunning() {
      return running !== undefined
    },
    /** Nothing is sent to a process that does not run. */
    send(command: HostCommand) {
      running?.send(command)
    },
    /** Lets it end its calls and registrations. */
    stop() {
      cancelRestart?.()
      cancelRestart = undefined
      wait = FIRST_WAIT
      const own = running
      running = undefined
      if (!own) return
      // Real time, also where the wall clock is a test's.
      const timer = setTimeout(() => own.kill(), STOP_WAIT)
      timer.unref()
      const ended = whenEnded.then(() => clearTimeout(timer))
      leaving.add(ended)
      void ended.then(() => leaving.delete(ended))
      own.send({ type: 'stop' })
    },
    /** Resolves when every process that was stopped has ended. */
    ended: () => Promise.all(leaving),
  }
}
