import { expect, it } from 'vitest'
import { expectInvalid, ids } from '../../support/api'
import { startReceiver } from '../../support/receiver'
import { DAY, given, MINUTE, SECOND, startWorld } from '../../support/world'

const path = '/user/webhook-deliveries'

/** Two receivers, of which the first refuses for good; a call to Ada and one to Bob, and a test. */
async function twoReceivers() {
  const refuses = await startReceiver(() => ({ status: 410, headers: { 'x-reason': 'gone' }, body: 'no' }))
  const accepts = await startReceiver()
  const world = await startWorld()
  const assistant = (url: string, name: string) =>
    given.assistant(world, {
      name,
      is_webhook_active: true,
      webhook_url: url,
      send_webhook_only_on_completed: false,
    })
  const [first, second] = [await assistant(refuses.url, 'Nora'), await assistant(accepts.url, 'Otto')]
  const call = async (assistant_id: number, name: string) => {
    const phone_number = given.number('03')
    const { body } = await world.post('/user/make_call', { assistant_id, phone_number, variables: { name } })
    await world.advance(MINUTE)
    return { id: body.call_id as number, phone_number }
  }
  const ada = await call(first, 'Ada Byron')
  await world.advance(DAY)
  const bob = await call(second, 'Bob')
  await world.post('/user/webhooks/test', { url: refuses.url })
  await world.advance(SECOND)
  const list = async (query: string) => ids(await world.get(`${path}?${query}`))
  return { world, refuses, accepts, ada, bob, list, host: (url: string) => new URL(url).host }
}

it('a delivery says whom and which assistant it is about', async () => {
  const { world, ada } = await twoReceivers()
  const { data } = (await world.get(path)).body
  expect(data.at(-1)).toMatchObject({
    call_id: ada.id,
    name: 'Ada Byron',
    phone_number: ada.phone_number,
    assistant_name: 'Nora',
    conversation_id: null,
  })
  expect(data[0]).toMatchObject({ event: 'test', name: null, phone_number: null, assistant_name: null })
})

it('a delivery after a chat says which chat it is about', async () => {
  const receiver = await startReceiver()
  const world = await startWorld()
  const assistant_id = await given.assistant(world, {
    conversation_inactivity_timeout: 5,
    conversation_ended_webhook_url: receiver.url,
  })
  const { conversation_id } = (await world.post('/conversations', { assistant_id, variables: { name: 'Cleo' } })).body
  await world.post(`/conversations/${conversation_id}/messages`, { message: 'Hello' })
  await world.advance(10 * MINUTE)
  expect((await world.get(path)).body.data).toMatchObject([
    { event: 'conversation.ended', conversation_id, name: 'Cleo', call_id: null },
  ])
  expect(ids(await world.get(`${path}?search=cleo`))).toEqual([1])
  expect(ids(await world.get(`${path}?event=call.ended`))).toEqual([])
})

it('deliveries are filtered by receiver, event and time, and searched by person and URL', async () => {
  const { refuses, accepts, ada, list, host } = await twoReceivers()
  expect(await list('')).toEqual([3, 2, 1])
  expect(await list(`host=${host(refuses.url)}`)).toEqual([3, 1])
  expect(await list(`host=${host(accepts.url)}`)).toEqual([2])
  expect(await list('event=test')).toEqual([3])
  expect(await list('to=2026-01-05')).toEqual([1])
  expect(await list('from=2026-01-06')).toEqual([3, 2])
  expect(await list('search=byron')).toEqual([1])
  expect(await list(`search=${encodeURIComponent(ada.phone_number)}`)).toEqual([1])
  expect(await list(`search=${encodeURIComponent(accepts.url)}`)).toEqual([2])
  expect(await list('search=nobody')).toEqual([])
})

it('a filter that is wrong is refused by its name', async () => {
  const { world } = await twoReceivers()
  expectInvalid(await world.get(`${path}?event=lost&from=soon&search=...`), 'event', 'from', 'search')
  expectInvalid(await world.get(`${path}?from=2026-01-06&to=2026-01-05`), 'to')
})

it('each try keeps what was sent and answered with its headers, and where it went', async () => {
  const { world, refuses } = await twoReceivers()
  const [first] = refuses.received
  const { attempts } = (await world.get(`${path}/1`)).body
  expect(attempts).toHaveLength(1)
  expect(attempts[0]).toMatchObject({
    url: refuses.url,
    request_headers: {
      'webhook-id': first!.headers['webhook-id'],
      'webhook-signature': first!.headers['webhook-signature'],
      'content-type': 'application/json',
    },
    response_headers: { 'x-reason': 'gone' },
    response_body: 'no',
  })
})

it('a try without an answer has no response headers', async () => {
  const world = await startWorld()
  await world.post('/user/webhooks/test', { url: 'http://127.0.0.1:9/' })
  await world.advance(SECOND)
  const { attempts } = (await world.get(`${path}/1`)).body
  expect(attempts[0]).toMatchObject({ status_code: null, response_headers: null, error: expect.any(String) })
  expect(attempts[0].request_headers['webhook-signature']).toMatch(/^v1,/)
})

it('only those that gave up and fit the filter are sent again', async () => {
  const { world, refuses, ada, list } = await twoReceivers()
  const before = refuses.received.length
  const filter = { event: 'call.ended', search: 'byron', to: '2026-01-05' }
  expect(await list(`status=dead&${new URLSearchParams(filter)}`)).toEqual([1])
  expect((await world.post(`${path}/redeliver-dead`, filter)).body).toMatchObject({ data: { redelivered: 1 } })
  await world.advance(SECOND)
  expect(refuses.received.slice(before).map(({ body }) => JSON.parse(body).id)).toEqual([ada.id])
  expect((await world.post(`${path}/redeliver-dead`, { host: 'elsewhere:1' })).body.data.redelivered).toBe(0)
})

it('the receivers are counted', async () => {
  const { world, refuses, accepts, host } = await twoReceivers()
  expect((await world.get('/user/webhook-receivers')).body).toEqual([
    { host: host(refuses.url), deliveries: 2, dead: 2 },
    { host: host(accepts.url), deliveries: 1, dead: 0 },
  ])
  expect((await world.request('GET', '/user/webhook-receivers', undefined, world.other())).body).toEqual([])
})

it('those that gave up are counted until they are put away or sent again', async () => {
  const { world } = await twoReceivers()
  const gaveUp = async () => (await world.get(`${path}/gave-up`)).body
  const { key, ...counts } = await gaveUp()
  expect(counts).toEqual({ dead: 2, to_see: 2 })
  await world.post('/user/attention/put-away', { keys: [key] })
  expect(await gaveUp()).toEqual({ dead: 2, to_see: 0, key: null })
  await world.post('/user/attention/restore')
  await world.post(`${path}/redeliver-dead`)
  expect(await gaveUp()).toEqual({ dead: 0, to_see: 0, key: null })
})

it('which secret signs is known without showing it, and other tabs hear of a rotation', async () => {
  const world = await startWorld()
  const state = async () => (await world.get('/user/webhook-secret')).body
  const first = await state()
  expect(first).toEqual({ hint: expect.stringMatching(/^.{5}$/), rotated_at: null, old_valid_until: null })
  const events: string[] = []
  world.service.context.bus.on(event => void events.push(event.type))
  const { secret } = (await world.post('/user/webhook-secret/rotate')).body.data
  expect(events).toContain('webhook_secret.changed')
  expect(await state()).toEqual({
    hint: secret.slice(-5),
    rotated_at: '2026-01-05T09:00:00.000000Z',
    old_valid_until: '2026-01-06T09:00:00.000000Z',
  })
  await world.advance(DAY)
  expect(await state()).toMatchObject({ rotated_at: '2026-01-05T09:00:00.000000Z', old_valid_until: null })
})
