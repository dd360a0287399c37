import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A proxy before the service, on a port of its own that stays when the service starts again on another. */
export async function startProxy(origin: () => string) {
  let isHeld: (path: string) => boolean = () => false
  let release = () => {}
  let released = Promise.resolve()

  async function pass(asked: IncomingMessage, answer: ServerResponse) {
    while (isHeld(asked.url ?? '')) {
      await released
      if (answer.destroyed) return
    }
    const { hostname, port, host } = new URL(origin())
    const passed = request(
      { hostname, port, path: asked.url, method: asked.method, headers: { ...asked.headers, host } },
      given => {
        answer.writeHead(given.statusCode!, given.headers)
        given.on('error', () => answer.destroy())
        given.pipe(answer)
      },
    )
    passed.on('error', () => answer.destroy())
    answer.on('close', () => passed.destroy())
    asked.pipe(passed)
  }

  const server = createServer(pass).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Holds requests for these paths without an answer, those that come and not those that are under way. */
    hold(paths: RegExp) {
      released = new Promise(resolve => (release = resolve))
      isHeld = path => paths.test(path)
    },
    /** Passes the held requests on. */
    release() {
      isHeld = () => false
      release()
    },
  }
}
