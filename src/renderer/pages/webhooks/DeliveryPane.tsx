import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Delivery } from '../../../contract/webhooks'
import { DetailPane, PaneSection, PaneState } from '../../parts/DetailPane'
import { NotShown } from '../../parts/NotShown'
import { PaneSteps } from '../../parts/PaneSteps'
import { StatusBadge } from '../../parts/StatusBadge'
import { failureOf } from '../../stores/failure'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import { aboutWhom } from './delivery-text'
import { SendAgain, SentAgain } from './SendAgain'
import { About, SentAndAnswered } from './Tries'
import { useSendAgain } from './use-send-again'
import css from './webhooks.module.css'

interface Props {
  id: number
  /** The address of the page of this delivery. */
  link: string
  newer?: () => void
  older?: () => void
  onClose: () => void
}

/** One delivery in a pane beside the list. */
export function DeliveryPane({ id, link, newer, older, onClose }: Props) {
  const { ask } = useDesk()
  const pane = useRef<HTMLElement>(null)
  const answer = useQuery(ask.webhooks.getDelivery.queryOptions({ input: { id } }))
  const { data: delivery } = answer
  const error = failureOf(answer)
  useEffect(() => pane.current?.focus(), [])
  return (
    <DetailPane
      ref={pane}
      label={t('Webhook')}
      title={delivery ? aboutWhom(delivery) : t('Webhook')}
      width={372}
      head={53}
      onClose={onClose}
      actions={
        <PaneSteps
          up={{ word: t('Newer webhook'), go: newer }}
          down={{ word: t('Older webhook'), go: older }}
          page={link}
        />
      }
    >
      <NotShown title={t('The webhook cannot be shown')} error={error} />
      {delivery && <Shown key={delivery.id} delivery={delivery} />}
    </DetailPane>
  )
}

function Shown({ delivery }: { delivery: Delivery }) {
  const sending = useSendAgain(delivery)
  return (
    <>
      <PaneState>
        <StatusBadge kind="delivery" name={delivery.status} look="pill" />
        <SentAgain sending={sending} className={css.result} />
        <SendAgain delivery={delivery} sending={sending} />
      </PaneState>
      <PaneSection title={t('About')}>
        <About delivery={delivery} />
      </PaneSection>
      <SentAndAnswered delivery={delivery} />
    </>
  )
}
