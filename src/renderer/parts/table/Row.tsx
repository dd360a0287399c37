import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, useDeferredValue } from 'react'
import { t } from '../../words/words'
import css from '../DataTable.module.css'
import type { Column } from './column'
import { ActionTabIndex } from './RowAction'

/** What a row tells its table. It is one object for the life of the table, so that it is no reason to render. */
export interface RowEvents<R> {
  click: (event: MouseEvent<HTMLTableRowElement>, row: R) => void
  focus: (element: HTMLTableRowElement) => void
  key: (event: KeyboardEvent<HTMLTableRowElement>, row: R | undefined) => void
  /** The checkbox of the row, with or without Shift. */
  choose: (element: HTMLTableRowElement, isExtending: boolean) => void
}

export interface RowProps<R> {
  row: R
  columns: readonly Column<R>[]
  actions?: (row: R) => ReactNode
  events: RowEvents<R>
  opens: boolean
  /** Undefined when rows cannot have the focus. */
  tabIndex?: 0 | -1
  isActive: boolean
  /** Undefined when rows cannot be chosen. */
  isChosen?: boolean
  /** The name of the checkbox. */
  chooseLabel?: string
  /** From 1, counting the head. Only where not all rows are there. */
  rowIndex?: number
}

function RowOf<R>(props: RowProps<R>) {
  const { row, columns, events, opens, tabIndex, isActive, isChosen, chooseLabel, rowIndex } = props
  // Most of the work of a row is its actions, which nobody sees before the pointer or the focus is there. They follow in pieces.
  const actions = useDeferredValue(props.actions, null)
  return (
    <tr
      tabIndex={tabIndex}
      aria-rowindex={rowIndex}
      data-opens={opens || undefined}
      data-active={isActive || undefined}
      data-picked={isChosen || undefined}
      onClick={event => events.click(event, row)}
      // Shift and a click choose rows, and no text.
      onMouseDown={event => isChosen !== undefined && event.shiftKey && event.preventDefault()}
      onFocus={event => events.focus(event.currentTarget)}
      onKeyDown={event => events.key(event, row)}
    >
      {isChosen !== undefined && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: it only keeps a click beside the checkbox from opening the row
        <td className={css.pickCell} onClick={event => event.stopPropagation()}>
          <input
            type="checkbox"
            tabIndex={tabIndex}
            aria-label={chooseLabel}
            checked={isChosen}
            onChange={({ currentTarget, nativeEvent }) =>
              events.choose(currentTarget.closest('tr')!, (nativeEvent as globalThis.MouseEvent).shiftKey)
            }
          />
        </td>
      )}
      {columns.map((column, j) => (
        <td key={column.key} className={column.hide && css[column.hide]} data-align={column.align}>
          {column.cell(row)}
          {actions && j === columns.length - 1 && (
            // biome-ignore lint/a11y/useKeyWithClickEvents: it only keeps a click on an action from opening the row
            // biome-ignore lint/a11y/noStaticElementInteractions: as above
            <span className={css.actions} onClick={event => event.stopPropagation()}>
              <ActionTabIndex value={tabIndex ?? 0}>{actions(row)}</ActionTabIndex>
            </span>
          )}
        </td>
      ))}
    </tr>
  )
}

/** A row, which renders again only when its data, its state, the columns or the actions change. */
export const Row = memo(RowOf) as typeof RowOf

interface LoadingProps<R> {
  /** Its place, for widths that look like words. */
  index: number
  columns: readonly Column<R>[]
  hasCheckbox: boolean
  /** Where loading rows stand among others, they can have the focus as those do. */
  among?: { rowIndex: number; tabIndex?: 0 | -1; events: RowEvents<R> }
}

/** A grey row in the place of one that is loaded. */
export function LoadingRow<R>({ index, columns, hasCheckbox, among }: LoadingProps<R>) {
  const { rowIndex, tabIndex, events } = among ?? {}
  return (
    <tr
      className={css.skeleton}
      aria-hidden={!among || undefined}
      aria-rowindex={rowIndex}
      tabIndex={tabIndex}
      onFocus={event => events?.focus(event.currentTarget)}
      onKeyDown={event => events?.key(event, undefined)}
    >
      {hasCheckbox && <td className={css.pickCell} />}
      {columns.map((column, j) => (
        <td key={column.key} className={column.hide && css[column.hide]}>
          <span style={{ width: `${42 + ((index * 31 + j * 47) % 44)}%` }} />
          {among && j === 0 && <i className="sr">{t('Loading')}</i>}
        </td>
      ))}
    </tr>
  )
}
