import * as z from 'zod'
import { type ErrorKind, errorKinds } from '../../contract/errors'
import { Event } from '../../contract/events'
import { type Operation, operations } from './operations'

type Json = Record<string, unknown>
/** The schemas of `components`, by name. */
type Schemas = Record<string, Json>

/** The OpenAPI 3.1 document of the contract. Its paths are relative to `baseUrl`, which ends in /api. */
export function openApiDocument(baseUrl: string): Json {
  const schemas: Schemas = { ...refusalBodies }
  schemas.Event = jsonSchema(Event, 'output', schemas)
  const paths: Record<string, Json> = {}
  for (const operation of operations())
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: describe(operation, schemas) }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Callwright',
      version: '1',
      description: `AI voice assistants, campaigns, calls and webhooks on your own machine.

Every request carries \`Authorization: Bearer <API key>\`; \`cli.js key create --name NAME\` makes a key. A POST may carry an \`Idempotency-Key\` of up to 255 characters: the same key with the same body is answered once more with the first answer for 24 hours, and nothing is done twice.`,
    },
    servers: [{ url: baseUrl }],
    security: [{ key: [] }],
    paths,
    components: { schemas, securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  }
}

const object = (properties: Json): Json => ({ type: 'object', properties, required: Object.keys(properties) })
const text: Json = { type: 'string' }

/** The bodies of refusals. */
const refusalBodies: Schemas = {
  Refusal: object({ message: text }),
  RefusalAsError: object({ error: text }),
  RefusalTwice: object({ message: text, error: text }),
  Invalid: object({
    message: { type: 'string', description: 'The first error, and how many more there are' },
    errors: {
      type: 'object',
      description: 'By field, dotted where it is nested',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
  }),
  TooManyRequests: object({ message: text, retry_after: { type: 'integer', description: 'Seconds' } }),
}

/** The descriptions of refusals, by status. */
const refusalWords: Record<number, string> = {
  400: 'Refused',
  401: 'The key is missing, unknown or revoked',
  402: 'There is no payment method on file',
  404: 'There is no such record',
  409: 'Not possible in the state that it is in',
  422: 'Not valid',
  429: 'Too many requests',
  502: 'A language model did not answer',
}

/** One operation as an OpenAPI Operation Object. Adds the schemas that it needs to `schemas`. */
function describe(operation: Operation, schemas: Schemas): Json {
  const { name, documentation, input, files, pathParams, method, status, output } = operation
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
  const typeName = name.replace(/(^|\.)\w/g, start => start.slice(-1).toUpperCase())
  const body = (kind: string, fields: string[]) => {
    const schema = {
      type: 'object',
      properties: Object.fromEntries(fields.map(field => [field, properties[field]])),
      ...(needed.length > 0 && { required: needed }),
    }
    return { schema: named(`${typeName}${kind}`, schema, schemas) }
  }
  return {
    operationId: name.replace('.', '_'),
    summary: documentation.summary,
    ...(documentation.description && { description: documentation.description }),
    tags: documentation.tags,
    ...(parameters.length > 0 && { parameters }),
    ...(inBody.length > 0 && {
      requestBody: {
        required: needed.length > 0,
        content: {
          ...(files.length > 0 && { 'multipart/form-data': body('Form', inBody) }),
          'application/json': body(
            'Body',
            inBody.filter(field => !files.includes(field)),
          ),
        },
      },
    }),
    responses: {
      [status]: output
        ? { description: 'Done', ...json(named(`${typeName}Answer`, jsonSchema(output, 'output', schemas), schemas)) }
        : {
            description: 'Server-sent events; the data of each is an Event',
            content: { 'text/event-stream': { schema: { type: 'string' } } },
          },
      ...refusals(operation, typeName, inBody.length > 0, schemas),
    },
  }
}

/** The refusals of an operation, by status. */
function refusals(operation: Operation, typeName: string, hasBody: boolean, schemas: Schemas): Json {
  const { refuses, alsoAsError, refusalFields, refusalSchema, input, method } = operation
  const bodyOf = (kind: ErrorKind): string => {
    const { status, key } = errorKinds[kind]
    const name = kind === 'invalid' ? 'Invalid' : key === 'error' ? 'RefusalAsError' : 'Refusal'
    const also = (suffix: string, more: Json) => {
      const { properties, required } = refusalBodies[name]!
      schemas[name + suffix] = {
        type: 'object',
        properties: { ...(properties as Json), ...(more.properties as Json) },
        required: [...new Set([...(required as string[]), ...((more.required as string[] | undefined) ?? [])])],
      }
      return name + suffix
    }
    if (refusalFields) {
      const values = Object.entries(refusalFields).map(([field, value]) => [
        field,
        { type: typeof value, const: value },
      ])
      const more = refusalSchema && jsonSchema(refusalSchema, 'output', schemas)
      const always = object({ error: text, ...Object.fromEntries(values) })
      return also(more ? `Of${typeName}` : ['With', ...Object.keys(refusalFields), 'error'].join('_'), {
        ...always,
        properties: { ...(always.properties as Json), ...(more?.properties as Json) },
      })
    }
    if (refusalSchema && kind !== 'invalid') return also(`Of${typeName}`, jsonSchema(refusalSchema, 'output', schemas))
    return alsoAsError && name === 'Refusal' && [400, 404, 409].includes(status) ? 'RefusalTwice' : name
  }
  const takesNothing = Object.keys(input.shape).length === 0 && method !== 'POST'
  const bodies = new Map<number, Set<string>>([
    [401, new Set(['RefusalTwice'])],
    [429, new Set(['TooManyRequests'])],
  ])
  const kinds = refuses.filter(kind => kind !== 'invalid' || !takesNothing)
  for (const kind of hasBody ? [...kinds, 'bad_request' as const] : kinds) {
    const { status } = errorKinds[kind]
    bodies.set(status, (bodies.get(status) ?? new Set()).add(bodyOf(kind)))
  }
  const answers = [...bodies].map(([status, names]) => {
    const refs = [...names].map(reference)
    return [status, { description: refusalWords[status], ...json(refs.length === 1 ? refs[0] : { anyOf: refs }) }]
  })
  const other = 'Any other refusal: a wrong method, a body that is too large or of another type, or a fault of ours'
  return { ...Object.fromEntries(answers), default: { description: other, ...json(reference('Refusal')) } }
}

const json = (schema: unknown): Json => ({ content: { 'application/json': { schema } } })
const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

/**
 * Names a schema, so that a generated client has a type for it. A reference, or a list of references, needs no name.
 */
function named(name: string, schema: Json, schemas: Schemas): Json {
  const { type, items } = schema as { type?: string; items?: Json }
  if ('$ref' in schema || (type === 'array' && items && '$ref' in items)) return schema
  if (JSON.stringify(schema) === JSON.stringify(object({ message: text }))) name = 'Done'
  return component(name, schema, schemas)
}

/** Adds a schema to the components. Throws when another schema has the same name. */
function component(name: string, schema: Json, schemas: Schemas): Json {
  const known = schemas[name]
  if (known && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`Two schemas are called ${name}.`)
  schemas[name] = schema
  return reference(name)
}

/** A Zod schema as JSON Schema. Schemas in it that have an id move to the components. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Schemas): Json {
  const {
    $schema: _,
    $defs,
    ...converted
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema: made }) {
      const { json, shownAs } = ((zodSchema as unknown as z.ZodType).meta?.() ?? {}) as Shown
      // zod omits the default of a transformed schema, because its type could differ. In this contract it never does.
      if (zodSchema instanceof z.ZodDefault) made.default = zodSchema.def.defaultValue as Json
      if (!json && !shownAs) return withoutNoise(made as Json, io)
      for (const key of Object.keys(made)) delete (made as Json)[key]
      Object.assign(made, shownAs ? jsonSchema(shownAs, io, schemas) : json)
    },
  }) as Json
  for (const [name, definition] of Object.entries(($defs ?? {}) as Record<string, Json>))
    component(name, renamed(withoutId(definition)), schemas)
  return renamed(withoutId(converted))
}

/**
 * Metadata of a schema of the contract: the JSON Schema that describes it, or another schema to describe in its place.
 */
interface Shown {
  json?: Json
  shownAs?: z.ZodType
}

/** Removes what does not help a reader, or promises too much. */
function withoutNoise(schema: Json, io: 'input' | 'output') {
  // zod gives every integer the bounds of the safe integers of JavaScript.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  // The format says the same, shorter.
  if (schema.format === 'uuid' || schema.format === 'date-time') delete schema.pattern
  if (JSON.stringify(schema.propertyNames) === '{"type":"string"}') delete schema.propertyNames
  // A later version may add fields to an answer.
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties
}

const withoutId = ({ id: _, ...schema }: Json): Json => schema
const renamed = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
