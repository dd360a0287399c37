import { type AnyProcedure, implement, ORPCError } from '@orpc/server'
import { requests } from '../../contract'
import { errorKinds } from '../../contract/errors'
import { type Input, read } from '../../contract/validation'
import { invalid, ServiceError } from '../core/kernel/errors'

/** Who calls an operation. HTTP and IPC have authenticated the user; core does not check it again. */
export interface Caller {
  userId: number
  /** The API key of a program; not set for the console. */
  keyId?: number
  /** The id of the session of the console; undefined for a key and for the window of the desktop app. */
  session?: string
  /** Set for a request with an Idempotency-Key. */
  once?: Once
}

/** Stores the answer of a request with an Idempotency-Key, so that its change is made only once. */
export interface Once {
  /** Runs a change, and stores its answer in the same transaction. */
  commit<T>(change: () => T): T
  /** Stores that a change begins which is not made in one transaction. */
  begin(): void
}

interface Given<C, I> {
  context: C
  input: I
  procedure: AnyProcedure
}

/** Turns a `ServiceError` of core into an error of the contract. Any other error is a bug, and is thrown as it is. */
export function translate(error: unknown): never {
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

/** Makes a handler that gives core the input with the errors of its form, so that core answers with all errors at once. */
export const withErrors =
  <C extends Caller, I, O>(work: (caller: C, input: Input<I>) => O) =>
  async ({ context: caller, input, procedure }: Given<C, I>): Promise<O> => {
    try {
      const checked = readInput<I>(procedure, input)
      const change = () => work(caller, checked)
      return caller.once ? caller.once.commit(change) : change()
    } catch (error) {
      return translate(error)
    }
  }

/** Makes a handler that refuses an input with errors; `work` gets a valid one. */
export const whenValid = <C extends Caller, I, O>(work: (caller: C, input: I) => O) =>
  withErrors<C, I, O>((caller, input) => work(caller, valid(input)))

/** `withErrors` for asynchronous work, such as requests to other systems. It makes its changes in its own transactions. */
export const withErrorsLater =
  <C extends Caller, I, O>(work: (caller: C, input: Input<I>) => Promise<O>) =>
  async ({ context: caller, input, procedure }: Given<C, I>): Promise<O> => {
    try {
      const checked = readInput<I>(procedure, input)
      caller.once?.begin()
      return await work(caller, checked)
    } catch (error) {
      return translate(error)
    }
  }

/** `whenValid` for asynchronous work. */
export const whenValidLater = <C extends Caller, I, O>(work: (caller: C, input: I) => Promise<O>) =>
  withErrorsLater<C, I, O>(async (caller, input) => work(caller, valid(input)))

function valid<I>({ values, errors }: Input<I>): I {
  if (errors.any) throw invalid(errors)
  return values as I
}

/**
 * The requests of the contract, to be implemented by the routes. oRPC's validation is off: `readInput` reads the input, because it collects
 * the errors of all fields, and the tests check the answers.
 */
export const os = implement(requests)
  .$context<Caller>()
  .$config({ initialInputValidationIndex: Number.NaN, initialOutputValidationIndex: Number.NaN })
