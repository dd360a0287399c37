import { expect, it } from 'vitest'
import { counted, dollars, plural } from '../../src/contract/words'
import { given, startWorld } from '../support/world'

it('one of a kind is singular, and any other number is plural', () => {
  expect([0, 1, 2, 0.5].map(n => counted(n, 'lead'))).toEqual(['0 leads', '1 lead', '2 leads', '0.5 leads'])
  expect([1, 2].map(n => counted(n, 'try', 'tries'))).toEqual(['1 try', '2 tries'])
  expect([1, 2].map(n => plural(n, 'is', 'are'))).toEqual(['is', 'are'])
})

it('the texts of the API say one lead, one number and one item', async () => {
  const world = await startWorld()
  const campaign_id = await given.campaign(world)
  const leads = (...numbers: string[]) => numbers.map(phone_number => ({ phone_number }))
  const imported = async (...numbers: string[]) =>
    (await world.post('/user/leads/import', { campaign_id, leads: leads(...numbers) })).body.message
  expect(await imported(given.number('24'), '12')).toBe('1 lead was added. 1 was not.')
  expect(await imported(given.number('24'), given.number('24'), '12', '13')).toBe('2 leads were added. 2 were not.')
  const listed = async (...phone_numbers: string[]) =>
    (await world.post('/user/blacklist/import', { phone_numbers })).body.message
  expect(await listed(given.number('24'))).toBe('1 number is on the blacklist.')
  const { errors } = (await world.put(`/user/campaigns/${campaign_id}`, { allowed_days: [] })).body
  expect(errors.allowed_days[0]).not.toMatch(/\b1 \w+s\b/)
})

it.each([
  [0, '$0.00'],
  [0.3, '$0.30'],
  [1234.5, '$1,234.50'],
  [1_000_000, '$1,000,000.00'],
  [0.0075, '$0.0075'],
  [0.01, '$0.01'],
  [0.125, '$0.13'],
  [-3, '−$3.00'],
  [-0.0041, '−$0.0041'],
])('%d US dollars are written in one way', (usd, text) => {
  expect(dollars(usd)).toBe(text)
})

it('a price by which something is multiplied keeps every decimal', () => {
  expect([0.1, 0.125, 0.000001, 1200].map(usd => dollars(usd, true))).toEqual([
    '$0.10',
    '$0.125',
    '$0.000001',
    '$1,200.00',
  ])
})
