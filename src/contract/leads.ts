import * as z from 'zod'
import { answeredBy, CallStatus } from './calls'
import { changed, type InputOf, operation } from './operation'
import { searchText } from './search'
import { leadResults, leadSorts, leadStatuses, rowProblemCodes } from './statuses'
import {
  day,
  IsoTime,
  id,
  moment,
  PlainTime,
  page,
  paging,
  partialNumber,
  pathId,
  phoneNumber,
  queryFlag,
  queryInt,
  text,
  variables,
} from './wire'

export const LeadStatus = z.enum(leadStatuses)
export type LeadStatus = z.output<typeof LeadStatus>
export const LeadResult = z.enum(leadResults)

const NewContact = z.object({ phone_number: phoneNumber, variables: variables.optional() })

/** A new lead, alone or in an import. */
export const NewLead = z
  .object({
    phone_number: phoneNumber,
    variables: variables.optional(),
    allow_dupplicate: z.boolean().optional(),
    secondary_contacts: z.array(NewContact).max(20).optional(),
  })
  .meta({ id: 'NewLead' })
export type NewLead = z.output<typeof NewLead>
export type NewContact = z.output<typeof NewContact>

const Contact = z.object({
  id: z.int(),
  phone_number: z.string(),
  variables: z.record(z.string(), z.unknown()),
  status: z.enum(['created', 'called', 'answered', 'skipped']),
  created_at: PlainTime,
  updated_at: PlainTime,
})

export const Lead = z
  .object({
    id: z.int(),
    campaign_id: z.int(),
    phone_number: z.string(),
    name: z.string().nullable(),
    variables: z.record(z.string(), z.unknown()),
    status: LeadStatus,
    created_at: PlainTime,
    updated_at: PlainTime,
    campaign: z.object({ id: z.int(), name: z.string() }),
    secondary_contacts: z.array(Contact),
    attempts: z.int(),
    next_attempt_at: PlainTime.nullable(),
    callback_at: PlainTime.nullable(),
    cut_off: z.boolean(),
    result: LeadResult.nullable(),
  })
  .meta({ id: 'Lead' })
export type Lead = z.output<typeof Lead>

/** An attempt of a lead with the calls that it made, as a lead by itself shows it. */
const LeadAttempt = z
  .object({
    id: z.int(),
    started_at: IsoTime,
    ended_at: IsoTime.nullable(),
    outcome: z.string().nullable(),
    result: LeadResult.nullable(),
    calls: z.array(
      z.object({
        id: z.int(),
        status: CallStatus,
        answered_by: answeredBy.nullable(),
        client_phone_number: z.string(),
        duration: z.int(),
        created_at: IsoTime,
      }),
    ),
  })
  .meta({ id: 'LeadAttempt' })
export type LeadAttempt = z.output<typeof LeadAttempt>

/** What leads are selected by, in lists and in changes of many. */
export const leadFilters = {
  status: LeadStatus.optional(),
  state: LeadStatus.optional(),
  result: LeadResult.optional(),
  campaign_id: queryInt(1).optional(),
  phone_number: partialNumber.optional(),
  date_from: day.optional(),
  date_to: day.optional(),
  search: searchText.optional(),
  due_to: moment.optional(),
  callback: queryFlag.optional(),
}

const leadFilter = z.object(leadFilters)
export type LeadFilters = z.output<typeof leadFilter>

const tag = 'Leads'

export const leads = {
  create: operation({
    method: 'POST',
    path: '/user/lead',
    tag,
    summary: 'Add a lead; it is called as its campaign allows',
    input: NewLead.extend({ campaign_id: id }),
    output: changed(Lead),
  }),
  addMany: operation({
    method: 'POST',
    path: '/user/leads/import',
    tag,
    summary: 'Add up to 5,000 leads to a campaign; problems are reported for each row',
    largeBody: true,
    input: z.object({
      campaign_id: id,
      leads: z
        .array(z.unknown().meta({ shownAs: NewLead }))
        .min(1, 'must have at least 1 item.')
        .max(5000),
      allow_dupplicate: z.boolean().optional(),
      skip_blacklisted: z.boolean().optional(),
      dry_run: z.boolean().optional(),
    }),
    output: changed(
      z.object({
        created: z.int(),
        skipped: z.int(),
        problems: z.array(
          z.object({ row: z.int(), field: z.string(), message: z.string(), code: z.enum(rowProblemCodes) }),
        ),
      }),
    ),
  }),
  update: operation({
    method: 'PUT',
    path: '/user/leads/{id}',
    tag,
    summary: 'Change a lead; what is left out stays as it is',
    description:
      'A new campaign or number resets the attempts and is checked like a new lead. During a call, only the variables and the callback can be changed.',
    input: z.object({
      id: pathId,
      campaign_id: id.optional(),
      phone_number: phoneNumber.optional(),
      status: z.enum(['created', 'completed', 'reached-max-retries']).optional(),
      variables: variables.optional(),
      remove_variables: z.array(text(255)).max(1000).optional(),
      secondary_contacts: z.array(NewContact).max(20).optional(),
      callback_at: moment.nullable().optional(),
    }),
    output: changed(Lead),
    refuses: ['not_found', 'conflict'],
  }),
  remove: operation({
    method: 'DELETE',
    path: '/user/leads/{id}',
    tag,
    summary: 'Delete a lead; its calls stay',
    input: z.object({ id: pathId }),
    output: z.object({ message: z.string() }),
    refuses: ['not_found', 'conflict'],
  }),
  list: operation({
    method: 'GET',
    path: '/user/leads',
    tag,
    summary: 'List leads, newest first',
    input: z.object({
      ...leadFilters,
      sort: z.enum(leadSorts).default('newest'),
      ...paging(15),
    }),
    output: page(Lead),
  }),
  get: operation({
    method: 'GET',
    path: '/user/leads/{id}',
    tag,
    summary: 'One lead, with its attempts and the calls of each, the newest first',
    input: z.object({ id: pathId }),
    output: Lead.extend({ blacklisted: z.boolean(), history: z.array(LeadAttempt) }),
    refuses: ['not_found'],
  }),
}

export type CreateLead = InputOf<typeof leads.create>
export type LeadImport = InputOf<typeof leads.addMany>
export type LeadChange = Omit<InputOf<typeof leads.update>, 'id'>
