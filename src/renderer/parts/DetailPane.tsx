import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import css from './DetailPane.module.css'

interface Props {
  /** What a screen reader calls it. */
  label: string
  /** Without one the pane has no head. */
  title?: ReactNode
  actions?: ReactNode
  onClose?: () => void
  children: ReactNode
  width?: number
  /** Of the head, which stands beside the head of what the pane is beside. */
  head?: number
  ref?: Ref<HTMLElement>
}

/** Esc in here, and not in a dialog that was opened from here. */
export const isEscape = ({ key, currentTarget, target }: KeyboardEvent) =>
  key === 'Escape' && currentTarget.contains(target as Node)

/** The right-hand side of a page: stays, scrolls by itself, sections split by hairlines. Esc closes it. */
export function DetailPane({ label, title, actions, onClose, children, width = 344, head = 42, ref }: Props) {
  return (
    <aside
      ref={ref}
      className={css.pane}
      aria-label={label}
      style={{ width: `min(${width}px, 30cqi)` }}
      tabIndex={-1}
      onKeyDown={event => isEscape(event) && onClose?.()}
    >
      {title && (
        <div className={css.head} style={{ height: head }}>
          <h2>{title}</h2>
          <div className={css.actions}>
            {actions}
            {onClose && (
              <ActionIcon aria-label="Close" onClick={onClose}>
                <IconX size={15} />
              </ActionIcon>
            )}
          </div>
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard */}
      <section className={css.scroll} tabIndex={0} aria-label={`${label}, content`}>
        {children}
      </section>
    </aside>
  )
}

export function PaneSection({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className={css.section} aria-label={title}>
      <div className={css.sectionHead}>
        <h3>{title}</h3>
        <div>{action}</div>
      </div>
      {children}
    </section>
  )
}
