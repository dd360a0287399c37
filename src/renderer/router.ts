import { useSyncExternalStore } from 'react'

const listen = (onChange: () => void) => {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}

/** Where the person is: a path and filters, behind the #, so that every view has a link. */
export interface Place {
  path: string
  query: URLSearchParams
}

const FIRST = '/calls'
const hash = () => location.hash.slice(1) || FIRST

export function usePlace(): Place {
  const [path = FIRST, query = ''] = useSyncExternalStore(listen, hash).split('?')
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
