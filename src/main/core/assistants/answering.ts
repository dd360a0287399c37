import { FieldErrors } from '../../../contract/validation'
import { type Context, transact } from '../kernel/context'
import { invalidField, notFound } from '../kernel/errors'
import * as numbers from '../numbers/numbers'
import * as assistants from './assistants'

/**
 * Has an inbound assistant answer on a number, in place of the one that did; null: nobody answers. Throws `not_found` for
 * the number, or `invalid` when the assistant or the number does not fit; nothing has changed then.
 */
export function answerOn(context: Context, userId: number, numberId: number, assistantId: number | null) {
  transact(context, () => {
    const number = numbers.getNumber(context.db, userId, numberId)
    if (!number) throw notFound('Phone number')
    if (number.answered_by === assistantId) return
    const give = (id: number, phone_number_id: number | null) =>
      assistants.update(context, userId, id, { values: { phone_number_id }, errors: new FieldErrors() })
    if (number.answered_by !== null) give(number.answered_by, null)
    if (assistantId === null) return
    if (assistants.find(context, userId, assistantId)?.type !== 'inbound')
      throw invalidField('assistant_id', 'must be an inbound assistant.')
    const fault = faultOf(context, number)
    if (fault) throw invalidField('assistant_id', fault)
    give(assistantId, numberId)
  })
}

function faultOf(context: Context, number: numbers.PhoneNumber): string | null {
  if (number.type === 'caller_id') return 'must be empty: nobody can call a Caller ID.'
  const why = numbers.unusable(context.db, number)
  return why && `cannot be set: the number ${why}.`
}
