import { type RefObject, useEffect, useRef } from 'react'
import { type go, refine } from '../router'
import { useStepKeys } from './use-step-keys'

interface Rows<Id> {
  /** Of the rows of the table, in their order. */
  ids: readonly Id[] | undefined
  /** The row that is open in a pane. */
  open: Id | undefined
  /** `by`: how to go there. Going on to another row leaves no entry in the history. */
  onOpen: (id: Id, by: typeof go) => void
}

/** Open the row before and the row after the open one. */
export function stepsOf<Id>({ ids, open, onOpen }: Rows<Id>) {
  const index = open === undefined ? -1 : (ids?.indexOf(open) ?? -1)
  const neighbour = (step: 1 | -1) => {
    const next = index < 0 ? undefined : ids?.[index + step]
    return next === undefined ? undefined : () => onOpen(next, refine)
  }
  return { before: neighbour(-1), after: neighbour(1) }
}

/**
 * For a table whose rows open in a pane beside it: opens the row before and the row after, also by the keys up and down.
 * When the pane is closed, the focus goes back to its row. `table`: around the table.
 */
export function useOpenRow<Id>({ table, ...rows }: Rows<Id> & { table: RefObject<HTMLElement | null> }) {
  const { ids, open } = rows
  const index = open === undefined ? -1 : (ids?.indexOf(open) ?? -1)
  const last = useRef(-1)
  // Once the pane no longer covers the row.
  useEffect(() => {
    if (open === undefined && last.current >= 0 && document.activeElement === document.body)
      table.current?.querySelectorAll<HTMLElement>('tbody tr')[last.current]?.focus()
    last.current = index
  }, [open, index, table])
  const steps = stepsOf(rows)
  useStepKeys(steps.before, steps.after)
  return steps
}
