import { describe, expect, it } from 'vitest'
import { aNumber, expectInvalid, expectMessage, ISO, withoutChange } from '../../support/api'
import { DAY, given, HOUR, MINUTE, MONDAY_9, startWorld } from '../../support/world'

const number = '+15550100001'

describe('the blacklist', () => {
  it('numbers are added, listed and removed', async () => {
    const world = await startWorld()
    const { status, body } = await world.post('/user/blacklist', { phone_number: '+1 (555) 010-0001', reason: 'Asked' })
    expect(status).toBe(201)
    expect(body.data).toEqual({
      id: 1,
      phone_number: number,
      name: null,
      reason: 'Asked',
      source: 'operator',
      call_id: null,
      sms_id: null,
      api_key: 'test',
      created_at: expect.stringMatching(ISO),
      expires_at: null,
    })
    expect((await world.get('/user/blacklist')).body).toMatchObject({ total: 1, data: [body.data] })
    expectMessage(await world.delete(`/user/blacklist?phone_number=${encodeURIComponent(number)}`), 200)
    expectMessage(await world.delete(`/user/blacklist?phone_number=${encodeURIComponent(number)}`), 404)
    expect((await world.get('/user/blacklist')).body.total).toBe(0)
  })

  it('a + that was not URL-encoded is read as a +', async () => {
    const world = await startWorld()
    await world.post('/user/blacklist', { phone_number: number })
    expect((await world.delete(`/user/blacklist?phone_number=${number}`)).status).toBe(200)
  })

  it('a number may be removed with a body too', async () => {
    const world = await startWorld()
    await world.post('/user/blacklist', { phone_number: number })
    expect((await world.request('DELETE', '/user/blacklist', { phone_number: number })).status).toBe(200)
  })

  it('adding a number twice keeps one entry with the newer reason', async () => {
    const world = await startWorld()
    await world.post('/user/blacklist', { phone_number: number, reason: 'First' })
    await world.post('/user/blacklist', { phone_number: number, reason: 'Second' })
    expect((await world.get('/user/blacklist')).body).toMatchObject({ total: 1, data: [{ reason: 'Second' }] })
  })

  it('the list is filtered by any part of the number, newest first', async () => {
    const world = await startWorld()
    for (const phone_number of [number, '+15550100002', '+442079460003']) {
      await world.post('/user/blacklist', { phone_number })
      await world.advance(1000)
    }
    const { body } = await world.get('/user/blacklist?phone_number=5550100')
    expect(body.data.map((entry: { phone_number: string }) => entry.phone_number)).toEqual(['+15550100002', number])
  })

  it('wrong values are 422 on their fields', async () => {
    const world = await startWorld()
    expectInvalid(
      await withoutChange(world, () =>
        world.post('/user/blacklist', { phone_number: '123', reason: 'x'.repeat(256), expires_at: 'soon' }),
      ),
      'phone_number',
      'reason',
      'expires_at',
    )
    expectInvalid(await world.delete('/user/blacklist'), 'phone_number')
  })

  it('adding a number blacklists its waiting leads, and removing it does not change them', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    const lead = await given.lead(world, campaign, { phone_number: '+12015550124' })
    await world.post('/user/blacklist', { phone_number: '+12015550124' })
    expect(world.lead(lead).status).toBe('blacklisted')
    await world.delete(`/user/blacklist?phone_number=${encodeURIComponent('+12015550124')}`)
    expect(world.lead(lead).status).toBe('blacklisted')
    expect((await world.put(`/user/leads/${lead}`, { status: 'created' })).status).toBe(200)
  })

  it('an expired entry has no effect', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world)
    await world.post('/user/blacklist', { phone_number: number, expires_at: new Date(MONDAY_9 + DAY).toISOString() })
    expectInvalid(await world.post('/user/make_call', { assistant_id, phone_number: number }), 'phone_number')
    await world.advance(DAY)
    expect((await world.post('/user/make_call', { assistant_id, phone_number: number })).status).toBe(200)
  })

  it('a conversation in which the customer asks for no more calls adds the number', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    const lead = await given.lead(world, campaign, { ending: '06' })
    await given.started(world, campaign)
    await world.advance(HOUR)
    expect((await world.get('/user/blacklist')).body.data).toMatchObject([
      { phone_number: world.lead(lead).phone_number, source: 'call', call_id: 1, api_key: null },
    ])
  })

  it('an import adds many numbers and reports what is not a number', async () => {
    const world = await startWorld()
    const { status, body } = await world.post('/user/blacklist/import', {
      phone_numbers: [number, 'nobody', 5, '+442079460003'],
      reason: 'Old list',
    })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      added: 2,
      duplicates: 0,
      skipped: 2,
      problems: [
        { row: 1, field: 'phone_number' },
        { row: 2, field: 'phone_number' },
      ],
    })
    expect((await world.get('/user/blacklist')).body.data).toMatchObject([{ source: 'import' }, { source: 'import' }])
    expectInvalid(
      await world.post('/user/blacklist/import', { phone_numbers: Array.from({ length: 5001 }, () => number) }),
      'phone_numbers',
    )
    await world.advance(MINUTE)
  })

  it('an import leaves what is on the list as it is, and counts it', async () => {
    const world = await startWorld()
    await world.post('/user/blacklist', { phone_number: number, reason: 'Asked' })
    const { body } = await world.post('/user/blacklist/import', {
      phone_numbers: [number, '+442079460003', '+44 20 7946 0003'],
      reason: 'Old list',
    })
    expect(body.data).toMatchObject({ added: 1, duplicates: 2, skipped: 0, problems: [] })
    expect((await world.get('/user/blacklist?search=Asked')).body.data).toMatchObject([
      { phone_number: number, reason: 'Asked', source: 'operator' },
    ])
  })

  it('the list is searched by a number in any form, by words of the reason, by a name, and by how it came there', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world, { variables: { name: '' } })
    const campaign = await given.campaign(world, { assistant_id })
    await given.lead(world, campaign, { phone_number: '+442079460003', variables: { name: 'Zoë Müller' } })
    await world.post('/user/blacklist', { phone_number: '+442079460003', reason: '100% sure, by e-mail' })
    await world.post('/user/blacklist/import', { phone_numbers: [number, '+15550100002'], reason: 'Old list' })
    const found = async (query: string) =>
      (await world.get(`/user/blacklist?${query}`)).body.data.map(
        (entry: { phone_number: string }) => entry.phone_number,
      )
    const anyForm = '+442079460003'
    for (const form of ['+44 (0)20 7946 0003', '020 7946', '0044 20 7946-0003', 'e-mail sure', 'muller', '100'])
      expect([form, await found(`search=${encodeURIComponent(form)}`)]).toEqual([
        form,
        form === '100' ? ['+15550100002', number] : [anyForm],
      ])
    expect(await found('source=import&search=0002')).toEqual(['+15550100002'])
    expect(await found('search=old%20lis')).toHaveLength(2)
    expectInvalid(await world.get('/user/blacklist?source=nobody'), 'source')
    expect((await world.get('/user/blacklist?search=muller')).body.data[0].name).toBe('Zoë Müller')
  })

  it('many are removed by their numbers, or all that fit the filters but some', async () => {
    const world = await startWorld()
    const numbers = ['+15550100001', '+15550100002', '+15550100003', '+442079460003']
    const left = async () =>
      (await world.get('/user/blacklist')).body.data.map((entry: { phone_number: string }) => entry.phone_number).sort()
    await world.post('/user/blacklist/import', { phone_numbers: numbers })
    const some = await world.post('/user/blacklist/remove', { phone_numbers: ['+1 555 010 0001', '+15550100009'] })
    expect(some.body).toMatchObject({ message: '1 number is off the blacklist.', data: { removed: 1 } })
    await world.post('/user/blacklist/remove', { all: { search: '555', except: ['+15550100003'] } })
    expect(await left()).toEqual(['+15550100003', '+442079460003'])
    for (const body of [{}, { phone_numbers: ['+15550100003'], all: {} }, { phone_numbers: ['nobody'] }]) {
      const answer = await world.post('/user/blacklist/remove', body)
      expect(answer.status).toBe(422)
    }
    const { headers } = world.other()
    await world.request('POST', '/user/blacklist/remove', { all: {} }, { headers })
    expect(await left()).toHaveLength(2)
    await world.post('/user/blacklist/remove', { all: {} })
    expect(await left()).toEqual([])
  })

  it('an entry that was taken off is put back as it was', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    await given.lead(world, campaign, { ending: '06' })
    await given.started(world, campaign)
    await world.advance(HOUR)
    const [entry] = (await world.get('/user/blacklist')).body.data
    expect(entry).toMatchObject({ source: 'call', call_id: 1 })
    await world.delete(`/user/blacklist?phone_number=${encodeURIComponent(entry.phone_number)}`)
    await world.advance(DAY)
    const { status, body } = await world.post('/user/blacklist/put-back', entry)
    expect(status).toBe(201)
    expect(body.data).toEqual({ ...entry, id: expect.any(Number) })
    // Not with the call of somebody else.
    const { headers } = world.other()
    const foreign = await world.request('POST', '/user/blacklist/put-back', entry, { headers })
    expect(foreign.body.data.call_id).toBe(null)
  })

  it('an entry by an SMS names it, and events tell of every change', async () => {
    const world = await startWorld()
    const own = '+12015550190'
    aNumber(world, { number: own })
    const told: unknown[] = []
    world.service.context.bus.on(event => event.type === 'blacklist.changed' && told.push(event.phone_number))
    const { body } = await world.post('/user/simulator/inbound-sms', { from: number, to: own, body: 'STOP' })
    expect((await world.get('/user/blacklist')).body.data).toMatchObject([{ source: 'sms', sms_id: body.data.id }])
    await world.delete(`/user/blacklist?phone_number=${encodeURIComponent(number)}`)
    await world.post('/user/blacklist/import', { phone_numbers: [number, '+15550100002'] })
    await world.post('/user/blacklist/remove', { all: {} })
    expect(told).toEqual([number, number, null, null])
  })
})
