import { type Provider, request, requestJson, samplesOf, voiceNamed } from './http'
import { RATE, SpeechError, type TextToSpeech } from './speech'

const MODEL = 'sonic-3'
/** The version of the interface that this was written for. */
const VERSION = '2025-04-16'

/** Speech by Cartesia (`POST /tts/bytes`), at 8 kHz. Voices are found by their names, once. */
export function createCartesia(provider: Provider): TextToSpeech {
  const headers = { authorization: `Bearer ${provider.apiKey ?? ''}`, 'cartesia-version': VERSION }
  const ids = new Map<string | null, string>()

  async function idOf(name: string | null, signal: AbortSignal): Promise<string> {
    const known = ids.get(name)
    if (known) return known
    const query = name === null ? '' : `?q=${encodeURIComponent(name)}`
    const answer = await requestJson(provider, `/voices${query}`, { headers }, signal)
    const id = voiceNamed(Object(answer).data ?? answer, name)?.id
    if (typeof id !== 'string') throw new SpeechError(`${provider.code} has no voice ${name ?? ''}`.trim())
    ids.set(name, id)
    return id
  }

  return {
    code: provider.code,
    follows: ['speed'],
    speaks: () => true,
    async *speak(transcript, { voice, language, speed }, signal) {
      const id = await idOf(voice, signal)
      const parts = request(
        provider,
        '/tts/bytes',
        {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({
            model_id: MODEL,
            transcript,
            voice: { mode: 'id', id },
            language,
            output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: RATE },
            generation_config: { speed },
          }),
        },
        signal,
      )
      yield* samplesOf(provider.code, parts)
    },
  }
}
