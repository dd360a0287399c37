import { readFile } from 'node:fs/promises'
import type { DocumentToRead, Reading } from '../ports/reading.ts'
import { searchable } from '../ports/searchable.ts'
import { type Part, Unreadable } from './part.ts'
import { type Block, split } from './split.ts'
import { decode, markdown, paragraphs } from './text.ts'
import type { Limits } from './website.ts'

/** The longest document, in UTF-16 units: several thousand pages, which are indexed in less than a second. */
const MAX_CHARACTERS = 5_000_000

type OnProgress = (done: number, total: number) => void

/**
 * Reads a document of any type into passages. Returns `unreadable` with a reason, or throws for an unexpected error.
 */
export async function read(document: DocumentToRead, onProgress: OnProgress, limits?: Limits): Promise<Reading> {
  try {
    const { parts, problems } = await partsOf(document, onProgress, limits)
    const length = parts.flatMap(({ blocks }) => blocks).reduce((sum, { text }) => sum + text.length, 0)
    if (length > MAX_CHARACTERS)
      throw new Unreadable(`It holds more than ${MAX_CHARACTERS / 1e6} million characters. Split it into smaller ones.`)
    const seen = new Set<string>()
    const passages = parts.flatMap(({ blocks, title = null, url = null, page = null }) =>
      split(blocks)
        // Text that repeats on every page of a website becomes one passage.
        .filter(({ text, heading }) => seen.size < seen.add(`${heading}\n${text}`).size)
        .map(({ text, heading }) => ({
          text,
          heading,
          title,
          url,
          page,
          words: { heading: searchable([title, heading].filter(Boolean).join(' ')), text: searchable(text) },
        })),
    )
    if (passages.length === 0) throw new Unreadable(problems[0] ?? nothingIn(document))
    return { passages, warnings: problems }
  } catch (error) {
    if (error instanceof Unreadable) return { unreadable: error.message }
    throw error
  }
}

const nothingIn = ({ type }: DocumentToRead) =>
  type === 'pdf'
    ? 'There is no text in it. If it was scanned, it holds pictures of text only.'
    : 'There is no text in it.'

async function partsOf(document: DocumentToRead, onProgress: OnProgress, limits: Limits | undefined) {
  // Loaded when needed, because each document is read in a new thread.
  if (document.type === 'website') return (await import('./website.ts')).website(document, onProgress, limits)
  const bytes = await readFile(document.file!).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Unreadable('Its file is gone. Add the document again.') : error
  })
  if (bytes.length === 0) throw new Unreadable('The file is empty.')
  if (document.type === 'pdf') return (await import('./pdf.ts')).pdf(new Uint8Array(bytes), onProgress)
  const parts: Part[] = [{ blocks: await blocksOf(document.type, bytes) }]
  return { parts, problems: [] }
}

async function blocksOf(type: Exclude<DocumentToRead['type'], 'website' | 'pdf'>, bytes: Uint8Array): Promise<Block[]> {
  if (type === 'docx') return (await import('./word.ts')).word(bytes)
  const text = decode(bytes)
  switch (type) {
    case 'html':
      return (await import('./html.ts')).html(bytes).blocks
    case 'md':
      return markdown(text)
    case 'txt':
      return paragraphs(text)
  }
}
