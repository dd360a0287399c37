import { notifications } from '@mantine/notifications'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../words/words'
import css from './tell.module.css'

/** How long a message stays, ms. Long enough to read it and to undo. */
const STAYS = 8000
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

const warnings: string[] = []

/** Tells what went wrong and belongs to no place on the page. It stays until it is closed. */
export function warn(text: string, link?: Link) {
  const id = show(text, { isBad: true, action: link && followed(link) })
  if (!warnings.includes(id)) warnings.push(id)
  if (warnings.length > MOST_WARNINGS) notifications.hide(warnings[0]!)
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

/** What has an id that is shown already is not shown twice. By default the text is the id. Returns it. */
function show(text: string, { id = text, stays, isBad, action }: Shown) {
  notifications.show({
    id,
    autoClose: stays ?? false,
    withBorder: true,
    ...(isBad && { color: 'var(--cw-bad-fg)' }),
    closeButtonProps: { 'aria-label': t('Close') },
    onClose: () => {
      const at = warnings.indexOf(id)
      if (at >= 0) warnings.splice(at, 1)
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
