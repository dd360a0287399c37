import type { DocumentType } from '../../contract/knowledgebases'

// Reading documents

export interface DocumentToRead {
  type: DocumentType
  /** The file to read, unless it is a website. */
  file: string | null
  links: readonly string[]
  /** How many pages of the same sites are read besides. */
  relativeLinksLimit: number
}

export interface ReadPassage {
  text: string
  /** The headings that it stands under. */
  heading: string | null
  /** Of the page of a website. */
  title: string | null
  url: string | null
  page: number | null
  /** Heading and text as they are searched (words.ts). */
  words: { heading: string; text: string }
}

/** `unreadable`: why, as a sentence for the operator. `warnings`: what of it could not be read. */
export type Reading = { passages: ReadPassage[]; warnings: string[] } | { unreadable: string }

export interface DocumentReader {
  /** Reads a document apart from everything else. Throws when that broke off: it crashed, or was aborted. */
  read(
    document: DocumentToRead,
    options: { signal: AbortSignal; onProgress: (done: number, total: number) => void },
  ): Promise<Reading>
}
