import { expect, it } from 'vitest'
import { allowedInWords, outcomeInWords } from '../../src/renderer/pages/calls/call-text'

it('a balance of thousands is read with its comma', () => {
  expect(allowedInWords({ rule: 'balance', value: '$1,234.50, $0.30 needed' })).toBe('Balance $1,234.50, $0.30 needed')
  expect(allowedInWords({ rule: 'balance', value: '−$3.00, $0.30 needed' })).toBe('Balance −$3.00, $0.30 needed')
})

it('the other reasons why a call was allowed are sentences, and an unknown one is as the service wrote it', () => {
  const said = (rule: string, value: string) => allowedInWords({ rule, value })
  expect(said('attempt', '1 of 4')).toBe('Attempt 1 of 4')
  expect(said('calls today', '1 of 3')).toBe('2nd call to this number today, of 3')
  expect(said('calls today', '10 of 30')).toBe('11th call to this number today, of 30')
  expect(said('window', '09:00 to 18:00')).toBe('Inside 09:00–18:00')
  expect(said('local time', '00:12 Europe/Rome')).toBe('It was 00:12 there, Europe/Rome')
  expect(said('number', 'Nora answers on +12015550190')).toBe('number: Nora answers on +12015550190')
})

it('the outcome of a call never repeats its state', () => {
  const call = { evaluation: [], evaluated_by: null, answered_by: null }
  expect(outcomeInWords({ ...call, status: 'busy', end_reason: 'busy' })).toBe('')
  expect(outcomeInWords({ ...call, status: 'no-answer', end_reason: 'no_answer' })).toBe('')
  expect(
    outcomeInWords({ ...call, status: 'ended_by_assistant', end_reason: 'voicemail', answered_by: 'machine' }),
  ).toBe('')
  expect(outcomeInWords({ ...call, status: 'failed', end_reason: 'unreachable' })).toBe(
    'The number does not exist or cannot be reached',
  )
})
