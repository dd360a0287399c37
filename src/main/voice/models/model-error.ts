import type { LanguageModel as SdkModel } from 'ai'

/** Whom we asked. */
export type Whom = Omit<Reached, 'sdk'>

/**
 * What went wrong with a model, said in words that go on a call's record: no key, nothing of what was said. The error
 * that it was made of is not kept, since a log would write down the whole request with it.
 */
export class ModelFault extends Error {
  override readonly name = 'ModelFault'
  readonly status: number | undefined
  /** How long to wait before it is tried once more; null: that would not help. */
  readonly againAfter: number | null

  constructor(message: string, about: { status?: number; againAfter?: number | null } = {}) {
    super(message)
    this.status = about.status
    this.againAfter = about.againAfter ?? null
  }
}

/** After a fault that may be gone at once. */
export const SOON = 300

/** Makes a fault of whatever was thrown on the way to a provider. */
export function explain(error: unknown, to: Whom): ModelFault {
  const own = causesOf(error).find(cause => cause instanceof ModelFault)
  if (own) return own
  const { status, headers, message, name } = read(error)
  const detail = scrub(message, to.key)
  if (status !== undefined && status >= 400) return refused(status, headers, detail, to)
  const code = codeOf(error)
  if (code !== undefined) return unreached(code, to)
  if (name === 'AI_StreamProviderError')
    return new ModelFault(`${to.who} broke off with a fault of its own: ${detail}`, { againAfter: SOON })
  // What is left is an answer that the SDK could make nothing of.
  return new ModelFault(`${to.who} answered with something that is not a reply`, { againAfter: SOON })
}

function refused(status: number, headers: Record<string, string>, detail: string, { who, model, isOwn }: Whom) {
  const tells = detail && `: ${detail}`
  switch (status) {
    case 401:
      return new ModelFault(`${who} refused the key (401)`, { status })
    case 403:
      return new ModelFault(`${who} does not allow this with the key that is stored (403)`, { status })
    case 404:
      return new ModelFault(
        `${who} does not know the model ${model}${isOwn ? ', or its address is wrong' : ''} (404)`,
        {
          status,
        },
      )
    case 429: {
      const wait = retryAfter(headers)
      const asks = wait !== null && wait >= 1000 ? ` for ${Math.ceil(wait / 1000)} s` : ''
      return new ModelFault(`${who} takes no more requests${asks} (429)${tells}`, { status, againAfter: wait ?? 1000 })
    }
    default:
      return status >= 500
        ? new ModelFault(`${who} has a fault of its own (${status})`, { status, againAfter: SOON })
        : new ModelFault(`${who} refused the request (${status})${tells}`, { status })
  }
}

function unreached(code: string, { who, host }: Whom) {
  switch (code) {
    case 'ECONNREFUSED':
      return new ModelFault(`nothing answers at ${host}`, { againAfter: SOON })
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ModelFault(`the host ${host} cannot be found`, { againAfter: SOON })
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return new ModelFault(`${host} cannot be reached`)
    default:
      return /CERT|SSL|TLS|ALTNAME/.test(code)
        ? new ModelFault(`the certificate of ${host} is not in order (${code})`)
        : new ModelFault(`the connection to ${who} broke off`, { againAfter: SOON })
  }
}

/** What the SDK's errors have in common. Those of a stream are plain objects now and then. */
function read(error: unknown) {
  const { statusCode, responseHeaders, message, name } = Object(error) as {
    name?: unknown
    statusCode?: unknown
    responseHeaders?: Record<string, string>
    message?: unknown
  }
  return {
    status: typeof statusCode === 'number' ? statusCode : undefined,
    headers: responseHeaders ?? {},
    name,
    message: typeof message === 'string' ? message : '',
  }
}

const networkCode = /^(E[A-Z_]+|UND_ERR_|ERR_TLS|ERR_SSL|CERT|DEPTH|SELF_SIGNED|UNABLE)/

/** The network's own code. */
function codeOf(error: unknown): string | undefined {
  for (const cause of causesOf(error)) {
    const { code } = cause as { code?: unknown }
    if (typeof code === 'string' && networkCode.test(code)) return code
    if (cause instanceof TypeError && cause.message === 'terminated') return 'UND_ERR_SOCKET'
  }
  return undefined
}

/** An error and what caused it: what matters lies some wrappings deep. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let at = error; at instanceof Error && causes.length < 6; at = at.cause) causes.push(at)
  return causes
}

/** In milliseconds, of seconds or a date. */
function retryAfter(headers: Record<string, string>): number | null {
  const given = headers['retry-after']
  if (given === undefined) return null
  const wait = /^\d+(\.\d+)?$/.test(given) ? Number(given) * 1000 : Date.parse(given) - Date.parse(headers.date ?? '')
  return Number.isFinite(wait) ? Math.max(0, wait) : null
}

/** A provider's own words, short and without what looks like a key. */
function scrub(text: string, key: string | undefined): string {
  const withoutKey = key ? text.replaceAll(key, '…') : text
  return withoutKey
    .replace(/\b(sk-|AIza|Bearer\s)\S+/g, '…')
    .replace(/\s+/g, ' ')
    .slice(0, 200)
    .replace(/[\s.]+$/, '')
    .trimStart()
}

/** A model as it is reached: the SDK's object, and how it is spoken of. */
export interface Reached {
  sdk: SdkModel
  /** Whom the operator would say that we asked. */
  who: string
  model: string
  host: string
  /** The address is the operator's. */
  isOwn: boolean
  key: string | undefined
}
