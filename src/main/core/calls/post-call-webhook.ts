import type { PostCallBody } from '../../../contract/webhook-bodies'
import { isoTime, plainTime } from '../../../contract/wire'
import { one, run, sql } from '../../store/sql'
import type { Campaign } from '../campaigns/campaigns'
import * as campaigns from '../campaigns/campaigns'
import type { Lead } from '../campaigns/leads'
import * as leads from '../campaigns/leads'
import type { Context } from '../kernel/context'
import { enqueue } from '../webhooks/deliveries'
import { briefOf, type Call, transcriptOf } from './calls'
import { publicRecordingUrl } from './recordings'

/** Enqueues the post-call webhook, if the assistant has one. Call inside the transaction that makes the call final. */
export function enqueuePostCall(context: Context, call: Call) {
  const kept = takeKept(context, call.id)
  const { webhook } = briefOf(context.db, call.id)
  if (!webhook || (webhook.onlyCompleted && !isCompleted(call))) return
  enqueue(context, {
    userId: call.userId,
    event: 'call.ended',
    callId: call.id,
    assistantId: call.assistantId,
    url: webhook.url,
    body: postCallBody(context, call, kept, webhook.withRecording),
  })
}

/** Whether a call was answered and not cut off. */
const isCompleted = (call: Call) =>
  call.answeredAt !== null && ['completed', 'ended_by_customer', 'ended_by_assistant'].includes(call.status)

function postCallBody(context: Context, call: Call, kept: Kept, withRecording: boolean): PostCallBody {
  const items = transcriptOf(context.db, call.id)
  const lead = (call.leadId === null ? undefined : leads.find(context.db, call.leadId)) ?? kept.lead
  const campaign = (call.campaignId === null ? undefined : campaigns.byId(context.db, call.campaignId)) ?? kept.campaign
  const transcript = items
    .filter(item => item.type === 'transcript')
    .map(item => `${item.sender === 'bot' ? 'AI' : 'Customer'}: ${item.text}`)
    .join('\n')
  return {
    id: call.id,
    customer_phone: call.clientPhoneNumber,
    assistant_phone: call.assistantPhoneNumber,
    duration: Math.ceil(call.talkedMs / 1000),
    status: call.status,
    extracted_variables: Object.fromEntries(call.evaluation.map(item => [item.name, item.value])),
    evaluated_by: call.evaluatedBy,
    input_variables: call.variables,
    transcript,
    formatted_transcript: transcript,
    transcript_items: items,
    ...(withRecording && { recording_url: publicRecordingUrl(context, call.recording) }),
    created_at: isoTime(call.createdAt),
    finished_at: isoTime(call.endedAt ?? call.updatedAt),
    lead: lead
      ? {
          id: lead.id,
          phone_number: lead.phoneNumber,
          variables: lead.variables,
          status: lead.status,
          created_at: plainTime(lead.createdAt),
          updated_at: plainTime(lead.updatedAt),
        }
      : null,
    campaign: campaign
      ? {
          id: campaign.id,
          name: campaign.name,
          status: campaign.status,
          allowed_hours_start_time: campaign.settings.allowed_hours_start_time,
          allowed_hours_end_time: campaign.settings.allowed_hours_end_time,
          allowed_days: campaign.settings.allowed_days,
          max_calls_in_parallel: campaign.settings.max_calls_in_parallel,
          max_retries: campaign.settings.max_retries,
          retry_interval: campaign.settings.retry_interval,
          created_at: isoTime(campaign.createdAt),
          updated_at: isoTime(campaign.updatedAt),
        }
      : null,
  }
}

/** A lead and a campaign that were deleted while their call ran, as they were then. */
interface Kept {
  lead?: Pick<Lead, 'id' | 'phoneNumber' | 'variables' | 'status' | 'createdAt' | 'updatedAt'>
  campaign?: Pick<Campaign, 'id' | 'name' | 'status' | 'settings' | 'createdAt' | 'updatedAt'>
}

/** Returns what a call has kept of its lead and its campaign, and forgets it: after the webhook nobody needs it. */
function takeKept({ db }: Context, id: number): Kept {
  const { lead, campaign } = one<{ lead: string | null; campaign: string | null }>(
    db,
    sql`SELECT kept_lead AS lead, kept_campaign AS campaign FROM calls WHERE id = ${id}`,
  )!
  if (lead !== null || campaign !== null)
    run(db, sql`UPDATE calls SET kept_lead = NULL, kept_campaign = NULL WHERE id = ${id}`)
  return {
    ...(lead !== null && { lead: JSON.parse(lead) as Kept['lead'] }),
    ...(campaign !== null && { campaign: JSON.parse(campaign) as Kept['campaign'] }),
  }
}
