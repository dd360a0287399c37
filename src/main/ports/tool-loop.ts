import type { ChatMessage, LanguageModel, ToolCall } from './models'

/** How many times a model is asked in one turn; then the turn ends, also when the model wants more tools. */
const TOOL_ROUNDS = 6

export interface ToolLoopResult<F> {
  /** The model's text of each round, trimmed; rounds without text are left out. */
  words: string[]
  /** The tool calls of the turn and their results, as messages of the conversation. */
  messages: ChatMessage[]
  /** Set when a tool ends the conversation; the model is not asked again. */
  finish?: F
}

/**
 * One turn of a model: asks it, calls the tools that it wants, and asks again until it wants no more tools. Calls and
 * chats both use it, each with its own `callTool`. Throws what the model or `callTool` throws.
 */
export async function runToolLoop<F = never>(
  model: LanguageModel,
  request: Parameters<LanguageModel['reply']>[0],
  callTool: (call: ToolCall) => Promise<{ text: string; finish?: F }>,
): Promise<ToolLoopResult<F>> {
  const words: string[] = []
  const added: ChatMessage[] = []
  let finish: F | undefined
  for (let round = 0; round < TOOL_ROUNDS && finish === undefined; round++) {
    let text = ''
    const toolCalls: ToolCall[] = []
    for await (const part of model.reply({ ...request, messages: [...request.messages, ...added] })) {
      if (part.type === 'text') text += part.text
      else toolCalls.push(part)
    }
    if (text.trim() !== '') words.push(text.trim())
    if (toolCalls.length === 0) break
    added.push({ role: 'assistant', text, toolCalls })
    for (const call of toolCalls) {
      request.signal.throwIfAborted()
      const result = await callTool(call)
      finish ??= result.finish
      added.push({ role: 'tool', toolCallId: call.toolCallId, name: call.name, text: result.text })
    }
  }
  return { words, messages: added, finish }
}
