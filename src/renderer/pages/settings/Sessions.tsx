import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Session } from '../../../contract/users'
import { ConfirmDialog } from '../../parts/ConfirmDialog'
import { FormSection } from '../../parts/FormSection'
import { Notice } from '../../parts/Notice'
import { tell } from '../../parts/tell'
import { Time } from '../../parts/values'
import { failureOf } from '../../stores/failure'
import { useChange } from '../../stores/use-change'
import { useDesk } from '../../stores/use-desk'
import { said } from '../../words/said'
import { rich, t } from '../../words/words'
import { browserInWords } from './browser'
import css from './settings.module.css'

/** The browsers in which the person is signed in. */
export function Sessions() {
  const { ask, client } = useDesk()
  const answer = useQuery(ask.users.sessions.queryOptions({ input: {} }))
  const error = failureOf(answer)
  const [isAsking, setAsking] = useState(false)
  const end = useChange((session: string) => client.users.endSession({ session }), {
    assume: (ended, shown) =>
      shown.change<Session[]>(ask.users.sessions.key(), sessions => sessions.filter(({ id }) => id !== ended)),
    onDone: ({ message }) => tell(said(message)),
  })
  const sessions = answer.data ?? []
  const others = sessions.filter(({ is_this }) => !is_this)
  return (
    <FormSection
      title={t('Your sessions')}
      help={t('Browsers in which you are signed in. A session ends after 30 days. The desktop app needs none.')}
    >
      {error && <Notice tone="bad" title={error.message} />}
      {end.failed && <Notice tone="bad" title={end.failed} />}
      <ul className={css.items} aria-label={t('Your sessions')}>
        {sessions.map(session => (
          <li key={session.id}>
            <div>
              <strong>{browserInWords(session.agent)}</strong>{' '}
              {session.is_this && <span className="dim">{t('this browser')}</span>}
              <p>
                {session.created_at !== null &&
                  rich('signed in <at></at>', { at: () => <Time at={session.created_at!} /> })}
                {session.last_used_at !== null && (
                  <>
                    {' · '}
                    {rich('last used <at></at>', { at: () => <Time at={session.last_used_at!} /> })}
                  </>
                )}
              </p>
            </div>
            {!session.is_this && (
              <Button
                size="xs"
                aria-label={t('Sign out {browser}', { browser: browserInWords(session.agent) })}
                onClick={() => end.run(session.id)}
              >
                {t('Sign out')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {answer.data && sessions.length === 0 && <p className="dim">{t('No browser is signed in.')}</p>}
      {others.length > 1 && (
        <span>
          <Button onClick={() => setAsking(true)}>{t('Sign out all others')}</Button>
        </span>
      )}
      <ConfirmDialog
        opened={isAsking}
        title={t('Sign out {n, plural, one {# browser} other {# browsers}}?', { n: others.length })}
        action={t('Sign out')}
        keep={t('Stay signed in')}
        onKeep={() => setAsking(false)}
        onAct={async () => {
          const { message } = await client.users.endOtherSessions({})
          tell(said(message))
          setAsking(false)
        }}
      >
        {t('What is not saved there is lost. Each needs a new link to sign in again.')}
      </ConfirmDialog>
    </FormSection>
  )
}
