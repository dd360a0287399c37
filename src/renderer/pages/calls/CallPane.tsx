import { ActionIcon, Button } from '@mantine/core'
import { IconPhoneOff, IconTool, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type Call, isOnLine, type TranscriptItem } from '../../../contract/calls'
import { Notice } from '../../parts/Notice'
import { StatusBadge } from '../../parts/StatusBadge'
import { Duration, Money, nameOf, Phone, Time } from '../../parts/values'
import { useDesk } from '../../stores/use-desk'
import { useLive } from '../../stores/use-live'
import css from './calls.module.css'
import { stateOf } from './words'

/** One call beside the log: who, how it went, what was said as it is said, what it cost, whom it told. Esc closes it. */
export function CallPane({ id, onClose }: { id: number; onClose: () => void }) {
  const { client } = useDesk()
  const pane = useRef<HTMLElement>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const { data: call, error } = useLive(
    `call ${id}`,
    () => client.calls.get({ id }),
    event =>
      event.type === 'delivery.changed' ||
      ((event.type === 'call.changed' || event.type === 'call.said') && event.id === id),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: another call takes the focus again
  useEffect(() => pane.current?.focus(), [id])
  const isLive = call !== null && isOnLine(call.status)
  const hangUp = () =>
    client.calls.hangUp({ id }).then(
      () => setFailed(null),
      (e: Error) => setFailed(e.message),
    )

  return (
    <aside
      ref={pane}
      className={css.pane}
      aria-label="Call"
      tabIndex={-1}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && onClose()}
    >
      <div className={css.paneHead}>
        <h2 className="clip">
          {call ? (nameOf(call.variables) ?? <Phone value={call.client_phone_number} />) : 'Call'}
        </h2>
        <ActionIcon aria-label="Close" onClick={onClose}>
          <IconX size={15} />
        </ActionIcon>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard */}
      <section className={css.paneBody} aria-label="Call, content" tabIndex={0}>
        {(error || failed) && <Notice tone="bad" title={failed ?? error!.message} />}
        {call?.id === id && (
          <>
            <div className={css.state}>
              <StatusBadge kind="call" name={stateOf(call)} look="pill" />
              {isLive && (
                <Button size="xs" leftSection={<IconPhoneOff size={13} aria-hidden />} onClick={hangUp}>
                  Hang up
                </Button>
              )}
            </div>
            <Facts call={call} />
            {call.warnings.length > 0 && (
              <Notice tone="warn" title={call.warnings[0]}>
                {call.warnings.slice(1).join(' ')}
              </Notice>
            )}
            <Section title="Said">
              {call.transcript.length === 0 ? (
                <p className="dim">{isLive ? 'Nothing yet.' : 'Nothing was said.'}</p>
              ) : (
                <Transcript items={call.transcript} />
              )}
            </Section>
            {call.evaluation.length > 0 && (
              <Section title="Evaluation">
                <dl className={css.facts}>
                  {call.evaluation.map(item => (
                    <Fact
                      key={item.name}
                      name={item.name === 'status' ? 'Goal' : item.name === 'summary' ? 'Summary' : item.name}
                    >
                      {item.value === true ? 'Yes' : item.value === false ? 'No' : String(item.value ?? '') || '–'}
                    </Fact>
                  ))}
                </dl>
              </Section>
            )}
          </>
        )}
      </section>
    </aside>
  )
}

function Facts({ call }: { call: Call }) {
  return (
    <dl className={css.facts}>
      <Fact name="Number">
        <Phone value={call.client_phone_number} />
      </Fact>
      <Fact name="Started">
        <Time at={call.created_at} />
      </Fact>
      {call.duration > 0 && (
        <Fact name="Talked">
          <Duration seconds={call.duration} />
        </Fact>
      )}
      {call.cost_items.map(item => (
        <Fact key={item.what} name="Cost">
          <Money value={item.amount} /> <span className="dim">{item.what}</span>
        </Fact>
      ))}
      <Fact name="Assistant">{call.assistant_name ?? '–'}</Fact>
      {call.campaign_name && <Fact name="Campaign">{call.campaign_name}</Fact>}
      {call.spoken_by && (
        <Fact name="Spoken by">{call.spoken_by === 'scripted' ? 'The built-in script' : call.spoken_by}</Fact>
      )}
      {call.deliveries.map(delivery => (
        <Fact key={delivery.id} name="Webhook">
          <StatusBadge kind="delivery" name={delivery.status as 'pending'} />
        </Fact>
      ))}
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={css.section}>
    <h3>{title}</h3>
    {children}
  </section>
)

function Transcript({ items }: { items: TranscriptItem[] }) {
  const start = items[0]!.timestamp
  return (
    <ol className={css.transcript} aria-label="Transcript">
      {items.map(item => (
        <li key={`${item.timestamp} ${item.text}`} data-who={item.type === 'function_call' ? 'tool' : item.sender}>
          <span className="dim">
            <Duration seconds={Math.max(0, item.timestamp - start)} />
          </span>
          {item.type === 'function_call' ? (
            <p className="soft">
              <IconTool size={13} aria-hidden /> <span className="mono">{item.text}</span>
            </p>
          ) : (
            <p>
              <b>{item.sender === 'bot' ? 'Assistant' : 'They'}</b> {item.text}
              {item.interrupted && <span className="dim"> (interrupted)</span>}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}
