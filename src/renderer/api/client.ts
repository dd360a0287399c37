import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import type { Contract } from '../../contract'

export type Client = ContractRouterClient<Contract>

/** The service gave no answer at all: it is not running, or the request was cut off. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
  constructor(cause: unknown) {
    super('The service does not answer', { cause })
  }
}

/** The typed client over HTTP, for a console in a browser. `origin` is that of the service. */
export const createHttpClient = (session: string, origin = location.origin): Client =>
  createORPCClient(
    new RPCLink({ url: `${origin}/rpc`, headers: { 'x-callwright-session': session }, fetch: orUnreachable }),
  )

/** As `fetch`. The browser's own error says nothing that a person could use. */
async function orUnreachable(request: Request, init: RequestInit): Promise<Response> {
  try {
    return await fetch(request, init)
  } catch (error) {
    if (request.signal.aborted) throw error
    throw new Unreachable(error)
  }
}
