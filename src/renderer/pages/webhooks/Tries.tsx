import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Delivery } from '../../../contract/webhooks'
import { CodeBlock } from '../../parts/CodeBlock'
import { CopyButton } from '../../parts/CopyButton'
import { PaneSection } from '../../parts/DetailPane'
import { KeyValue } from '../../parts/KeyValue'
import { Clip, Phone, Time } from '../../parts/values'
import { said } from '../../words/said'
import { rich, t } from '../../words/words'
import { type Attempt, attemptInWords, events, headersAsText, isAccepted, withoutScheme } from './delivery-text'
import css from './webhooks.module.css'

/** What a delivery is about, where it goes and when it is tried next. */
export function About({ delivery: d }: { delivery: Delivery }) {
  const rows: [string, ReactNode][] = [[t('Event'), events[d.event]]]
  const who = d.name ?? (d.phone_number !== null ? <Phone value={d.phone_number} /> : null)
  if (d.call_id !== null)
    rows.push([
      t('Call'),
      <a key="call" className="link" href={`#/calls/${d.call_id}`}>
        {who ?? t('Open the call')}
      </a>,
    ])
  if (d.conversation_id !== null)
    rows.push([
      t('Chat'),
      <a key="chat" className="link" href={`#/conversations/${d.conversation_id}`}>
        {who ?? t('Open the chat')}
      </a>,
    ])
  if (d.phone_number !== null)
    rows.push([
      t('Person'),
      <a key="person" className="link" href={`#/people/${encodeURIComponent(d.phone_number)}`}>
        <Phone value={d.phone_number} />
      </a>,
    ])
  if (d.assistant_id !== null && d.assistant_name !== null)
    rows.push([
      t('Assistant'),
      <a key="assistant" className="link" href={`#/assistants/${d.assistant_id}`}>
        {d.assistant_name}
      </a>,
    ])
  rows.push(
    [t('Sent to'), <Copied key="url" text={d.url} word={t('Copy the address')} />],
    [t('Its id'), <Copied key="id" text={d.webhook_id} word={t('Copy the id')} />],
    [t('Made'), <Time key="made" at={d.created_at} seconds />],
  )
  if (d.delivered_at !== null) rows.push([t('Delivered'), <Time key="done" at={d.delivered_at} seconds />])
  if (d.next_try_at !== null) rows.push([t('Next try'), <Time key="next" at={d.next_try_at} seconds />])
  return <KeyValue rows={rows} width={96} />
}

const Copied = ({ text, word }: { text: string; word: string }) => (
  <span className={css.copied}>
    <span className="mono">{withoutScheme(text)}</span>
    <CopyButton text={text} word={word} />
  </span>
)

/** The body, which is the same at each try, and the tries with what was sent and answered, the newest first. */
export function SentAndAnswered({ delivery }: { delivery: Delivery }) {
  const { attempts } = delivery
  return (
    <>
      <PaneSection title={t('What is sent')}>
        <CodeBlock text={delivery.request_body} label={t('Body of the request')} />
      </PaneSection>
      <PaneSection title={attempts.length > 1 ? t('Tries') : t('Try')}>
        {attempts.length === 0 && <p className="dim">{t('Not sent yet')}</p>}
        {attempts
          .map((attempt, i) => (
            <Try key={attempt.at} attempt={attempt} n={i + 1} isLast={i === attempts.length - 1} url={delivery.url} />
          ))
          .toReversed()}
      </PaneSection>
    </>
  )
}

function Try({ attempt, n, isLast, url }: { attempt: Attempt; n: number; isLast: boolean; url: string }) {
  const { request_headers: sent, response_headers: answered, response_body: body } = attempt
  const signature = sent?.['webhook-signature']
  return (
    <details className={css.try} open={isLast} aria-label={t('Try {n}', { n })}>
      <summary>
        <IconChevronRight size={14} aria-hidden />
        <Time at={attempt.at} seconds />
        <Clip className={isAccepted(attempt) ? '' : 'danger'}>{attemptInWords(attempt)}</Clip>
      </summary>
      <div className={css.inside}>
        {attempt.url !== null && attempt.url !== url && (
          <p className="soft">
            {rich('Sent to <url></url>', { url: () => <span className="mono">{attempt.url}</span> })}
          </p>
        )}
        {sent ? (
          <>
            <h4>{t('Headers of the request')}</h4>
            <CodeBlock text={headersAsText(sent)} label={t('Headers of the request')} />
            {signature && (
              <>
                <h4>{t('Signature')}</h4>
                <CodeBlock text={signature} label={t('Signature')} />
              </>
            )}
          </>
        ) : (
          <p className="dim">{t('The headers of this try were not kept.')}</p>
        )}
        {attempt.error !== null && <p className="danger">{said(attempt.error)}</p>}
        {answered && (
          <>
            <h4>{t('Headers of the answer')}</h4>
            <CodeBlock text={headersAsText(answered)} label={t('Headers of the answer')} />
          </>
        )}
        {attempt.note && <p className="soft">{said(attempt.note)}</p>}
        {body ? (
          <>
            <h4>{t('Body of the answer')}</h4>
            <CodeBlock text={body} label={t('Body of the answer')} />
          </>
        ) : (
          attempt.status_code !== null && <p className="dim">{t('Answered without a body.')}</p>
        )}
      </div>
    </details>
  )
}
