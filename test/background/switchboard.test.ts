import { expect, it, onTestFinished } from 'vitest'
import { createSwitchboard } from '../../src/main/background/switchboard'
import type { Carrier, CarrierCommand, CarrierReport } from '../../src/main/ports/carrier'
import type { Engine } from '../../src/main/ports/engine'
import { aNumber } from '../support/api'
import { OWN } from '../support/chats'
import { soon } from '../support/gate'
import { given, startWorld } from '../support/world'

const legId = '11111111-1111-4111-8111-111111111111'

/** A switchboard between a carrier that reports what the test says and an engine that does nothing. */
async function aSwitchboard() {
  const world = await startWorld()
  const phone_number_id = aNumber(world, { number: OWN })
  const assistant = await given.assistant(world, { type: 'inbound', phone_number_id })
  await world.put(`/user/assistant/${assistant}`, { status: 'active' })
  const sent: CarrierCommand['type'][] = []
  let report: (report: CarrierReport) => void = () => {}
  const carrier: Carrier = {
    name: 'carrier',
    start: listener => void (report = listener),
    stop() {},
    send: command => void sent.push(command.type),
    legs: async () => new Set(),
  }
  const engine: Engine = { start() {}, stop() {}, send() {} }
  const board = createSwitchboard(world.service.context, world.service.outside, carrier, engine)
  board.start()
  onTestFinished(() => void board.stop())
  return { sent, report: (what: CarrierReport) => report(what) }
}

it('an inbound call that the carrier reports twice is answered once', async () => {
  const { sent, report } = await aSwitchboard()
  const incoming = { type: 'incoming', legId, from: given.number('24'), to: OWN } as const
  report(incoming)
  await soon()
  report({ type: 'answered', legId })
  report(incoming)
  await soon()
  expect(sent).toEqual(['answer'])
})

it('a call whose transfer failed is hung up, since nobody speaks on it any more', async () => {
  const { sent, report } = await aSwitchboard()
  report({ type: 'incoming', legId, from: given.number('24'), to: OWN })
  await soon()
  report({ type: 'answered', legId })
  report({ type: 'transfer_failed', legId, why: 'the other side does not take transfers' })
  expect(sent).toEqual(['answer', 'hang_up'])
})
