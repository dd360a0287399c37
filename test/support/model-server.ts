import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

interface Message {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string | null
  tool_call_id?: string
  tool_calls?: { id: string; type: string; function: { name: string; arguments: string } }[]
}
export interface ChatRequest {
  model: string
  stream: boolean
  temperature: number
  messages: Message[]
  tools?: { type: string; function: { name: string; description: string; parameters: Record<string, unknown> } }[]
  response_format?: { type: string; json_schema: { strict: boolean; schema: Record<string, unknown> } }
}

/** What the server does with a request. */
export type Answer =
  /** Streams a text in pieces and asks for tools. `args` as a text is sent unchanged. */
  | {
      say?: string | string[]
      tools?: { name: string; args?: object | string }[]
      thinks?: string
      finish?: string | null
    }
  | { status: number; headers?: Record<string, string>; body?: unknown }
  /** Sends this body unchanged. */
  | { raw: string; type?: string }
  /** Sends this text and then nothing more. With null it does not even send a status. */
  | { hangsAfter: string | null }
  /** Sends this text and breaks the connection. With null it breaks it at once. */
  | { cutAfter: string | null }
  /** Sends without end: words, empty comments, or one endless line. */
  | { endless: 'words' | 'comments' | 'line' }

export const KEY = 'sk-secret-0123456789'

/**
 * A server on this machine with the OpenAI chat API. It is strict: a request that a real server or the template of a local
 * model would refuse fails the test.
 */
export async function startModelServer(
  answer: (request: ChatRequest, n: number) => Answer = () => ({ say: 'Hello.' }),
  /** Understands speech: 8 kHz samples. Without it the server has no such path. */
  hear?: (sound: Int16Array) => string,
) {
  // Loaded before the first request, so that no request waits for it.
  await Promise.all([import('ai'), import('@ai-sdk/openai-compatible'), import('@ai-sdk/openai')])
  const requests: ChatRequest[] = []
  const errors: string[] = []
  const open = new Set<ServerResponse>()
  let onRequest: () => void = () => {}
  const models = ['llama3.1', 'nomic-embed']

  const server = createServer(async (request, response) => {
    open.add(response)
    response.on('close', () => open.delete(response))
    if (request.headers.authorization !== `Bearer ${KEY}`) return refuse(response, 401, `Incorrect API key: ${KEY}`)
    if (request.url === '/v1/models') return json(response, 200, { data: models.map(id => ({ id })).reverse() })
    if (request.url === '/v1/audio/transcriptions' && hear)
      return json(response, 200, { text: hear(await uploadedSound(request)) })
    if (request.url !== '/v1/chat/completions') return refuse(response, 404, 'no such path')
    let body = ''
    for await (const chunk of request) body += chunk
    const asked = JSON.parse(body) as ChatRequest
    requests.push(asked)
    const found = errorsIn(asked, request.headers)
    errors.push(...found)
    onRequest()
    if (found.length > 0) return refuse(response, 400, found.join('; '))
    if (!models.includes(asked.model)) return refuse(response, 404, `The model ${asked.model} does not exist`)
    send(answer(asked, requests.length), response, requests.length)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  onTestFinished(async () => {
    await close()
    if (errors.length > 0) throw new Error(`the model server was asked wrongly: ${errors.join('; ')}`)
  })
  return {
    host: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    /** Responses that are still open. */
    open,
    close,
    /** Resolves when the next request has come. */
    nextRequest: () => new Promise<void>(resolve => (onRequest = resolve)),
  }
}

/** The samples of a WAV file in a form. */
async function uploadedSound(request: IncomingMessage): Promise<Int16Array> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const body = Buffer.concat(pieces)
  const at = body.indexOf('RIFF')
  const length = body.readUInt32LE(at + 40)
  return new Int16Array(body.buffer.slice(body.byteOffset + at + 44, body.byteOffset + at + 44 + length))
}

function send(answer: Answer, response: ServerResponse, n: number) {
  if ('status' in answer)
    return json(response, answer.status, answer.body ?? { error: { message: 'It went wrong.' } }, answer.headers)
  if ('raw' in answer) {
    response.writeHead(200, { 'content-type': answer.type ?? 'text/event-stream' })
    return void response.end(answer.raw)
  }
  if ('hangsAfter' in answer) {
    if (answer.hangsAfter !== null) begin(response).write(chunk({ content: answer.hangsAfter }))
    return
  }
  if ('cutAfter' in answer) {
    if (answer.cutAfter === null) return void response.destroy()
    begin(response).write(chunk({ content: answer.cutAfter }), () => setImmediate(() => response.destroy()))
    return
  }
  if ('endless' in answer) {
    const piece = {
      words: chunk({ content: 'and so on ' }),
      comments: ': still here\n\n',
      line: 'data: {"x": "'.repeat(99),
    }

    begin(response)
    const more = () => {
      if (response.destroyed) return
      response.write(piece[answer.endless], () => setImmediate(more))
    }
    return more()
  }
  begin(response)
  if (answer.thinks) response.write(chunk({ reasoning_content: answer.thinks }))
  for (const content of [answer.say ?? []].flat()) response.write(chunk({ content }))
  answer.tools?.forEach(({ name, args = {} }, index) => {
    const text = typeof args === 'string' ? args : JSON.stringify(args)
    const half = Math.ceil(text.length / 2)
    const call = {
      index,
      id: `call_${n}_${index}`,
      type: 'function',
      function: { name, arguments: text.slice(0, half) },
    }
    response.write(chunk({ tool_calls: [call] }))
    response.write(chunk({ tool_calls: [{ index, function: { arguments: text.slice(half) } }] }))
  })
  const finish = answer.finish === undefined ? (answer.tools ? 'tool_calls' : 'stop') : answer.finish
  if (finish !== null) response.write(chunk({}, finish))
  response.end('data: [DONE]\n\n')
}

const begin = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })

const chunk = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`

const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  void response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(typeof body === 'string' ? body : JSON.stringify(body))

const refuse = (response: ServerResponse, status: number, message: string) =>
  json(response, status, { error: { message, type: 'invalid_request_error' } })

/** What is wrong with a request. */
function errorsIn(
  { stream, temperature, messages, tools, response_format }: ChatRequest,
  headers: IncomingHttpHeaders,
) {
  const errors: string[] = []
  const must = (holds: boolean, what: string) => {
    if (!holds) errors.push(what)
  }
  must(headers['content-type'] === 'application/json', 'content-type is not JSON')
  must(stream === true, 'stream is not true')
  must(temperature >= 0 && temperature <= 2, 'temperature is not between 0 and 2')
  let waiting: string[] = []
  let before = 'system' as Message['role']
  messages.forEach(({ role, content, tool_call_id, tool_calls }, i) => {
    if (role === 'tool') {
      must(waiting.includes(tool_call_id!), `message ${i} answers no call before it`)
      waiting = waiting.filter(id => id !== tool_call_id)
    } else {
      must(waiting.length === 0, `before message ${i} calls are not answered`)
      must(role !== 'system' || i === 0, `message ${i} is a system message`)
      must(i > 1 || role !== 'assistant', 'an assistant message is the first')
      must(role !== before || role === 'system', `message ${i} is of the same side as the one before`)
      must(!!content || !!tool_calls, `message ${i} is empty`)
    }
    for (const call of tool_calls ?? []) {
      must(call.type === 'function' && typeof JSON.parse(call.function.arguments) === 'object', `call ${call.id}`)
      waiting.push(call.id)
    }
    before = role
  })
  must(waiting.length === 0, 'calls are not answered')
  must(before === 'user' || before === 'tool', 'nobody waits for an answer')
  for (const tool of tools ?? []) {
    must(tool.type === 'function' && /^[a-zA-Z0-9_-]{1,64}$/.test(tool.function.name), 'a tool has no name')
    must(tool.function.description.length > 0, `${tool.function.name} is not described`)
    must(tool.function.parameters.type === 'object', `${tool.function.name} takes no object`)
  }
  if (response_format) {
    const { schema, strict } = response_format.json_schema
    must(response_format.type === 'json_schema' && strict && schema.type === 'object', 'the schema is not strict')
    must(schema.additionalProperties === false, 'the schema lets other fields in')
    must(
      JSON.stringify(schema.required) === JSON.stringify(Object.keys(schema.properties as object)),
      'not every field is required',
    )
  }
  return errors
}
