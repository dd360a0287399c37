import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { PaneSection } from '../../parts/DetailPane'
import { t } from '../../words/words'
import { DoneBy, ForecastWarnings, LeadsLeft, WhatToExpect } from './ForecastView'
import css from './forecast.module.css'
import { RehearsalProgress, RehearsalTrouble, RehearsedAt } from './RehearsalPanel'
import { useRehearsalOf, useSavedRehearsal } from './rehearsal'

interface Props {
  campaignId: number
  zone: string
  /** Epoch milliseconds, not finer than a minute. */
  now: number
  /** What is changed in the form, as it would be sent. */
  changes: Record<string, unknown>
  /** A rehearsal of what is in the form is possible: no field has an error. */
  isSound: boolean
}

/** Beside the form: what the settings in it would lead to, before they are saved, and what the saved ones lead to. */
export function RehearseChange({ campaignId, zone, now, changes, isSound }: Props) {
  const isChanged = Object.keys(changes).length > 0
  const saved = useSavedRehearsal(campaignId)
  const changed = useRehearsalOf(campaignId, JSON.stringify(changes))
  const { done, running, isOther, start } = isChanged ? changed : { ...saved, isOther: false }
  const rehearse = () => {
    void start.run(isChanged ? changes : undefined)
    // To compare with.
    if (isChanged && !saved.done && !saved.running) void saved.start.run(undefined)
  }
  const forecast = done?.forecast
  const before = saved.done?.forecast
  // Only with one of the same leads.
  const compared = isChanged && before?.leads.total === forecast?.leads.total ? before : null
  return (
    <PaneSection
      title={isChanged ? t('With these settings') : t('Rehearsal')}
      action={forecast && !running && !isOther && <RehearsedAt done={done!} zone={zone} />}
    >
      <div className={css.result}>
        <RehearsalTrouble rehearsing={isChanged ? changed : saved} />
        {running ? (
          <RehearsalProgress running={running} onCancel={(isChanged ? changed : saved).cancel.run} />
        ) : (
          <>
            {forecast && (
              <div style={isOther ? { opacity: 0.55 } : undefined}>
                <DoneBy forecast={forecast} now={now} than={compared} />
                {forecast.buckets.length > 0 && <LeadsLeft forecast={forecast} />}
              </div>
            )}
            {!forecast && (
              <p className="soft">
                {isChanged
                  ? t('See what the change leads to before it is saved. Nobody is called.')
                  : t('See when it would be done, whom it would reach and what it would cost. Nobody is called.')}
              </p>
            )}
            {isOther && <p className="dim">{t('The settings have changed since.')}</p>}
            <div>
              <Button
                size="xs"
                loading={start.isBusy}
                disabled={!isSound}
                onClick={rehearse}
                leftSection={<IconRefresh size={13} aria-hidden />}
              >
                {forecast ? t('Run again') : isChanged ? t('Rehearse the change') : t('Rehearse it')}
              </Button>
            </div>
            {forecast && !isOther && (
              <>
                <WhatToExpect forecast={forecast} than={compared} />
                <ForecastWarnings warnings={forecast.warnings} />
              </>
            )}
          </>
        )}
      </div>
    </PaneSection>
  )
}
