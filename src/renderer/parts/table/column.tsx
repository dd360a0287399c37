import type { ReactNode } from 'react'
import { t } from '../../words/words'
import { Phone } from '../values'

/**
 * A column. A row is rendered again when the list of columns is another one, so make it a constant outside the component,
 * or keep it with useMemo.
 */
export interface Column<R> {
  key: string
  title: string
  cell: (row: R) => ReactNode
  /** Without one the column takes what the others leave. */
  width?: number | string
  align?: 'right'
  /** A click on the head sorts by this column. */
  sort?: boolean
  /**
   * Hidden when the table is narrow: from 960 pixels down (`narrow`), from 720 (`tight`), or from 480 (`slim`). Not for
   * the last one of a table with actions, which stand in it.
   */
  hide?: 'narrow' | 'tight' | 'slim'
}

/** The column with a row's phone number. */
export const numberColumn = <R,>(of: (row: R) => string): Column<R> => ({
  key: 'number',
  title: t('Number'),
  width: 150,
  hide: 'narrow',
  cell: row => (
    <span className="soft">
      <Phone value={of(row)} />
    </span>
  ),
})
