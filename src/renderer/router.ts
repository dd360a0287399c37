import { useSyncExternalStore } from 'react'

/** Asks whether what is not saved may be left behind; `leave` goes on. */
type Hold = (leave: () => void) => void

let shown: string | null = null
/** Which entry of the tab's history is shown; every entry of ours knows its own. */
let entry = 0
const holders = new Set<Hold>()
const listeners = new Set<() => void>()

const mark = () => history.replaceState({ ...history.state, entry }, '')

addEventListener('hashchange', () => {
  const [from, to] = [here(), hash()]
  if (from === to) return
  const reached = history.state?.entry as number | undefined
  if (holders.size > 0 && viewOf(from) !== viewOf(to)) {
    // Back to where we were: one that is not marked is new, and comes after all others.
    history.go(reached === undefined ? -1 : entry - reached)
    askEach([...holders], () => {
      holders.clear()
      location.hash = to
    })
    return
  }
  entry = reached ?? entry + 1
  mark()
  shown = to
  for (const tell of listeners) tell()
})

/** The newest first; one that says no is the last that is asked. */
function askEach(holds: Hold[], leave: () => void): void {
  const newest = holds.pop()
  if (newest) newest(() => askEach(holds, leave))
  else leave()
}

const listen = (onChange: () => void) => {
  listeners.add(onChange)
  return () => void listeners.delete(onChange)
}

/**
 * Keeps the person on this view until `ask` lets them leave it; other filters of the same view are let through.
 * Answers how to let go again.
 */
export function holdHere(ask: Hold): () => void {
  holders.add(ask)
  return () => void holders.delete(ask)
}

/** Where the person is: a path and filters, behind the #, so that every view has a link. */
export interface Place {
  path: string
  query: URLSearchParams
}

const FIRST = '/today'
const hash = () => location.hash.slice(1) || FIRST
/** What stands on the page: its path, and the form that `add` opens beside it. */
function viewOf(place: string) {
  const [path, query] = place.split('?')
  return `${path} ${new URLSearchParams(query).get('add') ?? ''}`
}

function here(): string {
  if (shown === null) {
    shown = hash()
    entry = history.state?.entry ?? 0
    mark()
  }
  return shown
}

export function usePlace(): Place {
  const [path = FIRST, query = ''] = useSyncExternalStore(listen, here).split('?')
  return { path, query: new URLSearchParams(query) }
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
