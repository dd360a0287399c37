/**
 * What core needs from outside. What crosses between core and a carrier or an engine is plain data with ids, so that
 * either may run in another process. All durations are milliseconds, all moments epoch milliseconds.
 */
import type { AnsweredBy, EvaluationItem, TranscriptItem } from '../../contract/calls'
import type { DocumentType } from '../../contract/knowledgebases'
import type { Brief } from './brief'

export interface Clock {
  /** Whole epoch milliseconds. */
  now(): number
  /** Fires once, at `at` or as soon as possible after it. Returns what takes it back. */
  setTimer(at: number, fire: () => void): () => void
}

/** From 0, 1 excluded. */
export type Random = () => number

export interface Log {
  info(facts: object, text: string): void
  warn(facts: object, text: string): void
  error(facts: object, text: string): void
}

// The line

export type EndCause =
  | 'busy'
  | 'no_answer'
  | 'unreachable'
  /** The other side hung up. */
  | 'remote_hang_up'
  /** We did. */
  | 'hung_up'
  | 'transferred'
  | 'line_error'

export type LineCommand =
  | {
      type: 'dial'
      legId: string
      to: string
      from: string | null
      ringMs: number
      /** The file to record into, both sides, caller left; null: no recording. */
      recordTo: string | null
    }
  /** Takes a call that came in. */
  | { type: 'answer'; legId: string; recordTo: string | null }
  /** Does not take it; whoever calls hears that it is busy. */
  | { type: 'reject'; legId: string }
  | { type: 'hang_up'; legId: string }
  | { type: 'transfer'; legId: string; to: string }
  | { type: 'send_digits'; legId: string; digits: string }

/** Reports may come late, twice or never. */
export type LineReport =
  /** The carrier has no line now. It is not a result: the leg never was. */
  | { type: 'no_line'; legId: string }
  | { type: 'ringing'; legId: string }
  /** Somebody calls one of our numbers, and waits to be answered. */
  | { type: 'incoming'; legId: string; from: string; to: string }
  | { type: 'answered'; legId: string }
  | { type: 'digit'; legId: string; digit: string }
  | { type: 'ended'; legId: string; cause: EndCause; talkedMs: number; recorded: boolean }

export interface Carrier {
  readonly name: string
  start(report: (report: LineReport) => void): void
  /** Lets go of every leg; nothing is reported after it. */
  stop(): void
  send(command: LineCommand): void
  /** The legs that it still knows, asked once at start. */
  legs(): Promise<ReadonlySet<string>>
}

// Numbers and messages

/** A number that can be rented. */
export interface NumberOffer {
  /** E.164 */
  phoneNumber: string
  countryCode: string
  region: string
  smsCapable: boolean
  /** Millionths of a USD a month. */
  price: number
  /** What whoever takes the money calls the price. */
  priceId: string
  addressRequirements: 'none' | 'local' | 'foreign' | 'inventory'
}

/** Done; or refused, and then why, as a sentence. */
export type CarrierAnswer<T = unknown> = ({ done: true } & T) | { done: false; reason: string }

/** Reports may come late, twice or never. */
export type ExchangeReport =
  | { type: 'sms_delivered'; messageId: string }
  | { type: 'sms_failed'; messageId: string; reason: string }
  | { type: 'sms_received'; messageId: string; from: string; to: string; body: string }

/**
 * What a carrier has beside lines. What throws was perhaps not understood and is asked again: asking for the same number
 * or message twice does it once.
 */
export interface Exchange {
  readonly name: string
  start(report: (report: ExchangeReport) => void): void
  /** Nothing is reported after it. */
  stop(): void
  /** Numbers to rent; `contains`: digits that each must have in a row. */
  offerNumbers(search: { country: string; contains: string | null }): Promise<CarrierAnswer<{ offers: NumberOffer[] }>>
  orderNumber(order: { phoneNumber: string }): Promise<CarrierAnswer>
  /** One that it does not know is released already. */
  releaseNumber(release: { phoneNumber: string }): Promise<void>
  sendSms(message: {
    messageId: string
    from: string
    to: string
    body: string
  }): Promise<CarrierAnswer<{ sid: string }>>
}

// The mind

/** Why the mind wants the call to end. */
export type FinishReason = 'end_call' | 'transferred' | 'max_duration' | 'silence' | 'voicemail' | 'engine_failed'

export type MindCommand =
  | { type: 'hold'; legId: string; brief: Brief }
  | { type: 'tool_result'; legId: string; toolCallId: string; result: string; finish?: FinishReason }
  /** The line has ended. */
  | { type: 'close'; legId: string }

export type MindReport =
  /** A conversation has begun; comes before anything else of it. */
  | { type: 'began'; legId: string; spokenBy: string }
  | { type: 'said'; legId: string; item: TranscriptItem }
  | { type: 'tool_call'; legId: string; toolCallId: string; name: string; args: Record<string, unknown> }
  | { type: 'answered_by'; legId: string; by: AnsweredBy }
  | { type: 'warning'; legId: string; text: string }
  /** The leg's clock stands still, while the mind waits for something outside, and then goes on. */
  | { type: 'stands_still'; legId: string }
  | { type: 'goes_on'; legId: string }
  | { type: 'finished'; legId: string; reason: FinishReason }

export interface Engine {
  start(report: (report: MindReport) => void): void
  stop(): void
  send(command: MindCommand): void
}

/** The ears and the mouth of a leg that carries text with durations in place of sound. */
export interface TextLeg {
  /** The leg's own clock, which stands still while the mind waits for something outside. */
  readonly clock: Clock
  /** Speaks; `done` is called once, at the end or when the other side cut in or went away. */
  say(text: string, interruptible: boolean, done: (said: Said) => void): void
  /** The other side begins to speak. */
  onSpeech(listener: () => void): void
  /** The other side has said something. */
  onHeard(listener: (heard: Said) => void): void
  /** Stops the leg's clock until the returned function is called. */
  standStill(): () => void
}
export interface Said {
  text: string
  from: number
  to: number
  interrupted: boolean
}

/** What the catalogue says of a model. */
export interface ModelRef {
  provider: string
  /** What the provider calls it. */
  code: string
  name: string
}

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

/** A tool as a model is told of it. */
export interface ToolSpec {
  name: string
  description: string
  /** JSON schema of the arguments. */
  parameters: Record<string, unknown>
}

export interface Evaluator {
  evaluate(request: {
    brief: Brief
    transcript: readonly TranscriptItem[]
    signal: AbortSignal
  }): Promise<EvaluationItem[]>
}

// Reading documents

export interface DocumentToRead {
  type: DocumentType
  /** The file to read, unless it is a website. */
  file: string | null
  links: readonly string[]
  /** How many pages of the same sites are read besides. */
  relativeLinksLimit: number
}
export interface ReadPassage {
  text: string
  /** The headings that it stands under. */
  heading: string | null
  /** Of the page of a website. */
  title: string | null
  url: string | null
  page: number | null
  /** Heading and text as they are searched (words.ts). */
  words: { heading: string; text: string }
}
/** `unreadable`: why, as a sentence for the operator. `warnings`: what of it could not be read. */
export type Reading = { passages: ReadPassage[]; warnings: string[] } | { unreadable: string }

export interface DocumentReader {
  /** Reads a document apart from everything else. Throws when that broke off: it crashed, or was aborted. */
  read(
    document: DocumentToRead,
    options: { signal: AbortSignal; onProgress: (done: number, total: number) => void },
  ): Promise<Reading>
}

/** Sends one request; used for webhooks and tools. Throws what the network threw. */
export type Send = (request: {
  method: string
  url: string
  headers: Record<string, string>
  body: string | null
  timeoutMs: number
  /** The answer is read up to here. */
  maxBytes: number
}) => Promise<{ status: number; body: string; truncated: boolean }>
