import { type Provider, request, requestJson, samplesOf, voiceNamed } from './http'
import { SpeechError, type TextToSpeech } from './speech'

/** The fastest model, which speaks the languages of the catalogue that ElevenLabs has. */
const MODEL = 'eleven_flash_v2_5'

/** Speech by ElevenLabs (`POST /v1/text-to-speech/{voice}/stream`), at 8 kHz. Voices are found by their names, once. */
export function createElevenLabs(provider: Provider): TextToSpeech {
  const headers = { 'xi-api-key': provider.apiKey ?? '' }
  const ids = new Map<string | null, string>()

  async function idOf(name: string | null, signal: AbortSignal): Promise<string> {
    const known = ids.get(name)
    if (known) return known
    const answer = await requestJson(provider, '/v1/voices', { headers }, signal)
    const id = voiceNamed(Object(answer).voices, name)?.voice_id
    if (typeof id !== 'string') throw new SpeechError(`${provider.code} has no voices`)
    ids.set(name, id)
    return id
  }

  return {
    code: provider.code,
    follows: ['speed', 'stability', 'similarity'],
    speaks: () => true,
    async *speak(text, { voice, language, speed, stability, similarity }, signal) {
      const id = await idOf(voice, signal)
      const parts = request(
        provider,
        `/v1/text-to-speech/${encodeURIComponent(id)}/stream?output_format=pcm_8000`,
        {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({
            text,
            model_id: MODEL,
            language_code: language,
            voice_settings: { stability, similarity_boost: similarity, speed },
          }),
        },
        signal,
      )
      yield* samplesOf(provider.code, parts)
    },
  }
}
