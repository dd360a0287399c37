import { Button, Modal } from '@mantine/core'
import { contract } from '../../../contract'
import { sum } from '../../amounts'
import { FormNotice, LeaveDialog } from '../../forms/FormHeader'
import { MoneyField } from '../../forms/MoneyField'
import { useForm } from '../../forms/use-form'
import { money } from '../../parts/format'
import { tell } from '../../parts/tell'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { useOnce } from '../../stores/use-once'
import { t } from '../../words/words'

const schema = contract.account.topUp['~orpc'].inputSchema!
const usual = [10, 25, 50, 100]

/** Puts money on the account. Sent again without an answer, it is put there once. */
export function TopUpDialog({ onClose }: { onClose: () => void }) {
  const { client } = useDesk()
  const balance = useDeskState(state => state.balance)
  const isSimulated = useDeskState(state => state.settings?.carrier === 'simulated')
  const topUp = useOnce(client.account.topUp)
  const form = useForm({
    saved: { amount: '' as unknown as number },
    isNew: true,
    schema,
    send: values => topUp(values),
    onSaved: ({ data }) => {
      onClose()
      tell(
        t('{amount} was put on the account. The balance is {balance}.', {
          amount: money(form.values.amount),
          balance: money(data.total_balance),
        }),
      )
    },
  })
  const { amount } = form.values
  const after = balance !== null && typeof amount === 'number' && amount > 0 ? sum(balance, amount) : null
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Top up')}
      size={420}
      centered
      closeButtonProps={{ 'aria-label': t('Close') }}
      styles={{ title: { fontWeight: 600 } }}
    >
      <form {...form.props} className="stack" aria-label={t('Top up')}>
        <FormNotice form={form} />
        <MoneyField
          {...form.field('amount', t('Amount in US dollars'))}
          data-autofocus
          description={
            after === null
              ? t('The balance is {balance}.', { balance: balance === null ? '–' : money(balance) })
              : t('The balance is {after} then.', { after: money(after) })
          }
        />
        <div className="row">
          {usual.map(value => (
            <Button key={value} size="xs" onClick={() => form.set({ amount: value })}>
              {money(value).replace(/[.,]00/, '')}
            </Button>
          ))}
        </div>
        <p className="soft">
          {isSimulated
            ? t('The money is simulated: nothing is charged anywhere.')
            : t('This notes money that you have paid. No card is charged from here.')}
        </p>
        <div className="row">
          <Button type="submit" variant="filled" loading={form.isSaving}>
            {after === null ? t('Put it on the account') : t('Put {amount} on the account', { amount: money(amount) })}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </div>
        <LeaveDialog form={form} />
      </form>
    </Modal>
  )
}
