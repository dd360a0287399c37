import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, it } from 'vitest'
import catalogue from '../../resources/catalogue.json' with { type: 'json' }
import { places, service } from '../../src/renderer/words/de/service'
import { saying } from '../../src/renderer/words/sentences'
import { sources } from '../house/sources'

const dollars = (usd: number) =>
  new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' }).format(usd)
const say = saying(service, 'de-DE', dollars)

describe('what the service writes is said in German', () => {
  const both: [string, string][] = [
    ['The number +4915112345678 is on the blacklist.', 'Die Nummer +4915112345678 ist auf der Sperrliste.'],
    ['must be between 10 and 4,320.', 'muss zwischen 10 und 4.320 liegen.'],
    ['The per_page field must be between 1 and 100.', 'per_page muss zwischen 1 und 100 liegen.'],
    ['The name field is required. (and 2 more errors)', 'name fehlt. (und 2 weitere Fehler)'],
    [
      'A call needs $0.10, and the balance is $0.01: $0.09 is missing.',
      'Ein Anruf braucht 0,10 $, und das Guthaben ist 0,01 $: es fehlen 0,09 $.',
    ],
    [
      'A call needs $1,234.50, and the balance is −$3.00: $1,237.50 is missing. Top up the balance first.',
      'Ein Anruf braucht 1.234,50 $, und das Guthaben ist -3,00 $: es fehlen 1.237,50 $. Laden Sie zuerst das Guthaben auf.',
    ],
    ['32 s of talking at $0.10 a minute', '32 s Gespräch zu 0,10 $ je Minute'],
    [
      '“Not now.” were the last words of the other side. 7 things were said.',
      '„Not now.“ waren die letzten Worte der anderen Seite. Es gab 7 Äußerungen.',
    ],
    ['1 lead was added. 2 were not.', 'Ein Kontakt ist hinzugefügt. 2 nicht.'],
    [
      'Dialing is halted. 3 calls are being hung up. 1 campaign was stopped.',
      'Das Wählen ist gestoppt. Bei 3 Anrufen wird aufgelegt. Eine Kampagne wurde angehalten.',
    ],
    [
      'It stopped itself. The carrier failed for 3 of the last 12 leads.',
      'Sie hat sich selbst angehalten. Der Anbieter ist bei 3 der letzten 12 Kontakte ausgefallen.',
    ],
    [
      'Autumn recall: Its planned start was not possible. The campaign has no leads. Add leads before it starts.',
      'Autumn recall: Der geplante Start war nicht möglich. Die Kampagne hat keine Kontakte. Fügen Sie welche hinzu, bevor sie startet.',
    ],
    ['No key is stored for OpenAI.', 'Für OpenAI ist kein Schlüssel gespeichert.'],
    [
      'The model gpt-9 failed: OpenAI does not know the model gpt-9 (404)',
      'Das Modell gpt-9 ist ausgefallen: OpenAI kennt das Modell gpt-9 nicht (404)',
    ],
    [
      '5 dials are put off to another day: a number may be called once a day.',
      '5 Anwahlen kommen auf einen anderen Tag: eine Nummer darf einmal am Tag angerufen werden.',
    ],
    [
      'The balance of $2.00 covers it; the low mark of $1.00 comes around Wednesday 09:00 Europe/Berlin.',
      'Das Guthaben von 2,00 $ reicht; die Marke von 1,00 $ kommt gegen Mittwoch 09:00 Europe/Berlin.',
    ],
  ]
  it.each(both)('%s', (english, german) => expect(say(english).replaceAll('\u00a0', ' ')).toBe(german))

  it('what nobody has put into German stays, also between other sentences', () => {
    expect(say('write EPROTO')).toBe('write EPROTO')
    expect(say('The carrier refused the number. Ask them.')).toBe('Der Anbieter hat die Nummer abgelehnt. Ask them.')
  })

  it('names and what people have written are not changed', () => {
    expect(say('The assistant Dialing is paused. is inactive.')).toBe(
      'Der Assistent Dialing is paused. ist nicht aktiv.',
    )
  })
})

/** The names that a message needs. */
function needs(message: string): string[] {
  const names = new Set<string>()
  const walk = (parts: readonly unknown[]) => {
    for (const part of parts as { type: number; value: string; options?: Record<string, { value: unknown[] }> }[]) {
      if (part.type !== 0 && part.type !== 7) names.add(part.value)
      for (const option of Object.values(part.options ?? {})) walk(option.value)
    }
  }
  walk(new IntlMessageFormat(message, 'en').getAst())
  return [...names].sort()
}

it('a German sentence has no value that the English does not give', () => {
  const wrong = Object.entries(service).filter(([en, de]) => needs(de).some(name => !needs(en).includes(name)))
  expect(wrong).toEqual([])
})

it('a sentence stands in one place', () => {
  const all = Object.values(places).flatMap(place => Object.keys(place))
  expect(all.filter((text, i) => all.indexOf(text) !== i)).toEqual([])
})

/** Where the service writes for a person. */
const writes =
  /^(contract\/(?!reference\/)|main\/(core|router|background|reading)\/|main\/voice\/models\/|main\/http\/limits|main\/carriers\/sip\/|main\/voice-host\/(test-calls|sip\/|session\/(wishes|ears|conversation|speaker)))/

/** What no person reads in the console: prompts of models, answers to tools, checks of the command line, what callers say. */
const notRead =
  /core\/assistants\/(situation|call-tools|shared-tools|custom-tools)|core\/calls\/carry-out|core\/privacy\/forget-secrets|core\/samples\/|messaging\/trial|models\/evaluation/
const notReadTexts = [
  'This is a test from Callwright.',
  'This is a test of the connection.',
  'This is a test call from Callwright. Your trunk works. Goodbye.',
]

/** Those are said by their codes: Readiness.tsx and campaign-text.ts. What is not, stands in the texts above. */
const saidByCode = /core\/reporting\/readiness|dialing\/explain.*(inWords|waits|A call$)/

const unusable = [
  'is suspended until its rent is paid',
  'was bought from the x carrier and cannot be used with another',
]
/** What stands in place of a value that is no name and no number, by how the code has it. */
const words: Record<string, string[]> = {
  'numbers.unusable(db, number)': unusable,
  'numbers.unusable(context.db, number)': unusable,
  'nouns[String(issue.expected)] ?? String(issue.expected)': ['a string', 'an integer', 'an array', 'true or false'],
  "isGiven(raw, path) ? message : 'is required.'": ['is required.'],
  'main/core/assistants/answering.ts why': unusable,
  'main/core/assistants/references.ts why': unusable,
  'main/core/assistants/assistants.ts why': [
    'uses the assistant',
    'needs the evaluation',
    'reads its goal from the bool x',
  ],
  'main/core/calls/inbound.ts why': unusable,
  'main/core/messaging/sms.ts why': unusable,
  'main/core/numbers/sip-trunks.ts why': ['an extension registers with it.', 'calls are authorized by it.'],
  'main/core/reporting/put-away.ts problem': ['is not a key of an entry of GET /user/attention.'],
  'main/core/webhooks/deliveries.ts what': [
    'was given up after 1 try',
    'was given up after 7 tries',
    'was given up, because its result could not be stored',
  ],
  'main/core/calls/self-stop.ts ofLast': ['of its last lead', 'of the last 7 leads'],
  'main/core/money/amounts.ts what': ['A call', 'A message', 'The message', 'The first month'],
  'main/core/money/amounts.ts missing': ['$7.00 is missing'],
  'main/core/money/amounts.ts why': [
    'Nothing is free, because running calls need $7.00 and the balance is $7.00',
    'Nothing is free, because $7.00 of the balance of $7.00 is held for running calls',
    '$7.00 is free, because $7.00 of the balance of $7.00 is held for running calls',
  ],
  "missingInWords('A call', missing)": ['A call needs $0.10, and the balance is $0.01: $0.09 is missing.'],
  "started === 0 ? 'No campaign was' : counted(started, 'campaign was', 'campaigns were')": [
    'No campaign was',
    '7 campaigns were',
  ],
  'redelivery.status': ['running', 'done', 'cancelled'],
  'main/core/campaigns/lead-changes.ts change.status': ['running', 'done', 'cancelled', 'undoing', 'undone'],
  'lead.status': ['processing', 'completed', 'reached-max-retries', 'blacklisted'],
  state: ['halted', 'paused'],
  by: ['hour', 'day'],
  what: [
    ...'Assistant,Outbound assistant,Campaign,Lead,Call,Recording,Change,Rehearsal,Promised callback,Phone number'.split(
      ',',
    ),
    ...'SIP trunk,SMS,Conversation,Note,Knowledge base,Document,Tool,Model,Provider,Webhook delivery,Redelivery'.split(
      ',',
    ),
    ...'Payment method,API key,Session,User,Backup'.split(','),
  ],
  "waiting('campaign_lines')": ['leads wait 60 % of the time that it is calling'],
  "waiting('desk_lines')": ['leads wait 60 % of the time that it is calling'],
  "waiting('calls_per_second')": ['leads wait 60 % of the time that it is calling'],
  'main/voice/models/limits.ts what': ['to answer to the end', 'for its first word', 'to go on'],
  forHowLong: ['', ' for 7 s'],
  reason: ['', ': x'],
  instead: ['nothing was changed. Make room and try again'],
  span: ['7 minutes', '2 hours'],
  side: ['behind', 'ahead of'],
}

const literal = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g
const comment = /^\s*(?:\/\/|\/\*\*|\*).*$/gm
const notForPeople =
  /(?:(?:summary|description|example|json):\s*|['`] \+\s*|new Error\(|log\.\w+\([^)]*|sql|import\(|from )$/

/** What may stand in place of `${…}`: a name, an amount, or each of the words that the code chooses from. */
function examplesOf(file: string, code: string): string[] {
  const known = words[`${file} ${code}`] ?? words[code]
  if (known) return known
  const counted = /^counted\(.*?, '([^']+)'(?:, '([^']+)')?,? ?\)$/.exec(code)
  if (counted) return [`1 ${counted[1]}`, `7 ${counted[2] ?? `${counted[1]}s`}`]
  const chosen = /\? '([^']+)' : '([^']+)'$/.exec(code)
  if (chosen) return [chosen[1]!, chosen[2]!]
  return /^(inUsd|have|need)\(/.test(code) ? ['$7.00'] : ['7']
}

/** Texts that a template can make. */
function examples(file: string, template: string): string[] {
  const hole = /\$\{((?:[^{}]|\{[^{}]*\})*)\}/.exec(template)
  if (!hole) return [template]
  return examplesOf(file, hole[1]!.trim().replace(/\s+/g, ' ')).flatMap(word =>
    examples(
      file,
      template.replace(hole[0], () => word),
    ),
  )
}

/** Every sentence that a file writes, every end of one that begins with a verb, and every reason of a model. */
function sentencesIn(file: string, source: string) {
  const code = source.replace(comment, '')
  return [...code.matchAll(literal)].flatMap(found => {
    const text = (found[1] ?? found[2] ?? found[3])!.replaceAll("\\'", "'")
    const before = code.slice(Math.max(0, found.index - 200), found.index)
    const isSentence = /^(\$\{|“|[A-Z]|(must|is|cannot|needs|may|repeats) )/.test(text) && / .*\.$/s.test(text)
    const isReason =
      /new ModelError\(\s*$/.test(before) || (file.endsWith('dialing/explain.ts') && /^[A-Z].* /.test(text))
    if (!(isSentence || isReason) || text.startsWith('Error: ') || notForPeople.test(before)) return []
    if (saidByCode.test(`${file} ${text}`) || notReadTexts.includes(text)) return []
    return examples(file, text).map(example => ({ file, example }))
  })
}

const english = /\b(the|is|are|were|not|be|it|has|have)\b/i

it('every sentence that the service writes is there in German', () => {
  const all = [...sources]
    .filter(([file]) => writes.test(file) && !notRead.test(file))
    .flatMap(([file, code]) => sentencesIn(file, code))
  expect(all.length).toBeGreaterThan(400)
  const left = all.filter(({ example }) => say(example) === example || english.test(say(example)))
  expect(left.map(({ file, example }) => `${file}: ${example} → ${say(example)}`)).toEqual([])
})

it('what a voice sounds like, and what is no name of a product, is there in German', () => {
  const accents = new Set(catalogue.voices.flatMap(({ accent }) => accent ?? []))
  const described = catalogue.providers.map(({ name }) => name).filter(name => /[(-]/.test(name))
  expect([...accents, ...described].filter(word => say(word) === word)).toEqual([])
})
