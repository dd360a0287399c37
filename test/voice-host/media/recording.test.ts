import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { MPEGDecoder } from 'mpg123-decoder'
import { describe, expect, it } from 'vitest'
import { waveformOf } from '../../../src/main/store/waveform'
import { mendRecording } from '../../../src/main/voice-host/media/encoder'
import { FRAME } from '../../../src/main/voice-host/media/g711'
import { FileTape } from '../../../src/main/voice-host/media/tape'
import { emptyFolder } from '../../support/folder'
import { amplitude, loud, startMedia, tone, twoEnds } from './support'

const silence = new Int16Array(FRAME)
const source = (name: string) => new URL(`../../../src/main/voice-host/media/${name}`, import.meta.url)

/** What an MP3 file sounds like: both sides, 16 bits at 8 kHz. */
async function decoded(file: string) {
  const decoder = new MPEGDecoder()
  await decoder.ready
  try {
    const { channelData, sampleRate } = decoder.decode(readFileSync(file))
    const [other, ours] = channelData.map(side => Int16Array.from(side, sample => sample * 0x8000))
    return { other: other!, ours: ours!, sampleRate }
  } finally {
    decoder.free()
  }
}

/** Where a side is loud, from and to, ms. */
function stretches(pcm: Int16Array) {
  const found: [from: number, to: number][] = []
  for (let ms = 0; ms * 8 < pcm.length; ms += 5) {
    if (!pcm.subarray(ms * 8, ms * 8 + 40).some(sample => Math.abs(sample) > 2000)) continue
    const last = found.at(-1)
    if (last && last[1] === ms) last[1] = ms + 5
    else found.push([ms, ms + 5])
  }
  return found
}

/** Writes a recording without a call: 20 ms of each side for each frame. */
async function record(file: string, frames: number, sides: (frame: number) => [other: Int16Array, ours: Int16Array]) {
  const failures: string[] = []
  const tape = await FileTape.open(file, why => failures.push(why))
  for (let frame = 0; frame < frames; frame++) tape.push(...sides(frame))
  return { isWhole: await tape.close(), failures }
}

describe('a recording', () => {
  it('has what was heard on the left and what was sent on the right, and its waveform', async () => {
    const folder = emptyFolder()
    const { a, b } = await twoEnds()
    await a.media.record('a', join(folder, 'call.wav'))
    expect(readdirSync(folder)).toEqual(['call.wav.part'])
    const parts = [tone(850, 300), new Int16Array(1600), tone(850, 300)]
    a.media.play('a', Int16Array.from(parts.flatMap(part => [...part])), 'end')
    b.media.play('b', tone(450, 400))
    await Promise.all([a.hearing('a', 380), a.until(() => a.marks('a').includes('end'))])
    expect((await a.media.close('a')).recorded).toBe(true)
    expect(readdirSync(folder)).toEqual(['call.mp3'])
    const file = join(folder, 'call.mp3')
    const { other, ours, sampleRate } = await decoded(file)
    expect(sampleRate).toBe(8000)
    // What was sent stands in the recording as it was sent: 500 ms lie between the beginnings.
    const [first, second] = stretches(ours)
    expect(stretches(ours).length).toBe(2)
    expect(Math.abs(second![0] - first![0] - 500)).toBeLessThanOrEqual(10)
    const [from] = stretches(other)[0]!
    expect(amplitude(other.slice((from + 50) * 8, (from + 250) * 8), 450)).toBeGreaterThan(7000)
    expect([amplitude(ours, 450) < 300, amplitude(other, 850) < 300]).toEqual([true, true])
    const waveform = (await waveformOf(file, 200))!
    expect(Math.abs(waveform.durationMs - other.length / 8)).toBeLessThan(1)
    expect([Math.max(...waveform.left) > 0.25, Math.max(...waveform.right) > 0.25]).toEqual([true, true])
  })

  it('sounds at the moment at which it was heard, in stereo, at a tenth of the size', async () => {
    const folder = emptyFolder()
    // 50 seconds: the other side speaks for a second every ten, we five seconds later.
    const second = (frame: number) => Math.floor(frame / 50)
    const voice = (hz: number, frame: number) =>
      tone(hz, 1000).subarray((frame % 50) * FRAME, ((frame % 50) + 1) * FRAME)
    const { isWhole } = await record(join(folder, 'call.wav'), 2500, frame => [
      second(frame) % 10 === 0 ? voice(450, frame) : silence,
      second(frame) % 10 === 5 ? voice(850, frame) : silence,
    ])
    expect(isWhole).toBe(true)
    expect(await mendRecording(join(folder, 'call.wav'))).toBe(true)
    const { other, ours } = await decoded(join(folder, 'call.mp3'))
    expect(Math.abs(other.length - 50 * 8000)).toBeLessThanOrEqual(1)
    const near = (found: [number, number][], from: number) =>
      found.map(([at, to], i) => [Math.abs(at - from - i * 10_000) <= 15, Math.abs(to - at - 1000) <= 40])
    expect(near(stretches(other), 0)).toEqual(Array(5).fill([true, true]))
    expect(near(stretches(ours), 5000)).toEqual(Array(5).fill([true, true]))
    const { size } = statSync(join(folder, 'call.mp3'))
    expect(size / (50 * 8000 * 4)).toBeLessThan(0.11)
    // The waveform shows the same, as a picture of 50 points.
    const { left, right, durationMs } = (await waveformOf(join(folder, 'call.mp3'), 50))!
    expect(durationMs).toBe(50_000)
    expect(left.map(peak => peak > 0.2)).toEqual(Array.from({ length: 50 }, (_, i) => i % 10 === 0))
    expect(right.map(peak => peak > 0.2)).toEqual(Array.from({ length: 50 }, (_, i) => i % 10 === 5))
  })

  it('that is dropped leaves nothing, and the leg can be recorded again', async () => {
    const folder = emptyFolder()
    const { a } = await twoEnds()
    await a.media.record('a', join(folder, 'one.wav'))
    await expect(a.media.record('a', join(folder, 'two.wav'))).rejects.toThrow('the leg a is recorded already')
    a.media.play('a', tone(440, 200), 'end')
    await a.until(() => a.marks('a').length > 0)
    await a.media.dropRecording('a')
    expect(readdirSync(folder)).toEqual([])
    await a.media.record('a', join(folder, 'three.wav'))
    await a.media.dropRecording('a')
    expect((await a.media.close('a')).recorded).toBe(false)
    expect(readdirSync(folder)).toEqual([])
  })

  it('that cannot be begun is refused with the reason', async () => {
    const { a } = await twoEnds()
    await expect(a.media.record('a', join(emptyFolder(), 'nowhere', 'a.wav'))).rejects.toThrow('ENOENT')
    await expect(a.media.record('a', '/tmp/a.txt')).rejects.toThrow('the path of a recording ends in .wav')
  })

  it('for which the disk has no room is given up with the reason, and the call goes on', async () => {
    const folder = emptyFolder()
    symlinkSync('/dev/full', join(folder, 'a.wav.part'))
    const { a, b } = await twoEnds()
    await a.media.record('a', join(folder, 'a.wav'))
    const failed = await a.until(() => a.events.find(event => event.type === 'recording_failed'))
    expect(failed).toMatchObject({ legId: 'a', why: expect.stringContaining('ENOSPC') })
    a.media.play('a', tone(440, 500))
    expect(amplitude(await b.hearing('b', 300), 440)).toBeGreaterThan(6000)
    expect((await a.media.close('a')).recorded).toBe(false)
    expect(readdirSync(folder)).toEqual([])
  })

  it('is completed when all sound is stopped, and when its thread was lost', async () => {
    const folder = emptyFolder()
    let thread: Worker | undefined
    const a = startMedia({ startThread: options => (thread = new Worker(source('worker.ts'), options)) })
    const b = startMedia()
    for (const [sound, name] of [
      [a, 'a'],
      [b, 'b'],
    ] as const) {
      await sound.open('x')
      await sound.media.record('x', join(folder, `${name}.wav`))
    }
    // A second is written at once; what a lost thread had not written yet is lost.
    await expect.poll(() => statSync(join(folder, 'a.wav.part')).size).toBeGreaterThan(16_000)
    await thread!.terminate()
    await a.until(() => a.lost.length > 0)
    expect((await a.media.close('x')).recorded).toBe(true)
    await b.media.stop()
    expect(readdirSync(folder).sort()).toEqual(['a.mp3', 'b.mp3'])
  })

  it('of a killed process is mended up to its last second, once and for all', async () => {
    const folder = emptyFolder()
    const file = join(folder, 'call.wav')
    const program = `
      import { FileTape } from ${JSON.stringify(source('tape.ts').href)}
      const tape = await FileTape.open(${JSON.stringify(file)}, () => {})
      const pcm = new Int16Array(160).fill(8000)
      for (let frame = 0; frame < 270; frame++) tape.push(pcm, pcm)
      setTimeout(() => console.log('written'), 300)
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, [
      '--disable-warning=ExperimentalWarning',
      '--input-type=module',
      '-e',
      program,
    ])
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(readdirSync(folder)).toEqual(['call.wav.part'])
    expect(await mendRecording(file)).toBe(true)
    expect(readdirSync(folder)).toEqual(['call.mp3'])
    expect((await waveformOf(join(folder, 'call.mp3'), 10))!.durationMs).toBe(5000)
    expect(await mendRecording(file)).toBe(true)
    expect(await mendRecording(join(folder, 'other.wav'))).toBe(false)
  })

  it('that is cut off anywhere is mended, and deleted where it has no sound', async () => {
    const folder = emptyFolder()
    const file = join(folder, 'call.wav')
    await record(file, 60, () => [tone(450, 20), silence])
    const whole = readFileSync(`${file}.part`)
    for (const [size, isMended] of [
      [0, false],
      [57, false],
      [58, false],
      [59, false],
      [60, true],
      [5001, true],
    ] as const) {
      const cut = join(folder, `${size}.wav`)
      writeFileSync(`${cut}.part`, whole.subarray(0, size))
      expect(await mendRecording(cut)).toBe(isMended)
      expect([existsSync(`${cut}.part`), existsSync(join(folder, `${size}.mp3`))]).toEqual([false, isMended])
    }
  })

  it('is written while the call is heard, without a break in its sound', async () => {
    const folder = emptyFolder()
    const { a, b } = await twoEnds()
    await b.media.record('b', join(folder, 'b.wav'))
    a.media.play('a', tone(440, 60_000))
    await b.until(() => loud(b.frames('b')).length > 70)
    expect(statSync(join(folder, 'b.wav.part')).size).toBeGreaterThan(16_000)
    expect(readFileSync(join(folder, 'b.wav.part')).toString('latin1', 0, 4)).toBe('RIFF')
  })
})
