import { describe, expect, it } from 'vitest'
import type { Attention } from '../../../src/contract/attention'
import { aKnowledgeBase, aNumber, expectInvalid, leaveBalance } from '../../support/api'
import { OWN } from '../../support/chats'
import { startReceiver } from '../../support/receiver'
import { DAY, given, HOUR, MINUTE, SECOND, startWorld, type TestWorld } from '../../support/world'

const attention = async (world: TestWorld): Promise<Attention> => (await world.get('/user/attention')).body
const putAway = (world: TestWorld, ...keys: (string | null)[]) => world.post('/user/attention/put-away', { keys })
const restore = (world: TestWorld, ...keys: string[]) => world.post('/user/attention/restore', { keys })

/** A lead whose call is cut off while talking. */
async function cutOff(world: TestWorld) {
  const campaign = await given.campaign(world)
  const lead = await given.lead(world, campaign, { ending: '13' })
  await given.started(world, campaign)
  await world.advance(HOUR)
  expect(world.lead(lead)).toMatchObject({ status: 'completed', cut_off: 1 })
  return { campaign, lead, number: world.lead(lead).phone_number as string }
}

/** A number on which an active assistant answers, and somebody who hung up before. */
async function missed() {
  const world = await startWorld()
  const phone_number_id = aNumber(world, { number: OWN })
  const assistant = await given.assistant(world, { type: 'inbound' })
  await world.put(`/user/assistant/${assistant}`, { phone_number_id })
  const from = given.number('02')
  const ring = async (caller = from) => {
    const { body } = await world.post('/user/simulator/inbound-call', { from: caller, to: OWN })
    await world.advance(10 * MINUTE)
    return body.data.id as number
  }
  return { world, from, ring, call: await ring() }
}

/** A desk whose receiver refuses webhooks for good while `refuses` is true. */
async function refused() {
  const world = await startWorld()
  const receiver = { refuses: true }
  const { url } = await startReceiver(() => ({ status: receiver.refuses ? 410 : 200 }))
  const assistant_id = await given.assistant(world, { is_webhook_active: true, webhook_url: url })
  const call = async () => {
    await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })
    await world.advance(10 * MINUTE)
  }
  return { world, receiver, call }
}

describe('an entry that was put away', () => {
  it('is gone until it is shown again, and keeps its key', async () => {
    const world = await startWorld()
    await cutOff(world)
    const [{ key } = { key: '' }] = (await attention(world)).cut_off
    expect(await putAway(world, key)).toMatchObject({ status: 200, body: { message: '1 entry was put away.' } })
    expect(await attention(world)).toMatchObject({ cut_off: [], cut_off_total: 0 })
    // It is put away for good: over a restart, and when it is put away again.
    await world.restart()
    await putAway(world, key)
    expect((await attention(world)).cut_off).toEqual([])
    expect((await restore(world, key)).body.message).toBe('What was put away is shown again.')
    expect(await attention(world)).toMatchObject({ cut_off: [{ key }], cut_off_total: 1 })
    await putAway(world, key)
    await world.post('/user/attention/restore')
    expect((await attention(world)).cut_off).toHaveLength(1)
  })

  it('stays for other users, who cannot put it away either', async () => {
    const world = await startWorld()
    await cutOff(world)
    const [{ key } = { key: '' }] = (await attention(world)).cut_off
    const { headers } = world.other()
    const answer = await world.request('POST', '/user/attention/put-away', { keys: [key] }, { headers })
    expect(answer.status).toBe(200)
    expect((await attention(world)).cut_off).toHaveLength(1)
  })

  it('tells the other windows of the console', async () => {
    const world = await startWorld()
    const seen: string[] = []
    world.service.context.bus.on(event => seen.push(event.type))
    await putAway(world, 'cut_off:1:1')
    await restore(world, 'cut_off:1:1')
    expect(seen).toEqual(['attention.changed', 'attention.changed'])
  })

  it('a key that is none, or of what cannot be hidden, is refused, and nothing is put away', async () => {
    const world = await startWorld()
    await cutOff(world)
    const [{ key } = { key: '' }] = (await attention(world)).cut_off
    const answer = await putAway(world, key, 'cut_off', 'cut_off:1', 'nothing:1:1', 'toString:1', '', 'no_balance:0')
    expectInvalid(answer, 'keys.1', 'keys.2', 'keys.3', 'keys.4', 'keys.5', 'keys.6')
    expect(answer.body.errors['keys.6']).toEqual(['The keys.6 field cannot be put away. It is there until it ends.'])
    for (const state of ['clocks_differ:1', 'model_out_of_order:1:1', 'promised_callback:1:0'])
      expectInvalid(await putAway(world, state), 'keys.0')
    expectInvalid(await world.post('/user/attention/put-away', { keys: [] }), 'keys')
    expectInvalid(await world.post('/user/attention/put-away'), 'keys')
    expect((await attention(world)).cut_off).toHaveLength(1)
  })
})

describe('a call that was cut off', () => {
  it('is new again when the lead is cut off once more', async () => {
    const world = await startWorld()
    const { campaign, lead } = await cutOff(world)
    const [{ key } = { key: '' }] = (await attention(world)).cut_off
    await putAway(world, key)
    await world.put(`/user/leads/${lead}`, { status: 'created' })
    await given.started(world, campaign)
    await world.advance(HOUR)
    const again = (await attention(world)).cut_off
    expect(again).toMatchObject([{ id: lead }])
    expect(again[0]!.key).not.toBe(key)
  })

  it.each<[string, (world: TestWorld, of: Awaited<ReturnType<typeof cutOff>>) => Promise<unknown>]>([
    ['the lead is called again', (world, { lead }) => world.put(`/user/leads/${lead}`, { status: 'created' })],
    ['the lead is completed by hand', (world, { lead }) => world.put(`/user/leads/${lead}`, { status: 'completed' })],
    ['the lead is deleted', (world, { lead }) => world.delete(`/user/leads/${lead}`)],
    ['its number is listed', (world, { number }) => world.post('/user/blacklist', { phone_number: number })],
    [
      'the person was talked to since',
      async (world, { number }) => {
        // The simulated line that breaks is mended.
        world.db.prepare('UPDATE leads SET phone_number = ?').run(number.replace(/13$/, '24'))
        world.db.prepare('UPDATE calls SET client_phone_number = ?').run(number.replace(/13$/, '24'))
        const assistant_id = await given.assistant(world)
        await world.post('/user/make_call', { assistant_id, phone_number: number.replace(/13$/, '24') })
        await world.advance(HOUR)
      },
    ],
  ])('leaves when %s', async (_, done) => {
    const world = await startWorld()
    const found = await cutOff(world)
    expect((await attention(world)).cut_off).toHaveLength(1)
    await done(world, found)
    expect(await attention(world)).toMatchObject({ cut_off: [], cut_off_total: 0 })
  })

  it('is told with the time of the cut, which a later edit of the lead does not move', async () => {
    const world = await startWorld()
    const { lead } = await cutOff(world)
    const [before] = (await attention(world)).cut_off
    await world.advance(6 * DAY)
    await world.put(`/user/leads/${lead}`, { secondary_contacts: [{ phone_number: given.number('24') }] })
    await world.put(`/user/leads/${lead}`, { variables: { customer: 'Bob' } })
    world.db.prepare('UPDATE leads SET updated_at = ?').run(world.clock.now())
    expect((await attention(world)).cut_off[0]?.at).toBe(before!.at)
    await world.advance(2 * DAY)
    expect((await attention(world)).cut_off).toEqual([])
  })

  it('of more than twenty, all are counted', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { max_calls_in_parallel: 30 })
    for (let i = 0; i < 23; i++) await given.lead(world, campaign, { ending: '13' })
    await given.started(world, campaign)
    await world.advance(HOUR)
    const stopped = world.db.prepare('SELECT count(*) FROM leads WHERE cut_off = 1').pluck().get() as number
    expect(stopped).toBeGreaterThan(20)
    const { cut_off, cut_off_total } = await attention(world)
    expect({ listed: cut_off.length, total: cut_off_total }).toEqual({ listed: 20, total: stopped })
    await putAway(world, ...cut_off.slice(0, 5).map(({ key }) => key))
    expect((await attention(world)).cut_off_total).toBe(stopped - 5)
  })
})

describe('a missed call', () => {
  it('can be put away, and the next one of the same person is new', async () => {
    const { world, ring, call } = await missed()
    const [{ key } = { key: '' }] = (await attention(world)).missed_inbound
    await putAway(world, key)
    expect(await attention(world)).toMatchObject({ missed_inbound: [], missed_inbound_total: 0 })
    const next = await ring()
    expect(next).not.toBe(call)
    expect(await attention(world)).toMatchObject({ missed_inbound: [{ call_id: next }], missed_inbound_total: 1 })
  })

  it.each<
    [string, string, (world: TestWorld, from: string, ring: (from: string) => Promise<number>) => Promise<unknown>]
  >([
    [
      'leaves when the person was called back',
      '24',
      async (world, phone_number) => {
        await world.post('/user/make_call', { assistant_id: await given.assistant(world), phone_number })
        await world.advance(HOUR)
      },
    ],
    ['leaves when the person called again and was answered', '24', (_, from, ring) => ring(from)],
    [
      'leaves when the number is listed',
      '24',
      (world, phone_number) => world.post('/user/blacklist', { phone_number }),
    ],
  ])('%s', async (_, ending, done) => {
    const { world, from, ring, call } = await missed()
    const person = from.replace(/02$/, ending)
    world.db.prepare('UPDATE calls SET client_phone_number = ? WHERE id = ?').run(person, call)
    expect((await attention(world)).missed_inbound).toMatchObject([{ call_id: call }])
    await done(world, person, ring)
    expect(await attention(world)).toMatchObject({ missed_inbound: [], missed_inbound_total: 0 })
  })

  it('stays when the person was called back and not reached', async () => {
    const { world, from } = await missed()
    for (const ending of ['02', '01', '04']) {
      const phone_number = from.replace(/02$/, ending)
      world.db.prepare("UPDATE calls SET client_phone_number = ? WHERE type = 'inbound'").run(phone_number)
      await world.post('/user/make_call', { assistant_id: await given.assistant(world), phone_number })
      await world.advance(HOUR)
      expect((await attention(world)).missed_inbound).toHaveLength(1)
    }
  })

  it('of more than twenty, all are counted; callers without a number are each somebody else', async () => {
    const { world, ring } = await missed()
    for (let i = 0; i < 22; i++) await ring(given.number('02'))
    const { missed_inbound, missed_inbound_total } = await attention(world)
    expect({ listed: missed_inbound.length, missed_inbound_total }).toEqual({ listed: 20, missed_inbound_total: 23 })
    world.db.prepare("UPDATE calls SET client_phone_number = 'anonymous'").run()
    const answered = await ring(given.number('24'))
    world.db.prepare("UPDATE calls SET client_phone_number = 'anonymous' WHERE id = ?").run(answered)
    expect((await attention(world)).missed_inbound_total).toBe(23)
  })
})

describe('webhooks that were given up', () => {
  it('are one entry with their number, which another one brings back', async () => {
    const { world, call } = await refused()
    await call()
    await call()
    const { dead_deliveries, dead_deliveries_key } = await attention(world)
    expect(dead_deliveries).toBe(2)
    await putAway(world, dead_deliveries_key)
    expect(await attention(world)).toMatchObject({ dead_deliveries: 0, dead_deliveries_key: null })
    await call()
    expect((await attention(world)).dead_deliveries).toBe(3)
  })

  it('stay put away while some of them are delivered, and come back when one is given up again', async () => {
    const { world, call, receiver } = await refused()
    for (let i = 0; i < 3; i++) await call()
    await putAway(world, (await attention(world)).dead_deliveries_key)
    const [newest, , oldest] = (await world.get('/user/webhook-deliveries')).body.data
    receiver.refuses = false
    // Without the one that was given up last, what is left is nothing new.
    await world.post(`/user/webhook-deliveries/${newest.id}/redeliver`)
    await world.advance(SECOND)
    expect((await world.get(`/user/webhook-deliveries/${newest.id}`)).body.status).toBe('delivered')
    expect((await attention(world)).dead_deliveries).toBe(0)
    receiver.refuses = true
    await world.post(`/user/webhook-deliveries/${oldest.id}/redeliver`)
    await world.advance(SECOND)
    expect((await attention(world)).dead_deliveries).toBe(2)
  })

  it('leave when they are sent again', async () => {
    const { world, call, receiver } = await refused()
    await call()
    receiver.refuses = false
    await world.post('/user/webhook-deliveries/redeliver-dead')
    expect(await attention(world)).toMatchObject({ dead_deliveries: 0, dead_deliveries_key: null })
  })
})

describe('what else is put away', () => {
  it('a low balance is told again on the next day', async () => {
    const world = await startWorld()
    await world.put('/user/settings', { timezone: 'Asia/Kolkata' })
    await leaveBalance(world, 1)
    await putAway(world, (await attention(world)).low_balance!.key)
    expect((await attention(world)).low_balance).toBeNull()
    // It is 14:30 in India.
    await world.advance(9 * HOUR)
    expect((await attention(world)).low_balance).toBeNull()
    await world.advance(HOUR)
    expect((await attention(world)).low_balance).toMatchObject({ total_balance: 1 })
  })

  it('a campaign that stopped itself is told again when it does so after another start', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { max_calls_in_parallel: 20 })
    for (let i = 0; i < 45; i++) await given.lead(world, campaign, { ending: '14' })
    await given.started(world, campaign)
    await world.advance(10 * MINUTE)
    await putAway(world, (await attention(world)).stopped_campaigns[0]!.key)
    expect((await attention(world)).stopped_campaigns).toEqual([])
    expect((await world.get(`/user/campaigns/${campaign}`)).body.stopped_because).not.toBeNull()
    await given.started(world, campaign)
    await world.advance(3 * HOUR)
    expect((await attention(world)).stopped_campaigns).toMatchObject([{ id: campaign }])
  })

  it('a promised callback of a lead is told again when it is promised for another time', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    const lead = await given.lead(world, campaign)
    const promise = (callback_at: string) => world.put(`/user/leads/${lead}`, { callback_at })
    await promise('2026-01-05T15:00:00Z')
    await putAway(world, (await attention(world)).callbacks[0]!.key)
    expect((await attention(world)).callbacks).toEqual([])
    await promise('2026-01-05T12:00:00Z')
    expect((await attention(world)).callbacks).toMatchObject([{ id: lead }])
  })

  it('a number that is not paid is told again when it is suspended', async () => {
    const world = await startWorld()
    const number = aNumber(world, { status: 'past_due' })
    await putAway(world, (await attention(world)).unpaid_numbers[0]!.key)
    expect((await attention(world)).unpaid_numbers).toEqual([])
    world.db.prepare("UPDATE phone_numbers SET status = 'suspended'").run()
    expect((await attention(world)).unpaid_numbers).toMatchObject([{ id: number, status: 'suspended' }])
  })

  it('a document that could not be read is told again when it fails once more', async () => {
    const world = await startWorld({ reader: { read: async () => ({ unreadable: 'It is empty.' }) } })
    const base = `/user/knowledgebases/${aKnowledgeBase(world)}/documents`
    const { body } = await world.post(base, { name: 'Site', type: 'website', url: 'http://127.0.0.1:1/' })
    await world.advance(MINUTE)
    await putAway(world, (await attention(world)).failed_documents[0]!.key)
    expect((await attention(world)).failed_documents).toEqual([])
    await world.post(`${base}/${body.data.id}/retry`)
    await world.advance(MINUTE)
    expect((await attention(world)).failed_documents).toMatchObject([{ id: body.data.id }])
  })

  it('a list of which most numbers do not exist is told again after another start', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { max_calls_in_parallel: 20, max_retries: 0 })
    for (let i = 0; i < 90; i++) await given.lead(world, campaign, { ending: '03' })
    /** The key of the question about the list, which is asked while the campaign runs. */
    const asked = async () => {
      await given.started(world, campaign)
      for (let i = 0; i < 200; i++) {
        const [found] = (await attention(world)).doubtful_lists
        if (found) return found.key
        await world.advance(SECOND / 4)
      }
      throw new Error('nothing is asked')
    }
    const first = await asked()
    await putAway(world, first)
    expect((await attention(world)).doubtful_lists).toEqual([])
    await world.post('/user/campaigns/update-status', { campaign_id: campaign, action: 'stop' })
    await world.advance(MINUTE)
    expect(await asked()).not.toBe(first)
  })

  it('a state that must not be hidden says so by its key', async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world, { allowed_days: ['sunday'] })
    await given.lead(world, campaign)
    await given.started(world, campaign)
    await leaveBalance(world, 0)
    const { no_balance } = await attention(world)
    expectInvalid(await putAway(world, no_balance!.key), 'keys.0')
    expect((await attention(world)).no_balance).not.toBeNull()
  })
})
