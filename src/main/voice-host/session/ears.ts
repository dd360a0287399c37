import { type LanguageCode, stt } from '@livekit/agents'
import { type Listener, RATE, type Recognizer, type SpeechToText, type Told, toSpeechError } from './speech/speech'

export interface EarsListener {
  /** What failed, and who understands instead. */
  warn(text: string): void
  /** Nobody understands any more. */
  deaf(why: string): void
}

const { SpeechEventType } = stt

/** How many times in a row the providers may fail before the conversation is given up. */
const PATIENCE = 4
/** The sound that is kept while nobody speaks, because a voice is detected late, in a busy process very late; samples: 10 s. */
const BEFORE = 10 * RATE
/** The longest utterance that is kept, samples: a minute. */
const LONGEST = 60 * RATE
/** How many utterances are kept for another provider until their words have come. */
const MOST_PENDING = 3
/** Frames of an utterance that are quieter than this share of its loudest one are the silence before it: -34 dB. */
const QUIET = 0.02
/** How much of that silence stays, samples: 300 ms. */
const LEAD = 0.3 * RATE
/** 20 ms. */
const FRAME = RATE / 50

/** Understands what is said on a leg, for LiveKit's session. It asks the first provider; when one fails, the next. */
export class Ears extends stt.STT {
  override label = 'callwright'
  private opened: Stream | undefined

  constructor(
    readonly providers: readonly SpeechToText[],
    /** ISO 639-1 codes, the usual one first. */
    readonly languages: readonly string[],
    readonly listener: EarsListener,
  ) {
    super({ streaming: true, interimResults: true })
  }

  override async _recognize(): Promise<never> {
    throw new Error('the sound is streamed')
  }

  override stream() {
    this.opened = new Stream(this)
    return this.opened
  }

  /** The other side begins to speak. */
  began() {
    this.opened?.began()
  }

  /** The other side has paused: its words are wanted now. */
  paused() {
    this.opened?.paused()
  }
}

/** A provider while it is asked for one leg. */
interface Asked {
  hear(sound: Int16Array): void
  /** The other side has paused after an utterance. */
  paused(utterance: Int16Array): void
}

/** The sound of a leg, on its way to the provider that is asked. What is not understood yet is kept for the next one. */
class Stream extends stt.SpeechStream {
  override label = 'callwright'
  private index = 0
  private failures = 0
  private asked: Asked | null = null
  private isSpeaking = false
  /** The sound of the utterance that goes on, and of those whose words have not come. */
  private sound: Int16Array[] = []
  private length = 0
  private pending: Int16Array[] = []

  constructor(private readonly ears: Ears) {
    super(ears, undefined, { maxRetry: 0, retryIntervalMs: 0, timeoutMs: 10_000 })
  }

  protected override async run(): Promise<void> {
    for await (const frame of this.input) {
      if (this.abortSignal.aborted) return
      if (typeof frame === 'symbol') continue
      this.asked ??= this.ask()
      this.keep(frame.data)
      this.asked?.hear(frame.data)
    }
  }

  began() {
    this.isSpeaking = true
  }

  paused() {
    this.isSpeaking = false
    const utterance = withoutSilence(joined(this.sound))
    this.sound = []
    this.length = 0
    this.pending.push(utterance)
    // A noise has no words that would come.
    if (this.pending.length > MOST_PENDING) this.pending.shift()
    this.asked?.paused(utterance)
  }

  private keep(sound: Int16Array) {
    this.sound.push(sound)
    this.length += sound.length
    while (this.length > (this.isSpeaking ? LONGEST : BEFORE)) this.length -= this.sound.shift()!.length
  }

  private ask(): Asked | null {
    const { providers, languages, listener } = this.ears
    const provider = providers[this.index % providers.length]
    // Without one the assistant only speaks, which the call says.
    if (!provider) return null
    let isOver = false
    const told: Told = {
      heard: (text, isFinal) => {
        if (isOver || this.queue.closed) return
        this.failures = 0
        if (isFinal) this.pending.shift()
        const type = isFinal ? SpeechEventType.FINAL_TRANSCRIPT : SpeechEventType.INTERIM_TRANSCRIPT
        if (text.trim() !== '') this.queue.put(eventOf(type, text.trim(), languages))
      },
      failed: why => {
        if (isOver || this.abortSignal.aborted) return
        isOver = true
        this.failures++
        // A passing failure of the only provider is tried again.
        this.index++
        const next = providers[this.index % providers.length]!
        const instead = next === provider ? 'it is tried again' : `${next.code} is asked instead`
        listener.warn(`${provider.code} could not understand: ${why.message}; ${instead}.`)
        this.asked = null
        if (this.failures >= PATIENCE || (next === provider && !why.isPassing)) return listener.deaf(why.message)
        this.askAnew()
      },
    }
    return provider.kind === 'stream'
      ? fromListener(provider, languages, told, this.abortSignal)
      : fromRecognizer(provider, languages, told, this.abortSignal)
  }

  /** The next provider gets what was not understood yet. */
  private askAnew() {
    const pending = joined(this.pending)
    this.pending = pending.length > 0 ? [pending] : []
    this.asked = this.ask()
    if (pending.length > 0) {
      this.asked?.hear(pending)
      this.asked?.paused(pending)
    }
    for (const sound of this.sound) this.asked?.hear(sound)
  }
}

function fromListener(listener: Listener, languages: readonly string[], told: Told, signal: AbortSignal): Asked {
  const hearing = listener.listen(languages, told, signal)
  return { hear: sound => hearing.write(sound), paused: () => hearing.flush() }
}

function fromRecognizer(recognizer: Recognizer, languages: readonly string[], told: Told, signal: AbortSignal): Asked {
  /** Answers come in the order of the utterances. */
  let last: Promise<void> = Promise.resolve()
  return {
    hear: () => {},
    paused(utterance) {
      const text = recognizer.recognize(utterance, languages, signal)
      last = last
        .then(async () => told.heard(await text, true))
        .catch(error => told.failed(toSpeechError(recognizer.code, error)))
    },
  }
}

const eventOf = (type: stt.SpeechEventType, text: string, [language = 'en']: readonly string[]): stt.SpeechEvent => ({
  type,
  alternatives: [{ text, language: language as LanguageCode, startTime: 0, endTime: 0, confidence: 1 }],
})

/** An utterance without most of the silence before it. */
function withoutSilence(sound: Int16Array): Int16Array {
  const loudness: number[] = []
  for (let at = 0; at < sound.length; at += FRAME)
    loudness.push(Math.sqrt(sound.subarray(at, at + FRAME).reduce((sum, sample) => sum + sample ** 2, 0) / FRAME))
  const least = loudness.reduce((most, one) => Math.max(most, one), 0) * QUIET
  const first = loudness.findIndex(one => one > least)
  return sound.subarray(Math.max(0, first * FRAME - LEAD))
}

function joined(pieces: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}
