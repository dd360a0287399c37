import type { Block } from './split.ts'

/** A document, or a page of one, that cannot be read. The message is a sentence for the operator. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

/** A part of a document that has a place of its own: a page, or the whole. */
export interface Part {
  blocks: Block[]
  title?: string
  url?: string
  page?: number
}
