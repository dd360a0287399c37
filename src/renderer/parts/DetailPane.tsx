import { ActionIcon, Button } from '@mantine/core'
import { IconArrowLeft, IconX } from '@tabler/icons-react'
import type { CSSProperties, KeyboardEvent, ReactNode, Ref } from 'react'
import { t } from '../words/words'
import css from './DetailPane.module.css'

interface Props {
  /** The name for screen readers. */
  label: string
  /** Without a title the pane has no head. */
  title?: ReactNode
  actions?: ReactNode
  onClose?: () => void
  children: ReactNode
  /** The content fills the pane and scrolls by itself, such as a thread with a field below it. */
  whole?: boolean
  width?: number
  /** The height of the head, to line it up with the head of the page beside it. */
  head?: number
  ref?: Ref<HTMLElement>
}

/** Whether Esc was pressed in this element, and not in a dialog that was opened from it. */
export const isEscape = ({ key, currentTarget, target }: KeyboardEvent) =>
  key === 'Escape' && currentTarget.contains(target as Node)

/**
 * The right-hand side of a page. It scrolls by itself, and Esc closes it. In a window with one column a pane that can be
 * closed covers the page and has a way back, and any other pane follows below the page.
 */
export function DetailPane({ label, title, actions, onClose, children, whole, width = 344, head = 42, ref }: Props) {
  return (
    <aside
      ref={ref}
      className={css.pane}
      aria-label={label}
      data-closes={onClose ? true : undefined}
      style={{ '--width': `${width}px`, '--head': `${head}px` } as CSSProperties}
      tabIndex={-1}
      onKeyDown={event => isEscape(event) && onClose?.()}
    >
      {title && (
        <div className={css.head}>
          {onClose && (
            <Button
              className={css.back}
              variant="subtle"
              leftSection={<IconArrowLeft size={15} aria-hidden />}
              onClick={onClose}
            >
              {t('Back')}
            </Button>
          )}
          <h2>{title}</h2>
          <div className={css.actions}>
            {actions}
            {onClose && (
              <ActionIcon className={css.close} aria-label={t('Close')} onClick={onClose}>
                <IconX size={15} />
              </ActionIcon>
            )}
          </div>
        </div>
      )}
      {whole ? (
        <div className={css.whole}>{children}</div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a region that scrolls
        <section className={css.scroll} tabIndex={0} aria-label={t('{label}, content', { label })}>
          {children}
        </section>
      )}
    </aside>
  )
}

/** The state of what the pane shows, below its head. What can be done about it stands last, at the end of the line. */
export const PaneState = ({ children }: { children: ReactNode }) => <div className={css.state}>{children}</div>

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
