import type { EvaluationItem, TranscriptItem } from '../../contract/calls'
import type { Brief, ModelRef, ToolSpec } from './brief'

/** The language models of the workspace. Without credentials for its provider, a model is the scripted one. */
export interface Models {
  languageModel(ref: ModelRef | null, settings: { temperature: number }): LanguageModel
  evaluator(ref: ModelRef | null): Evaluator
  /** Tries a provider out with what is stored for it, and says in words what came of it. */
  test(provider: string, code?: string): Promise<ModelTrial>
}

export interface ModelTrial {
  ok: boolean
  message: string
  model?: string
  latency_ms?: number
}

/** A model of language: what the mind thinks with. */
export interface LanguageModel {
  /** As a call shows who spoke: the provider's code for it, `scripted` for the built-in one. */
  readonly name: string
  /**
   * One answer to what was said: text as it comes, and calls of tools, whose results are the caller's to get and to ask
   * again with. Throws what is told to the operator, and the signal's reason at once when it is aborted.
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
  /** The result of a call; those of one message of the assistant follow it directly. */
  | { role: 'tool'; toolCallId: string; name: string; text: string }

export type ReplyPart = { type: 'text'; text: string } | ({ type: 'tool' } & ToolCall)

export interface ToolCall {
  toolCallId: string
  name: string
  args: Record<string, unknown>
  /** What the provider wants back with the call, unchanged. */
  forProvider?: Record<string, unknown>
}

export interface Evaluator {
  evaluate(request: {
    brief: Brief
    transcript: readonly TranscriptItem[]
    signal: AbortSignal
  }): Promise<EvaluationItem[]>
}
