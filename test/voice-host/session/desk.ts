import type { Brief, SoundSettings } from '../../../src/main/ports/brief'
import type { EngineReport } from '../../../src/main/ports/engine'
import type { ChatMessage, LanguageModel, ReplyPart } from '../../../src/main/ports/models'
import type { Clock } from '../../../src/main/ports/system'
import { createSessions } from '../../../src/main/voice-host/session/sessions'
import { createFlite } from '../../../src/main/voice-host/session/speech/flite'
import type { Recognizer, SpeechToText, TextToSpeech } from '../../../src/main/voice-host/session/speech/speech'
import { createHearing } from '../../support/hearing'
import { type Caller, Lines, until } from './line'

const clock: Clock = {
  now: () => Date.now(),
  setTimer(at, fire) {
    const timer = setTimeout(fire, at - Date.now())
    return () => clearTimeout(timer)
  },
}

export const sound: SoundSettings = {
  isIncoming: true,
  synthesizer: 'flite',
  transcriber: null,
  otherLanguages: [],
  speed: 1,
  stability: 0.7,
  similarity: 0.5,
  emotion: true,
  fillers: null,
  noiseCancellation: false,
  endpoint: { by: 'vad', sensitivity: 0.5 },
  interrupt: { sensitivity: 0.5, words: null },
  ambient: null,
}

export const brief: Brief = {
  assistant: { id: 1, name: 'Nova', mode: 'pipeline' },
  language: 'en',
  greeting: 'Hello from the dentist.',
  instructions: 'You answer the phone of a dentist.',
  variables: {},
  timeZone: 'UTC',
  temperature: 0,
  model: null,
  textModel: null,
  voice: null,
  tools: [],
  callTools: [],
  transfers: [],
  shared: { knowledgebaseId: null, custom: [], variables: {} },
  waitForCustomer: false,
  interruptible: true,
  limits: { ringMs: 30_000, talkMs: 600_000, silenceMs: 40_000, initialSilenceMs: null, reengageAfterMs: 30_000 },
  reengagementPrompt: null,
  voicemail: { hangUp: true, message: null },
  record: false,
  sound,
  evaluation: null,
  webhook: null,
}

type Answer = (heard: string, messages: readonly ChatMessage[], signal: AbortSignal) => AsyncIterable<ReplyPart>

/** A model that answers as the test says. */
export const modelOf = (answer: Answer): LanguageModel => ({
  name: 'of-the-test',
  reply: ({ messages, signal }) =>
    answer(messages.findLast(message => message.role === 'user')?.text ?? '', messages, signal),
})

/** A model that always answers the same. */
export const says = (text: string) =>
  modelOf(async function* () {
    yield { type: 'text', text }
  })

/** Understands the sentences that it was taught, by ear. */
export function recognizerOf(sentences: readonly string[]): Recognizer & { asked: number } {
  const hear = createHearing(sentences)
  return {
    kind: 'utterances',
    code: 'by-ear',
    asked: 0,
    async recognize(utterance) {
      this.asked++
      return hear(utterance)
    },
  }
}

export interface CallOptions {
  brief?: Partial<Brief>
  sound?: Partial<SoundSettings>
  model?: LanguageModel
  /** What the caller may say. */
  knows?: readonly string[]
  voices?: readonly TextToSpeech[]
  recognizers?: readonly SpeechToText[]
}

/** A desk with lines in memory. Each call may have a model, voices and a recogniser of its own. */
export function createDesk() {
  const lines = new Lines()
  const flite = createFlite()
  const logged: Record<string, unknown>[] = []
  const calls = new Map<string, CallOptions>()
  const reports: EngineReport[] = []
  const log = (facts: object, text: string) => void logged.push({ ...facts, text })
  const sessions = createSessions({
    media: lines,
    modelFor: given => calls.get(given.assistant.name)?.model ?? says('Certainly.'),
    speechFor: given => {
      const { voices, recognizers, knows = [] } = calls.get(given.assistant.name)!
      return { voices: voices ?? [flite], recognizers: recognizers ?? [recognizerOf(knows)] }
    },
    clock,
    random: () => 0,
    log: { info: log, warn: log, error: log },
  })
  lines.emit = event => sessions.sounds(event)
  sessions.start(report => reports.push(report))
  let lastLeg = 0

  return {
    flite,
    logged,
    sessions,
    /** A call that rings; `answer` answers it. */
    ring(options: CallOptions = {}) {
      const legId = `leg-${++lastLeg}`
      calls.set(legId, options)
      const caller: Caller = lines.caller(legId)
      const given: Brief = {
        ...brief,
        ...options.brief,
        assistant: { ...brief.assistant, name: legId },
        sound: { ...sound, ...options.sound },
      }
      sessions.send({ type: 'prepare', legId, brief: given })
      const own = () => reports.filter(report => report.legId === legId)
      const ofType = <T extends EngineReport['type']>(type: T) =>
        own().filter((report): report is Extract<EngineReport, { type: T }> => report.type === type)
      const told = () => JSON.stringify(own())
      const call = {
        legId,
        caller,
        /** The moment of the answer, epoch ms. */
        answeredAt: 0,
        answer() {
          call.answeredAt = Date.now()
          sessions.send({ type: 'converse', legId, brief: given })
          return call
        },
        reports: own,
        ofType,
        said: () => ofType('said').map(({ item }) => `${item.sender}: ${item.text}`),
        items: () => ofType('said').map(({ item }) => item),
        warnings: () => ofType('warning').map(({ text }) => text),
        answeredBy: () => ofType('answered_by').at(-1)?.by,
        finished: () => ofType('finished')[0]?.reason,
        saidSoFar: (count: number) => until(() => ofType('said').length >= count, told),
        ends: () => until(() => ofType('finished').length > 0, told),
        toolResult: (toolCallId: string, result: string) =>
          sessions.send({ type: 'tool_result', legId, toolCallId, result }),
        hangUp() {
          lines.hangUp(legId)
          sessions.send({ type: 'close', legId })
        },
      }
      return call
    },
    async stop() {
      await sessions.stop()
      await flite.stop()
      lines.stop()
    },
  }
}
