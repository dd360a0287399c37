import type { CampaignSettings } from '../../../contract/campaigns'
import { campaignDefaults } from '../../../contract/campaigns'
import type { Check, ReadinessCheck } from '../../../contract/readiness'
import type { Input } from '../../../contract/validation'
import { counted } from '../../../contract/words'
import { one, type ReadDb, sql } from '../../store/sql'
import type { Assistant } from '../assistants/assistants'
import { textModelOf } from '../assistants/brief'
import { troubleOf } from '../assistants/model-health'
import { listProviders } from '../assistants/providers'
import type { Campaign } from '../campaigns/campaigns'
import * as campaigns from '../campaigns/campaigns'
import { countsOf, countWaiting } from '../campaigns/lead-states'
import { nextOpening } from '../campaigns/windows'
import type { Context } from '../kernel/context'
import { missingInWords, shortage } from '../money/amounts'
import { balanceOf } from '../money/ledger'
import { getNumber, unusable } from '../numbers/numbers'
import { triedSoFar } from '../webhooks/deliveries'
import * as dialing from '../workspace/dialing-state'
import { getSettings } from '../workspace/settings'

/** How many of the latest deliveries are searched for one to a webhook's address. */
const DELIVERIES_SEARCHED = 500

type Asked = Omit<CampaignSettings, 'assistant_id'> & { assistant_id: number | null; campaign_id: number }
type Found = Omit<Check, 'code'>

/**
 * What a campaign lacks before it can start, with the settings of the input in place of its own. Without `campaign_id`: a
 * new one. Throws `not_found`, or `invalid` with every error.
 */
export function readinessOf(context: Context, userId: number, { values, errors }: Input<Asked>): Check[] {
  const { campaign_id: id, ...changes } = values
  const before = id === undefined ? unsaved(context.db, userId) : campaigns.get(context.db, userId, id)
  const { assistantId, settings } = campaigns.withChanges(context, before, { values: changes, errors })
  const campaign = { ...before, assistantId, settings }
  const assistant = campaigns.assistantOf(context, campaign)
  const checks: Record<ReadinessCheck, Found | null> = {
    leads: leadsOf(context.db, id),
    assistant: assistant
      ? ok(`${assistant.name} makes the calls.`, assistant.name)
      : missing('The campaign has no assistant.'),
    hours:
      nextOpening(settings, settings.timezone, context.clock.now()) === null
        ? missing('Its hours never open.')
        : ok('Its hours open.'),
    number: numberOf(context.db, campaign, assistant),
    model: assistant ? modelOf(context.db, assistant) : null,
    speech: speechOf(context.db),
    webhook: assistant ? webhookOf(context.db, userId, assistant) : null,
    balance: balanceFor(context.db, campaign, assistant),
    dialing: dialingOf(context.db),
  }
  return Object.entries(checks).flatMap(([code, found]) => (found ? [{ code: code as ReadinessCheck, ...found }] : []))
}

const ok = (text: string, about: string | null = null, count: number | null = null): Found => ({
  state: 'ok',
  text,
  about,
  count,
})
const warning = (text: string, about: string | null = null): Found => ({ ...ok(text, about), state: 'warning' })
const missing = (text: string, about: string | null = null): Found => ({ ...ok(text, about), state: 'missing' })

/** A campaign that was not saved yet. */
const unsaved = (db: ReadDb, userId: number) =>
  ({
    userId,
    name: '',
    assistantId: null,
    settings: { timezone: getSettings(db).timezone, ...campaignDefaults },
  }) as unknown as Campaign

function leadsOf(db: ReadDb, id: number | undefined): Found {
  const counts = id === undefined ? {} : countsOf(db, id)
  const waiting = countWaiting(counts)
  if (waiting > 0) return ok(`${counted(waiting, 'lead')} to call.`, null, waiting)
  return missing(
    Object.keys(counts).length > 0 ? 'No lead is left to be called.' : 'It has no leads.',
    Object.keys(counts).length > 0 ? 'all done' : null,
  )
}

function numberOf(db: ReadDb, campaign: Campaign, assistant: Assistant | undefined): Found {
  const own = campaign.settings.phone_number_ids
  const given = own.length > 0 ? own : assistant?.phone_number_id == null ? [] : [assistant.phone_number_id]
  const known = given.flatMap(id => getNumber(db, campaign.userId, id) ?? [])
  const broken = known.find(number => unusable(db, number) !== null)
  if (broken) {
    const text = `${broken.phone_number} ${unusable(db, broken)}.`
    return known.every(number => unusable(db, number) !== null)
      ? missing(text, broken.phone_number)
      : warning(text, broken.phone_number)
  }
  if (known.length > 0) return ok(`Calls from ${counted(known.length, 'number')}.`, null, known.length)
  return getSettings(db).carrier === 'simulated'
    ? ok('No number is shown; the simulated carrier needs none.')
    : missing('It has no number to call from.')
}

function modelOf(db: ReadDb, assistant: Assistant): Found {
  const ref = textModelOf(db, assistant)
  const trouble = troubleOf(db, ref)
  if (trouble) return missing(`The model ${trouble.code} does not answer. ${trouble.reason}`, trouble.code)
  if (!ref) return ok('The built-in script speaks.')
  const provider = listProviders(db).find(({ code }) => code === ref.provider)
  if (!provider || provider.has_key || provider.base_url !== null) return ok(`${ref.name} speaks.`, ref.name)
  return warning(`${provider.name} has no key. The built-in script speaks instead.`, provider.name)
}

/** Whether somebody understands what people say on a real call; null: calls carry text. */
function speechOf(db: ReadDb): Found | null {
  if (getSettings(db).carrier === 'simulated') return null
  const listener = listProviders(db).find(
    ({ code, has_key, base_url }) => listeners.includes(code) && (has_key || base_url !== null),
  )
  return listener
    ? ok(`${listener.name} understands what people say.`, listener.name)
    : warning(
        'Nobody understands what people say: the assistant only speaks. OpenAI, Deepgram or a server of your own can.',
      )
}

/** The providers that understand speech on a real call. */
const listeners = ['openai', 'deepgram', 'openai-compatible']

export const queries = {
  lastDelivery: (userId: number, url: string) => sql`SELECT id, status, tries FROM
      (SELECT * FROM deliveries WHERE user_id = ${userId} ORDER BY id DESC LIMIT ${DELIVERIES_SEARCHED})
    WHERE url = ${url} AND tries > 0 ORDER BY id DESC LIMIT 1`,
}

/** Null: no webhook is sent after calls. */
function webhookOf(db: ReadDb, userId: number, { is_webhook_active, webhook_url: url }: Assistant): Found | null {
  if (!is_webhook_active || url === null) return null
  const { host } = new URL(url)
  const last = one<{ id: number; status: string }>(db, queries.lastDelivery(userId, url))
  if (!last) return ok(`The webhook at ${host} was not tried yet.`, host)
  const error = last.status === 'delivered' ? null : triedSoFar(db, last.id).lastError
  return error === null
    ? ok(`The webhook at ${host} answers.`, host, 1)
    : warning(`The webhook at ${host} does not answer. ${error}`, host)
}

function balanceFor(db: ReadDb, campaign: Campaign, assistant: Assistant | undefined): Found {
  const price = campaigns.minutePriceOf(db, campaign, assistant)
  const short = shortage({ balance: balanceOf(db, campaign.userId), held: 0, price })
  return short ? missing(missingInWords('A call', short)) : ok('The balance covers a call.')
}

/** Null: dialing is on. */
function dialingOf(db: ReadDb): Found | null {
  const { state } = dialing.get(db)
  if (state === 'halted') return missing('Dialing is halted.', state)
  return state === 'paused' ? warning('Dialing is paused: nothing is dialed until it is resumed.', state) : null
}
