import type { ReadPage } from './read-all'

/** An answer of a list that is read on from a cursor. */
interface CursorPage<R, C> {
  data: R[]
  next_cursor: C | null
  per_page: number
}

/**
 * The pages of a list that is read on from cursors, in their order. The service does not say how many rows there are. A page
 * that was not answered may be asked for again.
 */
export function byCursor<R, C>(
  ask: (cursor: C | undefined, signal: AbortSignal) => Promise<CursorPage<R, C>>,
): ReadPage<R> {
  let cursor: C | undefined
  return async (page, signal) => {
    const { data, next_cursor, per_page } = await ask(cursor, signal)
    cursor = next_cursor ?? undefined
    return { data, total: null, per_page, last_page: next_cursor === null ? page : page + 1 }
  }
}
