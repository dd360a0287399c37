import { useEffect } from 'react'
import { type RowId, type Selection, withoutGone } from './selection'

/** Rows that are gone are no longer chosen. `rows`: all that there are; null: the table does not have all. */
export function useGoneRows<R>(selection: Selection | undefined, rows: readonly R[] | null, id: (row: R) => RowId) {
  useEffect(() => {
    if (!selection || !rows || selection.chosen.ids.size === 0) return
    const left = withoutGone(selection.chosen, new Set(rows.map(id)))
    if (left !== selection.chosen) selection.change(left)
  }, [selection, rows, id])
}
