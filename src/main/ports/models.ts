import type { EvaluationItem, TranscriptItem } from '../../contract/calls'
import type { Brief, ModelRef, ToolSpec } from './brief'

/** The language models of the workspace. Without credentials for its provider, a model is the scripted one. */
export interface Models {
  languageModel(ref: ModelRef | null, settings: { temperature: number }): LanguageModel
  evaluator(ref: ModelRef | null): Evaluator
  /** Tries a provider with the stored credentials and says in words what it answered. */
  test(provider: string, code?: string): Promise<ModelTrial>
}

export interface ModelTrial {
  ok: boolean
  message: string
  model?: string
  latency_ms?: number
}

export interface LanguageModel {
  /** How a call shows who spoke: the provider's code of the model, `scripted` for the built-in one. */
  readonly name: string
  /**
   * One answer to the conversation so far: text as it comes, and tool calls. The caller gets the results of the tools
   * and asks again with them. Throws an error whose message may be shown to the operator, and the signal's reason at
   * once when it is aborted.
   */
  reply(request: {
    instructions: string
    messages: readonly ChatMessage[]
    tools: readonly ToolSpec[]
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
  /** What the provider wants to get back with the call, unchanged. */
  forProvider?: Record<string, unknown>
}

/** Evaluates a finished call or chat by the fields of its brief. */
export interface Evaluator {
  evaluate(request: {
    brief: Brief
    transcript: readonly TranscriptItem[]
    signal: AbortSignal
  }): Promise<EvaluationItem[]>
}
