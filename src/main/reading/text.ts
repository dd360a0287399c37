import { Unreadable } from './part.ts'
import type { Block } from './split.ts'

/**
 * Decodes a file: UTF-16 when it begins with a byte order mark of it, else UTF-8 when it is valid, else Windows-1252.
 * Throws Unreadable for binary data. Line ends become `\n`.
 */
export function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  const text = isUtf16 ? new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes) : eightBit(bytes)
  const control = text.match(/(?!\s)[\p{Cc}\ufffd]/gu)?.length ?? 0
  if (text.includes('\0') || control > text.length / 50) throw new Unreadable('This is not a text file.')
  return text.replace(/\r\n?/g, '\n')
}

function eightBit(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Plain text: empty lines separate paragraphs. */
export const paragraphs = (text: string): Block[] => text.split(/\n\s*\n/).map(paragraph => ({ text: paragraph }))

/**
 * Markdown (CommonMark): only headings are recognized. Everything else, also in code blocks, stays as it was written.
 */
export function markdown(text: string): Block[] {
  const blocks: Block[] = []
  let lines: string[] = []
  let fence: string | undefined
  const flush = () => {
    if (lines.length > 0) blocks.push({ text: lines.join('\n') })
    lines = []
  }
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(```+|~~~+)/.exec(line)?.[1]
    const heading = /^ {0,3}(#{1,6})([ \t].*)?$/.exec(line)
    const underline = /^ {0,3}(=+|-+)[ \t]*$/.exec(line)?.[1]
    if (fence !== undefined) {
      lines.push(line)
      if (mark?.startsWith(fence) && line.trim() === mark) {
        fence = undefined
        flush()
      }
    } else if (mark !== undefined) {
      flush()
      fence = mark
      lines.push(line)
    } else if (heading) {
      flush()
      blocks.push({ text: withoutClosing(heading[2] ?? ''), level: heading[1]!.length })
    } else if (underline !== undefined && lines.length === 1) {
      blocks.push({ text: lines.pop()!, level: underline[0] === '=' ? 1 : 2 })
    } else if (line.trim() === '') flush()
    else lines.push(line)
  }
  flush()
  return blocks
}

/** The text of a heading without its closing sequence of `#` (CommonMark, 4.2). */
function withoutClosing(heading: string): string {
  const text = heading.trim()
  let end = text.length
  while (text[end - 1] === '#') end--
  return end === 0 || /[ \t]/.test(text[end - 1]!) ? text.slice(0, end).trimEnd() : text
}
