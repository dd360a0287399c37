import type { LanguageModel as SdkModel } from 'ai'
import { ModelError, type ReachedModel } from './model-error'

export interface Credentials {
  api_key?: string
  base_url?: string
}

type Fetch = typeof globalThis.fetch
interface Access {
  apiKey: string
  baseURL: string
  fetch: Fetch
}

interface Provider {
  name: string
  /**
   * Its own address; null when the operator has to give one. It is always passed to the SDK, which would otherwise read
   * an address from the environment and send the key there.
   */
  url: string | null
  open(code: string, access: Access): Promise<SdkModel>
}

// The SDK is loaded at the first request, because loading it would double the start time of the service.
const providers: Record<string, Provider> = {
  openai: {
    name: 'OpenAI',
    url: 'https://api.openai.com/v1',
    // The Chat Completions API, not the Responses API: OpenAI does not store the conversation, and proxies support it.
    open: async (code, access) => (await import('@ai-sdk/openai')).createOpenAI(access).chat(code),
  },
  anthropic: {
    name: 'Anthropic',
    url: 'https://api.anthropic.com/v1',
    open: async (code, access) => (await import('@ai-sdk/anthropic')).createAnthropic(access)(code),
  },
  google: {
    name: 'Google',
    url: 'https://generativelanguage.googleapis.com/v1beta',
    open: async (code, access) => (await import('@ai-sdk/google')).createGoogle(access)(code),
  },
  'openai-compatible': {
    name: 'the server',
    url: null,
    async open(code, access) {
      const [{ createOpenAICompatible }, { extractReasoningMiddleware, wrapLanguageModel }] = await Promise.all([
        import('@ai-sdk/openai-compatible'),
        import('ai'),
      ])
      const provider = createOpenAICompatible({ name: 'server', supportsStructuredOutputs: true, ...access })
      // Models on such servers often write their reasoning between <think> tags. It must not be spoken.
      return wrapLanguageModel({
        model: provider(code),
        middleware: extractReasoningMiddleware({ tagName: 'think' }),
      })
    },
  },
}

/** What is missing before a provider can be asked, as a text; null when nothing is. */
export function missing(code: string, credentials: Credentials | null): string | null {
  const provider = providers[code]
  if (!provider) return 'this provider has no language models'
  if (provider.url === null) return credentials?.base_url ? null : 'no address is stored for the server'
  return credentials?.api_key ? null : `no key is stored for ${provider.name}`
}

/** The address of a provider. Throws ModelError when something is missing. */
export function addressOf(provider: string, credentials: Credentials | null) {
  const reason = missing(provider, credentials)
  if (reason !== null) throw new ModelError(reason)
  const { name, url } = providers[provider]!
  const baseURL = (credentials!.base_url || url!).replace(/\/+$/, '')
  if (!URL.canParse(baseURL)) throw new ModelError(`the address that is stored for ${name} is none`)
  const { host } = new URL(baseURL)
  return { baseURL, host, who: url === null ? `the server at ${host}` : name, isOwn: baseURL !== url }
}

/** The SDK's model for a provider's code. Throws ModelError when something is missing. */
export async function reach(
  provider: string,
  code: string,
  credentials: Credentials | null,
  fetch: Fetch,
): Promise<ReachedModel> {
  const { baseURL, host, who, isOwn } = addressOf(provider, credentials)
  const key = credentials!.api_key
  const sdk = await providers[provider]!.open(code, { apiKey: key ?? '', baseURL, fetch })
  return { sdk, who, model: code, host, isOwn, key }
}

/** The largest answer, in bytes: more than any reply with the JSON around it. */
const MAX_BYTES = 8_000_000

/**
 * A fetch that fails when an answer is too large, since the SDK would collect a line without an end in memory, and when it
 * is a redirect, since the key must not go to another host.
 */
export const bounded =
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' })
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel()
      throw new ModelError(`the address leads on to another one (${response.status}), which is not followed`)
    }
    if (!response.body) return response
    let left = MAX_BYTES
    const body = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          left -= chunk.byteLength
          if (left < 0) controller.error(new ModelError('the answer had no end'))
          else controller.enqueue(chunk)
        },
      }),
    )
    return new Response(body, { status: response.status, headers: response.headers })
  }
