import { t } from '../words/words'
import css from './forms.module.css'

/** The label of a field that was changed, with the saved value beside it. */
export const changedLabel = (label: string, was: string) => (
  <span className={css.changed}>
    {label} <em>{t('was {value}', { value: was })}</em>
  </span>
)
