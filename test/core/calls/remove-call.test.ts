import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectMessage, recorded, UNKNOWN } from '../../support/api'
import { startReceiver } from '../../support/receiver'
import { given, HOUR, startWorld, type TestWorld } from '../../support/world'

const files = (world: TestWorld) => readdirSync(join(world.dir, 'recordings'))

/** A call with a recording and a webhook. */
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
  it('deleting a call deletes its transcript and recording, and keeps its cost', async () => {
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

  it('deleting is 409 while the call is open, and 404 for an unknown call', async () => {
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
