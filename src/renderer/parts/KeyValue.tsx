import { Fragment, type ReactNode } from 'react'
import css from './KeyValue.module.css'

/** Facts under one another; names may repeat. */
export function KeyValue({ rows, width = 116 }: { rows: [name: string, value: ReactNode][]; width?: number }) {
  return (
    <dl className={css.list} style={{ gridTemplateColumns: `${width}px minmax(0, 1fr)` }}>
      {rows.map(([name, value], i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two facts may have one name
        <Fragment key={`${name} ${i}`}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
