import type { BlacklistEntry } from '../../../contract/blacklist'
import { said } from '../../words/said'
import { t } from '../../words/words'

/** How numbers come onto the do-not-call list. */
export const sources: Record<BlacklistEntry['source'], string> = {
  operator: t('By hand'),
  call: t('Asked in a call'),
  sms: t('Wrote STOP'),
  import: t('Import'),
}

/** How a number came onto the list, and with which API key, if that was it. */
export const sourceInWords = ({ source, api_key: key }: Pick<BlacklistEntry, 'source' | 'api_key'>) => {
  if (key === null) return sources[source]
  return source === 'import' ? t('Import over the API, {key}', { key }) : t('Over the API, {key}', { key })
}

/** Why it is on the list: what a person has given, or what the service has noted when somebody asked for it. */
export const reasonInWords = ({ source, reason }: Pick<BlacklistEntry, 'source' | 'reason'>) =>
  source === 'call' || source === 'sms' ? said(reason) : reason
