import { contract } from '../../contract'
import type { AssistantSettings } from '../../contract/assistant-fields'
import type { Assistant as AssistantAnswer } from '../../contract/assistants'
import { given, type Input } from '../../contract/validation'
import { isoTime } from '../../contract/wire'
import type { Assistant } from '../core/assistants/assistants'
import * as assistants from '../core/assistants/assistants'
import { earlierPrompts } from '../core/assistants/earlier-prompts'
import { overview } from '../core/assistants/overview'
import { removeAssistant } from '../core/campaigns/campaign-states'
import type { Context } from '../core/kernel/context'
import { paged } from '../core/kernel/paging'
import { pager } from './pages'
import { type Caller, os, whenValid, withErrors } from './wiring'

export function assistantsRoutes(context: Context) {
  const page = pager(context, contract.assistants.list)
  /** Makes a handler that changes a webhook of the assistant that `nameOf` finds in the input. */
  const set =
    <I>(nameOf: (values: Partial<I>) => number | string | undefined, { change, message }: WebhookChange) =>
    ({ userId }: Caller, { values, errors }: Input<I & { webhook_url?: string }>) => {
      const asked = { assistant: nameOf(values), webhook_url: values.webhook_url }
      assistants.setWebhook(context, userId, { values: given(asked) as Asked, errors }, change)
      return { message, data: [] }
    }
  return os.assistants.router({
    create: os.assistants.create.handler(
      withErrors(({ userId }, { values: { folder_id, label_ids, ...values }, errors }) => {
        const input = { values: values as Partial<AssistantSettings>, errors }
        const data = assistantSummary(assistants.create(context, userId, input))
        return { message: `The assistant was created.${withoutDropped({ folder_id, label_ids })}`, data }
      }),
    ),
    update: os.assistants.update.handler(
      withErrors(({ userId }, { values: { id, folder_id, label_ids, ...values }, errors }) => {
        const input = { values: values as Partial<AssistantSettings>, errors }
        const data = assistantSummary(assistants.update(context, userId, id!, input))
        return { message: `The assistant was changed.${withoutDropped({ folder_id, label_ids })}`, data }
      }),
    ),
    get: os.assistants.get.handler(
      whenValid(({ userId }, { id }) => assistantAnswer(assistants.get(context, userId, id))),
    ),
    earlierPrompts: os.assistants.earlierPrompts.handler(
      whenValid(({ userId }, { id }) =>
        earlierPrompts(context.db, assistants.get(context, userId, id).id).map(({ replaced_at, ...earlier }) => ({
          ...earlier,
          replaced_at: isoTime(replaced_at),
        })),
      ),
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
    overview: os.assistants.overview.handler(
      whenValid(({ userId }) =>
        overview(context.db, userId).map(({ createdAt, lastCall, ...assistant }) => ({
          ...assistant,
          last_call: lastCall && { id: lastCall.id, created_at: isoTime(lastCall.createdAt) },
          created_at: isoTime(createdAt),
        })),
      ),
    ),
    remove: os.assistants.remove.handler(
      whenValid(({ userId }, { id }) => {
        removeAssistant(context, userId, id)
        return { message: 'The assistant was deleted.' }
      }),
    ),
    enableWebhook: os.assistants.enableWebhook.handler(withErrors(set(named, calls))),
    disableWebhook: os.assistants.disableWebhook.handler(withErrors(set(named, noCalls))),
    enableInboundWebhook: os.assistants.enableInboundWebhook.handler(withErrors(set(named, inbound))),
    disableInboundWebhook: os.assistants.disableInboundWebhook.handler(withErrors(set(named, noInbound))),
    enableConversationEndedWebhook: os.assistants.enableConversationEndedWebhook.handler(withErrors(set(named, chats))),
    disableConversationEndedWebhook: os.assistants.disableConversationEndedWebhook.handler(
      withErrors(set(named, noChats)),
    ),
    setWebhook: os.assistants.setWebhook.handler(withErrors(set(inPath, calls))),
    setConversationEndedWebhook: os.assistants.setConversationEndedWebhook.handler(withErrors(set(inPath, chats))),
    list: os.assistants.list.handler(
      whenValid(({ userId }, input) => page(input, assistants.list(context, userId, paged(input)), assistantAnswer)),
    ),
  })
}

interface Asked {
  assistant: number | string
  webhook_url: string
}
const named = ({ assistant_id }: { assistant_id?: number }) => assistant_id
const inPath = ({ assistant }: { assistant?: number | string }) => assistant

interface WebhookChange {
  change: (url: string | undefined) => Partial<AssistantSettings>
  message: string
}
const calls: WebhookChange = {
  change: webhook_url => ({ is_webhook_active: true, webhook_url }),
  message: 'A webhook is sent after each call.',
}
const noCalls: WebhookChange = {
  change: () => ({ is_webhook_active: false, webhook_url: null }),
  message: 'No webhook is sent after calls.',
}
const inbound: WebhookChange = {
  change: inbound_webhook_url => ({ inbound_webhook_url }),
  message: 'The URL is asked before an inbound call is answered.',
}
const noInbound: WebhookChange = {
  change: () => ({ inbound_webhook_url: null }),
  message: 'Inbound calls are answered without asking.',
}
const chats: WebhookChange = {
  change: conversation_ended_webhook_url => ({ conversation_ended_webhook_url }),
  message: 'A webhook is sent when a chat ends from inactivity.',
}
const noChats: WebhookChange = {
  change: () => ({ conversation_ended_webhook_url: null }),
  message: 'No webhook is sent when a chat ends.',
}

/** A sentence about the fields that were dropped, for the message; empty when there are none. */
function withoutDropped(asked: Record<string, unknown>) {
  const names = Object.keys(asked).filter(name => asked[name] !== undefined && asked[name] !== null)
  const were = names.length === 1 ? 'was' : 'were'
  return names.length === 0 ? '' : ` Callwright has no folders and labels: ${names.join(' and ')} ${were} dropped.`
}

const assistantAnswer = ({ userId, createdAt, updatedAt, ...settings }: Assistant): AssistantAnswer => ({
  ...settings,
  user_id: userId,
  created_at: isoTime(createdAt),
  updated_at: isoTime(updatedAt),
})

const assistantSummary = ({ id, name, status, type, mode }: Assistant) => ({ id, name, status, type, mode })
