import { IconPhone } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { type CallSummary, isOnLine, onLineStatuses, type TranscriptItem } from '../../../contract/calls'
import { counted } from '../../../contract/words'
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

/** A call that is `ended` is over at the carrier and is being evaluated. */
const shownStatuses = [...onLineStatuses, 'ended'] as const
/** Only the oldest calls are shown. The others are in the call log. */
const MAX_SHOWN = 100

/** The running calls, oldest first, so that a new one does not move the others. */
export function LiveCalls() {
  const { client } = useDesk()
  const lines = useDeskState(state => state.settings?.max_calls_in_parallel)
  const dialing = useDeskState(state => state.dialing?.state)
  const { data, error } = useLive(
    'live',
    async () => {
      const pages = await Promise.all(shownStatuses.map(status => client.calls.list({ status, per_page: MAX_SHOWN })))
      // A call whose state changed between the requests may be in two pages.
      const calls = new Map(pages.flatMap(page => page.data).map(call => [call.id, call]))
      const sum = (part: typeof pages) => part.reduce((total, page) => total + page.total, 0)
      return {
        calls: [...calls.values()].sort((a, b) => a.id - b.id).slice(0, MAX_SHOWN),
        onLine: sum(pages.slice(0, -1)),
        evaluating: sum(pages.slice(-1)),
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
      count={
        data &&
        `${data.onLine} of ${counted(lines ?? 0, 'line')}${data.evaluating > 0 ? `, ${data.evaluating} being evaluated` : ''}`
      }
      flush
      action={
        <a className="link" href="#/calls">
          All calls
        </a>
      }
    >
      {error && <Notice tone="bad" title={error.message} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a region that scrolls */}
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

/** How long a running call has lasted. For a call that is over, how long it talked. */
const Talked = ({ call }: { call: CallSummary }) =>
  isOnLine(call.status) ? <Running call={call} /> : <Duration seconds={call.duration} />

/** The last thing said in each call, from the events, which are faster than asking again. */
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
