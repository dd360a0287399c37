import { describe, expect, it } from 'vitest'
import type { MessageReport } from '../../../src/main/ports/messaging-provider'
import type { ProviderAnswer } from '../../../src/main/ports/provider-answer'
import { balance, blacklisted } from '../../support/api'
import { aMessagingProvider } from '../../support/numbers'
import { DAY, given, HOUR, MINUTE } from '../../support/world'
import { list, ready } from './support'

describe('an SMS and a restart', () => {
  it('an SMS that was stored but not sent before a restart is sent after it, and charged once', async () => {
    const asked: string[] = []
    let hears = false
    const sendSms = async ({ messageId }: { messageId: string }): Promise<ProviderAnswer<{ sid: string }>> => {
      asked.push(messageId)
      if (!hears) throw new Error('no route')
      return { done: true, sid: 'SM1' }
    }
    const { world, send } = await ready({ messagingProvider: aMessagingProvider({ sendSms }) })
    const { status, body } = await send()
    expect([status, body.data.status]).toEqual([201, 'queued'])
    expect(body.data.sms_sid).toEqual(expect.any(String))
    hears = true
    await world.restart()
    await world.advance(0)
    expect((await list(world)).data).toMatchObject([{ status: 'sent', sms_sid: 'SM1' }])
    // Both requests have the same id, by which the carrier knows that it is one message.
    expect(new Set(asked).size).toBe(1)
    await world.advance(DAY)
    expect(asked).toHaveLength(2)
    expect(await balance(world)).toBe(24.99)
  })

  it('the simulated carrier does not send an SMS again after a restart', async () => {
    const { world, send } = await ready()
    await send()
    await world.restart()
    await world.advance(MINUTE)
    expect((await list(world)).data).toMatchObject([{ status: 'sent' }]) // its report never came
  })
})

describe('a carrier that cannot be reached', () => {
  const never = aMessagingProvider({ sendSms: () => Promise.reject(new Error('no route')) })

  it('an SMS is tried again, and after some hours it fails and its cost is refunded', async () => {
    const { world, send } = await ready({ messagingProvider: never })
    await send()
    await world.advance(10 * MINUTE)
    expect((await list(world)).data[0].status).toBe('queued')
    await world.advance(3 * HOUR)
    expect((await list(world)).data[0]).toMatchObject({ status: 'failed', total_cost: 0 })
    expect(await balance(world)).toBe(25)
  })

  it('an SMS to a number that was blacklisted meanwhile, or from a number that was suspended, is not sent', async () => {
    const { world, from, send } = await ready({ messagingProvider: never })
    const to = given.number('24')
    await send({ to })
    blacklisted(world, to)
    await send()
    await world.advance(2 * MINUTE)
    expect((await list(world)).data.map((sms: { status: string }) => sms.status)).toEqual(['queued', 'failed'])
    for (const status of ['past_due', 'suspended'])
      world.db.prepare('UPDATE phone_numbers SET status = ? WHERE id = ?').run(status, from)
    await world.advance(5 * MINUTE)
    expect((await list(world, '?status=failed')).total).toBe(2)
    expect(await balance(world)).toBe(25)
  })
})

describe('delivery reports', () => {
  /** A carrier whose reports the test makes. */
  async function reporting() {
    let report: (report: MessageReport) => void = () => {}
    const messagingProvider = aMessagingProvider({
      start: listener => {
        report = listener
      },
      sendSms: async () => ({ done: true, sid: 'SM1' }),
    })
    const { world, send } = await ready({ messagingProvider })
    await send()
    const messageId = world.db.prepare('SELECT message_id FROM sms').pluck().get() as string
    const status = async () => (await list(world)).data[0].status
    return { world, messageId, status, report: (what: MessageReport) => report(what) }
  }

  it('a report that comes twice or late changes nothing', async () => {
    const { world, messageId, status, report } = await reporting()
    report({ type: 'sms_delivered', messageId })
    report({ type: 'sms_delivered', messageId })
    report({ type: 'sms_failed', messageId, reason: 'Too late.' })
    expect(await status()).toBe('delivered')
    expect(await balance(world)).toBe(24.99)
  })

  it('a failure report refunds the cost once', async () => {
    const { world, messageId, status, report } = await reporting()
    for (let i = 0; i < 2; i++) report({ type: 'sms_failed', messageId, reason: 'The number is not in use.' })
    report({ type: 'sms_delivered', messageId })
    expect(await status()).toBe('failed')
    expect((await list(world)).data[0].error).toBe('The number is not in use.')
    expect(await balance(world)).toBe(25)
  })

  it('reports for unknown messages are ignored', async () => {
    const { world, report } = await reporting()
    report({ type: 'sms_delivered', messageId: 'nobody knows' })
    report({ type: 'sms_received', messageId: 'in-1', from: '+12015550124', to: '+12125550199', body: 'Hello' })
    expect((await list(world)).total).toBe(1)
  })

  it('an inbound SMS that is reported twice is stored once', async () => {
    const { world, report } = await reporting()
    for (let i = 0; i < 2; i++)
      report({ type: 'sms_received', messageId: 'in-1', from: '+12015550124', to: '+12125550190', body: 'Hello' })
    expect((await list(world, '?status=received')).data).toMatchObject([{ body: 'Hello', sms_sid: 'in-1' }])
  })
})
