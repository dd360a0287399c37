import { IconLogout } from '@tabler/icons-react'
import { useState } from 'react'
import { signOut } from '../api/session'
import { ConfirmDialog } from '../parts/ConfirmDialog'
import { tip } from '../parts/tips/tip'
import { t } from '../words/words'

interface Props {
  /** The class of the word, which a narrow navigation hides. */
  hidden: string | undefined
  /** Whether the navigation shows no words. */
  narrow: boolean
  placement: Parameters<typeof tip>[1]
}

/** Ends the session of this browser. It asks, because the way back is a new link. */
export function SignOut({ hidden, narrow, placement }: Props) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setAsking(true)} {...tip(narrow && t('Sign out'), placement)}>
        <IconLogout size={16} stroke={1.7} aria-hidden />
        <span className={hidden}>{t('Sign out')}</span>
      </button>
      <ConfirmDialog
        opened={asking}
        title={t('Sign out of this desk?')}
        action={t('Sign out')}
        keep={t('Stay')}
        mild
        onAct={signOut}
        onKeep={() => setAsking(false)}
      >
        {t(
          'All tabs of this browser are signed out. A new link, which the service prints at its start, leads in again.',
        )}
      </ConfirmDialog>
    </>
  )
}
