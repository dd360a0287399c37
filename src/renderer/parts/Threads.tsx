import { Button } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import { t } from '../words/words'
import css from './Threads.module.css'
import { useStepKeys } from './use-step-keys'
import { Clip, Time } from './values'

interface LayoutProps {
  /** The search and the filters, above the list. */
  filters: ReactNode
  list: ReactNode
  /** A thread is open: in a narrow window it takes the place of the list. */
  isOpen: boolean
  /** What stands beside the thread, about the person. */
  pane?: ReactNode
  children: ReactNode
}

/** A list of threads on the left and the open one on the right. */
export const Threads = ({ filters, list, isOpen, pane, children }: LayoutProps) => (
  <div className={css.threads} data-open={isOpen || undefined} data-pane={pane ? true : undefined}>
    <div className={css.side}>
      <search className={css.filters}>{filters}</search>
      {list}
    </div>
    <div className={css.open}>{children}</div>
    {pane}
  </div>
)

export interface ThreadEntry {
  id: string
  href: string
  who: string
  /** When the newest line was written, ISO. */
  at: string
  /** The newest line, with whose it is. */
  words: string
  /** The state, and what else tells it apart. */
  foot: ReactNode
  unread: number
}

interface ListProps {
  label: string
  /** Null while they are loaded. */
  entries: ThreadEntry[] | null
  /** The id of the open one. */
  open: string | undefined
  /** Loads more of them. Absent when all are there. */
  onMore?: () => void
  isLoadingMore?: boolean
  /** Instead of an empty list. */
  empty: ReactNode
}

/**
 * Threads with their newest line, those with unread lines marked. Arrow keys move, Enter opens. While a thread is open, they
 * open the one before and the one after it.
 */
export function ThreadList({ label, entries, open, onMore, isLoadingMore, empty }: ListProps) {
  const at = entries?.findIndex(({ id }) => id === open) ?? -1
  const stepTo = (to: number) => {
    const entry = at < 0 ? undefined : entries?.[to]
    return entry && (() => void (location.hash = entry.href))
  }
  useStepKeys(stepTo(at - 1), stepTo(at + 1))
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const links = [...event.currentTarget.querySelectorAll('a')]
    const at = links.indexOf(event.target as HTMLAnchorElement)
    const next = step && at >= 0 ? links[at + step] : undefined
    if (!next) return
    event.preventDefault()
    next.focus()
    if (open !== undefined) next.click()
  }
  if (entries?.length === 0) return <div className={css.list}>{empty}</div>
  return (
    <nav className={css.list} aria-label={label} aria-busy={entries === null || undefined} onKeyDown={move}>
      {entries === null ? (
        <div className={css.waiting} aria-hidden>
          {Array.from({ length: 8 }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
            <span key={i} />
          ))}
        </div>
      ) : (
        <ul>
          {entries.map(entry => (
            <li key={entry.id}>
              <a
                href={entry.href}
                aria-current={entry.id === open ? 'true' : undefined}
                data-unread={entry.unread > 0 || undefined}
              >
                <Clip>
                  <b>{entry.who}</b>
                </Clip>
                <span className={css.at}>
                  <Time at={entry.at} />
                </span>
                <Clip className={css.words}>{entry.words}</Clip>
                {entry.unread > 0 && (
                  <span className={css.count}>
                    {entry.unread}
                    <span className="sr"> {t('unread')}</span>
                  </span>
                )}
                <span className={css.foot}>{entry.foot}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {onMore && (
        <div className={css.more}>
          <Button size="xs" loading={isLoadingMore} onClick={onMore}>
            {t('Show more')}
          </Button>
        </div>
      )}
    </nav>
  )
}
