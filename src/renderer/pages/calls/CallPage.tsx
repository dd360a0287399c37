import { ActionIcon, Button, Menu } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp, IconPhoneOff, IconPhoneOutgoing, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Call } from '../../../contract/calls'
import { isOnLine } from '../../../contract/statuses'
import { DetailPane } from '../../parts/DetailPane'
import { EmptyState } from '../../parts/EmptyState'
import layout from '../../parts/layout.module.css'
import { MoreMenu } from '../../parts/MoreMenu'
import { Notice } from '../../parts/Notice'
import { PageHeader } from '../../parts/PageHeader'
import { PersonLink } from '../../parts/PersonLink'
import { ScrollRegion } from '../../parts/ScrollRegion'
import { StatusBadge } from '../../parts/StatusBadge'
import { tip } from '../../parts/tips/tip'
import { linkTo, usePlace } from '../../router'
import { PageLoading } from '../../shell/PageLoading'
import { useDesk } from '../../stores/use-desk'
import { said } from '../../words/said'
import { t } from '../../words/words'
import { CallDialog } from './CallDialog'
import { CallTime } from './CallTime'
import { directions, endInWords, stateOf, whoIs } from './call-text'
import css from './calls.module.css'
import { Deliveries } from './Deliveries'
import { FindWords, useFind } from './FindWords'
import { filtersIn, type Neighbour, neighboursOf } from './filters'
import { HangUp } from './HangUp'
import { RecordingPlayer, SyncedTranscript } from './Playback'
import { Allowed, Cost, Evaluation, LatencySection, OurNumber, Record } from './sections'
import { asText, turnsInWords } from './turns'
import { type CallTranscript, useCall, useTranscript } from './use-call'
import { type Player, useRecording } from './use-recording'
import { useRecordingKeys } from './use-recording-keys'

/** One call: the recording and the transcript, and beside them the evaluation, the cost and the webhook deliveries. */
export function CallPage({ id }: { id: number }) {
  const { query } = usePlace()
  const filters = filtersIn(query)
  const { data: call, error } = useCall(id)
  const player = useRecording(call)
  useRecordingKeys(player)
  const transcript = useTranscript(call)
  const log = linkTo('/calls', filters).slice(1)

  if (error && !call)
    return (
      <>
        <PageHeader trail={[[t('Calls'), log]]} title={t('Call')} />
        <EmptyState icon={IconPhoneOff} title={t('This call cannot be shown')}>
          {error.message}
        </EmptyState>
      </>
    )
  if (!call) return <PageLoading path={`/calls/${id}`} />
  return (
    <div className={layout.column}>
      <PageHeader
        trail={[[t('Calls'), log]]}
        title={whoIs(call)}
        badge={<StatusBadge kind="call" name={stateOf(call)} look="pill" />}
        meta={<Meta call={call} />}
        actions={
          <>
            <Neighbours id={id} />
            <Actions call={call} transcript={transcript} />
          </>
        }
      />
      {(error || player.failed) && (
        <div className={css.notice}>
          <Notice tone="bad" title={player.failed ?? error!.message} />
        </div>
      )}
      <div className={layout.split}>
        <TranscriptColumn call={call} player={player} transcript={transcript} />
        <DetailPane label={t('About this call')} title={t('About this call')} width={368}>
          <About call={call} player={player} transcript={transcript} />
        </DetailPane>
      </div>
    </div>
  )
}

const Meta = ({ call }: { call: Call }) => (
  <>
    {call.name !== null && (
      <>
        <PersonLink number={call.client_phone_number} /> ·{' '}
      </>
    )}
    <CallTime call={call} /> · {directions[call.type]}
    {call.assistant_phone_number && (
      <>
        {' '}
        <OurNumber call={call} />
      </>
    )}
  </>
)

/** Links to the newer and the older call, in the log from which this one was opened. */
function Neighbours({ id }: { id: number }) {
  const { client, ask } = useDesk()
  const filters = filtersIn(usePlace().query)
  const { data } = useQuery({
    // It begins as the key of the list, so it is old when that is.
    queryKey: [...ask.calls.list.key(), 'around', id, filters],
    queryFn: () => neighboursOf(client, filters, id),
  })
  const link = (to: Neighbour | undefined) =>
    to && linkTo(`/calls/${to.id}`, { ...filters, page: to.page > 1 ? to.page : undefined })
  return (
    <span className={css.neighbours}>
      <NeighbourLink word={t('Newer call')} href={link(data?.newer)} icon={<IconChevronUp size={16} />} />
      <NeighbourLink word={t('Older call')} href={link(data?.older)} icon={<IconChevronDown size={16} />} />
    </span>
  )
}

const NeighbourLink = ({ word, href, icon }: { word: string; href: string | undefined; icon: ReactNode }) =>
  href ? (
    <ActionIcon component="a" href={href} size={30} aria-label={word} {...tip(word)}>
      {icon}
    </ActionIcon>
  ) : (
    <ActionIcon size={30} aria-label={word} disabled {...tip(word)}>
      {icon}
    </ActionIcon>
  )

function Actions({ call, transcript }: { call: Call; transcript: CallTranscript }) {
  const [calling, setCalling] = useState(false)
  return (
    <>
      {call.client_phone_number.startsWith('+') && (
        <Button
          component="a"
          href={linkTo(`/people/${encodeURIComponent(call.client_phone_number)}`)}
          leftSection={<IconUser size={15} aria-hidden />}
        >
          {t('Person')}
        </Button>
      )}
      {isOnLine(call.status) ? (
        <HangUp call={call} />
      ) : (
        <Button leftSection={<IconPhoneOutgoing size={15} aria-hidden />} onClick={() => setCalling(true)}>
          {t('Call again')}
        </Button>
      )}
      <CallDialog opened={calling} onClose={() => setCalling(false)} earlier={call.id} />
      <MoreMenu staysOpen>
        <CopyItem word={t('Copy number')} text={call.client_phone_number} />
        {transcript.turns.length > 0 && (
          <CopyItem word={t('Copy transcript')} text={asText(transcript.turns, transcript.names)} />
        )}
        <CopyItem word={t('Copy call id {id}', { id: String(call.id) })} text={String(call.id)} />
      </MoreMenu>
    </>
  )
}

function CopyItem({ word, text }: { word: string; text: string }) {
  const { copy, copied, error } = useClipboard({ timeout: 1500 })
  return (
    <Menu.Item onClick={() => copy(text)}>
      {error ? t('The clipboard cannot be written to') : copied ? t('Copied') : word}
    </Menu.Item>
  )
}

function TranscriptColumn({ call, player, transcript }: { call: Call; player: Player; transcript: CallTranscript }) {
  const { turns, live } = transcript
  const end = useRef<HTMLDivElement>(null)
  const scroll = useRef<HTMLElement>(null)
  const count = turns.length
  const { query } = usePlace()
  const finding = useFind(turns, query.get('search') ?? undefined)
  // Keep the newest turn visible, unless the person has scrolled up to read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new turn
  useEffect(() => {
    const box = scroll.current
    if (live && box && box.scrollHeight > box.clientHeight && box.scrollHeight - box.scrollTop - box.clientHeight < 120)
      end.current?.scrollIntoView({ block: 'end' })
  }, [count, live])
  return (
    <div className={css.transcript}>
      {player.file && (
        <div className={css.wave}>
          <RecordingPlayer player={player} turns={turns} />
        </div>
      )}
      <div className={css.bar}>
        <span>{t('Transcript')}</span>
        <span className="dim">{turnsInWords(turns)}</span>
        {count > 0 && <FindWords finding={finding} />}
        {turns.some(turn => turn.latency) && <span className={css.waitHead}>{t('Wait for answer')}</span>}
      </div>
      <ScrollRegion ref={scroll} label={t('What was said')}>
        <div className={css.lines}>
          {count === 0 && (
            <p className={css.nothing}>
              {live ? t('Nothing was said yet.') : (endInWords(call) ?? t('Nothing was said.'))}
            </p>
          )}
          <SyncedTranscript transcript={transcript} player={player} find={finding.find} />
          <div ref={end} />
        </div>
      </ScrollRegion>
    </div>
  )
}

function About({ call, player, transcript }: { call: Call; player: Player; transcript: CallTranscript }) {
  return (
    <>
      {call.warnings.length > 0 && (
        <div className={css.notice}>
          <Notice tone="warn" title={said(call.warnings[0]!)}>
            {call.warnings.slice(1).map(said).join(' ')}
          </Notice>
        </div>
      )}
      {call.evaluation.length > 0 && <Evaluation call={call} />}
      <LatencySection
        turns={transcript.turns}
        at={player.wasStarted ? player.at : null}
        onSeek={player.file ? player.seek : undefined}
      />
      {!isOnLine(call.status) && <Cost call={call} />}
      {call.deliveries.length > 0 && <Deliveries key={call.id} call={call} />}
      {call.allowed_because.length > 0 && <Allowed because={call.allowed_because} />}
      <Record call={call} />
    </>
  )
}
