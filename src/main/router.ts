import { type AnyProcedure, implement, ORPCError } from '@orpc/server'
import { contract } from '../contract'
import type { AssistantSettings } from '../contract/assistants'
import type { CampaignSettings } from '../contract/campaigns'
import { errorKinds } from '../contract/errors'
import { type Draft, read } from '../contract/validation'
import { isoTime } from '../contract/wire'
import * as answers from './answers'
import * as assistants from './core/assistants'
import * as progress from './core/call-progress'
import * as calls from './core/calls'
import * as campaigns from './core/campaigns'
import * as catalogues from './core/catalogues'
import * as deliveries from './core/deliveries'
import type { Desk } from './core/desk'
import * as dialing from './core/dialing'
import { invalid, notFound, ServiceError } from './core/errors'
import { streamOf } from './core/event-stream'
import { explainCampaign, explainLead } from './core/explain'
import { countsOf } from './core/lead-states'
import * as leads from './core/leads'
import * as money from './core/money'
import * as numbers from './core/numbers'
import { paged } from './core/paging'
import { recordingFile } from './core/recordings'
import { changeSettings, getSettings } from './core/settings'
import * as users from './core/users'
import { waveformOf } from './store/waveform'

/** Who asks. The doors find it out; core trusts it. */
export interface Caller {
  userId: number
}

interface Given<C, I> {
  context: C
  input: I
  procedure: AnyProcedure
}

/** Core's refusals become the contract's errors, in this one place. Anything else is a bug and stays one. */
function translate(error: unknown): never {
  if (!(error instanceof ServiceError)) throw error
  throw new ORPCError(error.kind.toUpperCase(), {
    defined: true,
    status: errorKinds[error.kind].status,
    message: error.message,
    data: error.data,
  })
}

const readInput = <I>(procedure: AnyProcedure, input: unknown): Draft<I> =>
  read(procedure['~orpc'].inputSchema as never, input) as Draft<I>

/** For an operation whose rules core checks together with its form, so that the caller is told all faults at once. */
const drafted =
  <C, I, O>(work: (caller: C, draft: Draft<I>) => O) =>
  async ({ context, input, procedure }: Given<C, I>): Promise<Awaited<O>> => {
    try {
      return await work(context, readInput<I>(procedure, input))
    } catch (error) {
      return translate(error)
    }
  }

/** For every other operation: what reaches `work` is sound. */
const sound = <C, I, O>(work: (caller: C, input: I) => O) =>
  drafted<C, I, O>((caller, { values, faults }) => {
    if (faults.any) throw invalid(faults)
    return work(caller, values as I)
  })

/** Everything that can be asked, wired to core. HTTP and IPC answer from this one router. */
export function createRouter(desk: Desk) {
  // Input is read by `drafted`, which knows more than a schema; answers are checked by the tests, not at run time.
  const os = implement(contract)
    .$context<Caller>()
    .$config({ initialInputValidationIndex: Number.NaN, initialOutputValidationIndex: Number.NaN })
  const { db } = desk
  const page = answers.pager(desk)

  return os.router({
    account: {
      me: os.account.me.handler(
        sound(({ userId }) => {
          const user = users.getUser(db, userId)
          if (!user) throw notFound('User')
          return { name: user.name, email: user.email, total_balance: money.toUsd(money.balanceOf(db, userId)) }
        }),
      ),
      topUp: os.account.topUp.handler(
        sound(({ userId }, { amount }) => ({
          message: 'The balance was topped up.',
          data: { total_balance: money.toUsd(money.topUp(desk, userId, amount)) },
        })),
      ),
      listPaymentMethods: os.account.listPaymentMethods.handler(
        sound(({ userId }) => money.listPaymentMethods(db, userId).map(answers.paymentMethod)),
      ),
      addPaymentMethod: os.account.addPaymentMethod.handler(
        sound(({ userId }, given) => ({
          message: 'The payment method is on file.',
          data: answers.paymentMethod(money.addPaymentMethod(desk, userId, given)),
        })),
      ),
      removePaymentMethod: os.account.removePaymentMethod.handler(
        sound(({ userId }, { id }) => {
          money.removePaymentMethod(desk, userId, id)
          return { message: 'The payment method was removed.' }
        }),
      ),
    },

    assistants: {
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
      get: os.assistants.get.handler(
        sound(({ userId }, { id }) => answers.assistant(assistants.get(desk, userId, id))),
      ),
      list: os.assistants.list.handler(
        sound(({ userId }, input) =>
          page('/user/assistants/get', input, assistants.list(desk, userId, paged(input)), answers.assistant),
        ),
      ),
    },

    catalogues: {
      voices: os.catalogues.voices.handler(sound((_, filter) => catalogues.listVoices(db, filter))),
      languages: os.catalogues.languages.handler(sound(() => catalogues.listLanguages(db))),
      models: os.catalogues.models.handler(
        sound((_, { type }) =>
          catalogues
            .listModels(db, type)
            .map(({ id, name, code }) => (type === 'llm' ? { id, name } : { id, name, code })),
        ),
      ),
      synthesizerProviders: os.catalogues.synthesizerProviders.handler(
        sound((_, { language_id }) => catalogues.listSynthesizers(db, language_id)),
      ),
      transcriberProviders: os.catalogues.transcriberProviders.handler(
        sound((_, { language_id }) => catalogues.listTranscribers(db, language_id)),
      ),
      phoneNumbers: os.catalogues.phoneNumbers.handler(
        sound(({ userId }, { type }) =>
          numbers
            .listNumbers(db, userId)
            .filter(number => type === 'outbound' || (number.type !== 'caller_id' && number.answered_by === null))
            .map(answers.ownNumber),
        ),
      ),
    },

    campaigns: {
      create: os.campaigns.create.handler(
        drafted(({ userId }, draft) => ({
          message: 'The campaign was created.',
          data: answers.campaign(campaigns.create(desk, userId, draft as Draft<CampaignSettings>)),
        })),
      ),
      list: os.campaigns.list.handler(sound(({ userId }) => campaigns.list(db, userId).map(answers.campaign))),
      get: os.campaigns.get.handler(
        sound(({ userId }, { id }) => ({
          ...answers.campaign(campaigns.get(db, userId, id)),
          lead_counts: countsOf(db, id),
        })),
      ),
      updateStatus: os.campaigns.updateStatus.handler(
        sound(({ userId }, { campaign_id, action }) => {
          const { status } =
            action === 'start' ? campaigns.start(desk, userId, campaign_id) : campaigns.stop(desk, userId, campaign_id)
          return {
            message: action === 'start' ? 'The campaign was started.' : 'The campaign was stopped.',
            success: true,
            data: { campaign_id, status },
          }
        }),
      ),
    },

    leads: {
      create: os.leads.create.handler(
        drafted(({ userId }, draft) => {
          const lead = leads.create(desk, userId, draft)
          const campaign = campaigns.get(db, userId, lead.campaignId)
          return { message: answers.leadAdded(lead, campaign), data: answers.leads(db, [lead])[0]! }
        }),
      ),
      list: os.leads.list.handler(
        sound(({ userId }, input) => {
          const filter = {
            status: input.status,
            campaignId: input.campaign_id,
            phoneNumber: input.phone_number,
            ...answers.dateRange(input),
          }
          const found = leads.list(db, userId, filter, paged(input))
          return page('/user/leads', input, { ...found, items: answers.leads(db, found.items) }, lead => lead)
        }),
      ),
    },

    calls: {
      make: os.calls.make.handler(
        drafted(({ userId }, draft) => {
          const call = calls.make(desk, userId, draft)
          return { message: 'The call was started.', data: {}, call_id: call.id, status: 'initiated' as const }
        }),
      ),
      list: os.calls.list.handler(
        sound(({ userId }, input) => {
          const filter = {
            status: input.status,
            type: input.type,
            phoneNumber: input.phone_number,
            assistantId: input.assistant_id,
            campaignId: input.campaign_id,
            ...answers.dateRange(input),
          }
          return page('/user/calls', input, calls.list(db, userId, filter, paged(input)), call =>
            answers.callSummary(desk, call),
          )
        }),
      ),
      get: os.calls.get.handler(sound(({ userId }, { id }) => answers.call(desk, calls.get(db, userId, id)))),
      waveform: os.calls.waveform.handler(
        sound(async ({ userId }, { id, points }) => {
          const { recording } = calls.get(db, userId, id)
          const found = recording === null ? null : await waveformOf(recordingFile(desk, recording), points)
          if (!found) throw notFound('Recording')
          return { duration_ms: found.durationMs, customer: found.left, assistant: found.right }
        }),
      ),
      hangUp: os.calls.hangUp.handler(
        sound(({ userId }, { id }) => {
          const { status } = progress.hangUp(desk, userId, id)
          return { message: 'The call is being ended.', data: { id, status } }
        }),
      ),
    },

    explain: {
      campaign: os.explain.campaign.handler(sound(({ userId }, { id }) => explainCampaign(desk, userId, id))),
      lead: os.explain.lead.handler(sound(({ userId }, { id }) => explainLead(desk, userId, id))),
    },

    settings: {
      get: os.settings.get.handler(sound(() => answers.settings(db, getSettings(db)))),
      update: os.settings.update.handler(
        sound((_, { rates, ...change }) => {
          const minute = rates?.call_minute
          const changed = changeSettings(desk, {
            ...change,
            ...(minute !== undefined && { rates: { call_minute: money.toMillionths(minute) } }),
          })
          return { message: 'The settings were changed.', data: answers.settings(db, changed) }
        }),
      ),
    },

    stats: {
      get: os.stats.get.handler(sound(({ userId }, input) => answers.stats(db, userId, input))),
    },

    dialing: {
      get: os.dialing.get.handler(sound(() => dialing.present(dialing.get(db)))),
      pause: os.dialing.pause.handler(
        sound((_, { reason }) => ({
          message: 'Dialing is paused.',
          data: dialing.present(dialing.set(desk, 'paused', reason ?? null)),
        })),
      ),
      resume: os.dialing.resume.handler(
        sound(() => ({ message: 'Dialing goes on.', data: dialing.present(dialing.set(desk, 'dialing', null)) })),
      ),
      halt: os.dialing.halt.handler(
        sound((_, { reason }) => ({
          message: 'Dialing is halted.',
          data: dialing.present(progress.halt(desk, reason ?? null)),
        })),
      ),
    },

    webhooks: {
      listDeliveries: os.webhooks.listDeliveries.handler(
        sound(({ userId }, input) =>
          page(
            '/user/webhook-deliveries',
            input,
            deliveries.list(db, userId, { status: input.status, callId: input.call_id }, paged(input)),
            delivery => answers.delivery(db, delivery),
          ),
        ),
      ),
      getDelivery: os.webhooks.getDelivery.handler(
        sound(({ userId }, { id }) => {
          const delivery = deliveries.get(db, userId, id)
          return {
            ...answers.delivery(db, delivery),
            request_body: delivery.body,
            attempts: deliveries.triesOf(db, id).map(({ at, ...tried }) => ({ at: isoTime(at), ...tried })),
          }
        }),
      ),
      redeliver: os.webhooks.redeliver.handler(
        sound(({ userId }, { id }) => ({
          message: 'The webhook is sent again.',
          data: answers.delivery(db, deliveries.redeliver(desk, userId, id)),
        })),
      ),
      redeliverDead: os.webhooks.redeliverDead.handler(
        sound(({ userId }) => {
          const redelivered = deliveries.redeliverDead(desk, userId)
          return { message: `${redelivered} webhooks are sent again.`, data: { redelivered } }
        }),
      ),
    },

    events: {
      stream: os.events.stream.handler(({ context, signal }) => streamOf(desk.bus, context.userId, signal)),
    },
  })
}
export type Router = ReturnType<typeof createRouter>
