import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { count } from '../parts/format'
import { ProgressBar } from '../parts/ProgressBar'
import { usePlace } from '../router'
import { cancelChange, doingInWords, followAll } from '../stores/lead-changes'
import { cancelRedelivery, followRedeliveries } from '../stores/redeliveries'
import { useDesk } from '../stores/use-desk'
import { type Work, works } from '../stores/works'
import { t } from '../words/words'
import css from './Works.module.css'

/** Of one entry with the gap below it, in pixels. */
const HEIGHT = 78

/** What takes long, in the corner, with its progress and a way to cancel it. Messages stand above it. */
export function Works() {
  const { path } = usePlace()
  const own = useStore(works, state => state.all)
  // The page of a work shows more of it.
  const all = [...own.filter(({ href }) => href !== `#${path}`), ...useLeadChanges(), ...useRedeliveries()]
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

/** What the service does in the background for the person. */
function useLeadChanges(): Work[] {
  const desk = useDesk()
  const { data = [] } = useQuery(desk.ask.leadChanges.list.queryOptions({ input: {} }))
  useEffect(() => followAll(desk, data), [desk, data])
  return data
    .filter(change => change.finished_at === null)
    .map(change => ({
      id: -change.id,
      title: doingInWords(change),
      done: change.done,
      total: change.total,
      cancel: change.status === 'running' ? () => void cancelChange(desk, change.id) : undefined,
    }))
}

function useRedeliveries(): Work[] {
  const desk = useDesk()
  const { data = [] } = useQuery(desk.ask.redeliveries.list.queryOptions({ input: {} }))
  useEffect(() => followRedeliveries(data), [data])
  return data
    .filter(({ finished_at }) => finished_at === null)
    .map(({ id, status, done, total }) => ({
      id: -id - 0.5,
      title: t('Sending webhooks again'),
      done,
      total,
      href: '#/webhooks',
      cancel: status === 'running' ? () => void cancelRedelivery(desk, id) : undefined,
    }))
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
        {cancel && (
          <Button size="xs" onClick={cancel} aria-label={t('Cancel: {what}', { what: title })}>
            {t('Cancel')}
          </Button>
        )}
      </div>
      <ProgressBar label={title} done={done} total={total} />
      <span className={css.figures}>
        {total === null ? ' ' : t('{done} of {total}', { done: count(done), total: count(total) })}
      </span>
    </div>
  )
}
