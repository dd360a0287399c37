import type { Brief } from '../ports/brief'
import type { EngineCommand, EngineReport } from '../ports/engine'
import type { Clock, Log } from '../ports/system'
import type { ProviderAccess } from '../ports/voice-host'
import type { Media, SoundEvent } from './media/media'
import type { Sessions } from './session/sessions'
import type { TextToSpeech } from './session/speech/speech'

export interface ConversationsOptions {
  media: Media
  /** The voice that needs no account. */
  builtIn: TextToSpeech
  /** The stored access to a provider of models or speech, by its code. Asked for each call. */
  access: (provider: string) => ProviderAccess | null
  clock: Clock
  log: Log
  report: (report: EngineReport) => void
}

/**
 * The conversations of all legs. What holds them takes a second and some hundred megabytes to load, so it is loaded with the
 * first call; what happens meanwhile follows in order.
 */
export function createConversations(options: ConversationsOptions) {
  const { log, report } = options
  let loading: Promise<Sessions> | undefined
  let sessions: Sessions | undefined

  async function load(): Promise<Sessions> {
    const [{ createSessions }, { createSpeech }, { createModels }] = await Promise.all([
      import('./session/sessions'),
      import('./session/speech'),
      import('../voice/models'),
    ])
    const { media, builtIn, access, clock } = options
    const models = createModels({ credentials: access, codes: () => [], clock, log })
    sessions = createSessions({
      media,
      modelFor: ({ textModel, temperature }: Brief) => models.languageModel(textModel ?? null, { temperature }),
      speechFor: createSpeech({ credentials: access, builtIn, clock }),
      clock,
      random: Math.random,
      log,
    })
    sessions.start(report)
    return sessions
  }

  function failed(error: unknown, { type, legId }: EngineCommand) {
    log.error({ err: error, legId }, 'a conversation could not be held')
    if (type === 'converse') report({ type: 'finished', legId, reason: 'engine_failed' })
  }

  return {
    send(command: EngineCommand) {
      if (sessions) return sessions.send(command)
      if (command.type === 'close' && !loading) return
      loading ??= load()
      loading.then(
        loaded => loaded.send(command),
        error => {
          // The next call tries again.
          loading = undefined
          failed(error, command)
        },
      )
    },
    onSound(event: SoundEvent) {
      sessions?.sounds(event)
    },
    async stop() {
      await sessions?.stop()
    },
  }
}
