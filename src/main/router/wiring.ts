import { type AnyProcedure, implement, ORPCError } from '@orpc/server'
import { contract } from '../../contract'
import { errorKinds } from '../../contract/errors'
import { type Draft, read } from '../../contract/validation'
import { invalid, ServiceError } from '../core/errors'

/** Who asks. The doors find it out; core trusts it. */
export interface Caller {
  userId: number
  /** Runs the change that an operation makes; without it, it just runs. */
  commit?: <T>(change: () => T) => T
}

interface Given<C, I> {
  context: C
  input: I
  procedure: AnyProcedure
}

/** Core's refusals become the contract's errors, in this one place. Anything else is a bug and stays one. */
function translate(error: unknown): never {
  if (!(error instanceof ServiceError)) throw error
  throw new ORPCError(error.kind.toUpperCase(), {
    defined: true,
    status: errorKinds[error.kind].status,
    message: error.message,
    data: error.data,
  })
}

const readInput = <I>(procedure: AnyProcedure, input: unknown): Draft<I> =>
  read(procedure['~orpc'].inputSchema as never, input) as Draft<I>

/** For an operation whose rules core checks together with its form, so that the caller is told all faults at once. */
export const drafted =
  <C extends Caller, I, O>(work: (caller: C, draft: Draft<I>) => O) =>
  async ({ context, input, procedure }: Given<C, I>): Promise<Awaited<O>> => {
    const { commit = change => change() } = context
    try {
      const draft = readInput<I>(procedure, input)
      return await commit(() => work(context, draft))
    } catch (error) {
      return translate(error)
    }
  }

/** For every other operation: what reaches `work` is sound. */
export const sound = <C extends Caller, I, O>(work: (caller: C, input: I) => O) =>
  drafted<C, I, O>((caller, { values, faults }) => {
    if (faults.any) throw invalid(faults)
    return work(caller, values as I)
  })

/** The contract, to be implemented. Input is read by `drafted`, which knows more than a schema; answers are checked by the tests. */
export const os = implement(contract)
  .$context<Caller>()
  .$config({ initialInputValidationIndex: Number.NaN, initialOutputValidationIndex: Number.NaN })
