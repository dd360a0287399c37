import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createSimulatedCarrier } from '../../src/main/carriers/simulated/carrier'
import type { Topic } from '../../src/main/carriers/simulated/questions'
import { createRecorder } from '../../src/main/carriers/simulated/recorder'
import type { CarrierReport } from '../../src/main/ports/carrier'
import { TestClock } from '../support/clock'

const SECOND = 1000

/** Numbers whose people answer and talk. */
const people = Array.from({ length: 24 }, (_, i) => `+1202555${String(i + 10).padStart(2, '0')}${20 + i}`)

/** A call to a number, on whose leg the test speaks. `said` is what the person says. */
async function called(
  number: string,
  { topics = [], incoming = false }: { topics?: Topic[]; incoming?: boolean } = {},
) {
  const clock = new TestClock(0)
  const carrier = createSimulatedCarrier({
    clock,
    wall: clock,
    recorder: createRecorder(),
    countDial: () => 1,
    topicsOf: () => topics,
  })
  const reports: CarrierReport[] = []
  carrier.start(report => reports.push(report))
  const legId = incoming ? carrier.ringIn({ from: number, to: '+12025550190' }) : 'leg'
  if (incoming) carrier.send({ type: 'answer', legId, recordTo: null })
  else carrier.send({ type: 'dial', legId, to: number, from: null, trunkId: null, ringMs: 20 * SECOND, recordTo: null })
  const pass = async (ms: number) => {
    const end = clock.now() + ms
    while (clock.step(end)) await turn()
    await turn()
  }
  const said: string[] = []
  while (!reports.some(({ type }) => type === 'answered')) await pass(100)
  const leg = carrier.textLeg(legId)!
  leg.onHeard(({ text }) => said.push(text))
  if (!incoming) await pass(3 * SECOND)
  /** Says something and returns what the person replies; undefined when it has hung up without a word. */
  const say = async (text: string) => {
    const before = said.length
    let isSpoken = false
    leg.say(text, false, () => (isSpoken = true))
    while (!isSpoken) await pass(100)
    for (let waited = 0; waited < 120 && said.length === before && !ended(); waited++) await pass(100)
    return said[before]
  }
  const ended = () => reports.find(report => report.type === 'ended')
  return { said, say, pass, ended }
}

/** What all people reply to the first sentence that they hear. */
const repliesTo = (greeting: string) =>
  Promise.all(people.map(async number => (await (await called(number)).say(greeting)) ?? ''))

describe('a person in a simulated call says what fits the greeting', () => {
  it.each<[string, RegExp]>([
    ['Hello, this is Anna. Do you come to the summer party?', /^(Hello Anna\. )?(Yes, I do|No, I do not)\.$/],
    ['Is your heater broken?', /^(Yes, it is|No, I do not think so)\.$/],
    ['Have you read our letter?', /^(Yes, I have|No, not yet)\.$/],
    ['Am I speaking with Bob?', /^(Yes, this is Bob|Yes, speaking|Yes, that is me)\.$/],
    ['Hello, is this Mr. Miller?', /^(Yes, this is Miller|Yes, speaking|Yes, that is me)\.$/],
    [
      'Does Tuesday at ten suit you?',
      /^(Yes, Tuesday at ten is fine\.|Tuesday at ten is difficult\. .+ would be better\.)$/,
    ],
    ['When could we come by?', /\b(afternoon|morning|week|day)\b/],
    ['Would you prefer the morning or the evening?', /^The evening, I think\.$/],
    ['Good morning, this is Anna, how are you today?', /^(Hello Anna\. )?Fine, thank you\.$/],
    ['Do you have a minute?', /^(Yes, of course, go ahead|Only a minute, please be quick|That depends|Yes)\.$/],
    ['May I have your email address?', /^It is [a-z.]+@example\.com\.$/],
    ['I am calling about your order.', /\bmy order\b/i],
    ['Hello, this is Anna from Acme.', /Acme|What is it about\?/],
  ])('“%s”', async (greeting, fits) => {
    const replies = await repliesTo(greeting)
    for (const reply of replies) expect(reply).toMatch(fits)
  })

  it('who was asked for by name has that name', async () => {
    const { say } = await called('+12025551024')
    await say('Am I speaking with Bob Hill?')
    expect(await say('What is your name?')).toContain('My name is Bob Hill.')
  })
})

const salon: Topic[] = [
  { heading: 'Prices', text: 'A haircut costs 35 euros. Children pay less.' },
  { heading: 'Opening hours', text: 'The salon is open from Tuesday to Saturday.' },
  { heading: 'Where we are › Parking', text: 'Behind the house there are ten places.' },
  { heading: 'Do you take cards?', text: 'Of all kinds.' },
  { heading: null, text: 'The voucher is valid for three years.' },
]
const questions = [
  'How much does a haircut cost?',
  'When are you open?',
  'What can you tell me about parking?',
  'Do you take cards?',
  'What can you tell me about the voucher?',
]

describe('a person in a simulated call asks', () => {
  it('what the documents of the assistant answer, when it may ask', async () => {
    const asked = new Set<string>()
    for (const number of people) {
      const { say } = await called(number, { topics: salon })
      await say('Hello, this is Anna.')
      const reply = await say('Is there anything that you would like to know?')
      const question = questions.find(one => reply?.includes(one))
      expect(question, reply).toBeDefined()
      asked.add(question!)
    }
    expect([...asked].sort()).toEqual([...questions].sort())
  })

  it('first of all when it is the caller', async () => {
    for (const number of people) {
      const { say, said } = await called(number, { topics: salon, incoming: true })
      expect(said).toEqual([])
      const reply = await say('Salon Rosa, how can I help you?')
      expect(
        questions.some(one => reply?.includes(one)),
        reply,
      ).toBe(true)
    }
  })

  it('and says nothing of the documents when there are none', async () => {
    for (const number of people) {
      const { say } = await called(number)
      await say('Hello, this is Anna.')
      expect(await say('Is there anything that you would like to know?')).not.toMatch(/haircut|parking/)
    }
  })
})

describe('a person in a simulated call hangs up', () => {
  /** Talks with a person until it says goodbye. */
  async function untilGoodbye(number: string) {
    const call = await called(number)
    for (let n = 0; n < 12; n++) if (/bye/i.test((await call.say(`Sentence ${n} is new.`)) ?? '')) return call
    throw new Error(`${number} never said goodbye`)
  }

  it('when nobody answers its goodbye', async () => {
    for (const number of people) {
      const call = await untilGoodbye(number)
      expect(call.ended()).toBeUndefined()
      await call.pass(10 * SECOND)
      expect(call.ended()).toMatchObject({ cause: 'remote_hang_up' })
    }
  })

  it('when its goodbye is not understood', async () => {
    const call = await untilGoodbye(people[0]!)
    expect(await call.say('Please tell me more about that.')).toBeUndefined()
    expect(call.ended()).toMatchObject({ cause: 'remote_hang_up' })
  })

  it('when the assistant repeats itself', async () => {
    for (const number of people) {
      const call = await called(number)
      for (let n = 0; n < 8 && !call.ended(); n++) await call.say('The offer is good.')
      expect(call.ended()).toMatchObject({ cause: 'remote_hang_up' })
      expect(call.said.length).toBeLessThanOrEqual(6)
    }
  })

  it('when the assistant says nothing: it asks first whether somebody is there', async () => {
    for (const number of people) {
      const call = await called(number)
      await call.pass(60 * SECOND)
      expect(call.said.slice(1)).toEqual(['Hello? Are you still there?'])
      expect(call.ended()).toMatchObject({ cause: 'remote_hang_up' })
    }
  })

  it('but not while the assistant speaks a long sentence', async () => {
    const call = await called(people[0]!)
    await call.say(`Hello, ${'this is a long story, '.repeat(30)}and it ends.`)
    expect(call.ended()).toBeUndefined()
    expect(call.said).not.toContain('Hello? Are you still there?')
  })

  it('never, when its number ends in 07', async () => {
    const call = await called('+12025551007')
    for (let n = 0; n < 30; n++) expect(await call.say(n % 3 === 0 ? 'Again the same.' : `Is this ${n}?`)).toBeTruthy()
    await call.pass(120 * SECOND)
    expect(call.ended()).toBeUndefined()
  })
})

describe('people in simulated calls', () => {
  const talk = async (number: string) => {
    const call = await called(number, { topics: salon })
    await call.say('Hello, this is Anna from the salon. Do you have a minute?')
    for (let n = 0; n < 10 && !call.ended(); n++)
      await call.say(n % 2 ? 'I see.' : `Is ${n} right, or is there anything else?`)
    return call.said
  }

  it('differ from each other, and a number is always the same person', async () => {
    const conversations = await Promise.all(people.map(talk))
    expect(new Set(conversations.map(said => said.join('|'))).size).toBeGreaterThan(18)
    expect(new Set(conversations.map(({ length }) => length)).size).toBeGreaterThan(2)
    expect(new Set(conversations.map(said => said.at(-1))).size).toBeGreaterThan(4)
    expect(await talk(people[3]!)).toEqual(conversations[3])
  })
})
