import { Button, Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Notice } from './Notice'

interface Props {
  opened: boolean
  /** What will happen, with the numbers, as a question. */
  title: string
  children?: ReactNode
  /** What the dangerous button says, and the other one. */
  action: string
  keep: string
  onAct: () => Promise<unknown>
  onKeep: () => void
  /** It is gone, and has given the focus back to where it was, if that is still there. */
  onGone?: () => void
}

/** Asked once before something is lost. Esc and Enter both keep it. */
export function Question({ opened, title, children, action, keep, onAct, onKeep, onGone }: Props) {
  const [failed, setFailed] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const close = () => {
    setFailed(null)
    onKeep()
  }
  const act = async () => {
    setBusy(true)
    try {
      await onAct()
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
      onExitTransitionEnd={onGone}
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
          <Button variant="filled" data-danger loading={isBusy} onClick={act}>
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
