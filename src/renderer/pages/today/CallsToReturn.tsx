import { ActionIcon } from '@mantine/core'
import { IconHandFinger, IconMessage, IconPhoneIncoming, IconPhoneOutgoing, IconX } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Attention, PromisedCallback } from '../../../contract/attention'
import { count, formatPhone } from '../../parts/format'
import { Notice } from '../../parts/Notice'
import { Panel } from '../../parts/Panel'
import { tip } from '../../parts/tips/tip'
import { Clip, Phone, Time } from '../../parts/values'
import { personPath, sendsSms } from '../../phone'
import { linkTo } from '../../router'
import { useChange } from '../../stores/use-change'
import { useClock } from '../../stores/use-clock'
import { useDesk } from '../../stores/use-desk'
import { rich, t } from '../../words/words'
import { CallDialog } from '../calls/CallDialog'
import { usePutAway } from './NeedsAttention'
import css from './today.module.css'
import { type AttentionWithReason, attentionKey } from './use-attention'

/** Callbacks that were promised: those that a campaign makes today, and those that a person has to make. */
export function Callbacks({ found: { data } }: { found: UseQueryResult<AttentionWithReason> }) {
  const { client, ask } = useDesk()
  const [toCall, setToCall] = useState<PromisedCallback | null>(null)
  const dismiss = useChange((id: number) => client.attention.dismissPromised({ id }), {
    about: data?.promised_callbacks,
    assume: (id, shown) =>
      shown.change<AttentionWithReason>(attentionKey(ask), found => ({
        ...found,
        promised_callbacks: found.promised_callbacks.filter(one => one.id !== id),
      })),
  })
  if (!data) return null
  const { callbacks, promised_callbacks: promised } = data
  const total = callbacks.length + promised.length
  return (
    <Panel title={t('Callbacks promised')} count={total > 0 ? total : undefined} flush>
      {dismiss.failed && <Notice tone="bad" title={dismiss.failed} />}
      {total === 0 && <p className={css.none}>{t('None for today.')}</p>}
      <ul className={css.people}>
        {promised.map(one => (
          <li key={`promised ${one.id}`} className={css.byHand}>
            <a href={linkTo(personPath(one.phone_number))}>
              <IconHandFinger size={14} className="dim" aria-hidden />
              <Time at={one.at} />
              <Clip>{who(one)}</Clip>
              <Note at={one.at} otherwise={t('By hand')} />
            </a>
            <ActionIcon
              aria-label={t('Call {who}', { who: nameIn(one) })}
              onClick={() => setToCall(one)}
              {...tip(t('Call now'))}
            >
              <IconPhoneOutgoing size={14} />
            </ActionIcon>
            <ActionIcon
              aria-label={t('Dismiss the callback to {who}', { who: nameIn(one) })}
              onClick={() => dismiss.run(one.id)}
              {...tip(t('Dismiss'))}
            >
              <IconX size={14} />
            </ActionIcon>
          </li>
        ))}
        {callbacks.map(lead => (
          <li key={lead.id}>
            <a href={linkTo(personPath(lead.phone_number))}>
              <IconPhoneOutgoing size={14} className="dim" aria-hidden />
              <Time at={lead.at} />
              <Clip>{who(lead)}</Clip>
              <Note at={lead.at} otherwise={lead.campaign.name} />
            </a>
          </li>
        ))}
      </ul>
      <CallDialog
        opened={toCall !== null}
        onClose={() => setToCall(null)}
        number={toCall?.phone_number}
        earlier={toCall?.call_id ?? undefined}
      />
    </Panel>
  )
}

type Person = Pick<PromisedCallback, 'name' | 'phone_number'>
const who = (person: Person) => person.name ?? <Phone value={person.phone_number} />
const nameIn = (person: Person) => person.name ?? formatPhone(person.phone_number)

function Note({ at, otherwise }: { at: string; otherwise: string }) {
  const due = useClock(now => (Date.parse(at) <= now ? 'due' : 'later'))
  return due === 'due' ? (
    <span className={css.due}>{t('Due now')}</span>
  ) : (
    <Clip className={css.campaign}>{otherwise}</Clip>
  )
}

/** Inbound calls that nobody answered. Not shown when there are none. */
export const Missed = ({ found }: { found: Attention }) =>
  found.missed_inbound.length > 0 && <MissedCalls found={found} />

function MissedCalls({ found: { missed_inbound: list, missed_inbound_total: total } }: { found: Attention }) {
  const putAway = usePutAway()
  const { ask } = useDesk()
  const { data: canWrite } = useQuery(
    ask.phoneNumbers.list.queryOptions({ input: {}, select: ({ data }) => data.some(sendsSms) }),
  )
  const [toCall, setToCall] = useState<MissedCall | null>(null)
  return (
    <Panel title={t('Missed inbound')} count={count(total)} flush>
      {putAway.failed && <Notice tone="bad" title={putAway.failed} />}
      <ul className={`${css.people} ${css.missed}`}>
        {list.map(call => (
          <li key={call.call_id} className={css.byHand}>
            <a href={linkTo(`/calls/${call.call_id}`)}>
              <IconPhoneIncoming size={14} className="dim" aria-hidden />
              <Time at={call.at} />
              <Clip>{call.name ?? <Phone value={call.client_phone_number} />}</Clip>
              <Clip className="dim">
                {rich('to <number></number>', { number: () => <Phone value={call.assistant_phone_number} /> })}
              </Clip>
            </a>
            {isNumber(call) && (
              <ActionIcon
                aria-label={t('Call {who}', { who: callerOf(call) })}
                onClick={() => setToCall(call)}
                {...tip(t('Call back'))}
              >
                <IconPhoneOutgoing size={14} />
              </ActionIcon>
            )}
            {isNumber(call) && canWrite && (
              <ActionIcon
                component="a"
                href={linkTo('/sms/new', { to: call.client_phone_number })}
                aria-label={t('Write an SMS to {who}', { who: callerOf(call) })}
                {...tip(t('Write an SMS'))}
              >
                <IconMessage size={14} />
              </ActionIcon>
            )}
            <ActionIcon
              aria-label={t('Put the missed call of {who} away', { who: callerOf(call) })}
              onClick={() => putAway.run([call.key])}
              {...tip(t('Put away'))}
            >
              <IconX size={14} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <CallDialog
        opened={toCall !== null}
        onClose={() => setToCall(null)}
        number={toCall?.client_phone_number}
        earlier={toCall?.call_id}
      />
    </Panel>
  )
}

type MissedCall = Attention['missed_inbound'][number]
const callerOf = (call: MissedCall) => call.name ?? formatPhone(call.client_phone_number)
/** Who withholds their number can neither be called nor written to. */
const isNumber = (call: MissedCall) => call.client_phone_number.startsWith('+')
