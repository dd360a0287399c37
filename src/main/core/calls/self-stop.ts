import { noteFailure } from '../assistants/model-health'
import { askAboutList, stopWithReason } from '../campaigns/campaign-states'
import type { Campaign } from '../campaigns/campaigns'
import { countsOf } from '../campaigns/lead-states'
import type { Context } from '../kernel/context'
import { briefOf, type Call } from './calls'
import { couldNotSpeak } from './outcome'
import { isFault, LOOK_BACK, type RecentDials, recentDials } from './recent-dials'

/** With fewer leads than this, a campaign that has more of them goes on. */
const FEWEST_LEADS = 5

/** Whether most of the last leads failed through us or the carrier, also when fewer than `LOOK_BACK` were dialed. */
export const mostFail = ({ faults, leads }: RecentDials) => faults.length * 2 > leads

/**
 * Looks at the last leads of a running campaign after a call has failed: stops it when most of them failed through us or
 * the carrier, and asks the operator about the list when most numbers do not exist. `isLeadKept`: a lead would have been
 * given up for such a failure; then `FEWEST_LEADS` are enough, or all that the campaign has. Call inside a transaction.
 */
export function watchFailures(context: Context, campaign: Campaign, call: Call, isLeadKept: boolean) {
  if (call.status !== 'failed' || call.leadId === null) return
  const recent = recentDials(context.db, campaign)
  const leads = Object.values(countsOf(context.db, campaign.id)).reduce((sum, n) => sum + n, 0)
  const isEnough = recent.leads >= Math.min(FEWEST_LEADS, leads)
  if (isFault(call) && ((isLeadKept && isEnough) || recent.faults.length * 2 > LOOK_BACK)) {
    stopWithReason(
      context,
      campaign,
      reasonOf(recent),
      recent.faults.map(({ id }) => id),
    )
    noteSilence(context, call, true)
  } else if (recent.unreachable * 2 > LOOK_BACK) askAboutList(context, campaign, recent.leads)
}

/** Notes that the model of a call could not answer. Call inside a transaction. */
export function noteSilence(context: Context, call: Call, isSure = false) {
  if (!couldNotSpeak(call)) return
  const { textModel } = briefOf(context.db, call.id)
  // The scripted model needs nobody else.
  if (!textModel || call.spokenBy !== textModel.code) return
  noteFailure(context, textModel, call.warnings.at(-1) ?? 'It could not answer.', isSure)
}

/** Why most dials failed, in words. */
function reasonOf({ faults, leads }: RecentDials): string {
  const silent = faults.filter(({ endReason }) => endReason === 'engine_failed')
  const rest = faults.length - silent.length
  const ofLast = leads === 1 ? 'of its last lead' : `of the last ${leads} leads`
  const sentences: string[] = []
  if (rest > 0) sentences.push(`The carrier failed for ${rest} ${ofLast}.`)
  if (silent.length > 0) {
    sentences.push(`The assistant failed with ${silent.length} ${ofLast}.`)
    const warning = silent[0]!.warnings.at(-1)
    if (warning !== undefined) sentences.push(warning)
  }
  return sentences.join(' ')
}
