import { IconAlertTriangleFilled, IconCircleXFilled, IconClockHour4, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './Notice.module.css'

const icons = { queued: IconClockHour4, warn: IconAlertTriangleFilled, bad: IconCircleXFilled, idle: IconInfoCircle }

interface Props {
  tone: keyof typeof icons
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}

/** A message that the person should see, with what they can do. */
export function Notice({ tone, title, children, action }: Props) {
  const Sign = icons[tone]
  return (
    <div className={css.notice} data-role={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <Sign size={16} aria-hidden />
      <div className={css.text}>
        <strong>{title}</strong>
        {children && <div>{children}</div>}
      </div>
      {action && <div className={css.action}>{action}</div>}
    </div>
  )
}
