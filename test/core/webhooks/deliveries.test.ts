import { describe, expect, it, onTestFinished } from 'vitest'
import { expectInvalid, expectMessage, ISO, ids, UNKNOWN, withoutChange } from '../../support/api'
import { startReceiver } from '../../support/receiver'
import { given, MINUTE, SECOND, startWorld } from '../../support/world'

/** A world with one call that was told to a receiver; `answer` says how it answers, and may be changed. */
async function told(status: number, body = '{"ok": true}') {
  const answer = { status, body }
  const receiver = await startReceiver(() => answer)
  onTestFinished(receiver.close)
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
  it('in the list tells what it is about, and how it went', async () => {
    const { world, call_id, assistant_id, url } = await told(200)
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

  it('by itself carries request and response', async () => {
    const { world, call_id } = await told(500, 'no')
    const { body } = await world.get(`${path}/1`)
    expect(body).toMatchObject({ id: 1, status: 'pending', next_try_at: expect.stringMatching(ISO) })
    expect(JSON.parse(body.request_body)).toMatchObject({ id: call_id, status: 'failed' })
    expect(body.attempts[0]).toMatchObject({ at: expect.stringMatching(ISO), status_code: 500, response_body: 'no' })
    expectMessage(await world.get(`${path}/${UNKNOWN}`), 404)
  })

  it('is found by its call and by its status', async () => {
    const { world, call, call_id, answer } = await told(200)
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

  it('is shown on its call', async () => {
    const { world, call_id } = await told(200)
    const { body } = await world.get(`/user/calls/${call_id}`)
    expect(body).toMatchObject({ webhook_response: { ok: true }, deliveries: [{ id: 1, status: 'delivered' }] })
  })
})

describe('redeliver', () => {
  it("sends it again, to the assistant's URL of then", async () => {
    const { world, assistant_id, url, sent, answer } = await told(410)
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

  it('works on what was delivered too', async () => {
    const { world, sent } = await told(200)
    expect(await world.post(`${path}/1/redeliver`)).toMatchObject({ status: 200 })
    await world.advance(MINUTE)
    expect(sent).toHaveLength(2)
  })

  it('works at any time: also while the next try is still to come', async () => {
    const { world, sent, answer } = await told(500)
    const before = sent.length
    answer.status = 200
    expect(await world.post(`${path}/1/redeliver`)).toMatchObject({ status: 200 })
    await world.advance(0)
    expect(sent).toHaveLength(before + 1)
    expect((await world.get(`${path}/1`)).body).toMatchObject({ status: 'delivered' })
  })

  it('of an unknown one is 404', async () => {
    const { world } = await told(200)
    expectMessage(await withoutChange(world, () => world.post(`${path}/${UNKNOWN}/redeliver`)), 404)
  })
})

describe('redeliver-dead', () => {
  it('sends again all that were given up, and nothing else', async () => {
    const { world, call, sent, answer } = await told(410)
    await call()
    await world.advance(MINUTE)
    answer.status = 200
    await call()
    await world.advance(MINUTE)
    expect(sent).toHaveLength(3)
    expect(await world.post(`${path}/redeliver-dead`)).toMatchObject({
      status: 200,
      body: { message: expect.any(String), data: { redelivered: 2 } },
    })
    await world.advance(MINUTE)
    expect(sent).toHaveLength(5)
    expect((await world.post(`${path}/redeliver-dead`)).body.data).toEqual({ redelivered: 0 })
  })
})
