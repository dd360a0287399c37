import { describe, expect, it } from 'vitest'
import {
  blacklisted,
  expectInvalid,
  expectMessage,
  ISO,
  ids,
  leaveBalance,
  recorded,
  UNKNOWN,
  withoutChange,
} from '../../support/api'
import { given, HOUR, MINUTE, SECOND, startWorld, type TestWorld } from '../../support/world'

async function ready(over: object = {}) {
  const world = await startWorld()
  const assistant_id = await given.assistant(world, over)
  const call = async (ending: string, more: object = {}): Promise<number> =>
    (await world.post('/user/make_call', { assistant_id, phone_number: given.number(ending), ...more })).body.call_id
  const make = (body: object) => world.post('/user/make_call', body)
  return { world, assistant_id, call, make }
}
const read = async (world: TestWorld, id: number) => (await world.get(`/user/calls/${id}`)).body
const hangUp = (world: TestWorld, id: number) => world.post(`/user/calls/${id}/hang-up`)
const phone_number = '+12015550124'

describe('make_call', () => {
  it('make_call answers 200 with an empty data, the call and its status', async () => {
    const { world, assistant_id, make } = await ready()
    const { status, body } = await make({ phone_number, assistant_id })
    expect(status).toBe(200)
    expect(body).toEqual({ message: expect.any(String), data: {}, call_id: 1, status: 'initiated' })
    expect(await read(world, 1)).toMatchObject({ status: 'initiated', client_phone_number: phone_number })
  })

  it('make_call accepts the assistant as id, as digits in a string and as uuid', async () => {
    const { world, assistant_id, make } = await ready()
    const { uuid } = (await world.get(`/user/assistant/${assistant_id}`)).body
    for (const asked of [assistant_id, String(assistant_id), uuid]) {
      const { body } = await make({ phone_number, assistant_id: asked })
      expect((await read(world, body.call_id)).assistant_id).toBe(assistant_id)
    }
  })

  it('an unknown assistant is 404', async () => {
    const { world, make } = await ready()
    for (const assistant_id of [UNKNOWN, String(UNKNOWN), '00000000-0000-4000-8000-000000000000'])
      expectMessage(await withoutChange(world, () => make({ phone_number, assistant_id })), 404)
  })

  it('an assistant that is not outbound is 422 on assistant_id', async () => {
    const { world, make } = await ready()
    const inbound = await given.assistant(world, { type: 'inbound' })
    expectInvalid(await make({ phone_number, assistant_id: inbound }), 'assistant_id')
  })

  it('a missing field or a value of a wrong type is 422 on its field', async () => {
    const { assistant_id, make } = await ready()
    expectInvalid(await make({}), 'phone_number', 'assistant_id')
    expectInvalid(await make({ assistant_id }), 'phone_number')
    expectInvalid(await make({ phone_number: 12015550114, assistant_id }), 'phone_number')
    for (const wrong of ['anna', null, 1.5, true, []])
      expectInvalid(await make({ phone_number, assistant_id: wrong }), 'assistant_id')
    expectInvalid(await make({ phone_number, assistant_id, variables: { a: {} } }), 'variables.a')
  })

  it.each(['2015550114', '+1201', '+999123456789', 'Bob'])('the number %j is 400 with a message', async wrong => {
    const { world, assistant_id, make } = await ready()
    expectMessage(await withoutChange(world, () => make({ phone_number: wrong, assistant_id })), 400)
  })

  it('the number is stored in E.164', async () => {
    const { world, assistant_id, make } = await ready()
    const { body } = await make({ phone_number: '+1 (201) 555-0124', assistant_id })
    expect((await read(world, body.call_id)).client_phone_number).toBe(phone_number)
  })

  it('unknown variables are kept, with a warning on the call', async () => {
    const { world, assistant_id, make } = await ready({ variables: { name: 'nobody' } })
    const { body } = await make({ phone_number, assistant_id, variables: { name: 'Bob', shoe: 43 } })
    const call = await read(world, body.call_id)
    expect(call.variables).toEqual({ name: 'Bob', shoe: 43 })
    expect(call.warnings.join()).toMatch(/shoe/)
    expect(call.warnings.join()).not.toMatch(/\bname\b/)
  })

  it('the balance must cover a minute of each open call and of the new one, else it is 422 with a message', async () => {
    const { world, assistant_id, make } = await ready()
    await leaveBalance(world, 0.1)
    expect(await make({ phone_number, assistant_id })).toMatchObject({ status: 200 })
    expectMessage(await withoutChange(world, () => make({ phone_number, assistant_id })), 422)
  })

  it('make_call is 409 while dialing is halted, and works again after resume', async () => {
    const { world, assistant_id, make } = await ready()
    await world.post('/user/dialing/halt')
    expectMessage(await withoutChange(world, () => make({ phone_number, assistant_id })), 409)
    await world.post('/user/dialing/resume')
    expect(await make({ phone_number, assistant_id })).toMatchObject({ status: 200 })
  })

  it('a number on the blacklist is 422', async () => {
    const { world, assistant_id, make } = await ready()
    blacklisted(world, phone_number)
    const answer = await withoutChange(world, () => make({ phone_number, assistant_id }))
    expect(answer).toMatchObject({ status: 422, body: { message: expect.any(String) } })
  })

  it('a call for which the carrier has no capacity waits up to a minute and then fails', async () => {
    const { world, call } = await ready()
    world.db.prepare(`INSERT INTO state (key, value) VALUES ('settings', '{"max_calls_in_parallel": 1}')`).run()
    await call('07')
    await world.advance(SECOND)
    const second = await call('24')
    await world.advance(55 * SECOND)
    expect((await read(world, second)).status).toBe('initiated')
    await world.advance(10 * SECOND)
    expect((await read(world, second)).status).toBe('failed')
  })
})

describe('a call record', () => {
  it('a call record has every documented field', async () => {
    const { world, call } = await ready({ record: true, variables: { name: 'Bob' } })
    const id = await call('24')
    await recorded(world, id)
    const record = await read(world, id)
    expect(record).toMatchObject({
      id,
      assistant_id: 1,
      assistant_name: 'Anna',
      campaign_id: null,
      campaign_name: null,
      lead_id: null,
      type: 'outbound',
      assistant_phone_number: null,
      status: 'completed',
      end_reason: expect.any(String),
      variables: { name: 'Bob' },
      webhook_response: null,
      answered_by: 'human',
      recording_url: expect.stringMatching(/^http:.*\/api\/recordings\/[0-9a-f-]{36}\.wav\?expires=\d+&sig=.+$/),
      created_at: expect.stringMatching(ISO),
      updated_at: expect.stringMatching(ISO),
      spoken_by: 'scripted',
      deliveries: [],
    })
    expect(record.duration).toBeGreaterThan(0)
    for (const item of record.transcript)
      expect(item).toMatchObject({
        text: expect.any(String),
        type: expect.stringMatching(/^(transcript|function_call)$/),
        sender: expect.stringMatching(/^(bot|human)$/),
        timestamp: expect.any(Number),
      })
    expect(record.transcript[0].timestamp).toBeGreaterThan(1_767_000_000)
    expect(record.transcript[0].timestamp).toBeLessThan(1_768_000_000)
    for (const item of record.evaluation)
      expect(Object.keys(item).sort()).toEqual(['description', 'name', 'type', 'value'])
    expect(record.evaluation.map((item: { name: string }) => item.name)).toEqual(['status', 'summary'])
    for (const { rule, value } of record.allowed_because)
      expect([typeof rule, typeof value]).toEqual(['string', 'string'])
  })

  it('costs are strings with eight decimals, and the cost items add up to the total and to what was charged', async () => {
    const { world, call } = await ready()
    const id = await call('24')
    await world.advance(10 * MINUTE)
    const { carrier_cost, total_cost, cost_items, duration } = await read(world, id)
    for (const cost of [carrier_cost, total_cost]) expect(cost).toMatch(/^\d+\.\d{8}$/)
    const sum = cost_items.reduce((total: number, item: { amount: number }) => total + item.amount, 0)
    expect(sum).toBeCloseTo(Number(total_cost), 6)
    expect(sum).toBeCloseTo((duration * 0.1) / 60, 5)
    expect((await world.get('/user/me')).body.total_balance).toBeCloseTo(25 - sum, 6)
  })

  it('a call without a recording has no link, and an unknown recording is 404', async () => {
    const { world, call } = await ready({ record: false })
    const id = await call('24')
    await world.advance(10 * MINUTE)
    expect((await read(world, id)).recording_url).toBeNull()
    expectMessage(await world.get(`/user/calls/${UNKNOWN}`), 404)
  })

  it('the record of a campaign call names the campaign and the lead', async () => {
    const { world, assistant_id } = await ready()
    const campaign_id = await given.campaign(world, { assistant_id, name: 'Spring' })
    const lead_id = await given.lead(world, campaign_id)
    await given.started(world, campaign_id)
    await world.advance(MINUTE)
    expect((await world.get('/user/calls')).body.data[0]).toMatchObject({
      campaign_id,
      campaign_name: 'Spring',
      lead_id,
    })
  })
})

describe('the list of calls', () => {
  it('the list is filtered by status, type, assistant, campaign, number and day', async () => {
    const { world, call, assistant_id } = await ready()
    const busy = await call('01')
    const talked = await call('24')
    await world.advance(HOUR)
    const other = await given.assistant(world)
    const third = await call('24', { assistant_id: other, phone_number: '+390612345624' })
    const campaign = await given.campaign(world)
    await given.lead(world, campaign)
    await given.started(world, campaign)
    await world.advance(15 * HOUR)
    const fourth = third + 1
    const list = async (query: string) => ids(await world.get(`/user/calls?${query}`))
    expect(await list('status=busy')).toEqual([busy])
    expect(await list('status=completed')).toEqual([fourth, third, talked])
    expect(await list('type=inbound')).toEqual([])
    expect(await list('type=outbound')).toEqual([fourth, third, talked, busy])
    expect(await list(`assistant_id=${assistant_id}`)).toEqual([talked, busy])
    expect(await list(`campaign_id=${campaign}`)).toEqual([fourth])
    expect(await list('phone_number=+3906')).toEqual([third])
    expect(await list('phone_number=%2B39')).toEqual([third])
    expect(await list('phone_number=06')).toContain(third)
    expect(await list('phone_number=+06')).toEqual([])
    expect(await list('date_from=2026-01-06')).toEqual([])
    expect(await list('date_to=2026-01-05&status=busy&type=outbound')).toEqual([busy])
    expect((await world.get('/user/calls?status=completed')).body.total).toBe(3)
  })

  it('a wrong filter is 422 on its name', async () => {
    const { world } = await ready()
    const query = 'status=done&type=fax&assistant_id=x&campaign_id=&phone_number=x&date_from=x&date_to=2026-13-01'
    const fields = ['status', 'type', 'assistant_id', 'campaign_id', 'phone_number', 'date_from', 'date_to']
    expectInvalid(await world.get(`/user/calls?${query}`), ...fields)
    expect((await world.get('/user/calls?date_from=2026-01-06&date_to=2026-01-05')).status).toBe(422)
  })
})

describe('hanging up', () => {
  it('hanging up a call that waits for capacity ends it at once', async () => {
    const { world, call } = await ready()
    const id = await call('10')
    await world.advance(SECOND / 2)
    expect((await read(world, id)).status).toBe('initiated')
    expect(await hangUp(world, id)).toMatchObject({ status: 200, body: { message: expect.any(String), data: { id } } })
    expect((await read(world, id)).status).toBe('ended_by_assistant')
    await world.advance(5 * MINUTE)
    expect((await read(world, id)).status).toBe('ended_by_assistant')
  })

  it.each([
    ['rings', '02', 'ringing', 10],
    ['talks', '07', 'in-progress', 60],
  ])('hanging up a call that %s ends it, as ended by the assistant', async (_, ending, before, seconds) => {
    const { world, call } = await ready()
    const id = await call(ending)
    await world.advance(seconds * SECOND)
    expect((await read(world, id)).status).toBe(before)
    expect(await hangUp(world, id)).toMatchObject({ status: 200 })
    await world.advance(MINUTE)
    expect(await read(world, id)).toMatchObject({ status: 'ended_by_assistant', end_reason: 'operator' })
  })

  it('hanging up a call that has ended is 409, and an unknown call is 404', async () => {
    const { world, call } = await ready()
    const id = await call('01')
    await world.advance(MINUTE)
    expectMessage(await withoutChange(world, () => hangUp(world, id)), 409)
    expectMessage(await hangUp(world, UNKNOWN), 404)
  })
})

describe('the dates of the list of calls', () => {
  it('dates are days of the workspace, or exact times', async () => {
    const world = await startWorld({ at: Date.UTC(2026, 0, 6, 2) })
    await world.put('/user/settings', { timezone: 'America/Los_Angeles' })
    const assistant_id = await given.assistant(world)
    await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })
    const total = async (query: string) => (await world.get(`/user/calls?${query}`)).body.total
    // 02:00 UTC is still the day before there.
    expect(await total('from=2026-01-05&to=2026-01-05')).toBe(1)
    expect(await total('from=2026-01-06')).toBe(0)
    expect(await total('date_from=2026-01-06')).toBe(1)
    expect(await total('to=2026-01-06T02:00:00Z')).toBe(0)
    expectInvalid(await world.get('/user/calls?from=2026-01-06&to=2026-01-05'), 'to')
    expectInvalid(await world.get('/user/calls?from=soon'), 'from')
  })
})
