import type { Fate } from './fates'

/** What the other side does next: says something after a pause, or hangs up. Null: it waits and listens. */
export type Act = { after: number; say: string } | { after: number; hangUp: true } | null

/** Somebody, or something, at the other end of a line. */
export interface Callee {
  /** It was just connected. */
  pickUp(): Act
  /** It has finished saying something. */
  spoke(): Act
  /** It has heard something to its end, or as far as it let it be said. */
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

/** The other side as its fate has it; `random` makes the same number do the same things. */
export function calleeFor(fate: Fate, random: () => number): Callee {
  switch (fate) {
    case 'voicemail':
      return {
        pickUp: () => ({
          after: 500,
          say: 'Hello, you have reached the voicemail of this number. Please leave a message after the tone.',
        }),
        // A mailbox is full after a minute.
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

/** Two to six things to say. */
const lines = (random: () => number) =>
  Array.from({ length: 2 + Math.floor(random() * 5) }, () => answers[Math.floor(random() * answers.length)]!)

/** Says its lines, one to each thing that it hears, then takes its leave; without an end, it talks on. */
function person(random: () => number, toSay: string[] | null): Callee {
  const pause = () => 300 + Math.floor(random() * 1200)
  let said = 0
  let leaving = false
  return {
    pickUp: () => ({ after: 300 + Math.floor(random() * 500), say: 'Hello?' }),
    // Waits for the goodbye to be answered, as people do.
    spoke: () => (leaving ? hangUp(5000) : null),
    heard(text) {
      if (/goodbye/i.test(text)) return hangUp(600)
      const line = toSay ? toSay[said] : answers[said % answers.length]
      said++
      if (line) return { after: pause(), say: line }
      leaving = true
      return { after: pause(), say: 'I have to go now. Goodbye.' }
    },
  }
}

/** A robot asks who is calling, then puts the person on. */
function screened(random: () => number): Callee {
  const behind = person(random, lines(random))
  let through = false
  return {
    pickUp: () => ({
      after: 400,
      say: 'The person you are calling is using a call screening service. Please say your name and why you are calling.',
    }),
    spoke: () => (through ? behind.spoke() : null),
    heard(text) {
      if (through) return behind.heard(text)
      through = true
      return { after: 2500, say: 'Hello, this is me. What is it about?' }
    },
  }
}
