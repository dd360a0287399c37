import { describe, expect, it } from 'vitest'
import { endCall, hello, ref, scripted, textOf, withModels } from './support'

describe('a language model', () => {
  it('a request has the instructions, the messages and the tools, and the answer comes in pieces', async () => {
    const { server, reply, models } = await withModels(() => ({ thinks: 'Hm.', say: ['Good ', 'morning', '.'] }))
    expect(models.languageModel(ref, { temperature: 0.3 }).name).toBe('llama3.1')
    expect(await reply()).toEqual(['Good ', 'morning', '.'].map(text => ({ type: 'text', text })))
    expect(server.requests).toMatchObject([
      {
        model: 'llama3.1',
        temperature: 0.3,
        messages: [
          { role: 'system', content: 'Be kind.' },
          { role: 'user', content: 'Hello?' },
        ],
        tools: [{ function: { name: 'end_call', parameters: endCall.parameters } }],
      },
    ])
  })

  it('a model asks for tools and gets their results in the next request', async () => {
    const { server, reply } = await withModels(
      scripted(
        { say: 'Bye.', tools: [{ name: 'end_call', args: { why: 'done' } }, { name: 'end_call' }] },
        { say: 'Well.' },
      ),
    )
    const [text, ...calls] = await reply()
    expect(text).toEqual({ type: 'text', text: 'Bye.' })
    expect(calls).toMatchObject([
      { type: 'tool', toolCallId: 'call_1_0', name: 'end_call', args: { why: 'done' } },
      { type: 'tool', toolCallId: 'call_1_1', name: 'end_call', args: {} },
    ])
    const toolCalls = calls.flatMap(call => (call.type === 'tool' ? [call] : []))
    await reply([
      { role: 'assistant', text: 'Hello, it is me.' },
      { role: 'assistant', text: 'Are you there?' },
      { role: 'user', text: 'Yes.' },
      { role: 'user', text: 'Bye.' },
      { role: 'assistant', text: '', toolCalls },
      ...toolCalls.map(({ toolCallId, name }) => ({ role: 'tool' as const, toolCallId, name, text: 'It ends.' })),
    ])
    expect(server.requests[1]!.messages.slice(1)).toMatchObject([
      { role: 'user', content: '(The conversation begins.)' },
      { role: 'assistant', content: 'Hello, it is me.\nAre you there?' },
      { role: 'user', content: 'Yes.\nBye.' },
      { role: 'assistant', tool_calls: [{ id: 'call_1_0' }, { id: 'call_1_1' }] },
      { role: 'tool', tool_call_id: 'call_1_0', content: 'It ends.' },
      { role: 'tool', tool_call_id: 'call_1_1', content: 'It ends.' },
    ])
  })

  it('a tool that does not exist is passed on to the conversation', async () => {
    const { reply } = await withModels(() => ({ tools: [{ name: 'order_pizza', args: { size: 30 } }] }))
    expect(await reply()).toMatchObject([{ name: 'order_pizza', args: { size: 30 } }])
    expect(await reply(hello, [])).toMatchObject([{ name: 'order_pizza' }])
  })

  it('thoughts of a model are not spoken', async () => {
    const { reply } = await withModels(() => ({
      say: ['<thi', 'nk>What does she want?', '</think>', '\n\nGood', ' day.'],
    }))
    expect(textOf(await reply()).trim()).toBe('Good day.')
  })

  it('the scripted model replaces a model without a provider key and says so', async () => {
    const { models } = await withModels(undefined, () => ({ openai: { base_url: 'http://127.0.0.1:1' } }))
    for (const provider of ['openai', 'anthropic', 'google', 'openai-compatible', 'scripted', 'unheard-of'])
      expect(models.languageModel({ ...ref, provider }, { temperature: 0 }).name).toBe('scripted')
    expect(models.languageModel(null, { temperature: 0 }).name).toBe('scripted')
  })

  it('a server on this machine needs no key', async () => {
    const { models } = await withModels(undefined, url => ({ [ref.provider]: { base_url: url } }))
    expect(models.languageModel(ref, { temperature: 0 }).name).toBe('llama3.1')
  })
})
