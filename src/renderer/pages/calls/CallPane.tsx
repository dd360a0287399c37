import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowsDiagonal, IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { isOnLine } from '../../../contract/calls'
import { DetailPane, PaneSection } from '../../parts/DetailPane'
import { Notice } from '../../parts/Notice'
import { StatusBadge } from '../../parts/StatusBadge'
import { CallTime } from './CallTime'
import css from './calls.module.css'
import { Deliveries } from './Deliveries'
import { HangUp } from './HangUp'
import { Lines, Sound } from './Hearing'
import { Cost, Evaluation, Record } from './sections'
import { useCall, useTalk } from './use-call'
import { useRecording } from './use-recording'
import { stateOf, whoIs } from './words'

interface Props {
  id: number
  /** The page of this call alone. */
  link: string
  newer?: () => void
  older?: () => void
  onClose: () => void
}

/** One call beside the log: how it went, what was said as it is said, what it cost, whom it told. */
export function CallPane({ id, link, newer, older, onClose }: Props) {
  const pane = useRef<HTMLElement>(null)
  const { data: call, error } = useCall(id)
  const player = useRecording(call)
  const talk = useTalk(call)
  useEffect(() => pane.current?.focus(), [])
  return (
    <DetailPane
      ref={pane}
      label="Call"
      title={call ? whoIs(call) : 'Call'}
      width={372}
      head={53}
      onClose={onClose}
      actions={
        <>
          <Tooltip label="Newer call">
            <ActionIcon aria-label="Newer call" disabled={!newer} onClick={newer}>
              <IconChevronUp size={15} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Older call">
            <ActionIcon aria-label="Older call" disabled={!older} onClick={older}>
              <IconChevronDown size={15} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Open the whole page">
            <ActionIcon component="a" href={link} aria-label="Open the whole page">
              <IconArrowsDiagonal size={15} />
            </ActionIcon>
          </Tooltip>
        </>
      }
    >
      {error && (
        <div className={css.notice}>
          <Notice tone="bad" title="The call cannot be shown">
            {error.message}
          </Notice>
        </div>
      )}
      {call && (
        <>
          <div className={css.state}>
            <StatusBadge kind="call" name={stateOf(call)} look="pill" />
            <span className={css.when}>
              <CallTime call={call} />
            </span>
            {isOnLine(call.status) && <HangUp call={call} />}
          </div>
          {call.warnings.length > 0 && (
            <div className={css.notice}>
              <Notice tone="warn" title={call.warnings[0]}>
                {call.warnings.slice(1).join(' ')}
              </Notice>
            </div>
          )}
          {player.file && (
            <div className={css.smallWave}>
              <Sound small player={player} turns={talk.turns} />
              {player.failed && <p className="danger">{player.failed}</p>}
            </div>
          )}
          <PaneSection title="Said">
            {talk.turns.length === 0 ? (
              <p className="dim">{talk.live ? 'Nothing yet.' : 'Nothing was said.'}</p>
            ) : (
              <Lines talk={talk} player={player} />
            )}
          </PaneSection>
          {call.evaluation.length > 0 && <Evaluation items={call.evaluation} />}
          {call.deliveries.length > 0 && <Deliveries call={call} />}
          {call.cost_items.length > 0 && <Cost call={call} />}
          <Record call={call} />
        </>
      )}
    </DetailPane>
  )
}
