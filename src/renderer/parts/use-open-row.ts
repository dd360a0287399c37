import { type RefObject, useEffect, useRef } from 'react'

interface Options<Id> {
  /** Of the rows of the table, in their order. */
  ids: readonly Id[] | undefined
  /** The row that is open in a pane. */
  open: Id | undefined
  /** Around the table. */
  table: RefObject<HTMLElement | null>
  onOpen: (id: Id) => void
}

/**
 * For a table whose rows open in a pane beside it: opens the row before and the row after. When the pane is closed, the focus
 * goes back to its row.
 */
export function useOpenRow<Id>({ ids, open, table, onOpen }: Options<Id>) {
  const index = open === undefined ? -1 : (ids?.indexOf(open) ?? -1)
  const last = useRef(-1)
  // Once the pane no longer covers the row.
  useEffect(() => {
    if (open === undefined && last.current >= 0 && document.activeElement === document.body)
      table.current?.querySelectorAll<HTMLElement>('tbody tr')[last.current]?.focus()
    last.current = index
  }, [open, index, table])
  const neighbour = (step: 1 | -1) => {
    const next = index < 0 ? undefined : ids?.[index + step]
    return next === undefined ? undefined : () => onOpen(next)
  }
  return { before: neighbour(-1), after: neighbour(1) }
}
