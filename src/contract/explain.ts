import * as z from 'zod'
import { LeadStatus } from './leads'
import { operation } from './operation'
import { IsoTime, pathId } from './wire'

/** The reasons why nothing is dialed now. */
export const obstacles = [
  'not_started',
  'completed',
  'no_assistant',
  'no_trunk',
  'model_out_of_order',
  'dialing_paused',
  'dialing_halted',
  'clocks_differ',
  'outside_hours',
  'no_balance',
  'campaign_lines_in_use',
  'desk_lines_in_use',
  'nothing_due',
  'no_leads',
  'on_the_phone',
  'blacklisted',
  'done',
  'not_due',
  'behind_others',
] as const
export type Obstacle = (typeof obstacles)[number]

const Reason = z
  .object({
    code: z.enum(obstacles),
    text: z.string(),
    until: IsoTime.nullable(),
  })
  .meta({ id: 'Reason' })
export type Reason = z.output<typeof Reason>

export const Explanation = z
  .object({
    dialing: z.boolean(),
    reasons: z.array(Reason),
    next_at: IsoTime.nullable(),
  })
  .meta({ id: 'Explanation' })
export type Explanation = z.output<typeof Explanation>

const NextLead = z
  .object({
    id: z.int(),
    phone_number: z.string(),
    name: z.string().nullable(),
    due_at: IsoTime,
    variables: z.record(z.string(), z.unknown()),
    status: LeadStatus,
    attempts: z.int(),
    callback_at: IsoTime.nullable(),
  })
  .meta({ id: 'NextLead' })
export type NextLead = z.output<typeof NextLead>

export const CampaignExplanation = Explanation.extend({ next_leads: z.array(NextLead) })
export type CampaignExplanation = z.output<typeof CampaignExplanation>

export const explain = {
  campaign: operation({
    method: 'GET',
    path: '/user/campaigns/{id}/explain',
    tag: 'Campaigns',
    summary: 'Why nothing is dialed for a campaign now, when it will be, and who is next',
    description:
      '`next_leads` is empty while nothing of the campaign is going to be dialed: it is not in progress, or dialing is halted.',
    input: z.object({ id: pathId }),
    output: CampaignExplanation,
    refuses: ['not_found'],
  }),
  lead: operation({
    method: 'GET',
    path: '/user/leads/{id}/explain',
    tag: 'Leads',
    summary: 'Why a lead is not dialed now, and when it will be',
    input: z.object({ id: pathId }),
    output: Explanation,
    refuses: ['not_found'],
  }),
}
