import { useMemo, useState } from 'react'

export type RowId = string | number

/** Which rows are chosen: those in `ids`, or, if `all`, every row that fits the filters except those in `ids`. */
export interface Chosen {
  all: boolean
  ids: ReadonlySet<RowId>
}

/** With the row from which Shift extends, and the ids that there were when it was chosen. */
export interface Choosing extends Chosen {
  anchor: RowId | null
  before: ReadonlySet<RowId>
}

const nothing: ReadonlySet<RowId> = new Set()
export const none: Choosing = { all: false, ids: nothing, anchor: null, before: nothing }
export const everything: Choosing = { ...none, all: true }

export const isChosen = ({ all, ids }: Chosen, id: RowId) => all !== ids.has(id)

/** How many are chosen, of `total` rows that fit the filters. */
export const sizeOf = ({ all, ids }: Chosen, total: number) =>
  all ? Math.max(0, total - ids.size) : Math.min(total, ids.size)

const set = (old: Chosen, ids: ReadonlySet<RowId>, rows: Iterable<RowId>, isOn: boolean) => {
  const next = new Set(ids)
  for (const id of rows) {
    if (isOn === old.all) next.delete(id)
    else next.add(id)
  }
  return next
}

/** One row chosen, or no longer. Shift extends from it. */
export function toggled(old: Choosing, id: RowId): Choosing {
  const ids = set(old, old.ids, [id], !isChosen(old, id))
  return { all: old.all, ids, anchor: id, before: ids }
}

/** `rows` reach from the anchor to where Shift has come. They become what the anchor is; the others what they were. */
export function extended(old: Choosing, rows: readonly RowId[]): Choosing {
  if (old.anchor === null) return old
  const isOn = isChosen({ all: old.all, ids: old.before }, old.anchor)
  return { ...old, ids: set(old, old.before, rows, isOn) }
}

interface Stretch {
  /** The place of the row with the focus. Where no row was chosen before, Shift extends from it. */
  from: number
  to: number
  count: number
  idAt: (index: number) => RowId | undefined
}

export interface Extended {
  /** With the rows that are loaded. */
  chosen: Choosing
  /** Rows of the stretch that are not loaded: its first and last place, and the choice with the ids of all its rows. Null: none. */
  missing: { first: number; last: number; withIds: (ids: readonly RowId[]) => Choosing } | null
}

/** Extended from the row that was chosen last, or from `from`, to the row at `to`. */
export function extendedTo(old: Choosing, { from, to, count, idAt }: Stretch): Extended {
  const at = old.anchor === null ? -1 : placeOf(old.anchor, count, idAt)
  const own = idAt(from)
  if (at < 0 && own === undefined) return { chosen: old, missing: null }
  const begun =
    at < 0 && !isChosen(old, own!) ? toggled(old, own!) : at < 0 ? { ...old, anchor: own!, before: old.ids } : old
  const start = at < 0 ? from : at
  const [first, last] = [Math.min(start, to), Math.max(start, to)]
  const rows: RowId[] = []
  for (let i = first; i <= last; i++) {
    const id = idAt(i)
    if (id !== undefined) rows.push(id)
  }
  const withIds = (ids: readonly RowId[]) => extended(begun, ids)
  return { chosen: withIds(rows), missing: rows.length > last - first ? null : { first, last, withIds } }
}

/** Without the rows that are gone. `ids`: of all rows that there are. The same object when none is gone. */
export function withoutGone(old: Choosing, ids: ReadonlySet<RowId>): Choosing {
  if ([...old.ids].every(id => ids.has(id))) return old
  const left = (some: ReadonlySet<RowId>) => new Set([...some].filter(id => ids.has(id)))
  return {
    all: old.all,
    ids: left(old.ids),
    anchor: old.anchor !== null && ids.has(old.anchor) ? old.anchor : null,
    before: left(old.before),
  }
}

function placeOf(wanted: RowId, count: number, idAt: Stretch['idAt']): number {
  for (let i = 0; i < count; i++) if (idAt(i) === wanted) return i
  return -1
}

/** All these rows chosen, or none of them. */
export const setTo = (old: Choosing, rows: readonly RowId[], isOn: boolean): Choosing => {
  const ids = set(old, old.ids, rows, isOn)
  return { ...none, all: old.all, ids }
}

export interface Selection {
  chosen: Choosing
  change: (to: Choosing) => void
  clear: () => void
}

/**
 * The rows of a table that are chosen for an action, for its `selection`. It stays when rows are updated or move to another
 * page. A row that goes is no longer chosen where the table has all rows; elsewhere the page clears it after an action. `of` says which list it is, such as its filters: another list begins
 * with none chosen.
 */
export function useSelection(of = ''): Selection {
  const [state, setState] = useState({ of, chosen: none })
  const chosen = state.of === of ? state.chosen : none
  return useMemo(
    () => ({
      chosen,
      change: to => setState({ of, chosen: to }),
      clear: () => setState({ of, chosen: none }),
    }),
    [chosen, of],
  )
}
