import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AvailableNumber } from '../../../contract/phone-numbers'
import { sum } from '../../amounts'
import { formatPhone, money } from '../../parts/format'
import { KeyValue } from '../../parts/KeyValue'
import { Notice } from '../../parts/Notice'
import { tell } from '../../parts/tell'
import { Money } from '../../parts/values'
import { go } from '../../router'
import { useChange } from '../../stores/use-change'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { useOnce } from '../../stores/use-once'
import { t } from '../../words/words'
import { PaymentDialog } from '../money/PaymentDialog'
import { TopUpDialog } from '../money/TopUpDialog'

const addresses: Partial<Record<AvailableNumber['address_requirements'], string>> = {
  local: t('The carrier asks for an address in the area of the number.'),
  foreign: t('The carrier asks for an address, which may be in another country.'),
  inventory: t('The carrier may ask for an address.'),
}

/** Asks once, with the price and what is left of the balance. What is missing is said before, not after. */
export function BuyDialog({ offer, onClose }: { offer: AvailableNumber; onClose: () => void }) {
  const { client, ask } = useDesk()
  const balance = useDeskState(state => state.balance)
  const methods = useQuery(ask.account.listPaymentMethods.queryOptions({ input: {} }))
  const [adding, setAdding] = useState<'money' | 'method' | null>(null)
  const number = formatPhone(offer.phone_number)
  const buyOnce = useOnce(client.phoneNumbers.purchase)
  const buy = useChange(buyOnce, {
    about: [balance, methods.data],
    onDone({ data }) {
      onClose()
      tell(t('{number} is yours', { number }))
      go(`/numbers/${data.id}`)
    },
  })
  const left = balance === null ? null : sum(balance, -offer.price)
  const missing = left !== null && left < 0 ? -left : null
  const hasMethod = methods.data === undefined || methods.data.length > 0
  // What is lacking is added here: the number that was chosen is not lost.
  const close = () => setAdding(null)
  if (adding === 'money') return <TopUpDialog onClose={close} />
  if (adding === 'method') return <PaymentDialog onClose={close} />
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Rent {number} for {price} a month?', { number, price: money(offer.price) })}
      size={440}
      centered
      withCloseButton={false}
      styles={{ title: { fontWeight: 600 } }}
    >
      <div className="stack">
        <KeyValue
          width={150}
          rows={[
            [t('Taken now'), <Money key="now" value={offer.price} />],
            [t('Balance'), balance === null ? '–' : <Money key="balance" value={balance} />],
            [t('Left after it'), left === null || left < 0 ? '–' : <Money key="left" value={left} />],
            [t('Then'), t('{price} each month on this day, until it is released', { price: money(offer.price) })],
          ]}
        />
        {addresses[offer.address_requirements] && <p className="soft">{addresses[offer.address_requirements]}</p>}
        {missing !== null && (
          <Notice
            tone="warn"
            title={t('{amount} is missing', { amount: money(missing) })}
            action={
              <button type="button" className="link" onClick={() => setAdding('money')}>
                {t('Top up')}
              </button>
            }
          >
            {t('The first month is paid from the balance.')}
          </Notice>
        )}
        {!hasMethod && (
          <Notice
            tone="warn"
            title={t('No payment method is on file')}
            action={
              <button type="button" className="link" onClick={() => setAdding('method')}>
                {t('Add one')}
              </button>
            }
          >
            {t('A number can be rented once there is one.')}
          </Notice>
        )}
        {buy.failed && <Notice tone="bad" title={buy.failed} />}
        <div className="row">
          <Button
            variant="filled"
            loading={buy.isBusy}
            disabled={missing !== null || !hasMethod}
            onClick={() => void buy.run({ phone_number: offer.phone_number })}
          >
            {t('Rent it')}
          </Button>
          <Button data-autofocus onClick={onClose}>
            {t('Cancel')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
