import type { Brief } from '../../ports/brief'
import type { EngineReport, FinishReason } from '../../ports/engine'
import type { ChatMessage, LanguageModel, ToolCall } from '../../ports/models'
import type { Clock, Log, Random } from '../../ports/system'
import type { Media, SoundEvent } from '../media/media'
import { ambienceOf } from './ambience'
import { Answer } from './answer'
import { Answered } from './answered'
import { BeepDetector } from './beep'
import { textOf } from './channel'
import { Ears } from './ears'
import { fillerFor } from './fillers'
import { Mouth } from './mouth'
import { Speaker, type Speaking } from './speaker'
import type { SpeechToText, TextToSpeech } from './speech/speech'
import { Timers } from './timers'
import { type Heard, item, latencyOf, type Turn, timesOf } from './transcript'
import { type Say, Turns } from './turns'
import { unfulfilled } from './wishes'

/** How long a person who was called is given to say a first word, ms. Somebody who calls is greeted at once. */
const FIRST_WORD = 800
/** A voicemail without a beep records after such a pause, ms. */
const NO_BEEP = 3000
/** The share of the greeting that must have been said. With less it is said anew. */
const GREETED = 0.4
/** How many words a hello has at most. */
const HELLO = 4
/** Beeps are only listened for at the beginning of a call, ms. */
const BEEPS_UNTIL = 60_000

export type Report = EngineReport extends infer R ? (R extends EngineReport ? Omit<R, 'legId'> : never) : never

export interface ConversationParts {
  brief: Brief
  sound: NonNullable<Brief['sound']>
  model: LanguageModel
  /** In the order in which they are asked. */
  voices: readonly TextToSpeech[]
  recognizers: readonly SpeechToText[]
  media: Pick<Media, 'play' | 'clear' | 'listen' | 'setAmbient'>
  clock: Clock
  random: Random
  log: Log
  report: (report: Report) => void
}

type Kind = 'greeting' | 'reply' | 'message' | 'question'

/**
 * One conversation with sound. It knows the rules of a call: who speaks first, how long a silence may be, what a voicemail
 * gets. Who speaks when is said by `Turns`. Its states: `ready`, before the call is answered; `listening`; `speaking`, which
 * includes thinking; `recorded`, when a voicemail is about to record; `finished`, when it waits for the carrier to hang up.
 */
export class Conversation {
  private readonly messages: ChatMessage[] = []
  private readonly results = new Map<string, (result: { text: string; finish?: FinishReason }) => void>()
  private readonly answered = new Answered()
  private readonly beeps = new BeepDetector()
  private readonly mouth: Mouth
  private readonly turns: Turns
  private readonly speaker: Speaker
  private readonly opened: Promise<void>
  private greeting: Speaking
  private state: 'ready' | 'listening' | 'speaking' | 'recorded' | 'finished' = 'ready'
  private saying: Say | null = null
  /** Tells what was said until now; null while nothing is said. */
  private tell: ((interrupted: boolean) => void) | null = null
  private answer: Answer | null = null
  /** Resolves when what was said last is in the transcript. */
  private told: Promise<void> = Promise.resolve()
  private isHuman = false
  private greeted = false
  private wasGreetingCut = false
  private hearing = false
  private unanswered: Heard | null = null
  private reengaged = false
  /** When the other side began its turn, and when it paused last. */
  private speechFrom: number | null = null
  private speechTo: number | null = null
  private quietSince: number
  private beganAt = 0
  private readonly whileRinging: (() => void)[] = []
  /** Ends when somebody speaks; ends with the first word; ends with the call. */
  private readonly waiting: Timers
  private readonly firstWord: Timers
  private readonly initial: Timers
  private readonly whole: Timers

  constructor(
    private readonly legId: string,
    private readonly parts: ConversationParts,
  ) {
    const { brief, sound, voices, recognizers, media, clock } = parts
    const now = () => clock.now()
    const warn = (text: string) => this.warn(text)
    this.quietSince = now()
    this.waiting = new Timers(clock)
    this.firstWord = new Timers(clock)
    this.initial = new Timers(clock)
    this.whole = new Timers(clock)
    const voice = brief.voice?.name ?? null
    const { speed, stability, similarity, emotion } = sound
    const settings = { language: brief.language, voice, speed, stability, similarity, emotion }
    this.speaker = new Speaker(voices, settings, now, warn)
    this.mouth = new Mouth(legId, media, now)
    const ears = new Ears(recognizers, [brief.language, ...sound.otherLanguages], {
      warn,
      deaf: why => this.fail(`Nothing is understood: ${why}.`),
    })
    this.turns = new Turns(ears, this.mouth, sound, parts.log, {
      speechBegan: ago => this.speechBegan(now() - ago),
      speechPaused: ago => this.speechPaused(now() - ago),
      turn: text => this.heardAll(text),
      aside: text => this.heardAll(text),
      failed: why => this.fail(`Turn taking failed: ${why}.`),
    })
    this.opened = this.turns.open()
    this.opened.catch(error => this.fail(`The conversation could not begin: ${(error as Error).message}.`))
    // Made while it rings, so that it is there when somebody answers.
    this.greeting = this.makeGreeting()
  }

  private makeGreeting() {
    return this.speaker.speak(textOf(this.parts.brief.greeting))
  }

  /** Called when the leg is answered. */
  begin() {
    const { brief, sound, model, media, clock } = this.parts
    const { limits } = brief
    this.parts.report({ type: 'began', spokenBy: model.name })
    this.beganAt = clock.now()
    this.quietSince = this.beganAt
    this.state = 'listening'
    media.listen(this.legId, true)
    if (sound.ambient) media.setAmbient(this.legId, ambienceOf(sound.ambient.sound), sound.ambient.volume * 100)
    for (const warning of unfulfilled(brief, sound, this.parts.voices, this.parts.recognizers)) this.warn(warning)
    this.whole.until(this.beganAt + limits.talkMs, () => this.finish('max_duration'))
    if (limits.initialSilenceMs !== null)
      this.initial.until(this.beganAt + limits.initialSilenceMs, () => this.finish('silence'))
    this.waitForWords()
    for (const tell of this.whileRinging.splice(0)) tell()
    void this.opened.then(
      () => {
        if (brief.waitForCustomer || this.state !== 'listening') return
        if (sound.isIncoming) this.greet()
        else this.greetSoon()
      },
      () => {},
    )
  }

  /** Called with everything that happens to the sound of the leg. */
  sounds(event: SoundEvent) {
    if (event.type === 'played') return this.mouth.played(event.mark)
    if (event.type !== 'frame' || this.state === 'ready' || this.state === 'finished') return
    this.turns.hear(event.pcm)
    if (this.isHuman || this.parts.clock.now() - this.beganAt > BEEPS_UNTIL) return
    if (this.beeps.push(event.pcm)) this.beeped()
  }

  /** Called with the result of a tool call that was reported. */
  toolResult(toolCallId: string, text: string, finish?: FinishReason) {
    this.results.get(toolCallId)?.({ text, finish })
    this.results.delete(toolCallId)
  }

  /** Called when the leg has ended. */
  async close(): Promise<void> {
    // What was said until now is reported at once, before the end of the call is.
    this.mouth.hangUp()
    this.tell?.(true)
    this.end()
    await this.opened.catch(() => {})
    await this.turns.close()
  }

  private speechBegan(at: number) {
    this.hearing = true
    this.speechFrom ??= at
    this.firstWord.stop()
    this.initial.stop()
    this.waiting.stop()
  }

  private speechPaused(at: number) {
    this.hearing = false
    this.speechTo = at
    this.quietSince = Math.max(this.quietSince, at)
    const by = this.answered.spoke(at - (this.speechFrom ?? at))
    if (by !== null) this.parts.report({ type: 'answered_by', by })
    if (this.state === 'listening' || this.state === 'recorded') this.waitForWords()
    // It may have been a noise, or a word that nobody understands.
    if (this.state === 'listening' && !this.parts.brief.waitForCustomer) this.greetSoon()
  }

  /** The other side has finished its turn. What was being said is told first. */
  private heardAll(text: string) {
    const now = this.parts.clock.now()
    const heard: Heard = { text: text.trim(), from: this.speechFrom ?? now, to: this.speechTo ?? now }
    this.speechFrom = null
    if (heard.text !== '') void this.told.then(() => this.hear(heard))
  }

  private hear(heard: Heard) {
    if (this.state === 'finished' || this.state === 'ready') return
    const { text, from, to } = heard
    const { brief, report } = this.parts
    report({ type: 'said', item: item('human', text, from, to), isReply: false })
    this.reengaged = false
    this.quietSince = Math.max(this.quietSince, to)
    const { voice, by } = this.answered.words(text)
    report({ type: 'answered_by', by })
    this.isHuman ||= by === 'human'
    if (voice === 'voicemail' && brief.voicemail.hangUp) return this.awaitRecording()
    this.messages.push({ role: 'user', text })
    if (this.state === 'recorded') return
    if (this.state === 'speaking') {
      this.unanswered = heard
      return
    }
    // Who interrupts the greeting with more than a hello wants an answer.
    const isHello = !this.wasGreetingCut || text.split(/\s+/).length <= HELLO
    if (!this.greeted && voice === 'person' && isHello) this.greet()
    else this.reply(heard)
  }

  /** Greets unless the other side begins to speak. */
  private greetSoon() {
    this.firstWord.stop()
    if (!this.hearing && !this.greeted) this.firstWord.until(this.parts.clock.now() + FIRST_WORD, () => this.greet())
  }

  private greet() {
    if (this.greeted || this.state !== 'listening') return
    this.greeted = true
    this.speak(this.greeting, 'greeting')
  }

  /** A voicemail speaks: the message is said when it records. */
  private awaitRecording() {
    const { message } = this.parts.brief.voicemail
    if (message === null || message === '') return this.finish('voicemail')
    if (this.state === 'recorded') return
    this.state = 'recorded'
    this.breakOff()
    this.greeting.cancel()
    this.waitForWords()
  }

  private beeped() {
    const { brief, report } = this.parts
    report({ type: 'answered_by', by: 'machine' })
    if (this.state !== 'recorded') {
      if (!brief.voicemail.hangUp) return
      this.awaitRecording()
    }
    this.leaveMessage()
  }

  private leaveMessage() {
    if (this.state !== 'recorded') return
    void Promise.all([this.opened, this.told]).then(() => {
      if (this.state === 'recorded')
        this.speak(this.speaker.speak(textOf(this.parts.brief.voicemail.message ?? '')), 'message', 'voicemail')
    })
  }

  private reply(heard: Heard) {
    const { brief, sound, model, clock, random } = this.parts
    this.greeted = true
    this.waiting.stop()
    const { instructions, tools, variables, greeting } = brief
    const { fillers } = sound
    const answer = new Answer({
      model,
      request: { instructions, messages: [...this.messages], tools, variables, greeting },
      callTool: call => this.callTool(call),
      filler: () => fillers && fillerFor(fillers, brief.language, heard.text, random),
      clock,
    })
    this.answer = answer
    this.speak(this.speaker.speak(answer.words), 'reply', undefined, { answer, heard, at: clock.now() })
  }

  private callTool({ toolCallId, name, args }: ToolCall) {
    return new Promise<{ text: string; finish?: FinishReason }>(resolve => {
      this.results.set(toolCallId, resolve)
      this.parts.report({ type: 'tool_call', toolCallId, name, args, at: this.parts.clock.now() })
    })
  }

  /** Speaks, and then finishes or listens. What was really sent goes into the transcript. */
  private speak(speaking: Speaking, kind: Kind, finish?: FinishReason, turn?: Turn) {
    this.state = 'speaking'
    this.waiting.stop()
    const saying = this.turns.say(speaking, this.parts.brief.interruptible && finish === undefined)
    this.saying = saying
    this.tell = interrupted => {
      this.tell = null
      this.spoke(speaking, kind, interrupted, turn)
    }
    this.told = saying.done.then(async ({ interrupted }) => {
      if (interrupted) {
        speaking.cancel()
        turn?.answer.breakOff()
      }
      // A tool that is being carried out is waited for; its result belongs to the conversation.
      await turn?.answer.done
      this.tell?.(interrupted)
      this.next(speaking, finish ?? turn?.answer.finish, turn?.answer)
    })
    this.told = this.told.catch(error => this.fail(`Speaking failed: ${(error as Error).message}.`))
  }

  private spoke(speaking: Speaking, kind: Kind, interrupted: boolean, turn?: Turn) {
    const { utterance } = speaking
    this.saying = null
    this.answer = null
    const now = this.parts.clock.now()
    const text = utterance.spoken({ withFillers: true })
    const isCut = interrupted && this.state !== 'finished'
    if (turn) this.messages.push(...turn.answer.exchanges)
    if (text !== '') {
      const latency = turn && latencyOf(turn, speaking)
      const said = item('bot', text, utterance.from ?? now, utterance.to ?? now, isCut, latency)
      this.parts.report({ type: 'said', item: said, isReply: kind === 'reply' })
      this.messages.push({ role: 'assistant', text: utterance.spoken({ withFillers: false }) })
      if (turn) this.parts.log.info({ legId: this.legId, ...timesOf(turn, speaking) }, 'turn')
    }
    if (kind !== 'question') this.quietSince = utterance.to ?? now
    // Somebody who was called said hello at the same moment.
    if (kind === 'greeting' && isCut && text.length < this.parts.brief.greeting.length * GREETED) {
      this.greeted = false
      this.wasGreetingCut = true
      this.greeting = this.makeGreeting()
    }
  }

  private next(speaking: Speaking, finish: FinishReason | undefined, answer: Answer | undefined) {
    if (this.state === 'finished' || this.state === 'recorded') return
    if (finish) return this.finish(finish)
    if (answer?.failure) return this.fail(`The model ${this.parts.model.name} failed: ${answer.failure.message}.`)
    if (speaking.failure) return this.fail(`Nothing can be said: ${speaking.failure.message}.`)
    this.state = 'listening'
    const { unanswered } = this
    this.unanswered = null
    if (unanswered) this.reply(unanswered)
    else this.waitForWords()
  }

  /** Waits for the next words: after a long silence it asks whether somebody is there, or ends the call. */
  private waitForWords() {
    const { brief, clock } = this.parts
    const { silenceMs, reengageAfterMs } = brief.limits
    this.waiting.stop()
    if (this.hearing) return
    if (this.state === 'recorded') return this.waiting.until(this.quietSince + NO_BEEP, () => this.leaveMessage())
    this.waiting.until(this.quietSince + silenceMs, () => this.finish('silence'))
    if (!this.greeted || this.reengaged) return
    this.waiting.until(clock.now() + reengageAfterMs, () => {
      this.reengaged = true
      this.speak(this.speaker.speak(textOf(brief.reengagementPrompt || 'Are you still there?')), 'question')
    })
  }

  private warn(text: string) {
    // Nothing is reported of a call that only rings.
    if (this.state === 'ready') this.whileRinging.push(() => this.warn(text))
    else if (this.state !== 'finished') this.parts.report({ type: 'warning', text })
  }

  private fail(why: string) {
    if (this.state === 'ready') return void this.whileRinging.push(() => this.fail(why))
    this.warn(why)
    this.finish('engine_failed')
  }

  private finish(reason: FinishReason) {
    if (this.state === 'finished') return
    this.end()
    // What was said until now is in the transcript before the call ends.
    void this.told.then(() => this.parts.report({ type: 'finished', reason }))
  }

  /** Nothing more is said or heard. */
  private end() {
    this.state = 'finished'
    this.parts.media.listen(this.legId, false)
    for (const timers of [this.waiting, this.firstWord, this.initial, this.whole]) timers.stop()
    this.greeting.cancel()
    // Nobody waits for a tool any more.
    for (const resolve of this.results.values()) resolve({ text: '' })
    this.results.clear()
    this.breakOff()
  }

  private breakOff() {
    this.answer?.breakOff()
    this.saying?.stop()
  }
}
