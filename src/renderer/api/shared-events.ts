import type { Follow, Signal } from './events'
import SharedEvents from './events-worker?sharedworker'

/**
 * Follows events through one stream for all tabs of a browser. A browser opens six connections to a service, so with a
 * stream for each tab the seventh request would wait for ever.
 */
export const createSharedEvents =
  (session: string): Follow =>
  (onSignal, until) => {
    // The name makes one worker for each session.
    const { port } = new SharedEvents({ name: session })
    port.onmessage = ({ data }: MessageEvent<Signal>) => onSignal(data)
    const leave = () => port.postMessage('leave')
    addEventListener('pagehide', leave)
    until.addEventListener('abort', () => {
      removeEventListener('pagehide', leave)
      leave()
      port.close()
    })
    // A page that the browser kept aside and shows again has left.
    addEventListener('pageshow', ({ persisted }) => persisted && location.reload(), { signal: until })
  }
