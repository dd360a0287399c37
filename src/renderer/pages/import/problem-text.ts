import { said } from '../../words/said'
import { t } from '../../words/words'
import type { Problem, ProblemKind } from './problems'

/** What is wrong with a row, as a sentence. */
export function whyInWords({ kind, why, note }: Problem): string {
  switch (why) {
    case 'no-number':
      return t('Not a phone number.')
    case 'no-country':
      return t('A number without its country. Choose the country of such numbers in the step before.')
    case 'short':
      return t('This number may be too short. It goes in as it is.')
    case 'shortened':
      return t('A spreadsheet has shortened this number. Format the column as text there and save it again.')
    case 'no-number-at-all':
      return t('There is no number in this row.')
    case 'same-as-row':
      return t('The same number as in row {row} of this file.', { row: note })
    case 'contact-left-out':
      return t('Not a phone number. The row goes in without it.')
    case 'contact-instead':
      return t('Empty. The second number is used as the first.')
    default:
      if (kind === 'known') return t('The campaign has this number already.')
      if (kind === 'barred') return t('This number is on the do-not-call list.')
      return said(note ?? '')
  }
}

export const kindWords: Record<ProblemKind, string> = {
  number: t('Not a number'),
  empty: t('No number'),
  twice: t('Twice in the file'),
  known: t('In the campaign already'),
  barred: t('On the do-not-call list'),
  refused: t('Refused'),
  remark: t('Remark'),
}
