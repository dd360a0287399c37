import { describe, expect, it } from 'vitest'
import { expectInvalid, recorded } from '../../support/api'
import { startReceiver } from '../../support/receiver'
import { recordedCall, recordingFiles } from '../../support/recorded-call'
import { DAY, given, HOUR, MINUTE, startWorld } from '../../support/world'

describe('retention', () => {
  it('everything is kept for ever by default', async () => {
    const { world } = await recordedCall()
    await world.advance(400 * DAY)
    expect(recordingFiles(world)).toHaveLength(1)
  })

  it('recordings and transcripts are deleted after the given days, over months', async () => {
    const { world, assistant_id } = await recordedCall()
    await world.put('/user/settings', { retention_days: 30 })
    await world.advance(20 * DAY)
    await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })
    await recorded(world, 2)
    const before = (await world.get('/user/calls/1')).body
    expect(before.transcript.length).toBeGreaterThan(0)
    await world.advance(10 * DAY)
    const after = (await world.get('/user/calls/1')).body
    expect(after).toMatchObject({
      transcript: [],
      recording_url: null,
      duration: before.duration,
      status: before.status,
    })
    expect(after.total_cost).toBe(before.total_cost)
    expect(after.deliveries).toEqual([])
    expect((await world.get('/user/calls/2')).body.transcript.length).toBeGreaterThan(0)
    expect(recordingFiles(world)).toHaveLength(1)
    await world.restart()
    await world.advance(60 * DAY)
    expect(recordingFiles(world)).toEqual([])
    expect((await world.get('/user/calls/2')).body.transcript).toEqual([])
    expect(world.count('call_items')).toBe(0)
  })

  it('a shorter retention applies at once', async () => {
    const { world } = await recordedCall()
    await world.advance(10 * DAY)
    await world.put('/user/settings', { retention_days: 7 })
    await world.advance(1000)
    expect(recordingFiles(world)).toEqual([])
  })

  it('retention is 1 to 3,650 days, or null', async () => {
    const world = await startWorld()
    for (const retention_days of [0, 3651, 1.5, '30'])
      expectInvalid(await world.put('/user/settings', { retention_days }), 'retention_days')
    for (const retention_days of [1, 3650, null])
      expect((await world.put('/user/settings', { retention_days })).body.data.retention_days).toBe(retention_days)
  })
})

describe('webhooks and retention', () => {
  it('expired data stays nowhere, not even in a webhook that was delivered late', async () => {
    const world = await startWorld()
    await world.put('/user/settings', { retention_days: 1 })
    const up = world.clock.now() + DAY + 2 * HOUR
    Object.assign(world.service.outside, {
      send: async () => {
        if (world.clock.now() < up) throw new Error('down')
        return { status: 200, body: '{}', truncated: false, headers: {} }
      },
    })
    const assistant_id = await given.assistant(world, { is_webhook_active: true, webhook_url: 'http://127.0.0.1:9/x' })
    await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })
    const { conversation_id } = (await world.post('/conversations', { assistant_id })).body
    await world.post(`/conversations/${conversation_id}/messages`, { message: 'Hello' })
    await world.advance(30 * DAY)
    expect(world.db.prepare("SELECT count(*) AS n FROM deliveries WHERE status = 'delivered'").get()).toEqual({ n: 0 })
    for (const table of ['call_items', 'conversation_messages', 'deliveries']) expect(world.count(table), table).toBe(0)
  })

  it('deleting a call deletes its webhooks too', async () => {
    const receiver = await startReceiver()
    const world = await startWorld()
    const assistant_id = await given.assistant(world, { is_webhook_active: true, webhook_url: receiver.url })
    await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })
    await world.advance(10 * MINUTE)
    await world.delete('/user/calls/1')
    expect(world.count('deliveries')).toBe(0)
  })
})

it('what a shorter time would delete is known before it is set', async () => {
  const world = await startWorld()
  const assistant_id = await given.assistant(world, { record: true })
  const call = () => world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })
  await call()
  const { conversation_id } = (await world.post('/conversations', { assistant_id })).body
  await world.post(`/conversations/${conversation_id}/messages`, { message: 'Hello' })
  await world.advance(10 * DAY)
  await call()
  await world.advance(HOUR)
  const effect = async (days: number) => (await world.get(`/user/settings/retention-effect?days=${days}`)).body
  expect(await effect(5)).toEqual({ calls: 1, recordings: 1, chats: 1 })
  expect(await effect(20)).toEqual({ calls: 0, recordings: 0, chats: 0 })
  await world.put('/user/settings', { retention_days: 5 })
  await world.advance(HOUR)
  expect(await effect(5)).toEqual({ calls: 0, recordings: 0, chats: 0 })
  expect((await world.get('/user/settings/retention-effect?days=0')).status).toBe(422)
})
