// The data of the screenshots: the campaigns of a dental practice on one morning, made over the API. The simulated
// carrier answers the calls.
import type { Client } from '../service.ts'

/** The first moment of desk time: 8:30 in London, on a Tuesday. */
export const BEGIN = '2026-11-24T08:30:00Z'
const zone = 'Europe/London'

/** The beginnings of numbers that Ofcom reserves for drama. Three digits are added. */
const ranges =
  '7700900 2079460 1134960 1144960 1154960 1164960 1174960 1184960 1214960 1314960 1414960 1514960 1614960 1632960 1914980 2920180'
const first =
  'Emily Daniel Tom Aisha Ruth Colin Grace Priya Owen Ffion Peter Hannah Sam Nadia Viktor Leila Jo Ian Elsie'
const last =
  'Tran Osei Hargreaves Begum Abiola Mercer Liu Raman Blake Pritchard Nowak Sørensen Adeyemi Karim Hála Whitaker Delacroix-Whitfield'
/**
 * The last two digits of numbers, which choose the result of a call. The results are about as frequent as in reality.
 */
const fates =
  '02 21 34 04 45 01 56 67 02 78 09 89 23 02 37 04 41 08 52 69 01 74 09 83 05 94 11 06 28 04 39 07 02 46 57 04'

const pick = (words: string, n: number) => {
  const list = words.split(' ')
  return list[n % list.length]!
}
let people = 0
const taken = new Map<string, number>()
/** A person with a unique number that ends with `ending`. */
function somebody(ending: string) {
  const n = taken.get(ending) ?? 0
  taken.set(ending, n + 1)
  const digit = Math.floor(n / ranges.split(' ').length)
  const person = people++
  return {
    phone_number: `+44${pick(ranges, n)}${digit}${ending}`,
    variables: { name: `${pick(first, person * 7)} ${pick(last, person * 5)}` },
  }
}

type Made = { data: { id: number } }
const start = (client: Client, campaign_id: number) =>
  client.post('/user/campaigns/update-status', { campaign_id, action: 'start' })

export interface Story {
  completed: number
  running: number
  waiting: number
  stopped: number
  draft: number
  /** The campaigns that start later in the morning. */
  later: number[]
}

/**
 * Makes all data, and starts the campaigns that run from the beginning. The URL `good` accepts all webhooks; `failing`
 * refuses some of them.
 */
export async function makeStory(client: Client, { good, failing }: { good: string; failing: string }): Promise<Story> {
  await client.put('/user/settings', { name: 'Harbour Dental', timezone: zone })
  await client.post('/user/balance/top-up', { amount: 150 })

  // Only one assistant records: at this speed, not all calls could be recorded.
  const assistant = async (name: string, firstWords: string, webhook_url: string, field: object, record = false) =>
    (
      await client.post<Made>('/user/assistant', {
        name,
        voice_id: 1,
        language_id: 1,
        type: 'outbound',
        mode: 'pipeline',
        llm_model_id: 1,
        timezone: zone,
        initial_message: firstWords,
        system_prompt: `You are ${name} of Harbour Dental and speak to {{name}}. Be brief and friendly.`,
        tools: [{ type: 'end_call' }],
        variables: { name: '' },
        max_duration: 300,
        record,
        is_webhook_active: true,
        webhook_url,
        send_webhook_only_on_completed: true,
        post_call_schema: [field],
      })
    ).data.id
  const nora = await assistant(
    'Nora, recall desk',
    'Good morning {{name}}, this is Nora, the automated assistant of Harbour Dental. Is this a good moment?',
    good,
    { name: 'booked', type: 'bool', description: 'Whether an appointment was agreed on' },
  )
  const ivy = await assistant(
    'Ivy, survey',
    'Hello {{name}}, this is Ivy, the automated assistant of Harbour Dental, with two questions about your last visit.',
    good,
    { name: 'content', type: 'bool', description: 'Whether they were content' },
    true,
  )
  const theo = await assistant(
    'Theo, quotes',
    'Hello {{name}}, this is Theo, the automated assistant of Harbour Dental, about your quote for whitening.',
    failing,
    { name: 'interested', type: 'bool', description: 'Whether they want to go ahead' },
  )

  const campaign = async (name: string, assistant_id: number, endings: string[], over: object = {}) => {
    const settings = { name, assistant_id, timezone: zone, max_retries: 3, retry_interval: 60, ...over }
    const { id } = (await client.post<Made>('/user/campaigns', settings)).data
    for (const ending of endings) await client.post('/user/lead', { ...somebody(ending), campaign_id: id })
    return id
  }
  // Enough leads for the whole morning, also on a fast machine.
  const mixed = (n: number, from: number) => Array.from({ length: n }, (_, i) => pick(fates, from + i))
  const goal = { goal_completion_variable: 'booked' }

  const completed = await campaign('Satisfaction survey, October', ivy, mixed(24, 3), {
    goal_completion_variable: 'content',
    max_calls_in_parallel: 4,
    retry_interval: 10,
  })
  const running = await campaign('Hygiene recall, autumn', nora, ['13', ...mixed(700, 0)], {
    ...goal,
    max_calls_in_parallel: 4,
    allowed_hours_start_time: '08:00',
    allowed_hours_end_time: '18:00',
  })
  const quotes = await campaign('Whitening quotes, follow-up', theo, mixed(180, 11), {
    max_calls_in_parallel: 2,
    goal_completion_variable: 'interested',
  })
  const stopped = await campaign('No-show rebooking', nora, [...mixed(6, 1), ...Array(24).fill('14')], goal)
  const waiting = await campaign('Membership renewals', nora, mixed(60, 17), {
    ...goal,
    allowed_hours_start_time: '13:00',
    allowed_hours_end_time: '17:00',
  })
  const draft = await campaign('Implant open evening, 3 December', theo, [])
  for (const id of [completed, running, waiting]) await start(client, id)
  return { completed, running, waiting, stopped, draft, later: [quotes, stopped] }
}

/** Starts the campaigns that begin later. */
export async function startLater(client: Client, story: Story) {
  for (const id of story.later) await start(client, id)
}
