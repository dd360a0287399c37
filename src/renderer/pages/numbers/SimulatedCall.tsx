import { Button } from '@mantine/core'
import { contract } from '../../../contract'
import type { PhoneNumber } from '../../../contract/phone-numbers'
import { FormNotice } from '../../forms/FormHeader'
import { NumberField, useCountry } from '../../forms/NumberField'
import { useForm } from '../../forms/use-form'
import { toE164 } from '../../phone'
import { go } from '../../router'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'

const schema = contract.simulator.inboundCall['~orpc'].inputSchema!

/** Makes the simulated carrier ring on a number, and opens the call. */
export function SimulatedCall({ number }: { number: PhoneNumber }) {
  const { client } = useDesk()
  const country = useCountry()
  const form = useForm({
    saved: { from: '', to: number.phone_number },
    isNew: true,
    schema,
    toSend: values => ({ ...values, from: toE164(values.from, country) }),
    send: values => client.simulator.inboundCall(values),
    onSaved: ({ data }) => go(`/calls/${data.id}`),
  })
  return (
    <form {...form.props} className="stack" aria-label={t('Simulated call')}>
      <p className="soft">
        {t('Somebody who does not exist calls this number, so that you can see who answers. No phone rings.')}
      </p>
      <FormNotice form={form} />
      <NumberField {...form.field('from', t('Who calls'))} />
      <Button type="submit" loading={form.isSaving} style={{ alignSelf: 'flex-start' }}>
        {t('Let it ring')}
      </Button>
    </form>
  )
}
