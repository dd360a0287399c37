import { partialMatchKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'

/** The time from an event to the next questions, ms. Events within it share them. */
const SHORTEST_GAP = 400
/** The gap grows up to this while events keep coming. */
const LONGEST_GAP = 2000
/** After a change of one's own, its events are followed at once for so long, ms. */
const HURRY = 500

export interface Stale {
  /** Answers whose keys begin with one of these are old. Those that are shown are asked for again, after the gap. */
  mark(keys: readonly QueryKey[]): void
  /** Every answer is old: events may have been missed. Those that are shown are asked for again now. */
  markAll(): void
  /** The person has changed something: what it makes old is asked for again at once. */
  hurry(): void
  stop(): void
}

/**
 * Decides when to ask again for answers that events have made old. While events keep coming, the questions become less
 * frequent. A question that is being answered is not asked twice at once: it is asked again after its answer. A tab that
 * nobody sees asks when it is seen again.
 */
export function createStale(queries: QueryClient): Stale {
  let marked: QueryKey[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let gap = SHORTEST_GAP
  let hurryUntil = 0

  function ask() {
    const keys = marked
    marked = []
    const isOld = (query: Query) => keys.some(key => partialMatchKey(query.queryKey, key))
    for (const query of queries.getQueryCache().findAll({ predicate: isOld })) {
      // Its answer may be from before the event.
      if (query.state.fetchStatus === 'fetching') marked.push(query.queryKey)
      else void queries.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }
  }

  function wait(ms: number) {
    timer = setTimeout(() => {
      timer = undefined
      if (marked.length === 0) {
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

  const onSeen = () => !document.hidden && marked.length > 0 && askNow()
  document.addEventListener('visibilitychange', onSeen)

  return {
    mark(keys) {
      marked.push(...keys)
      if (performance.now() < hurryUntil) askNow()
      else if (timer === undefined) wait(gap)
    },
    markAll() {
      marked = []
      void queries.invalidateQueries({}, { cancelRefetch: true })
    },
    hurry() {
      gap = SHORTEST_GAP
      hurryUntil = performance.now() + HURRY
      if (marked.length > 0) askNow()
    },
    stop() {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onSeen)
    },
  }
}
