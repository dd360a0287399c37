import { describe, expect, it } from 'vitest'
import { operations } from '../../src/main/http/operations'
import { aKnowledgeBase, aNumber, aTool, digest, expectInvalid, expectMessage } from '../support/api'
import { signedIn } from '../support/console'
import { silent } from '../support/documents'
import { anAssistant, given, MINUTE, startWorld, type TestWorld } from '../support/world'

/** A desk where the first user has one of everything, and the key of a second user. */
async function twoUsers() {
  const world = await startWorld({ reader: silent })
  const knowledgebase_id = aKnowledgeBase(world)
  await world.post(`/user/knowledgebases/${knowledgebase_id}/documents`, {
    name: 'Site',
    type: 'website',
    url: 'http://127.0.0.1:1/',
  })
  const phone_number_id = aNumber(world)
  const tool_id = aTool(world)
  await world.post('/user/phone-numbers/sip-trunks', {
    sip_trunk_type: 'number',
    phone_number: '+12125550191',
    sip_username: 'desk',
    sip_password: 'secret',
    sip_address: 'sip.example.com',
  })
  await world.post('/user/sms', { from: phone_number_id, to: given.number('24'), body: 'Hello' })
  await world.post('/user/leads/changes', { action: 'retry', ids: [1] })
  const assistant = await given.assistant(world, {
    is_webhook_active: true,
    webhook_url: 'http://127.0.0.1:1/hook',
    send_webhook_only_on_completed: false,
    knowledgebase_id,
    phone_number_id,
    tool_ids: [tool_id],
  })
  const { uuid } = (await world.get(`/user/assistant/${assistant}`)).body
  const campaign = await given.campaign(world, { assistant_id: assistant })
  const lead = await given.lead(world, campaign, { ending: '03' })
  await world.post(`/user/campaigns/${campaign}/rehearse`)
  await world.post('/conversations', { assistant_id: assistant })
  await world.post(`/user/people/${encodeURIComponent(given.number('03'))}/notes`, { text: 'Ours' })
  await world.post('/user/payment-methods', { label: 'Card', last4: '4242' })
  await world.post('/user/make_call', { assistant_id: assistant, phone_number: given.number('03') })
  await world.advance(MINUTE)
  await world.post('/user/make_call', { assistant_id: assistant, phone_number: given.number('07') })
  await world.advance(MINUTE)
  world.db
    .prepare(
      "INSERT INTO promised_callbacks (user_id, phone_number, at, call_id, created_at) VALUES (1, '+12015550124', 0, 1, 0)",
    )
    .run()
  await world.post('/user/webhook-redeliveries', { filter: {} })
  await signedIn(world)
  const { headers, id: user } = world.other()
  world.db
    .prepare("INSERT INTO ledger (user_id, type, amount, what, created_at) VALUES (?, 'top_up', 25000000, '', 0)")
    .run(user)
  const theirs = (method: string, path: string, body?: object) => world.request(method, path, body, { headers })
  return { world, assistant, uuid, campaign, lead, knowledgebase_id, phone_number_id, tool_id, theirs }
}

/** How many records of the first user's each kind of path may be tried with. */
const records: Record<string, (world: TestWorld) => (number | string)[]> = {
  '/user/assistant/': world => idsOf(world, 'assistants'),
  '/user/assistants/': world => [...idsOf(world, 'assistants'), ...idsOf(world, 'assistants', 'uuid')],
  '/user/campaign/': world => idsOf(world, 'campaigns'),
  '/user/campaigns/': world => idsOf(world, 'campaigns'),
  '/user/leads/': world => idsOf(world, 'leads'),
  '/user/leads/changes/': world => idsOf(world, 'lead_changes'),
  '/user/calls/': world => idsOf(world, 'calls'),
  '/user/notes/': world => idsOf(world, 'notes'),
  '/user/promised-callbacks/': world => idsOf(world, 'promised_callbacks'),
  '/user/payment-methods/': world => idsOf(world, 'payment_methods'),
  '/user/webhook-redeliveries/': world => idsOf(world, 'redeliveries'),
  '/user/webhook-deliveries/': world => idsOf(world, 'deliveries'),
  '/user/knowledgebases/': world => idsOf(world, 'knowledgebases'),
  '/user/tools/': world => idsOf(world, 'tools'),
  '/user/phone-numbers/': world => idsOf(world, 'phone_numbers'),
  '/user/phone-numbers/sip-trunks/': world => idsOf(world, 'sip_trunks', 'phone_number_id'),
  '/user/rehearsals/': world => idsOf(world, 'rehearsals'),
  '/user/api-keys/': world => idsOf(world, 'api_keys').slice(0, 1),
  '/user/sessions/': world => idsOf(world, 'console_sessions', 'lower(hex(substr(hash, 1, 8)))'),
  '/user/sms/': world => idsOf(world, 'sms'),
  '/user/sms-threads/': world => idsOf(world, 'sms_threads', 'customer'),
  '/user/conversations/': world => idsOf(world, 'conversations', 'uuid'),
  '/conversations/': world => idsOf(world, 'conversations', 'uuid'),
  '/automate/conversations/': world => idsOf(world, 'conversations', 'uuid'),
}
const idsOf = (world: TestWorld, table: string, id = 'id') =>
  world.db.prepare(`SELECT ${id} FROM ${table}`).pluck().all() as number[]

describe("another user's records", () => {
  // A phone number has no owner, and the catalogue belongs to the workspace, which all users share.
  const shared = ['/user/people/', '/user/settings/', '/user/users/', '/user/data/']
  const withId = operations().filter(
    ({ path, pathParams }) => pathParams.length > 0 && !shared.some(prefix => path.startsWith(prefix)),
  )

  it.each(withId.map(({ method, path }) => [method, path]))(
    '%s %s is 404 and nothing changes',
    async (method, path) => {
      const { world, theirs } = await twoUsers()
      const prefix = path.slice(0, path.indexOf('{'))
      expect(Object.keys(records)).toContain(prefix)
      const found = records[prefix]!(world)
      expect(found.length).toBeGreaterThan(0)
      for (const id of found) {
        const before = digest(world)
        const body =
          method === 'GET' || method === 'DELETE'
            ? undefined
            : {
                name: 'Mine',
                status: 'active',
                message: 'Mine',
                text: 'Mine',
                at: '2026-02-23T15:30:00Z',
                start_at: '2026-02-23T15:30:00Z',
                to: '+12015550124',
              }
        const answer = await theirs(method, path.replace(/\{\w+\}/g, String(id)), body)
        expect(answer.status).toBe(404)
        expect(answer.body.message).toEqual(expect.any(String))
        expect(digest(world)).toEqual(before)
      }
    },
  )

  it('the answer is the same as for a record that never existed', async () => {
    const { assistant, theirs } = await twoUsers()
    const foreign = await theirs('GET', `/user/assistant/${assistant}`)
    const unknown = await theirs('GET', '/user/assistant/987654321')
    expect(foreign.body).toEqual(unknown.body)
  })

  it("make_call with another user's assistant is 404, by id and by uuid", async () => {
    const { world, assistant, uuid, theirs } = await twoUsers()
    const before = digest(world)
    for (const assistant_id of [assistant, String(assistant), uuid])
      expectMessage(await theirs('POST', '/user/make_call', { assistant_id, phone_number: '+12015550124' }), 404)
    expect(digest(world)).toEqual(before)
  })

  it("a campaign with another user's assistant is 404", async () => {
    const { world, assistant, theirs } = await twoUsers()
    const before = digest(world)
    expectMessage(await theirs('POST', '/user/campaigns', { name: 'Mine', assistant_id: assistant }), 404)
    expect(digest(world)).toEqual(before)
  })

  it("update-status of another user's campaign is 404 with success false", async () => {
    const { world, campaign, theirs } = await twoUsers()
    const before = digest(world)
    for (const action of ['start', 'stop']) {
      const answer = await theirs('POST', '/user/campaigns/update-status', { campaign_id: campaign, action })
      expect([answer.status, answer.body]).toEqual([404, { message: expect.any(String), success: false }])
    }
    expect(digest(world)).toEqual(before)
  })

  it("a lead in another user's campaign is 422 on campaign_id", async () => {
    const { world, campaign, theirs } = await twoUsers()
    const before = digest(world)
    const body = { campaign_id: campaign, phone_number: '+12015550124', variables: { a: 1 } }
    expectInvalid(await theirs('POST', '/user/lead', body), 'campaign_id')
    expect(digest(world)).toEqual(before)
  })

  it("an assistant with another user's records is 422 on each field", async () => {
    const { world, assistant, knowledgebase_id, phone_number_id, tool_id, theirs } = await twoUsers()
    const own = (await theirs('POST', '/user/assistant', anAssistant())).body.data.id
    const before = digest(world)
    const body = {
      knowledgebase_id,
      phone_number_id,
      tool_ids: [tool_id],
      tools: [{ type: 'assistant_transfer', assistant_id: assistant }],
    }
    const fields = ['knowledgebase_id', 'phone_number_id', 'tool_ids.0', 'tools.0.assistant_id']
    expectInvalid(await theirs('POST', '/user/assistant', anAssistant(body)), ...fields)
    expectInvalid(await theirs('PUT', `/user/assistant/${own}`, body), ...fields)
    expect(digest(world)).toEqual(before)
  })

  it("a campaign with another user's numbers is 422 on each number", async () => {
    const { phone_number_id, theirs } = await twoUsers()
    const assistant_id = (await theirs('POST', '/user/assistant', anAssistant())).body.data.id
    const body = { name: 'Mine', assistant_id, phone_number_ids: [phone_number_id] }
    expectInvalid(await theirs('POST', '/user/campaigns', body), 'phone_number_ids.0')
  })

  it("no list shows another user's records, whatever the filter is", async () => {
    const { world, assistant, campaign, theirs } = await twoUsers()
    for (const path of [
      '/user/assistants/get',
      '/user/leads',
      '/user/calls',
      '/user/webhook-deliveries',
      '/user/webhook-deliveries?call_id=1',
      `/user/leads?campaign_id=${campaign}`,
      '/user/leads?phone_number=555',
      '/user/leads?phone_number=5&status=created',
      '/user/calls?phone_number=555',
      '/user/calls?phone_number=5',
      '/user/calls?status=failed',
      `/user/calls?assistant_id=${assistant}`,
      `/user/calls?campaign_id=${campaign}`,
    ])
      expect((await theirs('GET', path)).body).toMatchObject({ data: [], total: 0, last_page: 1 })
    for (const path of ['/user/campaigns', '/user/payment-methods', '/user/assistants/phone-numbers'])
      expect((await theirs('GET', path)).body).toEqual([])
    expect((await world.get('/user/calls')).body.total).toBe(2)
  })

  it("redeliver-dead sends only the user's own deliveries", async () => {
    const { world, theirs } = await twoUsers()
    world.db.prepare("UPDATE deliveries SET status = 'delivering', next_try_at = NULL").run()
    world.db.prepare("UPDATE deliveries SET status = 'dead'").run()
    expect((await theirs('POST', '/user/webhook-deliveries/redeliver-dead')).body.data).toEqual({ redelivered: 0 })
    expect((await world.get('/user/webhook-deliveries?status=dead')).body.total).toBe(1)
  })

  it('each user has a blacklist and a balance of their own', async () => {
    const { world, theirs } = await twoUsers()
    await theirs('POST', '/user/balance/top-up', { amount: 5 })
    expect((await theirs('GET', '/user/me')).body.total_balance).toBe(30)
    expect((await world.get('/user/me')).body.total_balance).toBeLessThanOrEqual(25)
  })
})
