import type { Clock } from '../../../ports/system'
import { SpeechError, toSpeechError } from './speech'

/** How long a provider may take until its first byte, and between two pieces, ms. A person on the phone waits. */
export interface Patience {
  first: number
  idle: number
}
export const usualPatience: Patience = { first: 4000, idle: 3000 }

export interface Provider {
  code: string
  /** Its address, without a slash at the end. */
  baseUrl: string
  apiKey: string | null
  fetch: typeof globalThis.fetch
  /** Wall time. */
  clock: Clock
  patience?: Patience
}

/** The longest answer that is read, bytes: five minutes of sound at 24 kHz. */
const MOST = 16 * 1024 * 1024

/**
 * Sends one request and yields the bytes of its answer as they come. Throws SpeechError for everything that is not an answer:
 * refused keys, full quotas, silence, connections that break; throws the signal's reason when that is aborted.
 */
export async function* request(
  { code, baseUrl, fetch, clock, patience = usualPatience }: Provider,
  path: string,
  init: RequestInit,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted()
  const stop = new AbortController()
  const onAbort = () => stop.abort(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  let cancel = () => {}
  const expect = (ms: number, what: string) => {
    cancel()
    cancel = clock.setTimer(clock.now() + ms, () =>
      stop.abort(new SpeechError(`${code} ${what} for ${ms / 1000} s`, true)),
    )
  }
  try {
    expect(patience.first, 'did not answer')
    const response = await fetch(`${baseUrl}${path}`, { ...init, signal: stop.signal })
    if (!response.ok) throw await refusal(code, response)
    let length = 0
    for await (const bytes of response.body ?? []) {
      expect(patience.idle, 'sent nothing more')
      length += bytes.length
      if (length > MOST) throw new SpeechError(`${code} answered without an end`)
      yield bytes
    }
    if (length === 0) throw new SpeechError(`${code} answered nothing`, true)
  } catch (error) {
    signal.throwIfAborted()
    throw toSpeechError(code, stop.signal.aborted ? stop.signal.reason : error)
  } finally {
    cancel()
    signal.removeEventListener('abort', onAbort)
    stop.abort()
  }
}

async function refusal(code: string, response: Response): Promise<SpeechError> {
  const { status } = response
  if (status === 401 || status === 403) return new SpeechError(`${code} refused the API key (${status})`)
  if (status === 402 || status === 429) return new SpeechError(`${code} has no quota left for now (${status})`, true)
  const text = (await response.text().catch(() => '')).replace(/\s+/g, ' ').slice(0, 200)
  return new SpeechError(`${code} answered with ${status}${text && `: ${text}`}`, status >= 500)
}

/** The JSON of a whole answer. Throws SpeechError when it is none. */
export async function requestJson(
  provider: Provider,
  path: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<unknown> {
  const parts: Uint8Array[] = []
  for await (const bytes of request(provider, path, init, signal)) parts.push(bytes)
  try {
    return JSON.parse(Buffer.concat(parts).toString()) as unknown
  } catch {
    throw new SpeechError(`${provider.code} answered with something that cannot be read`)
  }
}

/** Bytes as 16-bit samples, lowest byte first. Pieces may end in the middle of a sample. Throws when it is no raw sound. */
export async function* samplesOf(code: string, parts: AsyncIterable<Uint8Array>): AsyncGenerator<Int16Array> {
  let odd: Uint8Array = new Uint8Array(0)
  let isFirst = true
  for await (const part of parts) {
    const bytes = odd.length > 0 ? Buffer.concat([odd, part]) : part
    if (isFirst && /^(\s*[{<]|RIFF|ID3)/.test(Buffer.from(bytes.subarray(0, 8)).toString('latin1')))
      throw new SpeechError(`${code} answered with something that is no raw sound`)
    isFirst = false
    const whole = bytes.length & ~1
    odd = Uint8Array.from(bytes.subarray(whole))
    // A Buffer is a view of shared memory, so its samples are copied.
    if (whole > 0) yield new Int16Array(Uint8Array.from(bytes.subarray(0, whole)).buffer)
  }
}

/** The first entry of a list in which a voice of this name is; providers write more after the name. */
export function voiceNamed(list: unknown, name: string | null): Record<string, unknown> | null {
  const voices = (Array.isArray(list) ? list : []).filter(one => typeof one === 'object' && one !== null)
  const wanted = (name ?? '').toLowerCase()
  const named = (one: object) => String(Object(one).name).toLowerCase()
  const found = voices.find(one => named(one) === wanted) ?? voices.find(one => wanted && named(one).startsWith(wanted))
  return (found ?? voices[0] ?? null) as Record<string, unknown> | null
}
