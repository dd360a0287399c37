import { expect, onTestFinished } from 'vitest'
import type { ToolSpec } from '../../src/main/ports/brief'
import type { ChatMessage, ReplyPart } from '../../src/main/ports/models'
import type { Clock } from '../../src/main/ports/system'
import { createModels } from '../../src/main/voice/models'
import type { Credentials } from '../../src/main/voice/models/providers'
import { TestClock } from '../support/clock'
import { type Answer, type ChatRequest, KEY, startModelServer } from '../support/model-server'

export const SECOND = 1000
export const ref = { provider: 'openai-compatible', code: 'llama3.1', name: 'Llama' }
export const endCall: ToolSpec = {
  name: 'end_call',
  description: 'Ends the call.',
  parameters: { type: 'object', properties: { why: { type: 'string' } }, required: [] },
}
export const hello: ChatMessage[] = [{ role: 'user', text: 'Hello?' }]

/** The models over one server with a test clock. Waits of a few seconds end at once. */
export async function withModels(
  answer?: Parameters<typeof startModelServer>[0],
  stored: (url: string) => Record<string, Credentials> = url => ({ [ref.provider]: { api_key: KEY, base_url: url } }),
) {
  const server = await startModelServer(answer)
  const time = new TestClock(0)
  const clock: Clock = {
    now: () => time.now(),
    setTimer(at, fire) {
      if (at - time.now() > 5 * SECOND) return time.setTimer(at, fire)
      const soon = setImmediate(fire)
      return () => clearImmediate(soon)
    },
  }
  const logged: string[] = []
  const note = (facts: object, text: string) => void logged.push(`${text} ${JSON.stringify(facts)}`)
  const unhandled: unknown[] = []
  const onUnhandled = (error: unknown) => unhandled.push(error)
  process.on('unhandledRejection', onUnhandled)
  const models = createModels({
    credentials: provider => stored(server.url)[provider] ?? null,
    codes: () => ['gpt-4.1', 'llama3.1'],
    clock,
    log: { info: note, warn: note, error: note },
  })
  onTestFinished(() => {
    process.off('unhandledRejection', onUnhandled)
    expect(unhandled).toEqual([])
    expect(logged.join()).not.toContain(KEY)
  })
  const advance = (ms: number) => {
    const end = time.now() + ms
    while (time.step(end));
  }
  /** The answer of the model. `parts` has what came, even when the answer fails. */
  function reply(
    messages: readonly ChatMessage[] = hello,
    tools: ToolSpec[] = [endCall],
    signal = new AbortController().signal,
  ) {
    const parts: ReplyPart[] = []
    const model = models.languageModel(ref, { temperature: 0.3 })
    const done = (async () => {
      for await (const part of model.reply({ instructions: 'Be kind.', messages, tools, signal })) parts.push(part)
      return parts
    })()
    done.catch(() => {})
    return Object.assign(done, { parts })
  }
  return { server, models, reply, advance, time, logged }
}

export const textOf = (parts: ReplyPart[]) => parts.map(part => (part.type === 'text' ? part.text : '')).join('')
export const scripted =
  (...answers: Answer[]) =>
  (_: ChatRequest, n: number) =>
    answers[Math.min(n, answers.length) - 1]!
