import type { DocumentType } from '../../contract/knowledgebases'

export interface DocumentToRead {
  type: DocumentType
  /** The path of the file; null for a website. */
  file: string | null
  links: readonly string[]
  /** How many more pages of the same sites are read. */
  relativeLinksLimit: number
}

export interface ReadPassage {
  text: string
  /** The headings above the text. */
  heading: string | null
  /** Title and URL of a website's page. */
  title: string | null
  url: string | null
  /** The page number of a PDF. */
  page: number | null
  /** Heading and text in the form that is searched (searchable.ts). */
  words: { heading: string; text: string }
}

/** The result of reading. `warnings`: what could not be read. `unreadable`: why nothing could, as a sentence for the operator. */
export type Reading = { passages: ReadPassage[]; warnings: string[] } | { unreadable: string }

export interface DocumentReader {
  /** Reads a document in a thread of its own. Throws when that thread crashes or is aborted. */
  read(
    document: DocumentToRead,
    options: { signal: AbortSignal; onProgress: (done: number, total: number) => void },
  ): Promise<Reading>
}
