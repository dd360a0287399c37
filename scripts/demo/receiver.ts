import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

/** Arrivals, counted from 1, that are refused, so that these webhooks have to be sent again. */
const REFUSED_FIRST = [3, 60, 120]

export interface Webhooks {
  url: string
  /** By webhook-id. */
  bodies: Map<string, { id: number; created_at: string; finished_at: string }>
  arrivals: number
  refused: number
  /** Why signatures were not valid. */
  errors: string[]
  close(): void
}

/** Starts a receiver of webhooks that verifies every signature. */
export async function receive(secret: () => string): Promise<Webhooks> {
  const got: Webhooks = { url: '', bodies: new Map(), arrivals: 0, refused: 0, errors: [], close: () => server.close() }
  const server = createServer((request, response) => {
    void textOf(request).then(text => {
      const arrival = ++got.arrivals
      if (REFUSED_FIRST.includes(arrival)) {
        got.refused++
        response.writeHead(503).end()
        return
      }
      try {
        const body = new Webhook(secret()).verify(text, signatureOf(request.headers)) as { id: number }
        got.bodies.set(String(request.headers['webhook-id']), body as never)
      } catch (error) {
        got.errors.push((error as Error).message)
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ received: arrival }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  got.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/calls`
  return got
}

const signatureOf = (headers: IncomingHttpHeaders) => ({
  'webhook-id': String(headers['webhook-id']),
  'webhook-timestamp': String(headers['webhook-timestamp']),
  'webhook-signature': String(headers['webhook-signature']),
})

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
