import { dateFormat } from '../parts/format'
import { t } from '../words/words'
import type { Cell } from './csv'

const dayAndTime = dateFormat({ dateStyle: 'short', timeStyle: 'medium' }, 'sv-SE')

/** A moment in a time zone, as spreadsheets read it everywhere: `2026-02-24 14:05:09`. The title of its column names the zone. */
export const momentCell = (at: string | null, zone: string): Cell => at && dayAndTime(Date.parse(at), zone)

/** An amount in US dollars, exactly: with the cents, and with parts of a cent only where there are some. */
export const moneyCell = (dollars: number | null | undefined): Cell => (dollars == null ? undefined : { dollars })

export const yesNo = (is: boolean | null | undefined): Cell => (is == null ? undefined : is ? t('yes') : t('no'))

/** A value of JSON, such as a variable. A text stays a text and a number a number. */
export function valueCell(value: unknown): Cell {
  if (value == null || typeof value === 'string' || typeof value === 'number') return value
  return typeof value === 'boolean' ? yesNo(value) : JSON.stringify(value)
}
