import { ActionIcon, Modal } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { Call } from '../../../contract/calls'
import type { Delivery } from '../../../contract/webhooks'
import { PaneSection } from '../../parts/DetailPane'
import { Notice } from '../../parts/Notice'
import { StatusBadge } from '../../parts/StatusBadge'
import { tip } from '../../parts/tips/tip'
import { Clip, Time } from '../../parts/values'
import { failureOf } from '../../stores/failure'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import { attemptInWords, isAccepted, withoutScheme } from '../webhooks/delivery-text'
import { SendAgain, SentAgain } from '../webhooks/SendAgain'
import { About, SentAndAnswered } from '../webhooks/Tries'
import { useSendAgain } from '../webhooks/use-send-again'
import css from './calls.module.css'

/** The webhook deliveries of a call: state, URL and every attempt, and a dialog with what was sent and answered. */
export function Deliveries({ call }: { call: Call }) {
  const { ask } = useDesk()
  const ids = call.deliveries.map(delivery => delivery.id)
  const answers = useQueries({ queries: ids.map(id => ask.webhooks.getDelivery.queryOptions({ input: { id } })) })
  const error = failureOf(...answers)
  const [openId, setOpenId] = useState<number | null>(null)
  const shown = answers.flatMap(({ data }) => data ?? [])
  const opened = shown.find(delivery => delivery.id === openId)
  return (
    <PaneSection title={ids.length > 1 ? t('Webhooks') : t('Webhook')}>
      {error && <Notice tone="bad" title={error.message} />}
      <ul className={css.hooks}>
        {shown.map(delivery => (
          <Hook key={delivery.id} delivery={delivery} onOpen={() => setOpenId(delivery.id)} />
        ))}
      </ul>
      <Modal
        opened={opened !== undefined}
        onClose={() => setOpenId(null)}
        title={t('What was sent and answered')}
        size="lg"
        closeButtonProps={{ 'aria-label': t('Close') }}
        styles={{ title: { fontWeight: 600 } }}
      >
        {opened && (
          <>
            <About delivery={opened} />
            <p className={css.whole}>
              <a className="link" href={`#/webhooks/${opened.id}`}>
                {t('Open the whole page')}
              </a>
            </p>
            <div className={css.sent}>
              <SentAndAnswered delivery={opened} />
            </div>
          </>
        )}
      </Modal>
    </PaneSection>
  )
}

function Hook({ delivery, onOpen }: { delivery: Delivery; onOpen: () => void }) {
  const sending = useSendAgain(delivery)
  return (
    <li>
      <div className={css.hook}>
        <StatusBadge kind="delivery" name={delivery.status} />
        <Clip className="mono soft">{withoutScheme(delivery.url)}</Clip>
        <span className="row">
          <ActionIcon
            size={22}
            aria-label={t('What was sent and answered')}
            onClick={onOpen}
            {...tip(t('What was sent and answered'))}
          >
            <IconFileText size={14} />
          </ActionIcon>
          <SendAgain icon delivery={delivery} sending={sending} />
        </span>
      </div>
      <SentAgain sending={sending} className={css.again} />
      {delivery.attempts.toReversed().map(attempt => (
        <div key={attempt.at} className={css.try}>
          <Time at={attempt.at} seconds />
          <Clip className={isAccepted(attempt) ? '' : 'soft'}>{attemptInWords(attempt)}</Clip>
        </div>
      ))}
      {delivery.next_try_at && delivery.attempts.length > 0 && (
        <div className={css.try}>
          <Time at={delivery.next_try_at} seconds />
          <span className="soft">{t('next try')}</span>
        </div>
      )}
    </li>
  )
}
