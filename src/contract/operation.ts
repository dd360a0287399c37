import {
  type AnyContractProcedure,
  type ErrorMap,
  type HTTPMethod,
  type HTTPPath,
  type InferSchemaOutput,
  oc,
} from '@orpc/contract'
import * as z from 'zod'
import { ErrorData, type ErrorKind, errorKinds } from './errors'

interface Declaration<I extends z.ZodObject, O extends z.ZodType, K extends ErrorKind> {
  method: HTTPMethod
  path: HTTPPath
  tag: string
  /** One line of documentation. */
  summary: string
  description?: string
  /** Path and query parameters and the body, as one flat object. */
  input: I
  output: O
  status?: number
  /** The kinds of refusal that it may answer, besides those that any operation may (unauthenticated, invalid, ...). */
  refuses?: readonly K[]
  /** Refusals of 400, 404 and 409 repeat their text as `error`. */
  alsoAsError?: boolean
  /** Fields that every refusal carries. Its text is then repeated as `error`. */
  refusalFields?: Record<string, unknown>
  /** The schema of what the refusals in `refuses` carry besides; optional fields, when there are `refusalFields`. */
  refusalSchema?: z.ZodObject
  /** The body may be as large as an upload. */
  largeBody?: boolean
}

/** Metadata of an operation that oRPC has no field for. */
export interface OperationMeta {
  alsoAsError?: boolean
  refusalFields?: Record<string, unknown>
  refusalSchema?: z.ZodObject
  largeBody?: boolean
}

type Kinds = ErrorKind | 'invalid'
type Errors<K extends Kinds> = { [P in K as Uppercase<P>]: { status: number; data: typeof ErrorData } }

/** Declares one operation. Its HTTP route, IPC call, typed client and API reference are all derived from this. */
export function operation<I extends z.ZodObject, O extends z.ZodType, K extends ErrorKind = 'invalid'>(
  is: Declaration<I, O, K>,
) {
  const kinds = ['invalid', ...(is.refuses ?? [])] as const
  const errors = Object.fromEntries(
    kinds.map(kind => [kind.toUpperCase(), { status: errorKinds[kind].status, data: ErrorData }]),
  ) as Errors<K | 'invalid'> & ErrorMap
  return oc
    .$meta<OperationMeta>({
      alsoAsError: is.alsoAsError,
      refusalFields: is.refusalFields,
      refusalSchema: is.refusalSchema,
      largeBody: is.largeBody,
    })
    .route({
      method: is.method,
      path: is.path,
      successStatus: is.status ?? 200,
      tags: [is.tag],
      summary: is.summary,
      ...(is.description && { description: is.description }),
    })
    .errors(errors)
    .input(is.input)
    .output(is.output)
}

/** The input of an operation after its schema has parsed it. */
export type InputOf<P extends AnyContractProcedure> = InferSchemaOutput<NonNullable<P['~orpc']['inputSchema']>>

/** The answer to a change: a text of what was done, and the record. */
export const changed = <T extends z.ZodType>(data: T) => z.object({ message: z.string(), data })

/** The input of an operation without parameters. */
export const nothing = z.object({})
