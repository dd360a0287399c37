import { type Provider, request, requestJson, samplesOf } from './http'
import { createDecimator } from './resample'
import { RATE, type Recognizer, SpeechError, type TextToSpeech } from './speech'

/** The voices of OpenAI; another name gets the first. */
const voices = [
  'alloy',
  'ash',
  'ballad',
  'cedar',
  'coral',
  'echo',
  'fable',
  'marin',
  'nova',
  'onyx',
  'sage',
  'shimmer',
  'verse',
]

const authorized = ({ apiKey }: Provider): Record<string, string> =>
  apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }

/**
 * Speech by OpenAI's interface (`POST /audio/speech`), which other servers have, too. Its raw sound has 24 kHz. `model`: its
 * name on the server.
 */
export function createOpenAiVoice(provider: Provider, model: string): TextToSpeech {
  return {
    code: provider.code,
    follows: ['speed'],
    speaks: () => true,
    async *speak(input, { voice, speed }, signal) {
      const wanted = voice?.toLowerCase() ?? ''
      // A server of the operator has voices of its own.
      const name = provider.code !== 'openai' && voice ? voice : voices.includes(wanted) ? wanted : voices[0]
      const parts = request(
        provider,
        '/audio/speech',
        {
          method: 'POST',
          headers: { ...authorized(provider), 'content-type': 'application/json' },
          body: JSON.stringify({ model, input, voice: name, response_format: 'pcm', speed }),
        },
        signal,
      )
      const narrow = createDecimator(3)
      for await (const pcm of samplesOf(provider.code, parts)) yield narrow(pcm)
    },
  }
}

/** Understands by OpenAI's interface (`POST /audio/transcriptions`), which other servers have, too. */
export function createOpenAiRecognizer(provider: Provider, model: string): Recognizer {
  return {
    kind: 'utterances',
    code: provider.code,
    async recognize(utterance, languages, signal) {
      const body = new FormData()
      body.set('model', model)
      body.set('response_format', 'json')
      // Who may speak several languages is understood in the one that is heard.
      if (languages.length === 1) body.set('language', languages[0]!)
      body.set('file', new Blob([wavOf(utterance)], { type: 'audio/wav' }), 'utterance.wav')
      const init = { method: 'POST', headers: authorized(provider), body }
      const answer = await requestJson(provider, '/audio/transcriptions', init, signal)
      const text: unknown = Object(answer).text
      if (typeof text !== 'string') throw new SpeechError(`${provider.code} answered without a text`)
      return text
    },
  }
}

/** 16-bit sound at 8 kHz as a WAV file. */
function wavOf(pcm: Int16Array): Uint8Array<ArrayBuffer> {
  const wav = new Uint8Array(44 + pcm.length * 2)
  const view = new DataView(wav.buffer)
  const write = (at: number, text: string) => wav.set(new TextEncoder().encode(text), at)
  write(0, 'RIFF')
  view.setUint32(4, 36 + pcm.length * 2, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, RATE, true)
  view.setUint32(28, RATE * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  write(36, 'data')
  view.setUint32(40, pcm.length * 2, true)
  for (const [i, sample] of pcm.entries()) view.setInt16(44 + i * 2, sample, true)
  return wav
}
