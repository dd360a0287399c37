import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { Rehearsal } from '../../../contract/rehearsals'
import { count } from '../../parts/format'
import { Notice } from '../../parts/Notice'
import { Panel } from '../../parts/Panel'
import { ProgressBar } from '../../parts/ProgressBar'
import { Time } from '../../parts/values'
import { said } from '../../words/said'
import { t } from '../../words/words'
import { basisOf, DoneBy, ExpectedChart, ForecastWarnings, WhatBecomes, WhatToExpect } from './ForecastView'
import css from './forecast.module.css'
import type { Rehearsing } from './rehearsal'

/** Before the start: what a campaign would do, rehearsed with its leads without calling anybody. */
export function RehearsalPanel({
  rehearsing,
  left,
  zone,
  now,
}: {
  rehearsing: Rehearsing
  /** How many leads are still to be reached. */
  left: number
  zone: string
  /** Epoch milliseconds, not finer than a minute. */
  now: number
}) {
  const { done, running, failed, start, isLoaded } = rehearsing
  const rehearsed = done?.forecast
  // What was rehearsed with other leads is no plan any more.
  const forecast = rehearsed?.leads.total === left ? rehearsed : null
  return (
    <Panel
      title={t('Rehearsal')}
      count={done && !running && <RehearsedAt done={done} zone={zone} />}
      action={forecast && !running && <AgainButton rehearsing={rehearsing} />}
    >
      <RehearsalTrouble rehearsing={rehearsing} />
      {running ? (
        <RehearsalProgress running={running} onCancel={rehearsing.cancel.run} />
      ) : forecast ? (
        <div className={css.result}>
          <div className={css.columns}>
            <div className={css.result}>
              <DoneBy forecast={forecast} now={now} />
              <WhatBecomes forecast={forecast} />
            </div>
            <WhatToExpect forecast={forecast} />
          </div>
          {forecast.dials.expected > 0 && <ExpectedChart forecast={forecast} height={132} />}
          <ForecastWarnings warnings={forecast.warnings} />
        </div>
      ) : (
        <div className={css.asked}>
          <p>
            {rehearsed
              ? t(
                  'It was rehearsed with {before, plural, one {# lead} other {# leads}} still to reach. Now there are {left, number}: rehearse it again to see what to expect.',
                  { before: rehearsed.leads.total, left },
                )
              : t('See when it would be done, whom it would reach and what it would cost. Nobody is called.')}
          </p>
          <Button
            loading={start.isBusy}
            disabled={!isLoaded}
            onClick={() => start.run(undefined)}
            leftSection={<IconRefresh size={14} aria-hidden />}
          >
            {failed || rehearsed ? t('Rehearse again') : t('Rehearse it')}
          </Button>
        </div>
      )}
    </Panel>
  )
}

export const RehearsedAt = ({ done, zone }: { done: Rehearsal; zone: string }) => (
  <>
    {basisOf(done)} · <Time at={done.created_at} zone={zone} />
  </>
)

export const AgainButton = ({ rehearsing: { start } }: { rehearsing: Rehearsing }) => (
  <Button
    size="xs"
    loading={start.isBusy}
    leftSection={<IconRefresh size={13} aria-hidden />}
    onClick={() => start.run(undefined)}
  >
    {t('Run again')}
  </Button>
)

/** Why the last rehearsal was refused, or broke off. */
export function RehearsalTrouble({ rehearsing: { start, cancel, failed, done } }: { rehearsing: Rehearsing }) {
  const text = start.failed ?? cancel.failed ?? (failed?.error && !done ? said(failed.error) : null)
  return text ? <Notice tone="bad" title={text} /> : null
}

/** How far a rehearsal is, in leads of all runs, and a button that ends it. */
export function RehearsalProgress({ running, onCancel }: { running: Rehearsal; onCancel: (id: number) => unknown }) {
  const { done, expected } = running.progress
  return (
    <div className={css.running}>
      <div>
        <span className="soft">
          {t('Rehearsing: {done} of {expected} leads, in all runs', { done: count(done), expected: count(expected) })}
        </span>
        <Button size="xs" onClick={() => onCancel(running.id)}>
          {t('Cancel')}
        </Button>
      </div>
      <ProgressBar label={t('Rehearsal')} done={done} total={expected} />
    </div>
  )
}
