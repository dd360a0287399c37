import { describe, expect, it } from 'vitest'
import { createSimulatedMessaging } from '../../src/main/carriers/simulated/messaging'
import type { MessageReport } from '../../src/main/ports/messaging-provider'
import { TestClock } from '../support/clock'

describe('simulated messages', () => {
  function provider() {
    const clock = new TestClock(0)
    const reports: MessageReport[] = []
    const carrier = createSimulatedMessaging({ clock })
    carrier.start(report => reports.push(report))
    const send = (to: string, messageId = 'a-1') =>
      carrier.sendSms({ messageId, from: '+12125550190', to, body: 'Hello' })
    return { clock, reports, carrier, send }
  }

  it('messages are sent, and their delivery is reported', async () => {
    const { clock, reports, send } = provider()
    expect(await send('+12015550124')).toEqual({ done: true, sid: 'SMa1' })
    expect(reports).toEqual([])
    while (clock.step(60_000));
    expect(reports).toEqual([{ type: 'sms_delivered', messageId: 'a-1' }])
  })

  it('a message that is sent twice under one id goes out once', async () => {
    const { clock, reports, send } = provider()
    expect(await send('+12015550124')).toEqual(await send('+12015550124'))
    while (clock.step(60_000));
    expect(reports).toHaveLength(1)
  })

  it('a message to a number ending in 03 is refused', async () => {
    const { clock, reports, send } = provider()
    expect(await send('+12015550103')).toEqual({ done: false, reason: expect.stringMatching(/\.$/) })
    while (clock.step(60_000));
    expect(reports).toEqual([])
  })

  it('a message to a number ending in 06 is answered with STOP', async () => {
    const { clock, reports, send } = provider()
    await send('+12015550106')
    while (clock.step(60_000));
    expect(reports).toEqual([
      { type: 'sms_delivered', messageId: 'a-1' },
      { type: 'sms_received', messageId: expect.any(String), from: '+12015550106', to: '+12125550190', body: 'STOP' },
    ])
  })

  it('no delivery is reported after the provider has stopped', async () => {
    const { clock, reports, carrier, send } = provider()
    await send('+12015550106')
    carrier.stop()
    while (clock.step(60_000));
    expect(reports).toEqual([])
  })
})
