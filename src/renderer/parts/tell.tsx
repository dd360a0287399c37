import { notifications } from '@mantine/notifications'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../words/words'
import css from './tell.module.css'

/** How long a message stays, ms. Long enough to read it and to undo. */
const STAYS = 8000
/** So long, ms, a warning of the service can be read, also when the page is left meanwhile. */
const READ = 8000
/** Of the warnings, which stay, the last ones are shown, so that there is always room for what was done just now. */
const MOST_WARNINGS = 3

/** Where more is said. */
interface Link {
  href: string
  word: string
}

let undoable = 0

/** Tells what was done in the corner of the window. With `undo`, it can be undone there as long as it is seen. */
export function tell(text: string, undo?: () => Promise<unknown>) {
  show(text, {
    // The same may be done twice: each can be undone.
    id: undo && `${text} ${++undoable}`,
    stays: STAYS,
    action:
      undo &&
      (close => (
        <button
          type="button"
          className="link"
          onClick={() => {
            close()
            undo().catch((error: Error) => warn(error.message))
          }}
        >
          {t('Undo')}
        </button>
      )),
  })
}

/** Tells what has happened by itself. It goes by itself, too. */
export const inform = (text: string, link?: Link) => show(text, { stays: STAYS, action: link && followed(link) })

interface Warning {
  id: string
  /** What it is about, which may be put right. */
  about: string | undefined
  /** Where more is said; of a warning of the service. */
  href: string | undefined
  /** Whether it is about something on the page where it was told. */
  isOfPage: boolean
  since: number
}

let warnings: Warning[] = []

interface OfWarning {
  /** What it is about: it goes when `putRight` is called with the same. */
  about?: string
  /** Of the service, which warns on any page: it can be read for a while after the page was left. */
  ofService?: { link?: Link }
}

/** Tells what went wrong and belongs to no place on the page. It stays until it is closed, put right, or the page is left. */
export function warn(text: string, { about, ofService }: OfWarning = {}) {
  const link = ofService?.link
  const id = show(text, { isBad: true, action: link && followed(link) })
  warnings = warnings.filter(warning => warning.id !== id)
  warnings.push({ id, about, href: link?.href, isOfPage: !ofService, since: Date.now() })
  if (warnings.length > MOST_WARNINGS) notifications.hide(warnings[0]!.id)
}

/** Takes away the warnings about something that is right now. */
export function putRight(about: string) {
  for (const warning of warnings) if (warning.about === about) notifications.hide(warning.id)
}

/** Takes away the warnings that were told on another page than this one, as soon as they could be read. */
export function leaveWarnings(path: string) {
  for (const { id, href, isOfPage, since } of warnings) {
    const left = isOfPage || href === `#${path}` ? 0 : READ - (Date.now() - since)
    if (left <= 0) notifications.hide(id)
    else setTimeout(() => notifications.hide(id), left)
  }
}

const followed =
  ({ href, word }: Link): Action =>
  close => (
    <a className="link" href={href} onClick={close}>
      {word}
    </a>
  )

type Action = (close: () => void) => ReactNode

interface Shown {
  id?: string
  stays?: number
  isBad?: boolean
  action?: Action
}

const CLOSE = '[data-position="bottom-right"] .mantine-Notification-closeButton'
/** Where the focus was before it went to the messages. */
let before: HTMLElement | null = null

/** The focus goes to the newest message, and when it is on a message, back to where it was. Esc closes the message. */
export function visitMessages() {
  const focused = document.activeElement as HTMLElement | null
  if (focused?.closest('.mantine-Notification-root')) before?.focus()
  else {
    before = focused
    ;[...document.querySelectorAll<HTMLElement>(CLOSE)].at(-1)?.focus()
  }
}

/** What has an id that is shown already is not shown twice. By default the text is the id. Returns it. */
function show(text: string, { id = text, stays, isBad, action }: Shown) {
  notifications.show({
    id,
    autoClose: stays ?? false,
    withBorder: true,
    ...(isBad && { color: 'var(--cw-bad-fg)' }),
    closeButtonProps: { 'aria-label': t('Close') },
    onClose: () => {
      warnings = warnings.filter(warning => warning.id !== id)
    },
    onKeyDown: event => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      notifications.hide(id)
      before?.focus()
    },
    message: (
      <span className={css.told}>
        {isBad && <IconAlertTriangleFilled size={15} aria-hidden />}
        <span role={isBad ? 'alert' : undefined}>{text}</span>
        {action?.(() => notifications.hide(id))}
      </span>
    ),
  })
  return id
}
