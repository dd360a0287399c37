import { Button, Popover, Tooltip } from '@mantine/core'
import { IconHandStop, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { Dot } from '../parts/StatusBadge'
import { useDesk, useDeskState } from '../stores/use-desk'
import { states } from '../theme/states'
import css from './DialingControl.module.css'

/** The one machine switch. Pause is one click; stopping everything asks once, and says what will happen in numbers. */
export function DialingControl() {
  const { client, store } = useDesk()
  const dialing = useDeskState(state => state.dialing)
  const live = useDeskState(state => state.live) ?? 0
  const lines = useDeskState(state => state.settings?.max_calls_in_parallel)
  const connected = useDeskState(state => state.connected)
  const [asking, setAsking] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const state = connected ? (dialing?.state ?? 'offline') : 'offline'
  const { word, role } = states.dialing[state]

  // The answer shows at once; the event that follows says the same.
  const set = async (to: 'pause' | 'resume' | 'halt') => {
    try {
      const { data } = await client.dialing[to]({})
      store.setState({ dialing: data })
      setFailed(null)
    } catch (error) {
      setFailed((error as Error).message)
    }
  }

  return (
    <fieldset className={css.control} data-role={role} aria-label="Dialing">
      <span className={css.state} role="status">
        <Dot role={role} moving={state === 'dialing' && live > 0} />
        <b>{state === 'dialing' && live === 0 ? 'Dialing on' : word}</b>
        {lines !== undefined && (
          <Tooltip label={`${live} calls on ${lines} lines`}>
            <a href="#/calls">
              {live}
              <span> of {lines} lines</span>
            </a>
          </Tooltip>
        )}
        {failed && <span className="danger">{failed}</span>}
      </span>
      {state === 'dialing' ? (
        <Tooltip label="Running calls go on; no new ones start">
          <button type="button" onClick={() => set('pause')}>
            <IconPlayerPauseFilled size={12} aria-hidden />
            Pause
          </button>
        </Tooltip>
      ) : (
        <button type="button" disabled={state === 'offline'} onClick={() => set('resume')}>
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
          <strong>
            Hang up {live} {live === 1 ? 'call' : 'calls'} and stop every campaign?
          </strong>
          <p className={css.why}>
            People on the line are cut off. Leads keep their place. To go on: resume dialing, then start each campaign
            again.
          </p>
          <div className="row">
            <Button
              data-autofocus
              variant="filled"
              data-danger
              onClick={() => {
                setAsking(false)
                void set('halt')
              }}
            >
              Stop all now
            </Button>
            <Button onClick={() => setAsking(false)}>Keep dialing</Button>
          </div>
        </Popover.Dropdown>
      </Popover>
    </fieldset>
  )
}
