import type { RehearsalWarning } from '../rehearsals'
import { campaignSettings } from './campaigns'
import type { Fields, Reference } from './meaning'

const warnings: Record<RehearsalWarning, string> = {
  no_assistant: 'the campaign has no assistant.',
  no_leads: 'no lead is left to be called.',
  dialing_halted: 'dialing is halted.',
  dialing_paused: 'dialing is paused.',
  never_open: 'the allowed hours do not open within a year.',
  unfinished: 'the campaign does not finish within a year.',
  balance: 'the balance runs out.',
  low_balance: 'the balance falls below the level at which to warn.',
  failing: 'more than half of the dials fail.',
  campaign_lines: 'leads wait for a line of the campaign.',
  desk_lines: 'leads wait for a line of the workspace.',
  calls_per_second: 'leads wait because of the calls a second.',
  calls_per_number: 'dials wait for another day, because of the calls a number and day.',
  other_campaigns: 'other campaigns use the same lines.',
  missing_variable: 'leads lack a variable that the assistant uses.',
  no_history: 'there are too few calls to learn from.',
}

/** A range of numbers or moments: the median run, and the bounds that contain nine of ten runs. */
const rangeAt = (at: string, text: string, [expected, low, high]: readonly [unknown, unknown, unknown]): Fields => ({
  [at]: text,
  [`${at}.expected`]: ['The median of all runs.', expected],
  [`${at}.low`]: ['Nine of ten runs lie between this and `high`.', low],
  [`${at}.high`]: ['Nine of ten runs lie between `low` and this.', high],
})

const results = { goal: 12, talked: 33, voicemail: 18, no_answer: 29, busy: 6, failed: 2 }

export const ofRehearsals: Reference = {
  schemas: {
    Forecast: {
      runs: ['How many times the campaign was simulated.', 200],
      start_at: ['From when it was simulated.', '2026-02-24T08:00:00.000000Z'],
      timezone: ['The time zone of the campaign.', 'Europe/Rome'],
      assumptions: 'What was supposed.',
      'assumptions.basis': [
        'From which calls results and durations were taken.',
        'campaign',
        {
          campaign: 'of this campaign.',
          assistant: 'of its assistant.',
          account: 'of the whole account.',
          defaults: 'from none: there were too few calls, so numbers were supposed.',
        },
      ],
      'assumptions.calls': ['How many calls these were; 0 for `defaults`.', 86],
      'assumptions.text': [
        'The same as a sentence.',
        'As the latest 86 calls of this campaign went, of the last 90 days.',
      ],
      'assumptions.rates': [
        'The share of all dials that has each result. The sum is 1; a goal does not count as talked too.',
        { goal: 0.12, talked: 0.33, voicemail: 0.18, no_answer: 0.29, busy: 0.06, failed: 0.02 },
      ],
      'assumptions.average_talk_seconds': ['Seconds of talking in a call in which a person is talked to.', 74],
      'assumptions.lines': ['Calls at once: the limit of the campaign, or of the workspace if that is lower.', 3],
      'assumptions.calls_per_second': ['How many calls are dialed in a second at most.', 5],
      'assumptions.call_minute': ['USD for a minute of talking.', 0.1],
      leads: 'What becomes of the leads that are not done yet. Each lead counts once.',
      'leads.total': ['How many there are.', 100],
      'leads.talked': ['How many are talked to.', 45],
      'leads.voicemail': ['How many end at a voicemail.', 18],
      'leads.not_reached': ['How many are given up after the last retry.', 35],
      'leads.blacklisted': ['How many are on the blacklist.', 2],
      'leads.left_over': ['How many are not done within a year.', 0],
      ...rangeAt('dials', 'How many calls are made.', [212, 198, 229]),
      ...rangeAt('talked', 'In how many a person is talked to, those with a reached goal among them.', [45, 38, 52]),
      ...rangeAt('goals', 'In how many the goal is reached.', [12, 7, 17]),
      results: ['How many dials have each result.', results],
      ...rangeAt('talk_seconds', 'Seconds of talking in all.', [3330, 2800, 3900]),
      ...rangeAt('cost', 'What the calls cost, in USD.', [5.55, 4.67, 6.5]),
      first_dial_at: ['When the first call is made; null when none is.', '2026-02-24T08:00:00.000000Z'],
      last_dial_at: ['When the last call is made; null when none is.', '2026-02-25T10:12:00.000000Z'],
      ...rangeAt('finish_at', 'When the campaign is done; null: not within a year.', [
        '2026-02-25T10:14:00.000000Z',
        '2026-02-25T09:40:00.000000Z',
        '2026-02-25T11:02:00.000000Z',
      ]),
      unfinished_because: ['Why it is not done within a year, as a sentence; null when it is.', null],
      peak_lines: ['The most calls at once.', 3],
      busiest_hour: 'The hour with the most dials; null when nothing is dialed.',
      'busiest_hour.start': ['When the hour begins.', '2026-02-24T08:00:00.000000Z'],
      'busiest_hour.dials': ['How many calls are made in it.', 96],
      'busiest_hour.lines': ['The most calls at once in it.', 3],
      balance: 'What the balance pays for.',
      'balance.now': ['The balance in USD.', 24.88],
      'balance.covers_dials': [
        'How many dials it pays for. The rehearsal goes on after them as if it were topped up.',
        212,
      ],
      'balance.runs_out_at': ['When it runs out; null when it does not.', null],
      'balance.low_at': ['When it falls below `low_balance` of the settings; null when it does not.', null],
      by: ['How long each bucket is.', 'hour'],
      buckets: 'The time in buckets, the earliest first.',
      'buckets.start': ['When the bucket begins.', '2026-02-24T08:00:00.000000Z'],
      'buckets.open': 'Whether dialing is allowed for at least a part of it.',
      'buckets.dials': ['How many calls are made in it.', 96],
      'buckets.talked': ['In how many of them a person is talked to.', 43],
      'buckets.goals': ['In how many of them the goal is reached.', 11],
      'buckets.cost': ['What they cost, in USD.', 5.3],
      'buckets.lines': ['The most calls at once in it.', 3],
      ...rangeAt('buckets.left', 'Leads that are not done at its end.', [38, 30, 47]),
      warnings: 'What an operator should know before the start, the most important first.',
      'warnings.code': ['What it is about, for programs.', 'low_balance', warnings],
      'warnings.text': ['The same as a sentence.', 'The balance of $6.00 covers it, and is below the mark of $10.00.'],
    },
    Rehearsal: {
      id: ['The id of the rehearsal.', 4],
      campaign_id: ['The id of the campaign.', 1],
      status: [
        'The state of the rehearsal.',
        'done',
        {
          running: 'it is being simulated.',
          done: 'the forecast is there.',
          failed: 'it could not be simulated.',
          cancelled: 'it was cancelled.',
        },
      ],
      changes: ['The settings that differ from those of the campaign.', { max_calls_in_parallel: 10 }],
      is_current: ['Whether the campaign has the simulated settings now.', true],
      start_at: ['From when it is simulated; null: from now.', null],
      progress: 'How far it is.',
      'progress.done': ['How many leads were simulated, in all runs.', 20000],
      'progress.expected': ['How many there are to simulate, in all runs.', 20000],
      'progress.percent': ['The same in percent.', 100],
      forecast: 'The forecast; null until it is done.',
      error: ['Why it failed, as a sentence; null when it did not.', null],
      finished_at: ['When it ended; null while it runs.', '2026-02-23T10:00:04.000000Z'],
    },
  },
  requests: {
    rehearsals: { id: ['The id of the rehearsal.', 4] },
    'rehearsals.list': { campaign_id: ['Only rehearsals of the campaign with this id.', 1] },
    'rehearsals.create': {
      ...campaignSettings,
      id: ['The id of the campaign.', 1],
      start_at: [
        'From when to simulate it: a moment with its offset, or `YYYY-MM-DD HH:MM:SS` in UTC. Not in the past, and within a year. Without it, from now.',
        '2026-02-24T08:00:00Z',
      ],
    },
  },
}
