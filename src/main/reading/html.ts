import { isUtf8 } from 'node:buffer'
import { type CheerioAPI, load } from 'cheerio'
import { decodeBuffer } from 'encoding-sniffer'
import { compile, type FormatCallback } from 'html-to-text'
import { Parser } from 'parse5'
import { adapter } from 'parse5-htmlparser2-tree-adapter'
import { Unreadable } from './part.ts'
import type { Block } from './split.ts'

export interface Page {
  title: string
  blocks: Block[]
  /** The URLs of its links, absolute, without fragments. */
  links: string[]
}

/** Elements that are not text of the page. */
const NOISE = 'script, style, noscript, template, svg, iframe, object, nav, dialog, button, select, textarea, [hidden]'

/** Marks a heading in the text that html-to-text returns. The next character is its level. */
const MARK = '\u0001'

const heading: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 })
  builder.addInline(MARK + element.name!.slice(1))
  walk(element.children, builder)
  builder.closeBlock({ trailingLineBreaks: 2 })
}

const toText = compile({
  wordwrap: false,
  limits: { maxInputLength: undefined },
  formatters: { heading },
  selectors: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(selector => ({ selector, format: 'heading' })),
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    { selector: 'blockquote', options: { trimEmptyLines: true } },
    { selector: 'table', format: 'block' },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ...['td', 'th'].map(selector => ({ selector, format: 'inlineSurround', options: { suffix: ' | ' } })),
  ],
})

interface Options {
  /** The charset of the Content-Type header. */
  charset?: string
  /** The URL of the page, to resolve its links. Without it, links are ignored. */
  url?: string
  /** `main`: without header and footer, which repeat on each page of a website. */
  part?: 'all' | 'main'
}

/** Reads the headings, paragraphs and links of an HTML page. Throws Unreadable when it is nested too deeply. */
export function html(bytes: Uint8Array, options: Options = {}): Page {
  try {
    return pageIn(bytes, options)
  } catch (error) {
    if (error instanceof RangeError) throw new Unreadable('Its elements are nested too deeply.', { cause: error })
    throw error
  }
}

function pageIn(bytes: Uint8Array, { charset, url, part = 'all' }: Options): Page {
  // Without a declared encoding, UTF-8 is more probable than windows-1252, the default of the HTML Standard.
  const defaultEncoding = isUtf8(bytes) ? 'utf-8' : 'windows-1252'
  const $ = parsed(decodeBuffer(Buffer.from(bytes), { transportLayerEncodingLabel: charset, defaultEncoding }))
  const links = url === undefined ? [] : linksOf($, url)
  const title = $('title').first().text().replace(/\s+/g, ' ').trim()
  $(NOISE).remove()
  const main = $('main, [role=main]').first()
  if (part === 'main') $('header, footer').not('main *, article *').remove()
  const root = part === 'main' && main.text().trim() !== '' ? main : $('body')
  return { title, blocks: blocksOf(toText($.html(root).replaceAll(MARK, ''))), links }
}

/** The deepest nesting, as in Chromium. The parser looks through all open elements again and again. */
const DEEPEST = 512
/** The most tags of a page, which take some seconds. */
const MOST_TAGS = 1_000_000
/** The longest time for one page, ms. Ordinary pages of 5 MB take less than a second. */
const PARSE_MS = 10_000
/** The parser is given so many characters at a time, and in between it is looked how it goes. */
const PIECE = 8192

/** Parses a page. Throws Unreadable when it is nested too deeply, has too many tags, or takes too long. */
function parsed(text: string): CheerioAPI {
  let tags = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) tags++
  if (tags > MOST_TAGS) throw new Unreadable(`It has more than ${MOST_TAGS / 1e6} million tags.`)
  const parser = new Parser({ treeAdapter: adapter, scriptingEnabled: false })
  const end = performance.now() + PARSE_MS
  for (let at = 0; at === 0 || at < text.length; at += PIECE) {
    parser.tokenizer.write(text.slice(at, at + PIECE), at + PIECE >= text.length)
    if (parser.openElements.stackTop > DEEPEST) throw new Unreadable('Its elements are nested too deeply.')
    if (performance.now() > end) throw new Unreadable('Reading it takes too long.')
  }
  return load(parser.document)
}

const blocksOf = (text: string): Block[] =>
  text.split(/\n\s*\n/).map(paragraph => {
    const lines = paragraph.trim().split('\n').map(withoutEmptyCells).join('\n')
    return lines.startsWith(MARK) ? { level: Number(lines[1]), text: lines.slice(2) } : { text: lines }
  })

/** A line without the empty cells at its end. A regular expression would take quadratic time for many spaces. */
function withoutEmptyCells(line: string): string {
  let end = line.length
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '|')) end--
  return line.includes('|', end) ? line.slice(0, end) : line
}

function linksOf($: CheerioAPI, url: string): string[] {
  const base = URL.parse($('base[href]').attr('href') ?? '', url) ?? url
  const found = $('a[href], area[href]')
    .toArray()
    .flatMap(link => URL.parse($(link).attr('href')!, base) ?? [])
    .filter(({ protocol }) => protocol === 'http:' || protocol === 'https:')
  for (const link of found) link.hash = ''
  return [...new Set(found.map(({ href }) => href))]
}
