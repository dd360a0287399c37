import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { call } from '../../support/call'

describe('a recording', () => {
  it('a recording is a stereo WAV as long as the call, and its link serves byte ranges', async () => {
    const { world, call: body } = await call('24', { record: true })
    const url = body.recording_url as string
    const whole = Buffer.from(await (await fetch(url)).arrayBuffer())
    expect([whole.toString('latin1', 0, 4), whole.toString('latin1', 8, 16)]).toEqual(['RIFF', 'WAVEfmt '])
    const [format, channels, rate] = [whole.readUInt16LE(20), whole.readUInt16LE(22), whole.readUInt32LE(24)]
    expect([format, channels, rate]).toEqual([7, 2, 8000])
    expect(whole.readUInt32LE(4)).toBe(whole.length - 8)
    const seconds = whole.readUInt32LE(54) / 16000
    expect(Math.ceil(seconds)).toBe(body.duration)
    // Where the transcript has the assistant speaking, its channel sounds and the other is silent.
    const item = body.transcript.find(({ sender }) => sender === 'bot')!
    const first = body.transcript[0]!.timestamp
    const answered = world.db.prepare('SELECT answered_at FROM calls').pluck().get() as number
    const frame = 58 + 2 * Math.floor(((item.timestamp + item.end_timestamp!) / 2 - answered / 1000) * 8000)
    const around = [...whole.subarray(frame - 400, frame + 400)]
    const loud = (side: number) => around.some((byte, i) => (i + frame) % 2 === side && byte !== 0xff && byte !== 0x7f)
    expect(first).toBeGreaterThan(answered / 1000)
    expect([loud(0), loud(1)]).toEqual([false, true])
    const part = await fetch(url, { headers: { range: 'bytes=0-3' } })
    expect([part.status, await part.text()]).toEqual([206, 'RIFF'])
  })

  it('a call is recorded only when the assistant records', async () => {
    const { world, call: body } = await call('24')
    expect(body.recording_url).toBeNull()
    expect(existsSync(join(world.dir, 'recordings'))).toBe(true)
    expect(readFileSync(join(world.dir, 'callwright.db')).length).toBeGreaterThan(0)
  })
})
