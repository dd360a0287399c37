import { WebSocket } from 'undici'
import { type Provider, request, samplesOf, usualPatience } from './http'
import { type Listener, RATE, SpeechError, type TextToSpeech } from './speech'

const MODEL = 'nova-3'
/** Sound that waits for the connection, bytes: 10 s. */
const MOST_WAITING = 10 * RATE * 2
/** Deepgram closes a stream that is silent for 10 s, ms. */
const KEEP_ALIVE = 5000

/**
 * Understands by Deepgram's live stream (`wss://…/v1/listen`): 8 kHz sound goes out as it comes, words come back. `Finalize`
 * asks for the words of what was sent until now.
 */
export function createDeepgram(provider: Provider): Listener {
  const { code, baseUrl, apiKey, clock, patience = usualPatience } = provider
  return {
    kind: 'stream',
    code,
    listen(languages, told, signal) {
      const query = new URLSearchParams({
        model: MODEL,
        // Who may speak several languages is understood in the one that is heard.
        language: languages.length > 1 ? 'multi' : (languages[0] ?? 'en'),
        encoding: 'linear16',
        sample_rate: String(RATE),
        channels: '1',
        interim_results: 'true',
        smart_format: 'true',
        endpointing: '200',
      })
      const socket = new WebSocket(`${baseUrl.replace(/^http/, 'ws')}/v1/listen?${query}`, {
        headers: { authorization: `Token ${apiKey ?? ''}` },
      })
      socket.binaryType = 'arraybuffer'
      const waiting: Uint8Array[] = []
      let waitingBytes = 0
      let isOver = false
      let cancel = clock.setTimer(clock.now() + patience.first, () =>
        fail(new SpeechError(`${code} did not answer for ${patience.first / 1000} s`, true)),
      )

      const onAbort = () => close()
      function close() {
        if (isOver) return
        isOver = true
        cancel()
        signal.removeEventListener('abort', onAbort)
        if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"CloseStream"}')
        socket.close()
      }
      function fail(why: SpeechError) {
        if (isOver) return
        close()
        told.failed(why)
      }
      function keepAlive() {
        cancel()
        cancel = clock.setTimer(clock.now() + KEEP_ALIVE, () => {
          socket.send('{"type":"KeepAlive"}')
          keepAlive()
        })
      }
      signal.addEventListener('abort', onAbort, { once: true })
      if (signal.aborted) close()

      socket.addEventListener('open', () => {
        if (isOver) return socket.close()
        for (const bytes of waiting) socket.send(bytes)
        waiting.length = 0
        keepAlive()
      })
      socket.addEventListener('message', ({ data }) => {
        if (isOver) return
        const heard = wordsIn(data)
        if (heard === 'unreadable') return fail(new SpeechError(`${code} sent something that cannot be read`, true))
        if (heard) told.heard(heard.text, heard.isFinal)
      })
      // Neither event tells the status of a refused connection.
      socket.addEventListener('error', ({ error }) => {
        const status = /\b(401|403)\b/.exec(String(Object(error).message))?.[1]
        fail(
          status
            ? new SpeechError(`${code} refused the API key (${status})`)
            : new SpeechError(`${code} could not be reached or refused the connection`, true),
        )
      })
      socket.addEventListener('close', ({ code: closed, reason }) =>
        fail(new SpeechError(`${code} closed the stream (${closed}${reason && `, ${reason}`})`, true)),
      )

      return {
        write(pcm) {
          if (isOver) return
          const bytes = new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength).slice()
          if (socket.readyState === WebSocket.OPEN) {
            socket.send(bytes)
            keepAlive()
            return
          }
          waitingBytes += bytes.length
          if (waitingBytes <= MOST_WAITING) waiting.push(bytes)
        },
        flush() {
          if (!isOver && socket.readyState === WebSocket.OPEN) socket.send('{"type":"Finalize"}')
        },
      }
    },
  }
}

/** The words of a message; null: it has none. */
function wordsIn(data: unknown): { text: string; isFinal: boolean } | null | 'unreadable' {
  if (typeof data !== 'string') return 'unreadable'
  let message: { type?: string; is_final?: boolean; channel?: { alternatives?: { transcript?: string }[] } }
  try {
    message = JSON.parse(data)
  } catch {
    return 'unreadable'
  }
  const text = message?.channel?.alternatives?.[0]?.transcript
  return message?.type === 'Results' && typeof text === 'string' ? { text, isFinal: message.is_final === true } : null
}

/** Speech by Deepgram (`POST /v1/speak`), at 8 kHz. The voice's name is that of a model, as `aura-2-thalia-en`. */
export function createDeepgramVoice(provider: Provider): TextToSpeech {
  return {
    code: provider.code,
    follows: [],
    speaks: language => ['en', 'es', 'de', 'fr', 'it', 'nl', 'ja'].includes(language),
    async *speak(text, { voice }, signal) {
      const model = voice?.startsWith('aura') ? voice : 'aura-2-thalia-en'
      const query = new URLSearchParams({ model, encoding: 'linear16', sample_rate: String(RATE), container: 'none' })
      const parts = request(
        provider,
        `/v1/speak?${query}`,
        {
          method: 'POST',
          headers: { authorization: `Token ${provider.apiKey ?? ''}`, 'content-type': 'application/json' },
          body: JSON.stringify({ text }),
        },
        signal,
      )
      yield* samplesOf(provider.code, parts)
    },
  }
}
