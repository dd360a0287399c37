// What a provider of speech must do. Everything is 16-bit mono sound at 8 kHz, as on the line.

/** Samples a second. */
export const RATE = 8000

/** How a voice is to sound. */
export interface VoiceSettings {
  /** ISO 639-1. */
  language: string
  /** The voice's name in the catalogue; null: the provider's usual one. */
  voice: string | null
  /** 1 is the usual speed of the voice. */
  speed: number
  stability: number
  similarity: number
  emotion: boolean
}

/** A setting of a voice that a provider may not be able to follow. */
export type VoiceSetting = 'speed' | 'stability' | 'similarity' | 'emotion'

/** Speaks. */
export interface TextToSpeech {
  /** The code of its provider. */
  readonly code: string
  /** The settings that it follows. */
  readonly follows: readonly VoiceSetting[]
  /** Whether it speaks a language, by its ISO 639-1 code. */
  speaks(language: string): boolean
  /**
   * Speaks one sentence and yields its sound in pieces, as they come. Throws SpeechError, or the signal's reason when that
   * is aborted.
   */
  speak(sentence: string, settings: VoiceSettings, signal: AbortSignal): AsyncIterable<Int16Array>
}

/** Understands one utterance at a time. */
export interface Recognizer {
  readonly kind: 'utterances'
  /** The code of its provider. */
  readonly code: string
  /** The words of an utterance; empty when there are none. Throws SpeechError. */
  recognize(utterance: Int16Array, languages: readonly string[], signal: AbortSignal): Promise<string>
}

/** Understands while somebody speaks. */
export interface Listener {
  readonly kind: 'stream'
  readonly code: string
  /** Opens a stream for one call. It ends when the signal is aborted; `failed` is told once, and nothing after it. */
  listen(languages: readonly string[], told: Told, signal: AbortSignal): Hearing
}

export interface Told {
  /** The words of the present utterance so far; `isFinal`: they do not change any more. */
  heard(text: string, isFinal: boolean): void
  failed(why: SpeechError): void
}

export interface Hearing {
  write(sound: Int16Array): void
  /** The other side has paused: what was heard so far is wanted now. */
  flush(): void
}

export type SpeechToText = Recognizer | Listener

/** Why a provider of speech did not do its work, in words for the operator. */
export class SpeechError extends Error {
  override readonly name = 'SpeechError'
  constructor(
    message: string,
    /** Another try may help: the provider was busy or the network failed. */
    readonly isPassing = false,
  ) {
    super(message)
  }
}

/** A failure in words. What is not ours comes from the network. */
export const toSpeechError = (who: string, error: unknown): SpeechError =>
  error instanceof SpeechError ? error : new SpeechError(`${who} could not be reached: ${reasonOf(error)}`, true)

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  const code: unknown = Object(cause).code
  return typeof code === 'string' ? code : message
}
