import { hashKey, partialMatchKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'

/** The time from an event to the next questions, ms. Events within it share them. */
const SHORTEST_GAP = 400
/** The gap grows up to this while events keep coming. */
const LONGEST_GAP = 2000
/** With more keys than this, all that is shown is asked for again: a tab that nobody sees may hear of a whole day's calls. */
const MANY = 200
/** After a change of one's own, its events are followed at once for so long, ms. */
const HURRY = 500

/** The beginning of every key. */
export const EVERYTHING: QueryKey = [[]]

export interface Stale {
  /** Answers whose keys begin with one of these are old. Those that are shown are asked for again, after the gap. */
  mark(keys: readonly QueryKey[]): void
  /** Every answer is old: events may have been missed. Those that are shown are asked for again now. */
  markAll(): void
  /** The person has changed something: what it makes old is asked for again at once. */
  hurry(): void
  /** Asks for nothing that events make old while this is under way: what a page shows may be gone before it is left. */
  quietly<T>(act: () => Promise<T>): Promise<T>
  stop(): void
}

/**
 * Decides when to ask again for answers that events have made old. While events keep coming, the questions become less
 * frequent. A question that is being answered is not asked twice at once: it is asked again after its answer. A tab that
 * nobody sees asks when it is seen again.
 */
export function createStale(queries: QueryClient): Stale {
  /** By their hashes, since the same answers become old again and again. */
  let marked = new Map<string, QueryKey>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let gap = SHORTEST_GAP
  let hurryUntil = 0
  let quiet = 0

  function ask() {
    if (quiet > 0) return
    const keys = [...marked.values()]
    marked = new Map()
    const isOld = (query: Query) => keys.some(key => partialMatchKey(query.queryKey, key))
    for (const query of queries.getQueryCache().findAll({ predicate: isOld })) {
      // Its answer may be from before the event.
      if (query.state.fetchStatus === 'fetching') mark([query.queryKey])
      else void queries.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }
  }

  function mark(keys: readonly QueryKey[]) {
    for (const key of keys) marked.set(hashKey(key), key)
    if (marked.size > MANY) marked = new Map([['', EVERYTHING]])
  }

  function wait(ms: number) {
    timer = setTimeout(() => {
      timer = undefined
      if (marked.size === 0) {
        gap = SHORTEST_GAP
        return
      }
      if (document.hidden) return
      gap = Math.min(gap * 2, LONGEST_GAP)
      ask()
      wait(gap)
    }, ms)
  }

  function askNow() {
    clearTimeout(timer)
    ask()
    wait(gap)
  }

  const onSeen = () => !document.hidden && marked.size > 0 && askNow()
  document.addEventListener('visibilitychange', onSeen)

  return {
    mark(keys) {
      mark(keys)
      if (performance.now() < hurryUntil) askNow()
      else if (timer === undefined) wait(gap)
    },
    markAll() {
      marked = new Map()
      void queries.invalidateQueries({}, { cancelRefetch: true })
    },
    hurry() {
      gap = SHORTEST_GAP
      hurryUntil = performance.now() + HURRY
      if (marked.size > 0) askNow()
    },
    async quietly(act) {
      quiet++
      try {
        return await act()
      } finally {
        quiet--
      }
    },
    stop() {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onSeen)
    },
  }
}
