import type { NumberType, PhoneNumber } from '../../../contract/phone-numbers'
import { formatPhone } from '../../parts/format'
import { linkTo } from '../../router'
import { t } from '../../words/words'

export const kinds: Record<NumberType, string> = {
  normal: t('Rented'),
  sip: t('SIP trunk'),
  caller_id: t('Caller ID'),
}

/** The name that the operator gave it, else the number. */
export const nameOf = ({ nickname, phone_number }: Pick<PhoneNumber, 'nickname' | 'phone_number'>) =>
  nickname ?? formatPhone(phone_number)

/** Where a number is changed: a trunk has a page of its own. */
export const placeOf = ({ id, type }: Pick<PhoneNumber, 'id' | 'type'>) =>
  type === 'sip' ? `/numbers/trunks/${id}` : `/numbers/${id}`
export const linkOf = (number: Pick<PhoneNumber, 'id' | 'type'>) => linkTo(placeOf(number))

/** What a number can do, in words. */
export function canDo({ type, sms_capable }: Pick<PhoneNumber, 'type' | 'sms_capable'>): string {
  if (type === 'caller_id') return t('Shown when calling')
  return sms_capable ? t('Calls in and out, SMS') : t('Calls in and out')
}

/** Whether an inbound assistant can answer on it now. */
export const canBeAnswered = ({ type, status }: PhoneNumber) => type !== 'caller_id' && status !== 'suspended'
