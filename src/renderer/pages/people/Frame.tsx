import { type Icon, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { clockTime, fullTime } from '../../parts/format'
import { richTip } from '../../parts/tips/tip'
import css from './people.module.css'

interface Props {
  at: string
  zone: string
  icon: Icon
  what: string
  href?: string
  state?: ReactNode
  text?: ReactNode
  /** The line below, in parts. Empty ones are left out. */
  foot?: readonly ReactNode[]
  more?: ReactNode
  /** Buttons at the end of its first line. */
  actions?: ReactNode
}

/** One entry of the history: its time, its sign, and what happened. */
export function Frame({ at, zone, icon: Sign, what, href, state, text, foot = [], more, actions }: Props) {
  const moment = new Date(at)
  const said = foot.filter(Boolean)
  return (
    <li data-link={href ? true : undefined}>
      <time dateTime={at} {...richTip(() => fullTime(moment, zone))}>
        {clockTime(moment, zone)}
      </time>
      <span className={css.node}>
        <Sign size={14} stroke={1.8} aria-hidden />
      </span>
      <div>
        <div className={css.what}>
          {href ? <a href={href}>{what}</a> : <b>{what}</b>}
          {state && <span>{state}</span>}
          {actions && <span className={css.actions}>{actions}</span>}
          {href && <IconChevronRight size={14} className={css.open} aria-hidden />}
        </div>
        {text && <div className={css.text}>{text}</div>}
        {said.length > 0 && (
          <p className={css.foot}>
            {said.map((one, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line do not change places
              <span key={i}>
                {i > 0 && ' · '}
                {one}
              </span>
            ))}
          </p>
        )}
        {more && <p className={css.foot}>{more}</p>}
      </div>
    </li>
  )
}
