import { isContractProcedure } from '@orpc/contract'
import * as z from 'zod'
import { contract } from '../../contract'
import { errorKinds } from '../../contract/errors'

type Json = Record<string, unknown>

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
  /** By status: the keys of the bodies in which it may refuse. */
  refusals: Map<number, string>
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
    const { route, inputSchema, outputSchema, errorMap } = node['~orpc']
    const kinds = Object.keys(errorMap).map(code => errorKinds[code.toLowerCase() as keyof typeof errorKinds])
    found.push({
      name: name.join('.'),
      method: route.method!,
      path: route.path!,
      pathParams: [...route.path!.matchAll(/\{(\w+)\}/g)].map(match => match[1]!),
      status: route.successStatus ?? 200,
      input: inputSchema as unknown as z.ZodObject,
      output: outputSchema instanceof z.ZodType ? outputSchema : undefined,
      refusals: new Map(kinds.map(({ status, key }) => [status, key])),
      documentation: route,
    })
  }
  walk(contract, [])
  return found
}

/** The OpenAPI 3.1 document, made from the contract. Paths are relative to the server URL, which ends in /api. */
export function openApiDocument(baseUrl: string): Json {
  const schemas: Record<string, Json> = {
    Error: object({ message: { type: 'string' } }),
    ErrorText: object({ error: { type: 'string' } }),
    Invalid: object({
      message: { type: 'string' },
      errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    }),
  }
  const paths: Record<string, Json> = {}
  for (const operation of operations())
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: describe(operation, schemas) }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Callwright',
      version: '1',
      description:
        'AI voice assistants, campaigns, calls and webhooks on your own machine. Every request carries `Authorization: Bearer <API key>`; `cli.js key create --name NAME` makes a key.',
    },
    servers: [{ url: baseUrl }],
    security: [{ key: [] }],
    paths,
    components: { schemas, securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  }
}

const object = (properties: Json): Json => ({ type: 'object', properties, required: Object.keys(properties) })

function describe(
  { name, documentation, input, pathParams, method, status, output, refusals }: Operation,
  schemas: Record<string, Json>,
): Json {
  const given = jsonSchema(input, 'input', schemas)
  const properties = (given.properties ?? {}) as Record<string, Json>
  const required = (given.required ?? []) as string[]
  const isQuery = method === 'GET' || method === 'DELETE'
  const inBody = Object.keys(properties).filter(field => !isQuery && !pathParams.includes(field))
  const parameters = Object.entries(properties)
    .filter(([field]) => !inBody.includes(field))
    .map(([field, { description, ...schema }]) => {
      const inPath = pathParams.includes(field)
      return {
        name: field,
        in: inPath ? 'path' : 'query',
        required: inPath || required.includes(field),
        ...(description !== undefined && { description }),
        schema,
      }
    })
  const needed = required.filter(field => inBody.includes(field))
  const error = (ref: string, description: string) => ({
    description,
    ...json({ $ref: `#/components/schemas/${ref}` }),
  })
  const responses: Record<string, Json> = {
    [status]: output
      ? { description: 'Done', ...json(jsonSchema(output, 'output', schemas)) }
      : { description: 'Server-sent events', content: { 'text/event-stream': { schema: { type: 'string' } } } },
    401: error('Error', 'The key is missing, unknown or revoked'),
  }
  for (const [code, key] of refusals)
    responses[code] =
      code === 422 ? error('Invalid', 'Not valid') : error(key === 'error' ? 'ErrorText' : 'Error', 'Refused')
  return {
    operationId: name.replace('.', '_'),
    summary: documentation.summary,
    ...(documentation.description && { description: documentation.description }),
    tags: documentation.tags,
    ...(parameters.length > 0 && { parameters }),
    ...(inBody.length > 0 && {
      requestBody: {
        required: needed.length > 0,
        ...json({
          type: 'object',
          properties: Object.fromEntries(inBody.map(field => [field, properties[field]])),
          ...(needed.length > 0 && { required: needed }),
        }),
      },
    }),
    responses,
  }
}

const json = (schema: unknown): Json => ({ content: { 'application/json': { schema } } })

/** A schema as JSON Schema; what has a name moves to the components. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Record<string, Json>): Json {
  const {
    $schema: _,
    $defs,
    ...converted
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const own = (zodSchema as unknown as z.ZodType).meta?.()?.json
      if (!own) return dropSafeBounds(jsonSchema as Json)
      for (const key of Object.keys(jsonSchema)) delete (jsonSchema as Json)[key]
      Object.assign(jsonSchema, own)
    },
  }) as Json
  for (const [name, definition] of Object.entries(($defs ?? {}) as Record<string, Json>))
    schemas[name] = renamed(withoutId(definition))
  return renamed(withoutId(converted))
}

/** Every integer carries the bounds of what JavaScript counts exactly; they tell a reader nothing. */
function dropSafeBounds(schema: Json) {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}

const withoutId = ({ id: _, ...schema }: Json): Json => schema
const renamed = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
