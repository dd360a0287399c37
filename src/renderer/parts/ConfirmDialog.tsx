import { Button, Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useDesk } from '../stores/use-desk'
import { Notice } from './Notice'

interface Props {
  opened: boolean
  /** A question that says what will happen, with numbers. */
  title: string
  children?: ReactNode
  /** The text of the button that does it. */
  action: string
  /** The text of the button that cancels. */
  keep: string
  /** Nothing is lost by it: the button is not red. */
  mild?: boolean
  onAct: () => Promise<unknown>
  onKeep: () => void
  /** Called after the dialog has closed and the focus has returned to where it was, if that still exists. */
  onClosed?: () => void
}

/** Asks before something is lost. Esc and Enter both cancel. */
export function ConfirmDialog({ opened, title, children, action, keep, mild, onAct, onKeep, onClosed }: Props) {
  const desk = useDesk()
  const [failed, setFailed] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const close = () => {
    setFailed(null)
    onKeep()
  }
  const act = async () => {
    setBusy(true)
    try {
      await desk.quietly(onAct)
      // The page of what was deleted has been left then.
      setTimeout(desk.hurry)
      setFailed(null)
    } catch (error) {
      setFailed((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      onExitTransitionEnd={onClosed}
      title={title}
      size={420}
      centered
      withCloseButton={false}
      styles={{ title: { fontWeight: 600 } }}
    >
      <div className="stack">
        {children && <div className="soft">{children}</div>}
        {failed && <Notice tone="bad" title={failed} />}
        <div className="row">
          <Button variant="filled" data-danger={!mild || undefined} loading={isBusy} onClick={act}>
            {action}
          </Button>
          <Button data-autofocus onClick={close}>
            {keep}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
