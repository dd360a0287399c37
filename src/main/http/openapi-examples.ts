import type { Json, Schemas } from './openapi-schemas'

interface Schema {
  $ref?: string
  examples?: unknown[]
  const?: unknown
  default?: unknown
  enum?: unknown[]
  type?: string | string[]
  anyOf?: Json[]
  oneOf?: Json[]
  items?: Json
  properties?: Record<string, Json>
}

/**
 * The example of a schema, made of the examples of its fields. Undefined when there is none, as for a file. A field
 * without an example is left out.
 */
export function exampleOf(schema: Json, schemas: Schemas): unknown {
  const { $ref, examples, enum: values, anyOf, oneOf, type, items, properties, ...rest } = schema as Schema
  if (examples) return examples[0]
  if ($ref) return exampleOf(schemas[$ref.split('/').at(-1)!]!, schemas)
  if ('const' in rest) return rest.const
  if ('default' in rest) return rest.default
  if (values) return values[0]
  const option = (anyOf ?? oneOf)?.[0]
  if (option) return exampleOf(option, schemas)
  if ([type].flat().includes('boolean')) return false
  if (type === 'array') {
    const item = items && exampleOf(items, schemas)
    return item === undefined ? [] : [item]
  }
  if (!properties) return undefined
  const fields = Object.entries(properties).map(([name, field]) => [name, exampleOf(field, schemas)] as const)
  return Object.fromEntries(fields.filter(([, example]) => example !== undefined))
}
