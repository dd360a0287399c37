import { createHttpClient } from './client'
import { followStream, type Signal } from './events'

// A shared worker: it reads the stream of events for all tabs with the same session, which is its name.

declare const self: {
  readonly name: string
  readonly location: WorkerLocation
  onconnect: (event: MessageEvent) => void
}
interface WorkerLocation {
  readonly origin: string
}

const ports = new Set<MessagePort>()
/** Whether the stream is open; a tab that comes later must know. Null before it was tried. */
let last: Signal | null = null

self.onconnect = ({ ports: [port] }) => {
  if (!port) return
  ports.add(port)
  const leave = () => void ports.delete(port)
  port.onmessage = leave
  // Told by a tab that crashed, in browsers that have this event.
  port.addEventListener('close', leave)
  if (last) port.postMessage(last)
}

void followStream(
  createHttpClient(self.name, { origin: self.location.origin }).client,
  signal => {
    if (signal.type !== 'event') last = signal
    for (const port of ports) port.postMessage(signal)
  },
  new AbortController().signal,
)
