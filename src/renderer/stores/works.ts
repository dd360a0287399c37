import { createStore } from 'zustand/vanilla'

/** Something long that this tab does, such as an export. It goes on when the page is left. */
export interface Work {
  id: number
  title: string
  done: number
  /** Null until it is known. */
  total: number | null
  /** The page that shows more of it. */
  href?: string
  /** Undefined when it cannot be cancelled. */
  cancel?: () => void
}

export const works = createStore<{ all: readonly Work[] }>(() => ({ all: [] }))
let last = 0

/**
 * Shows in the corner that something long is being done, until `end`. The tab asks before it is closed. `cancel` is called
 * when the person cancels it there.
 */
export function beginWork({ title, href, cancel }: Pick<Work, 'title' | 'href' | 'cancel'>) {
  const id = ++last
  const change = (to: (all: readonly Work[]) => readonly Work[]) => {
    works.setState(({ all }) => ({ all: to(all) }))
    if (works.getState().all.length > 0) addEventListener('beforeunload', ask)
    else removeEventListener('beforeunload', ask)
  }
  change(all => [...all, { id, title, href, done: 0, total: null, cancel }])
  return {
    progress: (done: number, total: number | null) =>
      change(all => all.map(work => (work.id === id ? { ...work, done, total } : work))),
    end: () => change(all => all.filter(work => work.id !== id)),
  }
}

const ask = (event: Event) => event.preventDefault()
