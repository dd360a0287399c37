import type { FinishReason } from '../../ports/engine'
import type { ChatMessage, LanguageModel, ToolCall } from '../../ports/models'
import type { Clock } from '../../ports/system'
import { runToolLoop } from '../../ports/tool-loop'
import { Channel } from './channel'

/** A pause after which a filler is said, ms: for the model, and for a tool. */
const MODEL_IS_SLOW = 800
const TOOL_IS_SLOW = 1500

export interface AnswerRequest {
  model: LanguageModel
  request: Omit<Parameters<LanguageModel['reply']>[0], 'signal'>
  /** Carries out a tool; it is waited for even if the other side speaks meanwhile. */
  callTool: (call: ToolCall) => Promise<{ text: string; finish?: FinishReason }>
  /** What fills a pause; null: nothing. */
  filler: () => string | null
  clock: Clock
}

/** One answer of the model while it is made: its words come by and by, tools are called, pauses are filled. */
export class Answer {
  readonly words = new Channel<{ text: string; filler?: true }>()
  /** The tools that were called, with their results, also when the answer was broken off. */
  readonly exchanges: ChatMessage[] = []
  /** When the model was asked, and when it began to answer. */
  readonly asked: number
  began: number | null = null
  failure: Error | null = null
  finish: FinishReason | undefined
  /** Resolves when the model has ended, failed or was broken off; then all words have come. */
  readonly done: Promise<void>
  private readonly abort = new AbortController()
  private cancelFiller: () => void = () => {}
  private isFilled = false

  constructor(private readonly how: AnswerRequest) {
    this.asked = how.clock.now()
    this.fillAfter(MODEL_IS_SLOW)
    this.done = this.run()
  }

  /** Asks for no more words. A tool that is being carried out is waited for. */
  breakOff() {
    this.abort.abort()
    this.cancelFiller()
    this.words.end()
  }

  private async run() {
    const { model, request } = this.how
    try {
      const { finish } = await runToolLoop(
        { name: model.name, reply: asked => this.listenTo(model.reply(asked)) },
        { ...request, signal: this.abort.signal },
        call => this.callTool(call),
      )
      this.finish = finish
    } catch (error) {
      if (!this.abort.signal.aborted) this.failure = error as Error
    }
    this.cancelFiller()
    this.words.end()
  }

  /** The parts of one round, whose words are spoken as they come. */
  private async *listenTo(parts: ReturnType<LanguageModel['reply']>) {
    for await (const part of parts) {
      this.began ??= this.how.clock.now()
      this.cancelFiller()
      if (part.type === 'text') this.words.push({ text: part.text })
      yield part
    }
    // The next round begins a sentence of its own.
    this.words.push({ text: ' ' })
  }

  private async callTool(call: ToolCall) {
    this.fillAfter(TOOL_IS_SLOW)
    const result = await this.how.callTool(call)
    this.cancelFiller()
    this.exchanges.push(
      { role: 'assistant', text: '', toolCalls: [call] },
      { role: 'tool', toolCallId: call.toolCallId, name: call.name, text: result.text },
    )
    // It ends the conversation also when the other side has begun to speak.
    this.finish ??= result.finish
    this.fillAfter(MODEL_IS_SLOW)
    return result
  }

  private fillAfter(ms: number) {
    const { clock, filler } = this.how
    this.cancelFiller()
    if (this.isFilled) return
    this.cancelFiller = clock.setTimer(clock.now() + ms, () => {
      const text = filler()
      if (text === null) return
      this.isFilled = true
      this.words.push({ text, filler: true })
    })
  }
}
