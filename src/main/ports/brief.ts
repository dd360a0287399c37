import type { AssistantSettings, PostCallField } from '../../contract/assistants'

/** What the catalogue says of a model. */
export interface ModelRef {
  provider: string
  /** What the provider calls it. */
  code: string
  name: string
}

/** A tool as a model is told of it. */
export interface ToolSpec {
  name: string
  description: string
  /** JSON schema of the arguments. */
  parameters: Record<string, unknown>
}

/**
 * What core makes of an assistant for one conversation: plain data, complete, fixed when the conversation begins.
 * Durations are milliseconds.
 */
export interface Brief {
  assistant: { id: number; name: string; mode: AssistantSettings['mode'] }
  language: string
  greeting: string
  instructions: string
  temperature: number
  model: ModelRef | null
  /** Thinks where text is exchanged in place of sound: a model that hears and speaks cannot. */
  textModel: ModelRef | null
  voice: { id: number; name: string } | null
  tools: ToolSpec[]
  /** Those of them that need a line: they are of no use in writing. */
  callTools: string[]
  /** What stands behind the others. */
  shared: SharedTools
  waitForCustomer: boolean
  interruptible: boolean
  limits: {
    ringMs: number
    talkMs: number
    silenceMs: number
    initialSilenceMs: number | null
    reengageAfterMs: number
  }
  reengagementPrompt: string | null
  voicemail: { hangUp: boolean; message: string | null }
  record: boolean
  /** What is asked of the transcript afterwards; null: nothing. */
  evaluation: PostCallField[] | null
  webhook: { url: string; onlyCompleted: boolean; withRecording: boolean } | null
}

/** What an assistant can use in a call and in a chat alike: its knowledge, and the operator's own tools. */
export interface SharedTools {
  /** Searched with `search_knowledge`; null: it has none, or all of it is in the instructions. */
  knowledgebaseId: number | null
  /** The operator's own. */
  custom: { id: number; name: string }[]
}
