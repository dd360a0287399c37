import { expect, it } from 'vitest'
import { all, preparedTexts, sql } from '../../src/main/store/sql'
import { running } from '../support/running'
import { DAY, given, HOUR, MINUTE } from '../support/world'

/** Tables that grow with the work of a desk. */
const growing = [
  'leads',
  'contacts',
  'attempts',
  'calls',
  'call_items',
  'call_briefs',
  'deliveries',
  'delivery_tries',
  'sms',
  'conversations',
  'conversation_messages',
  'ledger',
  'kept_answers',
  'documents',
  'passages',
]

it('nothing that a desk does for a dial, a list or an event walks a whole table', async () => {
  const { world, campaign } = await running(['24', '01', '02', '04', '06', '09', '24', '03'], {
    max_calls_in_parallel: 3,
    respect_lead_time_zone: true,
    max_calls_per_number_per_day: 5,
  })
  const lead = await given.lead(world, campaign, { secondary_contacts: [{ phone_number: '+12025550124' }] })
  await world.put(`/user/leads/${lead}`, { callback_at: '2026-01-05 11:00:00' })
  await world.advance(5 * MINUTE)
  for (const path of [
    `/user/campaigns/${campaign}/explain`,
    `/user/campaigns/${campaign}`,
    `/user/leads/${lead}/explain`,
    '/user/attention',
    '/user/me',
    '/user/dialing',
    '/user/campaigns',
    ...['', '&status=created', '&date_from=2026-01-05'].map(also => `/user/leads?campaign_id=${campaign}${also}`),
    ...['', 'status=completed', 'date_to=2026-01-05'].map(query => `/user/leads?${query}`),
    ...['', 'status=busy', `campaign_id=${campaign}`, `campaign_id=${campaign}&status=busy`].map(
      query => `/user/calls?${query}`,
    ),
    '/user/calls/1',
    '/user/ledger',
    '/user/sms',
    '/user/conversations',
    '/user/webhook-deliveries',
    '/user/stats?by=hour&from=2026-01-05&to=2026-01-05',
    '/user/people/%2B12025550124',
    ...['calls', 'leads', 'sms', 'conversations', 'people'].flatMap(list =>
      ['012%2055', 'hello', 'o'].map(search => `/user/${list}?search=${search}`),
    ),
  ])
    expect([path, (await world.get(path)).status]).toEqual([path, 200])
  await world.advance(DAY + HOUR)
  await world.post('/user/dialing/halt')

  const { db } = world.service.context
  const partial = all<{ name: string }>(
    db,
    sql`SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE ${'% WHERE %'}`,
  ).map(({ name }) => name)
  const texts = preparedTexts(db).filter(text => /^\s*(SELECT|WITH|UPDATE|DELETE|INSERT)/i.test(text))
  expect(texts.length).toBeGreaterThan(100)
  const walks = texts.flatMap(text => {
    const params = Array((text.match(/\?/g) ?? []).length).fill(1)
    const steps = db.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...params) as { detail: string }[]
    return steps
      .map(({ detail }) => detail)
      .filter(step => {
        const [, table, index] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(step) ?? []
        // An index of a part of the table, such as what is due, may be read as a whole.
        return table !== undefined && growing.includes(table) && !partial.includes(index ?? '')
      })
      .map(step => `${step}: ${text.replace(/\s+/g, ' ')}`)
  })
  expect(walks).toEqual([])
})
