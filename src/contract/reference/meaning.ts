/**
 * What a field means: a description with its unit, an example where its schema cannot give one, and what each of its
 * values means where they are a closed list.
 */
export type Meaning = string | readonly [text: string, example?: unknown, values?: Readonly<Record<string, string>>]

/** Meanings by field. A nested field is dotted, such as `lead.status`; the items of a list count as the list. */
export type Fields = Readonly<Record<string, Meaning>>

/**
 * What the fields of the contract mean. It stands beside the schemas and not in them, because the console loads the
 * schemas and needs none of this.
 */
export interface Reference {
  /** By the id of a schema. */
  readonly schemas?: Readonly<Record<string, Fields>>
  /** What requests take, by operation such as `leads.create`, or by group of operations such as `leads`. */
  readonly requests?: Readonly<Record<string, Fields>>
  /** What answers hold besides the schemas that have an id, by operation. */
  readonly answers?: Readonly<Record<string, Fields>>
  /** Example bodies of requests, by operation, where the examples of all fields together make no good one. */
  readonly bodies?: Readonly<Record<string, object>>
}
