import { Button, TextInput } from '@mantine/core'
import { contract } from '../../../contract'
import type { PhoneNumber } from '../../../contract/phone-numbers'
import { FormNotice, LeaveDialog } from '../../forms/FormHeader'
import { useForm } from '../../forms/use-form'
import { tell } from '../../parts/tell'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'

const schema = contract.phoneNumbers.update['~orpc'].inputSchema!.pick({ nickname: true })

/** The operator's own name for a number, such as the front desk. */
export function NicknameField({ number: { id, nickname } }: { number: PhoneNumber }) {
  const { client } = useDesk()
  const form = useForm({
    saved: { nickname: nickname ?? '' },
    schema,
    send: values => client.phoneNumbers.update({ id, nickname: values.nickname || null }),
    onSaved: ({ data }) =>
      tell(data.nickname ? t('It is called {name} now', { name: data.nickname }) : t('It has no name now')),
  })
  return (
    <form {...form.props} className="stack" aria-label={t('Name')}>
      <FormNotice form={form} />
      <TextInput {...form.field('nickname', t('What you call it'))} placeholder={t('Front desk')} />
      {form.changes.length > 0 && (
        <div className="row">
          <Button type="submit" variant="filled" loading={form.isSaving}>
            {t('Save')}
          </Button>
          <Button onClick={form.discard}>{t('Discard')}</Button>
        </div>
      )}
      <LeaveDialog form={form} />
    </form>
  )
}
