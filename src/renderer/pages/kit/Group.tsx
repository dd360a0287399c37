import type { ReactNode } from 'react'
import css from './kit.module.css'

/** One kind of part, with its name beside it. */
export const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={css.group} aria-label={title}>
    <h2>{title}</h2>
    <div>{children}</div>
  </section>
)
