import { ReadableStream, type ReadableStreamDefaultController } from 'node:stream/web'
import { AudioFrame } from '@livekit/rtc-node'
import { RATE, SpeechError, type TextToSpeech, type VoiceSettings } from './speech/speech'
import { Utterance } from './utterance'

/** The length of the pieces that are given to the line, samples: 60 ms. A pause repeats at most so much. */
const PIECE = (RATE * 60) / 1000

/** Words to be spoken, as they come. `filler`: they only fill a pause. */
export type Words = AsyncIterable<{ text: string; filler?: true }>

export interface Speaking {
  sound: ReadableStream<AudioFrame>
  utterance: Utterance
  /** When the first sentence was given to the provider, and when its first sound came; by `now`. */
  asked: number | null
  sounded: number | null
  /** Why nothing could be spoken any more. */
  failure: SpeechError | null
  /** Makes no more sound. */
  cancel(): void
}

/**
 * Turns words into sound, sentence by sentence, as they come. When a provider fails, the next one speaks the rest; `warn` is
 * told so. The provider that works is asked first from then on.
 */
export class Speaker {
  private providers: readonly TextToSpeech[]

  constructor(
    providers: readonly TextToSpeech[],
    private readonly settings: VoiceSettings,
    private readonly now: () => number,
    private readonly warn: (text: string) => void,
  ) {
    this.providers = providers
  }

  speak(words: Words): Speaking {
    const utterance = new Utterance()
    const abort = new AbortController()
    let out!: ReadableStreamDefaultController<AudioFrame>
    const cancel = () => abort.abort()
    const sound = new ReadableStream<AudioFrame>({ start: controller => void (out = controller), cancel })
    const speaking: Speaking = { sound, utterance, asked: null, sounded: null, failure: null, cancel }
    const run = async () => {
      try {
        for await (const { text, isFiller } of sentencesOf(words)) {
          if (abort.signal.aborted) return
          speaking.asked ??= this.now()
          utterance.begin(text, isFiller)
          for await (const pcm of this.sentence(text, abort.signal)) {
            if (abort.signal.aborted) return
            speaking.sounded ??= this.now()
            utterance.add((pcm.length * 1000) / RATE)
            for (let at = 0; at < pcm.length; at += PIECE) {
              const piece = pcm.slice(at, at + PIECE)
              out.enqueue(new AudioFrame(piece, RATE, 1, piece.length, { utterance }))
            }
          }
          utterance.end()
        }
      } catch (error) {
        if (abort.signal.aborted) return
        speaking.failure = error instanceof SpeechError ? error : new SpeechError((error as Error).message)
      } finally {
        if (!abort.signal.aborted) out.close()
      }
    }
    void run()
    return speaking
  }

  /** One sentence. A provider that fails before its first sound is replaced; after it, the rest of the sentence is lost. */
  private async *sentence(text: string, signal: AbortSignal): AsyncGenerator<Int16Array> {
    let last: SpeechError | undefined
    for (const provider of this.providers) {
      let hasSounded = false
      try {
        for await (const pcm of provider.speak(text, this.settings, signal)) {
          hasSounded ||= pcm.length > 0
          yield pcm
        }
        this.providers = [provider, ...this.providers.filter(other => other !== provider)]
        return
      } catch (error) {
        signal.throwIfAborted()
        last = error instanceof SpeechError ? error : new SpeechError((error as Error).message)
        const next = this.providers[this.providers.indexOf(provider) + 1]
        this.warn(`The voice ${provider.code} failed: ${last.message}${next ? `; ${next.code} speaks instead` : ''}.`)
        this.providers = [...this.providers.filter(other => other !== provider), provider]
        if (hasSounded) return
      }
    }
    throw last ?? new SpeechError('no voice is set up')
  }
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** The sentences of words that come in pieces: each as soon as the next one begins. A filler is a sentence of its own. */
async function* sentencesOf(words: Words): AsyncGenerator<{ text: string; isFiller: boolean }> {
  let open = ''
  for await (const { text, filler } of words) {
    if (filler) {
      if (readable(text)) yield { text: readable(text), isFiller: true }
      continue
    }
    open += text
    const found = [...segmenter.segment(open)]
    open = found.pop()?.segment ?? ''
    for (const { segment } of found) if (readable(segment)) yield { text: readable(segment), isFiller: false }
  }
  if (readable(open)) yield { text: readable(open), isFiller: false }
}

/** What can be read aloud: without the marks of Markdown and without emojis. Empty when no letter or digit is left. */
function readable(text: string): string {
  const plain = text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(#+|[-*•]|\d+[.)](?=\s+\S))\s+/gm, match => (/\d/.test(match) ? match : ''))
    .replace(/[*_`~#]+/g, '')
    .replace(/\p{Extended_Pictographic}\uFE0F?/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  return /[\p{L}\p{N}]/u.test(plain) ? plain : ''
}
