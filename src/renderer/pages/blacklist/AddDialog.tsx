import { Button, Modal, TextInput } from '@mantine/core'
import { contract } from '../../../contract'
import { FormNotice, LeaveDialog } from '../../forms/FormHeader'
import { NumberField, useCountry } from '../../forms/NumberField'
import { useForm } from '../../forms/use-form'
import { formatPhone } from '../../parts/format'
import { tell } from '../../parts/tell'
import { toE164 } from '../../phone'
import { useIsOver } from '../../stores/use-clock'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { momentOfLocal } from '../../week'
import { t } from '../../words/words'

const schema = contract.blacklist.add['~orpc'].inputSchema!

/** Puts one number on the do-not-call list. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const { client } = useDesk()
  const country = useCountry()
  const zone = useDeskState(state => state.settings?.timezone ?? 'UTC')
  const form = useForm({
    saved: { phone_number: '', reason: '', expires_at: '' },
    isNew: true,
    schema,
    toSend: values => ({
      ...values,
      phone_number: toE164(values.phone_number, country),
      expires_at: values.expires_at && momentOfLocal(zone, `${values.expires_at}T00:00`)!,
    }),
    send: ({ expires_at, ...values }) => client.blacklist.add({ ...values, expires_at: expires_at || null }),
    onSaved: ({ data: { phone_number } }) => {
      onClose()
      tell(t('{who} is on the do-not-call list.', { who: formatPhone(phone_number) }), () =>
        client.blacklist.remove({ phone_number }),
      )
    },
  })
  const { expires_at: until } = form.values
  const isOver = useIsOver(until ? momentOfLocal(zone, `${until}T00:00`) : null)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Do not call a number')}
      size={400}
      closeButtonProps={{ 'aria-label': t('Close') }}
      styles={{ title: { fontWeight: 600 } }}
    >
      <form {...form.props} className="stack" aria-label={t('Do not call a number')}>
        <FormNotice form={form} />
        <LeaveDialog form={form} />
        <NumberField data-autofocus {...form.field('phone_number', t('Number'))} />
        <TextInput {...form.field('reason', t('Reason'))} placeholder={t('Asked by e-mail')} />
        <TextInput
          {...form.field('expires_at', t('Until'))}
          type="date"
          max="9999-12-31"
          {...(isOver && { error: t('This time is over') })}
          description={t('Empty: for ever. From this day on the number may be called again.')}
        />
        <div className="row">
          <Button type="submit" variant="filled" loading={form.isSaving} disabled={isOver}>
            {t('Put on the list')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </div>
      </form>
    </Modal>
  )
}
