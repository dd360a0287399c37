import { expect, it } from 'vitest'
import { expectInvalid } from '../../support/api'
import { startWorld } from '../../support/world'
import { known, path } from './support'

it('a person has everything that is stored about the number', async () => {
  const { world, number, lead } = await known()
  const { status, body } = await world.get(path(number))
  expect(status).toBe(200)
  expect(body).toMatchObject({
    phone_number: number,
    name: 'Ada',
    blacklist: null,
    attempts: [{ lead_id: lead, outcome: 'talked', call_ids: [1] }],
    calls: [{ id: 1, variables: { name: 'Ada' } }],
    conversations: [{ type: 'sms', customer: number }],
  })
  expect(body.leads).toHaveLength(2)
  expect(body.leads[1].explanation.reasons[0].code).toBe('not_started')
  expect(body.sms.map((sms: { status: string }) => sms.status).sort()).toEqual(['delivered', 'received'])
})

it('the number may have a space instead of its +, and must be a number', async () => {
  const { world, number } = await known()
  expect((await world.get(`/user/people/${number}`)).body.name).toBe('Ada')
  expectInvalid(await world.get('/user/people/nobody'), 'phone_number')
})

it('an unknown number has an empty history', async () => {
  const world = await startWorld()
  const { status, body } = await world.get(path('+15550100001'))
  expect(status).toBe(200)
  expect(body).toEqual({
    phone_number: '+15550100001',
    name: null,
    time_zone: 'America/New_York',
    blacklist: null,
    leads: [],
    attempts: [],
    promised_callbacks: [],
    calls: [],
    sms: [],
    conversations: [],
    notes: [],
    totals: { calls: 0, sms: 0, conversations: 0, notes: 0 },
    spent: { calls: 0, sms: 0, conversations: 0 },
  })
})

it('people of another user are neither shown nor forgotten', async () => {
  const { world, number } = await known()
  const { headers } = world.other()
  const theirs = await world.request('GET', path(number), undefined, { headers })
  expect(theirs.body).toMatchObject({ name: null, leads: [], calls: [], sms: [], conversations: [] })
  await world.request('DELETE', path(number), undefined, { headers })
  expect((await world.get(path(number))).body.calls).toHaveLength(1)
})
