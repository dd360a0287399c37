import type { ReactNode } from 'react'
import css from './StatTile.module.css'

interface Props {
  label: string
  value: ReactNode
  unit?: ReactNode
  note?: ReactNode
  trend?: 'better' | 'worse'
  /** Shows a placeholder of the same size. */
  loading?: boolean
}

/** One large number with its label. It must be in a StatStrip. */
export function StatTile({ label, value, unit, note, trend, loading }: Props) {
  return (
    <div className={css.tile} aria-busy={loading || undefined}>
      <dt>{label}</dt>
      <dd>
        {loading ? (
          <span className={css.skeleton} />
        ) : (
          <>
            <strong>{value}</strong>
            {unit && <span className={css.unit}>{unit}</span>}
          </>
        )}
        <span className={css.note} data-trend={trend}>
          {loading ? '' : note}
        </span>
      </dd>
    </div>
  )
}

export const StatStrip = ({ label, children }: { label: string; children: ReactNode }) => (
  <dl className={css.strip} aria-label={label}>
    {children}
  </dl>
)
