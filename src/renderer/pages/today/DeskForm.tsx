import { Button, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { contract } from '../../../contract'
import type { Settings } from '../../../contract/settings'
import { FormNotice, LeaveDialog } from '../../forms/FormHeader'
import { PlaceFields } from '../../forms/PlaceFields'
import { useForm } from '../../forms/use-form'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import css from './welcome.module.css'

const schema = contract.settings.update['~orpc'].inputSchema!

export interface DeskFormProps {
  settings: Settings
  /** Puts the step off. */
  later: ReactNode
}

/** The name and the place of the desk. The zone of the browser is offered. */
export function DeskForm({ settings, later }: DeskFormProps) {
  const { client } = useDesk()
  const form = useForm({
    saved: {
      name: settings.name,
      timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone || settings.timezone,
      country: null as string | null,
    },
    isNew: true,
    schema,
    send: ({ country, ...place }) => client.settings.update({ ...place, ...(country !== null && { country }) }),
  })
  return (
    <form {...form.props} className={css.form} aria-label={t('Name the desk')}>
      <FormNotice form={form} />
      <TextInput {...form.field('name', t('Name'))} />
      <PlaceFields form={form} />
      <div className="row">
        <Button type="submit" variant="filled" loading={form.isSaving}>
          {t('Save')}
        </Button>
        {later}
      </div>
      <LeaveDialog form={form} />
    </form>
  )
}
