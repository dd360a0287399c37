import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { scrollerOf } from './scroller'
import type { RowId } from './selection'

/** How far rows may move at once for the focus to be found again, where not all rows are there. */
const NEAR = 1000

interface Rows {
  body: RefObject<HTMLTableSectionElement | null>
  count: number
  /** Undefined while the row is loaded. */
  idAt: (index: number) => RowId | undefined
  /** Whether only some rows are in the page. */
  isVirtual: boolean
  /** In pixels. */
  rowHeight: number
}

/** The place of a row of the body, where some rows may not be there. */
export const indexOf = (row: HTMLTableRowElement) =>
  row.ariaRowIndex ? Number(row.ariaRowIndex) - 2 : row.sectionRowIndex

/**
 * Which row Tab reaches, and moving between rows by keys. The row is known by its id, so it keeps the focus when rows come
 * and go. If it is removed, the row that takes its place has it.
 */
export function useRowFocus({ body, count, idAt, isVirtual, rowHeight }: Rows) {
  const [current, setCurrent] = useState<{ index: number; id: RowId | undefined }>({ index: 0, id: undefined })
  const place = placeOf(current, count, idAt)
  const tabStop = place ?? Math.min(current.index, count - 1)
  /** Whether the focus is in the body. It stays so when the row with the focus is removed. */
  const isInside = useRef(false)
  /** A row that gets the focus as soon as it is there. */
  const wanted = useRef<number | null>(null)

  const focusRow = (index: number): boolean => {
    const row = isVirtual
      ? body.current?.querySelector<HTMLElement>(`tr[aria-rowindex="${index + 2}"]`)
      : body.current?.rows[index]
    row?.focus()
    return row != null
  }
  const moveTo = (index: number) => {
    if (focusRow(index)) return
    wanted.current = index
    setCurrent({ index, id: idAt(index) })
  }

  useLayoutEffect(() => {
    if (wanted.current !== null && focusRow(wanted.current)) wanted.current = null
  })
  useEffect(() => {
    // The index that the row has now, for when it is removed.
    if (place !== null && place !== current.index) setCurrent({ ...current, index: place })
    if (isInside.current && document.activeElement === document.body) focusRow(tabStop)
  })

  /** Where a key leads to from a row. Undefined for other keys, and at the ends. */
  const targetOf = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent, from: number): number | undefined => {
    if (ctrlKey || altKey || metaKey) return
    const screen = Math.max(1, Math.floor(scrollerOf(body.current!).clientHeight / rowHeight) - 2)
    const steps: Record<string, number> = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      PageDown: from + screen,
      PageUp: from - screen,
      Home: 0,
      End: count - 1,
    }
    const to = Math.max(0, Math.min(count - 1, steps[key] ?? from))
    return to === from ? undefined : to
  }

  return {
    tabStop,
    moveTo,
    targetOf,
    /** A row, or what is in it, has got the focus. */
    hasFocus: (row: HTMLTableRowElement) => {
      isInside.current = true
      const index = indexOf(row)
      const id = idAt(index)
      if (index !== current.index || id !== current.id) setCurrent({ index, id })
    },
    hasNoFocus: () => {
      isInside.current = false
    },
  }
}

export type RowFocus = ReturnType<typeof useRowFocus>

/** Where the row is now, from where it was outwards. Null when it is gone. */
function placeOf(
  { index, id }: { index: number; id: RowId | undefined },
  count: number,
  idAt: (index: number) => RowId | undefined,
): number | null {
  if (id === undefined) return index < count ? index : null
  for (let away = 0; away <= Math.min(NEAR, count); away++) {
    if (index + away < count && idAt(index + away) === id) return index + away
    if (index - away >= 0 && index - away < count && idAt(index - away) === id) return index - away
  }
  return null
}
