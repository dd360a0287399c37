import { Webhook } from 'standardwebhooks'
import { expect, it, vi } from 'vitest'
import { signingSecrets } from '../../../src/main/core/webhooks/signing'
import { expectInvalid } from '../../support/api'
import { type Received, startReceiver } from '../../support/receiver'
import { withWebhook } from '../../support/webhook'
import { DAY, MINUTE, SECOND, startWorld } from '../../support/world'

async function listening() {
  const receiver = await startReceiver()
  const world = await startWorld()
  const sent = async () => {
    await world.post('/user/webhooks/test', { url: receiver.url })
    await world.advance(SECOND)
    return receiver.received.at(-1)!
  }
  /** Whether the official library accepts the signature with this secret, at the time of the world. */
  const isSignedBy = (secret: string, { body, headers }: Received) => {
    vi.useFakeTimers({ now: world.clock.now(), toFake: ['Date'] })
    try {
      return Boolean(new Webhook(secret).verify(body, headers as Record<string, string>))
    } catch {
      return false
    } finally {
      vi.useRealTimers()
    }
  }
  return { world, receiver, sent, isSignedBy }
}

it('a test webhook is sent, signed and stored like any other', async () => {
  const { world, receiver } = await listening()
  const { status, body } = await world.post('/user/webhooks/test', { url: receiver.url })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ event: 'test', status: 'pending', url: receiver.url, call_id: null })
  await world.advance(SECOND)
  expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({ message: expect.any(String) })
  expect((await world.get('/user/webhook-deliveries')).body.data[0]).toMatchObject({
    status: 'delivered',
    event: 'test',
  })
  expect((await world.post(`/user/webhook-deliveries/${body.data.id}/redeliver`)).status).toBe(200)
  await world.advance(SECOND)
  expect(receiver.received).toHaveLength(2)
  expectInvalid(await world.post('/user/webhooks/test', { url: 'nowhere' }), 'url')
})

it('after a rotation both secrets sign for a day, then only the new one', async () => {
  const { world, sent, isSignedBy } = await listening()
  const first = (await world.post('/user/webhook-secret/rotate')).body.data.secret
  const { status, body } = await world.post('/user/webhook-secret/rotate')
  expect(status).toBe(200)
  const { secret } = body.data
  expect(secret).toMatch(/^whsec_/)
  expect(body.data.old_valid_until).toBe('2026-01-06T09:00:00.000000Z')
  const soon = await sent()
  expect([isSignedBy(secret, soon), isSignedBy(first, soon)]).toEqual([true, true])
  await world.advance(DAY - MINUTE)
  expect(isSignedBy(first, await sent())).toBe(true)
  await world.advance(MINUTE)
  const later = await sent()
  expect([isSignedBy(secret, later), isSignedBy(first, later)]).toEqual([true, false])
})

it('the signing secret is stored encrypted', async () => {
  const { world } = await listening()
  const { secret } = (await world.post('/user/webhook-secret/rotate')).body.data
  expect(JSON.stringify(world.db.prepare('SELECT * FROM state').all())).not.toContain(secret)
})

it('the signature is that of the Standard Webhooks library and is made anew for each try', async () => {
  const { world, receiver, call } = await withWebhook((_, n) => ({ status: n < 3 ? 500 : 200 }))
  await call('24')
  await world.advance(5 * MINUTE)
  expect(receiver.received).toHaveLength(3)
  const [secret] = signingSecrets(world.service.context)
  expect(secret).toMatch(/^whsec_/)
  const stamps = receiver.received.map(({ headers, body }) => {
    // The library refuses timestamps far from the real time, so the test computes the signature and compares it.
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    const signature = new Webhook(secret!).sign(String(headers['webhook-id']), at, body)
    expect(headers['webhook-signature']).toBe(signature)
    return headers['webhook-timestamp']
  })
  expect(new Set(stamps).size).toBe(3)
  expect(new Set(receiver.received.map(({ headers, body }) => headers['webhook-id'] + body)).size).toBe(1)
})
