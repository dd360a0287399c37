import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { balance, expectMessage } from '../../support/api'
import { texting } from '../../support/chats'
import { gate, soon } from '../../support/gate'
import { aMessagingProvider } from '../../support/numbers'
import { withWebhook } from '../../support/webhook'
import { given, HOUR, MINUTE, startWorld, type TestWorld } from '../../support/world'
import { known, path } from './support'

const forget = (world: TestWorld, number: string) => world.delete(`/user/people/${encodeURIComponent(number)}`)

it('webhooks that are being delivered do not block others after the person was forgotten', async () => {
  const answers: (() => void)[] = []
  const bodies: string[] = []
  const world = await startWorld()
  Object.assign(world.service.outside, {
    send: ({ body }: { body: string }) => {
      bodies.push(body)
      return new Promise(resolve =>
        answers.push(() => resolve({ status: 200, body: '{}', truncated: false, headers: {} })),
      )
    },
  })
  const webhook = { is_webhook_active: true, webhook_url: 'http://127.0.0.1:9/x', post_call_evaluation: false }
  const assistant_id = await given.assistant(world, webhook)
  const call = (phone_number: string) => world.post('/user/make_call', { assistant_id, phone_number })
  const numbers = ['24', '15', '16', '17'].map(given.number)
  for (const number of numbers) await call(number)
  await world.advance(10 * MINUTE)
  for (const number of numbers) expect((await forget(world, number)).status).toBe(200)
  for (const answer of answers) answer()
  await soon()
  const last = given.number('18')
  await call(last)
  bodies.length = 0
  await world.advance(HOUR)
  // Only of the last call, and nothing of those that were forgotten.
  expect(bodies.length).toBeGreaterThan(0)
  for (const body of bodies) expect(JSON.parse(body).customer_phone).toBe(last)
})

it('an SMS that was not sent yet is refunded', async () => {
  const sends = gate()
  const { world, phone_number_id, from } = await texting({
    messagingProvider: aMessagingProvider({
      async sendSms() {
        await sends.opened
        return { done: false, reason: 'no' }
      },
    }),
  })
  const before = await balance(world)
  const sending = world.post('/user/sms', { from: phone_number_id, to: from, body: 'Hello' })
  await soon()
  expect(await balance(world)).toBeLessThan(before)
  await forget(world, from)
  expect(await balance(world)).toBe(before)
  sends.open()
  expect((await sending).body.data).toMatchObject({ status: 'failed', total_cost: 0 })
  expect(await balance(world)).toBe(before)
})

it('forgetting deletes a person everywhere except in the ledger and the blacklist', async () => {
  const { world, number } = await known()
  await world.post('/user/blacklist', { phone_number: number })
  await world.post(`${path(number)}/notes`, { text: `Rang ${number} twice` })
  const balance = (await world.get('/user/me')).body.total_balance
  const files = join(world.dir, 'recordings')
  expect(readdirSync(files)).toHaveLength(1)
  const { status, body } = await world.delete(path(number))
  expect(status).toBe(200)
  expect(body.data).toEqual({ leads: 1, calls: 1, sms: 2, conversations: 1, notes: 1 })
  expect((await world.get(path(number))).body).toMatchObject({
    name: null,
    leads: [],
    calls: [],
    sms: [],
    conversations: [],
    notes: [],
    blacklist: { phone_number: number },
  })
  expect((await world.get('/user/me')).body.total_balance).toBe(balance)
  expect(existsSync(files) && readdirSync(files)).toEqual([])
  // Nowhere else either.
  const tables = world.db
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL %' AND name <> 'blacklist'",
    )
    .pluck()
    .all() as string[]
  for (const table of tables)
    expect(JSON.stringify(world.db.prepare(`SELECT * FROM "${table}"`).all()), table).not.toContain(number)
})

it('a person cannot be forgotten during a call', async () => {
  const world = await startWorld()
  const assistant_id = await given.assistant(world)
  const phone_number = given.number('07')
  await world.post('/user/make_call', { assistant_id, phone_number })
  await world.advance(5000)
  expectMessage(await world.delete(path(phone_number)), 409)
  expect(world.count('calls')).toBe(1)
})

it('the webhook of a call to a contact says nothing of a lead whose person was forgotten meanwhile', async () => {
  const { world, receiver, assistant } = await withWebhook(undefined, { variables: { name: '' } })
  const campaign = await given.campaign(world, { assistant_id: assistant })
  const secondary_contacts = [{ phone_number: given.number('07') }]
  const lead = await given.lead(world, campaign, { ending: '01', variables: { name: 'Ada' }, secondary_contacts })
  const number = world.lead(lead).phone_number as string
  await given.started(world, campaign)
  await world.advance(MINUTE)
  expect(receiver.received).toHaveLength(1)
  expect((await forget(world, number)).status).toBe(200)
  await world.advance(HOUR)
  expect(receiver.received).toHaveLength(2)
  expect(JSON.parse(receiver.received[1]!.body)).toMatchObject({ lead: null, campaign: { id: campaign } })
})
