import * as z from 'zod'
import { CallStatus, EvaluationItem, TranscriptItem } from './calls'
import { CampaignStatus } from './campaigns'
import { conversationTypes } from './conversations'
import { LeadStatus } from './leads'
import { days } from './statuses'
import { IsoTime, PlainTime } from './wire'

// The bodies that the service sends to URLs of the operator. Core makes them, and its types come from here.

const extracted = z.record(z.string(), EvaluationItem.shape.value)
const given = z.record(z.string(), z.unknown())

/** The body of the webhook after a call. */
export const PostCallBody = z
  .object({
    id: z.int(),
    customer_phone: z.string(),
    assistant_phone: z.string().nullable(),
    duration: z.int(),
    status: CallStatus,
    extracted_variables: extracted,
    evaluated_by: z.string().nullable(),
    input_variables: given,
    transcript: z.string(),
    formatted_transcript: z.string(),
    transcript_items: z.array(TranscriptItem),
    recording_url: z.string().nullable().optional(),
    created_at: IsoTime,
    finished_at: IsoTime,
    lead: z
      .object({
        id: z.int(),
        phone_number: z.string(),
        variables: given,
        status: LeadStatus,
        created_at: PlainTime,
        updated_at: PlainTime,
      })
      .nullable(),
    campaign: z
      .object({
        id: z.int(),
        name: z.string(),
        status: CampaignStatus,
        allowed_hours_start_time: z.string(),
        allowed_hours_end_time: z.string(),
        allowed_days: z.array(z.enum(days)),
        max_calls_in_parallel: z.int(),
        max_retries: z.int(),
        retry_interval: z.int(),
        created_at: IsoTime,
        updated_at: IsoTime,
      })
      .nullable(),
  })
  .meta({ id: 'PostCallBody' })
export type PostCallBody = z.output<typeof PostCallBody>

/** The body of the webhook after a chat has ended. */
export const ConversationEndedBody = z
  .object({
    id: z.int(),
    conversation_id: z.uuid(),
    assistant_id: z.uuid().nullable(),
    type: z.enum(conversationTypes),
    message_count: z.int(),
    status: z.literal('ended'),
    extracted_variables: extracted,
    evaluated_by: z.string().nullable(),
    input_variables: given,
    transcript: z.array(
      z.object({
        role: z.enum(['user', 'assistant']),
        content: z.string(),
        timestamp: IsoTime,
        timestamp_unix: z.int(),
      }),
    ),
    formatted_transcript: z.string(),
    attachments: z.array(z.never()),
    customer_phone: z.string().nullable(),
    customer_name: z.string().nullable(),
    sender: z.string().nullable(),
    created_at: IsoTime,
    ended_at: IsoTime,
  })
  .meta({ id: 'ConversationEndedBody' })
export type ConversationEndedBody = z.output<typeof ConversationEndedBody>

/** The body of the request before an inbound call is answered. */
export const InboundCallBody = z
  .object({ customer_phone: z.string(), assistant_phone: z.string().nullable(), assistant_id: z.int() })
  .meta({ id: 'InboundCallBody' })
export type InboundCallBody = z.output<typeof InboundCallBody>

/** The body of a test webhook. */
export const TestBody = z.object({ message: z.string(), created_at: IsoTime }).meta({ id: 'TestBody' })
export type TestBody = z.output<typeof TestBody>
