import { useMemo, useRef } from 'react'
import { putRight, warn } from '../tell'
import type { RowEvents } from './Row'
import { type Choosing, extendedTo, none, type RowId, type Selection, toggled } from './selection'
import { indexOf, type RowFocus } from './use-row-focus'

interface Given<R> {
  focus: RowFocus
  selection: Selection | undefined
  count: number
  idAt: (index: number) => RowId | undefined
  /** The ids of the rows from one place to another, where some are not loaded. */
  idsIn?: (first: number, last: number) => Promise<readonly RowId[]>
  rowAt: (index: number) => R | undefined
  /** A row is open beside the table. */
  isOpen: boolean
  onOpen?: (row: R) => void
}

/** What keys and clicks do in a row: move, open and choose. It is one object for the life of the table. */
export function useRowEvents<R>({
  focus,
  selection,
  count,
  idAt,
  idsIn,
  rowAt,
  isOpen,
  onOpen,
}: Given<R>): RowEvents<R> {
  const chosen = selection?.chosen ?? none
  const change = (to: Choosing) => selection?.change(to)
  const now = useRef(chosen)
  now.current = chosen
  const extend = (from: number, to: number) => {
    const { chosen: extended, missing } = extendedTo(chosen, { from, to, count, idAt })
    change(extended)
    if (!missing || !idsIn) return
    idsIn(missing.first, missing.last).then(
      // Unless something else was chosen meanwhile.
      ids => {
        putRight('selection')
        if (now.current === extended) change(missing.withIds(ids))
      },
      (error: Error) => warn(error.message, { about: 'selection' }),
    )
  }
  const choose = (index: number, isExtending: boolean) => {
    const rowId = idAt(index)
    if (rowId === undefined) return
    if (isExtending) extend(focus.tabStop, index)
    else change(toggled(chosen, rowId))
  }

  const latest = useRef<RowEvents<R>>(null!)
  latest.current = {
    click(event, row) {
      // A link in a cell leads to where it says.
      if ((event.target as Element).closest('a')) return
      const at = indexOf(event.currentTarget)
      if (selection && (event.shiftKey || event.ctrlKey || event.metaKey)) {
        choose(at, event.shiftKey)
        focus.moveTo(at)
      } else onOpen?.(row)
    },
    focus: focus.hasFocus,
    key(event, row) {
      if (event.target !== event.currentTarget) return
      const at = indexOf(event.currentTarget)
      const to = focus.targetOf(event, at)
      if (to !== undefined) {
        event.preventDefault()
        if (event.shiftKey && selection && row !== undefined) extend(at, to)
        focus.moveTo(to)
        const next = isOpen && !event.shiftKey ? rowAt(to) : undefined
        if (next !== undefined) onOpen?.(next)
      } else if (event.key === 'Enter' && row !== undefined) onOpen?.(row)
      else if (event.key === ' ' && selection) {
        event.preventDefault()
        choose(at, event.shiftKey)
      }
    },
    choose: (row, isExtending) => choose(indexOf(row), isExtending),
  }
  return useMemo<RowEvents<R>>(
    () => ({
      click: (...given) => latest.current.click(...given),
      focus: row => latest.current.focus(row),
      key: (...given) => latest.current.key(...given),
      choose: (...given) => latest.current.choose(...given),
    }),
    [],
  )
}
