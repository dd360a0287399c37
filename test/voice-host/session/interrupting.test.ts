import { afterAll, beforeAll, describe, it } from 'vitest'
import { speak, utterancesIn } from '../../support/hearing'
import { createDesk, modelOf } from './desk'
import { until } from './line'

let desk: ReturnType<typeof createDesk>
beforeAll(() => {
  desk = createDesk()
})
afterAll(() => desk.stop())

const question = 'What can you offer me?'
const stop = 'Stop, that is enough for me.'
const long =
  'We can offer you a room with a view of the sea, breakfast on the terrace, and a guided walk through the old town in the morning.'

/** Answers the question at length, and everything else shortly. */
const model = modelOf(async function* (heard) {
  yield { type: 'text', text: heard === question ? long : 'As you wish.' }
})

/** A call in whose long answer the assistant is. */
async function inTheAnswer(options: Parameters<typeof desk.ring>[0] = {}) {
  const call = desk.ring({ knows: [question, stop, 'Yes.'], model, ...options }).answer()
  await call.saidSoFar(1)
  call.caller.says(question)
  await call.saidSoFar(2)
  const before = call.caller.ms
  await until(() => call.caller.lastSound > before + 1000)
  return call
}

describe.concurrent('a person who speaks while the assistant does', () => {
  it('is listened to: the voice stops, and only what was sent is in the transcript', async ({ expect }) => {
    const call = await inTheAnswer()
    call.caller.says(stop)
    await call.saidSoFar(5)
    const [, , cut, heard, answer] = call.items()
    expect(cut).toMatchObject({ sender: 'bot', interrupted: true })
    expect(long.startsWith(cut!.text)).toBe(true)
    expect(cut!.text.length).toBeGreaterThan(10)
    expect(cut!.text.length).toBeLessThan(long.length - 20)
    expect([heard!.text, answer!.text]).toEqual([stop, 'As you wish.'])
    // The times of the transcript are of what was sent, too.
    expect(cut!.end_timestamp! - cut!.timestamp).toBeLessThan(5)
    call.hangUp()
  })

  it('is answered afterwards, when the assistant may not be interrupted', async ({ expect }) => {
    const call = await inTheAnswer({ brief: { interruptible: false } })
    call.caller.says(stop)
    await call.saidSoFar(5)
    const texts = call.items().map(({ text }) => text)
    expect(texts.slice(-1)).toEqual(['As you wish.'])
    expect(texts).toContain(long)
    expect(texts).toContain(stop)
    expect(call.items().some(({ interrupted }) => interrupted)).toBe(false)
    call.hangUp()
  })

  it('does not interrupt by a cough: the sentence goes on', async ({ expect }) => {
    const call = await inTheAnswer()
    let state = 7
    const noise = () => {
      state = (state * 16807) % 2147483647
      return state / 1073741823.5 - 1
    }
    call.caller.sounds(Int16Array.from({ length: 1600 }, () => noise() * 9000))
    await call.saidSoFar(3)
    expect(call.items()[2]!.text).toBe(long)
    call.hangUp()
  })

  it('is waited for, and when nothing was understood the sentence goes on where it stopped', async ({ expect }) => {
    const call = await inTheAnswer()
    const before = call.caller.ms
    call.caller.says('Bananas are yellow.')
    await call.saidSoFar(3)
    expect(call.items()[2]!.text).toBe(long)
    // There was a pause in the answer, and no word of it is missing.
    const answer = utterancesIn(call.caller.heard, 700).filter(({ to }) => to > before - 1000)
    expect(answer.length).toBe(2)
    const spoken = answer.reduce((sum, { from, to }) => sum + to - from, 0)
    expect(spoken).toBeGreaterThan(speak(long, 'slt').length / 8 - 1000)
    call.hangUp()
  })

  it('interrupts with as many words as min_interrupt_words says, not with fewer', async ({ expect }) => {
    const call = await inTheAnswer({ sound: { interrupt: { sensitivity: 0.5, words: 3 } } })
    call.caller.says('Yes.')
    await call.saidSoFar(3)
    expect(call.items()[2]).toMatchObject({ text: long })
    const other = await inTheAnswer({ sound: { interrupt: { sensitivity: 0.5, words: 3 } } })
    other.caller.says(stop)
    await other.saidSoFar(4)
    expect(other.items()[2]).toMatchObject({ interrupted: true })
    call.hangUp()
    other.hangUp()
  })
})

describe.concurrent('a person who pauses in the middle of a sentence', () => {
  const first = 'I would like to book a table.'
  const second = 'For two people please.'
  /** Says two parts with a pause, and tells what the assistant took for turns. */
  async function turnsOf(sound: Partial<NonNullable<Parameters<typeof desk.ring>[0]>['sound']>, pauseMs: number) {
    const call = desk.ring({ knows: [first, second], model, sound, brief: { waitForCustomer: true } }).answer()
    call.caller.says(first)
    call.caller.isSilentFor(pauseMs)
    call.caller.says(second)
    await until(() => call.said().some(text => text.includes(second)))
    const heard = call.said().filter(text => text.startsWith('human'))
    call.hangUp()
    return heard
  }

  it('has finished sooner with a high endpoint_sensitivity than with a low one', async ({ expect }) => {
    const [low, high] = await Promise.all([
      turnsOf({ endpoint: { by: 'vad', sensitivity: 0 } }, 450),
      turnsOf({ endpoint: { by: 'vad', sensitivity: 2 } }, 1200),
    ])
    expect(low).toEqual([`human: ${first} ${second}`])
    expect(high).toEqual([`human: ${first}`, `human: ${second}`])
  })

  it('is understood as well with endpoint_type ai, by the sound of the words', async ({ expect }) => {
    const call = desk.ring({ knows: [question], model, sound: { endpoint: { by: 'ai', sensitivity: 0.5 } } }).answer()
    await call.saidSoFar(1)
    call.caller.says(question)
    await call.saidSoFar(2)
    expect(call.said()[1]).toBe(`human: ${question}`)
    call.hangUp()
  })
})

describe.concurrent('a person who speaks into the greeting', () => {
  const greeting = 'Good morning, this is the practice of the dentist in the old town, and my name is Nova.'

  it('with a hello is greeted anew', async ({ expect }) => {
    const call = desk.ring({ knows: ['Hello, who is there?'], brief: { greeting } }).answer()
    await until(() => call.caller.lastSound > 500)
    call.caller.says('Hello, who is there?')
    await call.saidSoFar(3)
    const [cut, , again] = call.items()
    expect(cut).toMatchObject({ interrupted: true })
    expect(again!.text).toBe(greeting)
    call.hangUp()
  })

  it('with a question gets an answer', async ({ expect }) => {
    const call = desk.ring({ knows: [stop], model, brief: { greeting } }).answer()
    await until(() => call.caller.lastSound > 500)
    call.caller.says(stop)
    await call.saidSoFar(3)
    expect(call.items()[2]!.text).toBe('As you wish.')
    call.hangUp()
  })
})

it.concurrent('what is said into the end of a greeting that may not be interrupted is told and answered once', async ({
  expect,
}) => {
  const greeting = 'Good morning, this is the practice of the dentist in the old town, and my name is Nova.'
  const call = desk.ring({
    knows: [stop],
    model,
    brief: { greeting, interruptible: false },
    sound: { endpoint: { by: 'vad', sensitivity: 0 } },
  })
  call.answer()
  await until(() => call.caller.lastSound > 0)
  // The words are understood before the greeting ends, and the pause that ends the turn comes after it.
  const ends = call.caller.ms + speak(greeting, 'slt').length / 8
  await until(() => call.caller.ms > ends - speak(stop).length / 8 - 450)
  call.caller.says(stop)
  await call.saidSoFar(3)
  await until(() => call.caller.ms > ends + 4500)
  expect(call.said().slice(1)).toEqual([`human: ${stop}`, 'bot: As you wish.'])
  call.hangUp()
})
