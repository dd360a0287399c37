import * as assistants from '../assistants/assistants'
import * as campaigns from '../campaigns/campaigns'
import type { Context } from '../kernel/context'
import * as numbers from '../numbers/numbers'

/** Removes a number from its assistants and campaigns, and deletes it. Call inside a transaction. */
export function removeNumber(context: Context, number: numbers.PhoneNumber) {
  assistants.detachNumber(context, number)
  campaigns.detachNumber(context, number)
  numbers.remove(context, number)
}
