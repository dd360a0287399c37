import { Button } from '@mantine/core'
import { ConfirmDialog } from '../parts/ConfirmDialog'
import { Notice } from '../parts/Notice'
import { t } from '../words/words'
import css from './forms.module.css'
import type { Form } from './use-form'

/** How many changes are not saved, and how many errors there are. A click goes to the first error. */
export function FormState<V extends object>({ form }: { form: Form<V> }) {
  const n = form.changes.length
  return (
    <span className="row" role="status">
      {n > 0 && (
        <span className={`${css.mark} ${css.unsaved}`}>
          {form.isNew ? t('Not saved') : t('{n, plural, one {# change} other {# changes}} not saved', { n })}
        </span>
      )}
      {form.errorCount > 0 && (
        <button type="button" className={`${css.mark} ${css.fix}`} onClick={form.focusFirstError}>
          {t('{n} to fix', { n: form.errorCount })}
        </button>
      )}
    </span>
  )
}

/** The buttons Discard and Save, and the dialog that opens when the person leaves with unsaved changes. */
export function FormActions<V extends object>({ form, word = t('Save') }: { form: Form<V>; word?: string }) {
  return (
    <>
      <Button disabled={form.changes.length === 0 || form.isSaving} onClick={form.discard}>
        {t('Discard')}
      </Button>
      <Button
        variant="filled"
        loading={form.isSaving}
        disabled={!form.isNew && form.changes.length === 0}
        onClick={form.save}
      >
        {word}
      </Button>
      <LeaveDialog form={form} />
    </>
  )
}

/** Asks whether unsaved changes may be dropped. */
export function LeaveDialog<V extends object>({ form }: { form: Form<V> }) {
  const n = form.changes.length
  return (
    <ConfirmDialog
      opened={form.leaving !== null}
      title={
        form.isNew
          ? t('Leave without saving?')
          : t('Leave {n, plural, one {a change} other {# changes}} behind?', { n })
      }
      action={form.isNew ? t('Leave it') : t('Drop {n, plural, one {the change} other {# changes}}', { n })}
      keep={t('Stay here')}
      onKeep={() => form.leaving?.stay()}
      onAct={async () => form.leaving?.leave()}
    >
      {t('What was changed on this page is not saved.')}
    </ConfirmDialog>
  )
}

/** An error that belongs to no field. */
export const FormNotice = <V extends object>({ form }: { form: Form<V> }) =>
  form.failed && <Notice tone="bad" title={form.failed} />
