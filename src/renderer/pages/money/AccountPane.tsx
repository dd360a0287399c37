import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Funds } from '../../../contract/account'
import { sum } from '../../amounts'
import type { Client } from '../../api/client'
import { MoneyField } from '../../forms/MoneyField'
import { DetailPane, PaneSection } from '../../parts/DetailPane'
import { dayAndMonth, formatPhone } from '../../parts/format'
import { KeyValue } from '../../parts/KeyValue'
import { Notice } from '../../parts/Notice'
import { tell } from '../../parts/tell'
import { tip } from '../../parts/tips/tip'
import { Clip, Money, Time } from '../../parts/values'
import { linkTo } from '../../router'
import { useChange } from '../../stores/use-change'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { t } from '../../words/words'
import css from './money.module.css'

/** The account: the balance and what is held of it, the rent that is due, the payment methods, and when to warn. */
export const AccountPane = ({ funds, addPayment }: { funds: Funds | undefined; addPayment: string }) => (
  <DetailPane label={t('The account')}>
    <Balance funds={funds} />
    <Rent funds={funds} />
    <PaymentMethods add={addPayment} />
    <WarnBelow />
  </DetailPane>
)

const dash = <span className="dim">–</span>

function Balance({ funds }: { funds: Funds | undefined }) {
  const balance = useDeskState(state => state.balance)
  const rows: [string, ReactNode][] = [
    [
      t('Balance'),
      balance === null ? (
        dash
      ) : (
        <strong key="all" className="num">
          <Money value={balance} />
        </strong>
      ),
    ],
    [
      t('Held'),
      !funds ? (
        dash
      ) : funds.held_for_calls === 0 ? (
        t('nothing')
      ) : (
        <span key="held">
          <Money value={funds.held} />{' '}
          <a className="link" href={linkTo('/calls')}>
            {t('{n, plural, one {# call under way} other {# calls under way}}', { n: funds.held_for_calls })}
          </a>
        </span>
      ),
    ],
    [t('Free'), funds && balance !== null ? <Money key="free" value={sum(balance, -funds.held)} /> : dash],
  ]
  return (
    <PaneSection title={t('Balance')}>
      <KeyValue rows={rows} />
      <p className={css.note}>{t('A minute of each call under way is held until it is charged.')}</p>
    </PaneSection>
  )
}

function Rent({ funds }: { funds: Funds | undefined }) {
  const zone = useDeskState(state => state.settings?.timezone ?? 'UTC')
  // The moment is the end of the month: the day before is its last one.
  const last = funds ? dayAndMonth(new Date(Date.parse(funds.rent_due_until) - 1), zone) : '–'
  return (
    <PaneSection
      title={t('Number rent')}
      action={
        <a className="link" href={linkTo('/numbers')}>
          {t('Numbers')}
        </a>
      }
    >
      <KeyValue
        rows={[
          [t('Due until {day}', { day: last }), funds ? <Money key="due" value={funds.rent_due} /> : dash],
          [t('A whole month'), funds ? <Money key="month" value={funds.rent_a_month} /> : dash],
        ]}
      />
      <ul className={css.rents}>
        {funds?.rents.map(({ phone_number_id: id, phone_number, nickname, price, at, status }) => (
          <li key={id}>
            <a className="link clip" href={linkTo(`/numbers/${id}`)}>
              {nickname ?? formatPhone(phone_number)}
            </a>
            <span className={status === 'active' ? 'dim' : 'danger'}>
              <Time at={at} />
            </span>
            <Money value={price} />
          </li>
        ))}
      </ul>
    </PaneSection>
  )
}

type Methods = Awaited<ReturnType<Client['account']['listPaymentMethods']>>

function PaymentMethods({ add }: { add: string }) {
  const { client, ask } = useDesk()
  const { data } = useQuery(ask.account.listPaymentMethods.queryOptions({ input: {} }))
  const remove = useChange(({ id }: Methods[number]) => client.account.removePaymentMethod({ id }), {
    about: data,
    assume: ({ id }, shown) =>
      shown.change<Methods>(ask.account.listPaymentMethods.key(), all => all.filter(one => one.id !== id)),
    onDone: (_, { label, last4 }) =>
      tell(t('{label} was removed', { label }), () => client.account.addPaymentMethod({ label, last4 })),
  })
  return (
    <PaneSection
      title={t('Payment methods')}
      action={
        <a className="link" href={add}>
          {t('Add')}
        </a>
      }
    >
      {remove.failed && <Notice tone="bad" title={remove.failed} />}
      {data?.length === 0 && <p className="dim">{t('None. A number can be rented once there is one.')}</p>}
      <ul className={css.methods}>
        {data?.map(method => (
          <li key={method.id}>
            <Clip>{method.label}</Clip>
            <span className="num dim">{`•••• ${method.last4}`}</span>
            <ActionIcon
              aria-label={t('Remove {label}', { label: method.label })}
              onClick={() => void remove.run(method)}
              {...tip(t('Remove'))}
            >
              <IconX size={14} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <p className={css.note}>
        {t('A label and the last four digits, for you to know it by. This desk charges no card.')}
      </p>
    </PaneSection>
  )
}

/** The level of the balance at which Today warns. */
function WarnBelow() {
  const { client } = useDesk()
  const level = useDeskState(state => state.settings?.low_balance)
  const [typed, setTyped] = useState<number | string | null>(null)
  const save = useChange((low_balance: number) => client.settings.update({ low_balance }), {
    about: [level, typed],
    onDone: () => setTyped(null),
  })
  if (level === undefined) return null
  const value = typed ?? level
  const isChanged = typeof value === 'number' && value !== level
  return (
    <PaneSection title={t('Warning')}>
      <form
        className="stack"
        aria-label={t('Warning')}
        onSubmit={async event => {
          event.preventDefault()
          if (isChanged && (await save.run(value)))
            tell(t('The level of the warning is saved'), () => client.settings.update({ low_balance: level }))
        }}
      >
        <MoneyField
          label={t('Warn on Today when the balance is below')}
          value={value}
          error={typeof value === 'number' ? save.failed : t('Write an amount, such as 5 or 2.50')}
          onChange={setTyped}
        />
        {isChanged && (
          <div className="row">
            <Button type="submit" variant="filled" loading={save.isBusy}>
              {t('Save')}
            </Button>
            <Button onClick={() => setTyped(null)}>{t('Discard')}</Button>
          </div>
        )}
      </form>
    </PaneSection>
  )
}
