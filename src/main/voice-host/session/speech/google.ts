import { type Provider, request, samplesOf } from './http'
import { createDecimator } from './resample'
import { SpeechError, type TextToSpeech } from './speech'

const MODEL = 'gemini-2.5-flash-preview-tts'
const USUAL_VOICE = 'Kore'

/**
 * Speech by Google Gemini (`:streamGenerateContent` with sound as its only answer). It sends 24 kHz in base64, in server-sent
 * events.
 */
export function createGemini(provider: Provider): TextToSpeech {
  async function* sound(text: string, voiceName: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    let open = ''
    const decoder = new TextDecoder()
    const parts = request(
      provider,
      `/v1beta/models/${MODEL}:streamGenerateContent?alt=sse`,
      {
        method: 'POST',
        headers: { 'x-goog-api-key': provider.apiKey ?? '', 'content-type': 'application/json' },
        body: JSON.stringify({
          contents: [{ parts: [{ text }] }],
          generationConfig: {
            responseModalities: ['AUDIO'],
            speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName } } },
          },
        }),
      },
      signal,
    )
    for await (const bytes of parts) {
      open += decoder.decode(bytes, { stream: true })
      const lines = open.split(/\r?\n/)
      open = lines.pop() ?? ''
      for (const line of lines) if (line.startsWith('data:')) yield* soundIn(line.slice(5))
    }
    if (open.startsWith('data:')) yield* soundIn(open.slice(5))
  }

  function* soundIn(json: string): Generator<Uint8Array> {
    let event: { candidates?: { content?: { parts?: { inlineData?: { data?: string } }[] } }[] }
    try {
      event = JSON.parse(json)
    } catch {
      throw new SpeechError(`${provider.code} answered with something that cannot be read`)
    }
    for (const part of event.candidates?.[0]?.content?.parts ?? [])
      if (part.inlineData?.data) yield Buffer.from(part.inlineData.data, 'base64')
  }

  return {
    code: provider.code,
    follows: [],
    speaks: () => true,
    async *speak(text, { voice }, signal) {
      const narrow = createDecimator(3)
      let isEmpty = true
      for await (const pcm of samplesOf(provider.code, sound(text, voice ?? USUAL_VOICE, signal))) {
        isEmpty = false
        yield narrow(pcm)
      }
      if (isEmpty) throw new SpeechError(`${provider.code} answered without sound`, true)
    },
  }
}
