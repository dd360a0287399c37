import {
  type Icon,
  IconArrowBackUp,
  IconCash,
  IconFlask,
  IconHash,
  IconMessage,
  IconMessageCircle,
  IconPhone,
} from '@tabler/icons-react'
import type { LedgerEntry, ledgerTypes } from '../../../contract/account'
import type { Client } from '../../api/client'
import { dayAndMonth, formatPhone, money } from '../../parts/format'
import { linkTo } from '../../router'
import { said } from '../../words/said'
import { t } from '../../words/words'

type Costs = Awaited<ReturnType<Client['stats']['costs']>>
export type CostRow = Costs['rows'][number]
export type LedgerType = (typeof ledgerTypes)[number]

export const kinds: Record<LedgerType, { word: string; icon: Icon }> = {
  call: { word: t('Calls'), icon: IconPhone },
  sms: { word: t('SMS'), icon: IconMessage },
  message: { word: t('Chats'), icon: IconMessageCircle },
  rental: { word: t('Number rent'), icon: IconHash },
  top_up: { word: t('Top-ups'), icon: IconCash },
  refund: { word: t('Refunds'), icon: IconArrowBackUp },
  simulated_credit: { word: t('Simulated credit'), icon: IconFlask },
}

/** With whom: a name where one is known, else the number; null when the person was forgotten. */
const whoOf = ({ name, phone_number }: LedgerEntry) =>
  name ?? (phone_number === null ? null : formatPhone(phone_number))

/** What an entry was for, in words. */
export function whatFor(entry: LedgerEntry): string {
  const who = whoOf(entry)
  switch (entry.type) {
    case 'call':
      return who === null ? t('A call that was deleted') : t('Call with {who}', { who })
    case 'sms':
      return who === null ? t('An SMS that was deleted') : t('SMS to {who}', { who })
    case 'message':
      return who === null ? t('A message in a chat') : t('A message in the chat with {who}', { who })
    case 'rental':
      return t('Rent of {number}', { number: who ?? '' })
    case 'refund':
      if (entry.sms_id === null) return t('Given back')
      return who === null ? t('Given back for an SMS') : t('Given back for the SMS to {who}', { who })
    case 'top_up':
      return t('Top-up')
    case 'simulated_credit':
      return t('Simulated credit')
  }
}

/** How the amount comes about, in words. */
export function howMuch(entry: LedgerEntry, zone: string): string | null {
  const { type, units, unit_price, paid_month: month } = entry
  const price = unit_price === null ? '' : money(unit_price, true)
  if (type === 'call' && units !== null)
    return t('{seconds} s of talking at {price} a minute', { seconds: units, price })
  if ((type === 'sms' || type === 'refund') && units !== null)
    return t('{n, plural, one {# segment} other {# segments}} at {price}', { n: units, price })
  if (month) {
    const day = (at: string) => dayAndMonth(new Date(at), zone)
    return t('{from} to {to}', { from: day(month.from), to: day(month.to) })
  }
  if (type === 'simulated_credit') return t('Not real money')
  if (type === 'refund') return said(entry.what)
  return null
}

/** Where what an entry was for is shown; undefined when it is gone. `numbers`: the ids of the numbers that are there. */
export function linkOf(entry: LedgerEntry, numbers: ReadonlySet<number>): string | undefined {
  if (entry.call_id !== null) return entry.phone_number === null ? undefined : linkTo(`/calls/${entry.call_id}`)
  if (entry.conversation_id !== null) return linkTo(`/conversations/${entry.conversation_id}`)
  if (entry.sms_id !== null)
    return entry.phone_number === null ? undefined : linkTo(`/people/${encodeURIComponent(entry.phone_number)}`)
  if (entry.phone_number_id !== null && numbers.has(entry.phone_number_id))
    return linkTo(`/numbers/${entry.phone_number_id}`)
  return undefined
}

/** Which calls a row has. */
export function whoIn({ kind, campaign }: CostRow): string {
  if (kind === 'inbound') return t('Inbound calls')
  if (campaign) return campaign.id === null ? t('{name} (deleted)', { name: campaign.name }) : campaign.name
  return t('Single calls')
}
