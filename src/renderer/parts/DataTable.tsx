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
  /** Its head sorts by it. */
  sort?: boolean
  /** Left out when the table is narrow, or already when it is tight. */
  hide?: 'narrow' | 'tight'
}

export interface DataTableProps<R> {
  label: string
  columns: Column<R>[]
  /** Null while they are asked for: then as many grey rows stand in their place. */
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

/** The number of whoever a row is about. */
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
 * Fixed row height and column widths: nothing moves when data comes. Up and down walk the rows, Enter opens one. Tab
 * comes to one row and its actions only; when that row goes, the one in its place has the focus.
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
  /** Where the row with the focus is; null while none has it. */
  const focused = useRef<number | null>(null)
  const at = rows?.findIndex(row => id(row) === current) ?? -1
  const place = useRef(0)
  if (at >= 0) place.current = at
  const stop = at >= 0 ? at : Math.min(place.current, (rows?.length ?? 1) - 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the rows are others
  useEffect(() => {
    if (focused.current === null) return
    if (at >= 0) focused.current = at
    else if (document.activeElement === document.body) {
      const left = body.current!.rows
      left[Math.min(focused.current, left.length - 1)]?.focus()
    }
  }, [rows])
  const walk = (event: KeyboardEvent<HTMLTableRowElement>, row: R) => {
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
                // biome-ignore lint/suspicious/noArrayIndexKey: they stand in for rows that are not known yet
                <tr key={i} className={css.bones} aria-hidden>
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
                  tabIndex={onOpen ? (i === stop ? 0 : -1) : undefined}
                  data-opens={onOpen ? true : undefined}
                  data-active={active === id(row) || undefined}
                  onClick={() => onOpen?.(row)}
                  onFocus={() => {
                    focused.current = i
                    setCurrent(id(row))
                  }}
                  onKeyDown={event => walk(event, row)}
                >
                  {columns.map((column, j) => (
                    <td key={column.key} className={column.hide && css[column.hide]} data-align={column.align}>
                      {column.cell(row)}
                      {actions && j === columns.length - 1 && (
                        <Actions reached={!onOpen || i === stop}>{actions(row)}</Actions>
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

function Actions({ reached, children }: { reached: boolean; children: ReactNode }) {
  const ref = useRef<HTMLSpanElement>(null)
  // Those of other rows are for the pointer; the keyboard has them once it is in their row.
  useEffect(() => {
    for (const action of ref.current!.querySelectorAll<HTMLElement>('a, button')) action.tabIndex = reached ? 0 : -1
  })
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: it only keeps a click on an action from opening the row
    // biome-ignore lint/a11y/noStaticElementInteractions: as above
    <span ref={ref} className={css.actions} onClick={event => event.stopPropagation()}>
      {children}
    </span>
  )
}
