import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type * as z from 'zod'
import { FormNotice, LeaveDialog } from '../../forms/FormHeader'
import { useForm } from '../../forms/use-form'
import { t } from '../../words/words'

interface Named {
  name: string
  description: string
}

interface Subject<A> {
  title: string
  /** What the button says. */
  word: string
  /** What a name and a description are for. */
  placeholders: { name?: string; description: string }
  /** Null for something new. */
  saved: Named | null
  schema: z.ZodObject
  send: (values: Named) => Promise<A>
  onSaved: (answer: A) => void
}

interface Props<A> {
  /** Null while it is closed. */
  subject: Subject<A> | null
  onClose: () => void
}

/** Gives a name and a description to a knowledge base or a document. */
export function NameDialog<A>({ subject, onClose }: Props<A>) {
  const [last, setLast] = useState(subject)
  // The last one is kept, so that its text stays while the dialog closes.
  if (subject && subject !== last) setLast(subject)
  return (
    <Modal
      opened={subject !== null}
      onClose={onClose}
      title={last?.title}
      size={420}
      centered
      withCloseButton={false}
      styles={{ title: { fontWeight: 600 } }}
    >
      {last && <NameForm {...last} onClose={onClose} />}
    </Modal>
  )
}

function NameForm<A>({
  title,
  word,
  placeholders,
  saved,
  schema,
  send,
  onSaved,
  onClose,
}: Subject<A> & { onClose: () => void }) {
  const form = useForm({
    saved: saved ?? { name: '', description: '' },
    isNew: saved === null,
    schema,
    send,
    onSaved,
  })
  return (
    <form {...form.props} className="stack" aria-label={title}>
      <FormNotice form={form} />
      <LeaveDialog form={form} />
      <TextInput {...form.field('name', t('Name'))} placeholder={placeholders.name} data-autofocus />
      <Textarea
        {...form.field('description', t('What it is about'))}
        placeholder={placeholders.description}
        autosize
        minRows={2}
      />
      <div className="row">
        <Button
          type="submit"
          variant="filled"
          loading={form.isSaving}
          disabled={saved !== null && form.changes.length === 0}
        >
          {word}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </form>
  )
}
