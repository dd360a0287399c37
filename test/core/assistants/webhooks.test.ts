import { describe, expect, it } from 'vitest'
import { expectInvalid, expectMessage, UNKNOWN, withoutChange } from '../../support/api'
import { given, startWorld } from '../../support/world'
import { read } from './support'

const url = 'http://127.0.0.1:9/hook'

describe.each([
  [
    'webhook',
    'webhook_url',
    { is_webhook_active: true, webhook_url: url },
    { is_webhook_active: false, webhook_url: null },
  ],
  ['inbound-webhook', 'inbound_webhook_url', { inbound_webhook_url: url }, { inbound_webhook_url: null }],
  [
    'conversation-ended-webhook',
    'conversation_ended_webhook_url',
    { conversation_ended_webhook_url: url },
    { conversation_ended_webhook_url: null },
  ],
])('switching the %s of an assistant', (name, _field, on, off) => {
  it('the webhook of an assistant is enabled and disabled', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world)
    const enabled = await world.post(`/user/assistants/enable-${name}`, { assistant_id, webhook_url: url })
    expect(enabled).toMatchObject({ status: 200, body: { message: expect.any(String), data: [] } })
    expect(await read(world, assistant_id)).toMatchObject(on)
    const disabled = await world.post(`/user/assistants/disable-${name}`, { assistant_id: String(assistant_id) })
    expect(disabled).toMatchObject({ status: 200, body: { data: [] } })
    expect(await read(world, assistant_id)).toMatchObject(off)
  })

  it('enabling a webhook needs an assistant of this account and a URL', async () => {
    const world = await startWorld()
    const enable = (body: object) => () => world.post(`/user/assistants/enable-${name}`, body)
    expectInvalid(await withoutChange(world, enable({})), 'assistant_id', 'webhook_url')
    const assistant_id = await given.assistant(world)
    expectInvalid(await withoutChange(world, enable({ assistant_id, webhook_url: 'nowhere' })), 'webhook_url')
  })

  it('an unknown assistant, or one of another user, is 404 {message}', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world)
    const { headers } = world.other()
    for (const step of ['enable', 'disable']) {
      const path = `/user/assistants/${step}-${name}`
      const body = { assistant_id, webhook_url: url }
      expectMessage(await withoutChange(world, () => world.post(path, { ...body, assistant_id: UNKNOWN })), 404)
      expectMessage(await withoutChange(world, () => world.request('POST', path, body, { headers })), 404)
    }
  })
})

describe.each([
  ['webhook', { is_webhook_active: true, webhook_url: url }],
  ['conversation-ended-webhook', { conversation_ended_webhook_url: url }],
])('setting the %s of an assistant by its path', (name, on) => {
  it('the assistant may be named by its id, or by its uuid in any case', async () => {
    const world = await startWorld()
    for (const nameOf of [
      (id: number) => String(id),
      (_: number, uuid: string) => uuid,
      (_: number, uuid: string) => uuid.toUpperCase(),
    ]) {
      const id = await given.assistant(world)
      const { uuid } = await read(world, id)
      const answer = await world.post(`/user/assistants/${nameOf(id, uuid)}/${name}`, { webhook_url: url })
      expect(answer).toMatchObject({ status: 200, body: { message: expect.any(String), data: [] } })
      expect(await read(world, id)).toMatchObject(on)
    }
  })

  it('a wrong URL is 422, and an unknown assistant is 404', async () => {
    const world = await startWorld()
    const id = await given.assistant(world)
    for (const webhook_url of [undefined, null, 'nowhere'])
      expectInvalid(
        await withoutChange(world, () => world.post(`/user/assistants/${id}/${name}`, { webhook_url })),
        'webhook_url',
      )
    for (const unknown of [UNKNOWN, '00000000-0000-4000-8000-000000000000', 'anna'])
      expectMessage(await world.post(`/user/assistants/${unknown}/${name}`, { webhook_url: url }), 404)
  })
})
