import type { ChatMessage, LanguageModel, ToolCall } from './models'

/** How many times in one turn a model may ask for tools before it has to say something. */
const TOOL_ROUNDS = 6

export interface ToolLoopResult<F> {
  /** What the model said in each round, trimmed; rounds without words are left out. */
  words: string[]
  /** The messages that the turn adds to the conversation before its last words: tool calls and their results. */
  messages: ChatMessage[]
  /** Set when a tool ends the conversation; the model is then not asked again. */
  finish?: F
}

/**
 * One turn of a model: asks it, calls the tools that it asks for, and asks again until it asks for no more tools. Calls
 * and chats use the same loop; `callTool` is what differs. Throws what the model or `callTool` throws.
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
