/** Parameters of a URI or a header, names in lower case; null: without a value. */
export type Params = ReadonlyMap<string, string | null>

/** A SIP URI (RFC 3261, 19.1), without its headers. */
export interface Uri {
  scheme: 'sip' | 'sips'
  /** As written, escapes included; null: none. */
  user: string | null
  /** In lower case; an IPv6 address in brackets. */
  host: string
  port: number | null
  params: Params
}

/** A URI with what stands around it in From, To, Contact, Route and others (RFC 3261, 20.10). */
export interface Address {
  /** As written. */
  text: string
  /** Null for a URI of another scheme. */
  uri: Uri | null
  /** The number of a `tel:` URI, or the user of the other ones. */
  user: string | null
  /** The parameters of the header, not those of the URI. */
  params: Params
}

const uriShape =
  /^(sips?):(?:([^@\s<>"]{1,500})@)?(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,255})(?::(\d{1,5}))?((?:;[^\s;?<>"]*)*)(?:\?[^\s<>"]*)?$/i

/** Reads `a=b;c;d="e"`. */
export function parseParams(text: string): Params {
  const params = new Map<string, string | null>()
  for (const part of splitOutside(text, ';')) {
    const at = part.indexOf('=')
    const name = (at < 0 ? part : part.slice(0, at)).trim().toLowerCase()
    if (name) params.set(name, at < 0 ? null : unquoted(part.slice(at + 1).trim()))
  }
  return params
}

export const unquoted = (text: string) =>
  /^".*"$/s.test(text) && text.length > 1 ? text.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : text

/** Splits at a separator that stands neither in quotes nor in angle brackets. */
export function splitOutside(text: string, separator: ',' | ';'): string[] {
  const parts: string[] = []
  let from = 0
  let isQuoted = false
  let isBracketed = false
  for (let i = 0; i < text.length; i++) {
    const c = text[i]
    if (isQuoted) {
      if (c === '\\') i++
      else if (c === '"') isQuoted = false
    } else if (c === '"') isQuoted = true
    else if (c === '<') isBracketed = true
    else if (c === '>') isBracketed = false
    else if (c === separator && !isBracketed) {
      parts.push(text.slice(from, i))
      from = i + 1
    }
  }
  parts.push(text.slice(from))
  return parts
}

/** Null when it is no SIP URI. */
export function parseUri(text: string): Uri | null {
  const match = uriShape.exec(text)
  if (!match) return null
  const [, scheme, user, host, port, params] = match
  if (port !== undefined && !isPort(Number(port))) return null
  return {
    scheme: scheme!.toLowerCase() as Uri['scheme'],
    // A password in a URI is of no use and is dropped (RFC 3261, 19.1.1).
    user: user === undefined ? null : user.replace(/:.*$/s, ''),
    host: host!.toLowerCase(),
    port: port === undefined ? null : Number(port),
    params: parseParams(params!.slice(1)),
  }
}

const isPort = (port: number) => port > 0 && port < 65536

/** Reads `"Name" <sip:user@host>;tag=1`, or the same without name and brackets. Null when it cannot be read. */
export function parseAddress(text: string): Address | null {
  const trimmed = text.trim()
  const bracketed = /^(?:"(?:[^"\\]|\\.)*"\s*|[^"<>]*)<([^<>]+)>([^<>]*)$/s.exec(trimmed)
  // Without brackets the parameters are those of the header (RFC 3261, 20.10).
  const bare = bracketed ? null : /^([^\s<>";]+)((?:\s*;.*)?)$/s.exec(trimmed)
  const [, inner, rest] = bracketed ?? bare ?? []
  if (inner === undefined) return null
  const uri = parseUri(inner)
  const tel = /^tel:([^;]+)/i.exec(inner)
  if (!uri && !tel && !/^[a-z][a-z0-9+.-]*:/i.test(inner)) return null
  const user = tel ? tel[1]! : (uri?.user ?? null)
  return { text: inner, uri, user: user && unescaped(user), params: parseParams(rest!.trim().replace(/^;/, '')) }
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A user part with what may not stand in it escaped (RFC 3261, 25.1). */
export const escapedUser = (text: string) =>
  text.replaceAll(/[^A-Za-z0-9\-_.!~*'()&=+$,;?/]/g, c => encodeURIComponent(c))

/** A host as it is written in a URI: IPv6 in brackets. */
export const hostText = (address: string) => (address.includes(':') ? `[${address}]` : address)

/** `host`, `host:port`, `[v6]`, `[v6]:port` or a bare IPv6 address. */
export function parseHost(text: string): { host: string; port: number | null } {
  const trimmed = text
    .trim()
    .replace(/^sips?:/i, '')
    .replace(/[;?].*$/s, '')
  const match = /^(?:\[([0-9a-f:.]+)\]|([^:\s]+))(?::(\d{1,5}))?$/i.exec(trimmed)
  if (!match) return { host: trimmed, port: null }
  return { host: (match[1] ?? match[2]!).toLowerCase(), port: match[3] ? Number(match[3]) : null }
}
