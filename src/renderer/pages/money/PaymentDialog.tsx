import { Button, Modal, TextInput } from '@mantine/core'
import { contract } from '../../../contract'
import { FormNotice, LeaveDialog } from '../../forms/FormHeader'
import { useForm } from '../../forms/use-form'
import { FieldRow } from '../../parts/FormSection'
import { tell } from '../../parts/tell'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'

const schema = contract.account.addPaymentMethod['~orpc'].inputSchema!

/** Puts a payment method on file: never its number. */
export function PaymentDialog({ onClose }: { onClose: () => void }) {
  const { client } = useDesk()
  const form = useForm({
    saved: { label: '', last4: '' },
    isNew: true,
    schema,
    send: values => client.account.addPaymentMethod(values),
    onSaved: ({ data }) => {
      onClose()
      tell(t('{label} is on file', { label: data.label }))
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Add a payment method')}
      size={440}
      centered
      closeButtonProps={{ 'aria-label': t('Close') }}
      styles={{ title: { fontWeight: 600 } }}
    >
      <form {...form.props} className="stack" aria-label={t('Payment method')}>
        <FormNotice form={form} />
        <FieldRow columns="minmax(0, 1fr) 130px">
          <TextInput {...form.field('label', t('What you call it'))} placeholder={t('Company card')} data-autofocus />
          <TextInput
            {...form.field('last4', t('Last four digits'))}
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
          />
        </FieldRow>
        <p className="soft">{t('Never the whole number: this desk charges no card.')}</p>
        <div className="row">
          <Button type="submit" variant="filled" loading={form.isSaving}>
            {t('Add it')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </div>
        <LeaveDialog form={form} />
      </form>
    </Modal>
  )
}
