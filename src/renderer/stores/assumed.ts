import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Changes of shown answers that the service has not confirmed yet. */
export interface Assumptions {
  /** Changes the answers whose keys begin with `key`, until the service has said what is so. */
  change<T>(key: QueryKey, change: (answer: T) => T): void
  /** Shows what was shown before: the service has refused. */
  takeBack(): void
  /** The service has answered: what is so is asked for. */
  settle(): void
}

export function createAssumptions(queries: QueryClient, markOld: (keys: readonly QueryKey[]) => void): Assumptions {
  const before: [QueryKey, unknown][] = []
  const keys: QueryKey[] = []
  return {
    change<T>(queryKey: QueryKey, change: (answer: T) => T) {
      // An answer that is on its way is from before the change.
      void queries.cancelQueries({ queryKey })
      before.push(...queries.getQueriesData({ queryKey }))
      keys.push(queryKey)
      queries.setQueriesData<T>({ queryKey }, answer => (answer === undefined ? undefined : change(answer)))
    },
    takeBack() {
      for (const [key, answer] of before) queries.setQueryData(key, answer)
    },
    settle() {
      if (keys.length > 0) markOld(keys)
    },
  }
}
