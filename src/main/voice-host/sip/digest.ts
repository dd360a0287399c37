import { createHash } from 'node:crypto'
import { parseParams, splitOutside } from './uri'

/** What a server asks for in WWW-Authenticate or Proxy-Authenticate. */
export interface Challenge {
  realm: string
  nonce: string
  opaque: string | null
  algorithm: 'MD5' | 'MD5-sess' | 'SHA-256' | 'SHA-256-sess'
  /** Whether the answer has `qop=auth`; without it, it is that of RFC 2069. */
  hasQop: boolean
  /** The nonce was too old; the password was not wrong. */
  isStale: boolean
}

const algorithms = ['SHA-256', 'SHA-256-sess', 'MD5', 'MD5-sess'] as const

/**
 * Of all challenges of an answer, the best one that we can answer: SHA-256 before MD5 (RFC 8760). A line may hold one
 * challenge only (RFC 3261, 20.44). Null when there is none.
 */
export function chooseChallenge(lines: readonly string[]): Challenge | null {
  const found = lines.flatMap(line => readChallenge(line) ?? [])
  return found.sort((a, b) => algorithms.indexOf(a.algorithm) - algorithms.indexOf(b.algorithm))[0] ?? null
}

function readChallenge(line: string): Challenge | null {
  const match = /^Digest\s+(.*)$/is.exec(line.trim())
  if (!match) return null
  const params = parseParams(splitOutside(match[1]!, ',').join(';'))
  const realm = params.get('realm')
  const nonce = params.get('nonce')
  const asked = (params.get('algorithm') ?? 'MD5').toLowerCase()
  const algorithm = algorithms.find(name => name.toLowerCase() === asked)
  const qop = params.get('qop')
  const hasQop = (qop ?? '').split(',').some(name => name.trim().toLowerCase() === 'auth')
  // A server that wants the body signed too (auth-int only) is one that we cannot answer.
  if (realm == null || nonce == null || !algorithm || (qop != null && !hasQop)) return null
  const isStale = (params.get('stale') ?? '').toLowerCase() === 'true'
  return { realm, nonce, opaque: params.get('opaque') ?? null, algorithm, hasQop, isStale }
}

const quoted = (text: string) => `"${text.replaceAll(/[\\"]/g, '\\$&')}"`

/**
 * The value of Authorization or Proxy-Authorization (RFC 7616, 3.4). `count`: how often this nonce was used, from 1.
 * `cnonce`: chance of ours.
 */
export function credentials(
  challenge: Challenge,
  request: { method: string; uri: string },
  login: { username: string; password: string },
  count: number,
  cnonce: string,
): string {
  const { realm, nonce, opaque, algorithm, hasQop } = challenge
  const hash = (...parts: string[]) =>
    createHash(algorithm.startsWith('MD5') ? 'md5' : 'sha256')
      .update(parts.join(':'))
      .digest('hex')
  const nc = count.toString(16).padStart(8, '0')
  const secret = hash(login.username, realm, login.password)
  const a1 = algorithm.endsWith('-sess') ? hash(secret, nonce, cnonce) : secret
  const a2 = hash(request.method, request.uri)
  const response = hasQop ? hash(a1, nonce, nc, cnonce, 'auth', a2) : hash(a1, nonce, a2)
  const parts = [
    `username=${quoted(login.username)}`,
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(request.uri)}`,
    `response="${response}"`,
    `algorithm=${algorithm}`,
  ]
  if (hasQop || algorithm.endsWith('-sess')) parts.push(`cnonce=${quoted(cnonce)}`)
  if (hasQop) parts.push('qop=auth', `nc=${nc}`)
  if (opaque !== null) parts.push(`opaque=${quoted(opaque)}`)
  return `Digest ${parts.join(', ')}`
}
