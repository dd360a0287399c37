import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { t } from '../words/words'
import css from './DataTable.module.css'
import type { Column } from './table/column'
import { choiceOf, Head } from './table/Head'
import { LoadingRow, Row } from './table/Row'
import { SelectionBar } from './table/SelectionBar'
import { isChosen, none, type RowId, type Selection, sizeOf } from './table/selection'
import { useGoneRows } from './table/use-gone-rows'
import { useRowEvents } from './table/use-row-events'
import { useRowFocus } from './table/use-row-focus'
import { VirtualRows } from './table/VirtualRows'

export { type Column, numberColumn } from './table/column'
export { RowAction } from './table/RowAction'
export { type Selection, useSelection } from './table/selection'

/** Pixels, with the line below. Rows with a second line are taller. */
const ROW = { plain: 33, tall: 46 }
const noRow = () => undefined
/** With more rows than this, only those that are seen are in the page. */
const MAX_PLAIN = 200

interface Shared<R> {
  label: string
  columns: readonly Column<R>[]
  id: (row: R) => RowId
  onOpen?: (row: R) => void
  /** Two or three `RowAction`s, shown on hover and focus. Keep it with useCallback, as rows render again when it changes. */
  actions?: (row: R) => ReactNode
  active?: RowId
  sorted?: { key: string; down: boolean }
  onSort?: (key: string) => void
  selection?: {
    of: Selection
    /** How many rows fit the filters, on all pages. */
    total: number
    /** Who or what a row is, for the name of its checkbox. */
    nameOf: (row: R) => string
    /** What can be done with the chosen rows: buttons for the bar over the head. */
    actions: ReactNode
  }
  /** The foot, by the keys of the columns. */
  totals?: Partial<Record<string, ReactNode>>
  /** Rows with a second line. */
  tall?: boolean
  empty: ReactNode
}

/** All rows of the table. */
interface GivenRows<R> {
  /** Null while they are loaded. Then `expected` grey rows are shown. */
  rows: R[] | null
  expected: number
}

/** Rows that are loaded as they are looked at. */
interface AskedRows<R> {
  /** Null while it is not known. Then `expected` grey rows are shown. */
  rowCount: number | null
  expected: number
  /** The row at a place, or undefined while it is loaded. Then it is grey. */
  rowAt: (index: number) => R | undefined
  /** Called with the first and the last place that is seen, whenever they change. */
  onRange: (first: number, last: number) => void
  /** The ids of the rows from one place to another. Needed with `selection`, to choose a stretch with rows that are not loaded. */
  idsIn?: (first: number, last: number) => Promise<readonly RowId[]>
}

export type DataTableProps<R> = Shared<R> & (GivenRows<R> | AskedRows<R>)

/**
 * Row heights and column widths are fixed, so that nothing moves when data arrives. A row renders again only when its
 * object, its state, `columns` or `actions` is another one: keep unchanged rows, and keep `columns` and `actions`.
 *
 * The keys up, down, page up and down, home and end move between rows, and Enter opens one. While a row is `active`, the row
 * that is moved to is opened. Tab reaches only one row and
 * its actions. If that row is removed, the row that takes its place gets the focus. With `selection`, Space chooses a row,
 * Shift with a move or a click extends from it, and Esc clears.
 *
 * A long table has only the rows that are seen in the page. It stands in an element that scrolls.
 */
export function DataTable<R>(props: DataTableProps<R>) {
  const { label, columns, expected, id, onOpen, actions, active, sorted, onSort, selection, totals, tall, empty } =
    props
  const body = useRef<HTMLTableSectionElement>(null)
  const rowHeight = tall ? ROW.tall : ROW.plain
  const isAsked = 'rowAt' in props
  const count = isAsked ? props.rowCount : (props.rows?.length ?? null)
  const rowAt = (index: number) => (isAsked ? props.rowAt(index) : props.rows![index])
  const idAt = (index: number) => {
    const row = rowAt(index)
    return row === undefined ? undefined : id(row)
  }
  const isVirtual = isAsked || (count ?? 0) > MAX_PLAIN
  const focus = useRowFocus({ body, count: count ?? 0, idAt, isVirtual, rowHeight })
  const takesFocus = Boolean(onOpen || selection || isVirtual)

  const chosen = selection?.of.chosen ?? none
  /** Extends the selection from the row that was chosen last, else from `from`, to a row. */
  const events = useRowEvents({
    focus,
    selection: selection?.of,
    count: count ?? 0,
    idAt,
    idsIn: isAsked ? props.idsIn : undefined,
    rowAt: count === null ? noRow : rowAt,
    isOpen: active !== undefined,
    onOpen,
  })
  useGoneRows(selection?.of, isAsked || props.rows?.length !== selection?.total ? null : props.rows, id)

  const renderRow = (index: number) => {
    const row = rowAt(index)
    const tabIndex = takesFocus ? (index === focus.tabStop ? 0 : -1) : undefined
    const rowIndex = isVirtual ? index + 2 : undefined
    if (row === undefined)
      return (
        <LoadingRow
          key={`loading ${index}`}
          index={index}
          columns={columns}
          hasCheckbox={selection !== undefined}
          among={{ rowIndex: index + 2, tabIndex, events }}
        />
      )
    const rowId = id(row)
    return (
      <Row
        key={rowId}
        row={row}
        columns={columns}
        actions={actions}
        events={events}
        opens={onOpen !== undefined}
        tabIndex={tabIndex}
        isActive={active === rowId}
        isChosen={selection && isChosen(chosen, rowId)}
        chooseLabel={selection && t('Select {who}', { who: selection.nameOf(row) })}
        rowIndex={rowIndex}
      />
    )
  }

  const size = selection ? sizeOf(chosen, selection.total) : 0
  const hasBar = selection !== undefined && size > 0
  const clear = () => {
    selection?.of.clear()
    focus.moveTo(focus.tabStop)
  }
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !hasBar) return
    // It clears the selection, and closes nothing around the table.
    event.stopPropagation()
    clear()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key comes from the rows and the bar in it
    <div className={css.wrap} style={{ '--row': `${rowHeight}px` } as CSSProperties} onKeyDown={onEscape}>
      {selection && (
        <span className="sr" role="status">
          {hasBar && t('{n, plural, one {# row} other {# rows}} selected', { n: size })}
        </span>
      )}
      {hasBar && (
        <SelectionBar selection={selection.of} total={selection.total} actions={selection.actions} onClear={clear} />
      )}
      <table
        className={css.table}
        aria-label={label}
        aria-busy={count === null}
        aria-rowcount={isVirtual && count !== null ? count + (totals ? 2 : 1) : undefined}
      >
        <Head
          columns={columns}
          sorted={sorted}
          onSort={onSort}
          isCovered={hasBar}
          isVirtual={isVirtual}
          choice={selection && choiceOf(selection.of, selection.total, isAsked ? null : (props.rows ?? []).map(id))}
        />
        <tbody ref={body} onBlur={focus.hasNoFocus}>
          {count === null ? (
            Array.from({ length: expected }, (_, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no ids
              <LoadingRow key={i} index={i} columns={columns} hasCheckbox={selection !== undefined} />
            ))
          ) : isVirtual ? (
            <VirtualRows
              body={body}
              count={count}
              columns={columns.length + (selection ? 1 : 0)}
              rowHeight={rowHeight}
              keep={focus.tabStop}
              onRange={isAsked ? props.onRange : undefined}
            >
              {renderRow}
            </VirtualRows>
          ) : (
            Array.from({ length: count }, (_, i) => renderRow(i))
          )}
        </tbody>
        {totals && count !== null && count > 0 && (
          <tfoot>
            <tr aria-rowindex={isVirtual ? count + 2 : undefined}>
              {selection && <td className={`${css.total} ${css.pickCell}`} />}
              {columns.map(column => (
                <td
                  key={column.key}
                  className={`${css.total} ${column.hide ? css[column.hide] : ''}`}
                  data-align={column.align}
                >
                  {totals[column.key]}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
      {count === 0 && empty}
    </div>
  )
}
