import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Brief } from '../../src/main/ports/brief'
import type { ChatMessage, ReplyPart, ToolCall } from '../../src/main/ports/models'
import { wallClock } from '../../src/main/system/clocks'
import { createModels } from '../../src/main/voice/models'
import { KEY, startModelServer } from '../support/model-server'

interface Asked {
  path: string
  headers: IncomingMessage['headers']
  // biome-ignore lint/suspicious/noExplicitAny: each provider has its own form
  body: any
}

/** A server that streams the given answers in the form of a provider. */
async function startStub(answer: (n: number) => { status?: number; events: object[]; named?: boolean }) {
  const asked: Asked[] = []
  const server = createServer(async (request, response: ServerResponse) => {
    let body = ''
    for await (const chunk of request) body += chunk
    asked.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(body) })
    const { status = 200, events, named } = answer(asked.length)
    response.writeHead(status, { 'content-type': status === 200 ? 'text/event-stream' : 'application/json' })
    if (status !== 200) return void response.end(JSON.stringify(events[0]))
    for (const event of events as { type?: string }[])
      response.write(`${named ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`)
    response.end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }
}

const log = { info() {}, warn() {}, error() {} }
const signal = new AbortController().signal
const tools = [
  { name: 'end_call', description: 'Ends it.', parameters: { type: 'object', properties: {}, required: [] } },
  {
    name: 'promise_callback',
    description: 'Calls back.',
    parameters: { type: 'object', properties: { at: { type: 'string', description: 'When' } }, required: ['at'] },
  },
]
const brief = {
  instructions: 'Sell pears.',
  language: 'en',
  evaluation: [{ name: 'pieces', type: 'integer', description: 'How many' }],
} as Brief

/** One provider with a key, whose address is a test server. */
function over(provider: string, code: string, url: string) {
  const models = createModels({
    credentials: asked => (asked === provider ? { api_key: KEY, base_url: url } : null),
    codes: () => [code],
    clock: wallClock,
    log,
  })
  const ref = { provider, code, name: code }
  async function reply(messages: readonly ChatMessage[]) {
    const parts: ReplyPart[] = []
    const request = { instructions: 'Be kind.', messages, tools, signal }
    for await (const part of models.languageModel(ref, { temperature: 0.3 }).reply(request)) parts.push(part)
    return parts
  }
  const evaluate = () => models.evaluator(ref).evaluate({ brief, transcript: [], signal })
  return { models, reply, evaluate }
}

/** A silent answer of the customer, the greeting, a tool call and its result. */
const withTool = (call: ToolCall): ChatMessage[] => [
  { role: 'assistant', text: 'Hello, it is me.' },
  { role: 'user', text: 'Call me back.' },
  { role: 'assistant', text: '', toolCalls: [call] },
  { role: 'tool', toolCallId: call.toolCallId, name: call.name, text: 'They will be called.' },
]
const callIn = (parts: ReplyPart[]) => parts.find(part => part.type === 'tool') as ReplyPart & { type: 'tool' }

describe('an address that leads on to another host', () => {
  it.each([301, 302, 303, 307, 308])('a %i is not followed, and the key goes nowhere else', async status => {
    const other = await startStub(() => ({ events: [] }))
    const first = createServer((_, response) => {
      response.writeHead(status, { location: `${other.url}/chat/completions` }).end()
    })
    await new Promise<void>(resolve => first.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void first.close())
    const url = `http://127.0.0.1:${(first.address() as AddressInfo).port}/v1`
    for (const provider of ['openai', 'anthropic', 'google', 'openai-compatible']) {
      const { reply, models } = over(provider, 'some-model', url)
      await expect(reply([{ role: 'user', text: 'Hello?' }])).rejects.toThrow(/leads on to another one/)
      expect((await models.test(provider)).message).toMatch(/leads on to another one/)
    }
    expect(other.asked).toEqual([])
  })
})

describe('OpenAI', () => {
  it('OpenAI speaks, asks for tools, and evaluates by a schema', async () => {
    const server = await startModelServer(({ response_format, messages }) => {
      if (response_format) return { say: '{"pieces": 3}' }
      return messages.at(-1)!.role === 'tool'
        ? { say: 'Bye.' }
        : { say: 'Yes.', tools: [{ name: 'promise_callback', args: { at: 'x' } }] }
    })
    const { reply, evaluate, models } = over('openai', 'llama3.1', server.url)
    const parts = await reply([{ role: 'user', text: 'Call me back.' }])
    expect(parts).toMatchObject([{ text: 'Yes.' }, { name: 'promise_callback', args: { at: 'x' } }])
    expect(await reply(withTool(callIn(parts)))).toEqual([{ type: 'text', text: 'Bye.' }])
    expect(await evaluate()).toMatchObject([{ name: 'pieces', value: 3 }])
    expect(await models.test('openai')).toMatchObject({ ok: true })
  })
})

describe('Anthropic', () => {
  const message = { id: 'm', type: 'message', role: 'assistant', content: [], model: 'claude', stop_reason: null }
  const answer = (stop_reason: string, ...blocks: { start: object; deltas: object[] }[]) => [
    {
      type: 'message_start',
      message: { ...message, stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } },
    },
    ...blocks.flatMap(({ start, deltas }, index) => [
      { type: 'content_block_start', index, content_block: start },
      ...deltas.map(delta => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } },
    { type: 'message_stop' },
  ]
  const text = (...pieces: string[]) => ({
    start: { type: 'text', text: '' },
    deltas: pieces.map(piece => ({ type: 'text_delta', text: piece })),
  })

  it('Anthropic speaks, asks for tools, and evaluates', async () => {
    const toolUse = {
      start: { type: 'tool_use', id: 'toolu_1', name: 'promise_callback', input: {} },
      deltas: ['{"at":', ' "x"}'].map(partial_json => ({ type: 'input_json_delta', partial_json })),
    }
    const stub = await startStub(n => ({
      named: true,
      events: [
        answer('tool_use', text('I ', 'will.'), toolUse),
        answer('end_turn', text('Bye.')),
        answer('end_turn', text('{"pieces": 3}')),
      ][n - 1]!,
    }))
    const { reply, evaluate } = over('anthropic', 'claude-sonnet-4-5', stub.url)
    const parts = await reply([{ role: 'user', text: 'Call me back.' }])
    expect(parts).toMatchObject([
      { text: 'I ' },
      { text: 'will.' },
      { toolCallId: 'toolu_1', name: 'promise_callback', args: { at: 'x' } },
    ])
    expect(await reply(withTool(callIn(parts)))).toEqual([{ type: 'text', text: 'Bye.' }])
    expect(await evaluate()).toMatchObject([{ name: 'pieces', value: 3 }])
    const [first, second] = stub.asked
    expect(first).toMatchObject({ path: '/v1/messages', headers: { 'x-api-key': KEY } })
    expect(first!.body).toMatchObject({ stream: true, temperature: 0.3, system: [{ text: 'Be kind.' }] })
    expect(first!.body.tools.map((tool: { name: string }) => tool.name)).toEqual(['end_call', 'promise_callback'])
    expect(second!.body.messages.map((message: { role: string }) => message.role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
    ])
    expect(second!.body.messages[3].content).toMatchObject([{ type: 'tool_use', id: 'toolu_1', input: { at: 'x' } }])
    expect(second!.body.messages[4].content).toMatchObject([{ type: 'tool_result', tool_use_id: 'toolu_1' }])
  })

  it('an overload of Anthropic during an answer and a wrong key are reported', async () => {
    const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
    const busy = await startStub(() => ({
      named: true,
      events: [...answer('end_turn', text('I ')).slice(0, 3), overloaded],
    }))
    const { reply } = over('anthropic', 'claude-sonnet-4-5', busy.url)
    await expect(reply([{ role: 'user', text: 'Hello?' }])).rejects.toThrow(/Anthropic .*fault of its own/)
    expect(busy.asked).toHaveLength(1)
    const refusal = { type: 'error', error: { type: 'authentication_error', message: `invalid ${KEY}` } }
    const refused = await startStub(() => ({ status: 401, events: [refusal] }))
    const { models } = over('anthropic', 'claude-sonnet-4-5', refused.url)
    expect(await models.test('anthropic')).toMatchObject({ ok: false, message: 'Anthropic refused the key (401).' })
  })
})

describe('Google', () => {
  const answer = (...parts: object[]) =>
    parts.map((part, i) => ({
      candidates: [
        {
          content: { role: 'model', parts: [part] },
          index: 0,
          ...(i === parts.length - 1 && { finishReason: 'STOP' }),
        },
      ],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    }))

  it('Google speaks, asks for tools, gets its signatures back, and evaluates', async () => {
    const stub = await startStub(n => ({
      events: [
        answer(
          { text: 'I will.' },
          { functionCall: { name: 'promise_callback', args: { at: 'x' } }, thoughtSignature: 'signed' },
        ),
        answer({ text: 'Bye.' }),
        answer({ text: '{"pieces": 3}' }),
      ][n - 1]!,
    }))
    const { reply, evaluate } = over('google', 'gemini-2.5-flash', stub.url)
    const parts = await reply([{ role: 'user', text: 'Call me back.' }])
    expect(parts).toMatchObject([{ text: 'I will.' }, { name: 'promise_callback', args: { at: 'x' } }])
    // Plain data, as it is stored and sent.
    expect(await reply(withTool(JSON.parse(JSON.stringify(callIn(parts)))))).toEqual([{ type: 'text', text: 'Bye.' }])
    expect(await evaluate()).toMatchObject([{ name: 'pieces', value: 3 }])
    const [first, second, third] = stub.asked
    expect(first).toMatchObject({
      path: '/v1/models/gemini-2.5-flash:streamGenerateContent?alt=sse',
      headers: { 'x-goog-api-key': KEY },
    })
    expect(second!.body.contents.map(({ role }: { role: string }) => role)).toEqual([
      'user',
      'model',
      'user',
      'model',
      'user',
    ])
    expect(second!.body.contents[3].parts).toMatchObject([
      { functionCall: { name: 'promise_callback', args: { at: 'x' } }, thoughtSignature: 'signed' },
    ])
    expect(second!.body.contents[4].parts[0].functionResponse.name).toBe('promise_callback')
    expect(JSON.stringify(third!.body.generationConfig)).toContain('pieces')
  })

  it('a refusal of Google is reported with its reason', async () => {
    const refusal = { error: { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT' } }
    const stub = await startStub(() => ({ status: 400, events: [refusal] }))
    const { models } = over('google', 'gemini-2.5-flash', stub.url)
    expect(await models.test('google')).toMatchObject({
      ok: false,
      message: 'Google refused the request (400): API key not valid.',
    })
  })
})
