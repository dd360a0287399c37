import { useSyncExternalStore } from 'react'

/** Where the person is: a path and filters, behind the #, so that every view has a link. */
export interface Place {
  path: string
  query: URLSearchParams
}

/** Asks whether unsaved changes may be dropped; `leave` goes to where the person wanted to go. */
type LeaveGuard = (leave: () => void) => void

const FIRST = '/today'
let shown: string | null = null
/** The number of the history entry that is shown. It is kept in the entry's state. */
let entry = 0
/** The guards, each with the path of the view that it guards. */
const guards = new Map<LeaveGuard, string | undefined>()
const listeners = new Set<() => void>()

export const usePlace = (): Place => placeOf(useSyncExternalStore(listen, current))

/** Where the person is now. */
export const placeNow = (): Place => placeOf(current())

function placeOf(hash: string): Place {
  const [path = FIRST, query = ''] = hash.split('?')
  return { path, query: new URLSearchParams(query) }
}

/** A part of a path that was encoded. A text that cannot be decoded is not changed. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The link to a place; filters without a value are left out. */
export function linkTo(path: string, filters: Record<string, string | number | undefined> = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined && value !== '') query.set(name, String(value))
  return `#${path}${query.size > 0 ? `?${query}` : ''}`
}

export const go = (path: string, filters?: Record<string, string | number | undefined>) => {
  location.hash = linkTo(path, filters)
}

/** Changes the filters of the view that is shown. Going back leads to where one was before, not to the filters before. */
export function refine(path: string, filters?: Record<string, string | number | undefined>) {
  const place = linkTo(path, filters).slice(1)
  history.replaceState(history.state, '', `#${place}`)
  show(place)
}

/**
 * Keeps the person on this view until `guard` lets them leave it. A change of the filters of the same view is allowed, and with
 * `within` every path inside that one, such as the tabs of a form. Returns a function that removes the guard.
 */
export function guardLeaving(guard: LeaveGuard, within?: string): () => void {
  guards.set(guard, within)
  return () => void guards.delete(guard)
}

addEventListener('hashchange', () => {
  const [from, to] = [current(), hash()]
  if (from === to) return
  const reached = history.state?.entry as number | undefined
  const asked = [...guards].filter(([, within]) => viewOf(from) !== viewOf(to) && !isWithin(to, within))
  if (asked.length > 0) {
    // Go back to where we were. An entry without a number is new, so it is one step ahead.
    history.go(reached === undefined ? -1 : entry - reached)
    askEach(
      asked.map(([guard]) => guard),
      () => {
        guards.clear()
        location.hash = to
      },
    )
    return
  }
  entry = reached ?? entry + 1
  saveEntry()
  show(to)
})

function show(place: string) {
  shown = place
  for (const listener of listeners) listener()
}

/** Asks the newest guard first, and stops at the first one that does not let the person leave. */
function askEach(waiting: LeaveGuard[], leave: () => void): void {
  const newest = waiting.pop()
  if (newest) newest(() => askEach(waiting, leave))
  else leave()
}

function listen(onChange: () => void) {
  listeners.add(onChange)
  return () => void listeners.delete(onChange)
}

function current(): string {
  if (shown === null) {
    shown = hash()
    entry = history.state?.entry ?? 0
    saveEntry()
  }
  return shown
}

function hash() {
  return location.hash.slice(1) || FIRST
}

function saveEntry() {
  history.replaceState({ ...history.state, entry }, '')
}

const isWithin = (place: string, view: string | undefined) => {
  const [path] = place.split('?')
  return view !== undefined && (path === view || path!.startsWith(`${view}/`))
}

/** What is shown at a place: its path, and the form that `add` opens beside it. */
function viewOf(place: string) {
  const [path, query] = place.split('?')
  return `${path} ${new URLSearchParams(query).get('add') ?? ''}`
}
