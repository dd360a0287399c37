import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallSummary } from '../../../contract/calls'
import { useDesk } from '../../stores/use-desk'
import { isRunning } from './call-text'
import { PER_PAGE } from './filters'

interface Log {
  /** Which log it is: its filters and its page. */
  of: string
  data: CallSummary[]
  /** A newer answer is on its way, because this one was kept from an earlier visit. */
  isOld: boolean
  /** Another order than the newest first: then the rows are where the service has them. */
  isSorted: boolean
}

/**
 * Keeps the rows of a log in their places. Shown calls are updated; newer calls are counted, and appear when the person
 * asks for them, because each of them would push all rows down. An empty log shows them at once.
 */
export function useStableRows(log: Log | null) {
  const [held, setHeld] = useState<{ of: string; isOld: boolean; rows: CallSummary[] } | null>(null)
  const before = log && !log.isSorted && held?.of === log.of && !held.isOld && held.rows.length > 0 ? held.rows : null
  const rows = log && (before ? updated(before, log.data) : log.data)
  if (log && rows && !(held?.of === log.of && held.isOld === log.isOld && isSame(held.rows, rows)))
    setHeld({ of: log.of, isOld: log.isOld, rows })

  const current = useDropped(log?.isSorted ? null : rows, log?.data ?? []) ?? rows
  const top = rows?.[0]?.id ?? 0
  const newer = before && log ? log.data.filter(call => call.id > top).length : 0
  return {
    rows: current,
    newer,
    /** There may be more than that. */
    isMore: newer === PER_PAGE,
    showNewer: () => log && setHeld({ of: log.of, isOld: log.isOld, rows: log.data }),
  }
}

const isSame = (a: readonly CallSummary[], b: readonly CallSummary[]) =>
  a.length === b.length && a.every((call, i) => call === b[i])

/** The rows with their new data. Rows that newer calls pushed to the next page stay. Rows that left the log do not. */
function updated(rows: CallSummary[], fresh: CallSummary[]): CallSummary[] {
  const now = new Map(fresh.map(call => [call.id, call]))
  const last = fresh.length === PER_PAGE ? fresh.at(-1)!.id : 0
  const kept = rows.flatMap(call => now.get(call.id) ?? (call.id < last ? call : []))
  const bottom = kept.at(-1)?.id ?? Number.POSITIVE_INFINITY
  return [...kept, ...fresh.filter(call => call.id < bottom)]
}

/** Calls that newer ones pushed off the page while they were running are asked for one by one. They are few. */
function useDropped(rows: CallSummary[] | null, fresh: readonly CallSummary[]): CallSummary[] | null {
  const { ask } = useDesk()
  const dropped = rows?.filter(call => isRunning(call) && !fresh.some(({ id }) => id === call.id)) ?? []
  const answers = useQueries({ queries: dropped.map(({ id }) => ask.calls.get.queryOptions({ input: { id } })) })
  if (!rows || dropped.length === 0) return rows
  const now = new Map(answers.flatMap(({ data }) => (data ? [[data.id, data] as const] : [])))
  return rows.map(call => now.get(call.id) ?? call)
}
