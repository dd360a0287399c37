import { Modal } from '@mantine/core'
import { useState } from 'react'
import { lazily } from '../../shell/lazy-page'
import { t } from '../../words/words'
import type { CallFormProps } from './CallForm'

type Props = CallFormProps & { opened: boolean }

const formCode = lazily<CallFormProps>(async () => (await import('./CallForm')).CallForm)

/** Calls one number with an assistant. The code of forms is loaded when it is first opened. */
export function CallDialog(props: Props) {
  const [wasOpened, setWasOpened] = useState(props.opened)
  if (props.opened && !wasOpened) setWasOpened(true)
  return wasOpened && <LoadedDialog {...props} />
}

function LoadedDialog({ opened, onClose, ...given }: Props) {
  const Form = formCode.use()
  // It opens with its form, whose first field takes the focus.
  if (typeof Form === 'string') return null
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('Call a number')}
      size={400}
      closeButtonProps={{ 'aria-label': t('Close') }}
      styles={{ title: { fontWeight: 600 } }}
    >
      <Form onClose={onClose} {...given} />
    </Modal>
  )
}
