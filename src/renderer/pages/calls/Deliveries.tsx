import { ActionIcon, Modal } from '@mantine/core'
import { IconFileText, IconSend } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { Call } from '../../../contract/calls'
import type { Delivery } from '../../../contract/webhooks'
import { CodeBlock } from '../../parts/CodeBlock'
import { PaneSection } from '../../parts/DetailPane'
import { Notice } from '../../parts/Notice'
import { StatusBadge } from '../../parts/StatusBadge'
import { tip } from '../../parts/tips/tip'
import { Clip, Time } from '../../parts/values'
import { failureOf } from '../../stores/failure'
import { useChange } from '../../stores/use-change'
import { useDesk } from '../../stores/use-desk'
import { locale } from '../../words/language'
import { rich, t } from '../../words/words'
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
        {opened && <SentAndAnswered delivery={opened} />}
      </Modal>
    </PaneSection>
  )
}

function Hook({ delivery, onOpen }: { delivery: Delivery; onOpen: () => void }) {
  const { client } = useDesk()
  /** The attempts that there were when it was sent again. */
  const [before, setBefore] = useState<number | null>(null)
  const sendAgain = useChange(() => client.webhooks.redeliver({ id: delivery.id }), {
    about: delivery.status,
    onDone: () => setBefore(delivery.attempts.length),
  })
  const isOnItsWay = delivery.status === 'pending' || delivery.status === 'delivering'
  const again = before === null ? undefined : delivery.attempts[before]
  return (
    <li>
      <div className={css.hook}>
        <StatusBadge kind="delivery" name={delivery.status} />
        <Clip className="mono soft">{delivery.url.replace(/^https?:\/\//, '')}</Clip>
        <span className="row">
          <ActionIcon
            size={22}
            aria-label={t('What was sent and answered')}
            onClick={onOpen}
            {...tip(t('What was sent and answered'))}
          >
            <IconFileText size={14} />
          </ActionIcon>
          <ActionIcon
            size={22}
            aria-label={t('Send again')}
            disabled={delivery.status === 'delivering'}
            loading={sendAgain.isBusy}
            onClick={() => sendAgain.run(undefined)}
            {...tip(t('Send again now, to the URL that the assistant has now'))}
          >
            <IconSend size={14} />
          </ActionIcon>
        </span>
      </div>
      <p role="status" className={css.again}>
        {sendAgain.isBusy || (before !== null && !again && isOnItsWay)
          ? t('It is being sent again …')
          : again && (isSuccess(again) ? t('Sent again, and accepted') : t('Sent again, and refused'))}
      </p>
      {sendAgain.failed && <Notice tone="bad" title={sendAgain.failed} />}
      {delivery.attempts.toReversed().map(attempt => (
        <div key={attempt.at} className={css.try}>
          <Time at={attempt.at} seconds />
          <Clip className={isSuccess(attempt) ? '' : 'soft'}>{attemptInWords(attempt)}</Clip>
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

function SentAndAnswered({ delivery }: { delivery: Delivery }) {
  const last = delivery.attempts.at(-1)
  return (
    <div className="stack">
      <section aria-label={t('Sent')}>
        <h3 className={css.bodyHead}>
          {rich('Sent to <url></url>', { url: () => <span className="mono">{delivery.url}</span> })}
        </h3>
        <CodeBlock label={t('What was sent')} text={delivery.request_body} />
      </section>
      <section aria-label={t('Answered')}>
        <h3 className={css.bodyHead}>
          {last ? t('Answered: {answer}', { answer: attemptInWords(last) }) : t('Not sent yet')}
        </h3>
        {last?.note && <p className="soft">{last.note}</p>}
        {last?.response_body ? (
          <CodeBlock label={t('What was answered')} text={last.response_body} />
        ) : (
          last && <p className="dim">{t('Without a body.')}</p>
        )}
      </section>
    </div>
  )
}

type Attempt = Delivery['attempts'][number]
const isSuccess = ({ status_code: code }: Attempt) => code !== null && code >= 200 && code < 300

function attemptInWords({ status_code: code, error, duration_ms: ms }: Attempt): string {
  const took = ms < 1000 ? `${ms} ms` : `${(ms / 1000).toLocaleString(locale, { maximumFractionDigits: 1 })} s`
  return code === null
    ? (error ?? t('no answer in {took}', { took }))
    : t('{code} in {took}', { code: String(code), took })
}
