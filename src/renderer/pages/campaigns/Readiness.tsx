import { IconAlertTriangleFilled, IconCircleCheckFilled, IconCircleXFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Check } from '../../../contract/readiness'
import { tell } from '../../parts/tell'
import { linkTo } from '../../router'
import { useChange } from '../../stores/use-change'
import { useDesk } from '../../stores/use-desk'
import { type Hours, hoursAWeekInWords, minutesAWeek } from '../../week'
import { said } from '../../words/said'
import { t } from '../../words/words'
import { leadsInWords } from './campaign-text'
import css from './campaigns.module.css'

interface Props {
  checks: readonly Check[]
  hours: Hours
  /** The assistant's webhook after calls, which can be tried here. */
  webhook: string | null
  /** Null for a campaign that was not created yet. */
  id: number | null
}

const signs = {
  ok: <IconCircleCheckFilled size={14} aria-label={t('ready')} />,
  warning: <IconAlertTriangleFilled size={14} aria-label={t('look at it')} />,
  missing: <IconCircleXFilled size={14} aria-label={t('not ready')} />,
}

/** The conditions for a start, which of them are met, and where those that are not can be put right. */
export function Readiness({ checks, hours, webhook, id }: Props) {
  return (
    <ul className={css.ready}>
      {checks
        .map(one => asTyped(one, hours))
        .map(check => (
          <li key={check.code} data-state={check.state}>
            {signs[check.state]}
            <span>
              {wordsOf(check, hours)} {check.state === 'ok' ? null : <Remedy check={check} id={id} />}
              {check.code === 'webhook' && webhook && check.count === null && <TryWebhook url={webhook} />}
            </span>
          </li>
        ))}
    </ul>
  )
}

/** The hours are known before the service has heard of them. */
const asTyped = (check: Check, hours: Hours): Check =>
  check.code === 'hours' && minutesAWeek(hours) === 0 ? { ...check, state: 'missing' } : check

/** In the person's language, where it is known what to say; else as the service says it. */
function wordsOf({ code, state, text, about, count }: Check, hours: Hours): string {
  const isOk = state === 'ok'
  switch (code) {
    case 'leads':
      return isOk ? leadsInWords(count ?? 0) : about ? t('No lead is left to be called') : t('No leads yet')
    case 'assistant':
      return isOk ? t('{assistant} makes the calls', { assistant: about }) : t('No assistant')
    case 'hours':
      return isOk ? t('Hours open {hours}', { hours: hoursAWeekInWords(minutesAWeek(hours)) }) : t('Hours never open')
    case 'number':
      if (!isOk) return about ? said(text) : t('No number to call from')
      return count === null
        ? t('No number is shown; simulated calls need none')
        : t('Calls from {n, plural, one {# number} other {# numbers}}', { n: count })
    case 'model':
      if (!isOk) return said(text)
      return about ? t('{model} speaks', { model: about }) : t('The built-in script speaks')
    case 'speech':
      return isOk ? t('{provider} understands what people say', { provider: about }) : said(text)
    case 'webhook':
      if (!isOk) return said(text)
      return count === null
        ? t('Webhook at {host} was not tried yet', { host: about })
        : t('Webhook at {host} answers', { host: about })
    case 'balance':
      return isOk ? t('Balance covers a call') : t('Balance does not cover a minute of calling')
    case 'dialing':
      return about === 'halted' ? t('Dialing is halted') : t('Dialing is paused')
  }
}

/** Where a condition can be put right. */
function Remedy({ check: { code }, id }: { check: Check; id: number | null }): ReactNode {
  const link = (href: string, word: string) => (
    <a className="link" href={href}>
      {word}
    </a>
  )
  switch (code) {
    case 'leads':
      return id === null ? (
        <span className="dim">{t('They are added on its page.')}</span>
      ) : (
        link(linkTo(`/campaigns/${id}`, { add: 'lead' }), t('Add leads'))
      )
    case 'assistant':
    case 'hours':
      return id !== null && link(linkTo(`/campaigns/${id}/edit`), t('Edit'))
    case 'number':
      return link(linkTo('/numbers'), t('Numbers'))
    case 'model':
    case 'speech':
      return link(linkTo('/settings/providers'), t('Settings'))
    case 'balance':
      return link(linkTo('/money'), t('Top up'))
    case 'dialing':
      return <span className="dim">{t('Resume it, at the top of the page.')}</span>
    case 'webhook':
      return null
  }
}

/** Sends a test to a webhook. Its answer changes the condition. */
function TryWebhook({ url }: { url: string }) {
  const { client } = useDesk()
  const test = useChange((_: undefined) => client.webhooks.test({ url }), {
    about: url,
    onDone: ({ message }) => tell(said(message)),
  })
  return (
    <>
      {' '}
      <button type="button" className="link" disabled={test.isBusy} onClick={() => test.run(undefined)}>
        {t('Try it')}
      </button>
      {test.failed && <span className="danger"> {test.failed}</span>}
    </>
  )
}
