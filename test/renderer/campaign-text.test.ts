import { expect, it } from 'vitest'
import type { Explanation } from '../../src/contract/explain'
import {
  type Counted,
  checksOf,
  missingFirst,
  shownCounts,
  spanInWords,
  standing,
  startInWords,
  stateOf,
  tryOf,
  whenInWords,
} from '../../src/renderer/pages/campaigns/campaign-text'
import { isLate } from '../../src/renderer/parts/TimeThere'

/** Monday, 5 January 2026, 22:30 in Rome. */
const now = Date.UTC(2026, 0, 5, 21, 30)
const campaign = (over: object) =>
  ({
    status: 'in-progress',
    stopped_because: null,
    start_at: null,
    lead_counts: {},
    timezone: 'Europe/Rome',
    ...over,
  }) as Counted
const because = (code: string, until: string | null = null): Explanation => ({
  dialing: false,
  next_at: until,
  reasons: [
    { code: code as 'no_balance', text: 'A call needs $0.10, and the balance is $0.01: $0.09 is missing.', until },
  ],
})
const dials: Explanation = { dialing: true, next_at: null, reasons: [] }

it("a moment is named by the day in the campaign's time zone", () => {
  const when = (at: string) => whenInWords(at, 'Europe/Rome', now)
  expect(when('2026-01-05T22:15:00Z')).toBe('23:15')
  expect(when('2026-01-05T23:15:00Z')).toBe('tomorrow 00:15')
  expect(when('2026-01-07T08:00:00.000000Z')).toBe('Wednesday 09:00')
  expect(when('2026-01-12T08:00:00Z')).toBe('12 Jan 09:00')
  expect(when('2026-01-04T08:00:00Z')).toBe('4 Jan 09:00')
})

it('a span of time is as exact as it is known', () => {
  expect(spanInWords(0)).toBe('1 min')
  expect(spanInWords(3 * 60_000)).toBe('3 min')
  expect(spanInWords((21 * 60 + 18) * 60_000)).toBe('21 h 18 min')
  expect(spanInWords(2 * 60 * 60_000)).toBe('2 h')
  expect(spanInWords(24 * 60 * 60_000)).toBe('1 day')
  expect(spanInWords(52 * 60 * 60_000)).toBe('2 days 4 h')
})

it('a campaign waits only while nobody is on the phone, and says for what', () => {
  const waiting = campaign({ lead_counts: { created: 3 } })
  const closed = because('outside_hours', '2026-01-07T08:00:00Z')
  expect(stateOf(waiting, closed)).toBe('waiting')
  const said = (...given: Parameters<typeof standing>) => standing(...given).text
  expect(standing(waiting, closed, now)).toEqual({ text: 'Opens Wednesday 09:00 Europe/Rome', isBad: false })
  const busy = campaign({ lead_counts: { processing: 2, scheduled: 1031 } })
  expect(stateOf(busy, because('campaign_lines_in_use'))).toBe('in-progress')
  expect(said(busy, dials, now)).toBe('2 on the phone, 1,031 in line')
  expect(stateOf(campaign({ status: 'stopped' }), null)).toBe('stopped')
  const itself = campaign({
    status: 'stopped',
    stopped_because: { reason: '11 of the last 20 dials failed', call_ids: [] },
  })
  expect(stateOf(itself, null)).toBe('stopped-itself')
  expect(said(itself, null, now)).toBe('11 of the last 20 dials failed')
  expect(said(campaign({ status: 'draft' }), null, now)).toBe('No leads yet')
  expect(said(campaign({ status: 'completed', lead_counts: { completed: 4 } }), null, now)).toBe('')
})

it('the number of an attempt is counted, or of all attempts made', () => {
  expect(tryOf({ attempts: 0, status: 'created' }, 3)).toBe('1 of 4')
  expect(tryOf({ attempts: 2, status: 'rescheduled' }, 3)).toBe('3 of 4')
  expect(tryOf({ attempts: 4, status: 'reached-max-retries' }, 3)).toBe('4')
  // A promised callback is dialed even when no retry is left.
  expect(tryOf({ attempts: 4, status: 'rescheduled' }, 3)).toBe('5')
})

it('what money is missing is said first and in red, before what ends by itself', () => {
  const closed = because('outside_hours', '2026-01-07T08:00:00Z')
  const poor = because('no_balance')
  const both = { ...closed, next_at: null, reasons: [...closed.reasons, ...poor.reasons] }
  const wanted = { text: '$0.09 is missing. A call needs $0.10, and the balance is $0.01.', isBad: true }
  expect(standing(campaign({ lead_counts: { created: 3 } }), both, now)).toEqual(wanted)
  // Also while the last call that was paid for goes on.
  expect(standing(campaign({ lead_counts: { created: 3, processing: 1 } }), poor, now)).toEqual(wanted)
  expect(missingFirst('Another text.')).toEqual(['Another text.', null])
})

it('leads are called by the words of their states, also before the start and among the conditions', () => {
  const counts = { created: 2, scheduled: 1031, rescheduled: 3 }
  const draft = campaign({ status: 'draft', lead_counts: counts })
  expect(standing(draft, null, now).text).toBe('2 not started, 1,031 in line, 3 will retry')
  const desk = { live: 1, lines: 1, balance: '$5.00', now }
  const due = checksOf(campaign({ lead_counts: counts }), dials, desk).find(({ word }) => word === 'Leads are due')
  expect(due).toEqual({ word: 'Leads are due', ok: true, note: '2 not started, 1,031 in line, 3 will retry' })
})

it('a campaign that Stop all has stopped says so', () => {
  const halted = campaign({ status: 'stopped', stopped_by_halt: true, lead_counts: { created: 3 } })
  expect(standing(halted, null, now).text).toBe('Stopped by Stop all, 3 still to reach')
})

it('a start says how many people it calls', () => {
  expect(startInWords(303)).toBe('Start, 303 leads')
  expect(startInWords(1)).toBe('Start, 1 lead')
  expect(startInWords(0)).toBe('Start')
})

it('who asked not to be called is not counted as done', () => {
  const counts = { completed: 5, blacklisted: 1, created: 2 }
  expect(shownCounts({ lead_counts: counts, asked_not_to_call: 3 })).toEqual({
    completed: 2,
    blacklisted: 4,
    created: 2,
  })
  expect(shownCounts({ lead_counts: counts, asked_not_to_call: 0 })).toBe(counts)
})

it('a call is late before eight and from eight in the evening, by the clock where the number is', () => {
  const at = (time: string) => isLate(Date.parse(`2026-01-05T${time}:00Z`), 'Europe/Rome')
  expect(['06:59', '07:00', '18:59', '19:00', '23:12'].map(at)).toEqual([true, false, false, true, true])
})
