import { isPassing } from '../stores/failure'

/** One page of a list, as the operations of lists answer. */
export interface ListPage<R> {
  data: R[]
  /** Null: it is not known. */
  total: number | null
  per_page: number
  last_page: number
}

/** Asks for one page of a list, from 1. */
export type ReadPage<R> = (page: number, signal: AbortSignal) => Promise<ListPage<R>>

interface Options<R> {
  id: (row: R) => string | number
  signal: AbortSignal
  /** Called after each page with its new rows. `total`: how many rows the list has now, if that is known. */
  onRows: (rows: R[], total: number | null) => void
  /** Waits before a question that was not answered is asked again. */
  wait?: (signal: AbortSignal) => Promise<void>
  /** No more is read when it says so. */
  isEnough?: () => boolean
}

/** How long until a question is asked again, ms. */
const ASK_AGAIN_AFTER = 1000
/** In a row. A list that loses rows all the time would else be read without end. */
const MOST_STEPS_BACK = 3

/**
 * Reads all pages of a list whose rows come and go meanwhile. A row that is pushed to the next page is read once. When rows have
 * left the list, those after them have moved to the page before, which is read again. While the service does not answer it
 * waits. Throws when the service refuses, and `signal.reason` when it was aborted.
 */
export async function readAll<R>(read: ReadPage<R>, options: Options<R>): Promise<void> {
  const { id, signal, onRows, wait = pause, isEnough = () => false } = options
  const seen = new Set<string | number>()
  let before: number | null = null
  let stepsBack = 0
  for (let page = 1; ; ) {
    const answer = await patiently(() => read(page, signal), signal, wait)
    const fresh = answer.data.filter(row => !seen.has(id(row)))
    for (const row of fresh) seen.add(id(row))
    onRows(fresh, answer.total)
    if (isEnough()) return
    const gone = before === null || answer.total === null ? 0 : before - answer.total
    before = answer.total
    if (gone > 0 && page > 1 && stepsBack < MOST_STEPS_BACK) {
      page = Math.max(1, page - Math.ceil(gone / answer.per_page))
      stepsBack++
      continue
    }
    stepsBack = 0
    if (page >= answer.last_page) return
    page++
  }
}

/**
 * Asks until the service answers. `ask` is told whether it was asked before without an answer: then what it asked for may have
 * been done. Throws when the service refuses, and `signal.reason` when it was aborted.
 */
export async function patiently<T>(
  ask: (again: boolean) => Promise<T>,
  signal: AbortSignal,
  wait: (signal: AbortSignal) => Promise<void> = pause,
) {
  for (let again = false; ; again = true) {
    signal.throwIfAborted()
    try {
      return await ask(again)
    } catch (error) {
      signal.throwIfAborted()
      if (!isPassing(error)) throw error
      await wait(signal)
    }
  }
}

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ASK_AGAIN_AFTER)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
