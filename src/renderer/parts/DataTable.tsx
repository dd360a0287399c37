import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import css from './DataTable.module.css'
import { Phone } from './values'

export interface Column<R> {
  key: string
  title: string
  cell: (row: R) => ReactNode
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

export interface DataTableProps<R> {
  label: string
  columns: Column<R>[]
  /** Null while they are loaded. Then `expected` grey rows are shown. */
  rows: R[] | null
  expected: number
  id: (row: R) => string | number
  onOpen?: (row: R) => void
  /** Two or three icons with names, shown on hover and focus. */
  actions?: (row: R) => ReactNode
  active?: string | number
  sorted?: { key: string; down: boolean }
  onSort?: (key: string) => void
  /** Rows with a second line. */
  tall?: boolean
  empty: ReactNode
}

/** The column with a row's phone number. */
export const numberColumn = <R,>(of: (row: R) => string): Column<R> => ({
  key: 'number',
  title: 'Number',
  width: 150,
  hide: 'narrow',
  cell: row => (
    <span className="soft">
      <Phone value={of(row)} />
    </span>
  ),
})

/**
 * Row heights and column widths are fixed, so that nothing moves when data arrives. The up and down keys move between
 * rows, and Enter opens one. Tab reaches only one row and its actions. If that row is removed, the row that takes its
 * place gets the focus.
 */
export function DataTable<R>({
  label,
  columns,
  rows,
  expected,
  id,
  onOpen,
  actions,
  active,
  sorted,
  onSort,
  tall,
  empty,
}: DataTableProps<R>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [current, setCurrent] = useState<string | number>()
  /** The index of the row with the focus, or null. */
  const focused = useRef<number | null>(null)
  const currentIndex = rows?.findIndex(row => id(row) === current) ?? -1
  const lastIndex = useRef(0)
  if (currentIndex >= 0) lastIndex.current = currentIndex
  /** The index of the row that Tab reaches. */
  const tabStop = currentIndex >= 0 ? currentIndex : Math.min(lastIndex.current, (rows?.length ?? 1) - 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the rows change
  useEffect(() => {
    if (focused.current === null) return
    if (currentIndex >= 0) focused.current = currentIndex
    else if (document.activeElement === document.body) {
      const remaining = body.current!.rows
      remaining[Math.min(focused.current, remaining.length - 1)]?.focus()
    }
  }, [rows])
  const moveFocus = (event: KeyboardEvent<HTMLTableRowElement>, row: R) => {
    if (event.target !== event.currentTarget) return
    const { previousElementSibling: above, nextElementSibling: below } = event.currentTarget
    const next = event.key === 'ArrowDown' ? below : event.key === 'ArrowUp' ? above : null
    if (next instanceof HTMLElement) {
      event.preventDefault()
      next.focus()
    }
    if (event.key === 'Enter') onOpen?.(row)
  }
  return (
    <div className={css.wrap} data-tall={tall || undefined}>
      <table className={css.table} aria-label={label} aria-busy={rows === null}>
        <colgroup>
          {columns.map(column => (
            <col key={column.key} className={column.hide && css[column.hide]} style={{ width: column.width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map(column => (
              <th
                key={column.key}
                scope="col"
                className={column.hide && css[column.hide]}
                data-align={column.align}
                aria-sort={sorted?.key === column.key ? (sorted.down ? 'descending' : 'ascending') : undefined}
              >
                {column.sort ? (
                  <button type="button" onClick={() => onSort?.(column.key)}>
                    {column.title}
                    {sorted?.key === column.key &&
                      (sorted.down ? <IconArrowDown size={12} aria-hidden /> : <IconArrowUp size={12} aria-hidden />)}
                  </button>
                ) : (
                  column.title
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          ref={body}
          onBlur={() => {
            focused.current = null
          }}
        >
          {rows === null
            ? Array.from({ length: expected }, (_, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no ids
                <tr key={i} className={css.skeleton} aria-hidden>
                  {columns.map((column, j) => (
                    <td key={column.key} className={column.hide && css[column.hide]}>
                      <span style={{ width: `${42 + ((i * 31 + j * 47) % 44)}%` }} />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row, i) => (
                <tr
                  key={id(row)}
                  tabIndex={onOpen ? (i === tabStop ? 0 : -1) : undefined}
                  data-opens={onOpen ? true : undefined}
                  data-active={active === id(row) || undefined}
                  onClick={() => onOpen?.(row)}
                  onFocus={() => {
                    focused.current = i
                    setCurrent(id(row))
                  }}
                  onKeyDown={event => moveFocus(event, row)}
                >
                  {columns.map((column, j) => (
                    <td key={column.key} className={column.hide && css[column.hide]} data-align={column.align}>
                      {column.cell(row)}
                      {actions && j === columns.length - 1 && (
                        <Actions isTabStop={!onOpen || i === tabStop}>{actions(row)}</Actions>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
      {rows?.length === 0 && empty}
    </div>
  )
}

function Actions({ isTabStop, children }: { isTabStop: boolean; children: ReactNode }) {
  const ref = useRef<HTMLSpanElement>(null)
  // Tab skips the actions of other rows. The keyboard reaches them when it is in their row.
  useEffect(() => {
    for (const action of ref.current!.querySelectorAll<HTMLElement>('a, button')) action.tabIndex = isTabStop ? 0 : -1
  })
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: it only keeps a click on an action from opening the row
    // biome-ignore lint/a11y/noStaticElementInteractions: as above
    <span ref={ref} className={css.actions} onClick={event => event.stopPropagation()}>
      {children}
    </span>
  )
}
