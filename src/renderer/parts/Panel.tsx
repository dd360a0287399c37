import type { ReactNode } from 'react'
import css from './Panel.module.css'

interface Props {
  title: string
  count?: ReactNode
  action?: ReactNode
  children: ReactNode
  /** Without padding, for a table or a list. */
  flush?: boolean
  level?: 2 | 3
}

/** A box with a title and a thin border. */
export function Panel({ title, count, action, children, flush, level = 2 }: Props) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section className={css.panel} aria-label={title}>
      <div className={css.head}>
        <Heading>{title}</Heading>
        {count !== undefined && <span className={css.count}>{count}</span>}
        {action && <div className={css.action}>{action}</div>}
      </div>
      <div className={flush ? undefined : css.body}>{children}</div>
    </section>
  )
}
