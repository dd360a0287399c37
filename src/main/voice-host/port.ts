import type { HostCommand, HostReport } from '../ports/voice-host'

/** The service's end of the line. */
export interface Port {
  send(report: HostReport): void
}

/** Electron's port of a utility process. */
interface ParentPort {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { data: HostCommand }) => void): void
}

/**
 * Opens the channel to the service: of a utility process of Electron, or of a child of Node. `onGone`: the service has
 * ended. A utility process ends with the service by itself.
 */
export function openPort(onCommand: (command: HostCommand) => void, onGone: () => void): Port {
  const { parentPort } = process as unknown as { parentPort?: ParentPort }
  if (parentPort) {
    parentPort.on('message', ({ data }) => onCommand(data))
    return { send: report => parentPort.postMessage(report) }
  }
  process.on('message', onCommand)
  process.on('disconnect', onGone)
  return { send: report => void (process.connected && process.send?.(report)) }
}
