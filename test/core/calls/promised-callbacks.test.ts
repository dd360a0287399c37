import { expect, it } from 'vitest'
import { aNumber, blacklisted, expectMessage } from '../../support/api'
import { OWN } from '../../support/chats'
import { LLAMA, withModel } from '../../support/with-model'
import { DAY, given, HOUR, MINUTE, type TestWorld } from '../../support/world'

/** A desk whose model promises a callback on Tuesday at 15:30 in the first calls, and then says goodbye. */
async function promising(promises = 1) {
  let calls = 0
  const { world } = await withModel(request => {
    if (request.response_format) return { say: '{"status": false, "summary": "Later."}' }
    const isFirst = !request.messages.some(({ role }) => role === 'tool')
    if (isFirst && calls++ < promises)
      return { tools: [{ name: 'promise_callback', args: { at: '2026-01-06T15:30' } }] }
    return { say: 'Goodbye.', tools: [{ name: 'end_call' }] }
  })
  const variables = { name: '' }
  const assistant_id = await given.assistant(world, { llm_model_id: LLAMA, timezone: 'UTC', variables })
  async function call(phone_number: string, over: object = {}) {
    const made = await world.post('/user/make_call', {
      assistant_id,
      phone_number,
      variables: { name: 'Ada' },
      ...over,
    })
    expect(made.status).toBe(200)
    await world.advance(10 * MINUTE)
    return made.body.call_id as number
  }
  return { world, assistant_id, call }
}

const standing = async (world: TestWorld) => {
  const { promised_callbacks: entries } = (await world.get('/user/attention')).body
  const promised_callbacks = entries.map(({ key: _, ...promise }: { key: string }) => promise)
  const listed = (await world.get('/user/promised-callbacks')).body
  expect([listed.data, listed.total]).toEqual([promised_callbacks, promised_callbacks.length])
  return promised_callbacks
}

it('a callback promised in a single call is kept with its time, number and call, and nobody is dialed by itself', async () => {
  const { world, call } = await promising()
  const number = given.number('24')
  const call_id = await call(number)
  expect(
    (await world.get(`/user/calls/${call_id}`)).body.transcript.map(({ text }: { text: string }) => text),
  ).toContain('promise_callback({"at":"2026-01-06T15:30"})')
  await world.advance(30 * DAY)
  expect(await standing(world)).toEqual([
    {
      id: 1,
      phone_number: number,
      at: '2026-01-06T15:30:00.000000Z',
      call_id,
      name: 'Ada',
      variables: { name: 'Ada' },
    },
  ])
  expect(world.count('calls')).toBe(1)
  const { headers } = world.other()
  expect((await world.request('GET', '/user/attention', undefined, { headers })).body.promised_callbacks).toEqual([])
  expectMessage(await world.request('DELETE', '/user/promised-callbacks/1', undefined, { headers }), 404)
})

it('a callback promised in an inbound call is kept, earliest first', async () => {
  const { world, assistant_id, call } = await promising(2)
  await call(given.number('24'))
  const phone_number_id = aNumber(world, { number: OWN })
  const inbound = await given.assistant(world, { type: 'inbound', llm_model_id: LLAMA, timezone: 'Asia/Tokyo' })
  await world.put(`/user/assistant/${inbound}`, { phone_number_id })
  const from = given.number('24')
  await world.post('/user/simulator/inbound-call', { from, to: OWN })
  await world.advance(HOUR)
  expect(await standing(world)).toMatchObject([
    { phone_number: from, at: '2026-01-06T06:30:00.000000Z', call_id: 2 },
    { at: '2026-01-06T15:30:00.000000Z', call_id: 1 },
  ])
  expect(assistant_id).toBe(1)
})

it('a promised callback stands until a call has reached the person', async () => {
  const { world, call } = await promising()
  const number = given.number('24')
  await call(number)
  await call(given.number('24'))
  expect(await standing(world)).toHaveLength(1)
  // Not reached: it stands.
  world.db.prepare('UPDATE promised_callbacks SET phone_number = ?').run(given.number('01'))
  const busy = (await standing(world))[0].phone_number
  await call(busy)
  expect(await standing(world)).toHaveLength(1)
  world.db.prepare('UPDATE promised_callbacks SET phone_number = ?').run(number)
  await call(number)
  expect(await standing(world)).toEqual([])
})

it('a newer promise to the same number replaces the earlier one', async () => {
  const { world, call } = await promising(2)
  const number = given.number('24')
  await call(number)
  const second = await call(number)
  expect(await standing(world)).toMatchObject([{ phone_number: number, call_id: second }])
})

it('a promised callback is dismissed once, and stands no more when its number is blacklisted', async () => {
  const { world, call } = await promising(2)
  const [first, second] = [given.number('24'), given.number('24')]
  await call(first)
  await call(second)
  expect((await world.delete('/user/promised-callbacks/1')).status).toBe(200)
  expectMessage(await world.delete('/user/promised-callbacks/1'), 404)
  expect(await standing(world)).toMatchObject([{ phone_number: second }])
  blacklisted(world, second)
  expect(await standing(world)).toEqual([])
})

it('a promised callback outlives its deleted call, and goes when the person is forgotten', async () => {
  const { world, call } = await promising()
  const number = given.number('24')
  const id = await call(number)
  expect((await world.delete(`/user/calls/${id}`)).status).toBe(200)
  expect(await standing(world)).toMatchObject([{ phone_number: number, call_id: null, variables: {} }])
  expect((await world.delete(`/user/people/${encodeURIComponent(number)}`)).status).toBe(200)
  expect(world.count('promised_callbacks')).toBe(0)
})

it('a promised callback is deleted when it is older than what is kept', async () => {
  const { world, call } = await promising()
  await call(given.number('24'))
  await world.put('/user/settings', { retention_days: 30 })
  await world.advance(30 * DAY)
  expect(world.count('promised_callbacks')).toBe(1)
  await world.advance(2 * DAY)
  expect(world.count('promised_callbacks')).toBe(0)
})

it('a callback promised to a lead stays with the lead', async () => {
  const { world, assistant_id } = await promising()
  const campaign = await given.campaign(world, { assistant_id, timezone: 'UTC' })
  const lead = await given.lead(world, campaign)
  await given.started(world, campaign)
  await world.advance(10 * MINUTE)
  expect(world.lead(lead)).toMatchObject({ status: 'rescheduled', callback_at: Date.parse('2026-01-06T15:30:00Z') })
  expect(await standing(world)).toEqual([])
})
