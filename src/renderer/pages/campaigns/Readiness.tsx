import { IconAlertTriangleFilled, IconCircleCheckFilled } from '@tabler/icons-react'
import { useDeskState } from '../../stores/use-desk'
import type { Hours } from '../../week'
import { t } from '../../words/words'
import { readiness } from './campaign-text'
import css from './campaigns.module.css'

/** The conditions for a start, and which of them are met. */
export function Readiness(given: { leads: number; assistant: string | null; hours: Hours }) {
  const balance = useDeskState(state => state.balance)
  const minute = useDeskState(state => state.settings?.rates.call_minute)
  const isHalted = useDeskState(state => state.dialing?.state === 'halted')
  return (
    <ul className={css.ready}>
      {readiness({ ...given, balance, minute, isHalted }).map(({ ok, word, note }) => (
        <li key={word} data-ok={ok}>
          {ok ? (
            <IconCircleCheckFilled size={14} aria-label={t('ready')} />
          ) : (
            <IconAlertTriangleFilled size={14} aria-label={t('not ready')} />
          )}
          <span>
            {word}
            {note && <span className="dim"> {note}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}
