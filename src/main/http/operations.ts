import { isContractProcedure } from '@orpc/contract'
import * as z from 'zod'
import { contract } from '../../contract'
import type { ErrorKind } from '../../contract/errors'
import type { OperationMeta } from '../../contract/operation'

export interface Operation {
  /** Its path in the contract, such as `leads.create`. */
  name: string
  method: string
  path: string
  /** The names in braces in the path. */
  pathParams: string[]
  status: number
  input: z.ZodObject
  output: z.ZodType | undefined
  /** The input fields that are files. With any, the body may be multipart/form-data. */
  files: string[]
  /** Refusals of 400, 404 and 409 repeat their text under `error`. */
  alsoAsError: boolean
  /** Fields that every refusal carries. Its text is then repeated under `error`. */
  refusalFields?: Record<string, unknown>
  /** The body may be as large as an upload. */
  largeBody: boolean
  /** The kinds of refusal that it declares, besides those that any operation may answer. */
  refuses: ErrorKind[]
  /** The schema of what those refusals carry besides their text. */
  refusalSchema?: z.ZodType
  documentation: { summary?: string; description?: string; tags?: readonly string[] }
}

let known: Operation[] | undefined

/** Every operation of the contract, with what the HTTP modules need of it. */
export const operations = (): readonly Operation[] => (known ??= collect())

function collect(): Operation[] {
  const found: Operation[] = []
  const walk = (node: object, name: string[]) => {
    if (!isContractProcedure(node)) {
      for (const [key, child] of Object.entries(node)) walk(child as object, [...name, key])
      return
    }
    const { route, inputSchema, outputSchema, errorMap, meta } = node['~orpc']
    const input = inputSchema as unknown as z.ZodObject
    found.push({
      name: name.join('.'),
      method: route.method!,
      path: route.path!,
      pathParams: [...route.path!.matchAll(/\{(\w+)\}/g)].map(match => match[1]!),
      status: route.successStatus ?? 200,
      input,
      output: outputSchema instanceof z.ZodType ? outputSchema : undefined,
      files: Object.keys(input.shape).filter(field => isFile(input.shape[field]!)),
      alsoAsError: (meta as OperationMeta).alsoAsError === true,
      refusalFields: (meta as OperationMeta).refusalFields,
      largeBody: (meta as OperationMeta).largeBody === true,
      refuses: Object.keys(errorMap).map(code => code.toLowerCase() as ErrorKind),
      refusalSchema: (meta as OperationMeta).refusalSchema,
      documentation: route,
    })
  }
  walk(contract, [])
  return found
}

const isFile = (field: z.core.$ZodType): boolean =>
  field instanceof z.ZodOptional ? isFile(field.unwrap()) : field instanceof z.ZodFile
