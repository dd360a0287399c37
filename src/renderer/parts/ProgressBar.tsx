import css from './ProgressBar.module.css'

interface Props {
  /** The name for screen readers. */
  label: string
  done: number
  /** Null until it is known. */
  total: number | null
}

/** How far something long is. */
export const ProgressBar = ({ label, done, total }: Props) => (
  <div
    className={css.bar}
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={total ?? undefined}
    aria-valuenow={total === null ? undefined : Math.min(done, total)}
  >
    <span style={{ width: `${total ? Math.min(100, (100 * done) / total) : 0}%` }} />
  </div>
)
