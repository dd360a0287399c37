import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createRecorder, type Recorder } from '../../../src/main/carriers/simulated/recorder'
import * as progress from '../../../src/main/core/calls/progress'
import { FileTape } from '../../../src/main/voice-host/media/tape'
import { call } from '../../support/call'
import { gate } from '../../support/gate'
import { startReceiver } from '../../support/receiver'
import { recordingFiles } from '../../support/recorded-call'
import { callsOf } from '../../support/running'
import { given, MINUTE, SECOND, startWorld, type WorldOptions } from '../../support/world'

/** The two channels of a recording, as loudness from 0 to 1. */
async function channelsOf(url: string) {
  const wav = Buffer.from(await (await fetch(url)).arrayBuffer())
  const loudness = (byte: number) => ((((~byte & 0x0f) << 3) + 132) * 2 ** ((~byte & 0x70) >> 4) - 132) / 32124
  const channel = (side: number) =>
    Float64Array.from({ length: (wav.length - 58) / 2 }, (_, i) => loudness(wav[58 + 2 * i + side]!))
  return { wav, human: channel(0), bot: channel(1) }
}

/** The loudest sample of a part of a channel, from and to in seconds. */
const peak = (channel: Float64Array, from: number, to: number) =>
  Math.max(0, ...channel.subarray(Math.round(from * 8000), Math.round(to * 8000)))

/** A recorder whose recordings are made when the test opens the gate. */
function heldRecorder() {
  const real = createRecorder()
  const { opened, open } = gate()
  const made = gate()
  const recorder: Recorder = {
    async make(recording, realMs) {
      await opened
      await real.make(recording, realMs)
      made.open()
    },
    stop: () => real.stop(),
  }
  return {
    recorder,
    async finish() {
      open()
      await made.opened
    },
  }
}

/** A call whose recording is still being made when it has ended. */
async function unfinished(assistant: object = {}, options: WorldOptions = {}) {
  const held = heldRecorder()
  const world = await startWorld({ recorder: held.recorder, ...options })
  const assistant_id = await given.assistant(world, { record: true, ...assistant })
  const made = await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })
  const id = made.body.call_id as number
  const read = async () => (await world.get(`/user/calls/${id}`)).body
  while ((await read()).status !== 'ended') await world.advance(SECOND)
  return {
    world,
    held,
    id,
    read,
    assistant: assistant_id,
    leg: world.db.prepare('SELECT leg_id FROM calls').pluck().get() as string,
  }
}

describe('a recording', () => {
  it('a recording is a stereo WAV as long as the call, and its link serves byte ranges', async () => {
    const { call: body } = await call('24', { record: true })
    const url = body.recording_url as string
    const { wav } = await channelsOf(url)
    expect([wav.toString('latin1', 0, 4), wav.toString('latin1', 8, 16)]).toEqual(['RIFF', 'WAVEfmt '])
    const [format, channels, rate] = [wav.readUInt16LE(20), wav.readUInt16LE(22), wav.readUInt32LE(24)]
    expect([format, channels, rate]).toEqual([7, 2, 8000])
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8)
    const seconds = wav.readUInt32LE(54) / 16000
    expect(Math.ceil(seconds)).toBe(body.duration)
    const part = await fetch(url, { headers: { range: 'bytes=0-3' } })
    expect([part.status, await part.text()]).toEqual([206, 'RIFF'])
  })

  it('each sentence is spoken at its time, on the side of who says it', async () => {
    const { call: body } = await call('24', { record: true })
    const channels = await channelsOf(body.recording_url as string)
    const answered = Date.parse(body.answered_at as string) / 1000
    const said = body.transcript.filter(item => item.type === 'transcript')
    expect(said.length).toBeGreaterThan(4)
    for (const { sender, timestamp, end_timestamp, text } of said) {
      const [from, to] = [timestamp - answered, end_timestamp! - answered]
      const other = sender === 'bot' ? 'human' : 'bot'
      expect([peak(channels[sender as 'bot'], from, to) > 0.1, peak(channels[other], from, to)], text).toEqual([
        true,
        0,
      ])
    }
    // Between two sentences, nobody speaks.
    said.slice(1).forEach((item, i) => {
      const [from, to] = [said[i]!.end_timestamp! - answered, item.timestamp - answered]
      expect(Math.max(peak(channels.human, from, to), peak(channels.bot, from, to))).toBe(0)
    })
  })

  it('the sound is speech: it follows the words, and the two sides have different voices', async () => {
    const greeting = { initial_message: 'Hello?', record: true }
    const { call: body } = await call('24', greeting)
    const channels = await channelsOf(body.recording_url as string)
    const answered = Date.parse(body.answered_at as string) / 1000
    const soundOf = ({ sender, timestamp }: { sender: string; timestamp: number }, seconds: number) => {
      const from = Math.round((timestamp - answered) * 8000)
      return channels[sender as 'bot'].subarray(from, from + seconds * 8000)
    }
    const [theirs, ours, ...others] = body.transcript.filter(item => item.type === 'transcript')
    expect([theirs!.text, ours!.text]).toEqual(['Hello?', 'Hello?'])
    expect(soundOf(theirs!, 0.8)).not.toEqual(soundOf(ours!, 0.8))
    // The same words of one side sound the same, other words do not.
    const first = others.map(item => ({ key: `${item.sender} ${item.text}`, sound: String(soundOf(item, 0.5)) }))
    for (const a of first)
      for (const b of first) expect(a.sound === b.sound, `${a.key} / ${b.key}`).toBe(a.key === b.key)
  })

  it('a sentence that is interrupted is cut where it broke off', async () => {
    const initial_message = 'Good morning, this is a rather long greeting that nobody will ever hear to its end.'
    const { call: body } = await call('05', { record: true, initial_message })
    const { bot } = await channelsOf(body.recording_url as string)
    const answered = Date.parse(body.answered_at as string) / 1000
    const cut = body.transcript.find(item => item.interrupted)!
    const [from, to] = [cut.timestamp - answered, cut.end_timestamp! - answered]
    expect(peak(bot, from, to)).toBeGreaterThan(0)
    expect(peak(bot, to, bot.length / 8000)).toBe(0)
  })

  it('words in another script are read too', async () => {
    const { call: body } = await call('08', {
      record: true,
      initial_message: 'Добрый день! 日本語です。',
      max_silence_duration: 10,
    })
    const { bot } = await channelsOf(body.recording_url as string)
    expect(Math.max(...bot)).toBeGreaterThan(0.1)
  })

  it('a call is recorded only when the assistant records', async () => {
    const { world, call: body } = await call('24')
    expect(body.recording_url).toBeNull()
    expect(existsSync(join(world.dir, 'recordings'))).toBe(true)
    expect(readFileSync(join(world.dir, 'callwright.db')).length).toBeGreaterThan(0)
  })
})

describe('a recording that is still being made when its call ends', () => {
  it('the line is free at once, and the call becomes final with its recording, which its webhook has', async () => {
    const receiver = await startReceiver()
    const { world, held, read, assistant } = await unfinished({ is_webhook_active: true, webhook_url: receiver.url })
    await world.put('/user/settings', { max_calls_in_parallel: 1 })
    const next = await world.post('/user/make_call', { assistant_id: assistant, phone_number: given.number('02') })
    await world.advance(5 * SECOND)
    expect((await world.get(`/user/calls/${next.body.call_id}`)).body.status).toBe('ringing')
    expect(await read()).toMatchObject({ status: 'ended', recording_url: null })
    await held.finish()
    await world.advance(SECOND)
    expect(await read()).toMatchObject({ status: 'completed', warnings: [], recording_url: expect.any(String) })
    await expect.poll(() => receiver.received.length).toBe(1)
    const { recording_url } = JSON.parse(receiver.received[0]!.body)
    expect((await fetch(recording_url)).status).toBe(200)
  })

  it('the call waits a minute for it, and takes it later all the same', async () => {
    const { world, held, read } = await unfinished()
    await world.advance(MINUTE)
    const warnings = ['The call was not recorded: its recording took too long.']
    expect(await read()).toMatchObject({ status: 'completed', recording_url: null, warnings })
    await held.finish()
    await world.advance(SECOND)
    const { recording_url } = await read()
    expect((await fetch(recording_url)).status).toBe(200)
  })

  it('a call that cannot be recorded says why', async () => {
    const recorder: Recorder = { make: () => Promise.reject(new Error('no space left')), stop: async () => {} }
    const world = await startWorld({ recorder })
    const assistant_id = await given.assistant(world, { record: true })
    const made = await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })
    await world.advance(5 * MINUTE)
    const read = async () => (await world.get(`/user/calls/${made.body.call_id}`)).body
    expect(await read()).toMatchObject({
      status: 'completed',
      recording_url: null,
      warnings: ['The call was not recorded: no space left.'],
    })
    expect(world.log.warnings.map(({ text }) => text)).toContain('a call was not recorded')
  })

  it('after a crash a call has the recording that was complete, and says when there is none', async () => {
    const { world, read, leg } = await unfinished()
    // Killed before the report of the recording was stored.
    writeFileSync(join(world.dir, 'recordings', `${leg}.wav`), 'RIFF')
    await world.restart()
    await world.advance(SECOND)
    expect(await read()).toMatchObject({ status: 'completed', warnings: [], recording_url: expect.any(String) })
    const other = await unfinished()
    await other.world.restart()
    await other.world.advance(SECOND)
    expect(await other.read()).toMatchObject({
      status: 'completed',
      recording_url: null,
      warnings: ['The call was not recorded: the service stopped before its recording was complete.'],
    })
  })

  it('a recording of a call that was deleted meanwhile is deleted', async () => {
    const { world, held, id } = await unfinished()
    await world.advance(MINUTE)
    expect((await world.delete(`/user/calls/${id}`)).status).toBe(200)
    await held.finish()
    await world.advance(SECOND)
    expect(recordingFiles(world)).toEqual([])
  })
})

it('a recording that the carrier reports after the call was cut off is kept', async () => {
  const world = await startWorld()
  const assistant_id = await given.assistant(world, { record: true })
  await world.post('/user/make_call', { assistant_id, phone_number: given.number('13') })
  await world.advance(20 * MINUTE)
  expect(await callsOf(world)).toMatchObject([{ status: 'failed', recording_url: null }])
  const leg_id = world.db.prepare('SELECT leg_id FROM calls').pluck().get() as string
  writeFileSync(join(world.dir, 'recordings', `${leg_id}.wav`), 'RIFF')
  progress.recorded(world.service.context, leg_id, null)
  const [found] = await callsOf(world)
  expect(await (await fetch(found.recording_url)).text()).toBe('RIFF')
})

it('at the next start, files that belong to no call are deleted, and nothing else', async () => {
  const { world, call: body } = await call('24', { record: true })
  const [mine] = recordingFiles(world)
  const left = [
    '11111111-1111-4111-8111-111111111111.wav',
    '22222222-2222-4222-8222-222222222222.wav.part',
    '33333333-3333-4333-8333-333333333333.mp3',
    '44444444-4444-4444-8444-444444444444.mp3.part',
  ]
  for (const name of [...left, 'notes.txt']) writeFileSync(join(world.dir, 'recordings', name), 'x')
  await world.restart()
  await expect.poll(() => recordingFiles(world).sort()).toEqual([mine, 'notes.txt'].sort())
  expect((await fetch((await world.get(`/user/calls/${body.id}`)).body.recording_url)).status).toBe(200)
})

it('a call that a crash cut off has what was recorded until then, in its waveform and as MP3', async () => {
  const world = await startWorld()
  const assistant_id = await given.assistant(world, { record: true })
  const { body } = await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })
  await world.advance(20 * SECOND)
  const legId = world.db.prepare('SELECT leg_id FROM calls').pluck().get() as string
  const tape = await FileTape.open(join(world.dir, 'recordings', `${legId}.wav`), () => {})
  for (let frame = 0; frame < 150; frame++) tape.push(new Int16Array(160).fill(8000), new Int16Array(160))
  await tape.close()
  await world.restart()
  const read = async () => (await world.get(`/user/calls/${body.call_id}`)).body
  await expect.poll(async () => (await read()).recording_url).toMatch(/\.mp3\?/)
  expect(await read()).toMatchObject({ status: 'failed', end_reason: 'interrupted' })
  expect(recordingFiles(world)).toEqual([`${legId}.mp3`])
  const link = (await read()).recording_url as string
  const part = await fetch(link, { headers: { range: 'bytes=0-2' } })
  expect([part.status, part.headers.get('content-type'), await part.text()]).toEqual([206, 'audio/mpeg', 'ID3'])
  const waveform = (await world.get(`/user/calls/${body.call_id}/waveform?points=10`)).body
  expect(waveform).toMatchObject({ duration_ms: 3000, assistant: Array(10).fill(0) })
  expect(Math.min(...waveform.customer)).toBeGreaterThan(0.2)
  // It goes with its call.
  await world.delete(`/user/calls/${body.call_id}`)
  expect(recordingFiles(world)).toEqual([])
})

describe('the recorder', () => {
  it('a recording that fails does not disturb the next one', async () => {
    const world = await startWorld()
    const recorder = createRecorder()
    const utterances = [{ side: 'bot' as const, text: 'Hello.', from: 0, to: 700, wholeMs: 700 }]
    const make = (folder: string) =>
      recorder.make({ file: join(world.dir, folder, 'a.wav'), durationMs: 1000, utterances }, 1000)
    await expect(make('nowhere')).rejects.toThrow(/ENOENT/)
    await make('recordings')
    expect(recordingFiles(world)).toEqual(['a.wav'])
    await recorder.stop()
  })

  it('fast simulated calls are recorded until their sound is hours ahead of real calls; real time has no limit', async () => {
    const world = await startWorld()
    const recorder = createRecorder()
    const make = (minutes: number, realMinutes: number) =>
      recorder.make(
        { file: join(world.dir, 'recordings', 'a.wav'), durationMs: minutes * MINUTE, utterances: [] },
        realMinutes * MINUTE,
      )
    const refusal = 'simulated calls are faster than recordings can be made'
    await expect(make(241, 0)).rejects.toThrow(refusal)
    for (let i = 0; i < 12; i++) await make(20, 0)
    await expect(make(1, 0)).rejects.toThrow(refusal)
    await make(30, 30)
    await recorder.stop()
  }, 60_000)
})
