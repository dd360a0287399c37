import type { ModelMessage, ToolSet } from 'ai'
import { isTooDeep } from '../../../contract/json'
import type { ToolSpec } from '../../ports/brief'
import type { ChatMessage, ReplyPart } from '../../ports/models'
import { ModelError, type ReachedModel, SOON } from './model-error'

/** The longest answer, in characters. A model that writes more repeats itself without end. */
const MAX_LENGTH = 20_000

export interface Question {
  instructions: string
  messages: readonly ChatMessage[]
  tools: readonly ToolSpec[]
  temperature: number
  /** The JSON schema that the answer must follow. */
  schema?: Record<string, unknown>
}

/**
 * Asks a model once and yields the parts of its answer. `alive` means that the model works but has said nothing, as
 * when it thinks first. Throws what the SDK throws, and ModelError for an answer that cannot be used.
 */
export async function* ask(
  to: ReachedModel,
  question: Question,
  signal: AbortSignal,
): AsyncGenerator<ReplyPart | 'alive'> {
  const { InvalidToolInputError, jsonSchema, Output, streamText, tool } = await import('ai')
  // Without this, the SDK prints a warning for each option that a provider does not support.
  globalThis.AI_SDK_LOG_WARNINGS = false
  const { instructions, tools, schema } = question
  const offered: ToolSet = Object.fromEntries(
    tools.map(({ name, description, parameters }) => [
      name,
      tool({ description, inputSchema: jsonSchema(parameters as never) }),
    ]),
  )
  const { stream } = streamText({
    model: to.sdk,
    ...(instructions && { instructions }),
    messages: toMessages(question.messages),
    ...(tools.length > 0 && { tools: offered }),
    ...(schema && { output: Output.object({ schema: jsonSchema(schema as never), name: 'evaluation' }) }),
    temperature: question.temperature,
    abortSignal: signal,
    maxRetries: 0,
    // Errors are in the stream too. Without this, the SDK prints them.
    onError: () => {},
  })
  let length = 0
  let argsLength = 0
  let blank = ''
  let hasTools = false
  for await (const part of stream) {
    switch (part.type) {
      case 'text-delta': {
        length += part.text.length
        if (length > MAX_LENGTH) throw new ModelError(`${to.who} answered without an end`)
        // White space is held back until words follow. An answer of white space only is empty and may be retried.
        const text = blank + part.text
        blank = text.trim() === '' ? text : ''
        yield blank === '' && text !== '' ? { type: 'text', text } : 'alive'
        break
      }
      case 'tool-call': {
        const { toolCallId, toolName, input, providerMetadata } = part
        const isInvalid = InvalidToolInputError.isInstance('error' in part ? part.error : undefined)
        if (isInvalid || typeof input !== 'object' || input === null || Array.isArray(input) || isTooDeep(input))
          throw new ModelError(`${to.who} asked for ${toolName.slice(0, 64)} in a way that cannot be read`, {
            retryAfterMs: SOON,
          })
        hasTools = true
        yield {
          type: 'tool',
          toolCallId,
          name: toolName,
          args: input as Record<string, unknown>,
          ...(providerMetadata && { forProvider: providerMetadata }),
        }
        break
      }
      case 'error':
        throw part.error
      case 'finish-step':
        if (part.finishReason === 'content-filter' && length === 0 && !hasTools)
          throw new ModelError(`${to.who} would not answer: its content filter held the answer back`)
        break
      case 'tool-input-delta':
        argsLength += part.delta.length
        if (argsLength > MAX_LENGTH) throw new ModelError(`${to.who} answered without an end`)
        yield 'alive'
        break
      case 'reasoning-delta':
      case 'tool-input-start':
        yield 'alive'
    }
  }
  signal.throwIfAborted()
  if (length === blank.length && !hasTools) throw new ModelError(`${to.who} answered nothing`, { retryAfterMs: SOON })
}

/**
 * The conversation in the form that every provider accepts: it begins with the user, the roles alternate, and each
 * result follows its tool call. Successive messages of one side become one message.
 */
export function toMessages(said: readonly ChatMessage[]): ModelMessage[] {
  const messages: ModelMessage[] = []
  if (said.find(message => message.role !== 'assistant' || message.text !== '')?.role !== 'user')
    messages.push({ role: 'user', content: '(The conversation begins.)' })
  for (const message of said) {
    const last = messages.at(-1)
    switch (message.role) {
      case 'user':
        if (message.text === '') break
        if (last?.role === 'user') last.content += `\n${message.text}`
        else messages.push({ role: 'user', content: message.text })
        break
      case 'assistant': {
        const { text, toolCalls = [] } = message
        if (toolCalls.length > 0)
          messages.push({
            role: 'assistant',
            content: [
              ...(text === '' ? [] : [{ type: 'text' as const, text }]),
              ...toolCalls.map(({ toolCallId, name, args, forProvider }) => ({
                type: 'tool-call' as const,
                toolCallId,
                toolName: name,
                input: args,
                ...(forProvider && { providerOptions: forProvider as never }),
              })),
            ],
          })
        else if (text === '') break
        else if (last?.role === 'assistant' && typeof last.content === 'string') last.content += `\n${text}`
        else messages.push({ role: 'assistant', content: text })
        break
      }
      case 'tool': {
        const result = {
          type: 'tool-result' as const,
          toolCallId: message.toolCallId,
          toolName: message.name,
          output: { type: 'text' as const, value: message.text },
        }
        if (last?.role === 'tool') last.content.push(result)
        else messages.push({ role: 'tool', content: [result] })
      }
    }
  }
  return messages
}
