import { request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import type { TestWorld } from './world'

/** Sends exactly these bytes; fetch would set some headers and tidy some paths by itself. */
export function raw(
  world: TestWorld,
  path: string,
  { method = 'GET', headers = {}, body = '' as string | Buffer }: RawOptions = {},
) {
  const { hostname, port } = new URL(world.service.api)
  const all = { authorization: `Bearer ${world.key}`, ...headers }
  const sentHeaders = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
  return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const sent = httpRequest({ hostname, port, path, method, headers: sentHeaders }, async response => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve({ status: response.statusCode!, headers: response.headers, text })
    })
    // A server that refuses a body may close the connection before all of it was sent. Then the answer counts.
    sent.on('error', error => setTimeout(() => reject(error), 500))
    sent.end(body)
  })
}

interface RawOptions {
  method?: string
  headers?: OutgoingHttpHeaders
  body?: string | Buffer
}
