import { type AnyProcedure, implement, ORPCError } from '@orpc/server'
import { contract } from '../../contract'
import { errorKinds } from '../../contract/errors'
import { type Input, read } from '../../contract/validation'
import { invalid, ServiceError } from '../core/kernel/errors'

/** Who asks. The doors find it out; core trusts it. */
export interface Caller {
  userId: number
  /** Who asks with an Idempotency-Key is answered once. */
  once?: Once
}

/** How an operation that is done once says that it begins to change something. */
export interface Once {
  /** Runs a change, and keeps its answer with it. */
  commit<T>(change: () => T): T
  /** What follows takes its time. */
  begin(): void
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

const readInput = <I>(procedure: AnyProcedure, input: unknown): Input<I> =>
  read(procedure['~orpc'].inputSchema as never, input) as Input<I>

/** For an operation whose rules core checks together with its form, so that the caller is told all faults at once. */
export const withErrors =
  <C extends Caller, I, O>(work: (caller: C, input: Input<I>) => O) =>
  async ({ context: caller, input, procedure }: Given<C, I>): Promise<O> => {
    try {
      const read = readInput<I>(procedure, input)
      const change = () => work(caller, read)
      return caller.once ? caller.once.commit(change) : change()
    } catch (error) {
      return translate(error)
    }
  }

/** For every other operation: what reaches `work` is sound. */
export const whenValid = <C extends Caller, I, O>(work: (caller: C, input: I) => O) =>
  withErrors<C, I, O>((caller, input) => work(caller, valid(input)))

/** Both for work that asks somebody outside and takes its time: it makes its changes in transactions of its own. */
export const withErrorsLater =
  <C extends Caller, I, O>(work: (caller: C, input: Input<I>) => Promise<O>) =>
  async ({ context: caller, input, procedure }: Given<C, I>): Promise<O> => {
    try {
      const read = readInput<I>(procedure, input)
      caller.once?.begin()
      return await work(caller, read)
    } catch (error) {
      return translate(error)
    }
  }
export const whenValidLater = <C extends Caller, I, O>(work: (caller: C, input: I) => Promise<O>) =>
  withErrorsLater<C, I, O>(async (caller, input) => work(caller, valid(input)))

function valid<I>({ values, errors }: Input<I>): I {
  if (errors.any) throw invalid(errors)
  return values as I
}

/** The contract, to be implemented. Input is read by `drafted`, which knows more than a schema; answers are checked by the tests. */
export const os = implement(contract)
  .$context<Caller>()
  .$config({ initialInputValidationIndex: Number.NaN, initialOutputValidationIndex: Number.NaN })
