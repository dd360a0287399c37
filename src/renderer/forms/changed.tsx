import css from './forms.module.css'

/** The label of a field that differs from what is saved: what it was stands beside it. */
export const changedLabel = (label: string, was: string) => (
  <span className={css.changed}>
    {label} <em>was {was}</em>
  </span>
)
