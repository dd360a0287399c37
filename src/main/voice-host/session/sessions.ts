import { initializeLogger } from '@livekit/agents'
import type { Brief } from '../../ports/brief'
import type { Engine, EngineReport } from '../../ports/engine'
import type { LanguageModel } from '../../ports/models'
import type { Clock, Log, Random } from '../../ports/system'
import type { Media, SoundEvent } from '../media/media'
import { Conversation } from './conversation'
import type { SpeechToText, TextToSpeech } from './speech/speech'

export interface SessionsOptions {
  media: Pick<Media, 'play' | 'clear' | 'listen' | 'setAmbient'>
  modelFor: (brief: Brief) => LanguageModel
  /** The providers that speak and understand for a brief, in the order in which they are asked. */
  speechFor: (brief: Brief) => { voices: readonly TextToSpeech[]; recognizers: readonly SpeechToText[] }
  clock: Clock
  random: Random
  log: Log
}

/** Holds conversations with sound. */
export interface Sessions extends Engine {
  /** Takes what happens to the sound of all legs. */
  sounds(event: SoundEvent): void
  /** Resolves when every conversation has ended. */
  stop(): Promise<void>
}

/** What a brief of an earlier version does not have. */
const usual: NonNullable<Brief['sound']> = {
  isIncoming: false,
  synthesizer: null,
  transcriber: null,
  otherLanguages: [],
  speed: 1,
  stability: 0.7,
  similarity: 0.5,
  emotion: true,
  fillers: null,
  noiseCancellation: true,
  endpoint: { by: 'vad', sensitivity: 0.5 },
  interrupt: { sensitivity: 0.5, words: null },
  ambient: null,
}

/** Creates an engine for legs with sound. */
export function createSessions(options: SessionsOptions): Sessions {
  // LiveKit writes to the output of the process, which belongs to our own log.
  initializeLogger({ pretty: false, level: 'silent' })
  const conversations = new Map<string, Conversation>()
  const closing = new Set<Promise<void>>()
  let report: (report: EngineReport) => void = () => {}

  function make(legId: string, brief: Brief): Conversation {
    const conversation = new Conversation(legId, {
      ...options,
      ...options.speechFor(brief),
      brief,
      sound: brief.sound ?? usual,
      model: options.modelFor(brief),
      report: what => report({ ...what, legId } as EngineReport),
    })
    conversations.set(legId, conversation)
    return conversation
  }

  function close(legId: string) {
    const closed = conversations
      .get(legId)
      ?.close()
      .catch(error => options.log.error({ err: error, legId }, 'a conversation did not close'))
    conversations.delete(legId)
    if (!closed) return
    closing.add(closed)
    void closed.then(() => closing.delete(closed))
  }

  function guarded(legId: string, work: () => void) {
    try {
      work()
    } catch (error) {
      const text = `The conversation could not begin: ${(error as Error).message}`
      report({ type: 'warning', legId, text })
      report({ type: 'finished', legId, reason: 'engine_failed' })
    }
  }

  return {
    start(listener) {
      report = listener
    },
    async stop() {
      for (const legId of [...conversations.keys()]) close(legId)
      await Promise.all(closing)
    },
    sounds(event) {
      conversations.get(event.legId)?.sounds(event)
    },
    send(command) {
      const { legId } = command
      const conversation = conversations.get(legId)
      switch (command.type) {
        case 'prepare':
          if (!conversation) guarded(legId, () => make(legId, command.brief))
          return
        case 'converse':
          return guarded(legId, () => (conversations.get(legId) ?? make(legId, command.brief)).begin())
        case 'tool_result':
          return conversation?.toolResult(command.toolCallId, command.result, command.finish)
        case 'close':
          return close(legId)
      }
    },
  }
}
