import { type FocusEvent, useRef, useState } from 'react'
import type { CallSummary } from '../../../contract/calls'
import { PER_PAGE } from './filters'

/**
 * Keeps the rows of a log in their places while the pointer or the focus is in the log. Shown calls are updated, and newer
 * calls are counted and appear after the pointer and the focus have left. `of` says which log it is.
 */
export function useStableRows(log: { of: string; data: CallSummary[] } | null) {
  const of = log?.of ?? null
  const fresh = log?.data ?? null
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const shown = useRef<{ of: string | null; rows: CallSummary[] | null }>({ of, rows: null })
  const keptRows = (isPointed || isFocused) && shown.current.of === of && shown.current.rows
  const before = keptRows && keptRows.length > 0 ? keptRows : null
  const rows = before && fresh ? updateRows(before, fresh) : fresh
  shown.current = { of, rows }
  const top = rows?.[0]?.id ?? 0
  return {
    rows,
    newer: before && fresh ? fresh.filter(call => call.id > top).length : 0,
    /** The props of the element around the rows. */
    wrapperProps: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      // From one row to another the focus does not leave them.
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => setFocused(currentTarget.contains(relatedTarget)),
    },
  }
}

/** The rows with their new data. Rows that newer calls pushed to the next page stay. Rows that left the log do not. */
function updateRows(rows: CallSummary[], fresh: CallSummary[]): CallSummary[] {
  const now = new Map(fresh.map(call => [call.id, call]))
  const last = fresh.length === PER_PAGE ? fresh.at(-1)!.id : 0
  const kept = rows.flatMap(call => now.get(call.id) ?? (call.id < last ? call : []))
  const bottom = kept.at(-1)?.id ?? Number.POSITIVE_INFINITY
  return [...kept, ...fresh.filter(call => call.id < bottom)]
}
