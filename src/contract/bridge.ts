import type { Event } from './events'

/** The desktop window's channels: on one the page asks, on the other it hears what has changed. */
export const channels = { invoke: 'callwright:invoke', event: 'callwright:event' } as const

/** What crosses the window's channel: plain data, so that it survives a structured clone. */
export type Reply =
  | { ok: true; output: unknown }
  | { ok: false; error: { defined: boolean; code: string; status: number; message: string; data: unknown } }

/** A file on the channel, which clones bytes and no files. */
export interface SentFile {
  name: string
  type: string
  bytes: ArrayBuffer | Uint8Array<ArrayBuffer>
}

/** Makes the files among the fields of an input fit for the channel. */
export async function packFiles(input: unknown): Promise<unknown> {
  if (!hasFields(input) || !Object.values(input).some(value => value instanceof File)) return input
  const packed = Object.entries(input).map(async ([field, value]) => [
    field,
    value instanceof File ? { name: value.name, type: value.type, bytes: await value.arrayBuffer() } : value,
  ])
  return Object.fromEntries(await Promise.all(packed))
}

/** Makes files again of what `packFiles` has made of them. */
export function unpackFiles(input: unknown): unknown {
  if (!hasFields(input) || !Object.values(input).some(isSentFile)) return input
  return Object.fromEntries(
    Object.entries(input).map(([field, value]) => [
      field,
      isSentFile(value) ? new File([value.bytes], value.name, { type: value.type }) : value,
    ]),
  )
}

const hasFields = (input: unknown): input is Record<string, unknown> => typeof input === 'object' && input !== null
const isSentFile = (value: unknown): value is SentFile =>
  hasFields(value) &&
  typeof value.name === 'string' &&
  typeof value.type === 'string' &&
  (value.bytes instanceof ArrayBuffer || value.bytes instanceof Uint8Array)

/** What the preload script puts into the page of the desktop window. */
export interface Bridge {
  invoke(path: readonly string[], input: unknown): Promise<Reply>
  /** Answers how to stop listening. */
  onEvent(listener: (event: Event) => void): () => void
}
