import { type FocusEvent, useRef, useState } from 'react'
import type { CallSummary } from '../../../contract/calls'
import { PER_PAGE } from './filters'

/**
 * Keeps the rows of a log where they are while the pointer or the focus is among them: what is known changes in its
 * place, what is newer is counted, and comes once they are left. `of` says which log it is.
 */
export function useSteady(log: { of: string; data: CallSummary[] } | null) {
  const of = log?.of ?? null
  const fresh = log?.data ?? null
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const shown = useRef<{ of: string | null; rows: CallSummary[] | null }>({ of, rows: null })
  const held = (pointed || focused) && shown.current.of === of && shown.current.rows
  const before = held && held.length > 0 ? held : null
  const rows = before && fresh ? inTheirPlace(before, fresh) : fresh
  shown.current = { of, rows }
  const top = rows?.[0]?.id ?? 0
  return {
    rows,
    newer: before && fresh ? fresh.filter(call => call.id > top).length : 0,
    /** Belongs on what holds the rows. */
    hold: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      // From one row to another the focus does not leave them.
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => setFocused(currentTarget.contains(relatedTarget)),
    },
  }
}

/** The rows as they are now. One that newer ones pushed off the page stays; one that left the log does not. */
function inTheirPlace(rows: CallSummary[], fresh: CallSummary[]): CallSummary[] {
  const now = new Map(fresh.map(call => [call.id, call]))
  const last = fresh.length === PER_PAGE ? fresh.at(-1)!.id : 0
  const kept = rows.flatMap(call => now.get(call.id) ?? (call.id < last ? call : []))
  const bottom = kept.at(-1)?.id ?? Number.POSITIVE_INFINITY
  return [...kept, ...fresh.filter(call => call.id < bottom)]
}
