import type { Event } from './events'

/** The IPC channels of the desktop window: requests of the page, and events to the page. */
export const channels = { invoke: 'callwright:invoke', event: 'callwright:event' } as const

/** The answer to a request of the page. Plain data, because IPC makes a structured clone of it. */
export type Reply =
  | { ok: true; output: unknown }
  | { ok: false; error: { defined: boolean; code: string; status: number; message: string; data: unknown } }

/** A file as IPC can send it: a structured clone supports bytes, but not a File between processes. */
export interface SentFile {
  name: string
  type: string
  bytes: ArrayBuffer | Uint8Array<ArrayBuffer>
}

/** Replaces the files among the fields of an input with SentFile. */
export async function packFiles(input: unknown): Promise<unknown> {
  if (!hasFields(input) || !Object.values(input).some(value => value instanceof File)) return input
  const packed = Object.entries(input).map(async ([field, value]) => [
    field,
    value instanceof File ? { name: value.name, type: value.type, bytes: await value.arrayBuffer() } : value,
  ])
  return Object.fromEntries(await Promise.all(packed))
}

/** The opposite of `packFiles`. */
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

/** The functions that the preload script gives to the page of the desktop window. */
export interface Bridge {
  invoke(path: readonly string[], input: unknown): Promise<Reply>
  /** Returns a function that stops listening. */
  onEvent(listener: (event: Event) => void): () => void
}
