import { describe, expect, it } from 'vitest'
import { expectInvalid, UNKNOWN, withoutChange } from '../../support/api'
import { given, startWorld } from '../../support/world'
import { read } from './support'

const url = 'http://127.0.0.1:9/hook'

describe.each([
  [
    'webhook',
    'webhook_url',
    { is_webhook_active: true, webhook_url: url },
    { is_webhook_active: false, webhook_url: url },
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
    expectInvalid(
      await withoutChange(world, enable({ assistant_id: UNKNOWN, webhook_url: 'nowhere' })),
      'assistant_id',
      'webhook_url',
    )
    expectInvalid(await world.post(`/user/assistants/disable-${name}`, { assistant_id: UNKNOWN }), 'assistant_id')
  })
})
