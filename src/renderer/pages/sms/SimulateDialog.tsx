import { Button, Modal, Select, Textarea } from '@mantine/core'
import { contract } from '../../../contract'
import { FormNotice } from '../../forms/FormHeader'
import { NumberField, useCountry } from '../../forms/NumberField'
import { useForm } from '../../forms/use-form'
import { formatPhone } from '../../parts/format'
import { Notice } from '../../parts/Notice'
import { toE164 } from '../../phone'
import { go } from '../../router'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import { useOwnNumbers } from './use-own-numbers'

interface Props {
  opened: boolean
  /** Who writes, if that is known. */
  from: string | undefined
  onClose: () => void
}

/** Simulates an SMS that comes in, to try out what happens. Only with the simulated carrier. */
export const SimulateDialog = ({ opened, from, onClose }: Props) => (
  <Modal
    opened={opened}
    onClose={onClose}
    title={t('Simulate an SMS that comes in')}
    size={400}
    closeButtonProps={{ 'aria-label': t('Close') }}
    styles={{ title: { fontWeight: 600 } }}
  >
    <SimulateForm from={from} onClose={onClose} />
  </Modal>
)

const schema = contract.sms.simulateInbound['~orpc'].inputSchema!

function SimulateForm({ from, onClose }: Omit<Props, 'opened'>) {
  const { client } = useDesk()
  const country = useCountry()
  const own = useOwnNumbers()
  const form = useForm({
    saved: { from: from ? formatPhone(from) : '', to: own?.[0]?.phone_number ?? '', body: '' },
    isNew: true,
    schema,
    toSend: values => ({ ...values, from: toE164(values.from, country) }),
    send: values => client.sms.simulateInbound(values),
    onSaved: ({ data }) => {
      onClose()
      go(`/sms/${encodeURIComponent(data.from)}`)
    },
  })
  const body = form.field('body', t('Text'))
  return (
    <form {...form.props} className="stack" aria-label={t('Simulate an SMS that comes in')}>
      <FormNotice form={form} />
      <p className="dim">
        {t('Nobody has sent it: the simulated carrier pretends. Your assistant answers as it would.')}
      </p>
      {own?.length === 0 && <Notice tone="warn" title={t('No number of yours takes SMS')} />}
      <NumberField
        data-autofocus={from ? undefined : true}
        placeholder="+1 555 010 0001"
        {...form.field('from', t('Who writes'))}
      />
      <Select
        {...form.field('to', t('To your number'))}
        data={own?.map(({ phone_number, label }) => ({ value: phone_number, label })) ?? []}
      />
      <Textarea
        {...body}
        data-autofocus={from ? true : undefined}
        autosize
        minRows={2}
        maxRows={8}
        onChange={event => body.onChange(event.currentTarget.value)}
      />
      <div className="row">
        <Button type="submit" variant="filled" loading={form.isSaving}>
          {t('Let it come in')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </form>
  )
}
