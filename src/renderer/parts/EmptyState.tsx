import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './EmptyState.module.css'

/** Says what is missing, why, and what to do next. */
export function EmptyState({
  icon: Sign,
  title,
  children,
  action,
}: {
  icon: Icon
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={css.empty}>
      <Sign size={20} stroke={1.5} aria-hidden />
      <strong>{title}</strong>
      {children && <p>{children}</p>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  )
}
