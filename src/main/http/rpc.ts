import type { IncomingMessage, ServerResponse } from 'node:http'
import { ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/node'
import { errorKinds } from '../../contract/errors'
import type { Context } from '../core/kernel/context'
import { ServiceError } from '../core/kernel/errors'
import type { Caller, Router } from '../router'
import { translate } from '../router/wiring'
import { BODY_LIMIT, readRpc, UPLOAD_LIMIT } from './body'
import { type Answer, createIdempotency } from './idempotency'
import { operations } from './operations'
import { logFailure, type Refusal } from './respond'

/** The operation of a path of the console, such as `leads.create`. */
export const rpcOperation = (path: string) => path.replace(/^\/rpc\//, '').replaceAll('/', '.')

/** A refusal as oRPC's client reads it. */
export const asRpc = ({ kind, status, body }: Refusal) => ({
  json: { defined: false, code: kind.toUpperCase(), status, message: body.message ?? body.error, data: undefined },
})

/** A request of the console. */
interface Asked extends Caller {
  /** Its input is decoded; an error before that is the client's. */
  isDecoded?: boolean
  /** Of the header Idempotency-Key. */
  key?: string
}

/** Throws the refusal that a request with the same Idempotency-Key was answered. */
function refuseAgain({ status, body }: Answer): never {
  const { message, error, errors } = JSON.parse(body)
  const [kind = 'conflict'] = Object.entries(errorKinds).find(([, one]) => one.status === status) ?? []
  throw new ORPCError(kind.toUpperCase(), { status, message: message ?? error, data: errors && { errors } })
}

/**
 * Creates the handler of the console's requests, which are oRPC's RPC calls. It throws what is wrong with the request as
 * such; an error of the operation, or of encoding its answer, is answered as oRPC does, and logged when it is a bug.
 */
export function createRpcDoor(context: Context, router: Router) {
  const takesFile = new Set(
    operations().flatMap(({ name, files, largeBody }) => (files.length > 0 || largeBody ? name : [])),
  )
  const idempotent = createIdempotency(context)
  const handler = new RPCHandler<Asked>(router, {
    clientInterceptors: [
      async options => {
        options.context.isDecoded = true
        const { key, userId } = options.context
        if (key === undefined) return options.next()
        const asked = { scope: `console ${userId} ${options.path.join('.')}`, key, body: options.input, status: 200 }
        const answer = await idempotent(asked, once =>
          options.next({ ...options, context: { ...options.context, once } }),
        ).catch(translate)
        return answer.status === 200 ? JSON.parse(answer.body) : refuseAgain(answer)
      },
    ],
    interceptors: [
      async options => {
        try {
          return await options.next()
        } catch (error) {
          const isBug = !(error instanceof ORPCError) || error.status === 500
          if (!isBug || !options.context.isDecoded) throw error
          const { pathname } = options.request.url
          const message = logFailure(context, error, { path: pathname, operation: rpcOperation(pathname) })
          throw new ORPCError('INTERNAL_SERVER_ERROR', { message })
        }
      },
    ],
  })

  return {
    async answer(request: IncomingMessage, response: ServerResponse, caller: Caller) {
      if (request.method !== 'POST') {
        response.setHeader('allow', 'POST')
        throw new ServiceError('method_not_allowed', 'The operations of the console answer POST only.')
      }
      const { 'idempotency-key': key } = request.headers as { 'idempotency-key'?: string }
      const [path = ''] = (request.url ?? '').split('?')
      const limit = takesFile.has(rpcOperation(path)) ? UPLOAD_LIMIT : BODY_LIMIT
      // oRPC takes a body that was read already.
      Object.assign(request, { body: (await readRpc(request, limit)) ?? {} })
      const { matched } = await handler.handle(request, response, { prefix: '/rpc', context: { ...caller, key } })
      if (!matched) throw new ServiceError('not_found', 'There is no such operation.')
    },
  }
}
