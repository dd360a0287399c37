import type { Variables } from '../../../contract/wire'
import type { ToolSpec } from '../../ports/brief'
import { wordsOf } from '../../ports/searchable'
import { spoken } from './knowledge'
import { type Moment, momentIn, withHours } from './moment'
import { FITS, fitOf, isQuestion, meaningful, questionIn, shared } from './words'

const emailAddress = /[\w.+-]+@[\w-]+(\.[\w-]+)+/

export interface Choice {
  name: string
  args: Record<string, string | number | boolean>
}

/** What no rule over words may do by chance, also when it is the operator's own tool. */
const forbidden =
  /\b(do not call|dont call|not be called|black ?list|block(s|ed|ing)?|hang(s|ing)? up|ends? (a|the|this) call|unsubscribe|opt out|delete|erase|forget)/

/** Tools that change something, by the verb with which they begin. The sentence must ask for that itself. */
const actions = [
  /^(book|reserv|schedul|arrang|mak|creat|order|buy|buch|bestell|vereinbar|prenot|ordin|acquist|compr|command|achet)/,
  /^(cancel|remov|stornier|absag|annul|disdi|anul)/,
  /^(chang|updat|mov|reschedul|shift|ander|verschieb|cambi|modif|spost|deplac)/,
  /^(send|mail|text|schick|send|invi|env)/,
  /^(pay|charg|refund|bezahl|zahl|erstatt|pag|addebit|rimbors|rembours)/,
  /^(transfer|connect|forward|verbind|weiterleit|trasfer)/,
  /^(regist|sign|subscrib|join|enrol|anmeld|iscriv|inscri)/,
  /^(confirm|bestatig|conferm)/,
]
const actionsOf = (words: readonly string[]) => actions.filter(action => words.some(word => action.test(word)))

/**
 * The operator's own tool that a sentence asks for, with all of its arguments: its name and description share the words
 * of the sentence, and the sentence or the variables have a value for each of its parameters. Undefined when there is none.
 */
export function chooseTool(
  tools: readonly ToolSpec[],
  heard: string,
  { variables, now }: { variables: Variables; now: number },
): Choice | undefined {
  const sentence = withHours(heard)
  const moment = Number.isNaN(now) ? undefined : momentIn(sentence, now)
  const wanted = meaningful(withoutText(questionIn(sentence), moment?.text))
  // A statement shares words with a tool by chance more easily than a question does.
  const least = isQuestion(sentence) ? 1 : 2
  const fitting = tools.flatMap(tool => {
    if (!tool.isOwn) return []
    const name = tool.name.replaceAll('_', ' ')
    const words = wordsOf(`${name} ${tool.description}`)
    if (forbidden.test(words.join(' '))) return []
    const actions = actionsOf([...wordsOf(name).slice(0, 1), ...wordsOf(tool.description).slice(0, 1)])
    if (!actions.every(action => actionsOf(wordsOf(sentence)).includes(action))) return []
    const parameters = parametersOf(tool)
    const args = fill(parameters, { sentence, variables, moment })
    if (!args) return []
    // What an argument is, and what it is called, does not say what the tool is for.
    const ofArguments = wordsOf(Object.entries(args).flat().join(' ').replaceAll('_', ' '))
    const purpose = wanted.filter(
      word => !/^\d+$/.test(word) && !numerals.includes(word) && !ofArguments.includes(word),
    )
    const fit = fitOf(purpose, words)
    if (fit < FITS || shared(purpose, words).length < least) return []
    return [{ name: tool.name, args, fit }]
  })
  return fitting.reduce<(typeof fitting)[number] | undefined>(
    (best, one) => (best && best.fit >= one.fit ? best : one),
    undefined,
  )
}

interface Parameter {
  name: string
  type: string
  description: string
}

function parametersOf({ parameters }: ToolSpec): Parameter[] {
  const properties = (parameters.properties ?? {}) as Record<string, { type?: string; description?: string }>
  return Object.entries(properties).map(([name, { type = 'string', description = '' }]) => ({
    name,
    type,
    description,
  }))
}

interface Said {
  sentence: string
  variables: Variables
  moment: Moment | undefined
}

/** A value for each parameter; undefined when one has none. */
function fill(parameters: readonly Parameter[], said: Said): Choice['args'] | undefined {
  const args: Choice['args'] = {}
  for (const parameter of parameters) {
    const value = valueFor(parameter, said)
    if (value === undefined) return undefined
    args[parameter.name] = value
  }
  return args
}

/** What the sentence says for certain, then the variable of this name, then what the sentence may mean. */
function valueFor({ name, type, description }: Parameter, { sentence, variables, moment }: Said) {
  const about = wordsOf(`${name.replaceAll('_', ' ')} ${description}`).join(' ')
  const known = Object.hasOwn(variables, name) ? variables[name] : undefined
  const isKnown = known !== undefined && known !== null && known !== ''
  if (type === 'boolean') {
    const said = yesOrNo(sentence)
    if (said !== undefined) return said
    return isKnown && /^(true|false)$/.test(String(known)) ? String(known) === 'true' : undefined
  }
  if (type === 'number') {
    if (isKnown && Number.isFinite(Number(known))) return Number(known)
    return numberIn(withoutText(sentence, moment?.text))
  }
  return certainly(about, sentence, moment) ?? (isKnown ? String(known) : perhaps(about, sentence))
}

/** Texts that a pattern recognizes. `about`: the words of the parameter. */
function certainly(about: string, sentence: string, moment: Moment | undefined): string | undefined {
  if (/\be ?mail\b/.test(about)) return emailAddress.exec(sentence)?.[0]
  if (/\b(phone|mobile|telephone|telefon\w*|telefono)\b/.test(about)) return phoneIn(sentence)
  const wantsTime = /\b(time|hour|clock|uhrzeit|ora|hora|heure)\b/.test(about)
  const wantsDay = /\b(date|day|when|weekday|datum|tag|giorno|data|jour|fecha|dia|dag)\b/.test(about)
  if (!moment || (!wantsTime && !wantsDay)) return undefined
  if (wantsDay && wantsTime && moment.date && moment.time) return `${moment.date}T${moment.time}`
  if (wantsDay) {
    // "Which day" wants a day as people say it, "the date as YYYY-MM-DD" wants a date.
    return /\b(date|yyyy|iso|datum|fecha|data)\b/.test(about)
      ? (moment.date ?? undefined)
      : moment.date === null
        ? undefined
        : dayOf(moment)
  }
  return moment.time ?? undefined
}

/** Texts that a sentence may have for a parameter. */
function perhaps(about: string, sentence: string): string | undefined {
  if (/\b(query|question|search|message|request|frage|domanda|pregunta)\b/.test(about)) return sentence
  if (/\b(e ?mail|phone|mobile|telephone|date|day|when|time|hour)\b/.test(about)) return undefined
  if (/\b(city|town|place|location|country|address|stadt|ort|citta|ville|ciudad)\b/.test(about))
    return /\b(?:in|to|from|near|at|nach|aus|a|da|à|en)\s+(\p{Lu}[\p{L}'-]+(?:\s\p{Lu}[\p{L}'-]+)*)/u.exec(
      sentence,
    )?.[1]
  if (/\b(id|number|code|order|reference|nummer|numero)\b/.test(about))
    return /(?<![\p{L}\d])(?=[\p{Lu}-]*\d)[\p{Lu}\d][\p{Lu}\d-]*/u.exec(sentence)?.[0]
  return /\bname\b/.test(about) ? namedIn.exec(sentence)?.[1] : undefined
}

/** How people say their name, in a few languages. */
const namedIn =
  /(?:[Mm]y name is|[Nn]ame's|[Tt]his is|[Ii] am|[Ii]['’]m|\bfor|[Mm]ein Name ist|[Ii]ch bin|[Mm]i chiamo|[Ss]ono|[Jj]e m['’]appelle|[Mm]e llamo|[Ss]oy)\s+(\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)*)/u

const withoutText = (sentence: string, text: string | undefined) =>
  text === undefined ? sentence : sentence.replace(text, ' ')

/** The day as it was said, without its preposition and the time. */
const dayOf = ({ text, time }: Moment) =>
  (time === null
    ? text
    : text.replace(/[\s,]+(at|um|alle|à|a las|às|om|\d{1,2}([:.]\d\d)?\s*(am|pm|uhr|h)?\b).*$/i, '')
  ).replace(/^(on|for|at|am|an|le|el|il|op)\s+/i, '')

const phoneIn = (sentence: string) => /\+?\d[\d ().-]{5,}\d/.exec(sentence)?.[0].replace(/[^\d+]/g, '')

function yesOrNo(sentence: string): boolean | undefined {
  const [first = ''] = wordsOf(sentence)
  if (/^(yes|yeah|yep|sure|okay|ok|ja|si|oui|sim|da|tak)$/.test(first)) return true
  return /^(no|nope|not|nein|non|nao|nee|nie)$/.test(first) ? false : undefined
}

const numerals = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

function numberIn(sentence: string): number | undefined {
  const digits = /-?\d+(?:[.,]\d+)?/.exec(sentence)?.[0]
  if (digits !== undefined) return Number(digits.replace(',', '.'))
  const word = wordsOf(sentence).find(one => numerals.includes(one))
  return word === undefined ? undefined : numerals.indexOf(word)
}

/** How many items of a list are told. */
const TOLD = 4

/** The result of a tool as it can be spoken: JSON in words, the first sentence or two of a text. Null: it failed. */
export function tellResult(result: string): string | null {
  if (/^Error: /.test(result)) return null
  try {
    const said = inWords(JSON.parse(result))
    return said === '' ? 'I found nothing.' : spoken(`I found this: ${said}`)
  } catch {
    // JSON that was cut, because it is too long.
    if (/^\s*[[{]/.test(result)) return 'I found more than I can tell.'
    return spoken(result.replace(/<[^>]*>/g, ' '))
  }
}

function inWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) {
    const said = value.map(inWords).filter(Boolean)
    const more = said.length - TOLD
    const isNested = value.some(item => typeof item === 'object' && item !== null)
    return listed([...said.slice(0, TOLD), ...(more > 0 ? [`${more} more`] : [])], isNested ? '; ' : ', ')
  }
  if (typeof value === 'object')
    return Object.entries(value)
      .flatMap(([name, part]) => {
        const said = inWords(part)
        return said === '' ? [] : [`${readable(name)}: ${said}`]
      })
      .join(', ')
  return String(value)
}

const listed = (items: string[], comma: string) =>
  items.length < 2
    ? (items[0] ?? '')
    : `${items.slice(0, -1).join(comma)}${comma === '; ' ? '; ' : ' '}and ${items.at(-1)}`

/** `freeSlots` and `free_slots` are free slots. */
const readable = (name: string) =>
  name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
