import { getDocumentProxy } from 'unpdf'
import { type Part, Unreadable } from './part.ts'

interface Line {
  text: string
  /** The distance from the lower edge of the page, in PDF units. */
  y: number
  /** In PDF units. */
  height: number
}

/** Reads a PDF page by page. A page that cannot be read adds a text to `problems`. Throws Unreadable for no PDF. */
export async function pdf(
  bytes: Uint8Array,
  onProgress: (done: number, total: number) => void,
): Promise<{ parts: Part[]; problems: string[] }> {
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes('%PDF-'))
    throw new Unreadable('This is not a PDF file.')
  const document = await getDocumentProxy(bytes, { verbosity: 0 }).catch(error => {
    const needsPassword = (error as Error).name === 'PasswordException'
    throw new Unreadable(needsPassword ? 'It is protected by a password.' : 'The PDF file is damaged.', {
      cause: error,
    })
  })
  const parts: Part[] = []
  const problems: string[] = []
  for (let page = 1; page <= document.numPages; page++) {
    try {
      const proxy = await document.getPage(page)
      const { items } = await proxy.getTextContent()
      parts.push({ page, blocks: paragraphsOf(linesOf(items)).map(text => ({ text })) })
      proxy.cleanup()
    } catch {
      problems.push(`Page ${page} could not be read.`)
    }
    onProgress(page, document.numPages)
  }
  return { parts, problems }
}

type Items = Awaited<
  ReturnType<Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>['getTextContent']>
>['items']

/** Joins the text items of a page to lines. */
function linesOf(items: Items): Line[] {
  const lines: Line[] = []
  let open: Line | undefined
  for (const item of items) {
    if (!('str' in item)) continue
    if (!open) lines.push((open = { text: '', y: Number(item.transform[5]), height: item.height }))
    open.text += item.str
    open.height = Math.max(open.height, item.height)
    if (item.hasEOL) open = undefined
  }
  return lines.filter(({ text }) => text.trim() !== '')
}

/**
 * Joins lines to paragraphs, which a PDF does not mark. A wide gap, or a line that is higher on the page than the one
 * before it (another column), begins a new paragraph. A word that was hyphenated at the end of a line is joined.
 */
function paragraphsOf(lines: Line[]): string[] {
  let text = ''
  lines.forEach((line, i) => {
    const before = lines[i - 1]
    if (!before) text = line.text
    else {
      const gap = before.y - line.y
      const isNear = gap >= 0 && gap <= 1.6 * Math.max(before.height, line.height)
      text += (isNear ? '\n' : '\n\n') + line.text
    }
  })
  return text.replace(/(\p{Ll})[-\u00ad]\n(?=\p{Ll})/gu, '$1').split('\n\n')
}
