import { type Follow, RECONNECT_AFTER, type Signal } from './events'
import SharedEvents from './events-worker?sharedworker'

/**
 * Follows events through one stream for all tabs of a browser. A browser opens six connections to a service, so with a
 * stream for each tab the seventh request would wait for ever.
 */
export const createSharedEvents =
  (session: string): Follow =>
  (onSignal, until) => {
    let port: MessagePort | undefined
    function open() {
      if (until.aborted) return
      // The name makes one worker for each session.
      const worker = new SharedEvents({ name: session })
      port = worker.port
      port.onmessage = ({ data }: MessageEvent<Signal>) => onSignal(data)
      // Its code could not be loaded: the service does not answer.
      worker.onerror = () => {
        onSignal({ type: 'lost' })
        setTimeout(open, RECONNECT_AFTER)
      }
    }
    const leave = () => port?.postMessage('leave')
    open()
    addEventListener('pagehide', leave)
    until.addEventListener('abort', () => {
      removeEventListener('pagehide', leave)
      leave()
      port?.close()
    })
    // A page that the browser kept aside and shows again has left.
    addEventListener('pageshow', ({ persisted }) => persisted && location.reload(), { signal: until })
  }
