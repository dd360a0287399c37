import { describe, expect, it } from 'vitest'
import { usualLimits, withinLimits } from '../../src/main/voice/models/limits'
import type { ModelError } from '../../src/main/voice/models/model-error'
import { TestClock } from '../support/clock'
import { nested } from '../support/console'
import { type Answer, KEY } from '../support/model-server'
import { endCall, hello, ref, SECOND, scripted, textOf, withModels } from './support'

describe('a provider that fails', () => {
  const broken: [string, Answer, RegExp][] = [
    ['has an internal error', { status: 500 }, /has a fault of its own \(500\)/],
    [
      'takes no more requests',
      { status: 429, headers: { 'retry-after': '2' } },
      /takes no more requests for 2 s \(429\)/,
    ],
    ['cuts the connection at once', { cutAfter: null }, /connection to the server at 127.* broke off/],
    ['answers nothing', { say: '' }, /answered nothing/],
    ['answers blanks', { say: [' ', '\n'] }, /answered nothing/],
    ['answers a web page', { raw: '<html>Hello</html>', type: 'text/html' }, /something that is not a reply/],
    ['answers broken JSON', { raw: 'data: {"choices": [{\n\ndata: [DONE]\n\n' }, /something that is not a reply/],
    [
      'answers JSON of another kind',
      { raw: 'data: {"weather": "fine"}\n\ndata: [DONE]\n\n' },
      /something that is not a reply/,
    ],
    ['reports an error in its stream', { raw: 'data: {"error": {"message": "overloaded"}}\n\n' }, /fault of its own/],
    [
      'asks for a tool with broken arguments',
      { tools: [{ name: 'end_call', args: '{"why": ' }] },
      /asked for end_call in a way/,
    ],
    [
      'asks for a tool with something else',
      { tools: [{ name: 'end_call', args: '[1]' }] },
      /asked for end_call in a way/,
    ],
  ]
  const tooDeep = [101, 9000].map((levels): [string, Answer, RegExp] => [
    `asks for a tool with ${levels} levels`,
    { tools: [{ name: 'end_call', args: `{"why": ${nested(levels - 1)}}` }] },
    /asked for end_call in a way/,
  ])
  it.each([...broken, ...tooDeep])(
    'a provider that %s is tried again once and then reported',
    async (_, answer, message) => {
      const { server, reply } = await withModels(() => answer)
      await expect(reply()).rejects.toThrow(message)
      expect(server.requests).toHaveLength(2)
      const mended = await withModels(scripted(answer, { say: 'Here I am.' }))
      expect(textOf(await mended.reply())).toBe('Here I am.')
      expect(mended.logged).toHaveLength(1)
    },
  )

  const final: [string, Answer, RegExp][] = [
    [
      'refuses the request',
      { status: 400, body: { error: { message: `too long, ${KEY} ${'x'.repeat(999)}` } } },
      /\(400\): too long, … x{50,200}$/,
    ],
    ['asks for a long wait', { status: 429, headers: { 'retry-after': '60' } }, /takes no more requests for 60 s/],
    ['filters its answer', { finish: 'content_filter' }, /content filter/],
  ]
  it.each(final)('a provider that %s is not tried again', async (_, answer, message) => {
    const { server, reply } = await withModels(() => answer)
    await expect(reply()).rejects.toThrow(message)
    expect(server.requests).toHaveLength(1)
  })

  it('an unknown model, a wrong key and a missing server are each reported', async () => {
    const wrong = await withModels()
    const model = wrong.models.languageModel({ ...ref, code: 'gpt-9' }, { temperature: 0 })
    const request = { instructions: '', messages: hello, tools: [], signal: new AbortController().signal }
    await expect(model.reply(request)[Symbol.asyncIterator]().next()).rejects.toThrow(
      /does not know the model gpt-9, or its address is wrong \(404\)/,
    )
    const refused = await withModels(undefined, url => ({ [ref.provider]: { base_url: url, api_key: 'sk-wrong' } }))
    await expect(refused.reply()).rejects.toThrow(/refused the key \(401\)$/)
    const away = await withModels()
    await away.server.close()
    await expect(away.reply()).rejects.toThrow(`nothing answers at ${away.server.host}`)
  })

  it('an answer that breaks off is not tried again, because a part was already spoken', async () => {
    const cut = await withModels(() => ({ cutAfter: 'I wanted to' }))
    const reply = cut.reply()
    await expect(reply).rejects.toThrow(/broke off/)
    expect(textOf(reply.parts)).toBe('I wanted to')
    expect(cut.server.requests).toHaveLength(1)
    const unfinished = await withModels(() => ({ say: 'I wanted to', finish: null }))
    await expect(unfinished.reply()).rejects.toThrow(/not a reply/)
  })

  it('an answer that never begins, stops or never ends is ended in time', async () => {
    const silent = await withModels(() => ({ hangsAfter: null }))
    const first = silent.reply()
    await silent.server.nextRequest()
    silent.advance(20 * SECOND)
    await expect(first).rejects.toThrow('it took longer than 20 s for its first word')
    expect(silent.server.requests).toHaveLength(1)

    const busy = await withModels(() => ({ endless: 'comments' }))
    const nothing = busy.reply()
    await busy.server.nextRequest()
    busy.advance(20 * SECOND)
    await expect(nothing).rejects.toThrow('for its first word')

    const stuck = await withModels(() => ({ hangsAfter: 'Well, ' }))
    const half = stuck.reply()
    await expect.poll(() => half.parts.length).toBe(1)
    stuck.advance(10 * SECOND)
    await expect(half).rejects.toThrow('it took longer than 10 s to go on')
  })

  it('a model that only thinks is ended', async () => {
    const time = new TestClock(0)
    async function* thinks() {
      for (;;) {
        time.step(time.now() + 5 * SECOND)
        yield 'alive' as const
      }
    }
    const watch = { clock: time, limits: usualLimits, signal: new AbortController().signal }
    const parts = withinLimits<string>(thinks, watch, error => error as ModelError)
    await expect(parts.next()).rejects.toThrow('it took longer than 50 s to answer to the end')
    expect(time.pending).toEqual([])
  })

  it('an answer or a line without end is ended', async () => {
    const talker = await withModels(() => ({ endless: 'words' }))
    await expect(talker.reply()).rejects.toThrow('answered without an end')
    const args = JSON.stringify({ why: 'and so on '.repeat(5000) })
    const asker = await withModels(() => ({ tools: [{ name: 'end_call', args }] }))
    await expect(asker.reply()).rejects.toThrow('answered without an end')
    const line = await withModels(() => ({ endless: 'line' }))
    await expect(line.reply()).rejects.toThrow('the answer had no end')
    await expect.poll(() => talker.server.open.size + line.server.open.size).toBe(0)
  })

  it('a request ends at once when its answer is no longer needed', async () => {
    for (const answer of [{ hangsAfter: null }, { hangsAfter: 'Well' }, { endless: 'comments' }] as const) {
      const { server, reply, time } = await withModels(() => answer)
      const abort = new AbortController()
      const asked = reply(hello, [endCall], abort.signal)
      await server.nextRequest()
      abort.abort(new Error('hung up'))
      await expect(asked).rejects.toThrow('hung up')
      await expect.poll(() => server.open.size).toBe(0)
      expect(time.pending).toEqual([])
    }
    const { server, reply } = await withModels()
    await expect(reply(hello, [], AbortSignal.abort(new Error('hung up')))).rejects.toThrow('hung up')
    expect(server.requests).toEqual([])
  })

  it('a request ends when its reader stops reading', async () => {
    const { server, models } = await withModels(() => ({ endless: 'words' }))
    const request = { instructions: '', messages: hello, tools: [], signal: new AbortController().signal }
    for await (const _ of models.languageModel(ref, { temperature: 0 }).reply(request)) break
    await expect.poll(() => server.open.size).toBe(0)
  })
})

describe('trying a provider', () => {
  it('the answer says which model answered, what and how fast', async () => {
    const { models, server } = await withModels(() => ({ say: ['Ready', '.'] }))
    expect(await models.test(ref.provider)).toEqual({
      ok: true,
      message: 'llama3.1 answered “Ready.” in 0.0 s.',
      model: 'llama3.1',
      latency_ms: 0,
    })
    expect(server.requests).toHaveLength(1)
    expect(await models.test(ref.provider, 'nomic-embed')).toMatchObject({ ok: true, model: 'nomic-embed' })
    expect(await models.test('scripted')).toMatchObject({ ok: true })
  })

  it('a failed try says what is wrong', async () => {
    const { models } = await withModels(() => ({ say: '' }))
    const said = async (provider: string, code?: string, of = models) => (await of.test(provider, code)).message
    expect(await said('openai')).toBe('No key is stored for OpenAI.')
    expect(await said('deepgram')).toBe('This provider has no language models.')
    expect(await said(ref.provider)).toMatch(/^The server at 127.* answered nothing\.$/)
    expect(await said(ref.provider, 'gpt-9')).toMatch(/does not know the model gpt-9/)
    const bare = await withModels(undefined, () => ({}))
    expect(await said(ref.provider, undefined, bare.models)).toBe('No address is stored for the server.')
    const nonsense = await withModels(undefined, () => ({ [ref.provider]: { base_url: 'nowhere' } }))
    expect(await said(ref.provider, undefined, nonsense.models)).toBe(
      'The address that is stored for the server is none.',
    )
    const refused = await withModels(undefined, url => ({ openai: { api_key: 'sk-wrong', base_url: url } }))
    expect(await said('openai', undefined, refused.models)).toBe('OpenAI refused the key (401).')
    const away = await withModels()
    await away.server.close()
    expect(await said(ref.provider, undefined, away.models)).toBe(`Nothing answers at ${away.server.host}.`)
  })

  it('a try lasts at most 15 seconds', async () => {
    const { models, server, advance } = await withModels(() => ({ hangsAfter: null }))
    const tried = models.test(ref.provider)
    await server.nextRequest()
    advance(15 * SECOND)
    expect(await tried).toMatchObject({ ok: false, message: expect.stringMatching(/^It took longer than 15 s/) })
  })
})
