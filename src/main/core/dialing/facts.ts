import { textModelOf } from '../assistants/brief'
import { troubleOf } from '../assistants/model-health'
import * as calls from '../calls/calls'
import { heldBalance, linesInUse } from '../calls/place'
import type { Campaign } from '../campaigns/campaigns'
import * as campaigns from '../campaigns/campaigns'
import { nextOpening } from '../campaigns/windows'
import type { Context } from '../kernel/context'
import { shortage } from '../money/amounts'
import { balanceOf } from '../money/ledger'
import * as dialing from '../workspace/dialing-state'
import { getSettings } from '../workspace/settings'

/**
 * What the reasons why nothing is dialed are made of, at one moment. Each fact is read when it is first asked for, and
 * once: an answer may be about a hundred campaigns.
 */
export function factsOf(context: Context) {
  const { db } = context
  const now = context.clock.now()
  const state = once(() => dialing.get(db))
  const assistant = byKey(
    ({ assistantId }: Campaign) => assistantId,
    campaign => campaigns.assistantOf(context, campaign),
  )
  const money = byKey(
    (userId: number) => userId,
    userId => ({ balance: balanceOf(db, userId), held: heldBalance(db, userId) }),
  )
  /** Campaigns with the same numbers to call from. */
  const numbersOf = (campaign: Campaign) =>
    `${campaign.userId} ${assistant(campaign)?.phone_number_id} ${campaign.settings.phone_number_ids}`
  const price = byKey(numbersOf, campaign => campaigns.minutePriceOf(db, campaign, assistant(campaign)))
  const settings = once(() => getSettings(db))
  const lines = once(() => calls.linesByCampaign(db))
  return {
    now,
    state,
    settings,
    /** Whether it has a number to call from. */
    hasCallerId: byKey(
      numbersOf,
      campaign => settings().carrier !== 'sip' || campaigns.hasCallerId(db, campaign, assistant(campaign)),
    ),
    /** Why nothing is dialed although dialing is on; null: the clocks agree. */
    clockTrouble: once(() => (state().state === 'dialing' ? dialing.clockTrouble(context) : null)),
    deskLines: once(() => linesInUse(db)),
    campaignLines: ({ id }: Campaign) => lines().get(id) ?? 0,
    assistant,
    modelTrouble: byKey(
      ({ assistantId }: Campaign) => assistantId,
      campaign => {
        const found = assistant(campaign)
        return found && troubleOf(db, textModelOf(db, found))
      },
    ),
    /** What is missing of the balance for one more call of a campaign; null: it is covered. */
    shortage: (campaign: Campaign) => shortage({ ...money(campaign.userId), price: price(campaign) }),
    /** When the hours of a campaign open in a zone: null when they are open, `never` when they never do. */
    opening: byKey(
      ({ campaign: { settings }, zone }: { campaign: Campaign; zone: string }) =>
        `${settings.allowed_days} ${settings.allowed_hours_start_time} ${settings.allowed_hours_end_time} ${zone}`,
      ({ campaign: { settings }, zone }) => {
        const opening = nextOpening(settings, zone, now) ?? 'never'
        return opening === now ? null : opening
      },
    ),
  }
}
export type Facts = ReturnType<typeof factsOf>

/** Reads a value once. */
function once<T>(read: () => T): () => T {
  let known: { value: T } | undefined
  return () => (known ??= { value: read() }).value
}

/** Reads a value once for each key. */
function byKey<G, T>(keyOf: (given: G) => unknown, read: (given: G) => T): (given: G) => T {
  const known = new Map<unknown, T>()
  return given => {
    const key = keyOf(given)
    if (!known.has(key)) known.set(key, read(given))
    return known.get(key)!
  }
}
