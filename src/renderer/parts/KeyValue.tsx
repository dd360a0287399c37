import { type CSSProperties, Fragment, type ReactNode } from 'react'
import css from './KeyValue.module.css'

/** A list of names and values. Names may repeat. */
export function KeyValue({ rows, width = 116 }: { rows: [name: string, value: ReactNode][]; width?: number }) {
  return (
    <dl className={css.list} style={{ '--name': `${width}px` } as CSSProperties}>
      {rows.map(([name, value], i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have the same name
        <Fragment key={`${name} ${i}`}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
