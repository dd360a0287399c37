import * as assistants from '../assistants/assistants'
import * as campaigns from '../campaigns/campaigns'
import type { Context } from '../kernel/context'
import * as numbers from '../numbers/numbers'

/** Takes a number off the account, its assistants and its campaigns. Call inside a transaction. */
export function removeNumber(context: Context, number: numbers.PhoneNumber) {
  assistants.letGoOfNumber(context, number)
  campaigns.letGoOfNumber(context, number)
  numbers.remove(context, number)
}
