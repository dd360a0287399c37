import { IconPhone } from '@tabler/icons-react'
import type { CallSummary } from '../../../contract/calls'
import { isOnLine } from '../../../contract/statuses'
import type { Client } from '../../api/client'
import { type Column, DataTable } from '../../parts/DataTable'
import { EmptyState } from '../../parts/EmptyState'
import { Notice } from '../../parts/Notice'
import { Panel } from '../../parts/Panel'
import { StatusBadge } from '../../parts/StatusBadge'
import { Clip, Duration, Phone } from '../../parts/values'
import { go } from '../../router'
import { failureOf } from '../../stores/failure'
import { useDeskState, useLiveCalls } from '../../stores/use-desk'
import { t } from '../../words/words'
import { Running } from '../calls/CallTime'
import { HangUp } from '../calls/HangUp'
import { Heard, useHeard, useLastWords } from '../calls/heard'
import css from './today.module.css'

const columns: Column<CallSummary>[] = [
  { key: 'state', title: t('State'), width: 132, cell: call => <StatusBadge kind="call" name={call.status} /> },
  { key: 'who', title: t('Who'), width: '28%', cell: call => <Clip className="strong">{who(call)}</Clip> },
  { key: 'words', title: t('Last words'), hide: 'slim', cell: call => <LastWords call={call} /> },
  {
    key: 'campaign',
    title: t('Campaign'),
    width: 168,
    hide: 'narrow',
    cell: call => <Clip className="soft">{call.campaign_name ?? <span className="dim">{t('Single call')}</span>}</Clip>,
  },
  { key: 'time', title: t('Time'), width: 72, align: 'right', cell: call => <Talked call={call} /> },
]

const hangUp = (call: CallSummary) => isOnLine(call.status) && <HangUp icon call={call} />

/** The running calls, oldest first, so that a new one does not move the others. */
export function LiveCalls() {
  const dialing = useDeskState(state => state.dialing?.state)
  const answer = useLiveCalls()
  const { data } = answer
  const error = failureOf(answer)
  const heard = useHeard(data?.data)

  return (
    <Panel
      title={t('On the phone')}
      count={data && linesInWords(data)}
      flush
      action={
        <div className="row">
          <a className="link" href="#/calls/live">
            {t('As a wall')}
          </a>
          <a className="link" href="#/calls">
            {t('All calls')}
          </a>
        </div>
      }
    >
      {error && <Notice tone="bad" title={error.message} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a region that scrolls */}
      <section className={css.live} aria-label={t('Calls under way')} tabIndex={0}>
        <Heard value={heard}>
          <DataTable
            label={t('Live calls')}
            columns={columns}
            rows={data?.data ?? (error ? [] : null)}
            expected={0}
            id={call => call.id}
            onOpen={call => go(`/calls/${call.id}`)}
            actions={hangUp}
            empty={
              data && (
                <EmptyState icon={IconPhone} title={t('Nobody is on the phone')}>
                  {dialing === 'paused' && t('Dialing is paused.')}
                  {dialing === 'halted' && t('Dialing is halted. To go on: resume it, then start the campaigns again.')}
                </EmptyState>
              )
            }
          />
        </Heard>
      </section>
    </Panel>
  )
}

const linesInWords = ({ on_line: n, lines, evaluating }: LiveCallsAnswer) =>
  evaluating > 0
    ? t('{n} of {lines, plural, one {# line} other {# lines}}, {evaluating} being evaluated', { n, lines, evaluating })
    : t('{n} of {lines, plural, one {# line} other {# lines}}', { n, lines })
type LiveCallsAnswer = Awaited<ReturnType<Client['calls']['live']>>

const who = (call: CallSummary) => call.name ?? <Phone value={call.client_phone_number} />

function LastWords({ call }: { call: CallSummary }) {
  const of = useLastWords(call).at(-1)
  if (!of) return <span className="dim">–</span>
  return (
    <Clip className={of.sender === 'bot' ? 'dim' : ''}>
      {of.sender === 'bot' ? of.text : t('“{words}”', { words: of.text })}
    </Clip>
  )
}

/** How long a running call has lasted. For a call that is over, how long it talked. */
const Talked = ({ call }: { call: CallSummary }) =>
  isOnLine(call.status) ? <Running call={call} /> : <Duration seconds={call.duration} />
