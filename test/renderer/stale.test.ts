import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createStale } from '../../src/renderer/stores/stale'

/** The page, of which a person may see another tab. */
const page = { hidden: false, seen: () => {} }

beforeEach(() => {
  vi.useFakeTimers()
  page.hidden = false
  vi.stubGlobal('document', {
    get hidden() {
      return page.hidden
    },
    addEventListener: (_: string, listener: () => void) => (page.seen = listener),
    removeEventListener() {},
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** An answer that is shown, and how often it was asked for. */
function shown(queryKey: readonly unknown[]) {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const asked = { times: 0 }
  const observer = new QueryObserver(queries, { queryKey, queryFn: async () => ++asked.times })
  const off = observer.subscribe(() => {})
  const stale = createStale(queries)
  return {
    asked,
    stale,
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    end() {
      stale.stop()
      off()
      queries.clear()
    },
  }
}

it('events within the gap share one question, and others are no reason to ask', async () => {
  const { asked, stale, pass, end } = shown([['calls', 'list'], {}])
  await pass(0)
  expect(asked.times).toBe(1)
  for (let i = 0; i < 10; i++) stale.mark([[['calls'], {}]])
  stale.mark([[['sms'], {}]])
  await pass(399)
  expect(asked.times).toBe(1)
  await pass(1)
  expect(asked.times).toBe(2)
  await pass(10_000)
  expect(asked.times).toBe(2)
  end()
})

it('a change of one’s own is followed at once', async () => {
  const { asked, stale, pass, end } = shown([['calls', 'list'], {}])
  await pass(0)
  stale.hurry()
  stale.mark([[['calls'], {}]])
  await pass(0)
  expect(asked.times).toBe(2)
  end()
})

it('a tab that nobody sees asks once when it is seen again, after however many events', async () => {
  const { asked, stale, pass, end } = shown([['calls', 'get'], { input: { id: 7 } }])
  await pass(0)
  page.hidden = true
  for (let id = 1; id <= 10_000; id++) stale.mark([[['calls', 'get'], { input: { id } }]])
  await pass(60_000)
  expect(asked.times).toBe(1)
  page.hidden = false
  page.seen()
  await pass(0)
  expect(asked.times).toBe(2)
  end()
})
