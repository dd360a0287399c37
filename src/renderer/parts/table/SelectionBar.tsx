import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import css from '../DataTable.module.css'
import { count } from '../format'
import { everything, type Selection, sizeOf } from './selection'

interface Props {
  selection: Selection
  total: number
  actions: ReactNode
  onClear: () => void
}

/** Stands over the head while rows are chosen: how many, and what can be done with them. */
export function SelectionBar({ selection: { chosen, change }, total, actions, onClear }: Props) {
  const size = sizeOf(chosen, total)
  return (
    <section className={css.selection} aria-label="Selected rows">
      <b>{count(size)} selected</b>
      {size < total && (
        <Button size="xs" variant="subtle" onClick={() => change(everything)}>
          Select all {count(total)}
        </Button>
      )}
      {actions}
      <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
        Clear
      </Button>
    </section>
  )
}
