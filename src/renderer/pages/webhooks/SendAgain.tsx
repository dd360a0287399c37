import { ActionIcon, Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import type { Delivery, DeliverySummary } from '../../../contract/webhooks'
import { RowAction } from '../../parts/DataTable'
import { Notice } from '../../parts/Notice'
import { putRight, warn } from '../../parts/tell'
import { tip } from '../../parts/tips/tip'
import { t } from '../../words/words'
import { aboutWhom } from './delivery-text'
import { useRedeliver, type useSendAgain } from './use-send-again'

type Sending = ReturnType<typeof useSendAgain>

/** Sends a delivery again; an icon where there is little room. */
export function SendAgain({ delivery, sending, icon }: { delivery: Delivery; sending: Sending; icon?: boolean }) {
  const isOff = delivery.status === 'delivering' || sending.isBusy
  // Not `disabled`: the button would lose the focus while it is sent.
  const shared = {
    'aria-disabled': isOff || undefined,
    'data-disabled': isOff || undefined,
    onClick: () => void (!isOff && sending.run(undefined)),
  }
  if (icon)
    return (
      <ActionIcon
        size={22}
        aria-label={t('Send again')}
        {...shared}
        {...tip(t('Send again now, to the URL that the assistant has now'))}
      >
        <IconSend size={14} />
      </ActionIcon>
    )
  return (
    <Button
      leftSection={<IconSend size={15} aria-hidden />}
      {...shared}
      {...tip(t('Send again now, to the URL that the assistant has now'))}
    >
      {t('Send again')}
    </Button>
  )
}

/** What came of sending it again. The line is there, and empty, from the start, so that it is read when it changes. */
export const SentAgain = ({ sending, className }: { sending: Sending; className?: string }) => (
  <>
    <p role="status" className={className}>
      {sending.result === 'sending' && t('It is being sent again …')}
      {sending.result === 'accepted' && t('Sent again, and accepted')}
      {sending.result === 'refused' && t('Sent again, and refused')}
    </p>
    {sending.failed && <Notice tone="bad" title={sending.failed} />}
  </>
)

/** Sends the delivery of a row again. */
export function SendRowAgain({ delivery }: { delivery: DeliverySummary }) {
  const sending = useRedeliver(delivery)
  return (
    <RowAction
      label={t('Send again: {who}', { who: aboutWhom(delivery) })}
      word={t('Send again')}
      disabled={delivery.status === 'delivering' || sending.isBusy}
      onClick={async () => {
        const about = `delivery ${delivery.id}`
        if (await sending.run(undefined)) putRight(about)
        else warn(t('The webhook was not sent again.'), { about })
      }}
    >
      <IconSend size={15} />
    </RowAction>
  )
}
