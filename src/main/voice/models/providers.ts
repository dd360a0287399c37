import type { LanguageModel as SdkModel } from 'ai'
import { ModelFault, type Reached } from './faults'

export interface Credentials {
  api_key?: string
  base_url?: string
}

type Fetch = typeof globalThis.fetch
interface Asked {
  apiKey: string
  baseURL: string
  fetch: Fetch
}

interface Provider {
  name: string
  /** Its own address. Always given to the SDK, which would else take one from the environment, and the key with it. */
  url: string | null
  open(code: string, asked: Asked): Promise<SdkModel>
}

// The SDK is loaded when it is first needed: it would double the time that the service takes to start.
const providers: Record<string, Provider> = {
  openai: {
    name: 'OpenAI',
    url: 'https://api.openai.com/v1',
    // Not the Responses API: what was said stays with us, and proxies speak this one.
    open: async (code, asked) => (await import('@ai-sdk/openai')).createOpenAI(asked).chat(code),
  },
  anthropic: {
    name: 'Anthropic',
    url: 'https://api.anthropic.com/v1',
    open: async (code, asked) => (await import('@ai-sdk/anthropic')).createAnthropic(asked)(code),
  },
  google: {
    name: 'Google',
    url: 'https://generativelanguage.googleapis.com/v1beta',
    open: async (code, asked) => (await import('@ai-sdk/google')).createGoogle(asked)(code),
  },
  'openai-compatible': {
    name: 'the server',
    url: null,
    async open(code, asked) {
      const [{ createOpenAICompatible }, { extractReasoningMiddleware, wrapLanguageModel }] = await Promise.all([
        import('@ai-sdk/openai-compatible'),
        import('ai'),
      ])
      const provider = createOpenAICompatible({ name: 'server', supportsStructuredOutputs: true, ...asked })
      // Models on such servers often think aloud between these marks, which must not be spoken.
      return wrapLanguageModel({
        model: provider(code),
        middleware: extractReasoningMiddleware({ tagName: 'think' }),
      })
    },
  },
}

/** What is missing before a provider can be asked, in words; null: nothing. */
export function missing(code: string, credentials: Credentials | null): string | null {
  const provider = providers[code]
  if (!provider) return 'this provider has no language models'
  if (provider.url === null) return credentials?.base_url ? null : 'no address is stored for the server'
  return credentials?.api_key ? null : `no key is stored for ${provider.name}`
}

/** Where a provider is asked. Throws ModelFault when something is missing. */
export function addressOf(provider: string, credentials: Credentials | null) {
  const lacks = missing(provider, credentials)
  if (lacks !== null) throw new ModelFault(lacks)
  const { name, url } = providers[provider]!
  const baseURL = (credentials!.base_url || url!).replace(/\/+$/, '')
  if (!URL.canParse(baseURL)) throw new ModelFault(`the address that is stored for ${name} is none`)
  const { host } = new URL(baseURL)
  return { baseURL, host, who: url === null ? `the server at ${host}` : name, isOwn: baseURL !== url }
}

/** The SDK's model for a provider's code. Throws ModelFault when something is missing. */
export async function reach(
  provider: string,
  code: string,
  credentials: Credentials | null,
  fetch: Fetch,
): Promise<Reached> {
  const { baseURL, host, who, isOwn } = addressOf(provider, credentials)
  const key = credentials!.api_key
  const sdk = await providers[provider]!.open(code, { apiKey: key ?? '', baseURL, fetch })
  return { sdk, who, model: code, host, isOwn, key }
}

/** More than the longest reply takes, with all that a provider puts around it. */
const MOST_BYTES = 8_000_000

/** Reads no more of an answer than can be one: a line without an end would be gathered in memory. */
export const bounded =
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    if (!response.body) return response
    let left = MOST_BYTES
    const body = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          left -= chunk.byteLength
          if (left < 0) controller.error(new ModelFault('the answer had no end'))
          else controller.enqueue(chunk)
        },
      }),
    )
    return new Response(body, { status: response.status, headers: response.headers })
  }
