import { type ErrorKind, errorKinds } from '../../contract/errors'
import { Event } from '../../contract/events'
import { reference } from '../../contract/reference'
import { exampleOf } from './openapi-examples'
import { component, type Json, jsonSchema, object, refTo, type Schemas } from './openapi-schemas'
import { webhooks } from './openapi-webhooks'
import { type Operation, operations } from './operations'

/** The OpenAPI 3.1 document of the contract. Its paths are relative to `baseUrl`, which ends in /api. */
export function openApiDocument(baseUrl: string): Json {
  const schemas: Schemas = { ...refusalBodies }
  schemas.Event = jsonSchema(Event, 'output', { schemas: 'Event' }, schemas)
  const paths: Record<string, Json> = {}
  for (const operation of operations())
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: describe(operation, schemas) }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Callwright',
      version: '1',
      description: `AI voice assistants, campaigns, calls and webhooks on your own machine.

Every request carries \`Authorization: Bearer <API key>\`; \`cli.js key create --name NAME\` makes a key. Money is in US dollars. Times are in UTC unless a field says otherwise. Fields that a request does not know are ignored, and a later version may add fields to an answer.

Under \`webhooks\` stand the requests that the service sends to URLs of yours.`,
    },
    servers: [{ url: baseUrl }],
    security: [{ key: [] }],
    paths,
    webhooks: webhooks(schemas),
    components: { schemas, headers, securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  }
}

const text = (description: string, example: string): Json => ({ type: 'string', description, examples: [example] })
const message = text('Why the request was refused, as a sentence.', 'There is no such record.')
const error = text('The same text as in `message`.', 'There is no such record.')

/** The bodies of refusals. */
const refusalBodies: Schemas = {
  Refusal: object({ message }),
  RefusalAsError: object({ error: { ...message } }),
  RefusalTwice: object({ message, error }),
  Invalid: object({
    message: text('The first error, and how many more there are.', 'The name field is required. (and 1 more error)'),
    errors: {
      type: 'object',
      description: 'What is wrong, by field. A nested field is dotted, such as `post_call_schema.0.name`.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
      examples: [
        { name: ['The name field is required.'], max_duration: ['The max_duration field must be an integer.'] },
      ],
    },
  }),
  TooManyRequests: object({
    message: text('Why the request was refused, as a sentence.', 'Too many requests. Try again in 1 s.'),
    retry_after: { type: 'integer', description: 'How many seconds to wait before the next request.', examples: [1] },
  }),
}

/** The header that any POST may carry. */
const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A key of your choice that makes it safe to send the request again. For 24 hours the same key with the same body gets the first answer again, and nothing is done twice; with another body it is refused (422). Answers of 429 and 5xx are not kept.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: 'order-7341',
}

/** The headers of answers. */
const headers: Schemas = {
  'X-RateLimit-Limit': {
    description: 'How many requests the key may send at once.',
    schema: { type: 'integer', minimum: 1 },
    example: 1000,
  },
  'X-RateLimit-Remaining': {
    description: 'How many requests the key may send now.',
    schema: { type: 'integer', minimum: 0 },
    example: 999,
  },
  'Retry-After': {
    description: 'How many seconds to wait before the next request.',
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  },
}
const withHeaders = (...names: string[]) => ({
  headers: Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }])),
})
/** The headers of every answer to a key. */
const limits = withHeaders('X-RateLimit-Limit', 'X-RateLimit-Remaining')

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
  const given = jsonSchema(input, 'input', { requests: name }, schemas)
  const properties = (given.properties ?? {}) as Record<string, Json>
  const required = (given.required ?? []) as string[]
  const isQuery = method === 'GET' || method === 'DELETE'
  const inBody = Object.keys(properties).filter(field => !isQuery && !pathParams.includes(field))
  const parameters = Object.entries(properties)
    .filter(([field]) => !inBody.includes(field))
    .map(([field, { description, ...schema }]) => {
      const inPath = pathParams.includes(field)
      const example = exampleOf(schema, schemas)
      return {
        name: field,
        in: inPath ? 'path' : 'query',
        required: inPath || required.includes(field),
        ...(description !== undefined && { description }),
        schema,
        ...(example !== undefined && { example }),
      }
    })
  if (method === 'POST') parameters.push(idempotencyKey)
  const needed = required.filter(field => inBody.includes(field))
  const typeName = name.replace(/(^|\.)\w/g, start => start.slice(-1).toUpperCase())
  const bodySchema = {
    type: 'object',
    properties: Object.fromEntries(inBody.map(field => [field, properties[field]])),
    ...(needed.length > 0 && { required: needed }),
  }
  const body = inBody.length > 0 && {
    schema: named(`${typeName}Body`, bodySchema, schemas),
    example: reference.bodies[name] ?? exampleOf(bodySchema, schemas),
  }
  const answer = output && jsonSchema(output, 'output', { answers: name }, schemas)
  return {
    operationId: name.replace('.', '_'),
    summary: documentation.summary,
    ...(documentation.description && { description: documentation.description }),
    tags: documentation.tags,
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: needed.length > 0,
        // Of two types, generators of clients take JSON, which cannot carry a file.
        content: { [files.length > 0 ? 'multipart/form-data' : 'application/json']: body },
      },
    }),
    responses: {
      [status]: answer
        ? {
            description: 'Done',
            ...limits,
            ...json(
              named(isMessage(answer) ? 'Done' : `${typeName}Answer`, answer, schemas),
              exampleOfAnswer(name, answer, schemas),
            ),
          }
        : {
            description: 'Server-sent events; the data of each is an Event',
            ...limits,
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
    const base = kind === 'invalid' ? 'Invalid' : key === 'error' ? 'RefusalAsError' : 'Refusal'
    const also = (suffix: string, more: Json) => {
      const { properties, required } = refusalBodies[base]!
      schemas[base + suffix] = {
        type: 'object',
        properties: { ...(properties as Json), ...(more.properties as Json) },
        required: [...new Set([...(required as string[]), ...((more.required as string[] | undefined) ?? [])])],
      }
      return base + suffix
    }
    if (refusalFields) {
      const values = Object.entries(refusalFields).map(([field, value]) => [
        field,
        { type: typeof value, const: value, description: 'False: the request was refused.' },
      ])
      const more = refusalSchema && jsonSchema(refusalSchema, 'output', { schemas: `RefusalOf${typeName}` }, schemas)
      const always = object({ error, ...Object.fromEntries(values) })
      return also(more ? `Of${typeName}` : ['With', ...Object.keys(refusalFields), 'error'].join('_'), {
        ...always,
        properties: { ...(always.properties as Json), ...(more?.properties as Json) },
      })
    }
    if (refusalSchema && kind !== 'invalid')
      return also(`Of${typeName}`, jsonSchema(refusalSchema, 'output', { schemas: `RefusalOf${typeName}` }, schemas))
    return alsoAsError && base === 'Refusal' && [400, 404, 409].includes(status) ? 'RefusalTwice' : base
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
    const refs = [...names].map(refTo)
    const schema = refs.length === 1 ? refs[0]! : { anyOf: refs }
    const told = status === 429 ? withHeaders('X-RateLimit-Limit', 'X-RateLimit-Remaining', 'Retry-After') : limits
    return [
      status,
      { description: refusalWords[status], ...(status !== 401 && told), ...json(schema, exampleOf(schema, schemas)) },
    ]
  })
  const other = 'Any other refusal: a wrong method, a body that is too large or of another type, or a fault of ours'
  return { ...Object.fromEntries(answers), default: { description: other, ...json(refTo('Refusal')) } }
}

/** The example of an answer, with the message of its operation. */
function exampleOfAnswer(name: string, answer: Json, schemas: Schemas): unknown {
  const example = exampleOf(answer, schemas)
  const message = reference.messages[name]
  return message === undefined ? example : { ...(example as Json), message }
}

/** Whether an answer is only a text of what was done. */
const isMessage = ({ properties }: Json) => Object.keys(properties ?? {}).join() === 'message'

const json = (schema: unknown, example?: unknown): Json => ({
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
})

/**
 * Names a schema, so that a generated client has a type for it. A reference, or a list of references, needs no name.
 */
function named(name: string, schema: Json, schemas: Schemas): Json {
  const { type, items } = schema as { type?: string; items?: Json }
  if ('$ref' in schema || (type === 'array' && items && '$ref' in items)) return schema
  return component(name, schema, schemas)
}
