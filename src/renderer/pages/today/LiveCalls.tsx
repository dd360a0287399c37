import { IconPhone } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { type CallSummary, isOnLine, onLineStatuses, type TranscriptItem } from '../../../contract/calls'
import { type Column, DataTable } from '../../parts/DataTable'
import { EmptyState } from '../../parts/EmptyState'
import { Notice } from '../../parts/Notice'
import { Panel } from '../../parts/Panel'
import { StatusBadge } from '../../parts/StatusBadge'
import { Clip, Duration, nameOf, Phone } from '../../parts/values'
import { go } from '../../router'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { useLive } from '../../stores/use-live'
import { Running } from '../calls/CallTime'
import { HangUp } from '../calls/HangUp'
import css from './today.module.css'

/** `ended` has no line any more, and is judged. */
const shown = [...onLineStatuses, 'ended'] as const
/** The longest running; the others are in the log of calls. */
const MOST = 100

/** Calls under way, the longest running first: a new one never moves those that are read. */
export function LiveCalls() {
  const { client } = useDesk()
  const lines = useDeskState(state => state.settings?.max_calls_in_parallel)
  const dialing = useDeskState(state => state.dialing?.state)
  const { data, error } = useLive(
    'live',
    async () => {
      const pages = await Promise.all(shown.map(status => client.calls.list({ status, per_page: MOST })))
      // One that moved on while the pages were asked for is in two of them.
      const calls = new Map(pages.flatMap(page => page.data).map(call => [call.id, call]))
      const sum = (part: typeof pages) => part.reduce((total, page) => total + page.total, 0)
      return {
        calls: [...calls.values()].sort((a, b) => a.id - b.id).slice(0, MOST),
        onLine: sum(pages.slice(0, -1)),
        judged: sum(pages.slice(-1)),
      }
    },
    event => event.type === 'call.changed' || event.type === 'call.withdrawn',
  )
  const lastWords = useLastWords(data?.calls)

  const columns: Column<CallSummary>[] = [
    { key: 'state', title: 'State', width: 116, cell: call => <StatusBadge kind="call" name={call.status} /> },
    { key: 'who', title: 'Who', width: 178, cell: call => <Clip className="strong">{who(call)}</Clip> },
    { key: 'words', title: 'Last words', cell: call => <Words of={lastWords(call)} /> },
    {
      key: 'campaign',
      title: 'Campaign',
      width: 168,
      hide: 'narrow',
      cell: call => <Clip className="soft">{call.campaign_name ?? <span className="dim">Single call</span>}</Clip>,
    },
    { key: 'time', title: 'Time', width: 72, align: 'right', cell: call => <Talked call={call} /> },
  ]
  return (
    <Panel
      title="On the phone"
      count={data && `${data.onLine} of ${lines} lines${data.judged > 0 ? `, ${data.judged} being evaluated` : ''}`}
      flush
      action={
        <a className="link" href="#/calls">
          All calls
        </a>
      }
    >
      {error && <Notice tone="bad" title={error.message} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard */}
      <section className={css.live} aria-label="Calls under way" tabIndex={0}>
        <DataTable
          label="Live calls"
          columns={columns}
          rows={data?.calls ?? (error ? [] : null)}
          expected={0}
          id={call => call.id}
          onOpen={call => go(`/calls/${call.id}`)}
          actions={call => isOnLine(call.status) && <HangUp icon call={call} />}
          empty={
            data && (
              <EmptyState icon={IconPhone} title="Nobody is on the phone">
                {dialing === 'paused' && 'Dialing is paused.'}
                {dialing === 'halted' && 'Dialing is halted. To go on: resume it, then start each campaign again.'}
              </EmptyState>
            )
          }
        />
      </section>
    </Panel>
  )
}

const who = (call: CallSummary) => nameOf(call.variables) ?? <Phone value={call.client_phone_number} />

function Words({ of }: { of: TranscriptItem | undefined }) {
  if (!of) return <span className="dim">–</span>
  return <Clip className={of.sender === 'bot' ? 'dim' : ''}>{of.sender === 'bot' ? of.text : `“${of.text}”`}</Clip>
}

/** How long it has been talked, or rung; of one that is over, how long was talked. */
const Talked = ({ call }: { call: CallSummary }) =>
  isOnLine(call.status) ? <Running call={call} /> : <Duration seconds={call.duration} />

/** What was said last in each call, the moment that it is said. */
function useLastWords(calls: CallSummary[] | undefined): (call: CallSummary) => TranscriptItem | undefined {
  const desk = useDesk()
  const [heard, setHeard] = useState<ReadonlyMap<number, TranscriptItem>>(new Map())
  useEffect(
    () =>
      desk.onEvent(event => {
        if (event?.type === 'call.said' && event.item.type === 'transcript')
          setHeard(old => new Map(old).set(event.id, event.item))
      }),
    [desk],
  )
  useEffect(() => {
    const ids = new Set(calls?.map(call => call.id))
    setHeard(old => new Map([...old].filter(([id]) => ids.has(id))))
  }, [calls])
  return call => {
    const known = call.transcript.findLast(item => item.type === 'transcript')
    const fresh = heard.get(call.id)
    return fresh && (!known || fresh.timestamp >= known.timestamp) ? fresh : known
  }
}
