import { describe, expect, it } from 'vitest'
import { expectInvalid, expectMessage, ISO, ids, UNKNOWN, withoutChange } from '../../support/api'
import { startReceiver } from '../../support/receiver'
import { given, MINUTE, SECOND, startWorld } from '../../support/world'

/** One call whose webhook was sent to a receiver. `answer` is the response of the receiver and may be changed. */
async function sentWebhook(status: number, body = '{"ok": true}') {
  const answer = { status, body }
  const receiver = await startReceiver(() => answer)
  const world = await startWorld()
  const assistant_id = await given.assistant(world, {
    is_webhook_active: true,
    webhook_url: receiver.url,
    send_webhook_only_on_completed: false,
  })
  const call = async () =>
    (await world.post('/user/make_call', { assistant_id, phone_number: given.number('03') })).body.call_id
  const call_id = await call()
  await world.advance(10 * SECOND)
  return { world, assistant_id, call_id, call, answer, url: receiver.url, sent: receiver.received }
}
const path = '/user/webhook-deliveries'

describe('a delivery', () => {
  it('a delivery in the list says what it is about and how it went', async () => {
    const { world, call_id, assistant_id, url } = await sentWebhook(200)
    expect((await world.get(path)).body.data).toMatchObject([
      {
        id: 1,
        url,
        status: 'delivered',
        tries: 1,
        call_id,
        assistant_id,
        next_try_at: null,
        last_error: null,
        created_at: expect.stringMatching(ISO),
        delivered_at: expect.stringMatching(ISO),
      },
    ])
  })

  it('a single delivery has the request and the response', async () => {
    const { world, call_id } = await sentWebhook(500, 'no')
    const { body } = await world.get(`${path}/1`)
    expect(body).toMatchObject({ id: 1, status: 'pending', next_try_at: expect.stringMatching(ISO) })
    expect(JSON.parse(body.request_body)).toMatchObject({ id: call_id, status: 'failed' })
    expect(body.attempts[0]).toMatchObject({ at: expect.stringMatching(ISO), status_code: 500, response_body: 'no' })
    expectMessage(await world.get(`${path}/${UNKNOWN}`), 404)
  })

  it('deliveries are filtered by call and by status', async () => {
    const { world, call, call_id, answer } = await sentWebhook(200)
    answer.status = 410
    const second = await call()
    await world.advance(MINUTE)
    const list = async (query: string) => ids(await world.get(`${path}?${query}`))
    expect(await list('')).toEqual([2, 1])
    expect(await list(`call_id=${call_id}`)).toEqual([1])
    expect(await list(`call_id=${second}`)).toEqual([2])
    expect(await list('status=delivered')).toEqual([1])
    expect(await list('status=dead')).toEqual([2])
    expect(await list(`status=dead&call_id=${call_id}`)).toEqual([])
    expectInvalid(await world.get(`${path}?status=lost&call_id=x`), 'status', 'call_id')
  })

  it('a call lists its deliveries', async () => {
    const { world, call_id } = await sentWebhook(200)
    const { body } = await world.get(`/user/calls/${call_id}`)
    expect(body).toMatchObject({ webhook_response: { ok: true }, deliveries: [{ id: 1, status: 'delivered' }] })
  })
})

describe('redeliver', () => {
  it('a delivery is sent again to the current URL of the assistant', async () => {
    const { world, assistant_id, url, sent, answer } = await sentWebhook(410)
    expect((await world.get(`${path}/1`)).body.status).toBe('dead')
    answer.status = 200
    await world.put(`/user/assistant/${assistant_id}`, { webhook_url: `${url}/new` })
    const { status, body } = await world.post(`${path}/1/redeliver`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ message: expect.any(String), data: { id: 1, url: `${url}/new` } })
    await world.advance(MINUTE)
    expect(sent.map(({ path }) => path)).toEqual(['/hook', '/hook/new'])
    expect((await world.get(`${path}/1`)).body.status).toBe('delivered')
  })

  it('a delivered webhook can be sent again too', async () => {
    const { world, sent } = await sentWebhook(200)
    expect(await world.post(`${path}/1/redeliver`)).toMatchObject({ status: 200 })
    await world.advance(MINUTE)
    expect(sent).toHaveLength(2)
  })

  it('a delivery can be sent again while its next try is still waiting', async () => {
    const { world, sent, answer } = await sentWebhook(500)
    const before = sent.length
    answer.status = 200
    expect(await world.post(`${path}/1/redeliver`)).toMatchObject({ status: 200 })
    await world.advance(0)
    expect(sent).toHaveLength(before + 1)
    expect((await world.get(`${path}/1`)).body).toMatchObject({ status: 'delivered' })
  })

  it('an unknown delivery is 404', async () => {
    const { world } = await sentWebhook(200)
    expectMessage(await withoutChange(world, () => world.post(`${path}/${UNKNOWN}/redeliver`)), 404)
  })
})

describe('redeliver-dead', () => {
  it('all dead deliveries are sent again, and no others', async () => {
    const { world, call, sent, answer } = await sentWebhook(410)
    await call()
    await world.advance(MINUTE)
    answer.status = 200
    await call()
    await world.advance(MINUTE)
    expect(sent).toHaveLength(3)
    // The number that the list shows is the number to ask with.
    expect((await world.get(`${path}?status=dead&per_page=1`)).body.total).toBe(2)
    expect(await world.post(`${path}/redeliver-dead`)).toMatchObject({
      status: 200,
      body: { message: '2 webhooks are sent again.', data: { redelivered: 2 } },
    })
    await world.advance(MINUTE)
    expect(sent).toHaveLength(5)
    expect((await world.post(`${path}/redeliver-dead`)).body).toEqual({
      message: 'No webhook is sent again: none was given up.',
      data: { redelivered: 0 },
    })
  })

  it('the filters of the list choose which are sent again', async () => {
    const { world, call, sent, answer } = await sentWebhook(410)
    await call()
    await world.advance(MINUTE)
    answer.status = 200
    const [of] = (await world.get(`${path}?status=dead`)).body.data
    const filter = `status=dead&call_id=${of.call_id}`
    expect((await world.get(`${path}?${filter}`)).body.total).toBe(1)
    expect(await world.post(`${path}/redeliver-dead`, { status: 'dead', call_id: of.call_id })).toMatchObject({
      status: 200,
      body: { message: '1 webhook is sent again.', data: { redelivered: 1 } },
    })
    await world.advance(MINUTE)
    expect(sent).toHaveLength(3)
    const left = ids(await world.get(`${path}?status=dead`))
    expect([left.length, left.includes(of.id)]).toEqual([1, false])
    expectInvalid(await world.post(`${path}/redeliver-dead`, { status: 'pending', call_id: 'x' }), 'status', 'call_id')
  })
})
