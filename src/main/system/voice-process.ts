import { fork } from 'node:child_process'
import type { StartVoiceProcess } from '../ports/trunk-line'
import type { HostReport } from '../ports/voice-host'

/** Starts the voice process as a child of Node. `file`: its built module. */
export const forkVoiceProcess =
  (file: string): StartVoiceProcess =>
  ({ onReport, onExit }) => {
    // 'advanced' keeps byte arrays as they are.
    const child = fork(file, {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    let why = ''
    child.on('message', report => onReport(report as HostReport))
    // A failed start or a failed message; the exit follows, except when it could not be started at all.
    child.on('error', error => {
      why = error.message
      if (child.pid === undefined) onExit(why)
    })
    child.on('exit', (code, signal) => onExit(why || (signal === null ? `exit code ${code}` : `signal ${signal}`)))
    return {
      send: command => void (child.connected && child.send(command)),
      kill: () => void child.kill('SIGKILL'),
    }
  }
