import type { DocumentToRead } from '../ports/reading.ts'
import { html } from './html.ts'
import { type Part, Unreadable } from './part.ts'
import { decode, markdown, paragraphs } from './text.ts'

export interface Limits {
  /** The time for one page, with its redirects, ms. */
  pageMs: number
  pageBytes: number
  /** The time for the whole website, ms. Pages that are not read by then are left out. */
  totalMs: number
}
const usualLimits: Limits = { pageMs: 15_000, pageBytes: 5 * 1024 * 1024, totalMs: 240_000 }

/** Pages that are fetched at the same time. */
const PARALLEL = 4
/** The most redirects of one page. */
const REDIRECTS = 5

/** The ends of paths that are no pages of text. */
const otherFiles =
  /\.(pdf|docx?|xlsx?|pptx?|zip|gz|rar|7z|exe|dmg|apk|jpe?g|png|gif|webp|avif|svg|ico|mp[34]|m4a|wav|ogg|webm|avi|mov|css|js|json|xml|rss)$/i

interface Fetched {
  /** The URL after all redirects. */
  url: string
  part: Part
  links: string[]
}

/**
 * Reads the given pages, and pages of the same origins that they link to, breadth first, up to `relativeLinksLimit`.
 * Each page that cannot be read adds a text to `problems`.
 */
export async function website(
  { links, relativeLinksLimit }: Pick<DocumentToRead, 'links' | 'relativeLinksLimit'>,
  onProgress: (done: number, total: number) => void,
  limits: Limits = usualLimits,
): Promise<{ parts: Part[]; problems: string[] }> {
  const parts: Part[] = []
  const problems: string[] = []
  const given = links.map(link => new URL(link).href)
  const queue = given.map(url => ({ url, isGiven: true }))
  const seen = new Set(given)
  const read = new Set<string>()
  const origins = new Set<string>()
  const timeout = AbortSignal.timeout(limits.totalMs)
  let followed = 0
  let done = 0

  while (queue.length > 0 && !timeout.aborted) {
    const batch = queue.splice(0, PARALLEL)
    const pages = await Promise.all(
      batch.map(({ url, isGiven }) =>
        fetchPage(url, isGiven, limits, timeout).catch((error: unknown) => `${url}: ${reasonOf(error, limits)}`),
      ),
    )
    for (const [i, { isGiven }] of batch.entries()) {
      const page = pages[i]!
      if (typeof page === 'string') {
        problems.push(page)
        continue
      }
      const { origin } = new URL(page.url)
      if (isGiven) origins.add(origin)
      // A redirect may have led to another site, or to a page that was read already.
      if (!origins.has(origin) || read.has(page.url)) continue
      read.add(page.url)
      seen.add(page.url)
      parts.push(page.part)
      for (const link of page.links) {
        const { origin: to, pathname } = new URL(link)
        if (followed >= relativeLinksLimit || seen.has(link) || to !== origin || otherFiles.test(pathname)) continue
        seen.add(link)
        followed++
        queue.push({ url: link, isGiven: false })
      }
    }
    done += batch.length
    onProgress(done, done + queue.length)
  }
  if (queue.length > 0) problems.push(`${queue.length} more pages were left out: it took too long.`)
  return { parts, problems }
}

async function fetchPage(url: string, isGiven: boolean, limits: Limits, timeout: AbortSignal): Promise<Fetched> {
  const signal = AbortSignal.any([AbortSignal.timeout(limits.pageMs), timeout])
  const { response, at } = await follow(url, signal)
  if (!response.ok) throw new Unreadable(`The server answered ${response.status}.`)
  const type = response.headers.get('content-type') ?? 'text/html'
  const kind = type.split(';')[0]!.trim().toLowerCase()
  const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(type)?.[1]
  const isHtml = kind === 'text/html' || kind === 'application/xhtml+xml'
  if (!isHtml && kind !== 'text/plain' && kind !== 'text/markdown') {
    await response.body?.cancel()
    throw new Unreadable(`It is not a page of text, but ${kind}.`)
  }
  const bytes = await bodyOf(response, limits.pageBytes)
  if (!isHtml) {
    const text = decode(bytes)
    const blocks = kind === 'text/markdown' ? markdown(text) : paragraphs(text)
    return { url: at, part: { url: at, blocks }, links: [] }
  }
  const { title, blocks, links } = html(bytes, { charset, url: at, part: isGiven ? 'all' : 'main' })
  if (blocks.every(({ text }) => text === '')) throw new Unreadable('There is no text on it.')
  return { url: at, part: { url: at, blocks, ...(title && { title }) }, links }
}

/** Fetches a URL. Follows redirects, to http and https only. `at` is the last URL. */
async function follow(url: string, signal: AbortSignal): Promise<{ response: Response; at: string }> {
  let at = new URL(url)
  for (let hops = 0; hops <= REDIRECTS; hops++) {
    at.hash = ''
    const response = await fetch(at, {
      redirect: 'manual',
      signal,
      headers: { accept: 'text/html, application/xhtml+xml, text/plain;q=0.8, */*;q=0.1', 'user-agent': 'Callwright' },
    })
    const location = response.headers.get('location')
    if (location === null || ![301, 302, 303, 307, 308].includes(response.status)) return { response, at: at.href }
    await response.body?.cancel()
    const next = URL.parse(location, at)
    if (next?.protocol !== 'http:' && next?.protocol !== 'https:')
      throw new Unreadable('It leads on to an address that is neither http nor https.')
    at = next
  }
  throw new Unreadable(`It leads on to other addresses more than ${REDIRECTS} times.`)
}

/** The body of a response. Throws Unreadable when it is larger than `maxBytes`. */
async function bodyOf(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Unreadable(`It is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Why a page could not be fetched, as a sentence for the operator. */
function reasonOf(error: unknown, limits: Limits): string {
  if (error instanceof Unreadable) return error.message
  if (!(error instanceof Error)) return 'It could not be fetched.'
  if (error.name === 'TimeoutError') return `It did not come within ${Math.round(limits.pageMs / 1000)} s.`
  const cause = (error.cause ?? error) as NodeJS.ErrnoException
  switch (cause.code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'The name of the server is not known.'
    case 'ECONNREFUSED':
      return 'No server answers there.'
    case 'ECONNRESET':
    case 'UND_ERR_SOCKET':
      return 'The server broke off.'
    default:
      return `It could not be fetched: ${cause.message}.`
  }
}
