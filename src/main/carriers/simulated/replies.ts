import { capital } from './questions'

/** In what mood a person is. It decides how they take what they hear. */
export type Mood = 'friendly' | 'busy' | 'wary' | 'dry'

/** What a reply depends on besides the words. */
export interface Manner {
  mood: Mood
  random: () => number
  /** Under which name the person has been addressed; else one of their own. */
  name: string
}

const pick = <T>({ random }: Pick<Manner, 'random'>, from: readonly T[]): T => from[Math.floor(random() * from.length)]!

/** How often of a hundred a person agrees. */
const agrees: Record<Mood, number> = { friendly: 85, dry: 70, busy: 55, wary: 40 }
const isWilling = ({ mood, random }: Manner) => random() * 100 < agrees[mood]

/** The name by which a sentence addresses the other side, as in “Hello Bob, …” or “Am I speaking with Bob Hill?”. */
export function nameIn(text: string): string | undefined {
  const title = '(?:(?:Mr|Mrs|Ms|Dr)\\.? )?'
  const name = "(\\p{Lu}[\\p{L}'’-]+(?: \\p{Lu}[\\p{L}'’-]+)?)"
  const called = new RegExp(
    `^(?:Hello|Hi|Hey|Dear|Good (?:morning|afternoon|evening)),? ${title}${name}(?=[,.!?])`,
    'u',
  )
  const asked = new RegExp(
    `\\b(?:speaking|talking|speak|talk) (?:with|to) ${title}${name}|\\b(?:is this|is that|are you) ${title}${name}\\?`,
    'u',
  )
  const found = asked.exec(text) ?? called.exec(text)
  return found?.[1] ?? found?.[2]
}

const starters =
  'how|what|when|where|who|why|which|is|are|was|were|do|does|did|have|has|had|can|could|would|will|shall|should|may|am|at what'
/** What leads to a question in its own sentence, as in “This is Anna, how are you?”. */
const lead = new RegExp(`^.*(?:[,;:–-] +|\\b(?:and|so|but) )(?=(?:${starters})\\b)`, 'i')

/** The last question of a text, without what leads to it; undefined when nothing is asked. */
export function questionIn(text: string): string | undefined {
  const asked = text
    .replace(/\b(Mr|Mrs|Ms|Dr)\./g, '$1')
    .match(/[^.!?]+\?/g)
    ?.at(-1)
    ?.trim()
  return asked?.replace(/^(?:(?:and|so|but|then|well|okay|now|also|please)\b,? *)+/i, '').replace(lead, '')
}

/** Whether the person is asked to ask, as in “How can I help you?”. */
export const isInvitation = (question: string) =>
  /\b(anything|something) (else )?(that )?(you|i|we)\b|\banything else\b|\b(how|what) (can|may|could) (i|we) (help|do)\b|\bquestions\b|\blike to know\b|\bwant to know\b/i.test(
    question,
  )

const days = 'Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday'
const parts = '(?: (?:morning|afternoon|evening))'
const offered = new RegExp(
  `\\b((?:next )?(?:${days})${parts}?|tomorrow${parts}?|today|tonight|this${parts}|next week)?(?: ?(at (?:\\d{1,2}(?::\\d\\d)?|[a-z]+)(?: ?[ap]\\.?m\\.?| o['’]clock)?))?`,
  'giu',
)
const otherTimes = ['Thursday afternoon', 'Friday morning', 'Tomorrow evening', 'Next week']

/** A day or a time that a question offers, as it was said. */
function timeIn(question: string): string | undefined {
  if (/^(did|have|has|had|was|were)\b/i.test(question)) return undefined
  const at = /^at (\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon)/i
  for (const [all, day, time] of question.matchAll(offered)) if (day || (time && at.test(time))) return all.trim()
  return undefined
}

/** By the beginning of a question, how to say yes and no to it. */
const plain: [RegExp, string, string][] = [
  [/^(is|was) there\b/i, 'Yes, there is.', 'No, there is not.'],
  [/^(are|were) there\b/i, 'Yes, there are some.', 'No, there are none.'],
  [/^(is|was)\b/i, 'Yes, it is.', 'No, I do not think so.'],
  [/^are you\b/i, 'Yes, I am.', 'No, not really.'],
  [/^were you\b/i, 'Yes, I was.', 'No, I was not.'],
  [/^did you\b/i, 'Yes, I did.', 'No, I did not.'],
  [/^do you\b/i, 'Yes, I do.', 'No, I do not.'],
  [/^(does|do|did)\b/i, 'Yes, I think so.', 'No, not that I know of.'],
  [/^have you\b/i, 'Yes, I have.', 'No, not yet.'],
  [/^would you\b/i, 'Yes, I would like that.', 'No, rather not.'],
  [/^(can|could) you\b/i, 'Yes, I can do that.', 'No, I am afraid not.'],
  [/^will you\b/i, 'Yes, I will.', 'No, I do not think so.'],
  [/^(may|can|could|shall|should) (i|we)\b/i, 'Yes, please do.', 'No, that is not necessary.'],
  [
    /^(am|are|were|has|have|had|will|would|should|can|could|might|must)\b/i,
    'Yes, I think so.',
    'No, I do not think so.',
  ],
]

const whens = [
  'Tomorrow afternoon would be fine.',
  'On Thursday morning, if that is possible.',
  'Next week would be better for me.',
  'Any day after five.',
]

/** Replies to questions that begin with a question word, the first that fits. */
const open: [RegExp, (manner: Manner) => string][] = [
  [/^how (are you|is it going|do you do)\b/i, () => 'Fine, thank you.'],
  [/^how many\b/i, manner => pick(manner, ['Two, I think.', 'Three of them.', 'Only one.'])],
  [/^how (much|high|big|large)\b|\bbudget\b/i, () => 'I have not thought about that yet.'],
  [/^how (long|often)\b/i, manner => pick(manner, ['For about two years.', 'Not very long.'])],
  [
    /^how did you (hear|find)\b/i,
    manner => pick(manner, ['A friend told me about it.', 'I found it on the internet.']),
  ],
  [/\b(e-?mail)\b/i, ({ name }) => `It is ${name.toLowerCase().replace(/[^a-z]+/g, '.')}@example.com.`],
  [/\b(phone|mobile) number\b|\bnumber .*reach\b/i, () => 'You can use the number of this call.'],
  [/\b(address|street)\b/i, () => 'It is 12 Garden Street.'],
  [/\byour (full |first |last )?name\b|\bwho am i (speaking|talking)/i, ({ name }) => `My name is ${name}.`],
  [/^(when|at what time|what (time|day|date)|which (time|day|date))\b/i, manner => pick(manner, whens)],
  [/^where\b/i, manner => pick(manner, ['Here in town.', 'At home, mostly.'])],
  [/^who\b/i, manner => pick(manner, ['That would be me.', 'My partner looks after that.'])],
  [/^why\b/i, manner => pick(manner, ['I have no particular reason.', 'It was recommended to me.'])],
  [/\b(sound|think|feel)\b/i, manner => (isWilling(manner) ? 'That sounds good.' : 'I would have to think about it.')],
]

const undecided: Record<Mood, string[]> = {
  friendly: ['Good question. What would you recommend?', 'I am not sure yet, to be honest.'],
  busy: ['I cannot say that right now.', 'I would have to look that up, and I have no time now.'],
  wary: ['Why do you want to know that?', 'I would rather not say.'],
  dry: ['Hard to say.', 'I have not thought about it.'],
}

/** The reply to a question. */
export function answerTo(question: string, manner: Manner): string {
  const { mood } = manner
  if (/\b(still there|hear me)\b/i.test(question)) return 'Yes, I am still here.'
  if (/\b(speaking|talking|speak|talk) (with|to)\b/i.test(question) || nameIn(question) !== undefined) {
    const name = nameIn(question)
    return pick(manner, [name ? `Yes, this is ${name}.` : 'Yes, that is me.', 'Yes, speaking.', 'Yes, that is me.'])
  }
  if (
    /\b(do|would) you have (a|one|two|five|some|any|a few) (short |quick )?(minutes?|moments?|seconds?|time)\b/i.test(
      question,
    )
  )
    return {
      friendly: 'Yes, of course, go ahead.',
      busy: 'Only a minute, please be quick.',
      wary: 'That depends.',
      dry: 'Yes.',
    }[mood]
  if (/\b(good|bad|right) (time|moment)\b|\bdisturb/i.test(question) && !/^(when|what)/i.test(question))
    return mood === 'busy' ? 'Not really, but go on.' : 'Now is fine.'
  if (/\b(right|correct)\?$/i.test(question)) return isWilling(manner) ? 'Yes, that is right.' : 'No, not quite.'
  const choice = /\bor ((?!not\b|no\b)[^,?]{2,40})\?$/i.exec(question)
  if (choice) return `${capital(choice[1]!)}, I think.`
  const how = open.find(([pattern]) => pattern.test(question))
  const isOpen = /^(how|what|which|when|where|who|why|at what)\b/i.test(question)
  if (isOpen) return how ? how[1](manner) : pick(manner, undecided[mood])
  const time = timeIn(question)
  if (time)
    return isWilling(manner)
      ? `Yes, ${small(time)} is fine.`
      : `${capital(time)} is difficult. ${pick(
          manner,
          otherTimes.filter(one => one.toLowerCase() !== time.toLowerCase()),
        )} would be better.`
  const [, yes, no] = plain.find(([pattern]) => pattern.test(question)) ?? []
  if (!yes || !no) return how ? how[1](manner) : 'Yes, I think so.'
  // To ask for an email or a name is no question of yes or no.
  if (how && /^(may|can|could|would|will)\b/i.test(question)) return how[1](manner)
  return isWilling(manner) ? yes : no
}

/** Days keep their capital. */
const small = (time: string) =>
  new RegExp(`^(${days})`).test(time) ? time : time.charAt(0).toLowerCase() + time.slice(1)

/** What a person says to a statement. */
export const remark = (manner: Manner): string => pick(manner, remarks[manner.mood])

/** What a person says to a greeting: something about its subject, or about who calls. */
export function remarkOnGreeting(text: string, manner: Manner): string {
  const { mood } = manner
  const subject = subjectOf(text)
  if (subject) {
    const it = capital(subject)
    return {
      friendly: `Ah, ${subject}. Yes, please go on.`,
      busy: `${it}? I have little time, please be quick.`,
      wary: `${it}? I am not sure that I need that.`,
      dry: `${it}, all right.`,
    }[mood]
  }
  const company =
    /\bfrom ((?:the |our )?[\p{L}\d&'’-]+(?: [\p{L}\d&'’-]+){0,2}?)(?=[.,!?;:]|$| (?:and|calling|here|about|on)\b)/u.exec(
      text,
    )?.[1]
  if (company)
    return {
      friendly: `Ah, ${company}. Yes, go on, please.`,
      busy: `${capital(company)}? I have little time. What is it about?`,
      wary: `${capital(company)}? I have never heard of you. What is it about?`,
      dry: 'Yes. What is it about?',
    }[mood]
  return {
    friendly: 'Nice to hear from you. Yes, go on, please.',
    busy: 'I have little time. What is it about?',
    wary: 'Who gave you my number?',
    dry: 'Yes?',
  }[mood]
}

const remarks: Record<Mood, string[]> = {
  friendly: ['That sounds good.', 'Good to know.', 'That is kind of you.'],
  busy: ['Okay, I understand.', 'All right, go on.', 'Yes, and?'],
  wary: ['Hm, I am not so sure.', 'I would have to think about that.', 'If you say so.'],
  dry: ['Okay.', 'Fine.', 'All right.'],
}

/** What a text is about, from the side of the listener: `my order` for “about your order”. */
function subjectOf(text: string): string | undefined {
  const end = '(?! ?(?:and|or|in|on|at|for|to|that|which|when|with|from|is|are|you|we|i)\\b)'
  const about = new RegExp(
    `\\b(?:about|regarding|concerning|because of|remind you of|invite you to) ((?:the|your|our|this) ${end}[\\p{L}'’-]+(?: ${end}[\\p{L}'’-]+)?)`,
    'iu',
  )
  return about
    .exec(text)?.[1]
    ?.toLowerCase()
    .replace(/^your\b/, 'my')
    .replace(/^our\b/, 'your')
}
