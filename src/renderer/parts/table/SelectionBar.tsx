import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../words/words'
import css from '../DataTable.module.css'
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
    <section className={css.selection} aria-label={t('Selected rows')}>
      <b>{t('{n, number} selected', { n: size })}</b>
      {size < total && (
        <Button size="xs" variant="subtle" onClick={() => change(everything)}>
          {t('Select all {n, number}', { n: total })}
        </Button>
      )}
      {actions}
      <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
        {t('Select none')}
      </Button>
    </section>
  )
}
