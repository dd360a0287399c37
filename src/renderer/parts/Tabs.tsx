import type { ReactNode } from 'react'
import css from './Tabs.module.css'

export interface Tab {
  word: string
  /** The link to it: each tab has a place of its own, so that one can go back to it. */
  href: string
  isOpen: boolean
  /** A dot after its word: something in it was changed, or is wrong. `says` is read to those who do not see it. */
  mark?: { tone: 'warn' | 'bad'; says: string }
  count?: ReactNode
}

/** The parts of a page, each with its own place. They are links, so Tab and Enter reach them. */
export const Tabs = ({ label, tabs }: { label: string; tabs: Tab[] }) => (
  <nav className={css.tabs} aria-label={label}>
    {tabs.map(({ word, href, isOpen, mark, count }) => (
      <a key={href} href={href} aria-current={isOpen ? 'page' : undefined}>
        {word}
        {count !== undefined && <span className={css.count}>{count}</span>}
        {mark && <i className={css.mark} data-tone={mark.tone} role="img" aria-label={mark.says} />}
      </a>
    ))}
  </nav>
)
