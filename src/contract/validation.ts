import type * as z from 'zod'
import { counted } from './words'

/** The errors of a request, by field. Nested fields are dotted, such as `post_call_schema.0.name`. */
export class FieldErrors {
  readonly byField: Record<string, string[]> = {}

  add(field: string, text: string) {
    const texts = (this.byField[field] ??= [])
    if (!texts.includes(text)) texts.push(text)
  }

  get any() {
    return Object.keys(this.byField).length > 0
  }

  /** Whether the field, or a field in it, has an error. */
  has(field: string) {
    return Object.keys(this.byField).some(name => name === field || name.startsWith(`${field}.`))
  }

  /** The first error, and how many more there are. */
  get message() {
    const [first, ...more] = Object.values(this.byField).flat()
    if (!first) return ''
    return more.length === 0 ? first : `${first} (and ${more.length} more error${more.length === 1 ? '' : 's'})`
  }
}

/**
 * A request that was read field by field: `values` holds the valid fields, `errors` what is wrong with the others.
 * Rules between fields, and rules that need the store, add to `errors` before anything is changed. So the client gets
 * all errors in one answer.
 */
export interface Input<T> {
  readonly values: Partial<T>
  readonly errors: FieldErrors
}

/** The values without those that are undefined. */
export const given = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T

/**
 * Reads `raw` with an object schema, field by field, so that an invalid field does not hide the errors of the others.
 */
export function read<S extends z.ZodObject>(schema: S, raw: unknown): Input<z.output<S>> {
  const whole = schema.safeParse(raw ?? {}, { error: expectation })
  const errors = new FieldErrors()
  if (whole.success) return { values: whole.data as Partial<z.output<S>>, errors }
  for (const { path, message } of whole.error.issues) errors.add(path.join('.'), sentence(path, message, raw))
  const values: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(schema.shape)) {
    if (errors.has(name)) continue
    const value = (field as z.ZodType).parse((raw as Record<string, unknown>)[name])
    if (value !== undefined) values[name] = value
  }
  return { values: values as Partial<z.output<S>>, errors }
}

/** The text of an error. A message of a schema is a whole sentence, or the end of one: "must be an integer." */
function sentence(path: PropertyKey[], message: string, raw: unknown): string {
  if (/^[A-Z]/.test(message)) return message
  return `The ${path.join('.')} field ${isGiven(raw, path) ? message : 'is required.'}`
}

/** Whether there is a value at a path. A tool may have its fields in `data`, and a list may stand for an object. */
function isGiven(value: unknown, [key, ...rest]: PropertyKey[]): boolean {
  if (key === undefined) return value !== undefined
  if (Array.isArray(value) && typeof key === 'string') return true
  if (typeof value !== 'object' || value === null) return false
  const inside = value as Record<PropertyKey, unknown>
  return isGiven(inside[key], rest) || (typeof inside.data === 'object' && isGiven(inside.data, [key, ...rest]))
}

const nouns: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
}

interface Issue {
  code?: string
  expected?: unknown
  values?: unknown[]
  origin?: unknown
  minimum?: unknown
  maximum?: unknown
}

/** The message for schemas without a message of their own. */
export function expectation(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${nouns[String(issue.expected)] ?? String(issue.expected)}.`
    case 'invalid_value':
      return `must be one of: ${(issue.values ?? []).join(', ')}.`
    case 'too_small':
      return issue.origin === 'array'
        ? `must have at least ${counted(Number(issue.minimum), 'item')}.`
        : `must be at least ${issue.minimum}.`
    case 'too_big':
      return issue.origin === 'array'
        ? `must not have more than ${counted(Number(issue.maximum), 'item')}.`
        : `must not be greater than ${issue.maximum}.`
    default:
      return 'is not valid.'
  }
}
