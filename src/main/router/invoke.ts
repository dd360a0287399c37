import { createProcedureClient, getRouter, isProcedure, ORPCError } from '@orpc/server'
import { type Reply, unpackFiles } from '../../contract/bridge'
import { isTooDeep, MOST_LEVELS } from '../../contract/json'
import type { Caller, Router } from '.'

/**
 * Makes a function that calls one operation of the router in this process, without HTTP. Errors of the contract are
 * returned as data. Any other error goes to `onBug`, with the name of the operation; the caller gets a general message.
 */
export function createInvoke(router: Router, onBug: (error: unknown, operation: string) => void) {
  return async (path: readonly string[], input: unknown, caller: Caller): Promise<Reply> => {
    try {
      const procedure = getRouter(router, path)
      if (!isProcedure(procedure))
        throw new ORPCError('NOT_FOUND', { message: `There is no operation ${path.join('.')}.` })
      if (isTooDeep(input))
        throw new ORPCError('BAD_REQUEST', { message: `The input must not nest more than ${MOST_LEVELS} levels.` })
      const output = await createProcedureClient(procedure, { context: caller, path })(unpackFiles(input) as never)
      // The channel clones the answer after this function, where a failure would not be logged.
      return { ok: true, output: structuredClone(output) }
    } catch (error) {
      if (error instanceof ORPCError && error.status !== 500) return { ok: false, error: error.toJSON() }
      onBug(error, path.join('.'))
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
