import type { Fate } from './fates'

/** What the other side does next, `after` ms: it speaks or hangs up. Null: it waits and listens. */
export type Act = { after: number; say: string } | { after: number; hangUp: true } | null

/** The other side of a call: a person, a voicemail or a screening service. */
export interface Callee {
  /** Called when the call is answered. */
  pickUp(): Act
  /** Called when it has finished a sentence. */
  spoke(): Act
  /** Called when it has heard a sentence of the assistant to its end. */
  heard(text: string): Act
}

const answers = [
  'Yes, that is right.',
  'I am not sure, could you tell me a little more about it?',
  'That sounds good.',
  'Well, we had something like that last year.',
  'Yes, tomorrow afternoon would be fine.',
  'How much would that cost?',
  'I would have to ask my colleague first.',
  'Okay, I understand.',
]

const wait = (): Act => null
const hangUp = (after: number): Act => ({ after, hangUp: true })

/** The other side for a fate. `random` is seeded with the number, so that a number always behaves the same. */
export function calleeFor(fate: Fate, random: () => number): Callee {
  switch (fate) {
    case 'voicemail':
      return {
        pickUp: () => ({
          after: 500,
          say: 'Hello, you have reached the voicemail of this number. Please leave a message after the tone.',
        }),
        // The mailbox hangs up after a minute.
        spoke: () => hangUp(60_000),
        heard: wait,
      }
    case 'hangs_up_at_once':
      return { pickUp: () => ({ after: 400, say: 'Hello?' }), spoke: () => hangUp(300), heard: () => hangUp(0) }
    case 'stays_silent':
      return { pickUp: wait, spoke: wait, heard: wait }
    case 'asks_not_to_be_called':
      return person(random, ['Please do not call me again.'])
    case 'talks_on':
      return person(random, null)
    case 'screened':
      return screened(random)
    default:
      return person(random, lines(random))
  }
}

/** Two to six answers. */
const lines = (random: () => number) =>
  Array.from({ length: 2 + Math.floor(random() * 5) }, () => answers[Math.floor(random() * answers.length)]!)

/** A person who answers with one line after the other and then says goodbye. With null, it answers without an end. */
function person(random: () => number, script: string[] | null): Callee {
  const pause = () => 300 + Math.floor(random() * 1200)
  let said = 0
  let leaving = false
  return {
    pickUp: () => ({ after: 300 + Math.floor(random() * 500), say: 'Hello?' }),
    // After its goodbye it waits 5 s for an answer.
    spoke: () => (leaving ? hangUp(5000) : null),
    heard(text) {
      if (/goodbye/i.test(text)) return hangUp(600)
      const line = script ? script[said] : answers[said % answers.length]
      said++
      if (line) return { after: pause(), say: line }
      leaving = true
      return { after: pause(), say: 'I have to go now. Goodbye.' }
    },
  }
}

/** A screening service asks who is calling, and then connects a person. */
function screened(random: () => number): Callee {
  const callee = person(random, lines(random))
  let isConnected = false
  return {
    pickUp: () => ({
      after: 400,
      say: 'The person you are calling is using a call screening service. Please say your name and why you are calling.',
    }),
    spoke: () => (isConnected ? callee.spoke() : null),
    heard(text) {
      if (isConnected) return callee.heard(text)
      isConnected = true
      return { after: 2500, say: 'Hello, this is me. What is it about?' }
    },
  }
}
