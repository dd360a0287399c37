/** A heading, with its level from 1 to 6, or a paragraph of a document. */
export interface Block {
  text: string
  level?: number
}

/** A passage of a document. */
export interface Piece {
  text: string
  /** The headings above it, outermost first, joined with ` › `. Null when there is none. */
  heading: string | null
}

/** The longest passage, in UTF-16 units. A conversation can contain several of this size. */
export const PASSAGE = 1000

/** The longest heading. A longer block is treated as a paragraph. */
const HEADING = 200

interface Heading {
  level: number
  text: string
  /** There is text under it. */
  isUsed: boolean
}

/** Splits a document into passages. Paragraphs of one section share a passage while they fit. No text is lost. */
export function split(blocks: Iterable<Block>): Piece[] {
  const pieces: Piece[] = []
  const path: Heading[] = []
  let gathered = ''

  const pathText = () => path.map(({ text }) => text).join(' › ') || null
  const flush = () => {
    if (gathered === '') return
    pieces.push({ text: gathered, heading: pathText() })
    for (const heading of path) heading.isUsed = true
    gathered = ''
  }
  /** Closes the sections of `level` and below. A heading without text under it becomes a passage itself. */
  const leave = (level: number) => {
    while (path.length > 0 && path.at(-1)!.level >= level) {
      const { text, isUsed } = path.pop()!
      if (isUsed) continue
      pieces.push({ text, heading: pathText() })
      for (const heading of path) heading.isUsed = true
    }
  }
  const add = (text: string) => {
    if (gathered !== '' && gathered.length + 2 + text.length > PASSAGE) flush()
    gathered = gathered === '' ? text : `${gathered}\n\n${text}`
  }

  for (const block of blocks) {
    const text = block.text.trim()
    if (text === '') continue
    if (block.level !== undefined && text.length <= HEADING) {
      flush()
      leave(block.level)
      path.push({ level: block.level, text: text.replace(/\s+/g, ' '), isUsed: false })
    } else for (const part of cut(text)) add(part)
  }
  flush()
  leave(0)
  return pieces
}

/** Cuts a text that is longer than a passage: after a sentence if possible, else between words, else anywhere. */
function cut(text: string): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > PASSAGE) {
    const at = cutBefore(rest)
    parts.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at).trimStart()
  }
  if (rest !== '') parts.push(rest)
  return parts
}

/** The index at which to cut. A surrogate pair is not cut. */
function cutBefore(text: string): number {
  const head = text.slice(0, PASSAGE)
  const ends = [/[.!?…。！？]["'”’»)]*\s+(?=\S)|[。！？]/gu, /\s+/gu].map(pattern =>
    [...head.matchAll(pattern)].map(match => match.index + match[0].length).findLast(end => end > PASSAGE / 2),
  )
  const isPair = /[\uD800-\uDBFF]$/.test(head)
  return ends[0] ?? ends[1] ?? (isPair ? PASSAGE - 1 : PASSAGE)
}
