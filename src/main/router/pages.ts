import type { Call as CallAnswer, CallSummary } from '../../contract/calls'
import type { Campaign as CampaignAnswer } from '../../contract/campaigns'
import type { Lead as LeadAnswer } from '../../contract/leads'
import { FieldErrors } from '../../contract/validation'
import { isoTime, plainTime } from '../../contract/wire'
import type { Assistant } from '../core/assistants/assistants'
import { type Call, transcriptOf } from '../core/calls/calls'
import { recordingUrl } from '../core/calls/recordings'
import { type Campaign, namesOf } from '../core/campaigns/campaigns'
import { type Contact, contactsOf } from '../core/campaigns/contacts'
import type { Lead } from '../core/campaigns/leads'
import type { Context } from '../core/kernel/context'
import { invalid } from '../core/kernel/errors'
import type { PageOf } from '../core/kernel/paging'
import { momentOf } from '../core/kernel/time'
import { eightDecimals, toUsd } from '../core/money/amounts'
import { type PhoneNumber, typeLabels, unusable } from '../core/numbers/numbers'
import { ofCall } from '../core/webhooks/deliveries'
import type { KeyRecord } from '../core/workspace/api-keys'
import { getSettings } from '../core/workspace/settings'
import type { ReadDb } from '../store/sql'

/** How core's records look on the wire. */

type PageInput = Record<string, unknown> & { page: number; per_page: number }

/** Makes a page answer, with the links that lead around in it. */
export const pager =
  (context: Context) =>
  <T, R>(
    path: string,
    input: PageInput,
    { items, total, page, perPage, offset }: PageOf<T>,
    present: (item: T) => R,
  ) => {
    const lastPage = Math.max(1, Math.ceil(total / perPage))
    const url = (n: number) => {
      const query = new URLSearchParams()
      for (const [name, value] of Object.entries({ ...input, page: n }))
        if (value !== undefined) query.set(name, String(value))
      return `${context.baseUrl}${path}?${query}`
    }
    return {
      current_page: page,
      data: items.map(present),
      per_page: perPage,
      total,
      last_page: lastPage,
      from: items.length > 0 ? offset + 1 : null,
      to: items.length > 0 ? offset + items.length : null,
      path: context.baseUrl + path,
      first_page_url: url(1),
      last_page_url: url(lastPage),
      next_page_url: page < lastPage ? url(page + 1) : null,
      prev_page_url: page > 1 ? url(page - 1) : null,
    }
  }

/** The days of a filter; from after to is refused. */
export function dateRange({ date_from, date_to }: { date_from?: string; date_to?: string }) {
  if (date_from && date_to && date_from > date_to) {
    const errors = new FieldErrors()
    errors.add('date_to', 'The date_to field must not be before date_from.')
    throw invalid(errors)
  }
  return { dateFrom: date_from, dateTo: date_to }
}

/** A span that is named by days of the workspace or by moments; either end may be missing. */
export function span(db: ReadDb, { from, to }: { from?: string; to?: string }) {
  const { timezone } = getSettings(db)
  const found = {
    from: from === undefined ? undefined : momentOf(from, timezone, false),
    to: to === undefined ? undefined : momentOf(to, timezone, true),
  }
  if (found.from !== undefined && found.to !== undefined && found.from >= found.to) {
    const errors = new FieldErrors()
    errors.add('to', 'The to field must not be before from.')
    throw invalid(errors)
  }
  return found
}

export const apiKey = ({ created_at, last_used_at, ...key }: Omit<KeyRecord, 'email' | 'revoked_at'>) => ({
  ...key,
  created_at: isoTime(created_at),
  last_used_at: last_used_at === null ? null : isoTime(last_used_at),
})

export const assistantSummary = ({ id, name, status, type, mode }: Assistant) => ({ id, name, status, type, mode })

export const ownNumber = (db: ReadDb, number: PhoneNumber) => ({
  id: number.id,
  phone_number: number.phone_number,
  country_code: number.country_code,
  type_label: typeLabels[number.type],
  is_available: number.answered_by === null && unusable(db, number) === null,
})

export const campaign = (c: Campaign): CampaignAnswer => ({
  id: c.id,
  user_id: c.userId,
  name: c.name,
  status: c.status,
  assistant_id: c.assistantId,
  assistant_name: c.assistantName,
  ...c.settings,
  stopped_because: c.stoppedBecause,
  created_at: isoTime(c.createdAt),
  updated_at: isoTime(c.updatedAt),
})

/** Leads with their campaigns' names and their contacts, asked for once for all of them. */
export function leads(db: ReadDb, found: readonly Lead[]): LeadAnswer[] {
  const names = namesOf(db, [...new Set(found.map(l => l.campaignId))])
  const contacts = Map.groupBy(
    contactsOf(
      db,
      found.map(l => l.id),
    ),
    contact => contact.leadId,
  )
  return found.map(l => lead(l, names.get(l.campaignId) ?? '', contacts.get(l.id) ?? []))
}

function lead(l: Lead, campaignName: string, contacts: Contact[]): LeadAnswer {
  return {
    id: l.id,
    campaign_id: l.campaignId,
    phone_number: l.phoneNumber,
    variables: l.variables,
    status: l.status,
    created_at: plainTime(l.createdAt),
    updated_at: plainTime(l.updatedAt),
    campaign: { id: l.campaignId, name: campaignName },
    secondary_contacts: contacts.map(contact => ({
      id: contact.id,
      phone_number: contact.phoneNumber,
      variables: contact.variables,
      status: contact.status,
      created_at: plainTime(contact.createdAt),
      updated_at: plainTime(contact.updatedAt),
    })),
    attempts: l.attempts,
    next_attempt_at: l.dueAt === null ? null : plainTime(l.dueAt),
    callback_at: l.callbackAt === null ? null : plainTime(l.callbackAt),
    cut_off: l.cutOff,
  }
}

export function callSummary(context: Context, c: Call): CallSummary {
  return {
    id: c.id,
    assistant_id: c.assistantId,
    assistant_name: c.assistantName,
    campaign_id: c.campaignId,
    campaign_name: c.campaignName,
    lead_id: c.leadId,
    type: c.type,
    duration: Math.ceil(c.talkedMs / 1000),
    assistant_phone_number: c.assistantPhoneNumber,
    client_phone_number: c.clientPhoneNumber,
    status: c.status,
    end_reason: c.endReason,
    transcript: transcriptOf(context.db, c.id),
    variables: c.variables,
    evaluation: c.evaluation,
    webhook_response: c.webhookResponse ?? null,
    carrier_cost: eightDecimals(c.carrierCost),
    total_cost: eightDecimals(c.carrierCost),
    answered_by: c.answeredBy,
    recording_url: recordingUrl(context, c.recording),
    created_at: isoTime(c.createdAt),
    updated_at: isoTime(c.updatedAt),
    answered_at: c.answeredAt === null ? null : isoTime(c.answeredAt),
    spoken_by: c.spokenBy,
    warnings: c.warnings,
  }
}

export const call = (context: Context, c: Call): CallAnswer => ({
  ...callSummary(context, c),
  cost_items: c.costItems.map(({ what, amount }) => ({ what, amount: toUsd(amount) })),
  allowed_because: c.allowedBecause,
  deliveries: ofCall(context.db, c.id),
})
