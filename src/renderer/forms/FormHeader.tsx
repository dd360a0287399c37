import { Button } from '@mantine/core'
import { Notice } from '../parts/Notice'
import { Question } from '../parts/Question'
import css from './forms.module.css'
import type { Form } from './use-form'

/** How many changes are not saved, and how many errors are to be mended; a click goes to the first. */
export function FormState<V extends object>({ form }: { form: Form<V> }) {
  const n = form.changes.length
  return (
    <span className="row" role="status">
      {n > 0 && (
        <span className={`${css.mark} ${css.unsaved}`}>
          {form.isNew ? 'Not saved' : `${n} ${n === 1 ? 'change' : 'changes'} not saved`}
        </span>
      )}
      {form.errorCount > 0 && (
        <button type="button" className={`${css.mark} ${css.fix}`} onClick={form.jump}>
          {form.errorCount} to fix
        </button>
      )}
    </span>
  )
}

/** Discard and save, and the question that is asked when the page is left with changes. */
export function FormActions<V extends object>({ form, word = 'Save' }: { form: Form<V>; word?: string }) {
  return (
    <>
      <Button disabled={form.changes.length === 0 || form.isSaving} onClick={form.discard}>
        Discard
      </Button>
      <Button
        variant="filled"
        loading={form.isSaving}
        disabled={!form.isNew && form.changes.length === 0}
        onClick={form.save}
      >
        {word}
      </Button>
      <LeaveQuestion form={form} />
    </>
  )
}

export function LeaveQuestion<V extends object>({ form }: { form: Form<V> }) {
  const n = form.changes.length
  return (
    <Question
      opened={form.leaving !== null}
      title={form.isNew ? 'Leave without saving?' : `Leave ${n === 1 ? 'a change' : `${n} changes`} behind?`}
      action={form.isNew ? 'Leave it' : n === 1 ? 'Drop the change' : `Drop ${n} changes`}
      keep="Stay here"
      onKeep={() => form.leaving?.stay()}
      onAct={async () => form.leaving?.leave()}
    >
      What was changed on this page is not saved.
    </Question>
  )
}

/** What was refused and belongs to no field. */
export const FormNotice = <V extends object>({ form }: { form: Form<V> }) =>
  form.failed && <Notice tone="bad" title={form.failed} />
