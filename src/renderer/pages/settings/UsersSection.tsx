import { Button, Modal, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { contract } from '../../../contract'
import type { User } from '../../../contract/users'
import { FormNotice } from '../../forms/FormHeader'
import { useForm } from '../../forms/use-form'
import { CodeBlock } from '../../parts/CodeBlock'
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
import { Section } from './Section'
import { Sessions } from './Sessions'
import css from './settings.module.css'

/** Who may use this desk, and where they are signed in. */
export function UsersSection({ title }: { title: string }) {
  const { ask, client } = useDesk()
  const answer = useQuery(ask.users.list.queryOptions({ input: {} }))
  const error = failureOf(answer)
  const [edited, setEdited] = useState<User | 'new' | null>(null)
  const [going, setGoing] = useState<User | null>(null)
  const [link, setLink] = useState<{ name: string; link: string; valid_until: string } | null>(null)
  const makeLink = useChange((user: User) => client.users.link({ id: user.id }), {
    onDone: ({ data }, { name }) => setLink({ name, ...data }),
  })
  const users = answer.data ?? []
  return (
    <Section title={title} busy={!answer.data && !error}>
      <FormSection
        title={t('Users')}
        help={t(
          'Each has assistants, campaigns, numbers and a balance of their own. Settings and whether the desk dials are everybody’s.',
        )}
      >
        {error && <Notice tone="bad" title={error.message} />}
        {makeLink.failed && <Notice tone="bad" title={makeLink.failed} />}
        <ul className={css.items} aria-label={t('Users')}>
          {users.map(user => (
            <li key={user.id}>
              <div>
                <strong>{user.name}</strong> {user.is_you && <span className="dim">{t('you')}</span>}
                <p>
                  {[
                    user.email,
                    t('{n, plural, =0 {no key} one {# key} other {# keys}}', { n: user.api_keys }),
                    t('{n, plural, =0 {not signed in} one {signed in once} other {signed in # times}}', {
                      n: user.sessions,
                    }),
                  ].join(' · ')}
                </p>
              </div>
              <span className="row">
                <Button
                  size="xs"
                  aria-label={t('Link for {name}', { name: user.name })}
                  onClick={() => makeLink.run(user)}
                >
                  {t('Link')}
                </Button>
                <Button size="xs" aria-label={t('Change {name}', { name: user.name })} onClick={() => setEdited(user)}>
                  {t('Change')}
                </Button>
                {users.length > 1 && !user.is_you && (
                  <Button size="xs" aria-label={t('Remove {name}', { name: user.name })} onClick={() => setGoing(user)}>
                    {t('Remove')}
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
        <span>
          <Button onClick={() => setEdited('new')}>{t('Add a user')}</Button>
        </span>
      </FormSection>
      <Sessions />
      <Modal
        opened={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? t('Add a user') : t('Change a user')}
        size={420}
        closeButtonProps={{ 'aria-label': t('Close') }}
        styles={{ title: { fontWeight: 600 } }}
      >
        {edited !== null && <UserForm user={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      </Modal>
      <Modal
        opened={link !== null}
        onClose={() => setLink(null)}
        title={t('Link for {name}', { name: link?.name ?? '' })}
        size={520}
        closeButtonProps={{ 'aria-label': t('Close') }}
        styles={{ title: { fontWeight: 600 } }}
      >
        {link && (
          <div className="stack">
            <p>
              {rich('Whoever opens it on this machine is signed in as {name}. It works once, until <at></at>.', {
                name: link.name,
                at: () => <Time at={link.valid_until} />,
              })}
            </p>
            <CodeBlock text={link.link} label={t('Link')} />
          </div>
        )}
      </Modal>
      <ConfirmDialog
        opened={going !== null}
        title={t('Remove {name}?', { name: going?.name ?? '' })}
        action={t('Remove {name}', { name: going?.name ?? '' })}
        keep={t('Keep')}
        onKeep={() => setGoing(null)}
        onAct={async () => {
          const { message } = await client.users.remove({ id: going!.id })
          tell(said(message))
          setGoing(null)
        }}
      >
        {going &&
          t(
            '{keys, plural, =0 {There are no keys to end} one {# key ends} other {# keys end}}, {sessions, plural, =0 {nobody is signed out} one {# browser is signed out} other {# browsers are signed out}}, and running campaigns stop. What {name} has made stays stored, but nobody sees it any more.',
            { keys: going.api_keys, sessions: going.sessions, name: going.name },
          )}
      </ConfirmDialog>
    </Section>
  )
}

function UserForm({ user, onClose }: { user: User | null; onClose: () => void }) {
  const { client } = useDesk()
  const form = useForm({
    saved: { name: user?.name ?? '', email: user?.email ?? '' },
    isNew: user === null,
    schema: contract.users.create['~orpc'].inputSchema!,
    send: (values, changes) =>
      user === null ? client.users.create(values) : client.users.update({ id: user.id, ...changes }),
    onSaved: ({ data }) => {
      tell(user === null ? t('{name} was added', { name: data.name }) : t('Saved'))
      onClose()
    },
  })
  return (
    <form {...form.props} className="stack" aria-label={t('User')}>
      <FormNotice form={form} />
      <TextInput {...form.field('name', t('Name'))} data-autofocus />
      <TextInput
        {...form.field('email', t('E-mail address'))}
        type="email"
        description={t('It tells users apart. Nothing is sent to it.')}
      />
      <div className="row">
        <Button type="submit" variant="filled" loading={form.isSaving}>
          {user === null ? t('Add') : t('Save')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </form>
  )
}
