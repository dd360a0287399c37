import type { EvaluationItem, TranscriptItem } from '../../contract/calls'
import type { Variables } from '../../contract/wire'
import type { Brief, ModelRef, ToolSpec } from './brief'

/** The language models of the workspace. Without credentials for its provider, a model is replaced by the scripted one. */
export interface Models {
  languageModel(ref: ModelRef | null, settings: { temperature: number }): LanguageModel
  /** The first of these models that has credentials evaluates; none has: the built-in rules. */
  evaluator(...refs: (ModelRef | null)[]): Evaluator
  /** Tries a provider with the stored credentials. */
  test(provider: string, code?: string): Promise<ModelTrial>
}

export interface ModelTrial {
  ok: boolean
  /** The result in words, for the operator. */
  message: string
  model?: string
  latency_ms?: number
}

export interface LanguageModel {
  /** Shown with a call: the provider's code of the model, `scripted` for the built-in one. */
  readonly name: string
  /**
   * One answer to the conversation so far: text as it arrives, and tool calls. The caller runs the tools and calls
   * `reply` again with their results. Throws an error whose message may be shown to the operator; throws the signal's
   * reason at once when the signal is aborted.
   */
  reply(request: {
    instructions: string
    messages: readonly ChatMessage[]
    tools: readonly ToolSpec[]
    /** For the scripted model, which cannot find them in the instructions. */
    variables?: Variables
    /** For the scripted model: the first words of the assistant, also when they were not said. */
    greeting?: string
    signal: AbortSignal
  }): AsyncIterable<ReplyPart>
}

export type ChatMessage =
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; toolCalls?: readonly ToolCall[] }
  /** The result of a tool call. The results of one assistant message follow it directly. */
  | { role: 'tool'; toolCallId: string; name: string; text: string }

export type ReplyPart = { type: 'text'; text: string } | ({ type: 'tool' } & ToolCall)

export interface ToolCall {
  toolCallId: string
  name: string
  args: Record<string, unknown>
  /** Data that the provider wants back unchanged, together with the tool's result. */
  forProvider?: Record<string, unknown>
}

/** Evaluates a finished call or chat by the fields of its brief. */
export interface Evaluator {
  /** Shown with what it found: the provider's code of the model, `scripted` for the built-in rules. */
  readonly name: string
  evaluate(request: {
    brief: Brief
    transcript: readonly TranscriptItem[]
    signal: AbortSignal
  }): Promise<EvaluationItem[]>
}

/** What was found in a conversation, and by whom: the evaluator's name, or null when nothing was judged. */
export interface Judged {
  by: string | null
  items: EvaluationItem[]
}
export const unjudged: Judged = { by: null, items: [] }

/** Gives the evaluator of a conversation. It is asked for each one, because settings and credentials change. */
export type EvaluatorFor = (brief: Brief) => Evaluator
