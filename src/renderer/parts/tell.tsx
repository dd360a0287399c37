import { notifications } from '@mantine/notifications'
import { t } from '../words/words'
import css from './tell.module.css'

/** How long a message stays, ms. Long enough to read it and to undo. */
const STAYS = 8000

/** Tells what was done in the corner of the window. With `undo`, it can be undone there as long as it is seen. */
export function tell(text: string, undo?: () => Promise<unknown>) {
  const id: string = notifications.show({
    autoClose: STAYS,
    withBorder: true,
    closeButtonProps: { 'aria-label': t('Close') },
    message: (
      <span className={css.told}>
        <span>{text}</span>
        {undo && (
          <button
            type="button"
            className="link"
            onClick={() => {
              notifications.hide(id)
              undo().catch((error: Error) => warn(error.message))
            }}
          >
            {t('Undo')}
          </button>
        )}
      </span>
    ),
  })
}

/** Tells what went wrong and belongs to no place on the page. It stays until it is closed. */
export function warn(text: string) {
  notifications.show({
    autoClose: false,
    withBorder: true,
    color: 'bad',
    closeButtonProps: { 'aria-label': t('Close') },
    message: <span role="alert">{text}</span>,
  })
}
