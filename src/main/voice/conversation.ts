import type { Brief } from '../ports/brief'
import type { EngineReport, FinishReason, Said, TextLeg } from '../ports/engine'
import type { ChatMessage, LanguageModel, ToolCall } from '../ports/models'
import { runToolLoop } from '../ports/tool-loop'
import { whoSpeaks } from './listening'

/** How long to wait for the other side's first word before the assistant greets, ms. */
const FIRST_WORD = 1500

type Report = EngineReport extends infer R ? (R extends EngineReport ? Omit<R, 'legId'> : never) : never

/**
 * One conversation on an answered leg. Its states: `listening`; `thinking`, while the leg's clock is paused;
 * `speaking`, which may be interrupted; `finished`, when it waits for the carrier to hang up. What the other side says
 * while the conversation thinks or speaks is answered afterwards.
 */
export class Conversation {
  private readonly messages: ChatMessage[] = []
  private readonly abort = new AbortController()
  private readonly results = new Map<string, (result: { text: string; finish?: FinishReason }) => void>()
  private state: 'listening' | 'thinking' | 'speaking' | 'finished' = 'listening'
  private greeted = false
  /** The other side is speaking now. While it does, nothing is silent. */
  private hearing = false
  /** The other side has said something that is not answered yet. */
  private unanswered = false
  /** The assistant has asked whether somebody is still there. Reset when the other side speaks. */
  private reengaged = false
  /** When something was last said, by the leg's clock. That question does not count. */
  private quietSince: number
  private cancelFirstWord: (() => void) | undefined
  /** Cancels the limit of the silence before the first word. */
  private cancelInitial: (() => void) | undefined
  private cancelQuiet: (() => void)[] = []

  constructor(
    private readonly leg: TextLeg,
    private readonly brief: Brief,
    private readonly model: LanguageModel,
    private readonly report: (report: Report) => void,
  ) {
    const { limits } = brief
    report({ type: 'began', spokenBy: model.name })
    this.quietSince = leg.clock.now()
    leg.onSpeech(() => this.speechStarts())
    leg.onHeard(heard => this.hear(heard))
    this.after(limits.talkMs, () => this.finish('max_duration'))
    if (limits.initialSilenceMs !== null)
      this.cancelInitial = this.after(limits.initialSilenceMs, () => this.finish('silence'))
    if (!brief.waitForCustomer) this.cancelFirstWord = this.after(FIRST_WORD, () => this.greet())
    this.waitForWords()
  }

  /** Called when the leg has ended. */
  close() {
    this.state = 'finished'
    this.stopWaiting()
    this.abort.abort()
  }

  /** Called with the result of a tool call that was reported. */
  toolResult(toolCallId: string, text: string, finish?: FinishReason) {
    this.results.get(toolCallId)?.({ text, finish })
    this.results.delete(toolCallId)
  }

  private speechStarts() {
    this.hearing = true
    this.cancelFirstWord?.()
    this.cancelInitial?.()
    this.stopWaiting()
  }

  private hear({ text, from, to }: Said) {
    if (this.state === 'finished') return
    this.report({ type: 'said', item: item('human', text, from, to), isReply: false })
    this.hearing = false
    this.reengaged = false
    this.quietSince = to
    const voice = whoSpeaks(text)
    this.report({ type: 'answered_by', by: voice === 'person' ? 'human' : 'machine' })
    if (voice === 'voicemail' && this.brief.voicemail.hangUp) return this.leaveMessage()
    this.messages.push({ role: 'user', text })
    if (this.state !== 'listening') {
      this.unanswered = true
      return
    }
    if (!this.greeted && voice === 'person') this.greet()
    else this.answer()
  }

  private greet() {
    if (this.greeted || this.state !== 'listening') return
    this.greeted = true
    this.speak(this.brief.greeting, 'greeting')
  }

  private leaveMessage() {
    const { message } = this.brief.voicemail
    if (message === null || message === '') this.finish('voicemail')
    else this.speak(message, 'message', 'voicemail')
  }

  private answer() {
    this.greeted = true
    this.state = 'thinking'
    this.stopWaiting()
    const { clock } = this.leg
    const at = clock.now()
    const resume = this.pause()
    /** Goes on at the moment of the pause, however late this process gets to it. */
    const goOn = (work: () => void) => {
      clock.setTimer(at, () => {
        if (this.state === 'thinking') work()
      })
      resume()
    }
    this.think().then(
      ({ text, finish }) =>
        goOn(() => {
          if (text) return this.speak(text, 'reply', finish)
          if (finish) return this.finish(finish)
          this.listen()
        }),
      error =>
        goOn(() => {
          this.report({ type: 'warning', text: `The model ${this.model.name} failed: ${(error as Error).message}` })
          this.finish('engine_failed')
        }),
    )
  }

  /** Pauses the leg's clock and reports it: the time of the model and its tools does not count as call time. */
  private pause() {
    const resume = this.leg.pause()
    this.report({ type: 'paused' })
    return () => {
      resume()
      this.report({ type: 'resumed' })
    }
  }

  /** One turn of the model, with the tools that it asks for. */
  private async think(): Promise<{ text: string; finish?: FinishReason }> {
    const { instructions, tools, variables, greeting } = this.brief
    const request = { instructions, messages: this.messages, tools, variables, greeting, signal: this.abort.signal }
    const turn = await runToolLoop(this.model, request, call => this.callTool(call))
    // The words are added after they were spoken, because an interruption may cut them short.
    this.messages.push(
      ...turn.messages.map(message => (message.role === 'assistant' ? { ...message, text: '' } : message)),
    )
    return { text: turn.words.join(' '), finish: turn.finish }
  }

  private callTool({ toolCallId, name, args }: ToolCall) {
    const { signal } = this.abort
    return new Promise<{ text: string; finish?: FinishReason }>((resolve, reject) => {
      signal.throwIfAborted()
      const onAbort = () => reject(signal.reason)
      signal.addEventListener('abort', onAbort, { once: true })
      this.results.set(toolCallId, result => {
        signal.removeEventListener('abort', onAbort)
        resolve(result)
      })
      this.report({ type: 'tool_call', toolCallId, name, args, at: this.leg.clock.now() })
    })
  }

  /**
   * Speaks, and then finishes or listens. After an interruption, only the words that were spoken are recorded.
   * `kind`: a `message` is for a voicemail; a `question` asks whether somebody is still there.
   */
  private speak(text: string, kind: 'greeting' | 'reply' | 'message' | 'question', finish?: FinishReason) {
    this.state = 'speaking'
    this.stopWaiting()
    this.leg.say(text, this.brief.interruptible && !finish, said => {
      const spoken = item('bot', said.text, said.from, said.to, said.interrupted)
      this.report({ type: 'said', item: spoken, isReply: kind === 'reply' && said.text !== '' })
      this.messages.push({ role: 'assistant', text: said.text })
      if (kind !== 'question') this.quietSince = said.to
      if (this.state === 'finished') return
      if (finish) return this.finish(finish)
      this.listen()
    })
  }

  private listen() {
    this.state = 'listening'
    if (this.unanswered) {
      this.unanswered = false
      this.answer()
    } else this.waitForWords()
  }

  /** Starts the silence timers: one asks once whether somebody is there, one ends the call. */
  private waitForWords() {
    const { silenceMs, reengageAfterMs } = this.brief.limits
    const { clock } = this.leg
    this.stopWaiting()
    if (this.hearing) return
    this.cancelQuiet.push(clock.setTimer(this.quietSince + silenceMs, () => this.finish('silence')))
    if (!this.greeted || this.reengaged) return
    this.cancelQuiet.push(
      clock.setTimer(clock.now() + reengageAfterMs, () => {
        this.reengaged = true
        this.speak(this.brief.reengagementPrompt || 'Are you still there?', 'question')
      }),
    )
  }

  private stopWaiting() {
    for (const cancel of this.cancelQuiet) cancel()
    this.cancelQuiet = []
  }

  private finish(reason: FinishReason) {
    if (this.state === 'finished') return
    this.state = 'finished'
    this.stopWaiting()
    this.abort.abort()
    // The call ends at this moment, also when the command to hang up takes a while.
    this.leg.pause()
    this.report({ type: 'finished', reason })
  }

  private after(ms: number, work: () => void) {
    return this.leg.clock.setTimer(this.leg.clock.now() + ms, work)
  }
}

const item = (sender: 'bot' | 'human', text: string, from: number, to: number, interrupted = false) => ({
  text,
  type: 'transcript' as const,
  sender,
  timestamp: from / 1000,
  end_timestamp: to / 1000,
  ...(interrupted && { interrupted }),
})
