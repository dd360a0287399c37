import { useEffect, useRef } from 'react'
import { isOnLine } from '../../../contract/statuses'
import { DetailPane, PaneSection, PaneState } from '../../parts/DetailPane'
import { Notice } from '../../parts/Notice'
import { PaneSteps } from '../../parts/PaneSteps'
import { StatusBadge } from '../../parts/StatusBadge'
import { usePlace } from '../../router'
import { said } from '../../words/said'
import { t } from '../../words/words'
import { CallTime } from './CallTime'
import { stateOf, whoIs } from './call-text'
import css from './calls.module.css'
import { Deliveries } from './Deliveries'
import { useFind } from './FindWords'
import { HangUp } from './HangUp'
import { RecordingPlayer, SyncedTranscript } from './Playback'
import { Cost, Evaluation, Record } from './sections'
import { useCall, useTranscript } from './use-call'
import { useRecording } from './use-recording'

interface Props {
  id: number
  /** The address of the page of this call. */
  link: string
  newer?: () => void
  older?: () => void
  onClose: () => void
}

/** One call in a pane beside the log: its state, recording, transcript, evaluation, webhook deliveries and cost. */
export function CallPane({ id, link, newer, older, onClose }: Props) {
  const pane = useRef<HTMLElement>(null)
  const { data: call, error } = useCall(id)
  const player = useRecording(call)
  const transcript = useTranscript(call)
  const { query } = usePlace()
  const { find } = useFind(transcript.turns, query.get('search') ?? undefined)
  useEffect(() => pane.current?.focus(), [])
  return (
    <DetailPane
      ref={pane}
      label={t('Call')}
      title={call ? whoIs(call) : t('Call')}
      width={372}
      head={53}
      onClose={onClose}
      actions={
        <PaneSteps up={{ word: t('Newer call'), go: newer }} down={{ word: t('Older call'), go: older }} page={link} />
      }
    >
      {error && (
        <div className={css.notice}>
          <Notice tone="bad" title={t('The call cannot be shown')}>
            {error.message}
          </Notice>
        </div>
      )}
      {call && (
        <>
          <PaneState>
            <StatusBadge kind="call" name={stateOf(call)} look="pill" />
            <span className={css.when}>
              <CallTime call={call} />
            </span>
            {isOnLine(call.status) && <HangUp call={call} />}
          </PaneState>
          {call.warnings.length > 0 && (
            <div className={css.notice}>
              <Notice tone="warn" title={said(call.warnings[0]!)}>
                {call.warnings.slice(1).map(said).join(' ')}
              </Notice>
            </div>
          )}
          {player.file && (
            <div className={css.smallWave}>
              <RecordingPlayer small player={player} turns={transcript.turns} />
              {player.failed && <p className="danger">{player.failed}</p>}
            </div>
          )}
          <PaneSection title={t('Transcript')}>
            {transcript.turns.length === 0 ? (
              <p className="dim">{transcript.live ? t('Nothing was said yet.') : t('Nothing was said.')}</p>
            ) : (
              <SyncedTranscript transcript={transcript} player={player} find={find} />
            )}
          </PaneSection>
          {call.evaluation.length > 0 && <Evaluation call={call} />}
          {call.deliveries.length > 0 && <Deliveries key={call.id} call={call} />}
          {call.cost_items.length > 0 && <Cost call={call} />}
          <Record call={call} />
        </>
      )}
    </DetailPane>
  )
}
