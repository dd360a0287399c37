import { createProcedureClient, getRouter, isProcedure, ORPCError } from '@orpc/server'
import { type Reply, unpackFiles } from '../../contract/bridge'
import type { Caller, Router } from '.'

/**
 * Makes a function that calls one operation of the router in this process, without HTTP. Errors of the contract are
 * returned as data. Any other error goes to `onBug`; the caller gets a general message.
 */
export function createInvoke(router: Router, onBug: (error: unknown) => void) {
  return async (path: readonly string[], input: unknown, caller: Caller): Promise<Reply> => {
    try {
      const procedure = getRouter(router, path)
      if (!isProcedure(procedure))
        throw new ORPCError('NOT_FOUND', { message: `There is no operation ${path.join('.')}.` })
      return {
        ok: true,
        output: await createProcedureClient(procedure, { context: caller, path })(unpackFiles(input) as never),
      }
    } catch (error) {
      if (error instanceof ORPCError) return { ok: false, error: error.toJSON() }
      onBug(error)
      return {
        ok: false,
        error: {
          defined: false,
          code: 'INTERNAL_SERVER_ERROR',
          status: 500,
          message: 'Something went wrong.',
          data: undefined,
        },
      }
    }
  }
}
