import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import layout from '../../parts/layout.module.css'
import { NotShown } from '../../parts/NotShown'
import { PageHeader } from '../../parts/PageHeader'
import { Tabs } from '../../parts/Tabs'
import { go, linkTo, usePlace } from '../../router'
import { failureOf } from '../../stores/failure'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { t } from '../../words/words'
import { AccountPane } from './AccountPane'
import { CallCosts } from './CallCosts'
import { Ledger } from './Ledger'
import { PaymentDialog } from './PaymentDialog'
import { TopUpDialog } from './TopUpDialog'

/** The money of the desk: every movement, what calls have cost, and beside them the account. */
export function MoneyPage({ path }: { path: string }) {
  const { ask } = useDesk()
  const { query } = usePlace()
  const zone = useDeskState(state => state.settings?.timezone)
  const funds = useQuery(ask.account.funds.queryOptions({ input: {} }))
  const error = failureOf(funds)
  const adds = query.get('add')
  const filters = Object.fromEntries([...query].filter(([name]) => name !== 'add'))
  const close = () => go(path, filters)
  return (
    <div className={layout.column}>
      <PageHeader
        title={t('Money')}
        meta={zone ? t('US dollars · {zone}', { zone }) : ''}
        actions={
          <Button
            component="a"
            href={linkTo(path, { ...filters, add: 'top-up' })}
            variant="filled"
            leftSection={<IconPlus size={15} aria-hidden />}
          >
            {t('Top up')}
          </Button>
        }
      />
      <Tabs
        label={t('Parts of Money')}
        tabs={[
          { word: t('Ledger'), href: linkTo('/money'), isOpen: path === '/money' },
          { word: t('Cost of calls'), href: linkTo('/money/costs'), isOpen: path === '/money/costs' },
        ]}
      />
      <NotShown title={t('The balance cannot be shown')} error={error} />
      <div className={layout.split}>
        <div className={layout.column}>{path === '/money' ? <Ledger /> : <CallCosts />}</div>
        <AccountPane funds={funds.data} addPayment={linkTo(path, { ...filters, add: 'payment' })} />
      </div>
      {adds === 'top-up' && <TopUpDialog onClose={close} />}
      {adds === 'payment' && <PaymentDialog onClose={close} />}
    </div>
  )
}
