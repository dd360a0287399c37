import type { Block } from './split.ts'

/** Thrown when a document, or a page of it, cannot be read. The message is a sentence for the operator. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

/** A page of a document, or a whole document without pages. */
export interface Part {
  blocks: Block[]
  title?: string
  url?: string
  page?: number
}
