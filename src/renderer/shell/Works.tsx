import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { count } from '../parts/format'
import { ProgressBar } from '../parts/ProgressBar'
import { type Work, works } from '../stores/works'
import { t } from '../words/words'
import css from './Works.module.css'

/** Of one entry with the gap below it, in pixels. */
const HEIGHT = 78

/** What takes long, in the corner, with its progress and a way to cancel it. Messages stand above it. */
export function Works() {
  const all = useStore(works, state => state.all)
  const height = all.length * HEIGHT
  useEffect(() => document.documentElement.style.setProperty('--works', `${height}px`), [height])
  if (all.length === 0) return null
  return (
    <section className={css.works} aria-label={t('Under way')}>
      {all.map(work => (
        <Entry key={work.id} work={work} />
      ))}
    </section>
  )
}

function Entry({ work: { title, done, total, href, cancel } }: { work: Work }) {
  return (
    <div className={css.work} style={{ height: HEIGHT - 8 }}>
      <div className={css.line}>
        {href ? (
          <a className="clip" href={href}>
            {title}
          </a>
        ) : (
          <span className="clip">{title}</span>
        )}
        <Button size="xs" onClick={cancel} aria-label={t('Cancel: {what}', { what: title })}>
          {t('Cancel')}
        </Button>
      </div>
      <ProgressBar label={title} done={done} total={total} />
      <span className={css.figures}>
        {total === null ? ' ' : t('{done} of {total}', { done: count(done), total: count(total) })}
      </span>
    </div>
  )
}
