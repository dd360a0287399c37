import { Button, Popover } from '@mantine/core'
import { IconPhoneOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { CallSummary } from '../../../contract/calls'
import { RowAction } from '../../parts/DataTable'
import { useChange } from '../../stores/use-change'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import { whoIs } from './call-text'
import css from './calls.module.css'

/** A button that ends a running call, after it has asked. */
export function HangUp({ call, icon }: { call: CallSummary; icon?: boolean }) {
  const { client } = useDesk()
  const [asking, setAsking] = useState(false)
  const hangUp = useChange(() => client.calls.hangUp({ id: call.id }), {
    about: call.status,
    onDone: () => setAsking(false),
  })
  const who = whoIs(call)
  const ask = () => {
    hangUp.dismiss()
    setAsking(true)
  }
  return (
    <Popover opened={asking} onChange={setAsking} trapFocus returnFocus position="bottom-end" width={272}>
      <Popover.Target>
        {icon ? (
          <RowAction label={t('Hang up on {who}', { who })} word={!asking && t('Hang up')} onClick={ask}>
            <IconPhoneOff size={15} />
          </RowAction>
        ) : (
          <Button leftSection={<IconPhoneOff size={15} aria-hidden />} onClick={ask}>
            {t('Hang up')}
          </Button>
        )}
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Hang up')}>
        <strong>{t('Hang up on {who}?', { who })}</strong>
        <p className={css.why}>
          {call.status === 'in-progress'
            ? t('They are cut off at once. The call counts as talked.')
            : call.campaign_id !== null
              ? t('It stops ringing and counts as not answered; the campaign may try again.')
              : t('It stops ringing and counts as not answered.')}
        </p>
        {hangUp.failed && <p className={`danger ${css.why}`}>{hangUp.failed}</p>}
        <div className="row">
          <Button variant="filled" data-danger loading={hangUp.isBusy} onClick={() => hangUp.run(undefined)}>
            {t('Hang up now')}
          </Button>
          {/* It has the focus, so that Enter by mistake hangs up on nobody. */}
          <Button data-autofocus onClick={() => setAsking(false)}>
            {t('Let it go on')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
