import { Button, Popover, Tooltip } from '@mantine/core'
import { IconHandStop, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { counted } from '../../contract/words'
import { Dot } from '../parts/StatusBadge'
import { useDeskState } from '../stores/use-desk'
import { states } from '../theme/states'
import css from './DialingControl.module.css'
import { stopAll, useDialing } from './use-dialing'

/** Shows the dialing state and switches it. Pause is one click. Stop all asks first, with the number of calls. */
export function DialingControl() {
  const dialing = useDeskState(state => state.dialing)
  const live = useDeskState(state => state.live) ?? 0
  const lines = useDeskState(state => state.settings?.max_calls_in_parallel)
  const connected = useDeskState(state => state.connected)
  const [asking, setAsking] = useState(false)
  const { tryChange, failed, isBusy } = useDialing()
  const state = connected ? (dialing?.state ?? 'offline') : 'offline'
  // On, and yet waiting: the clocks differ.
  const waits = state === 'dialing' ? (dialing?.reason ?? null) : null
  const { word, role } = waits ? { word: 'Dialing waits', role: 'warn' as const } : states.dialing[state]

  return (
    <fieldset className={css.control} data-role={role} aria-label="Dialing">
      <span className={css.state} role="status">
        <Dot role={role} moving={state === 'dialing' && live > 0} />
        <Tooltip label={waits} disabled={!waits} multiline w={300}>
          <b>{state === 'dialing' && live === 0 && !waits ? 'Dialing on' : word}</b>
        </Tooltip>
        {lines !== undefined && (
          <Tooltip label={`${counted(live, 'call')} on ${counted(lines, 'line')}`}>
            <a href="#/calls">
              {live}
              <span> of {counted(lines, 'line')}</span>
            </a>
          </Tooltip>
        )}
        {failed && <span className="danger">{failed}</span>}
      </span>
      {state === 'dialing' ? (
        <Tooltip label="Running calls go on; no new ones start">
          <button type="button" aria-busy={isBusy || undefined} onClick={() => tryChange('pause')}>
            <IconPlayerPauseFilled size={12} aria-hidden />
            Pause
          </button>
        </Tooltip>
      ) : (
        <button
          type="button"
          disabled={state === 'offline'}
          aria-busy={isBusy || undefined}
          onClick={() => tryChange('resume')}
        >
          <IconPlayerPlayFilled size={12} aria-hidden />
          Resume
        </button>
      )}
      <Popover opened={asking} onChange={setAsking} trapFocus returnFocus position="bottom-end" width={292}>
        <Popover.Target>
          <button
            type="button"
            className={css.stop}
            aria-haspopup="dialog"
            disabled={state === 'offline'}
            onClick={() => setAsking(true)}
          >
            <IconHandStop size={14} stroke={2} aria-hidden />
            Stop all
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Stop all calls">
          <strong>{stopAll.question(live)}</strong>
          <p className={css.why}>{stopAll.why}</p>
          <div className="row">
            <Button
              variant="filled"
              data-danger
              loading={isBusy}
              onClick={() => tryChange('halt').then(() => setAsking(false))}
            >
              Stop all now
            </Button>
            {/* It has the focus, so that Enter by mistake changes nothing. */}
            <Button data-autofocus onClick={() => setAsking(false)}>
              Keep dialing
            </Button>
          </div>
        </Popover.Dropdown>
      </Popover>
    </fieldset>
  )
}
