import { ActionIcon, Modal } from '@mantine/core'
import { IconFileText, IconSend } from '@tabler/icons-react'
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
import { useChange } from '../../stores/use-change'
import { useDesk } from '../../stores/use-desk'
import css from './calls.module.css'

/** The webhook deliveries of a call: state, URL and every attempt, and a dialog with what was sent and answered. */
export function Deliveries({ call }: { call: Call }) {
  const { client, ask } = useDesk()
  const ids = call.deliveries.map(delivery => delivery.id)
  const answers = useQueries({ queries: ids.map(id => ask.webhooks.getDelivery.queryOptions({ input: { id } })) })
  const error = failureOf(...answers)
  const [openId, setOpenId] = useState<number | null>(null)
  const sendAgain = useChange((id: number) => client.webhooks.redeliver({ id }), { about: call.deliveries })
  const shown = answers.flatMap(({ data }) => data ?? [])
  const opened = shown.find(delivery => delivery.id === openId)
  return (
    <PaneSection title={ids.length > 1 ? 'Webhooks' : 'Webhook'}>
      {(error || sendAgain.failed) && <Notice tone="bad" title={sendAgain.failed ?? error!.message} />}
      <ul className={css.hooks}>
        {shown.map(delivery => (
          <li key={delivery.id}>
            <div className={css.hook}>
              <StatusBadge kind="delivery" name={delivery.status} />
              <Clip className="mono soft">{delivery.url.replace(/^https?:\/\//, '')}</Clip>
              <span className="row">
                <ActionIcon
                  size={22}
                  aria-label="What was sent and answered"
                  onClick={() => setOpenId(delivery.id)}
                  {...tip('What was sent and answered')}
                >
                  <IconFileText size={14} />
                </ActionIcon>
                <ActionIcon
                  size={22}
                  aria-label="Send again"
                  disabled={delivery.status === 'delivering'}
                  loading={sendAgain.isBusy}
                  onClick={() => sendAgain.run(delivery.id)}
                  {...tip('Send again now, to the URL that the assistant has now')}
                >
                  <IconSend size={14} />
                </ActionIcon>
              </span>
            </div>
            {delivery.attempts.toReversed().map(attempt => (
              <div key={attempt.at} className={css.try}>
                <Time at={attempt.at} seconds />
                <Clip className={isSuccess(attempt) ? '' : 'soft'}>{attemptInWords(attempt)}</Clip>
              </div>
            ))}
            {delivery.next_try_at && delivery.attempts.length > 0 && (
              <div className={css.try}>
                <Time at={delivery.next_try_at} seconds />
                <span className="soft">next try</span>
              </div>
            )}
          </li>
        ))}
      </ul>
      <Modal
        opened={opened !== undefined}
        onClose={() => setOpenId(null)}
        title="What was sent and answered"
        size="lg"
        closeButtonProps={{ 'aria-label': 'Close' }}
        styles={{ title: { fontWeight: 600 } }}
      >
        {opened && <SentAndAnswered delivery={opened} />}
      </Modal>
    </PaneSection>
  )
}

function SentAndAnswered({ delivery }: { delivery: Delivery }) {
  const last = delivery.attempts.at(-1)
  return (
    <div className="stack">
      <section aria-label="Sent">
        <h3 className={css.bodyHead}>
          Sent to <span className="mono">{delivery.url}</span>
        </h3>
        <Body of={delivery.request_body} />
      </section>
      <section aria-label="Answered">
        <h3 className={css.bodyHead}>{last ? `Answered: ${attemptInWords(last)}` : 'Not sent yet'}</h3>
        {last?.note && <p className="soft">{last.note}</p>}
        {last?.response_body ? <Body of={last.response_body} /> : last && <p className="dim">Without a body.</p>}
      </section>
    </div>
  )
}

const Body = ({ of: text }: { of: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a region that scrolls
  <pre className={css.body} tabIndex={0}>
    {indented(text)}
  </pre>
)

/** JSON with indentation. Other text is not changed. */
function indented(text: string) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

type Attempt = Delivery['attempts'][number]
const isSuccess = ({ status_code: code }: Attempt) => code !== null && code >= 200 && code < 300

function attemptInWords({ status_code: code, error, duration_ms: ms }: Attempt): string {
  const took = ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`
  return code === null ? (error ?? `no answer in ${took}`) : `${code} in ${took}`
}
