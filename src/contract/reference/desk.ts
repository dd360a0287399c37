import type { Obstacle } from '../explain'
import { inside } from './anywhere'
import { lead } from './leads'
import type { Fields, Reference } from './meaning'

// What the desk as a whole does: dialing, what holds it up, the settings, statistics.

const dialingState: Fields[string] = [
  'Whether calls are made.',
  'dialing',
  {
    dialing: 'calls are made as campaigns allow.',
    paused: 'no call is dialed; running calls go on.',
    halted: 'no call is dialed or answered; every call was hung up and every campaign stopped.',
  },
]
const dialing: Fields = {
  state: dialingState,
  since: ['Since when it is so.', '2026-02-23T09:00:00.000000Z'],
  reason: [
    'Why, as a sentence: what the operator gave as the reason, or why dialing waits by itself. Null for none.',
    null,
  ],
}

const obstacles: Record<Obstacle, string> = {
  not_started: 'the campaign is a draft or stopped.',
  completed: 'the campaign is completed.',
  no_assistant: 'the campaign has no assistant.',
  no_trunk: 'calls are made over SIP, and it has no number of a SIP trunk to call from.',
  model_out_of_order: 'no model of its assistant answers.',
  dialing_paused: 'dialing is paused.',
  dialing_halted: 'dialing is halted.',
  clocks_differ: 'the clock of the machine and the time of the desk differ, so dialing waits.',
  outside_hours: 'it is outside the allowed hours and days.',
  no_balance: 'the balance does not cover another call.',
  campaign_lines_in_use: 'the campaign has as many calls as it may.',
  desk_lines_in_use: 'the workspace has as many calls as it may.',
  nothing_due: 'no lead of the campaign is due yet.',
  no_leads: 'no lead is left to be called.',
  on_the_phone: 'the lead is being called.',
  blacklisted: 'its number is on the blacklist.',
  done: 'the lead is done.',
  not_due: 'the lead is not due yet.',
  behind_others: 'others of the campaign are called before it.',
}

const explanation: Fields = {
  dialing: 'Whether nothing holds it up.',
  reasons: 'What holds it up, the most important first. Empty when nothing does.',
  next_at: [
    'The earliest moment at which it may be dialed, as far as is known; null when that does not depend on time alone.',
    '2026-02-24T08:00:00.000000Z',
  ],
}

const settings: Fields = {
  name: ['The name of the workspace.', 'Acme calls'],
  timezone: [
    'The time zone of the workspace: `UTC` or a Region/City name. Days of statistics are days in it.',
    'Europe/Rome',
  ],
  country: [
    'The country, ISO 3166-1 alpha-2, in which the console reads a number without a country code, such as 020 7946 0123. While none is set, it is that of the time zone; null for a zone of no country, such as UTC. To set it to null goes back to that. Numbers that the API takes always begin with a +.',
    'IT',
  ],
  carrier: [
    'The carrier of all calls. To change it stops every campaign. SMS and rented numbers are simulated with both.',
    'simulated',
    { simulated: 'calls reach nobody.', sip: 'real calls, by the SIP trunks.' },
  ],
  max_calls_in_parallel: ['How many calls the workspace may have at once.', 30],
  calls_per_second: ['How many calls may be dialed in a second.', 5],
  low_balance: ['Below this balance, in USD, the operator is warned.', 5],
  rates: 'What things cost.',
  'rates.call_minute': [
    'USD for a minute of talking, charged by the second from the answer. Calls with a number of a trunk of your own are free.',
    0.1,
  ],
  'rates.widget_message': ['USD for a message of a chat of type `widget`. Other chats are free.', 0.01],
  'rates.sms': [
    'USD for a segment of an SMS, by the country that it goes to (two letters); `other` for all other countries. In a change, null takes the price of a country away.',
    { US: 0.01, IT: 0.08, other: 0.05 },
  ],
  rate_limit: 'How many requests each API key may make.',
  'rate_limit.per_second': ['How many a second on average.', 100],
  'rate_limit.burst': ['How many at once.', 1000],
  sip: 'How SIP reaches this machine.',
  'sip.listen_address': ['The address of this machine on which SIP and sound are heard; null: every one.', null],
  'sip.listen_port': ['The port of SIP; 0: any free one.', 0],
  'sip.public_address': [
    'The address by which others reach this machine when it stands behind a NAT; null: what the servers of the trunks see.',
    null,
  ],
  'sip.rtp_ports': ['The UDP ports for sound, the first and the last.', [16384, 32767]],
  retention_days: ['After how many days recordings and transcripts are deleted; null: they are kept.', 90],
  evaluation_model_id: [
    'The id of the model that evaluates calls; null: the model that spoke, or the built-in rules without one.',
    2,
  ],
  public_base_url: [
    'The address, ending in /api, under which this service is reached from elsewhere, such as through a tunnel. Links to recordings in webhooks begin with it. Null: they lead to this machine.',
    'https://desk.example.com/api',
  ],
  providers: 'The providers of models, voices and transcribers.',
}

const costs: Fields = {
  calls: ['How many calls were made or came in.', 212],
  answered: ['In how many a person was talked to.', 64],
  goals: ['How many reached their goal, as judged.', 21],
  guessed_goals: ['How many reached it by the built-in rules, which is a guess.', 0],
  cost: ['What they cost, in USD.', 14.2],
  cost_per_answered: ['The cost for each call in which a person was talked to, in USD; null without any.', 0.221875],
  cost_per_goal: ['The cost for each goal that was reached, in USD; null without any.', 0.67619],
}

export const ofDesk: Reference = {
  schemas: {
    Dialing: dialing,
    Reason: {
      code: ['The reason, for programs.', 'outside_hours', obstacles],
      text: ['The reason as a sentence.', 'Nothing is dialed until Tuesday 09:00 Europe/Rome'],
      until: ['When it ends by itself; null when it does not.', '2026-02-24T08:00:00.000000Z'],
    },
    Explanation: explanation,
    NextLead: {
      id: ['The id of the lead.', 12],
      phone_number: ['The number of the lead, in E.164.', '+12025550124'],
      name: ['The name of the person; null when the lead has none.', 'Bob'],
      due_at: ['When the lead is due.', '2026-02-24T08:00:00.000000Z'],
      variables: lead.variables!,
      status: lead.status!,
      attempts: lead.attempts!,
      callback_at: ['When it was promised a call; null when it was not.', null],
    },
    SettingsProvider: {
      id: ['The id of the provider.', 44],
      code: ['The short name of the provider.', 'openai-compatible'],
      name: ['The name of the provider.', 'OpenAI-compatible server'],
      kinds: ['What it is used for.', ['model', 'transcriber']],
      has_key: 'Whether a key is stored. The key itself is never returned.',
      base_url: ['The address that requests go to; null: the provider’s own.', 'http://127.0.0.1:11434/v1'],
    },
    Settings: {
      ...settings,
      simulated: 'Whether time was simulated in this data folder, so that a real carrier must not dial from it.',
      now: ['Desk time, by which due times and allowed hours are decided.', '2026-02-23T10:00:00.000000Z'],
      speed: ['How fast desk time runs; 1 unless the simulator runs faster.', 1],
      api_base_url: ['The address that every path of this API begins with.', 'http://127.0.0.1:4620/api'],
      version: ['The version of Callwright that answers.', '0.1.0'],
    },
    Model: {
      id: ['The id of the model.', 1001],
      name: ['The name of the model, as lists show it.', 'Mistral Small (local server)'],
      code: ['The name of the model at its provider.', 'mistral-small'],
      type: ['For which mode it is: `llm` for pipeline, the others for the mode of that name.', 'llm'],
      provider_id: ['The id of its provider.', 44],
    },
    Totals: totals(),
  },
  requests: {
    dialing: { reason: ['Why, as a text that the operator reads later.', 'The list is wrong.'] },
    explain: { id: ['The id of the record.', 1] },
    'explain.campaign': { id: ['The id of the campaign.', 1] },
    'explain.lead': { id: ['The id of the lead.', 12] },
    settings: {
      ...settings,
      providers: 'Changes of providers. Those that are not named stay as they are.',
      'providers.id': ['The id of any catalogue entry of the provider.', 44],
      'providers.api_key': ['The key. It is stored encrypted and never returned. Null deletes it.', 'sk-local'],
      'providers.base_url': [
        'The address that requests go to. Null: the provider’s own. A new address forgets the stored key, unless the same request gives one.',
        'http://127.0.0.1:11434/v1',
      ],
    },
    'settings.testProvider': {
      id: ['The id of any catalogue entry of the provider.', 44],
      model: ['The code of the model to test. Without it, one is chosen.', 'llama3.1'],
    },
    'settings.retentionEffect': { days: ['How many days recordings and transcripts would be kept.', 90] },
    'settings.addModel': {
      provider_id: ['The id of the provider of the model.', 44],
      type: ['For which mode it is: `llm` for pipeline, the others for the mode of that name.', 'llm'],
      name: ['The name of the model, as lists show it.', 'Mistral Small (local server)'],
      code: ['The name of the model at its provider.', 'mistral-small'],
    },
    'settings.removeModel': { id: ['The id of the model.', 1001] },
    'stats.costs': {
      from: ['Where to begin: a day in the time zone of the workspace, or a moment with its offset.', '2026-02-16'],
      to: ['Where to end: a day, included, or a moment with its offset, not included.', '2026-02-22'],
    },
    'stats.get': {
      from: ['Where to begin: a day in the time zone of the workspace, or a moment with its offset.', '2026-02-16'],
      to: ['Where to end: a day, included, or a moment with its offset, not included.', '2026-02-22'],
      by: 'How long each bucket is.',
      campaign_id: ['Only calls of this campaign, by its id.', 1],
      timezone: ['The time zone of days and hours; that of the workspace when it is left out.', 'America/New_York'],
    },
  },
  answers: {
    'explain.campaign': {
      ...explanation,
      next_leads:
        'The queued leads that are dialed next, five at most. Empty while the campaign is not in progress or dialing is halted: nothing of it is going to be dialed then.',
    },
    'dialing.halt': {
      hung_up: ['How many calls are being hung up. Those that were being hung up before are not counted.', 3],
      stopped_campaigns: ['How many running campaigns were stopped.', 2],
    },
    'settings.testProvider': {
      ok: ['Whether the provider answered as it should.', true],
      message: ['What it answered, or what is wrong, as a sentence.', 'It answered: Hello.'],
      model: ['The code of the model that was asked; left out when none was.', 'llama3.1'],
      latency_ms: ['How long the answer took, in milliseconds; left out when there was none.', 412],
    },
    'stats.costs': {
      from: ['Where the time begins.', '2026-02-15T23:00:00.000000Z'],
      to: ['Where it ends.', '2026-02-22T23:00:00.000000Z'],
      timezone: ['The time zone in which days are counted.', 'Europe/Rome'],
      total: 'All calls together.',
      ...inside('total', costs),
      rows: 'The calls of each campaign, single calls, and inbound calls; the largest cost first.',
      ...inside('rows', costs),
      'rows.kind': [
        'Which calls they are.',
        'campaign',
        {
          campaign: 'those of one campaign.',
          single: 'outbound calls without a campaign.',
          inbound: 'calls that came in.',
        },
      ],
      'rows.campaign': 'The campaign; null for single and inbound calls.',
      'rows.campaign.id': ['The id of the campaign; null when it was deleted.', 1],
      'rows.campaign.name': ['Its name.', 'Spring offer'],
    },
    'settings.models': {
      id: ['The id of the model.', 100_000],
      name: ['The name of the model, as lists show it.', 'Mistral Small (local server)'],
      code: ['The name of the model at its provider.', 'mistral-small'],
      type: ['For which mode it is: `llm` for pipeline, the others for the mode of that name.', 'llm'],
      provider_id: ['The id of its provider.', 44],
      assistants: ['How many assistants use it.', 1],
    },
    'settings.retentionEffect': {
      calls: ['How many calls would lose their transcript.', 120],
      recordings: ['How many recordings would be deleted.', 96],
      chats: ['How many chats would lose their messages.', 14],
    },
    'stats.get': {
      from: ['Where the first bucket begins.', '2026-02-15T23:00:00.000000Z'],
      to: ['Where the last bucket ends.', '2026-02-22T23:00:00.000000Z'],
      now: [
        'Desk time. The bucket that it falls into is still going on; those after it have not begun and are empty.',
        '2026-02-22T10:20:00.000000Z',
      ],
      by: 'How long each bucket is.',
      timezone: ['The time zone in which days and hours are counted.', 'Europe/Rome'],
      totals: 'The whole time together.',
      week_before: 'The same time a week before.',
      buckets: 'The time in buckets, the earliest first.',
      'buckets.start': ['Where the bucket begins.', '2026-02-15T23:00:00.000000Z'],
      ...inside('buckets', totals()),
    },
  },
  bodies: {
    'settings.update': {
      timezone: 'Europe/Rome',
      max_calls_in_parallel: 10,
      rates: { call_minute: 0.1 },
      retention_days: 90,
      providers: [{ id: 44, base_url: 'http://127.0.0.1:11434/v1' }],
    },
  },
}

function totals(): Fields {
  return {
    dials: ['How many calls were made.', 340],
    talked: ['In how many of them a person was talked to, those with a reached goal among them.', 152],
    goals: ['In how many of them the goal was reached, as a model has judged.', 41],
    judged: ['How many talks a model has judged.', 140],
    guessed: ['About how many talks only the built-in rules have guessed.', 12],
    guessed_goals: ['How many goals there are among these guesses; they count as `talked` in `results`.', 5],
    do_not_call: ['In how many calls the person asked not to be called again.', 3],
    talk_seconds: ['Seconds of talking in all.', 11248],
    average_talk_seconds: ['Seconds of talking in a call in which a person was talked to.', 74],
    cost: ['What the calls cost, in USD.', 18.75],
    results: [
      'How many calls had each result. Each call counts once, under the first that applies: `goal`, `talked`, `voicemail`, `no_answer`, `busy`, `failed`.',
      { goal: 41, talked: 111, voicemail: 60, no_answer: 98, busy: 22, failed: 8 },
    ],
  }
}
