import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { migrate } from '../../../src/main/store/migrate'
import { migrations } from '../../../src/main/store/migrations'
import { aNumber } from '../../support/api'
import { emptyFolder } from '../../support/folder'
import { given, HOUR, MINUTE, startWorld, type TestWorld } from '../../support/world'

const OWN = '+12015550190'

/** An assistant whose texts call everybody "there" who has no name. */
async function greeting() {
  const world = await startWorld()
  const phone_number_id = aNumber(world, { number: OWN })
  const assistant_id = await given.assistant(world, {
    phone_number_id,
    initial_message: 'Hello {{name}}.',
    variables: { name: 'there', first_name: '', last_name: '' },
  })
  return { world, assistant_id }
}

const call = async (world: TestWorld, assistant_id: number, phone_number: string, variables?: object) => {
  const { call_id } = (await world.post('/user/make_call', { assistant_id, phone_number, variables })).body
  await world.advance(10 * MINUTE)
  return (await world.get(`/user/calls/${call_id}`)).body
}

it("an assistant's default is nobody's name, and the call shows what was given for it", async () => {
  const { world, assistant_id } = await greeting()
  const number = given.number('24')
  const unnamed = await call(world, assistant_id, number)
  expect(unnamed).toMatchObject({ name: null, given_variables: {}, variables: { name: 'there' } })
  expect(unnamed.transcript[1].text).toBe('Hello there.')
  const named = await call(world, assistant_id, given.number('34'), {
    first_name: ' Ada ',
    last_name: 'Byron',
    name: '',
  })
  expect(named).toMatchObject({
    name: 'Ada Byron',
    given_variables: { first_name: ' Ada ', last_name: 'Byron', name: '' },
  })
  expect((await world.get(`/user/people/${encodeURIComponent(number)}`)).body.name).toBeNull()
  expect((await world.get('/user/calls')).body.data.map((one: { name: string }) => one.name)).toEqual([
    'Ada Byron',
    null,
  ])
})

it('the model is not told that it talks to the default of a variable', async () => {
  const { world, assistant_id } = await greeting()
  await call(world, assistant_id, given.number('24'))
  await call(world, assistant_id, given.number('34'), { name: 'Ada' })
  const briefs = world.db.prepare("SELECT brief ->> '$.instructions' FROM call_briefs ORDER BY call_id").pluck().all()
  expect(briefs[0]).not.toMatch(/talk to there/)
  expect(briefs[1]).toMatch(/talk to Ada/)
})

it('a lead, its call, its callback and who is next have the name of the lead', async () => {
  const { world, assistant_id } = await greeting()
  const campaign = await given.campaign(world, { assistant_id })
  const lead = await given.lead(world, campaign, { ending: '01', variables: { name: 'Ada' } })
  const nobody = await given.lead(world, campaign, { ending: '11' })
  const leads = async () =>
    Object.fromEntries(
      (await world.get('/user/leads')).body.data.map((one: { id: number; name: string }) => [one.id, one.name]),
    )
  expect(await leads()).toEqual({ [lead]: 'Ada', [nobody]: null })
  await given.started(world, campaign)
  await world.advance(MINUTE)
  const calls = (await world.get('/user/calls')).body.data
  expect(calls.map((one: { lead_id: number; name: string }) => [one.lead_id, one.name])).toEqual(
    expect.arrayContaining([
      [lead, 'Ada'],
      [nobody, null],
    ]),
  )
  expect(calls.find((one: { lead_id: number }) => one.lead_id === lead)).toMatchObject({
    given_variables: { name: 'Ada' },
    variables: { name: 'Ada', first_name: '' },
  })
  const changed = await world.put(`/user/leads/${lead}`, {
    variables: { name: 'Ada King' },
    callback_at: '2026-01-05 10:00:00',
  })
  expect(changed.body.data.name).toBe('Ada King')
  expect((await world.get('/user/attention')).body.callbacks).toMatchObject([{ id: lead, name: 'Ada King' }])
  const next = (await world.get(`/user/campaigns/${campaign}/explain`)).body.next_leads
  expect(next.find((one: { id: number }) => one.id === lead).name).toBe('Ada King')
})

it('a call, an SMS and a chat without a name of their own have the name of the newest lead with the number', async () => {
  const { world, assistant_id } = await greeting()
  const number = given.number('24')
  const campaign = await given.campaign(world, { assistant_id })
  await given.lead(world, campaign, { phone_number: number, variables: { name: 'Ada' } })
  expect(await call(world, assistant_id, number)).toMatchObject({ name: 'Ada', given_variables: {} })
  expect(await call(world, assistant_id, number, { name: 'Eve' })).toMatchObject({ name: 'Eve' })
  await world.post('/user/simulator/inbound-sms', { from: number, to: OWN, body: 'Hi' })
  await world.advance(MINUTE)
  for (const sms of (await world.get('/user/sms')).body.data) expect(sms.name).toBe('Ada')
  expect((await world.get('/user/conversations')).body.data).toMatchObject([{ customer: number, name: 'Ada' }])
  // Nobody answers on this number of an outbound assistant: the call is missed.
  await world.post('/user/simulator/inbound-call', { from: number, to: OWN })
  expect((await world.get('/user/attention')).body.missed_inbound).toMatchObject([
    { client_phone_number: number, name: 'Ada' },
  ])
})

it('a chat has the name that its variables tell, also when they come later', async () => {
  const { world, assistant_id } = await greeting()
  const reply = (variables?: object) =>
    world.post('/user/ai/generate-reply', { assistant_id, customer_identifier: 'c-1', message: 'Hello', variables })
  const name = async () => (await world.get('/user/conversations')).body.data[0].name
  await reply()
  expect(await name()).toBeNull()
  await reply({ name: 'Ada' })
  expect(await name()).toBe('Ada')
})

it('a name that the inbound webhook tells is the name of the call', async () => {
  const world = await startWorld({
    send: async () => ({
      status: 200,
      body: JSON.stringify({ name: 'Ada', plan: 'gold' }),
      truncated: false,
      headers: {},
    }),
  })
  const phone_number_id = aNumber(world, { number: OWN })
  const assistant = await given.assistant(world, {
    type: 'inbound',
    phone_number_id,
    inbound_webhook_url: 'http://127.0.0.1:9/x',
    variables: { name: 'there', shop: 'Acme' },
  })
  await world.put(`/user/assistant/${assistant}`, { status: 'active' })
  await world.post('/user/simulator/inbound-call', { from: given.number('24'), to: OWN })
  await world.advance(HOUR)
  expect((await world.get('/user/calls/1')).body).toMatchObject({
    name: 'Ada',
    given_variables: { name: 'Ada', plan: 'gold' },
    variables: { name: 'Ada', plan: 'gold', shop: 'Acme' },
  })
})

it('calls of before have a name only when it was not the default of their assistant', () => {
  const db = new Database(join(emptyFolder(), 'callwright.db'))
  onTestFinished(() => void db.close())
  migrate(
    db,
    migrations.filter(({ id }) => id < 139),
  )
  db.exec(`
    INSERT INTO users (id, name, email, created_at) VALUES (1, 'A', 'a@example.com', 0);
    INSERT INTO assistants (id, uuid, user_id, name, type, mode, settings, created_at, updated_at) VALUES
      (1, 'u', 1, 'Anna', 'outbound', 'pipeline', '{"variables":{"name":"there","vip":false}}', 0, 0);
    INSERT INTO campaigns (id, user_id, name, settings, created_at, updated_at) VALUES (1, 1, 'C', '{}', 0, 0);
    INSERT INTO leads (id, campaign_id, user_id, phone_number, variables, created_at, updated_at) VALUES
      (1, 1, 1, '+4', '{"name":"there"}', 0, 0), (2, 1, 1, '+5', '{"first_name":"Bob","last_name":" Ray "}', 0, 0);
    INSERT INTO contacts (lead_id, position, phone_number, variables, created_at, updated_at) VALUES
      (2, 1, '+6', '{"name":"Eve"}', 0, 0);
    INSERT INTO conversations (uuid, user_id, assistant_uuid, assistant_name, type, customer, variables, created_at, updated_at)
      VALUES ('c', 1, 'u', 'Anna', 'sms', '+5', '{}', 0, 0);
    INSERT INTO sms (message_id, user_id, phone_number_id, carrier, from_number, to_number, body, segments, segment_price,
        total_cost, status, sid, created_at, updated_at)
      VALUES ('m', 1, 1, 'simulated', '+5', '+99', 'Hi', 1, 0, 0, 'received', 'm', 0, 0)`)
  const insert = db.prepare(
    `INSERT INTO calls (leg_id, user_id, type, status, assistant_id, assistant_name, lead_id, contact, carrier,
        client_phone_number, variables, created_at, updated_at)
      VALUES (?, 1, 'outbound', 'completed', ?, 'Anna', ?, ?, 'simulated', ?, ?, 0, 0)`,
  )
  const both = (name: string) => JSON.stringify({ name, vip: false, n: 1.5, none: null })
  insert.run('a', 1, null, 0, '+1', both('there')) // by default
  insert.run('b', 1, null, 0, '+2', both('Ada')) // given
  insert.run('c', null, null, 0, '+3', both('there')) // of a deleted assistant: it may be a default
  insert.run('d', 1, 1, 0, '+4', both('there')) // of a lead who is called so
  insert.run('e', 1, 2, 1, '+6', '{"first_name":"Bob","last_name":" Ray ","name":"Eve","vip":false}') // to its contact
  insert.run('f', 1, null, 0, '+5', both('there')) // to the number of a lead
  migrate(db, migrations)
  expect(db.prepare('SELECT name, given FROM calls ORDER BY id').raw().all()).toEqual([
    [null, '{"n":1.5,"none":null}'],
    ['Ada', '{"name":"Ada","n":1.5,"none":null}'],
    [null, '{"name":"there","vip":false,"n":1.5,"none":null}'],
    ['there', '{"name":"there"}'],
    ['Eve', '{"first_name":"Bob","last_name":" Ray ","name":"Eve"}'],
    ['Bob Ray', '{"n":1.5,"none":null}'],
  ])
  expect(db.prepare('SELECT name FROM leads ORDER BY id').pluck().all()).toEqual(['there', 'Bob Ray'])
  expect(db.prepare('SELECT name FROM conversations').pluck().all()).toEqual(['Bob Ray'])
  expect(db.prepare('SELECT name FROM sms').pluck().all()).toEqual(['Bob Ray'])
})
