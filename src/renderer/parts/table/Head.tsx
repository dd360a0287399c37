import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { t } from '../../words/words'
import css from '../DataTable.module.css'
import type { Column } from './column'
import { everything, isChosen, none, type RowId, type Selection, setTo, sizeOf } from './selection'

interface Choice {
  state: 'all' | 'some' | 'none'
  label: string
  /** There is no row to choose, or none yet. */
  isEmpty: boolean
  onChange: () => void
}

interface Props<R> {
  columns: readonly Column<R>[]
  sorted?: { key: string; down: boolean }
  onSort?: (key: string) => void
  /** The checkbox of all rows. Without it rows cannot be chosen. */
  choice?: Choice
  /** Something stands over the head, so the keyboard must not reach what is under it. */
  isCovered: boolean
  isVirtual: boolean
}

/** The checkbox in the head: for the rows of the page, or without `ids` for all that fit the filters. */
export function choiceOf({ chosen, change }: Selection, total: number, ids: RowId[] | null): Choice {
  const size = sizeOf(chosen, total)
  const isAll = ids ? ids.length > 0 && ids.every(id => isChosen(chosen, id)) : total > 0 && size === total
  return {
    state: isAll ? 'all' : size > 0 ? 'some' : 'none',
    label: ids ? t('Select all on this page') : t('Select all'),
    isEmpty: ids ? ids.length === 0 : total === 0,
    onChange: () => change(ids ? setTo(chosen, ids, !isAll) : isAll ? none : everything),
  }
}

/** The widths of the columns and their titles. */
export function Head<R>({ columns, sorted, onSort, choice, isCovered, isVirtual }: Props<R>) {
  return (
    <>
      <colgroup>
        {choice && <col className={css.pick} />}
        {columns.map(column => (
          <col key={column.key} className={column.hide && css[column.hide]} style={{ width: column.width }} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={isVirtual ? 1 : undefined}>
          {choice && (
            <th scope="col" className={css.pickCell}>
              <input
                type="checkbox"
                aria-label={choice.label}
                checked={choice.state === 'all'}
                disabled={choice.isEmpty}
                ref={box => {
                  if (box) box.indeterminate = choice.state === 'some'
                }}
                onChange={choice.onChange}
              />
            </th>
          )}
          {columns.map(column => (
            <th
              key={column.key}
              scope="col"
              className={column.hide && css[column.hide]}
              data-align={column.align}
              aria-sort={sorted?.key === column.key ? (sorted.down ? 'descending' : 'ascending') : undefined}
            >
              {column.sort ? (
                <button type="button" inert={isCovered} onClick={() => onSort?.(column.key)}>
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
    </>
  )
}
