import { describe, expect, it } from 'vitest'
import { aNumber, balance, expectError, expectTwice, leaveBalance, UNKNOWN, withoutChange } from '../../support/api'
import { aNumberProvider, bought, numberOf } from '../../support/numbers'
import { DAY, given, SECOND, startWorld } from '../../support/world'
import { buy, release, search } from './support'

describe('releasing a number', () => {
  it('a rented number is cancelling until the end of its paid month and is then released', async () => {
    const world = await startWorld()
    const { id, number, price } = await bought(world)
    const { status, body } = await release(world, id)
    expect([status, body]).toEqual([200, { message: expect.stringContaining('2026-02-05') }])
    expect(await numberOf(world, id)).toMatchObject({
      status: 'cancelling',
      has_active_subscription: true,
      released_at: '2026-02-05T09:00:00.000000Z',
    })
    await world.advance(31 * DAY - SECOND)
    expect(await numberOf(world, id)).toMatchObject({ status: 'cancelling' })
    await world.advance(SECOND)
    expect(await numberOf(world, id)).toBeUndefined()
    expect(await balance(world)).toBeCloseTo(25 - price, 6)
    expectTwice(await release(world, id), 404)
    expect((await search(world)).body.data.map((one: { phone_number: string }) => one.phone_number)).toContain(number)
  })

  it('a second release is 400 {error}', async () => {
    const world = await startWorld()
    const { id } = await bought(world)
    await release(world, id)
    expectError(await withoutChange(world, () => release(world, id)), 400)
  })

  it('a number whose month is not paid is released at once', async () => {
    const world = await startWorld()
    const { id } = await bought(world)
    await leaveBalance(world, 0)
    await world.advance(31 * DAY)
    expect(await numberOf(world, id)).toMatchObject({ status: 'past_due' })
    expect((await release(world, id)).status).toBe(200)
    expect(await numberOf(world, id)).toBeUndefined()
  })

  it.each(['sip', 'caller_id'])('a %s number is released at once', async type => {
    const world = await startWorld()
    const id = aNumber(world, { type })
    expect((await release(world, id)).status).toBe(200)
    expect(await numberOf(world, id)).toBeUndefined()
    expectTwice(await release(world, id), 404)
  })

  it('an unknown number is 404', async () => {
    expectTwice(await release(await startWorld(), UNKNOWN), 404)
  })

  it('the release is sent to the carrier until it answers, and until then nobody can buy the number', async () => {
    const released: string[] = []
    let hears = false
    const releaseNumber = async ({ phoneNumber }: { phoneNumber: string }) => {
      if (!hears) throw new Error('no route')
      released.push(phoneNumber)
    }
    const world = await startWorld({ numberProvider: aNumberProvider({ releaseNumber }) })
    const { id, number } = await bought(world)
    await release(world, id)
    await world.advance(32 * DAY)
    expect(released).toEqual([])
    await search(world)
    expectError(await buy(world, number), 400)
    hears = true
    await world.restart()
    await world.advance(0)
    expect(released).toEqual([number])
    await search(world)
    expect((await buy(world, number)).status).toBe(201)
  })

  it('a released number is removed from assistants and campaigns, and an inbound assistant becomes inactive', async () => {
    const world = await startWorld()
    const [gone, kept] = [aNumber(world, { type: 'sip' }), aNumber(world)]
    const inbound = await given.assistant(world, { type: 'inbound' })
    await world.put(`/user/assistant/${inbound}`, { phone_number_id: gone })
    const transfer = { type: 'warm_call_transfer', supervisor_phone: '+12015550124', outbound_phone_id: gone }
    const outbound = await given.assistant(world, { phone_number_id: gone, tools: [transfer] })
    const campaign = await given.campaign(world, { assistant_id: outbound, phone_number_ids: [gone, kept] })
    const assistant = async (id: number) => (await world.get(`/user/assistant/${id}`)).body
    expect(await assistant(inbound)).toMatchObject({ status: 'active', phone_number_id: gone })
    const before = (await world.get(`/user/campaigns/${campaign}`)).body
    await release(world, gone)
    expect(await assistant(inbound)).toMatchObject({ status: 'inactive', phone_number_id: null })
    expect(await assistant(outbound)).toMatchObject({ phone_number_id: null })
    expect((await assistant(outbound)).tools[0].data.outbound_phone_id).toBeNull()
    const after = (await world.get(`/user/campaigns/${campaign}`)).body
    expect(after).toEqual({ ...before, phone_number_ids: [kept], updated_at: after.updated_at })
  })
})
