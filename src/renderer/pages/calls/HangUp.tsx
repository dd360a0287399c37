import { Button, Popover } from '@mantine/core'
import { IconPhoneOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { CallSummary } from '../../../contract/calls'
import { RowAction } from '../../parts/DataTable'
import { useDesk } from '../../stores/use-desk'
import { whoIs } from './call-text'
import css from './calls.module.css'

/** A button that ends a running call, after it has asked. */
export function HangUp({ call, icon }: { call: CallSummary; icon?: boolean }) {
  const { client } = useDesk()
  const [asking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const who = whoIs(call)
  async function hangUp() {
    if (isBusy) return
    setBusy(true)
    setFailed(null)
    try {
      await client.calls.hangUp({ id: call.id })
      setAsking(false)
    } catch (error) {
      setFailed((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  const ask = () => {
    setFailed(null)
    setAsking(true)
  }
  return (
    <Popover opened={asking} onChange={setAsking} trapFocus returnFocus position="bottom-end" width={272}>
      <Popover.Target>
        {icon ? (
          <RowAction label={`Hang up on ${who}`} word={!asking && 'Hang up'} onClick={ask}>
            <IconPhoneOff size={15} />
          </RowAction>
        ) : (
          <Button leftSection={<IconPhoneOff size={15} aria-hidden />} onClick={ask}>
            Hang up
          </Button>
        )}
      </Popover.Target>
      <Popover.Dropdown aria-label="Hang up">
        <strong>Hang up on {who}?</strong>
        <p className={css.why}>
          {call.status === 'in-progress'
            ? 'They are cut off at once. The call counts as talked.'
            : call.campaign_id !== null
              ? 'It stops ringing and counts as not answered; the campaign may try again.'
              : 'It stops ringing and counts as not answered.'}
        </p>
        {failed && <p className={`danger ${css.why}`}>{failed}</p>}
        <div className="row">
          <Button variant="filled" data-danger loading={isBusy} onClick={hangUp}>
            Hang up now
          </Button>
          {/* It has the focus, so that Enter by mistake hangs up on nobody. */}
          <Button data-autofocus onClick={() => setAsking(false)}>
            Let it go on
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
