import type { CSSProperties, ReactNode } from 'react'
import css from './FormSection.module.css'

/** A part of a form: title and help on the left, fields on the right. */
export const FormSection = ({ title, help, children }: { title: string; help?: ReactNode; children: ReactNode }) => (
  <section className={css.section} aria-label={title}>
    <div className={css.label}>
      <h2>{title}</h2>
      {help && <p>{help}</p>}
    </div>
    <div className={css.fields}>{children}</div>
  </section>
)

/** Fields side by side. */
export const FieldRow = ({ children, columns = '1fr 1fr' }: { children: ReactNode; columns?: string }) => (
  <div className={css.fieldRow} style={{ '--columns': columns } as CSSProperties}>
    {children}
  </div>
)
