import * as z from 'zod'
import { reference } from '../../contract/reference'
import type { Meaning } from '../../contract/reference/meaning'

export type Json = Record<string, unknown>
/** The schemas of `components`, by name. */
export type Schemas = Record<string, Json>

/** Whose fields are described: an operation's request or answer, or a schema that has an id. */
export type Owner = { requests: string } | { answers: string } | { schemas: string }

export const object = (properties: Json): Json => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})
export const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

/** Adds a schema to the components and returns a reference to it. Throws when another schema has the same name. */
export function component(name: string, schema: Json, schemas: Schemas): Json {
  const known = schemas[name]
  if (known && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`Two schemas are called ${name}.`)
  schemas[name] = schema
  return refTo(name)
}

/**
 * A Zod schema as JSON Schema (draft 2020-12), with what its fields mean. Schemas in it that have an id move to the
 * components.
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output', owner: Owner, schemas: Schemas): Json {
  const {
    $schema: _,
    $defs,
    ...converted
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema: made }) {
      const { json, shownAs, default: value } = ((zodSchema as unknown as z.ZodType).meta?.() ?? {}) as Shown
      // zod omits the default of a transformed schema, because its type could differ. In this contract it never does.
      if (zodSchema instanceof z.ZodDefault) made.default = zodSchema.def.defaultValue as Json
      if (value !== undefined) made.default = value as Json
      if (json || shownAs) {
        for (const key of Object.keys(made)) delete (made as Json)[key]
        Object.assign(made, shownAs ? jsonSchema(shownAs, io, owner, schemas) : json)
      }
      tidy(made as Json, io)
    },
  }) as Json
  for (const [name, definition] of Object.entries(($defs ?? {}) as Record<string, Json>))
    component(name, explained(renamed(withoutId(definition)), { schemas: name }), schemas)
  return explained(renamed(withoutId(converted)), owner)
}

/**
 * Metadata of a schema of the contract: the JSON Schema that describes it, or another schema to describe in its place.
 */
interface Shown {
  json?: Json
  shownAs?: z.ZodType
  /** The default that is given after parsing. */
  default?: unknown
}

/** Removes what does not help a reader, or promises too much. */
function tidy(schema: Json, io: 'input' | 'output') {
  // zod gives every integer the bounds of the safe integers of JavaScript.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  // The format says the same, shorter.
  if (schema.format === 'uuid' || schema.format === 'date-time') delete schema.pattern
  if (JSON.stringify(schema.propertyNames) === '{"type":"string"}') delete schema.propertyNames
  // A later version may add fields to an answer.
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties
  // In a schema OpenAPI 3.1 has a list of examples, and the single one is deprecated.
  if (schema.example !== undefined) schema.examples = [schema.example]
  delete schema.example
  // OpenAPI 3.1 describes the bytes of a file so; generators do not take an encoded text for a file.
  if (schema.contentEncoding === 'binary') {
    delete schema.contentEncoding
    schema.contentMediaType = 'application/octet-stream'
  }
}

const withoutId = ({ id: _, ...schema }: Json): Json => schema
const renamed = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json

/** A schema whose fields say what they mean. `path`: the fields that lead to it. */
export function explained(schema: Json, owner: Owner, path: readonly string[] = [], kind = ''): Json {
  const { properties, items, additionalProperties, anyOf, oneOf } = schema as {
    properties?: Record<string, Json>
    items?: Json
    additionalProperties?: Json | boolean
    anyOf?: Json[]
    oneOf?: Json[]
  }
  const inside = (one: Json) => explained(one, owner, path, kindOf(one) ?? kind)
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => {
          const at = [...path, name]
          return [name, { ...explained(field, owner, at, kind), ...said(meaningOf(owner, at, kind)) }]
        }),
      ),
    }),
    ...(items && { items: inside(items) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: inside(additionalProperties) }),
    ...(anyOf && { anyOf: anyOf.map(inside) }),
    ...(oneOf && { oneOf: oneOf.map(inside) }),
  }
}

/** The kind of an option of a union whose options are told apart by `type`. */
const kindOf = ({ properties }: Json): string | undefined =>
  (properties as { type?: { const?: string } } | undefined)?.type?.const

/** What a field means. In a union, a meaning of one of its kinds comes first, such as `call.said: item`. */
function meaningOf(owner: Owner, path: readonly string[], kind: string): Meaning | undefined {
  const [[key, name]] = Object.entries(owner) as [['requests' | 'answers' | 'schemas', string]]
  const field = path.join('.')
  for (const fields of [reference[key][name], key === 'requests' ? reference.requests[name.split('.')[0]!] : undefined])
    if (fields?.[`${kind}: ${field}`] ?? fields?.[field]) return fields[`${kind}: ${field}`] ?? fields[field]
  return reference.anywhere[path.at(-1)!]
}

function said(meaning: Meaning | undefined): Json {
  if (meaning === undefined) return {}
  const [text, example, values] = typeof meaning === 'string' ? [meaning] : meaning
  const list = Object.entries(values ?? {}).map(([value, means]) => `\n- \`${value}\`: ${means}`)
  return {
    description: list.length > 0 ? `${text}\n${list.join('')}` : text,
    ...(example !== undefined && { examples: [example] }),
  }
}
