import { Button, Modal, TextInput } from '@mantine/core'
import { contract } from '../../../contract'
import type { BlacklistEntry } from '../../../contract/blacklist'
import type { Person } from '../../../contract/people'
import { FormNotice, LeaveDialog } from '../../forms/FormHeader'
import { useForm } from '../../forms/use-form'
import { PaneSection } from '../../parts/DetailPane'
import { KeyValue } from '../../parts/KeyValue'
import { Notice } from '../../parts/Notice'
import { tell } from '../../parts/tell'
import { Time } from '../../parts/values'
import { linkTo } from '../../router'
import { useChange } from '../../stores/use-change'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import { reasonInWords, sourceInWords } from '../blacklist/blacklist-text'
import { whoIs } from './person-text'
import { useAssumed } from './use-person'

const schema = contract.blacklist.add['~orpc'].inputSchema!.pick({ reason: true })

/** Whether the number is on the do-not-call list, and why; puts it there and takes it off. */
export function DoNotCall({ person, onList }: { person: Person; onList: () => void }) {
  const { client } = useDesk()
  const { phone_number: number, blacklist: entry } = person
  const assumed = useAssumed(number)
  // The entry is an argument, because it is gone from the page by the time of the answer.
  const takeOff = useChange((_: BlacklistEntry) => client.blacklist.remove({ phone_number: number }), {
    about: entry,
    assume: (_, shown) => assumed(shown, () => ({ blacklist: null })),
    onDone: (_, gone) =>
      tell(t('{who} is off the do-not-call list.', { who: whoIs(person) }), () => client.blacklist.putBack(gone)),
  })
  return (
    <PaneSection
      title={t('Do-not-call list')}
      action={
        entry ? (
          <button type="button" className="link" onClick={() => takeOff.run(entry)}>
            {t('Take off')}
          </button>
        ) : (
          <button type="button" className="link" onClick={onList}>
            {t('Put on')}
          </button>
        )
      }
    >
      {takeOff.failed && <Notice tone="bad" title={takeOff.failed} />}
      {entry ? (
        <KeyValue
          rows={[
            [t('Since'), <Time key="since" at={entry.created_at} />],
            [
              t('How'),
              entry.call_id === null ? (
                sourceInWords(entry)
              ) : (
                <a key="how" className="link" href={linkTo(`/calls/${entry.call_id}`)}>
                  {sourceInWords(entry)}
                </a>
              ),
            ],
            [t('Reason'), reasonInWords(entry) || <span className="dim">–</span>],
            ...(entry.expires_at
              ? [[t('Until'), <Time key="until" at={entry.expires_at} />] as [string, React.ReactNode]]
              : []),
          ]}
        />
      ) : (
        <p className="dim">{t('Not listed. Campaigns and people may call this number.')}</p>
      )}
    </PaneSection>
  )
}

/** Asks for the reason, and puts a number on the do-not-call list. */
export function ListDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { client } = useDesk()
  const number = person.phone_number
  const who = whoIs(person)
  const form = useForm({
    saved: { reason: '' },
    isNew: true,
    schema,
    send: ({ reason }) => client.blacklist.add({ phone_number: number, reason }),
    onSaved: () => {
      onClose()
      tell(t('{who} is on the do-not-call list.', { who }), () => client.blacklist.remove({ phone_number: number }))
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Do not call {who} any more?', { who })}
      size={420}
      centered
      withCloseButton={false}
      styles={{ title: { fontWeight: 600 } }}
    >
      <form {...form.props} className="stack">
        <p className="soft">
          {t(
            'No campaign and no person calls this number any more, and no SMS is sent to it. In lists where it waits, it is not called.',
          )}
        </p>
        <FormNotice form={form} />
        <LeaveDialog form={form} />
        <TextInput {...form.field('reason', t('Reason'))} placeholder={t('Asked by e-mail')} data-autofocus />
        <div className="row">
          <Button type="submit" variant="filled" loading={form.isSaving}>
            {t('Put on the list')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </div>
      </form>
    </Modal>
  )
}
