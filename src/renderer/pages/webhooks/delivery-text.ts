import type { Delivery, DeliveryEvent, DeliverySummary } from '../../../contract/webhooks'
import { formatPhone } from '../../parts/format'
import { locale } from '../../words/language'
import { said } from '../../words/said'
import { t } from '../../words/words'

export type Attempt = Delivery['attempts'][number]

export const events: Record<DeliveryEvent, string> = {
  'call.ended': t('Call ended'),
  'conversation.ended': t('Chat ended'),
  test: t('Test'),
}

/** Whom it is about, else what it is. */
export const aboutWhom = ({ name, phone_number, event }: DeliverySummary) =>
  name ?? (phone_number !== null ? formatPhone(phone_number) : events[event])

/** An address without `http://`. */
export const withoutScheme = (url: string) => url.replace(/^https?:\/\//, '')

export const isAccepted = ({ status_code: code }: Attempt) => code !== null && code >= 200 && code < 300

export function attemptInWords({ status_code: code, error, duration_ms: ms }: Attempt): string {
  const took = ms < 1000 ? `${ms} ms` : `${(ms / 1000).toLocaleString(locale, { maximumFractionDigits: 1 })} s`
  return code === null
    ? error === null
      ? t('no answer in {took}', { took })
      : said(error)
    : t('{code} in {took}', { code: String(code), took })
}

/** Headers as they stand in a request, a line for each. */
export const headersAsText = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
