import * as z from 'zod'
import { Explanation } from './explain'
import { changed, operation } from './operation'
import { Totals } from './stats'
import { campaignStatuses, days } from './statuses'
import type { FieldErrors } from './validation'
import { filled, IsoTime, id, moment, pathId, queryFlag, text, timeZone, wholeBetween } from './wire'

export const CampaignStatus = z.enum(campaignStatuses)
export type CampaignStatus = z.output<typeof CampaignStatus>

/** `HH:MM` or `HH:MM:SS`; stored and returned as `HH:MM:SS`. */
const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'must be a time of day like 09:00.')
  .transform(value => (value.length === 5 ? `${value}:00` : value))
  .meta({ example: '09:00' })

const minutes = wholeBetween(10, 4320)

/**
 * The settings of a campaign. Defaults are applied after parsing, so that an update does not reset what is left out.
 */
export const campaignFields = {
  name: filled(255),
  assistant_id: id,
  timezone: timeZone,
  max_calls_in_parallel: wholeBetween(1, 100),
  allowed_hours_start_time: timeOfDay,
  allowed_hours_end_time: timeOfDay,
  allowed_days: z
    .array(z.enum(days))
    .min(1, 'must name at least one day.')
    .transform(given => days.filter(day => given.includes(day))),
  max_retries: wholeBetween(0, 5),
  /** Minutes. */
  retry_interval: minutes,
  retry_intervals: z.array(minutes).min(1, 'must have at least 1 item.').max(5).nullable(),
  respect_lead_time_zone: z.boolean(),
  max_calls_per_number_per_day: wholeBetween(1, 100).nullable(),
  retry_on_voicemail: z.boolean(),
  retry_on_goal_incomplete: z.boolean(),
  goal_completion_variable: text(255)
    .regex(/^[A-Za-z0-9_]+$/, "must be status, or a bool of the assistant's post_call_schema.")
    .nullable(),
  mark_complete_when_no_leads: z.boolean(),
  phone_number_ids: z.array(id).max(100),
} as const

export type CampaignSettings = { [K in keyof typeof campaignFields]: z.output<(typeof campaignFields)[K]> }

/** The defaults. Name and assistant are required; the default time zone is that of the workspace. */
export const campaignDefaults = {
  max_calls_in_parallel: 3,
  allowed_hours_start_time: '00:00:00',
  allowed_hours_end_time: '23:59:00',
  allowed_days: [...days],
  max_retries: 3,
  retry_interval: 60,
  retry_intervals: null,
  respect_lead_time_zone: false,
  max_calls_per_number_per_day: null,
  retry_on_voicemail: false,
  retry_on_goal_incomplete: false,
  goal_completion_variable: null,
  mark_complete_when_no_leads: true,
  phone_number_ids: [],
} satisfies Partial<CampaignSettings>

/** Checks the rules between fields. Adds to `errors`. */
export function checkCampaign(c: Partial<CampaignSettings>, errors: FieldErrors) {
  const { allowed_hours_start_time: start, allowed_hours_end_time: end } = c
  if (start && end && start === end)
    errors.add('allowed_hours_end_time', 'The allowed_hours_end_time field must differ from allowed_hours_start_time.')
}

const { name, assistant_id, ...others } = campaignFields
type Optional<S extends Record<string, z.ZodType>> = { [K in keyof S]: z.ZodOptional<S[K]> }
const optional = Object.fromEntries(
  Object.entries(others).map(([field, schema]) => {
    const value = campaignDefaults[field as keyof typeof campaignDefaults]
    return [field, schema.optional().meta(value == null ? {} : { default: value })]
  }),
) as Optional<typeof others>

/** The input of an update: every setting, all optional. */
export const campaignChanges = { name: name.optional(), assistant_id: assistant_id.nullable().optional(), ...optional }

export const Campaign = z
  .object({
    id: z.int(),
    user_id: z.int(),
    name: z.string(),
    status: CampaignStatus,
    assistant_id: z.int().nullable(),
    assistant_name: z.string().nullable(),
    timezone: z.string(),
    max_calls_in_parallel: z.int(),
    mark_complete_when_no_leads: z.boolean(),
    allowed_hours_start_time: z.string(),
    allowed_hours_end_time: z.string(),
    allowed_days: z.array(z.enum(days)),
    max_retries: z.int(),
    retry_interval: z.int(),
    retry_intervals: z.array(z.int()).nullable(),
    respect_lead_time_zone: z.boolean(),
    max_calls_per_number_per_day: z.int().nullable(),
    retry_on_voicemail: z.boolean(),
    retry_on_goal_incomplete: z.boolean(),
    goal_completion_variable: z.string().nullable(),
    phone_number_ids: z.array(z.int()),
    stopped_because: z.object({ reason: z.string(), call_ids: z.array(z.int()) }).nullable(),
    stopped_by_halt: z.boolean(),
    started_at: IsoTime.nullable(),
    start_at: IsoTime.nullable(),
    created_at: IsoTime,
    updated_at: IsoTime,
  })
  .meta({ id: 'Campaign' })
export type Campaign = z.output<typeof Campaign>

const CampaignWithCounts = Campaign.extend({
  lead_counts: z.record(z.string(), z.int()),
  asked_not_to_call: z.int(),
}).meta({ id: 'CampaignWithCounts' })

/** What the final calls of a campaign add up to. */
export const CampaignTotals = Totals.omit({ do_not_call: true, average_talk_seconds: true, results: true }).meta({
  id: 'CampaignTotals',
})
export type CampaignTotals = z.output<typeof CampaignTotals>

/** A campaign of the list. `explanation` and `totals` are there when they were asked for. */
const CampaignInList = CampaignWithCounts.extend({
  explanation: Explanation.nullable().optional(),
  totals: CampaignTotals.optional(),
}).meta({ id: 'CampaignInList' })

const Action = z.enum(['start', 'stop'])

const tag = 'Campaigns'

export const campaigns = {
  create: operation({
    method: 'POST',
    path: '/user/campaigns',
    tag,
    status: 201,
    summary: 'Create a campaign; it is a draft until it is started',
    input: z.object({ name, assistant_id, ...optional }),
    output: changed(Campaign),
    refuses: ['not_found'],
  }),
  list: operation({
    method: 'GET',
    path: '/user/campaigns',
    tag,
    summary: 'All campaigns, newest first',
    input: z.object({ explain: queryFlag.optional(), totals: queryFlag.optional() }),
    output: z.array(CampaignInList),
  }),
  get: operation({
    method: 'GET',
    path: '/user/campaigns/{id}',
    tag,
    summary: 'One campaign, with the number of its leads by status',
    input: z.object({ id: pathId }),
    output: CampaignWithCounts,
    refuses: ['not_found'],
  }),
  update: operation({
    method: 'PUT',
    path: '/user/campaigns/{id}',
    tag,
    summary: 'Change a campaign; what is left out stays as it is',
    description: 'A running campaign uses the new settings from its next dial.',
    input: z.object({ id: pathId, ...campaignChanges }),
    output: changed(Campaign),
    refuses: ['not_found'],
  }),
  duplicate: operation({
    method: 'POST',
    path: '/user/campaigns/{id}/duplicate',
    tag,
    status: 201,
    summary: 'Copy the settings of a campaign, not its leads, as a draft',
    input: z.object({ id: pathId }),
    output: changed(Campaign),
    refuses: ['not_found'],
  }),
  remove: operation({
    method: 'DELETE',
    path: '/user/campaign/{id}',
    tag,
    summary: 'Stop a campaign and delete it with its leads; its calls stay, live ones run to their end',
    input: z.object({ id: pathId }),
    output: z.object({ message: z.string() }),
    refuses: ['not_found'],
  }),
  updateStatus: operation({
    method: 'POST',
    path: '/user/campaigns/update-status',
    tag,
    summary: 'Start or stop a campaign',
    description:
      'A stopped campaign dials no more; its running calls continue. Starting a campaign that runs changes nothing.',
    input: z.object({ campaign_id: id, action: z.string().meta({ shownAs: Action }) }),
    output: z.object({
      message: z.string(),
      success: z.boolean(),
      data: z.object({ campaign_id: z.int(), status: CampaignStatus }),
    }),
    refuses: ['not_found', 'bad_request'],
    refusalSchema: z.object({
      success: z.literal(false),
      data: z.object({ campaign_id: z.int(), status: CampaignStatus }).optional(),
      errors: z.record(z.string(), z.array(z.string())).optional(),
    }),
  }),
  planStart: operation({
    method: 'PUT',
    path: '/user/campaigns/{id}/start-at',
    tag,
    summary: 'Plan the start of a campaign for a moment, or withdraw what was planned',
    description:
      'It is started then as `start` does it, also when the service was not running at that moment. One that cannot be started then stays stopped, and says why in `stopped_because`. Starting or stopping it withdraws the plan. A campaign that runs is refused (409).',
    input: z.object({ id: pathId, start_at: moment.nullable() }),
    output: changed(Campaign),
    refuses: ['not_found', 'conflict'],
  }),
  startHalted: operation({
    method: 'POST',
    path: '/user/campaigns/start-halted',
    tag,
    summary: 'Start all campaigns again that a halt has stopped',
    description:
      'Those that cannot be started stay stopped, and say why. While dialing is halted it is refused (409), unless `resume` is true.',
    input: z.object({ resume: z.boolean().optional() }),
    output: changed(
      z.array(
        z.object({
          campaign_id: z.int(),
          name: z.string(),
          status: CampaignStatus,
          started: z.boolean(),
          message: z.string(),
        }),
      ),
    ),
    refuses: ['conflict'],
  }),
}
