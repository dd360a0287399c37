import { Button } from '@mantine/core'
import { Notice } from '../parts/Notice'
import type { Stopping } from '../stores/stop'
import { useClock } from '../stores/use-clock'
import { useDesk, useDeskState } from '../stores/use-desk'
import { t } from '../words/words'
import css from './AppFrame.module.css'

/** What a person must know on every page: a stop that did not get through, or that what is shown may be old. */
export function Trouble() {
  const stopping = useDeskState(state => state.stopping)
  const isLost = useDeskState(state => state.connection === 'lost')
  if (!stopping?.isLate && !isLost) return null
  return (
    <div className={css.lost}>
      {stopping?.isLate ? (
        <NotThrough stopping={stopping} />
      ) : (
        <Notice tone="warn" title={t('The connection to the service is lost')}>
          {t('What is shown may be old. It is tried again every two seconds.')}
        </Notice>
      )}
    </div>
  )
}

const words = { pause: t('Pause'), halt: t('Stop all') }

function NotThrough({ stopping: { kind, since } }: { stopping: Stopping }) {
  const { giveUpStop } = useDesk()
  // Real seconds, at any speed of the simulator.
  const seconds = useClock(() => Math.floor((Date.now() - since) / 1000))
  return (
    <Notice
      tone="bad"
      title={t('{what} has not got through for {n, plural, one {# second} other {# seconds}}', {
        what: words[kind],
        n: seconds,
      })}
      action={<Button onClick={giveUpStop}>{t('Do not stop')}</Button>}
    >
      {t('The service does not answer. It is tried again all the time.')}
    </Notice>
  )
}
