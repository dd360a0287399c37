import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { t } from '../words/words'
import css from './PageHeader.module.css'
import { Clip } from './values'

interface Props {
  title: string
  /** The pages above this one, as names and paths. */
  trail?: [string, string][]
  badge?: ReactNode
  /** Empty while it is loaded, so that its line keeps its room. */
  meta?: ReactNode
  actions?: ReactNode
  /** Stays in view in a window with one column too, for a form whose buttons are here. */
  stays?: boolean
  children?: ReactNode
}

/** The line at the top of a page: title, state and actions. At most one button should be filled. */
export function PageHeader({ title, trail = [], badge, meta, actions, stays, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Callwright`
  }, [title])
  return (
    <header className={css.header} data-stays={stays || undefined}>
      <div className={css.line}>
        {trail.length > 0 && (
          <nav aria-label={t('Path')} className={css.trail}>
            {trail.map(([word, path]) => (
              <span key={path}>
                <a className="clip" href={`#${path}`} title={word}>
                  {word}
                </a>
                <IconChevronRight size={13} aria-hidden />
              </span>
            ))}
          </nav>
        )}
        <div className={css.title}>
          <h1 className="clip" title={title}>
            {title}
          </h1>
          {badge && <span className={css.badge}>{badge}</span>}
        </div>
        {meta !== undefined && <Clip className={css.meta}>{meta}</Clip>}
        <div className={css.actions}>{actions}</div>
      </div>
      {children}
    </header>
  )
}
