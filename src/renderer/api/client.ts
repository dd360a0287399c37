import { type ClientLink, createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import type { RouterUtils } from '@orpc/tanstack-query'
import type { Contract } from '../../contract'

/** `once`: a change with a key that came before is not made again; the first answer comes again. */
export type RequestOptions = { once?: string }
export type Client = ContractRouterClient<Contract, RequestOptions>
/** The operations as questions and changes for TanStack Query. */
export type Ask = RouterUtils<Client>

/** The service gave no answer at all: it is not running, or the request was cut off. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
  constructor(message: string, cause: unknown) {
    super(message, { cause })
  }
}

/** Requests that nothing goes before. They and the stream of events are never dropped. */
const kept = /\/rpc\/(dialing\/(pause|halt)|events\/stream)$/

type Link = ClientLink<RequestOptions>

interface HttpOptions {
  /** What a person reads when the service gives no answer. */
  unreachable?: string
  /** Where the service is. */
  origin?: string
  /** Says what the service answers in another way. */
  around?: (link: Link) => Link
}

/** The typed client over HTTP, for a console in a browser. */
export function createHttpClient(
  session: string,
  { unreachable = '', origin = location.origin, around = link => link }: HttpOptions = {},
) {
  let dropping = new AbortController()

  /** As `fetch`. The browser's own error says nothing that a person could use. */
  async function orUnreachable(request: Request, init: RequestInit): Promise<Response> {
    const signal = kept.test(request.url) ? request.signal : AbortSignal.any([request.signal, dropping.signal])
    try {
      return await fetch(request, { ...init, signal })
    } catch (error) {
      if (request.signal.aborted) throw error
      throw new Unreachable(unreachable, error)
    }
  }

  const link = new RPCLink<RequestOptions>({
    url: `${origin}/rpc`,
    headers: ({ context: { once } }) => ({
      'x-callwright-session': session,
      ...(once !== undefined && { 'idempotency-key': once }),
    }),
    fetch: orUnreachable,
  })
  const client: Client = createORPCClient(around(link))
  return {
    client,
    /** Drops all requests that wait for an answer, except those that stop the desk. Each fails with Unreachable. */
    drop() {
      dropping.abort()
      dropping = new AbortController()
    },
  }
}
