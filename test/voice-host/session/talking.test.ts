import { afterAll, beforeAll, describe, it } from 'vitest'
import { scriptedModel } from '../../../src/main/voice/scripted/model'
import type { TextToSpeech } from '../../../src/main/voice-host/session/speech/speech'
import { utterancesIn } from '../../support/hearing'
import { createDesk, modelOf, says } from './desk'
import { until } from './line'

let desk: ReturnType<typeof createDesk>
beforeAll(() => {
  desk = createDesk()
})
afterAll(() => desk.stop())

const greeting = 'Hello from the dentist.'
const question = 'I would like to book a table for two.'

describe.concurrent('a conversation with sound', () => {
  it('greets who calls, understands what is said, and answers so that it is heard', async ({ expect }) => {
    const call = desk.ring({
      knows: [question, 'No thank you, goodbye.'],
      model: says('Your table is booked. See you tomorrow.'),
    })
    call.answer()
    await call.saidSoFar(1)
    expect(call.reports()[0]).toEqual({ type: 'began', legId: call.legId, spokenBy: 'of-the-test' })
    call.caller.says(question)
    await call.saidSoFar(3)
    expect(call.said()).toEqual([
      `bot: ${greeting}`,
      `human: ${question}`,
      'bot: Your table is booked. See you tomorrow.',
    ])
    const sentences = [greeting, 'Your table is booked.', 'See you tomorrow.']
    expect(call.caller.understood([...sentences, question])).toEqual(sentences)
    expect(call.ofType('said').map(({ isReply }) => isReply)).toEqual([false, false, true])
    expect(call.answeredBy()).toBe('human')
    call.hangUp()
  })

  it('tells with an answer how long hearing, thinking and the voice took', async ({ expect }) => {
    const call = desk.ring({ knows: [question], model: says('Certainly.') }).answer()
    await call.saidSoFar(1)
    call.caller.says(question)
    await call.saidSoFar(3)
    const [first, , answer] = call.items()
    expect(first!.latency).toBeUndefined()
    expect(answer!.latency).toEqual({
      heard_ms: expect.any(Number),
      thought_ms: expect.any(Number),
      voiced_ms: expect.any(Number),
    })
    expect(answer!.end_timestamp! > answer!.timestamp).toBe(true)
    expect(desk.logged.find(({ legId }) => legId === call.legId)).toMatchObject({
      text: 'turn',
      ownMs: expect.any(Number),
    })
    call.hangUp()
  })

  it('speaks each sentence as soon as the model has written it', async ({ expect }) => {
    let goOn = () => {}
    const isHeard = new Promise<void>(resolve => {
      goOn = resolve
    })
    const call = desk.ring({
      knows: [question],
      model: modelOf(async function* () {
        yield { type: 'text', text: 'Your table is booked. ' }
        yield { type: 'text', text: 'See you ' }
        // The rest is written only after the first sentence was heard.
        await isHeard
        yield { type: 'text', text: 'tomorrow.' }
      }),
    })
    call.answer()
    await call.saidSoFar(1)
    call.caller.says(question)
    await until(() => utterancesIn(call.caller.heard).length >= 2)
    goOn()
    await call.saidSoFar(3)
    expect(call.said().at(-1)).toBe('bot: Your table is booked. See you tomorrow.')
    call.hangUp()
  })

  it('has its greeting ready before somebody answers', async ({ expect }) => {
    const spoken: string[] = []
    const voice: TextToSpeech = {
      ...desk.flite,
      async *speak(text, settings, signal) {
        yield* desk.flite.speak(text, settings, signal)
        spoken.push(text)
      },
    }
    const call = desk.ring({ voices: [voice] })
    await until(() => spoken.length === 1)
    expect(call.caller.lastSound).toBeLessThan(0)
    expect(call.reports()).toEqual([])
    call.answer()
    await call.saidSoFar(1)
    expect(call.caller.understood([greeting, question])).toEqual([greeting])
    expect(spoken).toEqual([greeting])
    call.hangUp()
  })

  it('tells nothing of a call that rang and was not answered', async ({ expect }) => {
    const call = desk.ring()
    call.hangUp()
    const other = desk.ring().answer()
    await other.saidSoFar(1)
    expect([call.reports(), call.caller.lastSound]).toEqual([[], -20])
    other.hangUp()
  })

  it('waits for the first word of a person that it called, and greets then', async ({ expect }) => {
    const call = desk.ring({ sound: { isIncoming: false }, knows: ['Hello, this is Peter speaking.'] }).answer()
    call.caller.says('Hello, this is Peter speaking.')
    await call.saidSoFar(2)
    expect(call.said()).toEqual(['human: Hello, this is Peter speaking.', `bot: ${greeting}`])
    call.hangUp()
  })

  it('greets a person that it called and who says nothing', async ({ expect }) => {
    const call = desk.ring({ sound: { isIncoming: false } }).answer()
    await call.saidSoFar(1)
    expect(call.said()).toEqual([`bot: ${greeting}`])
    call.hangUp()
  })

  it('says nothing before the person has spoken, when it is to wait for the customer', async ({ expect }) => {
    const call = desk.ring({ brief: { waitForCustomer: true }, knows: ['Hello, this is Peter speaking.'] }).answer()
    await until(() => call.caller.ms > 2000)
    expect(call.caller.lastSound).toBeLessThan(0)
    call.caller.says('Hello, this is Peter speaking.')
    await call.saidSoFar(2)
    expect(call.said()[1]).toBe(`bot: ${greeting}`)
    call.hangUp()
  })

  it('talks with the scripted model, without an account of anybody', async ({ expect }) => {
    const call = desk.ring({ knows: [question], model: scriptedModel }).answer()
    await call.saidSoFar(1)
    call.caller.says(question)
    await call.saidSoFar(3)
    expect(call.reports()[0]).toMatchObject({ spokenBy: 'scripted' })
    expect(call.items()[2]!.text).not.toBe('')
    call.hangUp()
  })

  it('does not read marks and emojis aloud', async ({ expect }) => {
    const call = desk.ring({ knows: [question], model: says('**Your table** is booked 🎉.\n') }).answer()
    await call.saidSoFar(1)
    call.caller.says(question)
    await call.saidSoFar(3)
    expect(call.said()[2]).toBe('bot: Your table is booked .')
    expect(call.caller.understood([greeting, 'Your table is booked.']).at(-1)).toBe('Your table is booked.')
    call.hangUp()
  })

  it('ends the call when the model fails, and says why', async ({ expect }) => {
    const call = desk.ring({
      knows: [question],
      model: modelOf(async function* () {
        yield* []
        throw new Error('it has no key')
      }),
    })
    call.answer()
    await call.saidSoFar(1)
    call.caller.says(question)
    await call.ends()
    expect(call.warnings()).toEqual(['The model of-the-test failed: it has no key.'])
    expect(call.finished()).toBe('engine_failed')
    call.hangUp()
  })
})

describe.concurrent('the sound of a voice', () => {
  it('is faster and slower as speech_speed says', async ({ expect }) => {
    const lengths = await Promise.all(
      [0.8, 1.2].map(async speed => {
        const call = desk.ring({ sound: { speed } }).answer()
        await call.saidSoFar(1)
        const [spoken] = utterancesIn(call.caller.heard)
        call.hangUp()
        return spoken!.to - spoken!.from
      }),
    )
    expect(lengths[0]! / lengths[1]!).toBeGreaterThan(1.35)
    expect(lengths[0]! / lengths[1]!).toBeLessThan(1.65)
  })

  it('has the ambient sound behind it, also while nobody speaks, as loud as it is set', async ({ expect }) => {
    const loudness = await Promise.all(
      [0, 0.2, 1].map(async volume => {
        const call = desk.ring({
          brief: { waitForCustomer: true },
          sound: { ambient: volume === 0 ? null : { sound: 'cafe', volume } },
        })
        call.answer()
        await until(() => call.caller.ms > 1500)
        const { heard } = call.caller
        call.hangUp()
        return Math.sqrt(heard.reduce((sum, sample) => sum + sample ** 2, 0) / heard.length)
      }),
    )
    expect(loudness[0]).toBe(0)
    expect(loudness[1]).toBeGreaterThan(5)
    expect(loudness[2]! / loudness[1]!).toBeGreaterThan(3)
  })

  it('that cannot follow a setting says so', async ({ expect }) => {
    const call = desk.ring({
      brief: { language: 'de' },
      sound: { stability: 0.2, transcriber: 'deepgram', interrupt: { sensitivity: 0.5, words: 2 } },
    })
    call.answer()
    await call.saidSoFar(1)
    expect(call.warnings()).toEqual([
      'The transcriber deepgram has no credentials; by-ear understands instead.',
      'The voice flite does not speak the language de.',
      'The voice flite cannot follow voice_stability.',
      'by-ear understands only whole utterances, so min_interrupt_words are counted when one has ended.',
    ])
    call.hangUp()
  })
})
