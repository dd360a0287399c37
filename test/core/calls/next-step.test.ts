import { expect, it } from 'vitest'
import { given, HOUR, MINUTE, startWorld } from '../../support/world'

it('a call of a lead says what comes next, and then what came', async () => {
  const world = await startWorld()
  const assistant_id = await given.assistant(world)
  const campaign = await given.campaign(world, { assistant_id, max_retries: 1, retry_interval: 60 })
  const lead = await given.lead(world, campaign, {
    ending: '02',
    secondary_contacts: [{ phone_number: given.number('02') }],
  })
  await world.post('/user/make_call', { assistant_id, phone_number: given.number('02') })
  await given.started(world, campaign)
  const steps = async () =>
    (await world.get('/user/calls')).body.data.toReversed().map((call: { next: unknown }) => call.next)

  await world.advance(10_000)
  expect(await steps()).toEqual([null, null])
  await world.advance(90_000)
  const [single, first] = await steps()
  expect(single).toBe(null)
  expect(first).toMatchObject({ step: 'contact', contact: 1 })

  await world.advance(3 * MINUTE)
  const [, tried, second] = await steps()
  expect(tried).toMatchObject({ step: 'contact', contact: 1, call_id: 3 })
  const due = (await world.get(`/user/leads?campaign_id=${campaign}`)).body.data[0].next_attempt_at
  expect(second).toMatchObject({ step: 'retry', contact: null, call_id: null })
  expect(second.at.slice(0, 19).replace('T', ' ')).toBe(due)

  await world.advance(2 * HOUR)
  const all = await steps()
  expect(all).toHaveLength(5)
  expect(all[2]).toMatchObject({ step: 'retry', call_id: 4 })
  expect(all[4]).toEqual({ step: 'none', at: null, contact: null, call_id: null })
  expect(world.lead(lead).status).toBe('reached-max-retries')
})

it('a call in which a callback was promised leads to it', async () => {
  const world = await startWorld()
  const assistant_id = await given.assistant(world)
  const campaign = await given.campaign(world, { assistant_id, max_retries: 3 })
  const lead = await given.lead(world, campaign, { ending: '02' })
  await given.started(world, campaign)
  await world.advance(3 * MINUTE)
  const at = '2026-01-05T16:00:00.000Z'
  await world.put(`/user/leads/${lead}`, { callback_at: at })
  const next = async () => (await world.get('/user/calls/1')).body.next
  expect(await next()).toMatchObject({ step: 'callback', call_id: null })
  expect(Date.parse((await next()).at)).toBe(Date.parse(at))
})
