import {
  type Icon,
  IconAlertTriangleFilled,
  IconCircleXFilled,
  IconClockExclamation,
  IconCreditCard,
  IconCreditCardOff,
  IconFileX,
  IconHandStop,
  IconListDetails,
  IconPlugConnectedX,
  IconRefresh,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatPhone } from '../../parts/format'
import { PersonLink } from '../../parts/PersonLink'
import { Money, Phone, Time } from '../../parts/values'
import { personPath } from '../../phone'
import { linkTo } from '../../router'
import type { Role } from '../../theme/states'
import { said } from '../../words/said'
import { rich, t } from '../../words/words'
import { leadsInWords } from '../campaigns/campaign-text'
import type { AttentionWithReason } from './use-attention'

/** One thing that needs a person. */
export interface Entry {
  id: string
  tone: Role
  icon: Icon
  what: ReactNode
  why: ReactNode
  action?: ReactNode
  /** What it is put away with. Absent when it stays until it is done. */
  keys?: string[]
}

/** How many cut-off calls are listed. The others are only counted. */
const MAX_LISTED = 4

/** What a person can do from the list. */
interface Doing {
  sendAgain(): void
  startAgain(): void
}

/** The entries in the order of their weight: what keeps the desk from working first. */
export const entriesOf = (found: AttentionWithReason, doing: Doing): Entry[] => [
  ...ofTheDesk(found, doing),
  ...ofCampaigns(found),
  ...ofWebhooks(found, doing),
  ...ofMoney(found),
  ...ofDocuments(found),
  ...ofCutOffCalls(found),
]

const Open = ({ href, name }: { href: string; name: string }) => (
  <a className="link" href={href} aria-label={t('Open {name}', { name })}>
    {t('Open')}
  </a>
)

const Do = ({ word, act }: { word: string; act: () => void }) => (
  <button type="button" className="link" onClick={act}>
    {word}
  </button>
)

function ofTheDesk(found: AttentionWithReason, { startAgain }: Doing): Entry[] {
  const { no_balance, disk_full, clocks_differ, models_out_of_order, trunks_down, halted_campaigns: halted } = found
  const entries: Entry[] = []
  if (no_balance)
    entries.push({
      id: no_balance.key,
      tone: 'bad',
      icon: IconCreditCardOff,
      what: rich('<m></m> is missing for the next call', { m: () => <Money value={no_balance.missing} /> }),
      why: said(no_balance.text),
      action: <TopUp />,
    })
  if (disk_full)
    entries.push({
      id: 'disk',
      tone: 'bad',
      icon: IconAlertTriangleFilled,
      what: t('The disk is full'),
      why: t('Nothing can be changed and nobody is called. Make room; everything then goes on by itself.'),
    })
  if (clocks_differ)
    entries.push({
      id: clocks_differ.key,
      tone: 'bad',
      icon: IconClockExclamation,
      what: t('Dialing waits for the clock'),
      why: said(clocks_differ.reason),
    })
  for (const { key, model, reason } of models_out_of_order)
    entries.push({
      id: key,
      tone: 'bad',
      icon: IconPlugConnectedX,
      what: t('{model} does not answer', { model }),
      why: t('{reason} Campaigns that use it wait until it answers.', { reason: said(reason) }),
      action: <Open href={linkTo('/settings/providers')} name={t('the settings of providers')} />,
    })
  for (const { key, id, phone_number, status, reason } of trunks_down)
    entries.push({
      id: key,
      tone: 'bad',
      icon: IconPlugConnectedX,
      what:
        status === 'refused'
          ? rich('The server refuses the trunk <number></number>', { number: () => <Phone value={phone_number} /> })
          : rich('The server of the trunk <number></number> does not answer', {
              number: () => <Phone value={phone_number} />,
            }),
      why: said(reason),
      action: <Open href={linkTo(`/numbers/trunks/${id}`)} name={formatPhone(phone_number)} />,
      keys: [key],
    })
  if (halted.length > 0)
    entries.push({
      id: 'halted',
      tone: 'bad',
      icon: IconHandStop,
      what: t('Stop all has stopped {n, plural, one {# campaign} other {# campaigns}}', { n: halted.length }),
      why: halted.map(({ name }) => name).join(', '),
      action: (
        <Do
          word={t('Start again, {leads}', {
            leads: leadsInWords(halted.reduce((sum, { leads_left: left }) => sum + left, 0)),
          })}
          act={startAgain}
        />
      ),
    })
  return entries
}

const ofCampaigns = ({ stopped_campaigns, doubtful_lists }: AttentionWithReason): Entry[] => [
  ...stopped_campaigns.map(
    ({ key, id, name, stopped_because }): Entry => ({
      id: key,
      tone: 'bad',
      icon: IconAlertTriangleFilled,
      what: t('{name} stopped itself', { name }),
      why: stopped_because && said(stopped_because.reason),
      action: <Open href={linkTo(`/campaigns/${id}`)} name={name} />,
      keys: [key],
    }),
  ),
  ...doubtful_lists.map(
    ({ key, id, name }): Entry => ({
      id: key,
      tone: 'warn',
      icon: IconListDetails,
      what: t('Is the list of {name} right?', { name }),
      why: t('Most of the last numbers that it dialed do not exist or cannot be reached.'),
      action: <Open href={linkTo(`/campaigns/${id}`)} name={name} />,
      keys: [key],
    }),
  ),
]

function ofWebhooks(found: AttentionWithReason, { sendAgain }: Doing): Entry[] {
  const { dead_deliveries: n, dead_deliveries_key: key, lastDead } = found
  if (n === 0) return []
  return [
    {
      id: 'webhooks',
      tone: 'bad',
      icon: IconRefresh,
      what: t('{n, plural, one {A webhook} other {# webhooks}} gave up', { n }),
      why:
        lastDead &&
        t('{error} {host}, {n, plural, one {# try} other {# tries}}.', {
          error: said(lastDead.last_error ?? ''),
          host: new URL(lastDead.url).host,
          n: lastDead.tries,
        }),
      action: (
        <>
          <Do word={t('Send again')} act={sendAgain} />
          <Open href={linkTo('/webhooks', { status: 'dead' })} name={t('the webhooks that gave up')} />
        </>
      ),
      ...(key !== null && { keys: [key] }),
    },
  ]
}

const TopUp = () => (
  <a className="link" href={linkTo('/money', { add: 'top-up' })}>
    {t('Top up')}
  </a>
)

const ofMoney = ({ low_balance, no_balance, unpaid_numbers }: AttentionWithReason): Entry[] => [
  // What is missing is said first of all.
  ...(low_balance && !no_balance
    ? [
        {
          id: low_balance.key,
          tone: 'warn' as const,
          icon: IconCreditCard,
          what: t('The balance is low'),
          why: rich('<left></left> is left, less than <below></below>.', {
            left: () => <Money value={low_balance.total_balance} />,
            below: () => <Money value={low_balance.below} />,
          }),
          action: <TopUp />,
          keys: [low_balance.key],
        },
      ]
    : []),
  ...unpaid_numbers.map(({ key, id, phone_number, status }): Entry => {
    const number = { number: () => <Phone value={phone_number} /> }
    return {
      id: key,
      tone: status === 'suspended' ? 'bad' : 'warn',
      icon: IconCreditCard,
      what:
        status === 'suspended'
          ? rich('<number></number> is suspended', number)
          : rich('<number></number> is not paid for', number),
      why:
        status === 'suspended'
          ? t('No calls and no SMS until the balance covers its month.')
          : t('It is charged again tomorrow.'),
      action: <Open href={linkTo(`/numbers/${id}`)} name={formatPhone(phone_number)} />,
      keys: [key],
    }
  }),
]

const ofDocuments = ({ failed_documents }: AttentionWithReason): Entry[] =>
  failed_documents.map(({ key, id, name, knowledgebase, error }) => ({
    id: key,
    tone: 'bad',
    icon: IconFileX,
    what: t('{name} could not be read', { name }),
    why: `${knowledgebase.name}: ${said(error)}`,
    action: <Open href={linkTo(`/knowledge/${knowledgebase.id}`, { open: id })} name={name} />,
    keys: [key],
  }))

function ofCutOffCalls({ cut_off, cut_off_total }: AttentionWithReason): Entry[] {
  const listed = cut_off.slice(0, MAX_LISTED)
  const more = cut_off_total - listed.length
  const entries = listed.map((lead): Entry => {
    const { name } = lead
    return {
      id: lead.key,
      tone: 'bad',
      icon: IconCircleXFilled,
      what: t('Cut off while talking'),
      why: rich('<who></who>, <at></at>. Not called again by itself.', {
        who: () => <PersonLink number={lead.phone_number}>{name}</PersonLink>,
        at: () => <Time at={lead.at} />,
      }),
      action: (
        <Open
          href={lead.call_id ? linkTo(`/calls/${lead.call_id}`) : linkTo(personPath(lead.phone_number))}
          name={t('the call with {who}', { who: name ?? lead.phone_number })}
        />
      ),
      keys: [lead.key],
    }
  })
  if (more > 0)
    entries.push({
      id: 'more cut off',
      tone: 'bad',
      icon: IconCircleXFilled,
      what: t('{n, plural, one {# more was} other {# more were}} cut off', { n: more }),
      why: t('In the last seven days.'),
      action: <Open href={linkTo('/calls', { status: 'failed' })} name={t('the calls that failed')} />,
      keys: cut_off.slice(MAX_LISTED).map(({ key }) => key),
    })
  return entries
}
