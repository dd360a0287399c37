import type { AssistantSettings, PostCallField } from '../../contract/assistant-fields'
import type { Variables } from '../../contract/wire'

/** A model of the catalogue. */
export interface ModelRef {
  provider: string
  /** The provider's name for the model. */
  code: string
  name: string
}

/** A tool as it is described to a model. */
export interface ToolSpec {
  name: string
  description: string
  /** JSON schema of the arguments. */
  parameters: Record<string, unknown>
  /** It is an endpoint of the operator, not one of the service's tools. */
  isOwn?: true
}

/**
 * All that an engine needs to know about an assistant for one conversation: plain data, fixed when the conversation
 * begins. Durations are milliseconds.
 */
export interface Brief {
  assistant: { id: number; name: string; mode: AssistantSettings['mode'] }
  language: string
  greeting: string
  instructions: string
  /** The values of the conversation by name, of which the instructions are made too. */
  variables: Variables
  /** In which the assistant tells and understands times. */
  timeZone: string
  temperature: number
  model: ModelRef | null
  /** The model for text conversations. It differs from `model` when that one works with sound. */
  textModel: ModelRef | null
  voice: { id: number; name: string } | null
  tools: ToolSpec[]
  /** The names of the tools that need a call; chats do not offer them. */
  callTools: string[]
  /** Where the tools that transfer a call lead, by their names; null: the model says where. */
  transfers: { name: string; to: string | null }[]
  /** What the other tools use. */
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
  /** How it hears and speaks on a line that carries sound; missing in briefs of earlier versions. */
  sound?: SoundSettings
  /** The fields to evaluate after the conversation; null: it is not evaluated. */
  evaluation: PostCallField[] | null
  webhook: { url: string; onlyCompleted: boolean; withRecording: boolean } | null
}

/** How an assistant hears and speaks. The values are those of the assistant's settings. */
export interface SoundSettings {
  /** It answers the call, and so speaks first. */
  isIncoming: boolean
  /** The code of the provider that speaks; null: the first that can. */
  synthesizer: string | null
  /** The code of the provider that understands; null: the first that can. */
  transcriber: string | null
  /** ISO 639-1 codes that the other side may speak besides the brief's language. */
  otherLanguages: string[]
  speed: number
  stability: number
  similarity: number
  emotion: boolean
  /** What it says while it thinks, by kind; null: nothing. */
  fillers: { positive?: string[]; negative?: string[]; question?: string[]; neutral?: string[] } | null
  noiseCancellation: boolean
  endpoint: { by: AssistantSettings['endpoint_type']; sensitivity: number }
  /** `words`: how many words interrupt it; null: any speech. */
  interrupt: { sensitivity: number; words: number | null }
  /** The sound behind the voice; null: none. `volume` from 0 to 1. */
  ambient: { sound: Exclude<AssistantSettings['ambient_sound'], 'off'>; volume: number } | null
}

/** The tools that an assistant has both in calls and in chats: its knowledge base and the operator's own tools. */
export interface SharedTools {
  /** Searched with `search_knowledge`; null: there is none, or all of it is in the instructions. */
  knowledgebaseId: number | null
  /** The operator's own tools. */
  custom: { id: number; name: string }[]
  /** The variables of the conversation, which fill the addresses and headers of the operator's tools. */
  variables: Variables
}
