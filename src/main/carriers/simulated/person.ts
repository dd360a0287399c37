import { questionsFrom, type Topic } from './questions'
import { answerTo, isInvitation, type Manner, type Mood, nameIn, questionIn, remark, remarkOnGreeting } from './replies'

/**
 * What the other side does next, `after` ms: it speaks or hangs up. `onlyInSilence`: not when the assistant speaks at that
 * moment. Null: it waits and listens.
 */
export type Act = ({ after: number; onlyInSilence?: true } & ({ say: string } | { hangUp: true })) | null

/** The other side of a call: a person, a voicemail or a screening service. */
export interface Callee {
  /** Called when the call is answered. */
  pickUp(): Act
  /** Called when it has finished a sentence. */
  spoke(): Act
  /** Called when it has heard a sentence of the assistant to its end. */
  heard(text: string): Act
}

export interface PersonOptions {
  /** Seeded with the number, so that a number is always the same person. */
  random: () => number
  /** What the other end can be asked about. Called once, when the first question is wanted. */
  topics: () => readonly Topic[]
  /** The person calls us: it waits for a greeting and then says what it wants. */
  calls?: boolean
  /** The person never ends the call. */
  talksOn?: boolean
  /** What it says to the first sentence that it hears, in place of a reply. */
  opening?: readonly string[]
}

const names = ['Bob Miller', 'Maria Costa', 'Tom Becker', 'Anna Novak', 'James Hill', 'Laura Stein']
const moods: Mood[] = ['friendly', 'friendly', 'busy', 'wary', 'dry']

const partings: Record<Mood, string[]> = {
  friendly: ['I have to go now. Thank you and goodbye.', 'I have to go now. Have a nice day, goodbye.'],
  busy: ['Sorry, I have to go now. Goodbye.', 'My other phone is ringing. Goodbye.'],
  wary: ['I will think about it. Goodbye.', 'I would rather leave it at that. Goodbye.'],
  dry: ['I have to get on. Bye.', 'I have to go. Bye.'],
}
const thanks: Record<Mood, string[]> = {
  friendly: ['Thank you, that helps.', 'Oh, good to know.'],
  busy: ['Okay.', 'Good.'],
  wary: ['I see.', 'Hm, all right.'],
  dry: ['Okay.', 'Good.'],
}
const pities: Record<Mood, string> = {
  friendly: 'That is all right.',
  busy: 'Then never mind.',
  wary: 'That is a pity.',
  dry: 'Never mind.',
}

/** Whether the assistant says that it cannot answer. */
const isUnknown = (text: string) =>
  /\b(do not|don't|cannot|can't|could not|couldn't) (know|say|find|help)\b|\bnot sure\b/i.test(text)

/** What a person says who always has something to say. */
const chatter = [
  'Well, we had something like that last year.',
  'My neighbour told me about it, you know.',
  'That reminds me of my sister.',
  'It was quite different in the old days.',
  'I am not in a hurry, you know.',
  'By the way, the weather is nice today.',
]

/** How long a person waits for an answer before it asks whether somebody is there, ms. */
const patience: Record<Mood, number> = { friendly: 9000, busy: 5000, wary: 7000, dry: 8000 }

/**
 * A person. It answers what it is asked, asks what it wants to know, and says goodbye after some turns. It leaves when
 * its goodbye is not answered, when the assistant repeats itself, and when nobody speaks.
 */
export function person({ random, topics, calls = false, talksOn = false, opening = [] }: PersonOptions): Callee {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const mood = pick(moods)
  const manner: Manner = { mood, random, name: pick(names) }
  /** How many things it says before it wants to go. */
  const turns = 2 + Math.floor(random() * (mood === 'busy' || mood === 'dry' ? 3 : 5))
  const curiosity = 1 + Math.floor(random() * 3)
  const pause = () => (mood === 'busy' ? 200 : 400) + Math.floor(random() * 1100)
  const before = new Set<string>()
  let questions: string[] | undefined
  let said = 0
  let repeated = 0
  let unknown = 0
  let silences = 0
  let isWaitingForAnswer = false
  let isLeaving = false

  const say = (text: string): Act => ({ after: pause(), say: text })
  const leave = (words: string): Act => {
    isLeaving = true
    return say(words)
  }

  function nextQuestion(): string | undefined {
    questions ??= questionsFrom(topics(), { random, most: curiosity, calls })
    const question = questions.shift()
    if (question !== undefined) isWaitingForAnswer = true
    return question
  }

  /** The words for a sentence of the assistant. `isDone`: the person knows all that it wanted to know. */
  function reply(text: string, mayAsk: boolean): { words: string; isDone?: boolean } {
    const asked = questionIn(text)
    const isInvited = asked !== undefined && isInvitation(asked)
    const words: string[] = []
    if (said === 0) words.push(...greetBack(text))
    // A question alone, or with a word or two before it, is no answer.
    const hasAnswer = isWaitingForAnswer && text.length - (asked?.length ?? 0) > 12
    isWaitingForAnswer = false
    if (hasAnswer) words.push(isUnknown(text) ? pities[mood] : pick(thanks[mood]))
    if (asked !== undefined && !isInvited) {
      words.push(answerTo(asked, manner))
      // Who is curious does not wait to be asked.
      const question = mayAsk && said > 0 && random() < 0.35 ? nextQuestion() : undefined
      if (question) words.push(`${pick(['By the way:', 'One question:'])} ${question}`)
      return { words: words.join(' ') }
    }
    const question = mayAsk && (isInvited || hasAnswer || calls) ? nextQuestion() : undefined
    if (question) words.push(question)
    else if (isInvited && !talksOn) words.push(mood === 'friendly' ? 'That is all, thank you.' : 'Not at the moment.')
    else if (said === 0) words.push(remarkOnGreeting(text, manner))
    else if (talksOn) words.push(chatter[said % chatter.length]!)
    else if (!hasAnswer) words.push(remark(manner))
    return { words: words.join(' '), isDone: question === undefined && (isInvited || hasAnswer) }
  }

  function greetBack(text: string): string[] {
    const caller = /\bthis is (\p{Lu}\p{L}+)/u.exec(text)?.[1]
    if (caller && mood === 'friendly') return [`Hello ${caller}.`]
    return calls ? ['Hello.'] : []
  }

  return {
    pickUp: () =>
      calls
        ? { after: 4000, say: 'Hello? Is anybody there?', onlyInSilence: true }
        : { after: 300 + Math.floor(random() * 500), say: 'Hello?' },
    spoke() {
      if (isLeaving) return { after: 5000, hangUp: true, onlyInSilence: true }
      // It asks once whether somebody is there, and then goes.
      silences++
      return silences > 1 && !talksOn
        ? { after: patience[mood], hangUp: true, onlyInSilence: true }
        : { after: patience[mood], say: 'Hello? Are you still there?', onlyInSilence: true }
    },
    heard(text) {
      silences = 0
      if (/\b(goodbye|bye)\b/i.test(text)) return { after: 600, hangUp: true }
      if (isLeaving) return { after: 1500, hangUp: true }
      if (!talksOn && said > 0 && questionIn(text) === undefined && /\bfor your (time|call|help)\b/i.test(text))
        return leave(pick(partings[mood]))
      const name = nameIn(text)
      if (name) manner.name = name
      if (said < opening.length) return say(opening[said++]!)
      if (opening.length > 0) return leave(pick(partings[mood]))
      if (isUnknown(text)) unknown++
      else if (before.has(text)) repeated++
      const isRepeated = before.has(text) && !isUnknown(text)
      before.add(text)
      if (!talksOn) {
        if (unknown > 2) return leave('Then I will ask somebody else. Goodbye.')
        if (repeated > 1) return leave('I do not think that this leads anywhere. Goodbye.')
        if (isRepeated) {
          isWaitingForAnswer = false
          return say(pick(['You have said that already.', 'Yes, I have heard that.']))
        }
      }
      const isLast = !talksOn && said >= turns
      const { words, isDone } = reply(text, !isLast)
      said++
      const leaves = isLast || (isDone && !talksOn && said > 1 && random() < 0.7)
      return leaves ? leave(`${words} ${pick(partings[mood])}`) : say(words)
    },
  }
}
