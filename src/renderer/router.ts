import { useSyncExternalStore } from 'react'

let shown: string | null = null
/** Which entry of the tab's history is shown; every entry of ours knows its own. */
let entry = 0
let held: ((leave: () => void) => void) | null = null
const listeners = new Set<() => void>()

const mark = () => history.replaceState({ ...history.state, entry }, '')

addEventListener('hashchange', () => {
  const [from, to] = [here(), hash()]
  if (from === to) return
  const reached = history.state?.entry as number | undefined
  if (held && pathOf(from) !== pathOf(to)) {
    // Back to where we were: one that is not marked is new, and comes after all others.
    history.go(reached === undefined ? -1 : entry - reached)
    held(() => {
      held = null
      location.hash = to
    })
    return
  }
  entry = reached ?? entry + 1
  mark()
  shown = to
  for (const tell of listeners) tell()
})

const listen = (onChange: () => void) => {
  listeners.add(onChange)
  return () => void listeners.delete(onChange)
}

/**
 * Keeps the person on this page until `ask` lets them leave it; other filters of the same page are let through.
 * Answers how to let go again.
 */
export function holdHere(ask: (leave: () => void) => void): () => void {
  held = ask
  return () => {
    if (held === ask) held = null
  }
}

/** Where the person is: a path and filters, behind the #, so that every view has a link. */
export interface Place {
  path: string
  query: URLSearchParams
}

const FIRST = '/today'
const hash = () => location.hash.slice(1) || FIRST
const pathOf = (place: string) => place.split('?')[0]

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
