import { isContractProcedure } from '@orpc/contract'
import * as z from 'zod'
import { contract } from '../../contract'
import type { ErrorKind } from '../../contract/errors'
import type { OperationMeta } from '../../contract/operation'

export interface Operation {
  /** Where it stands in the contract: `leads.create`. */
  name: string
  method: string
  path: string
  /** The names in braces in the path. */
  pathParams: string[]
  status: number
  input: z.ZodObject
  output: z.ZodType | undefined
  /** The fields that are files: where there are any, the body may be a form. */
  files: string[]
  /** Its refusals say their text under `error` too. */
  alsoAsError: boolean
  /** What every refusal carries, with its text under `error` too. */
  refusalCarries?: Record<string, unknown>
  /** Its body may be as large as an upload. */
  largeBody: boolean
  /** The kinds of refusal that it names, beside those that any operation may answer. */
  refuses: ErrorKind[]
  /** What those refusals tell besides their text. */
  refusalTells?: z.ZodType
  documentation: { summary?: string; description?: string; tags?: readonly string[] }
}

/** Every operation of the contract, as the HTTP door needs it. */
export function operations(): Operation[] {
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
      refusalCarries: (meta as OperationMeta).refusalCarries,
      largeBody: (meta as OperationMeta).largeBody === true,
      refuses: Object.keys(errorMap).map(code => code.toLowerCase() as ErrorKind),
      refusalTells: (meta as OperationMeta).refusalTells,
      documentation: route,
    })
  }
  walk(contract, [])
  return found
}

const isFile = (field: z.core.$ZodType): boolean =>
  field instanceof z.ZodOptional ? isFile(field.unwrap()) : field instanceof z.ZodFile
