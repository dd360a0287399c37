import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { expect, onTestFinished, vi } from 'vitest'
import type { DocumentType } from '../../src/contract/knowledgebases'
import type { DocumentReader, ReadPassage } from '../../src/main/ports/reading'
import { isPrivate, type Network } from '../../src/main/reading/address'
import { read } from '../../src/main/reading/read'
import { type Limits, website } from '../../src/main/reading/website'
import { type Answer, startWorld, type TestWorld } from './world'

/** A PDF of pages of lines, written by hand; an empty line is a gap. Letters are those of Windows-1252. */
export function aPdf(pages: string[][], { encrypted = false } = {}): Buffer {
  const objects: string[] = []
  const add = (object: string) => objects.push(object)
  const font = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  const tree = 2 * pages.length + 2
  const kids = pages.map(lines => {
    const shown = lines.map(line => (line === '' ? 'T*' : `(${line.replace(/[()\\]/g, '\\$&')}) Tj T*`))
    const content = `BT /F1 12 Tf 72 720 Td 14 TL ${shown.join(' ')} ET`
    const stream = add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
    return add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 612 792] /Contents ${stream} 0 R /Resources << /Font << /F1 ${font} 0 R >> >> >>`,
    )
  })
  add(`<< /Type /Pages /Kids [${kids.map(kid => `${kid} 0 R`).join(' ')}] /Count ${kids.length} >>`)
  const root = add(`<< /Type /Catalog /Pages ${tree} 0 R >>`)
  const lock = encrypted
    ? ` /Encrypt << /Filter /Standard /V 1 /R 2 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> /P -4 >> /ID [<00> <00>]`
    : ''
  let text = '%PDF-1.4\n'
  const at = objects.map((object, i) => {
    const start = text.length
    text += `${i + 1} 0 obj\n${object}\nendobj\n`
    return start
  })
  const table = at.map(start => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root ${root} 0 R${lock} >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

/** A ZIP archive. `claims`: what the directory says that an entry unpacks to, where it lies. */
export function aZip(entries: Record<string, string | Buffer>, claims: Record<string, number> = {}): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(entries)) {
    const data = Buffer.from(content)
    const packed = deflateRawSync(data)
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(8, 4)
    about.writeUInt32LE(crc32(data), 10)
    about.writeUInt32LE(packed.length, 14)
    about.writeUInt32LE(claims[name] ?? data.length, 18)
    about.writeUInt16LE(name.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    const file = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), about, Buffer.from(name), packed])
    local.push(file)
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), about, rest, Buffer.from(name)]))
    at += file.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(central.length, 8)
  end.writeUInt16LE(central.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...local, directory, end])
}

/** A Word document of headings (`#` for each level) and paragraphs. */
export function aDocx(paragraphs: string[]): Buffer {
  const body = paragraphs.map(paragraph => {
    const [, marks = '', text] = /^(#*) ?(.*)$/s.exec(paragraph)!
    const style = marks && `<w:pPr><w:pStyle w:val="Heading${marks.length}"/></w:pPr>`
    return `<w:p>${style}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
  })
  return aZip(docxFiles(body.join('')))
}

const xml = '<?xml version="1.0" encoding="UTF-8"?>'
const office = 'http://schemas.openxmlformats.org'
export const docxFiles = (body: string) => ({
  '[Content_Types].xml': `${xml}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
  '_rels/.rels': `${xml}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
  'word/document.xml': `${xml}<w:document xmlns:w="${office}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
})

const nothing = () => {}

/** Reads a file in this thread, as the reading thread does. */
export async function readFileOf(type: DocumentType, bytes: string | Uint8Array) {
  const dir = mkdtempSync(join(tmpdir(), 'callwright-reading-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const file = join(dir, 'file')
  writeFileSync(file, bytes)
  return read({ type, file, links: [], relativeLinksLimit: 0 }, nothing)
}

/** The passages of a readable file. */
export async function passagesOf(type: DocumentType, bytes: string | Uint8Array): Promise<ReadPassage[]> {
  const reading = await readFileOf(type, bytes)
  if ('unreadable' in reading) throw new Error(reading.unreadable)
  return reading.passages
}

/** The reason why a file cannot be read. */
export async function whyNot(type: DocumentType, bytes: string | Uint8Array): Promise<string> {
  const reading = await readFileOf(type, bytes)
  return 'unreadable' in reading ? reading.unreadable : `${reading.passages.length} passages were read`
}

export const readSite = (links: string[], relativeLinksLimit = 10, limits: Partial<Limits> = {}) =>
  read({ type: 'website', file: null, links, relativeLinksLimit }, nothing, {
    pageMs: 10_000,
    pageBytes: 100_000,
    totalMs: 20_000,
    ...limits,
  })

type Page = string | ((request: IncomingMessage, response: ServerResponse) => void)

/** As `readSite`, where names lead to this machine, and 127.0.0.2 counts as a public address. */
export async function readSiteOn(names: Record<string, string>, links: string[]) {
  const network: Network = {
    isPrivate: address => address !== '127.0.0.2' && isPrivate(address),
    lookup: async host => {
      const address = names[host]
      if (!address) throw Object.assign(new Error(`no ${host}`), { code: 'ENOTFOUND' })
      return [{ address, family: 4 }]
    },
  }
  const limits = { pageMs: 10_000, pageBytes: 100_000, totalMs: 20_000 }
  const { parts, problems } = await website({ links, relativeLinksLimit: 10 }, nothing, limits, network)
  return { titles: parts.map(({ title }) => title), problems }
}

/** A website on this machine. A text is an HTML page, and all other paths are 404. */
export async function aSite(pages: Record<string, Page>, host = '127.0.0.1') {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url!)
    const page = Object.hasOwn(pages, request.url!) ? pages[request.url!] : undefined
    if (typeof page === 'function') return page(request, response)
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  })
  await new Promise<void>(resolve => server.listen(0, host, resolve))
  const close = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  onTestFinished(close)
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port, asked, pages, close }
}

export const redirect = (to: string, status = 302): Page => {
  return (_, response) => void response.writeHead(status, { location: to }).end()
}
export const typed = (type: string, body: string | Buffer): Page => {
  return (_, response) => void response.writeHead(200, { 'content-type': type }).end(body)
}

/** Creates a knowledge base through the API. */
export async function aBase(world: TestWorld, name = 'Prices'): Promise<number> {
  return (await world.post('/user/knowledgebases', { name })).body.data.id
}

export const form = (fields: Record<string, string | File>) => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return body
}

/** Sends a form. fetch sets the Content-Type with the boundary. */
export async function sendForm(world: TestWorld, path: string, body: FormData, headers: Record<string, string> = {}) {
  const sent = await fetch(world.service.api + path, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${world.key}`, ...headers },
  })
  return { status: sent.status, headers: sent.headers, body: await sent.json() } as Answer
}

export const upload = (
  world: TestWorld,
  base: number,
  type: DocumentType,
  bytes: string | Uint8Array<ArrayBuffer>,
  name = 'Document',
) =>
  sendForm(world, `/user/knowledgebases/${base}/documents`, form({ name, type, file: new File([bytes], `x.${type}`) }))

export const documentOf = async (world: TestWorld, base: number, id: number) =>
  (await world.get(`/user/knowledgebases/${base}/documents/${id}`)).body.data

/** Waits until a document has been read in its thread. */
export const untilRead = (world: TestWorld, base: number, id: number) =>
  vi.waitFor(
    async () => {
      await world.advance(0)
      const document = await documentOf(world, base, id)
      expect(document.status).not.toBe('processing')
      return document
    },
    { timeout: 20_000 },
  )

/** Reads without a thread. */
export const inThisThread: DocumentReader = { read: (document, { onProgress }) => read(document, onProgress) }

/** A reader that takes documents and never answers. */
export const silent: DocumentReader = {
  read: (_, { signal }) =>
    new Promise((_, stop) => signal.addEventListener('abort', () => stop(signal.reason), { once: true })),
}

/** A world in which a document stays unread: nothing answers the indexer. */
export const aWorldThatReadsNothing = () => startWorld({ reader: silent })

/** Adds a website to a knowledge base. */
export const addSite = (world: TestWorld, base: number, over: object = {}) =>
  world.post(`/user/knowledgebases/${base}/documents`, {
    name: 'Site',
    type: 'website',
    url: 'http://127.0.0.1:9/',
    ...over,
  })
