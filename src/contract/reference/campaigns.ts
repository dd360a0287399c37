import type { ReadinessCheck } from '../readiness'
import { inside } from './anywhere'
import type { Fields, Reference } from './meaning'

export const campaignStatus: Fields[string] = [
  'The state of the campaign.',
  'in-progress',
  {
    draft: 'it was never started.',
    'in-progress': 'it dials its leads as its settings allow.',
    stopped: 'it dials no more until it is started again.',
    completed: 'all its leads are done.',
  },
]

/** The settings, which requests take and answers show. */
export const campaignSettings: Fields = {
  name: ['The name of the campaign.', 'Spring offer'],
  assistant_id: ['The id of the outbound assistant that makes the calls.', 1],
  timezone: [
    'The time zone of the allowed hours and days: `UTC` or a Region/City name. Without it, that of the workspace.',
    'Europe/Rome',
  ],
  max_calls_in_parallel: ['How many calls of the campaign may run at once.', 3],
  allowed_hours_start_time: [
    'When dialing may begin each day, `HH:MM` or `HH:MM:SS` in the time zone of the campaign.',
    '09:00:00',
  ],
  allowed_hours_end_time: [
    'When dialing ends each day, through the last minute: `23:59` is to midnight. An end before the start is on the next day. It must differ from the start.',
    '18:00:00',
  ],
  allowed_days: [
    'The days on which dialing may begin. All seven when it is left out.',
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  ],
  max_retries: ['How often a lead is tried again after the first attempt.', 3],
  retry_interval: ['Minutes from the end of an attempt to the next one.', 60],
  retry_intervals: [
    'Minutes before each retry: the first item before the first retry, and so on; the last item repeats. Null: `retry_interval` holds for each.',
    [30, 120, 1440],
  ],
  respect_lead_time_zone:
    'Whether the allowed hours hold in the time zone of each number instead of that of the campaign.',
  max_calls_per_number_per_day: [
    'How many times a number may be dialed on one day, by all campaigns together; a dial more waits for another day. Null: any number of times.',
    2,
  ],
  retry_on_voicemail: 'Whether a voicemail counts as not reached, so that the lead is tried again.',
  retry_on_goal_incomplete:
    'Whether a lead is tried again after a talk that did not reach the goal. It needs `post_call_evaluation` of the assistant.',
  goal_completion_variable: [
    'The evaluated field that says whether the goal was reached: `status`, or a bool of `post_call_schema` of the assistant. Null: `status`.',
    'status',
  ],
  mark_complete_when_no_leads: 'Whether the campaign is completed when none of its leads is left to be called.',
  phone_number_ids: [
    'The ids of the numbers of the account that the campaign shows to those it calls, in turns. Empty: the number of the assistant.',
    [3],
  ],
}

export const campaign: Fields = {
  ...campaignSettings,
  assistant_id: ['The id of the assistant that makes the calls; null after it was deleted.', 1],
  assistant_name: ['The name of the assistant; null after it was deleted.', 'Anna'],
  id: ['The id of the campaign.', 1],
  status: campaignStatus,
  stopped_because: 'Why the campaign stopped itself; null when it did not.',
  'stopped_because.reason': [
    'The reason, as a sentence.',
    'More than half of the last 20 leads failed: the carrier did not work.',
  ],
  'stopped_because.call_ids': ['The ids of the calls that led to it.', [31, 32, 33]],
  stopped_by_halt:
    'Whether a halt of dialing stopped it. False again once it was started, or stopped by a person to leave it stopped.',
  started_at: ['When it was started last; null when it never was.', '2026-02-23T10:00:00.000000Z'],
  start_at: ['The moment for which its start is planned; null for none.', null],
}

const leadCounts: Fields[string] = [
  'How many of its leads have each status.',
  { created: 120, completed: 64, rescheduled: 9 },
]

const asked: Fields[string] = [
  'How many of the completed leads asked in the call not to be called again. The console counts them with the blacklisted ones.',
  3,
]

const readinessCodes: Record<ReadinessCheck, string> = {
  leads: 'the leads that are left to be called.',
  assistant: 'who makes the calls.',
  hours: 'whether the allowed hours ever open.',
  number: 'the numbers that are shown to those who are called.',
  model: 'the model that speaks, and the key of its provider.',
  speech: 'who understands what people say. It is left out while calls are simulated.',
  webhook: 'the webhook after calls. It is left out when there is none.',
  balance: 'whether the balance covers a call.',
  dialing: 'that dialing is halted or paused. It is left out when it is on.',
}

const status: Fields = {
  campaign_id: ['The id of the campaign.', 1],
  action: ['What to do.', 'start', { start: 'dial its leads.', stop: 'dial no more; running calls go on.' }],
}

export const ofCampaigns: Reference = {
  schemas: {
    Campaign: campaign,
    CampaignWithCounts: {
      ...campaign,
      lead_counts: leadCounts,
      asked_not_to_call: asked,
    },
    CampaignInList: {
      ...campaign,
      lead_counts: leadCounts,
      asked_not_to_call: asked,
      explanation:
        'Why nothing is dialed for it now, as `GET /user/campaigns/{id}/explain` says it, without the next leads. Only with `explain`; null for a campaign that is not in progress.',
      totals: 'What its calls add up to. Only with `totals`.',
    },
    CampaignTotals: {
      dials: ['How many calls were made and are final.', 2048],
      talked: ['In how many of them a person was talked to.', 812],
      goals: ['In how many the goal was reached, as a model judged.', 318],
      judged: ['Of the talks, how many a model has judged.', 812],
      guessed: ['Of the talks, of how many the built-in rules guess whether the goal was reached.', 0],
      guessed_goals: ['In how many of those the built-in rules guess that it was reached.', 0],
      talk_seconds: ['How many seconds were talked in all.', 90944],
      cost: ['What the calls cost, in USD.', 164.3],
    },
    ReadinessCheck: {
      code: ['What it is about.', 'leads', readinessCodes],
      state: [
        'How it is.',
        'ok',
        {
          ok: 'it is as it should be.',
          warning: 'the campaign dials all the same, and somebody should look at it.',
          missing: 'nothing is dialed until it is put right.',
        },
      ],
      text: ['The same as a sentence.', '120 leads to call.'],
      about: [
        'The name of what it is about: the assistant, the model or its provider, the host of the webhook, the number, or the state of dialing; null for the others.',
        null,
      ],
      count: [
        'How many leads or numbers there are; for a webhook 1 when it has answered. Null where nothing is counted.',
        120,
      ],
    },
    RefusalOfCampaignsUpdateStatus: {
      message: ['Why it was refused, as a sentence.', 'The campaign has no leads.'],
      success: 'False: the request was refused.',
      errors: [
        'What is wrong, by field; left out when no field is.',
        { action: ['The action field must be one of: start, stop.'] },
      ],
      data: 'The campaign as it is; it is left out when there is no such campaign.',
      'data.campaign_id': ['The id of the campaign.', 1],
      'data.status': campaignStatus,
    },
  },
  requests: {
    campaigns: { ...campaignSettings, id: ['The id of the campaign.', 1] },
    'campaigns.list': {
      explain: 'Whether each campaign in progress says why nothing is dialed for it now.',
      totals: 'Whether each campaign says what its calls add up to.',
    },
    'campaigns.updateStatus': status,
    'readiness.check': {
      ...campaignSettings,
      campaign_id: ['The id of the campaign; left out for one that was not created yet.', 1],
    },
    'campaigns.planStart': {
      id: ['The id of the campaign.', 1],
      start_at: [
        'When to start it: a moment with its offset, or `YYYY-MM-DD HH:MM:SS` in UTC. Not in the past, and within a year. Null: what was planned is withdrawn.',
        '2026-02-24T08:00:00Z',
      ],
    },
    'campaigns.startHalted': {
      resume: 'Whether to resume dialing in the same step, when it is halted or paused.',
    },
  },
  answers: {
    'readiness.check': {
      ready: ['Whether nothing is missing.', true],
      checks: 'What was looked at, in the order in which it is put right.',
    },
    'campaigns.startHalted': {
      data: 'The campaigns that a halt had stopped, and what became of each.',
      'data.campaign_id': ['The id of the campaign.', 1],
      'data.name': ['The name of the campaign.', 'Spring offer'],
      'data.status': campaignStatus,
      'data.started': ['Whether it was started.', true],
      'data.message': ['That it was started, or why not, as a sentence.', 'The campaign was started.'],
    },
    'campaigns.updateStatus': {
      success: ['Whether the campaign has the state that was asked for.', true],
      data: 'The campaign as it is now.',
      'data.campaign_id': ['The id of the campaign.', 1],
      'data.status': campaignStatus,
    },
  },
  bodies: {
    'campaigns.create': {
      name: 'Spring offer',
      assistant_id: 1,
      timezone: 'Europe/Rome',
      max_calls_in_parallel: 3,
      allowed_hours_start_time: '09:00',
      allowed_hours_end_time: '18:00',
      allowed_days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
      max_retries: 3,
      retry_interval: 60,
    },
    'campaigns.update': { allowed_hours_end_time: '20:00', max_retries: 5 },
    'readiness.check': { campaign_id: 1, max_calls_in_parallel: 10 },
    'campaigns.planStart': { start_at: '2026-02-24T08:00:00Z' },
    'rehearsals.create': { start_at: '2026-02-24T08:00:00Z', max_calls_in_parallel: 10 },
  },
}

export const campaignInside = (at: string, ...names: string[]): Fields =>
  inside(at, Object.fromEntries(names.map(name => [name, campaign[name]!])))
