import { describe, expect, it } from 'vitest'
import { KEY, startModelServer } from '../support/model-server'
import { startReceiver } from '../support/receiver'
import { given, MINUTE, startWorld, type TestWorld } from '../support/world'

const LLAMA = 9
const PRICES = `# Prices\n\nA haircut costs 35 euros. Children under twelve pay 20 euros.\n\n# Opening hours\n\nThe salon is open from Tuesday to Saturday, nine to six.`

/** A world with a model that uses one tool once, a receiver for the tool, and a knowledge base. */
async function ready(use: { name: string; args: object }, toolAnswer?: Parameters<typeof startReceiver>[0]) {
  const receiver = await startReceiver(toolAnswer)
  const server = await startModelServer(request => {
    if (request.response_format) return { say: '{"status": true, "summary": "Done."}' }
    const last = request.messages.at(-1)!
    if (last.role === 'tool') return { say: `I have found: ${last.content}` }
    const used = request.messages.some(message => message.role === 'tool')
    return used ? { say: 'Goodbye.', tools: [{ name: 'end_call', args: {} }] } : { tools: [use] }
  })
  const world = await startWorld()
  await world.put('/user/settings', { providers: [{ id: 44, api_key: KEY, base_url: server.url }] })
  const tool = (
    await world.post('/user/tools', {
      name: 'get_slots',
      description: 'Tells the free appointments of a day',
      endpoint: receiver.url,
      method: 'POST',
      headers: [{ name: 'X-Key', value: 'secret' }],
      schema: [{ name: 'day', type: 'string', description: 'Which day' }],
    })
  ).body.data.id
  const knowledgebase = (await world.post('/user/knowledgebases', { name: 'Salon', description: 'What we offer' })).body
    .data.id
  return { world, server, receiver, tool, knowledgebase }
}

/** Adds a document and waits until it was read; its reader works in real time. */
async function withDocument(world: TestWorld, knowledgebase: number) {
  const form = new FormData()
  form.set('name', 'Prices')
  form.set('description', 'What we offer')
  form.set('type', 'md')
  form.set('file', new File([PRICES], 'prices.md'))
  const response = await fetch(`${world.service.api}/user/knowledgebases/${knowledgebase}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.key}` },
    body: form,
  })
  expect(response.status).toBe(201)
  await expect
    .poll(
      async () => {
        await world.advance(0)
        return (await world.get(`/user/knowledgebases/${knowledgebase}`)).body.data.status
      },
      { timeout: 20_000 },
    )
    .toBe('active')
}

async function call(world: TestWorld, over: object) {
  const assistant_id = await given.assistant(world, { llm_model_id: LLAMA, ...over })
  const { body } = await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })
  await world.advance(10 * MINUTE)
  return (await world.get(`/user/calls/${body.call_id}`)).body
}
const chat = async (world: TestWorld, over: object, message: string) => {
  const assistant_id = await given.assistant(world, { llm_model_id: LLAMA, ...over })
  const { conversation_id } = (await world.post('/conversations', { assistant_id })).body
  return (await world.post(`/conversations/${conversation_id}/messages`, { message })).body
}

describe('a custom tool', () => {
  it('a custom tool sends a request in a call, and its response goes to the conversation', async () => {
    const { world, server, receiver, tool } = await ready({ name: 'get_slots', args: { day: 'Tuesday' } }, () => ({
      status: 200,
      body: '["10:00","15:30"]',
    }))
    const body = await call(world, { tool_ids: [tool] })
    expect(body.warnings).toEqual([])
    expect(receiver.received).toHaveLength(1)
    expect(JSON.parse(receiver.received[0]!.body)).toEqual({ day: 'Tuesday' })
    expect(receiver.received[0]!.headers['x-key']).toBe('secret')
    const texts = body.transcript.map(({ text }: { text: string }) => text)
    expect(texts).toContain('get_slots({"day":"Tuesday"})')
    expect(texts).toContain('I have found: ["10:00","15:30"]')
    const offered = server.requests[0]!.tools!.find(({ function: f }) => f.name === 'get_slots')!
    expect(offered.function).toMatchObject({
      description: 'Tells the free appointments of a day',
      parameters: { properties: { day: { type: 'string', description: 'Which day' } }, required: ['day'] },
    })
    // The headers with the secret are stored nowhere else.
    expect(JSON.stringify([server.requests, body])).not.toContain('secret')
  })

  it('a failed tool gives its reason, and the conversation continues', async () => {
    const { world, tool } = await ready({ name: 'get_slots', args: { day: 'Tuesday' } }, () => ({
      status: 503,
      body: 'closed',
    }))
    const body = await call(world, { tool_ids: [tool] })
    const texts = body.transcript.map(({ text }: { text: string }) => text)
    expect(texts).toContain('I have found: Error: the endpoint answered 503. closed')
    expect(body.status).toBe('completed')
  })

  it('a custom tool works in a chat, and the answer names it', async () => {
    const { world, tool } = await ready({ name: 'get_slots', args: { day: 'Tuesday' } }, () => ({
      status: 200,
      body: 'ten',
    }))
    expect(await chat(world, { tool_ids: [tool] }, 'When is there time?')).toMatchObject({
      status: true,
      message: 'I have found: ten',
      function_calls: [{ name: 'get_slots', arguments: { day: 'Tuesday' }, result: 'ten' }],
    })
  })

  it('a model that asks for tools without end gets ten at once and 24 in a turn, and is told', async () => {
    const receiver = await startReceiver()
    const results: string[][] = []
    const server = await startModelServer(({ messages }) => {
      const last = messages.findLastIndex(({ role }) => role === 'assistant')
      results.push(messages.slice(last + 1).flatMap(({ role, content }) => (role === 'tool' ? [content!] : [])))
      return results.length === 4
        ? { say: 'Enough.' }
        : { tools: Array(50).fill({ name: 'get_slots', args: { day: 'x' } }) }
    })
    const world = await startWorld()
    await world.put('/user/settings', { providers: [{ id: 44, api_key: KEY, base_url: server.url }] })
    const tool = { name: 'get_slots', description: 'Tells the slots', endpoint: receiver.url, method: 'POST' }
    const { id } = (await world.post('/user/tools', tool)).body.data
    expect((await chat(world, { tool_ids: [id] }, 'When?')).message).toBe('Enough.')
    expect(receiver.received).toHaveLength(24)
    expect(results.map(of => of.length)).toEqual([0, 10, 10, 10])
    expect(results[1]!.at(-1)).toContain('40 more calls were left out')
    expect(results[3]!.filter(text => text.includes('at most 24'))).toHaveLength(6)
  })

  it('a tool that the assistant does not have is not called', async () => {
    const { world, receiver } = await ready({ name: 'get_slots', args: { day: 'Tuesday' } })
    const body = await chat(world, {}, 'When is there time?')
    expect(body.function_calls[0].result).toBe('Error: there is no tool get_slots.')
    expect(receiver.received).toHaveLength(0)
  })
})

describe('knowledge', () => {
  it('knowledge is searched in a chat and in a call', async () => {
    const use = { name: 'search_knowledge', args: { query: 'What does a haircut cost?' } }
    const { world, knowledgebase } = await ready(use)
    await withDocument(world, knowledgebase)
    const body = await chat(world, { knowledgebase_id: knowledgebase }, 'What does it cost?')
    expect(body.message).toContain('35 euros')
    const { transcript } = await call(world, { knowledgebase_id: knowledgebase })
    expect(transcript.map(({ text }: { text: string }) => text).join()).toContain('35 euros')
  })

  it('knowledge is in the instructions in prompt mode', async () => {
    const { world, server, knowledgebase } = await ready({ name: 'end_call', args: {} })
    await withDocument(world, knowledgebase)
    await call(world, { knowledgebase_id: knowledgebase, knowledgebase_mode: 'prompt' })
    const { messages, tools } = server.requests[0]!
    expect(messages[0]!.content).toContain('Children under twelve pay 20 euros.')
    expect(tools!.map(({ function: f }) => f.name)).not.toContain('search_knowledge')
  })

  it('knowledge is not offered without a knowledge base', async () => {
    const { world, server } = await ready({ name: 'end_call', args: {} })
    await call(world, {})
    expect(server.requests[0]!.tools!.map(({ function: f }) => f.name)).not.toContain('search_knowledge')
  })
})

describe('a chat with a model that fails', () => {
  it('a failed reply is reported and removed, and the message can be sent again', async () => {
    let down = true
    const server = await startModelServer(() => (down ? { status: 400 } : { say: 'Here I am.' }))
    const world = await startWorld()
    await world.put('/user/settings', { providers: [{ id: 44, api_key: KEY, base_url: server.url }] })
    const assistant_id = await given.assistant(world, { llm_model_id: LLAMA })
    const { conversation_id } = (await world.post('/conversations', { assistant_id, type: 'widget' })).body
    const say = () => world.post(`/conversations/${conversation_id}/messages`, { message: 'Hello' })
    const failed = await say()
    expect(failed).toMatchObject({
      status: 502,
      body: { status: false, error: expect.stringMatching(/llama3\.1 failed/) },
    })
    expect((await world.get(`/conversations/${conversation_id}`)).body.history).toHaveLength(1)
    expect((await world.get('/user/me')).body.total_balance).toBe(25)
    down = false
    expect((await say()).body.message).toBe('Here I am.')
    expect((await world.get(`/conversations/${conversation_id}`)).body.history).toHaveLength(3)
  })
})
