import fc from 'fast-check'
import { expect, it } from 'vitest'
import { capacityBackoff, type Outcome, retryDelay, verdictOf } from '../../../src/main/core/campaigns/retry'

const MINUTE = 60_000
const outcomes: Outcome[] = ['talked', 'goal_missed', 'voicemail', 'busy', 'no_answer', 'failed', 'interrupted']
const minutes = fc.integer({ min: 10, max: 10_080 })
const rulesOf = fc.record({
  retry_on_voicemail: fc.boolean(),
  max_retries: fc.nat(5),
})

it('the delay after each attempt is the entry of retry_intervals with its number, and the last one repeats', () => {
  fc.assert(
    fc.property(minutes, fc.array(minutes, { minLength: 1, maxLength: 5 }), fc.nat(8), (interval, list, extra) => {
      const rules = { retry_interval: interval, retry_intervals: list }
      expect(list.map((_, i) => retryDelay(rules, i + 1))).toEqual(list.map(n => n * MINUTE))
      expect(retryDelay(rules, list.length + extra)).toBe(list.at(-1)! * MINUTE)
    }),
  )
})

it('without retry_intervals each delay is retry_interval, and before the first attempt there is none', () => {
  const rules = { retry_interval: 30, retry_intervals: null }
  expect([0, 1, 2, 9].map(attempts => retryDelay(rules, attempts))).toEqual([0, 30, 30, 30].map(n => n * MINUTE))
})

it('a lead is dialed again as often as max_retries says, and no more', () => {
  fc.assert(
    fc.property(rulesOf, fc.constantFrom(...outcomes), (rules, outcome) => {
      const verdicts = Array.from({ length: 8 }, (_, i) => verdictOf(outcome, rules, false, i + 1))
      const isFinal = outcome === 'talked' || outcome === 'interrupted'
      const isDone = isFinal || (outcome === 'voicemail' && !rules.retry_on_voicemail)
      expect(verdicts).toEqual(
        verdicts.map((_, i) => (isDone ? 'done' : i < rules.max_retries ? 'retry' : 'exhausted')),
      )
    }),
  )
})

it('the next contact is dialed only when nobody was reached', () => {
  const rules = { retry_on_voicemail: true, max_retries: 2 }
  const next = outcomes.filter(outcome => verdictOf(outcome, rules, true, 1) === 'next_contact')
  expect(next).toEqual(['busy', 'no_answer', 'failed'])
})

it('the carrier is asked again after 1, 2, 4 s and so on, up to a minute', () => {
  const waits = [1, 2, 3, 6, 7, 30].map(count => capacityBackoff(count) / 1000)
  expect(waits).toEqual([1, 2, 4, 32, 60, 60])
})
