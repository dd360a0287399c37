import type { ChatMessage, LanguageModel, ToolCall } from './models'

/** How many times a model is asked in one turn; then the turn ends, also when the model wants more tools. */
const TOOL_ROUNDS = 6

/** How many tools are called for one answer of a model, and in one turn. A model may ask for the same ones without end. */
const CALLS_IN_ROUND = 10
const CALLS_IN_TURN = 24

const noMore = `Error: not carried out, at most ${CALLS_IN_TURN} tools are called in one turn. Answer with what is known.`

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
  let called = 0
  for (let round = 0; round < TOOL_ROUNDS && finish === undefined; round++) {
    let text = ''
    const toolCalls: ToolCall[] = []
    let left = 0
    for await (const part of model.reply({ ...request, messages: [...request.messages, ...added] })) {
      if (part.type === 'text') text += part.text
      else if (toolCalls.length < CALLS_IN_ROUND) toolCalls.push(part)
      else left++
    }
    if (text.trim() !== '') words.push(text.trim())
    if (toolCalls.length === 0) break
    added.push({ role: 'assistant', text, toolCalls })
    for (const [i, call] of toolCalls.entries()) {
      request.signal.throwIfAborted()
      const result = called++ < CALLS_IN_TURN ? await callTool(call) : { text: noMore }
      finish ??= result.finish
      const isLast = i === toolCalls.length - 1
      const note = isLast && left > 0 ? `\n[${left} more calls were left out: at most ${CALLS_IN_ROUND} at once.]` : ''
      added.push({ role: 'tool', toolCallId: call.toolCallId, name: call.name, text: result.text + note })
    }
  }
  return { words, messages: added, finish }
}
