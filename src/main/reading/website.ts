import { fetch, type Response } from 'undici'
import type { DocumentToRead } from '../ports/reading.ts'
import { internet, type Network, reach } from './address.ts'
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
  /** One of the hosts on the way to it has a private address. */
  isPrivate: boolean
}

/** A site is an origin that a given address led to. Only where that was private may its pages be. */
interface Site {
  origin: string
  isPrivate: boolean
}

/**
 * Reads the given pages, and pages of the same site that they link to, breadth first, up to `relativeLinksLimit`. A given
 * address may lead to another host at once, which is then its site; it may be private, since the operator has typed it.
 * Each page that cannot be read adds a text to `problems`.
 */
export async function website(
  { links, relativeLinksLimit }: Pick<DocumentToRead, 'links' | 'relativeLinksLimit'>,
  onProgress: (done: number, total: number) => void,
  limits: Limits = usualLimits,
  network: Network = internet,
): Promise<{ parts: Part[]; problems: string[] }> {
  const parts: Part[] = []
  const problems: string[] = []
  const given = links.map(link => new URL(link).href)
  const queue: { url: string; site: Site | null }[] = given.map(url => ({ url, site: null }))
  const seen = new Set(given)
  const read = new Set<string>()
  const timeout = AbortSignal.timeout(limits.totalMs)
  let followed = 0
  let done = 0

  while (queue.length > 0 && !timeout.aborted) {
    const batch = queue.splice(0, PARALLEL)
    const pages = await Promise.all(
      batch.map(({ url, site }) =>
        fetchPage(url, site, limits, network, timeout).catch((error: unknown) => `${url}: ${reasonOf(error, limits)}`),
      ),
    )
    for (const [i, item] of batch.entries()) {
      const page = pages[i]!
      if (typeof page === 'string') {
        problems.push(page)
        continue
      }
      // Null: it leads to another site. A redirect may also have led to a page that was read already.
      if (page === null || read.has(page.url)) continue
      const site = item.site ?? { origin: new URL(page.url).origin, isPrivate: page.isPrivate }
      read.add(page.url)
      seen.add(page.url)
      parts.push(page.part)
      for (const link of page.links) {
        const { origin, pathname } = new URL(link)
        if (followed >= relativeLinksLimit || seen.has(link) || origin !== site.origin || otherFiles.test(pathname))
          continue
        seen.add(link)
        followed++
        queue.push({ url: link, site })
      }
    }
    done += batch.length
    onProgress(done, done + queue.length)
  }
  if (queue.length > 0) problems.push(`${queue.length} more pages were left out: it took too long.`)
  return { parts, problems }
}

/** Fetches and reads a page of a site; `site` is null for a given address. Null when it leads to another site. */
async function fetchPage(
  url: string,
  site: Site | null,
  limits: Limits,
  network: Network,
  timeout: AbortSignal,
): Promise<Fetched | null> {
  const signal = AbortSignal.any([AbortSignal.timeout(limits.pageMs), timeout])
  let at = new URL(url)
  let mayBePrivate = site?.isPrivate ?? true
  for (let hops = 0; hops <= REDIRECTS; hops++) {
    at.hash = ''
    if (site && at.origin !== site.origin) return null
    const { agent, isPrivate } = await unlessAborted(reach(at, mayBePrivate, network), signal)
    mayBePrivate &&= isPrivate
    try {
      const response = await fetch(at, {
        redirect: 'manual',
        signal,
        dispatcher: agent,
        headers: {
          accept: 'text/html, application/xhtml+xml, text/plain;q=0.8, */*;q=0.1',
          'user-agent': 'Callwright',
        },
      })
      const location = response.headers.get('location')
      if (location === null || ![301, 302, 303, 307, 308].includes(response.status))
        return { ...(await pageOf(response, at.href, site === null, limits)), isPrivate: mayBePrivate }
      const next = URL.parse(location, at)
      if (next?.protocol !== 'http:' && next?.protocol !== 'https:')
        throw new Unreadable('It leads on to an address that is neither http nor https.')
      at = next
    } finally {
      // Closes the connection, so that nothing is left of a body that is not read.
      await agent.destroy()
    }
  }
  throw new Unreadable(`It leads on to other addresses more than ${REDIRECTS} times.`)
}

/** The page in a response. Throws Unreadable when it is none. */
async function pageOf(response: Response, url: string, isGiven: boolean, limits: Limits) {
  if (!response.ok) throw new Unreadable(`The server answered ${response.status}.`)
  const type = response.headers.get('content-type') ?? 'text/html'
  const kind = type.split(';')[0]!.trim().toLowerCase()
  const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(type)?.[1]
  const isHtml = kind === 'text/html' || kind === 'application/xhtml+xml'
  if (!isHtml && kind !== 'text/plain' && kind !== 'text/markdown')
    throw new Unreadable(`It is not a page of text, but ${kind.slice(0, 100)}.`)
  const bytes = await bodyOf(response, limits.pageBytes)
  if (!isHtml) {
    const text = decode(bytes)
    const blocks = kind === 'text/markdown' ? markdown(text) : paragraphs(text)
    return { url, part: { url, blocks }, links: [] }
  }
  const { title, blocks, links } = html(bytes, { charset, url, part: isGiven ? 'all' : 'main' })
  if (blocks.every(({ text }) => text === '')) throw new Unreadable('There is no text on it.')
  return { url, part: { url, blocks, ...(title && { title }) }, links }
}

/** A name that is looked up cannot be stopped; the wait for it can. */
const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    work.then(resolve, reject)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    if (signal.aborted) reject(signal.reason)
  })

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
