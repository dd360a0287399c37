import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import type { Contract } from '../../contract'

export type Client = ContractRouterClient<Contract>

/** The typed client over HTTP, for a console in a browser. */
export const createHttpClient = (session: string): Client =>
  createORPCClient(new RPCLink({ url: `${location.origin}/rpc`, headers: { 'x-callwright-session': session } }))
