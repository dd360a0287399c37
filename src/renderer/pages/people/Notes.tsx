import { ActionIcon, Button, Textarea } from '@mantine/core'
import { IconNote, IconPencil, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { LONGEST_NOTE, type Note } from '../../../contract/people'
import { PaneSection } from '../../parts/DetailPane'
import { fullTime } from '../../parts/format'
import { Notice } from '../../parts/Notice'
import { tell } from '../../parts/tell'
import { tip } from '../../parts/tips/tip'
import { useDraft } from '../../parts/use-draft'
import { deskTime } from '../../stores/desk'
import { useChange } from '../../stores/use-change'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import { Frame } from './Frame'
import css from './people.module.css'
import { useAssumed } from './use-person'

/** Of a note that the service has not answered yet. */
const NOT_YET = 0

const isSend = (event: KeyboardEvent) => event.key === 'Enter' && (event.ctrlKey || event.metaKey)

/** The field for a new note. What was typed stays until the service has taken it. */
export function AddNote({ number }: { number: string }) {
  const { client, store } = useDesk()
  const [text, setText] = useDraft(`note on ${number}`)
  const assumed = useAssumed(number)
  const add = useChange((text: string) => client.people.addNote({ phone_number: number, text }), {
    about: text,
    assume: (text, shown) => {
      const at = new Date(deskTime(store.getState().clock)).toISOString()
      assumed(shown, person => ({
        notes: [{ id: NOT_YET, phone_number: number, text, written_at: at, updated_at: at }, ...person.notes],
        totals: { ...person.totals, notes: person.totals.notes + 1 },
      }))
    },
    onDone: () => setText(''),
  })
  const send = () => text.trim() !== '' && add.run(text)
  return (
    <PaneSection title={t('Add a note')}>
      <div className="stack">
        <Textarea
          aria-label={t('Note')}
          placeholder={t('For the next person who picks this up')}
          minRows={2}
          maxRows={10}
          autosize
          maxLength={LONGEST_NOTE}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          onKeyDown={event => isSend(event) && send()}
        />
        {add.failed && <Notice tone="bad" title={add.failed} />}
        <div className="row">
          <Button size="xs" loading={add.isBusy} disabled={text.trim() === ''} onClick={send}>
            {t('Add note')}
          </Button>
          <span className={css.hint}>{t('Ctrl Enter')}</span>
        </div>
      </div>
    </PaneSection>
  )
}

/** A note in the history, which is changed in its place. */
export function NoteEntry({ note, number, zone }: { note: Note; number: string; zone: string }) {
  const { client } = useDesk()
  const [editing, setEditing] = useState<string | null>(null)
  const assumed = useAssumed(number)
  const change = useChange((text: string) => client.people.changeNote({ id: note.id, text }), {
    about: editing,
    assume: (text, shown) =>
      assumed(shown, ({ notes }) => ({ notes: notes.map(one => (one.id === note.id ? { ...one, text } : one)) })),
    onDone: () => setEditing(null),
  })
  const remove = useChange(() => client.people.removeNote({ id: note.id }), {
    about: note,
    assume: (_, shown) =>
      assumed(shown, ({ notes, totals }) => ({
        notes: notes.filter(({ id }) => id !== note.id),
        totals: { ...totals, notes: totals.notes - 1 },
      })),
    onDone: () =>
      tell(t('The note is deleted.'), () =>
        client.people.addNote({ phone_number: number, text: note.text, written_at: note.written_at }),
      ),
  })
  const save = () => {
    if (editing === null || editing.trim() === '') return
    if (editing === note.text) setEditing(null)
    else void change.run(editing)
  }
  const isChanged = note.updated_at > note.written_at
  return (
    <Frame
      at={note.written_at}
      zone={zone}
      icon={IconNote}
      what={t('Note')}
      state={
        isChanged && (
          <span className="dim" {...tip(fullTime(new Date(note.updated_at), zone))}>
            {t('changed')}
          </span>
        )
      }
      actions={
        editing === null &&
        note.id !== NOT_YET && (
          <>
            <ActionIcon
              size={22}
              aria-label={t('Change this note')}
              onClick={() => setEditing(note.text)}
              {...tip(t('Edit'))}
            >
              <IconPencil size={14} />
            </ActionIcon>
            <ActionIcon
              size={22}
              aria-label={t('Delete this note')}
              onClick={() => remove.run(undefined)}
              {...tip(t('Delete'))}
            >
              <IconTrash size={14} />
            </ActionIcon>
          </>
        )
      }
      text={
        editing === null ? (
          <span className={css.note}>{note.text}</span>
        ) : (
          <form
            className="stack"
            onSubmit={event => {
              event.preventDefault()
              save()
            }}
          >
            <Textarea
              aria-label={t('Note')}
              autosize
              minRows={2}
              maxRows={14}
              maxLength={LONGEST_NOTE}
              autoFocus
              value={editing}
              onChange={event => setEditing(event.currentTarget.value)}
              onKeyDown={event => {
                if (isSend(event)) save()
                if (event.key === 'Escape') setEditing(null)
              }}
            />
            <div className="row">
              <Button size="xs" type="submit" variant="filled" loading={change.isBusy} disabled={editing.trim() === ''}>
                {t('Save')}
              </Button>
              <Button size="xs" onClick={() => setEditing(null)}>
                {t('Cancel')}
              </Button>
            </div>
          </form>
        )
      }
      foot={[
        (change.failed ?? remove.failed) && (
          <span key="failed" className="danger" role="alert">
            {change.failed ?? remove.failed}
          </span>
        ),
      ]}
    />
  )
}
