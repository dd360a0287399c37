import type * as z from 'zod'
import { ConversationEndedBody, InboundCallBody, PostCallBody, TestBody } from '../../contract/webhook-bodies'
import { exampleOf } from './openapi-examples'
import { type Json, jsonSchema, type Schemas } from './openapi-schemas'

/** The headers of every webhook (standardwebhooks.com). */
const headers = [
  [
    'webhook-id',
    'The id of the webhook. It is the same for every try, so that one that comes twice can be known.',
    'msg_2f6b1c8e-6c1e-4d0a-9a53-5d1c5a1f0b77',
  ],
  ['webhook-timestamp', 'When this try was sent, in seconds since 1970.', '1771840805'],
  [
    'webhook-signature',
    'One or two signatures, separated by a space: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, with the signing secret of the workspace. There are two for a day after a new secret was made.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ],
] as const

interface Sent {
  summary: string
  description: string
  body: z.ZodType
  answers: Json
}

const retried =
  'An answer of 2xx within 10 seconds means that it has arrived. Otherwise it is sent again after 5 seconds, 30 seconds, 2 minutes, 10 minutes, 1 hour, 6 hours and 24 hours, and then given up. 410 gives it up at once. Redirects are not followed.'
const received: Json = {
  '2XX': { description: 'It has arrived. The body of the answer is kept with the delivery.' },
  410: { description: 'It is not sent again.' },
  default: { description: 'It is sent again later.' },
}

/** What the service sends, by the name of the event. */
const sent: Record<string, Sent> = {
  'call.ended': {
    summary: 'A call has ended',
    description: `Sent to \`webhook_url\` of the assistant while \`is_webhook_active\` is true, after the call was evaluated. With \`send_webhook_only_on_completed\` only for calls that were answered and ran to an end. A JSON answer is kept as \`webhook_response\` of the call. ${retried}`,
    body: PostCallBody,
    answers: received,
  },
  'conversation.ended': {
    summary: 'A chat has ended by inactivity',
    description: `Sent to \`conversation_ended_webhook_url\` of the assistant, when a chat in which the customer has written was inactive for \`conversation_inactivity_timeout\` minutes. ${retried}`,
    body: ConversationEndedBody,
    answers: received,
  },
  'call.incoming': {
    summary: 'A call comes in, before it is answered',
    description:
      'Sent to `inbound_webhook_url` of the assistant while the caller waits. What comes back within 3 seconds is used; otherwise the call is answered without it, with a warning. It is sent once.',
    body: InboundCallBody,
    answers: {
      '2XX': {
        description: 'Variables for the call, by name. They are added to those of the assistant.',
        content: {
          'application/json': {
            schema: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean', 'null'] } },
            example: { name: 'Maria Rossi', plan: 'premium' },
          },
        },
      },
      default: { description: 'The call is answered without more variables.' },
    },
  },
  test: {
    summary: 'A test',
    description: `Sent to the URL that \`POST /user/webhooks/test\` names. ${retried}`,
    body: TestBody,
    answers: received,
  },
}

/** The `webhooks` of the document: what the service sends to URLs of the operator. Adds the schemas of the bodies. */
export const webhooks = (schemas: Schemas): Json =>
  Object.fromEntries(
    Object.entries(sent).map(([name, { summary, description, body, answers }]) => {
      const schema = jsonSchema(body, 'output', { answers: name }, schemas)
      return [
        name,
        {
          post: {
            operationId: `webhook_${name.replace('.', '_')}`,
            summary,
            description,
            tags: ['Webhooks'],
            parameters: headers.map(([header, means, example]) => ({
              name: header,
              in: 'header',
              required: true,
              description: means,
              schema: { type: 'string' },
              example,
            })),
            requestBody: {
              required: true,
              content: { 'application/json': { schema, example: exampleOf(schema, schemas) } },
            },
            responses: answers,
          },
        },
      ]
    }),
  )
