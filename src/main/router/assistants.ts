import { contract } from '../../contract'
import type { Assistant as AssistantAnswer, AssistantSettings } from '../../contract/assistants'
import type { Input } from '../../contract/validation'
import { isoTime } from '../../contract/wire'
import type { Assistant } from '../core/assistants/assistants'
import * as assistants from '../core/assistants/assistants'
import { removeAssistant } from '../core/campaigns/campaign-states'
import type { Context } from '../core/kernel/context'
import { paged } from '../core/kernel/paging'
import { pager } from './pages'
import { os, whenValid, withErrors } from './wiring'

export function assistantsRoutes(context: Context) {
  const page = pager(context, contract.assistants.list)
  return os.assistants.router({
    create: os.assistants.create.handler(
      withErrors(({ userId }, input) => ({
        message: 'The assistant was created.',
        data: assistantSummary(assistants.create(context, userId, input as Input<AssistantSettings>)),
      })),
    ),
    update: os.assistants.update.handler(
      withErrors(({ userId }, { values: { id, ...values }, errors }) => ({
        message: 'The assistant was changed.',
        data: assistantSummary(
          assistants.update(context, userId, id!, { values: values as Partial<AssistantSettings>, errors }),
        ),
      })),
    ),
    get: os.assistants.get.handler(
      whenValid(({ userId }, { id }) => assistantAnswer(assistants.get(context, userId, id))),
    ),
    listAll: os.assistants.listAll.handler(
      whenValid(({ userId }) => assistants.listAll(context, userId).map(assistantAnswer)),
    ),
    listOutbound: os.assistants.listOutbound.handler(
      whenValid(({ userId }) =>
        assistants
          .listAll(context, userId)
          .filter(({ type }) => type === 'outbound')
          .map(assistantAnswer),
      ),
    ),
    remove: os.assistants.remove.handler(
      whenValid(({ userId }, { id }) => {
        removeAssistant(context, userId, id)
        return { message: 'The assistant was deleted.' }
      }),
    ),
    enableWebhook: os.assistants.enableWebhook.handler(
      withErrors(({ userId }, input) => {
        assistants.setWebhook(context, userId, input, webhook_url => ({ is_webhook_active: true, webhook_url }))
        return switched('A webhook is sent after each call.')
      }),
    ),
    disableWebhook: os.assistants.disableWebhook.handler(
      withErrors(({ userId }, input) => {
        assistants.setWebhook(context, userId, input, () => ({ is_webhook_active: false }))
        return switched('No webhook is sent after calls.')
      }),
    ),
    enableInboundWebhook: os.assistants.enableInboundWebhook.handler(
      withErrors(({ userId }, input) => {
        assistants.setWebhook(context, userId, input, inbound_webhook_url => ({ inbound_webhook_url }))
        return switched('The URL is asked before an inbound call is answered.')
      }),
    ),
    disableInboundWebhook: os.assistants.disableInboundWebhook.handler(
      withErrors(({ userId }, input) => {
        assistants.setWebhook(context, userId, input, () => ({ inbound_webhook_url: null }))
        return switched('Inbound calls are answered without asking.')
      }),
    ),
    enableConversationEndedWebhook: os.assistants.enableConversationEndedWebhook.handler(
      withErrors(({ userId }, input) => {
        assistants.setWebhook(context, userId, input, conversation_ended_webhook_url => ({
          conversation_ended_webhook_url,
        }))
        return switched('A webhook is sent when a chat ends from inactivity.')
      }),
    ),
    disableConversationEndedWebhook: os.assistants.disableConversationEndedWebhook.handler(
      withErrors(({ userId }, input) => {
        assistants.setWebhook(context, userId, input, () => ({ conversation_ended_webhook_url: null }))
        return switched('No webhook is sent when a chat ends.')
      }),
    ),
    list: os.assistants.list.handler(
      whenValid(({ userId }, input) => page(input, assistants.list(context, userId, paged(input)), assistantAnswer)),
    ),
  })
}

const switched = (message: string) => ({ message, data: [] })

const assistantAnswer = ({ userId, createdAt, updatedAt, ...settings }: Assistant): AssistantAnswer => ({
  ...settings,
  user_id: userId,
  created_at: isoTime(createdAt),
  updated_at: isoTime(updatedAt),
})

const assistantSummary = ({ id, name, status, type, mode }: Assistant) => ({ id, name, status, type, mode })
