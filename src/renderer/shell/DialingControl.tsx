import { Button, Popover } from '@mantine/core'
import { IconHandStop, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Dot } from '../parts/StatusBadge'
import { tip } from '../parts/tips/tip'
import { usePlace } from '../router'
import { useDesk, useDeskState, useOnLine } from '../stores/use-desk'
import { states } from '../theme/states'
import { said } from '../words/said'
import { t } from '../words/words'
import css from './DialingControl.module.css'
import { stopAll, useDialing } from './use-dialing'

/** While the service has not answered. */
const onTheWay = { pause: t('Pausing'), halt: t('Stopping') }

/** Shows the dialing state and switches it. Pause is one click. Stop all asks first, with the number of calls. */
export function DialingControl() {
  const { giveUpStop } = useDesk()
  const dialing = useDeskState(state => state.dialing)
  const live = useOnLine() ?? 0
  const lines = useDeskState(state => state.settings?.max_calls_in_parallel)
  const isLost = useDeskState(state => state.connection === 'lost')
  const [asking, setAsking] = useState(false)
  /** What the last halt did, in the service's words. */
  const [done, setDone] = useState<string | null>(null)
  const { pause, resume, halt, failed, dismiss, stopping, isBusy } = useDialing()
  const { path } = usePlace()
  // Neither the question nor what was done belongs to the next page. A stop that is on its way goes on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page is left
  useEffect(() => setAsking(false), [path])
  const haltAndTell = async () => setDone((await halt()) ?? null)
  const keepDialing = () => {
    // It may be on its way and not get through. A pause that is on its way goes on.
    if (stopping === 'halt') giveUpStop()
    setAsking(false)
  }
  const state = isLost || !dialing ? 'offline' : dialing.state
  // On, and yet waiting: the clocks differ.
  const waits = state === 'dialing' ? dialing?.reason && said(dialing.reason) : null
  const { word, role } = stopping
    ? { word: onTheWay[stopping], role: 'warn' as const }
    : waits
      ? { word: t('Dialing waits'), role: 'warn' as const }
      : states.dialing[state]

  return (
    <fieldset className={css.control} data-role={role} aria-label={t('Dialing')}>
      <span className={css.state} role="status">
        <Dot role={role} moving={state === 'dialing' && live > 0} />
        <b {...tip(waits)}>{state === 'dialing' && live === 0 && !waits && !stopping ? t('Dialing on') : word}</b>
        {/* The state stands before it and has no length until it is known. */}
        {dialing && lines !== undefined && (
          <a
            href="#/calls"
            {...tip(
              t('{n, plural, one {# call} other {# calls}} on {lines, plural, one {# line} other {# lines}}', {
                n: live,
                lines,
              }),
            )}
          >
            {live}
            <span> {t('of {lines, plural, one {# line} other {# lines}}', { lines })}</span>
          </a>
        )}
      </span>
      {state === 'dialing' ? (
        <button
          type="button"
          aria-busy={isBusy || undefined}
          onClick={pause}
          {...tip(t('Running calls go on; no new ones start'))}
        >
          <IconPlayerPauseFilled size={12} aria-hidden />
          {t('Pause')}
        </button>
      ) : (
        <button type="button" disabled={state === 'offline'} aria-busy={isBusy || undefined} onClick={resume}>
          <IconPlayerPlayFilled size={12} aria-hidden />
          {t('Resume')}
        </button>
      )}
      <Popover opened={asking} onChange={setAsking} trapFocus returnFocus position="bottom-end" width={292}>
        <Popover.Target>
          <button
            type="button"
            className={css.stop}
            aria-haspopup="dialog"
            onClick={() => {
              setDone(null)
              setAsking(true)
            }}
          >
            <IconHandStop size={14} stroke={2} aria-hidden />
            {t('Stop all')}
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('Stop all calls')}>
          {done === null ? (
            <>
              <strong>{stopAll.question(live)}</strong>
              <p className={css.why}>{stopAll.why}</p>
              {failed && <p className={`danger ${css.why}`}>{failed}</p>}
              <div className="row">
                <Button variant="filled" data-danger loading={stopping === 'halt'} onClick={haltAndTell}>
                  {t('Stop all now')}
                </Button>
                {/* It has the focus, so that Enter by mistake changes nothing. */}
                <Button data-autofocus onClick={keepDialing}>
                  {t('Keep dialing')}
                </Button>
              </div>
            </>
          ) : (
            <>
              <strong role="status">{done}</strong>
              <p className={css.why}>{stopAll.goOn}</p>
              {/* The button that had the focus is gone. */}
              <Button ref={close => close?.focus()} onClick={() => setAsking(false)}>
                {t('Close')}
              </Button>
            </>
          )}
        </Popover.Dropdown>
      </Popover>
      {/* Why a change was refused hangs below the control, because the header has no room for a sentence. */}
      <Popover
        opened={failed !== null && !asking}
        onChange={dismiss}
        withRoles={false}
        hideDetached={false}
        position="bottom-end"
        width={292}
      >
        <Popover.Target>
          <span className={css.below} />
        </Popover.Target>
        <Popover.Dropdown role="alert" className="danger">
          {failed}
        </Popover.Dropdown>
      </Popover>
    </fieldset>
  )
}
