import { describe, expect, it } from 'vitest'
import { expectMessage, UNKNOWN } from '../../support/api'
import { recordedCall, recordingFiles } from '../../support/recorded-call'
import { given, HOUR, startWorld } from '../../support/world'

describe('deleting a call', () => {
  it('deleting a call deletes its transcript and recording, and keeps its cost', async () => {
    const { world, url } = await recordedCall()
    const balance = (await world.get('/user/me')).body.total_balance
    expect((await fetch(url)).status).toBe(200)
    expectMessage(await world.delete('/user/calls/1'), 200)
    expectMessage(await world.get('/user/calls/1'), 404)
    expect((await fetch(url)).status).toBe(404)
    expect(recordingFiles(world)).toEqual([])
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
