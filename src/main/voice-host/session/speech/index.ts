import type { Brief } from '../../../ports/brief'
import type { Clock } from '../../../ports/system'
import { createCartesia } from './cartesia'
import { createDeepgram, createDeepgramVoice } from './deepgram'
import { createElevenLabs } from './elevenlabs'
import { createGemini } from './google'
import type { Patience, Provider } from './http'
import { createOpenAiRecognizer, createOpenAiVoice } from './openai'
import type { SpeechToText, TextToSpeech } from './speech'

export interface SpeechOptions {
  /** The stored credentials of a provider, by its code; null: none. Called for each call. */
  credentials: (code: string) => { api_key?: string; base_url?: string } | null
  /** The voice that needs no account. */
  builtIn: TextToSpeech
  /** Wall time. */
  clock: Clock
  fetch?: typeof globalThis.fetch
  patience?: Patience
}

/** Where each provider is asked, if the operator gave no address. */
const addresses: Record<string, string> = {
  openai: 'https://api.openai.com/v1',
  elevenlabs: 'https://api.elevenlabs.io',
  cartesia: 'https://api.cartesia.ai',
  google: 'https://generativelanguage.googleapis.com',
  deepgram: 'https://api.deepgram.com',
}

const voiceMakers: Record<string, (provider: Provider) => TextToSpeech> = {
  elevenlabs: createElevenLabs,
  cartesia: createCartesia,
  openai: provider => createOpenAiVoice(provider, 'tts-1'),
  google: createGemini,
  deepgram: createDeepgramVoice,
  'openai-compatible': provider => createOpenAiVoice(provider, 'tts-1'),
}
const recognizerMakers: Record<string, (provider: Provider) => SpeechToText> = {
  deepgram: createDeepgram,
  openai: provider => createOpenAiRecognizer(provider, 'gpt-4o-mini-transcribe'),
  'openai-compatible': provider => createOpenAiRecognizer(provider, 'whisper-1'),
}

/**
 * The providers of speech for a brief, in the order in which they are asked: the one of the assistant first, then all others
 * with credentials, and of voices the built-in one last.
 */
export function createSpeech({ credentials, builtIn, clock, fetch = globalThis.fetch, patience }: SpeechOptions) {
  function made<T>(makers: Record<string, (provider: Provider) => T>, wanted: string | null): T[] {
    const codes = Object.keys(makers).toSorted((a, b) => Number(b === wanted) - Number(a === wanted))
    return codes.flatMap(code => {
      const stored = credentials(code)
      const baseUrl = (stored?.base_url ?? addresses[code])?.replace(/\/+$/, '')
      // A server of the operator needs an address, the others a key.
      const isReady = code === 'openai-compatible' ? stored?.base_url : stored?.api_key
      if (!baseUrl || !isReady) return []
      return makers[code]!({ code, baseUrl, apiKey: stored?.api_key ?? null, fetch, clock, patience })
    })
  }
  return ({ sound }: Pick<Brief, 'sound'>): { voices: TextToSpeech[]; recognizers: SpeechToText[] } => {
    // A server of the operator that has models may have no voices, so it speaks only where an assistant says so.
    const voices = made(voiceMakers, sound?.synthesizer ?? null).filter(
      ({ code }) => code !== 'openai-compatible' || sound?.synthesizer === code,
    )
    const isBuiltIn = sound?.synthesizer === builtIn.code
    return {
      voices: isBuiltIn ? [builtIn, ...voices] : [...voices, builtIn],
      recognizers: made(recognizerMakers, sound?.transcriber ?? null),
    }
  }
}
