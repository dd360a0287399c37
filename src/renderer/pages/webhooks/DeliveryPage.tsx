import { IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Delivery } from '../../../contract/webhooks'
import { EmptyState } from '../../parts/EmptyState'
import layout from '../../parts/layout.module.css'
import { Notice } from '../../parts/Notice'
import { PageHeader } from '../../parts/PageHeader'
import { Panel } from '../../parts/Panel'
import { ScrollRegion } from '../../parts/ScrollRegion'
import { StatusBadge } from '../../parts/StatusBadge'
import { Time } from '../../parts/values'
import { linkTo, usePlace } from '../../router'
import { PageLoading } from '../../shell/PageLoading'
import { failureOf } from '../../stores/failure'
import { useDesk } from '../../stores/use-desk'
import { said } from '../../words/said'
import { t } from '../../words/words'
import { aboutWhom } from './delivery-text'
import { filtersIn } from './filters'
import { SendAgain, SentAgain } from './SendAgain'
import { About, SentAndAnswered } from './Tries'
import { useSendAgain } from './use-send-again'
import css from './webhooks.module.css'

/** The page of one delivery. */
export function DeliveryPage({ id }: { id: number }) {
  const { ask } = useDesk()
  const answer = useQuery(ask.webhooks.getDelivery.queryOptions({ input: { id } }))
  const error = failureOf(answer)
  if (answer.data) return <Shown delivery={answer.data} />
  if (!error) return <PageLoading path={`/webhooks/${id}`} />
  return (
    <>
      <PageHeader trail={[[t('Webhooks'), '/webhooks']]} title={t('Webhook')} />
      <EmptyState icon={IconWebhook} title={t('The webhook cannot be shown')}>
        {error.message}
      </EmptyState>
    </>
  )
}

function Shown({ delivery }: { delivery: Delivery }) {
  const { query } = usePlace()
  const sending = useSendAgain(delivery)
  const list = linkTo('/webhooks', { ...filtersIn(query), open: undefined }).slice(1)
  return (
    <div className={layout.column}>
      <PageHeader
        trail={[[t('Webhooks'), list]]}
        title={aboutWhom(delivery)}
        badge={<StatusBadge kind="delivery" name={delivery.status} look="pill" />}
        meta={<Time at={delivery.created_at} seconds />}
        actions={<SendAgain delivery={delivery} sending={sending} />}
      />
      <ScrollRegion label={t('Webhook')}>
        <div className={layout.body}>
          <SentAgain sending={sending} className={css.result} />
          {delivery.status === 'dead' && delivery.last_error && (
            <Notice tone="bad" title={t('It was given up')}>
              {said(delivery.last_error)}
            </Notice>
          )}
          <div className={css.page}>
            <Panel title={t('About')}>
              <About delivery={delivery} />
            </Panel>
            <div className={css.tries}>
              <SentAndAnswered delivery={delivery} />
            </div>
          </div>
        </div>
      </ScrollRegion>
    </div>
  )
}
