import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A receiver of webhooks on this machine. `answer` makes the response, by default 200 and `{}`. */
export async function startReceiver(
  answer: (
    request: Received,
    n: number,
  ) => { status: number; body?: string; headers?: Record<string, string> } | null = () => ({
    status: 200,
    body: '{}',
  }),
) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const got = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() }
    received.push(got)
    const said = answer(got, received.length)
    if (!said) return void response.destroy()
    response.writeHead(said.status, { 'content-type': 'application/json', ...said.headers }).end(said.body ?? '')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  onTestFinished(close)
  return { url: `http://127.0.0.1:${port}/hook`, received, close }
}
