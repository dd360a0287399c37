import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectInvalid, expectMessage, recorded, UNKNOWN } from '../../support/api'
import { startReceiver } from '../../support/receiver'
import { DAY, given, HOUR, startWorld, type TestWorld } from '../../support/world'

const files = (world: TestWorld) => readdirSync(join(world.dir, 'recordings'))

/** A call that was recorded and told. */
async function ended() {
  const world = await startWorld()
  const receiver = await startReceiver()
  const assistant_id = await given.assistant(world, {
    record: true,
    is_webhook_active: true,
    webhook_url: receiver.url,
  })
  await world.post('/user/make_call', { assistant_id, phone_number: given.number('14') })
  const url = await recorded(world, 1)
  return { world, url, assistant_id }
}

describe('deleting a call', () => {
  it('takes its transcript and its recording; what it cost stays', async () => {
    const { world, url } = await ended()
    const balance = (await world.get('/user/me')).body.total_balance
    expect((await fetch(url)).status).toBe(200)
    expectMessage(await world.delete('/user/calls/1'), 200)
    expectMessage(await world.get('/user/calls/1'), 404)
    expect((await fetch(url)).status).toBe(404)
    expect(files(world)).toEqual([])
    expect(world.count('call_items')).toBe(0)
    expect((await world.get('/user/calls')).body.total).toBe(0)
    expect((await world.get('/user/me')).body.total_balance).toBe(balance)
    expect((await world.get('/user/ledger?call_id=1')).body.total).toBe(1)
  })

  it('is 409 while it is live, 404 when it is unknown', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world)
    await world.post('/user/make_call', { assistant_id, phone_number: given.number('07') })
    await world.advance(5000)
    expectMessage(await world.delete('/user/calls/1'), 409)
    expectMessage(await world.delete(`/user/calls/${UNKNOWN}`), 404)
    await world.advance(HOUR)
    expect((await world.delete('/user/calls/1')).status).toBe(200)
  })
})

describe('retention', () => {
  it('keeps everything for ever unless it is told otherwise', async () => {
    const { world } = await ended()
    await world.advance(400 * DAY)
    expect(files(world)).toHaveLength(1)
  })

  it('takes recordings and transcripts away after so many days, over months', async () => {
    const { world, assistant_id } = await ended()
    await world.put('/user/settings', { retention_days: 30 })
    await world.advance(20 * DAY)
    await world.post('/user/make_call', { assistant_id, phone_number: given.number('14') })
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
    expect(files(world)).toHaveLength(1)
    await world.restart()
    await world.advance(60 * DAY)
    expect(files(world)).toEqual([])
    expect((await world.get('/user/calls/2')).body.transcript).toEqual([])
    expect(world.count('call_items')).toBe(0)
  })

  it('a shorter time holds at once', async () => {
    const { world } = await ended()
    await world.advance(10 * DAY)
    await world.put('/user/settings', { retention_days: 7 })
    await world.advance(1000)
    expect(files(world)).toEqual([])
  })

  it('is 1 to 3,650 days, or null', async () => {
    const world = await startWorld()
    for (const retention_days of [0, 3651, 1.5, '30'])
      expectInvalid(await world.put('/user/settings', { retention_days }), 'retention_days')
    for (const retention_days of [1, 3650, null])
      expect((await world.put('/user/settings', { retention_days })).body.data.retention_days).toBe(retention_days)
  })
})
