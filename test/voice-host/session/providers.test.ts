import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Clock } from '../../../src/main/ports/system'
import { loadFlite } from '../../../src/main/speech/flite'
import { createSpeech } from '../../../src/main/voice-host/session/speech'
import { createFlite, type Flite } from '../../../src/main/voice-host/session/speech/flite'
import type {
  Listener,
  Recognizer,
  TextToSpeech,
  VoiceSettings,
} from '../../../src/main/voice-host/session/speech/speech'
import { createHearing, speak } from '../../support/hearing'
import { createDesk, says, sound } from './desk'
import { until } from './line'

const clock: Clock = {
  now: () => Date.now(),
  setTimer(at, fire) {
    const timer = setTimeout(fire, at - Date.now())
    return () => clearTimeout(timer)
  },
}
const sentence = 'Your table is booked.'
const question = 'I would like to book a table for two.'
const settings: VoiceSettings = {
  language: 'en',
  voice: 'Rachel',
  speed: 1.1,
  stability: 0.4,
  similarity: 0.6,
  emotion: true,
}

interface Request {
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
}
type Handler = (request: Request, response: ServerResponse) => void

let flite: Flite
beforeAll(() => {
  flite = createFlite()
})
afterAll(() => flite.stop())

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A server on this machine that takes the place of a provider. */
async function serve(handler: Handler, onSocket?: (socket: WebSocket, path: string) => void) {
  const requests: Request[] = []
  const server = createServer((incoming, response) => {
    const parts: Buffer[] = []
    incoming.on('data', part => parts.push(part))
    incoming.on('end', () => {
      const request = { path: incoming.url!, headers: incoming.headers, body: Buffer.concat(parts) }
      requests.push(request)
      handler(request, response)
    })
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket, { url, headers }) => {
    requests.push({ path: url!, headers, body: Buffer.alloc(0) })
    onSocket?.(socket, url!)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    for (const client of sockets.clients) client.terminate()
    server.closeAllConnections()
    return new Promise(resolve => server.close(resolve))
  })
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** A patience that a busy machine does not exhaust, and one for providers that never answer. */
const long = { first: 15_000, idle: 15_000 }
const short = { first: 400, idle: 400 }

const speechOf = (stored: Record<string, { api_key?: string; base_url?: string }>, patience = long) =>
  createSpeech({ credentials: code => stored[code] ?? null, builtIn: flite, clock, patience })

/** The first voice for an assistant that asks for this provider. */
const voiceOf = (code: string, base_url: string, patience = long) =>
  speechOf({ [code]: { api_key: 'secret', base_url } }, patience)({ sound: { ...sound, synthesizer: code } }).voices[0]!

async function soundOf(voice: TextToSpeech, signal = new AbortController().signal): Promise<Int16Array> {
  const all: number[] = []
  for await (const pcm of voice.speak(sentence, settings, signal)) all.push(...pcm)
  return Int16Array.from(all)
}

const bytesOf = (pcm: Int16Array) => Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength)
const synthesize = loadFlite()
/** A sentence at 24 kHz, as some providers send it. */
function wide(text: string) {
  const pcm = synthesize('slt', text, 1)
  return Int16Array.from({ length: Math.floor(pcm.length * 1.5) - 2 }, (_, i) => {
    const at = Math.floor((i * 2) / 3)
    return pcm[at]! + ((i * 2) / 3 - at) * (pcm[at + 1]! - pcm[at]!)
  })
}
const json = (request: Request) => JSON.parse(request.body.toString()) as Record<string, unknown>
const send = (response: ServerResponse, value: unknown) => response.end(JSON.stringify(value))

const narrow = bytesOf(speak(sentence, 'slt'))
const broad = bytesOf(wide(sentence))
const hear = createHearing([sentence, question, 'See you tomorrow.'])

/** Sends sound in pieces that break in the middle of samples. */
function inPieces(response: ServerResponse, sound: Buffer) {
  for (let at = 0; at < sound.length; at += 3001) response.write(sound.subarray(at, at + 3001))
  response.end()
}

describe('a voice is asked in its own way and heard', () => {
  it('of OpenAI', async () => {
    const server = await serve((_, response) => inPieces(response, broad))
    expect(hear(await soundOf(voiceOf('openai', server.url)))).toBe(sentence)
    const [asked] = server.requests
    expect([asked!.path, asked!.headers.authorization]).toEqual(['/audio/speech', 'Bearer secret'])
    expect(json(asked!)).toEqual({
      model: 'tts-1',
      input: sentence,
      voice: 'alloy',
      response_format: 'pcm',
      speed: 1.1,
    })
  })

  it('of ElevenLabs, by its name', async () => {
    const voices = [
      { voice_id: 'x1', name: 'Adam' },
      { voice_id: 'x2', name: 'Rachel - calm' },
    ]
    const server = await serve(({ path }, response) =>
      path === '/v1/voices' ? send(response, { voices }) : inPieces(response, narrow),
    )
    const voice = voiceOf('elevenlabs', server.url)
    expect(hear(await soundOf(voice))).toBe(sentence)
    await soundOf(voice)
    const paths = server.requests.map(({ path }) => path)
    const speaking = '/v1/text-to-speech/x2/stream?output_format=pcm_8000'
    expect(paths).toEqual(['/v1/voices', speaking, speaking])
    expect(server.requests[1]!.headers['xi-api-key']).toBe('secret')
    expect(json(server.requests[1]!)).toMatchObject({
      text: sentence,
      language_code: 'en',
      voice_settings: { stability: 0.4, similarity_boost: 0.6, speed: 1.1 },
    })
  })

  it('of Cartesia, by its name', async () => {
    const server = await serve(({ path }, response) =>
      path === '/tts/bytes' ? inPieces(response, narrow) : send(response, { data: [{ id: 'c1', name: 'Rachel' }] }),
    )
    expect(hear(await soundOf(voiceOf('cartesia', server.url)))).toBe(sentence)
    expect(json(server.requests[1]!)).toMatchObject({
      transcript: sentence,
      voice: { mode: 'id', id: 'c1' },
      output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 8000 },
      generation_config: { speed: 1.1 },
    })
  })

  it('of Google', async () => {
    const server = await serve((_, response) => {
      for (let at = 0; at < broad.length; at += 20_000) {
        const data = broad.subarray(at, at + 20_000).toString('base64')
        response.write(
          `data: ${JSON.stringify({ candidates: [{ content: { parts: [{ inlineData: { data } }] } }] })}\r\n\r\n`,
        )
      }
      response.end()
    })
    expect(hear(await soundOf(voiceOf('google', server.url)))).toBe(sentence)
    expect(server.requests[0]!.headers['x-goog-api-key']).toBe('secret')
    expect(JSON.stringify(json(server.requests[0]!))).toContain('"voiceName":"Rachel"')
  })

  it('of Deepgram', async () => {
    const server = await serve((_, response) => inPieces(response, narrow))
    expect(hear(await soundOf(voiceOf('deepgram', server.url)))).toBe(sentence)
    expect(server.requests[0]!.path).toContain('/v1/speak?model=aura-2-thalia-en&encoding=linear16&sample_rate=8000')
  })

  it('of a server of the operator, by the name of its voice', async () => {
    const server = await serve((_, response) => inPieces(response, broad))
    expect(hear(await soundOf(voiceOf('openai-compatible', `${server.url}/v1/`)))).toBe(sentence)
    expect(server.requests[0]!.path).toBe('/v1/audio/speech')
    expect(json(server.requests[0]!)).toMatchObject({ voice: 'Rachel' })
  })
})

describe('a voice that does not work says why', () => {
  const failures: [string, Handler, string, boolean, typeof long?][] = [
    ['refuses the key', (_, r) => r.writeHead(401).end('{}'), 'openai refused the API key (401)', false],
    ['has no quota', (_, r) => r.writeHead(429).end(), 'openai has no quota left for now (429)', true],
    ['is broken', (_, r) => r.writeHead(500).end('oops'), 'openai answered with 500: oops', true],
    ['says nothing', (_, r) => r.end(), 'openai answered nothing', true],
    ['never answers', () => {}, 'openai did not answer for 0.4 s', true, short],
    [
      'stops in the middle',
      (_, r) => void r.write(broad.subarray(0, 4000)),
      'openai sent nothing more for 0.4 s',
      true,
      short,
    ],
    [
      'breaks the connection',
      (_, r) => {
        r.writeHead(200, { 'content-length': broad.length })
        r.write(broad.subarray(0, 4000), () => r.destroy())
      },
      'openai could not be reached: ',
      true,
    ],
    [
      'answers with something else',
      (_, r) => r.end('{"error":"this is no sound"}'),
      'openai answered with something that is no raw sound',
      false,
    ],
  ]
  it.each(failures)('when it %s', async (_, handler, message, isPassing, patience) => {
    const { url } = await serve(handler)
    await expect(soundOf(voiceOf('openai', url, patience))).rejects.toMatchObject({
      name: 'SpeechError',
      message: expect.stringContaining(message) as string,
      isPassing,
    })
  })

  it('when nobody is there', async () => {
    await expect(soundOf(voiceOf('openai', 'http://127.0.0.1:1'))).rejects.toThrow('openai could not be reached')
  })

  it('and ends at once when it is not wanted any more', async () => {
    const { url } = await serve(() => {})
    const abort = new AbortController()
    const spoken = soundOf(voiceOf('openai', url), abort.signal)
    abort.abort(new Error('the other side speaks'))
    await expect(spoken).rejects.toThrow('the other side speaks')
  })
})

const recognizerOf = (code: string, base_url: string) =>
  speechOf({ [code]: { api_key: 'secret', base_url } })({ sound: undefined }).recognizers[0]!

describe('what is said is understood', () => {
  it('by OpenAI, from a WAV file', async () => {
    const server = await serve((_, response) => send(response, { text: question }))
    const recognizer = recognizerOf('openai', server.url) as Recognizer
    const { signal } = new AbortController()
    expect(await recognizer.recognize(speak(question), ['en'], signal)).toBe(question)
    const { path, body } = server.requests[0]!
    expect(path).toBe('/audio/transcriptions')
    const wav = body.subarray(body.indexOf('RIFF'))
    expect(wav.readUInt32LE(24)).toBe(8000)
    const pcm = new Int16Array(
      wav
        .subarray(44, 44 + wav.readUInt32LE(40))
        .buffer.slice(wav.byteOffset + 44, wav.byteOffset + 44 + wav.readUInt32LE(40)),
    )
    expect(hear(pcm)).toBe(question)
    expect(body.toString('latin1')).toContain('name="language"\r\n\r\nen')
  })

  it('not by a server that answers with something else, which is said', async () => {
    const { signal } = new AbortController()
    const server = await serve((_, response) => response.end('<html>'))
    const recognizer = recognizerOf('openai-compatible', server.url) as Recognizer
    await expect(recognizer.recognize(speak(question), ['en'], signal)).rejects.toThrow(
      'openai-compatible answered with something that cannot be read',
    )
    const other = await serve((_, response) => send(response, { words: 1 }))
    await expect(
      (recognizerOf('openai', other.url) as Recognizer).recognize(speak(question), ['en'], signal),
    ).rejects.toThrow('openai answered without a text')
  })

  /** Deepgram's stream, which hears by ear and answers when it is asked to. */
  function deepgram(onFinalize: (socket: WebSocket, text: string) => void) {
    return (socket: WebSocket) => {
      let sound: Buffer[] = []
      socket.on('message', (data: Buffer, isBinary) => {
        if (isBinary) return void sound.push(data)
        if (JSON.parse(data.toString()).type !== 'Finalize') return
        const bytes = Buffer.concat(sound)
        sound = []
        onFinalize(socket, hear(new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))))
      })
    }
  }
  const results = (transcript: string, is_final: boolean) =>
    JSON.stringify({ type: 'Results', is_final, channel: { alternatives: [{ transcript }] } })

  it('by Deepgram while it is said', async () => {
    const server = await serve(
      () => {},
      deepgram((socket, text) => {
        socket.send(JSON.stringify({ type: 'SpeechStarted' }))
        socket.send(results('I would', false))
        socket.send(results(text, true))
      }),
    )
    const heard: string[] = []
    const abort = new AbortController()
    const hearing = (recognizerOf('deepgram', server.url) as Listener).listen(
      ['en'],
      { heard: (text, isFinal) => void heard.push(`${isFinal} ${text}`), failed: why => void heard.push(why.message) },
      abort.signal,
    )
    hearing.write(speak(question))
    await until(() => server.requests.length > 0)
    await new Promise(resolve => setTimeout(resolve, 50))
    hearing.flush()
    await until(() => heard.length >= 2)
    expect(heard).toEqual(['false I would', `true ${question}`])
    expect(server.requests[0]!.headers.authorization).toBe('Token secret')
    expect(server.requests[0]!.path).toContain('encoding=linear16&sample_rate=8000')
    abort.abort()
  })

  it.each([
    ['refuses the key', 401],
    ['is broken', 500],
  ])('not by a Deepgram that %s, which is said once', async (_, status) => {
    const server = createServer()
    server.on('upgrade', (_request, socket) => socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => new Promise(resolve => server.close(resolve)))
    const failed: string[] = []
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    ;(recognizerOf('deepgram', url) as Listener).listen(
      ['en'],
      { heard: () => {}, failed: why => void failed.push(why.message) },
      new AbortController().signal,
    )
    await until(() => failed.length > 0)
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(failed).toEqual([expect.stringMatching(/^deepgram (refused|could not)/)])
  })

  it('in a call by the next provider, when Deepgram ends in the middle of a sentence; nothing is lost', async () => {
    let connections = 0
    const streams = await serve(
      () => {},
      socket => {
        connections++
        let length = 0
        // It hears half a second and goes away.
        socket.on('message', (data: Buffer) => (length += data.length) > 8000 && socket.close(1011, 'restarting'))
      },
    )
    const files = await serve(({ body }, response) => {
      const wav = body.subarray(body.indexOf('RIFF'))
      const from = wav.byteOffset + 44
      send(response, { text: hear(new Int16Array(wav.buffer.slice(from, from + wav.readUInt32LE(40)))) })
    })
    const { recognizers } = speechOf({
      deepgram: { api_key: 'secret', base_url: streams.url },
      openai: { api_key: 'secret', base_url: files.url },
    })({ sound: undefined })
    const desk = createDesk()
    closing.push(() => desk.stop())
    const call = desk.ring({ recognizers, model: says('Certainly.'), brief: { waitForCustomer: true } }).answer()
    call.caller.says(question)
    await until(() => call.said().some(text => text.startsWith('human')))
    expect(call.said()[0]).toBe(`human: ${question}`)
    expect(call.warnings()).toContain(
      'deepgram could not understand: deepgram closed the stream (1011, restarting); openai is asked instead.',
    )
    expect(connections).toBe(1)
  })

  it('by nobody: the call ends, and says why', async () => {
    const files = await serve((_, response) => response.writeHead(401).end())
    const { recognizers } = speechOf({ openai: { api_key: 'secret', base_url: files.url } })({ sound: undefined })
    const desk = createDesk()
    closing.push(() => desk.stop())
    const call = desk.ring({ recognizers, brief: { waitForCustomer: true } }).answer()
    call.caller.says(question)
    await call.ends()
    expect(call.finished()).toBe('engine_failed')
    expect(call.warnings().at(-1)).toBe('Nothing is understood: openai refused the API key (401).')
  })
})

it('another voice goes on when one fails in the middle of a call, and the call tells so', async () => {
  let asked = 0
  const server = await serve((_, response) => {
    if (++asked === 1) inPieces(response, bytesOf(wide('Hello from the dentist.')))
    else response.writeHead(503).end()
  })
  const { voices } = speechOf({ openai: { api_key: 'secret', base_url: server.url } })({ sound: undefined })
  expect(voices.map(({ code }) => code)).toEqual(['openai', 'flite'])
  const desk = createDesk()
  closing.push(() => desk.stop())
  const call = desk
    .ring({ voices, knows: [question], model: says(sentence), sound: { synthesizer: 'openai' } })
    .answer()
  await call.saidSoFar(1)
  call.caller.says(question)
  await call.saidSoFar(3)
  expect(call.caller.understood([sentence, question, 'Hello from the dentist.'])).toEqual([
    'Hello from the dentist.',
    sentence,
  ])
  expect(call.warnings()).toEqual(['The voice openai failed: openai answered with 503; flite speaks instead.'])
})

it('a call without a voice that works ends, and says why after it has begun', async () => {
  const server = await serve((_, response) => response.writeHead(401).end())
  const [openai] = speechOf({ openai: { api_key: 'secret', base_url: server.url } })({ sound: undefined }).voices
  const desk = createDesk()
  closing.push(() => desk.stop())
  const call = desk.ring({ voices: [openai!], knows: [question], sound: { synthesizer: 'openai' } })
  await until(() => server.requests.length > 0)
  expect(call.reports()).toEqual([])
  call.answer()
  await call.ends()
  expect(call.reports()[0]).toMatchObject({ type: 'began' })
  expect(call.warnings()).toEqual([
    'The voice openai failed: openai refused the API key (401).',
    'Nothing can be said: openai refused the API key (401).',
  ])
  expect(call.finished()).toBe('engine_failed')
})

it('the provider of the assistant is asked first, those without credentials not at all, and the built-in voice last', () => {
  const key = { api_key: 'secret' }
  const speech = speechOf({ openai: key, cartesia: key, deepgram: key, 'openai-compatible': key })
  const of = (synthesizer: string | null, transcriber: string | null) => {
    const { voices, recognizers } = speech({ sound: { synthesizer, transcriber } as never })
    return [voices.map(({ code }) => code), recognizers.map(({ code }) => code)]
  }
  expect(of('openai', 'openai')).toEqual([
    ['openai', 'cartesia', 'deepgram', 'flite'],
    ['openai', 'deepgram'],
  ])
  expect(of('flite', null)).toEqual([
    ['flite', 'cartesia', 'openai', 'deepgram'],
    ['deepgram', 'openai'],
  ])
  expect(speechOf({})({ sound: undefined })).toMatchObject({ voices: [{ code: 'flite' }], recognizers: [] })
  // A server of the operator may have models and no voices: it speaks where the assistant asks for it, and always listens.
  const own = speechOf({ 'openai-compatible': { base_url: 'http://127.0.0.1:1/v1' } })({ sound })
  expect([own.voices.map(({ code }) => code), own.recognizers.map(({ code }) => code)]).toEqual([
    ['flite'],
    ['openai-compatible'],
  ])
})
