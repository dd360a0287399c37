import { Button } from '@mantine/core'
import { IconHash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { PhoneNumber } from '../../../contract/phone-numbers'
import type { Client } from '../../api/client'
import { DetailPane, PaneSection } from '../../parts/DetailPane'
import { EmptyState } from '../../parts/EmptyState'
import { count, dayAndMonth, formatPhone } from '../../parts/format'
import { KeyValue } from '../../parts/KeyValue'
import layout from '../../parts/layout.module.css'
import { Notice } from '../../parts/Notice'
import { PageHeader } from '../../parts/PageHeader'
import { Panel } from '../../parts/Panel'
import { ScrollRegion } from '../../parts/ScrollRegion'
import { StatusBadge } from '../../parts/StatusBadge'
import { Clip, Money, Phone, Time } from '../../parts/values'
import { countryName } from '../../phone'
import { go, linkTo } from '../../router'
import { PageLoading } from '../../shell/PageLoading'
import { failureOf } from '../../stores/failure'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { rich, t } from '../../words/words'
import { AnswerField } from './Answers'
import { NicknameField } from './NicknameField'
import { WhatToDo } from './NumbersPage'
import { canDo, kinds } from './number-text'
import css from './numbers.module.css'
import { SimulatedCall } from './SimulatedCall'
import { type NumberActions, useNumberActions } from './use-number-actions'

type Numbers = Awaited<ReturnType<Client['phoneNumbers']['listAll']>>

/** One number of the account, out of all. Null: there is none with this id. */
export function useNumber(id: number) {
  const { ask } = useDesk()
  return useQuery(
    ask.phoneNumbers.listAll.queryOptions({
      input: {},
      select: ({ data }: Numbers) => data.find(one => one.id === id) ?? null,
    }),
  )
}

/** One number: who answers on it, who calls from it, and its rent. */
export function NumberPage({ id }: { id: number }) {
  const answer = useNumber(id)
  const { data: number } = answer
  const actions = useNumberActions(number, () => go('/numbers'))
  const error = failureOf(answer)
  if (number === undefined && !error) return <PageLoading path={`/numbers/${id}`} />
  if (!number)
    return (
      <>
        <PageHeader trail={[[t('Numbers'), '/numbers']]} title={t('Number')} />
        <EmptyState
          icon={IconHash}
          title={t('There is no such number')}
          action={
            <a className="link" href="#/numbers">
              {t('Go to the numbers')}
            </a>
          }
        >
          {error?.message ?? t('It was released.')}
        </EmptyState>
        {actions.dialog}
      </>
    )
  const isLeaving = number.status === 'cancelling'
  return (
    <div className={layout.column}>
      <PageHeader
        trail={[[t('Numbers'), '/numbers']]}
        title={formatPhone(number.phone_number)}
        badge={<StatusBadge kind="number" name={number.status} look="pill" />}
        meta={<WhatToDo number={number} />}
        actions={
          isLeaving ? (
            <Button loading={actions.isBusy} onClick={() => actions.keep(number)}>
              {t('Keep it')}
            </Button>
          ) : (
            <Button onClick={() => actions.release(number)}>
              {number.type === 'normal' ? t('Release') : t('Delete')}
            </Button>
          )
        }
      />
      <div className={layout.split}>
        <div className={layout.column}>
          <ScrollRegion label={t('About this number')}>
            <div className={layout.body}>
              <StateNotice number={number} actions={actions} />
              <Uses number={number} actions={actions} />
              {number.type === 'normal' && <Rent id={id} />}
            </div>
          </ScrollRegion>
        </div>
        <DetailPane label={t('The number')}>
          <About number={number} />
        </DetailPane>
      </div>
      {actions.dialog}
    </div>
  )
}

/** What is wrong with a number, and what to do; and why a change was refused. */
function StateNotice({ number, actions }: { number: PhoneNumber; actions: NumberActions }) {
  const topUp = (
    <a className="link" href={linkTo('/money', { add: 'top-up' })}>
      {t('Top up')}
    </a>
  )
  const at = (when: string | null) => ({ at: () => <Time at={when ?? ''} /> })
  return (
    <>
      {actions.failed && <Notice tone="bad" title={actions.failed} />}
      {number.status === 'past_due' && (
        <Notice tone="warn" title={t('The balance did not cover its month')} action={topUp}>
          {rich(
            'It still works. It is charged again <at></at>; after three tries it is suspended.',
            at(number.next_charge_at),
          )}
        </Notice>
      )}
      {number.status === 'suspended' && (
        <Notice tone="bad" title={t('It takes and makes no calls and sends no SMS')} action={topUp}>
          {rich(
            'It works again as soon as the balance covers its month. If not, it is released <at></at>.',
            at(number.released_at),
          )}
        </Notice>
      )}
      {number.status === 'cancelling' && (
        <Notice tone="idle" title={t('It is being released')}>
          {rich('It works until <at></at>. Until then it can be kept.', at(number.released_at))}
        </Notice>
      )}
    </>
  )
}

function Uses({ number, actions }: { number: PhoneNumber; actions: NumberActions }) {
  const { answered_by: answers, campaigns, shown_by } = number
  return (
    <>
      <Panel
        title={t('When somebody calls it')}
        action={
          answers && (
            <a className="link" href={linkTo(`/assistants/${answers.id}`)}>
              {t('Open {name}', { name: answers.name })}
            </a>
          )
        }
      >
        <div className={css.narrow}>
          <AnswerField number={number} onChoose={by => actions.answer(number, by)} />
        </div>
      </Panel>
      <Panel title={t('Who calls from it')} count={campaigns.length + shown_by.length || undefined}>
        <Callers number={number} />
      </Panel>
    </>
  )
}

/** The campaigns and assistants that call from a number. */
export function Callers({ number: { campaigns, shown_by } }: { number: PhoneNumber }) {
  if (campaigns.length + shown_by.length === 0)
    return <p className="dim">{t('Nobody. An outbound assistant or a campaign can be given this number.')}</p>
  return (
    <ul className={css.lines}>
      {campaigns.map(({ id, name, status }) => (
        <li key={`campaign ${id}`}>
          <a className="link clip" href={linkTo(`/campaigns/${id}`)}>
            {name}
          </a>
          <StatusBadge kind="campaign" name={status} />
        </li>
      ))}
      {shown_by.map(({ id, name }) => (
        <li key={`assistant ${id}`}>
          <a className="link clip" href={linkTo(`/assistants/${id}`)}>
            {name}
          </a>
          <span className="dim">{t('Assistant')}</span>
        </li>
      ))}
    </ul>
  )
}

/** How many paid months are listed. */
const MONTHS = 6

function Rent({ id }: { id: number }) {
  const { ask } = useDesk()
  const zone = useDeskState(state => state.settings?.timezone ?? 'UTC')
  const day = (at: string) => dayAndMonth(new Date(at), zone)
  const { data } = useQuery(
    ask.account.ledger.queryOptions({ input: { phone_number_id: id, type: 'rental', per_page: MONTHS } }),
  )
  return (
    <Panel
      title={t('Paid months')}
      count={data && count(data.total)}
      action={
        <a className="link" href={linkTo('/money', { number: id })}>
          {t('In the ledger')}
        </a>
      }
    >
      <ul className={css.lines} aria-busy={!data || undefined}>
        {data?.data.map(({ id, paid_month: month, amount }) => (
          <li key={id}>
            <span>{month && t('{from} to {to}', { from: day(month.from), to: day(month.to) })}</span>
            <Money value={-amount} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function About({ number }: { number: PhoneNumber }) {
  const isSimulated = useDeskState(state => state.settings?.carrier === 'simulated')
  const rows: [string, React.ReactNode][] = [
    [t('Number'), <Phone key="number" value={number.phone_number} />],
    [t('Country'), countryName(number.country_code)],
    ...(number.region
      ? ([[t('Region'), <Clip key="region">{number.region}</Clip>]] as [string, React.ReactNode][])
      : []),
    [t('Kind'), kinds[number.type]],
    [t('Can'), canDo(number)],
    [t('Since'), <Time key="since" at={number.created_at} />],
  ]
  if (number.price !== null)
    rows.push(
      [t('Rent a month'), <Money key="price" value={number.price} />],
      [t('Next rent'), number.next_charge_at ? <Time key="next" at={number.next_charge_at} /> : t('none, it leaves')],
    )
  return (
    <>
      <PaneSection title={t('The number')}>
        <KeyValue rows={rows} />
      </PaneSection>
      <PaneSection title={t('Name')}>
        <NicknameField key={number.nickname} number={number} />
      </PaneSection>
      {isSimulated && number.type !== 'caller_id' && (
        <PaneSection title={t('Simulated call')}>
          <SimulatedCall number={number} />
        </PaneSection>
      )}
    </>
  )
}
