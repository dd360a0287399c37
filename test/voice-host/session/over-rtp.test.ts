import { expect, it, onTestFinished } from 'vitest'
import type { EngineReport } from '../../../src/main/ports/engine'
import { wallClock } from '../../../src/main/system/clocks'
import { createMedia } from '../../../src/main/voice-host/media/create-media'
import type { SoundEvent } from '../../../src/main/voice-host/media/media'
import { createSessions, type Sessions } from '../../../src/main/voice-host/session/sessions'
import { createFlite } from '../../../src/main/voice-host/session/speech/flite'
import { createHearing, speak, utterancesIn } from '../../support/hearing'
import { agreed, here } from '../media/support'
import { brief, recognizerOf, says, sound } from './desk'
import { until } from './line'

const question = 'I would like to book a table for two.'
const answer = 'Your table is booked.'
const long = 'Hello, this is the practice of the dentist in the old town, and my name is Nova.'

it('a caller over RTP is greeted, interrupts, is understood and hears the answer', async () => {
  const flite = createFlite()
  const reports: EngineReport[] = []
  const frames: Int16Array[] = []
  let sessions: Sessions | undefined
  const onLost = (reason: string) => expect.unreachable(reason)
  const near = createMedia({ report: event => sessions?.sounds(event), onLost })
  const far = createMedia({
    report: (event: SoundEvent) => void (event.type === 'frame' && frames.push(event.pcm)),
    onLost,
  })
  sessions = createSessions({
    media: near,
    modelFor: () => says(answer),
    speechFor: () => ({ voices: [flite], recognizers: [recognizerOf([question, long])] }),
    clock: wallClock,
    random: () => 0,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  })
  onTestFinished(async () => {
    await sessions.stop()
    await Promise.all([near.stop(), far.stop(), flite.stop()])
  })
  sessions.start(report => reports.push(report))
  const at = { address: here, ports: [0, 0] as const }
  const [nearPort, farPort] = await Promise.all([near.open('a', at), far.open('b', at)])
  near.connect('a', agreed(farPort))
  far.connect('b', agreed(nearPort))
  far.listen('b', true)
  const given = { ...brief, greeting: long, sound: { ...sound, noiseCancellation: true } }
  sessions.send({ type: 'prepare', legId: 'a', brief: given })
  sessions.send({ type: 'converse', legId: 'a', brief: given })

  const isLoud = (pcm: Int16Array) => pcm.some(sample => Math.abs(sample) > 2000)
  await until(() => frames.filter(isLoud).length > 40)
  far.play('b', speak(question))
  const items = () => reports.flatMap(report => (report.type === 'said' ? [report.item] : []))
  await until(
    () => items().length >= 3,
    () => JSON.stringify(reports),
  )
  const [greeting, heard, said] = items()
  expect(greeting).toMatchObject({ interrupted: true })
  expect(long.startsWith(greeting!.text) && greeting!.text.length < long.length).toBe(true)
  expect([heard!.text, said!.text]).toEqual([question, answer])
  const all = Int16Array.from(frames.flatMap(pcm => [...pcm]))
  expect(createHearing([answer, question, long])(utterancesIn(all).at(-1)!.sound)).toBe(answer)
})
