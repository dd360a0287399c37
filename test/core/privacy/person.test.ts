import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { migrate } from '../../../src/main/store/migrate'
import { migrations } from '../../../src/main/store/migrations'
import { aNumber, expectInvalid, expectMessage } from '../../support/api'
import { saying } from '../../support/chats'
import { emptyFolder } from '../../support/folder'
import { DAY, given, HOUR, MINUTE, MONDAY_9, startWorld, type TestWorld } from '../../support/world'
import { known, path } from './support'

const at = (ms: number) => new Date(MONDAY_9 + ms).toISOString()
const list = async (world: TestWorld, query = '') => (await world.get(`/user/people/recent${query}`)).body
const numbersOf = (people: { data: { phone_number: string }[] }) => people.data.map(person => person.phone_number)

it('a person says why each call was allowed, what was spent by the ledger, and how much there is in all', async () => {
  const { world, number } = await known()
  const { body } = await world.get(path(number))
  expect(body.calls[0].allowed_because.map((reason: { rule: string }) => reason.rule)).toContain('window')
  expect(body.totals).toEqual({ calls: 1, sms: 2, conversations: 1, notes: 0 })
  const spent = (column: string) =>
    0 -
    (world.db
      .prepare(`SELECT coalesce(sum(amount), 0) FROM ledger WHERE ${column} IS NOT NULL`)
      .pluck()
      .get() as number) /
      1e6
  expect(body.spent.calls).toBeGreaterThan(0)
  expect(body.spent).toEqual({ calls: spent('call_id'), sms: spent('sms_id'), conversations: spent('conversation_id') })
  expect(body.time_zone).toBe('America/New_York')
})

it('the lists of a person end at a hundred, and the totals count all', async () => {
  const world = await startWorld()
  const number = '+15550100001'
  for (let i = 0; i < 103; i++) await world.post(`${path(number)}/notes`, { text: `Note ${i}` })
  const { notes, totals } = (await world.get(path(number))).body
  expect([notes.length, totals.notes, notes[0].text]).toEqual([100, 103, 'Note 102'])
})

it('the export has every transcript, message and note of a person', async () => {
  const { world, number } = await known()
  await world.post(`${path(number)}/notes`, { text: 'Prefers mornings' })
  const { status, body } = await world.get(`${path(number)}/export`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    phone_number: number,
    name: 'Ada',
    leads: [{}, {}],
    notes: [{ text: 'Prefers mornings' }],
    sms: [{}, {}],
  })
  expect(body.calls[0].transcript.length).toBeGreaterThan(2)
  expect(body.conversations[0].messages[0]).toMatchObject({ role: 'user', content: 'Hello' })
  expectInvalid(await world.get('/user/people/nobody/export'), 'phone_number')
})

it('callbacks are promised by hand, moved and withdrawn, and stand in the person and on Today', async () => {
  const { world, number } = await known()
  const promised = async () => (await world.get(path(number))).body.promised_callbacks
  expect(await promised()).toEqual([])
  const { status, body } = await world.post('/user/promised-callbacks', { phone_number: number, at: at(DAY) })
  expect(status).toBe(201)
  expect(body.data).toMatchObject({ phone_number: number, name: 'Ada', call_id: null, variables: {} })
  expect(await promised()).toEqual([body.data])
  expect((await world.get('/user/attention')).body.promised_callbacks).toMatchObject([{ name: 'Ada' }])
  // A newer promise replaces it.
  const second = (await world.post('/user/promised-callbacks', { phone_number: number, at: at(2 * DAY) })).body.data
  expect(await promised()).toEqual([second])
  const moved = await world.put(`/user/promised-callbacks/${second.id}`, { at: at(3 * DAY) })
  expect(moved.body.data).toEqual({ ...second, at: at(3 * DAY).replace('.000Z', '.000000Z') })
  await world.delete(`/user/promised-callbacks/${second.id}`)
  expect(await promised()).toEqual([])
  expectMessage(await world.put(`/user/promised-callbacks/${second.id}`, { at: at(DAY) }), 404)
  expectInvalid(await world.post('/user/promised-callbacks', { phone_number: number, at: 'soon' }), 'at')
})

it('nobody on the blacklist is promised a callback', async () => {
  const { world, number } = await known()
  await world.post('/user/promised-callbacks', { phone_number: number, at: at(DAY) })
  await world.post('/user/blacklist', { phone_number: number })
  expect((await world.get(path(number))).body.promised_callbacks).toEqual([])
  expectMessage(await world.post('/user/promised-callbacks', { phone_number: number, at: at(DAY) }), 409)
})

it('a call that reaches the person keeps the promise', async () => {
  const world = await startWorld()
  const assistant_id = await given.assistant(world)
  const number = given.number('24')
  await world.post('/user/promised-callbacks', { phone_number: number, at: at(DAY) })
  await world.advance(MINUTE)
  await world.post('/user/make_call', { assistant_id, phone_number: number })
  await world.advance(HOUR)
  expect((await world.get(path(number))).body.promised_callbacks).toEqual([])
})

it('the list has everybody who was in contact, the last contact first, page by page', async () => {
  const world = await startWorld({ models: saying(() => 'Hello.') })
  const own = '+12015550190'
  const phone_number_id = aNumber(world, { number: own })
  const assistant_id = await given.assistant(world, { phone_number_id, variables: { name: '' } })
  const campaign = await given.campaign(world, { assistant_id })
  const called = given.number('24')
  await given.lead(world, campaign, { phone_number: called, variables: { name: 'Ada' } })
  await given.lead(world, campaign, { ending: '14', variables: { name: 'Never called' } })
  const single = given.number('15')
  await world.post('/user/make_call', { assistant_id, phone_number: called })
  await world.advance(10 * MINUTE)
  await world.post('/user/make_call', { assistant_id, phone_number: single })
  await world.advance(10 * MINUTE)
  const writer = given.number('44')
  await world.post('/user/simulator/inbound-sms', { from: writer, to: own, body: 'Hello' })
  await world.advance(10 * MINUTE)
  await world.post('/user/blacklist', { phone_number: single })
  const all = await list(world)
  expect(numbersOf(all)).toEqual([writer, single, called])
  expect(all).toMatchObject({
    total: 3,
    data: [
      { name: null, last_call: null, lead: null, on_blacklist: false },
      { last_call: { id: 2 }, on_blacklist: true },
      { name: 'Ada', last_call: { id: 1 }, lead: { status: 'created', campaign: { id: campaign } } },
    ],
  })
  expect(numbersOf(await list(world, '?per_page=1&page=2'))).toEqual([single])
  // Another message makes it newer, and deleting the last call makes it older.
  await world.post('/user/make_call', { assistant_id, phone_number: called })
  await world.advance(10 * MINUTE)
  expect(numbersOf(await list(world))).toEqual([called, writer, single])
  await world.delete('/user/calls/3')
  expect(numbersOf(await list(world))).toEqual([writer, single, called])
  await world.delete('/user/calls/2')
  await world.delete(path(writer))
  expect(numbersOf(await list(world))).toEqual([called])
  const { headers } = world.other()
  expect((await world.request('GET', '/user/people/recent', undefined, { headers })).body.total).toBe(0)
})

it('who is found tells the last contact and whether the number may be called', async () => {
  const { world, number } = await known()
  const found = async () => (await world.get('/user/people?search=ada')).body.data[0]
  expect(await found()).toMatchObject({
    phone_number: number,
    on_blacklist: false,
    last_contact_at: expect.any(String),
  })
  await world.post('/user/blacklist', { phone_number: number })
  expect((await found()).on_blacklist).toBe(true)
})

it('a folder of before has its people, with their last contact', async () => {
  const file = join(emptyFolder(), 'callwright.db')
  const db = new Database(file)
  onTestFinished(() => void db.close())
  migrate(
    db,
    migrations.filter(({ id }) => id < 148),
  )
  const call = db.prepare(
    `INSERT INTO calls (leg_id, user_id, type, assistant_name, carrier, client_phone_number, variables, created_at, updated_at)
      VALUES (?, 1, 'outbound', 'Nora', 'simulated', ?, '{}', ?, 0)`,
  )
  db.exec("INSERT INTO users (id, name, email, created_at) VALUES (1, 'Ada', 'ada@example.com', 0)")
  for (const [leg, number, at] of [
    ['a', '+15550100001', 10],
    ['b', '+15550100001', 30],
    ['c', 'anonymous', 40],
    ['d', '+15550100002', 20],
  ])
    call.run(leg, number, at)
  migrate(db, migrations)
  expect(db.prepare('SELECT phone_number, contact_at FROM people ORDER BY contact_at DESC').raw().all()).toEqual([
    ['+15550100001', 30],
    ['+15550100002', 20],
  ])
})
