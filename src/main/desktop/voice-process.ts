import { utilityProcess } from 'electron/main'
import type { StartVoiceProcess } from '../ports/trunk-line'
import type { HostReport } from '../ports/voice-host'

/** Starts the voice process as a utility process of Electron. `file`: its built module. */
export const utilityVoiceProcess =
  (file: string): StartVoiceProcess =>
  ({ onReport, onExit }) => {
    const child = utilityProcess.fork(file, [], { serviceName: 'Callwright voice', stdio: 'inherit' })
    child.on('message', (report: HostReport) => onReport(report))
    child.on('exit', code => onExit(`exit code ${code}`))
    return {
      send: command => child.postMessage(command),
      kill: () => void child.kill(),
    }
  }
