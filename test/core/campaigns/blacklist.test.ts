import { describe, expect, it } from 'vitest'
import { expectInvalid, expectMessage, ISO, withoutChange } from '../../support/api'
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
      reason: 'Asked',
      source: 'operator',
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
      { phone_number: world.lead(lead).phone_number, source: 'call' },
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
})
