import type { Assistant as AssistantAnswer, AssistantSettings } from '../../contract/assistants'
import type { Draft } from '../../contract/validation'
import { isoTime } from '../../contract/wire'
import type { Assistant } from '../core/assistants/assistants'
import * as assistants from '../core/assistants/assistants'
import { removeAssistant } from '../core/campaigns/campaign-states'
import type { Desk } from '../core/kernel/context'
import { paged } from '../core/kernel/paging'
import * as answers from './pages'
import { drafted, os, sound } from './wiring'

export function assistantsRoutes(desk: Desk) {
  const page = answers.pager(desk)
  return os.assistants.router({
    create: os.assistants.create.handler(
      drafted(({ userId }, draft) => ({
        message: 'The assistant was created.',
        data: answers.assistantSummary(assistants.create(desk, userId, draft as Draft<AssistantSettings>)),
      })),
    ),
    update: os.assistants.update.handler(
      drafted(({ userId }, { values: { id, ...values }, faults }) => ({
        message: 'The assistant was changed.',
        data: answers.assistantSummary(
          assistants.update(desk, userId, id!, { values: values as Partial<AssistantSettings>, faults }),
        ),
      })),
    ),
    get: os.assistants.get.handler(sound(({ userId }, { id }) => assistant(assistants.get(desk, userId, id)))),
    listAll: os.assistants.listAll.handler(sound(({ userId }) => assistants.listAll(desk, userId).map(assistant))),
    listOutbound: os.assistants.listOutbound.handler(
      sound(({ userId }) =>
        assistants
          .listAll(desk, userId)
          .filter(({ type }) => type === 'outbound')
          .map(assistant),
      ),
    ),
    remove: os.assistants.remove.handler(
      sound(({ userId }, { id }) => {
        removeAssistant(desk, userId, id)
        return { message: 'The assistant was deleted.' }
      }),
    ),
    enableWebhook: os.assistants.enableWebhook.handler(
      drafted(({ userId }, draft) => {
        assistants.setWebhook(desk, userId, draft, webhook_url => ({ is_webhook_active: true, webhook_url }))
        return switched('A webhook is sent after each call.')
      }),
    ),
    disableWebhook: os.assistants.disableWebhook.handler(
      drafted(({ userId }, draft) => {
        assistants.setWebhook(desk, userId, draft, () => ({ is_webhook_active: false }))
        return switched('No webhook is sent after calls.')
      }),
    ),
    enableInboundWebhook: os.assistants.enableInboundWebhook.handler(
      drafted(({ userId }, draft) => {
        assistants.setWebhook(desk, userId, draft, inbound_webhook_url => ({ inbound_webhook_url }))
        return switched('The URL is asked before an inbound call is answered.')
      }),
    ),
    disableInboundWebhook: os.assistants.disableInboundWebhook.handler(
      drafted(({ userId }, draft) => {
        assistants.setWebhook(desk, userId, draft, () => ({ inbound_webhook_url: null }))
        return switched('Inbound calls are answered without asking.')
      }),
    ),
    enableConversationEndedWebhook: os.assistants.enableConversationEndedWebhook.handler(
      drafted(({ userId }, draft) => {
        assistants.setWebhook(desk, userId, draft, conversation_ended_webhook_url => ({
          conversation_ended_webhook_url,
        }))
        return switched('A webhook is sent when a chat ends from inactivity.')
      }),
    ),
    disableConversationEndedWebhook: os.assistants.disableConversationEndedWebhook.handler(
      drafted(({ userId }, draft) => {
        assistants.setWebhook(desk, userId, draft, () => ({ conversation_ended_webhook_url: null }))
        return switched('No webhook is sent when a chat ends.')
      }),
    ),
    list: os.assistants.list.handler(
      sound(({ userId }, input) =>
        page('/user/assistants/get', input, assistants.list(desk, userId, paged(input)), assistant),
      ),
    ),
  })
}

const switched = (message: string) => ({ message, data: [] })

export const assistant = ({ userId, createdAt, updatedAt, ...settings }: Assistant): AssistantAnswer => ({
  ...settings,
  user_id: userId,
  created_at: isoTime(createdAt),
  updated_at: isoTime(updatedAt),
})
