import { type Address, type Params, parseAddress, parseParams, parseUri, splitOutside } from './uri'

/** The topmost Via: the way that an answer takes. */
export interface Via {
  transport: string
  host: string
  port: number | null
  params: Params
}

interface Head {
  /** Names in lower case and in their long form, in the order of the message. */
  headers: readonly Header[]
  body: string
  via: Via
  from: Address
  to: Address
  callId: string
  cseq: { number: number; method: string }
}

export type Header = readonly [name: string, value: string]

export interface Request extends Head {
  kind: 'request'
  method: string
  uri: string
}

export interface Response extends Head {
  kind: 'response'
  code: number
  phrase: string
}

export type Message = Request | Response

/** A request before it has a Via: what stays the same when it is sent by another way or with credentials. */
export interface Draft {
  method: string
  uri: string
  headers: readonly Header[]
  body: string
}

/** The longest message, in bytes: the most that UDP carries. */
export const LONGEST = 65_535
const MOST_HEADERS = 200

const compact: Record<string, string> = {
  b: 'referred-by',
  c: 'content-type',
  e: 'content-encoding',
  f: 'from',
  i: 'call-id',
  k: 'supported',
  l: 'content-length',
  m: 'contact',
  o: 'event',
  r: 'refer-to',
  s: 'subject',
  t: 'to',
  u: 'allow-events',
  v: 'via',
  x: 'session-expires',
}

const token = /^[A-Za-z0-9\-.!%*_+`'~]+$/

/**
 * Reads a message (RFC 3261, 7). Null for everything that is not plainly well-formed: what comes out of here can be
 * relied on. Of a datagram, what stands behind Content-Length is dropped.
 */
export function parseMessage(bytes: Buffer): Message | null {
  if (bytes.length > LONGEST) return null
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const lines = bytes
    .toString('utf8', 0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = readHeaders(lines.slice(1))
  if (!headers) return null
  const length = headers.find(([name]) => name === 'content-length')?.[1] ?? String(bytes.length - end - 4)
  if (!/^\d{1,6}$/.test(length) || Number(length) > bytes.length - end - 4) return null
  const head = readHead(headers, bytes.toString('utf8', end + 4, end + 4 + Number(length)))
  return head && readStart(lines[0]!, head)
}

function readHeaders(lines: readonly string[]): Header[] | null {
  if (lines.length > MOST_HEADERS) return null
  const headers: Header[] = []
  for (const line of lines) {
    const at = line.indexOf(':')
    const name = line.slice(0, at).trim().toLowerCase()
    if (at < 1 || !token.test(name) || line.length > 8000 || /[\0\r\n]/.test(line)) return null
    headers.push([compact[name] ?? name, line.slice(at + 1).trim()])
  }
  return headers
}

function readHead(headers: readonly Header[], body: string): Head | null {
  // These stand once; more than one could be read in two ways.
  const once = (name: string) => {
    const found = headers.filter(header => header[0] === name)
    return found.length === 1 ? found[0]![1] : null
  }
  const via = parseVia(values({ headers }, 'via')[0] ?? '')
  const from = parseAddress(once('from') ?? '')
  const to = parseAddress(once('to') ?? '')
  const callId = once('call-id')
  const cseq = /^(\d{1,10})\s+(\S+)$/.exec(once('cseq') ?? '')
  if (!via || !from || !to || !callId || /\s/.test(callId) || !cseq) return null
  const number = Number(cseq[1])
  if (number > 0xffff_ffff || !token.test(cseq[2]!)) return null
  return { headers, body, via, from, to, callId, cseq: { number, method: cseq[2]! } }
}

function readStart(line: string, head: Head): Message | null {
  const answer = /^SIP\/2\.0 ([1-6]\d\d) ?(.*)$/.exec(line)
  if (answer) return { ...head, kind: 'response', code: Number(answer[1]), phrase: answer[2]!.trim() }
  const asked = /^([A-Z]{1,20}) (\S{1,2000}) SIP\/2\.0$/.exec(line)
  if (!asked || asked[1] !== head.cseq.method || !head.via.params.get('branch') || !head.from.params.get('tag'))
    return null
  if (!parseUri(asked[2]!) && !/^tel:/i.test(asked[2]!)) return null
  return { ...head, kind: 'request', method: asked[1]!, uri: asked[2]! }
}

function parseVia(text: string): Via | null {
  const match =
    /^SIP\s*\/\s*2\.0\s*\/\s*([A-Za-z]+)\s+(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(?:\s*:\s*(\d{1,5}))?\s*(;.*)?$/.exec(
      text,
    )
  if (!match) return null
  const [, transport, host, port, params] = match
  return {
    transport: transport!.toLowerCase(),
    host: host!.replace(/^\[|\]$/g, ''),
    port: port === undefined ? null : Number(port),
    params: parseParams((params ?? '').slice(1)),
  }
}

type WithHeaders = { headers: readonly Header[] }

/** The first header of this name, or null. `name` in lower case. */
export const header = (message: WithHeaders, name: string) =>
  message.headers.find(header => header[0].toLowerCase() === name)?.[1] ?? null

/** All values of the headers of this name, whether in lines of their own or in one with commas. */
export const values = (message: WithHeaders, name: string) =>
  message.headers
    .filter(header => header[0].toLowerCase() === name)
    .flatMap(header => splitOutside(header[1], ',').map(value => value.trim()))
    .filter(value => value !== '')

/** Whether a header that lists names has this one, as `Supported: timer, 100rel`. */
export const lists = (message: WithHeaders, name: string, value: string) =>
  values(message, name).some(found => found.toLowerCase() === value.toLowerCase())

/** The first Contact, or null. */
export const contactOf = (message: WithHeaders): Address | null => parseAddress(values(message, 'contact')[0] ?? '')

const spelling: Record<string, string> = {
  'call-id': 'Call-ID',
  cseq: 'CSeq',
  'www-authenticate': 'WWW-Authenticate',
  rack: 'RAck',
}
const spelled = (name: string) =>
  spelling[name.toLowerCase()] ?? name.replaceAll(/(^|-)([a-z])/g, (_, dash, letter) => dash + letter.toUpperCase())

function write(start: string, headers: readonly Header[], body: string): Buffer {
  const bytes = Buffer.from(body)
  // Nothing that we were given may begin a header of its own.
  const lines = headers.map(([name, value]) => `${spelled(name)}: ${value.replaceAll(/[\r\n]+/g, ' ')}`)
  const head = [start, ...lines, `Content-Length: ${bytes.length}`, '', ''].join('\r\n')
  return Buffer.concat([Buffer.from(head), bytes])
}

/** The bytes of a request that is sent by the given way. */
export const writeRequest = ({ method, uri, headers, body }: Draft, via: string) =>
  write(`${method} ${uri} SIP/2.0`, [['via', via], ...headers], body)

/**
 * The bytes of an answer to a request (RFC 3261, 8.2.6). `source` is where the request really came from, which is noted
 * for the other side (RFC 3581). `tag` is added when the request has none in To.
 */
export function writeResponse(
  request: Request,
  source: { address: string; port: number },
  code: number,
  phrase: string,
  { tag, headers = [], body = '' }: { tag: string | null; headers?: readonly Header[]; body?: string },
): Buffer {
  const [first, ...further] = values(request, 'via')
  const seen = first!.replace(/;\s*received=[^;]*/i, '').replace(/;\s*rport(=[^;]*)?(?=;|$)/i, `;rport=${source.port}`)
  const to = header(request, 'to')!
  return write(
    `SIP/2.0 ${code} ${phrase}`,
    [
      ['via', `${seen};received=${source.address}`],
      ...further.map((via): Header => ['via', via]),
      // A proxy stays on the way of the dialog (RFC 3261, 12.1.1).
      ...(code > 100 && code < 300 ? request.headers.filter(([name]) => name === 'record-route') : []),
      ['from', header(request, 'from')!],
      ['to', tag !== null && code > 100 && !request.to.params.get('tag') ? `${to};tag=${tag}` : to],
      ['call-id', request.callId],
      ['cseq', `${request.cseq.number} ${request.cseq.method}`],
      ...headers,
    ],
    body,
  )
}
