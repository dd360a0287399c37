import { expect, it, onTestFinished } from 'vitest'
import { createSwitchboard } from '../../src/main/background/switchboard'
import type { Carrier, CarrierCommand, CarrierReport } from '../../src/main/ports/carrier'
import type { Engine } from '../../src/main/ports/engine'
import { aNumber } from '../support/api'
import { OWN } from '../support/chats'
import { soon } from '../support/gate'
import { given, startWorld } from '../support/world'

it('an inbound call that the carrier reports twice is answered once', async () => {
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
  const legId = '11111111-1111-4111-8111-111111111111'
  const incoming = { type: 'incoming', legId, from: given.number('24'), to: OWN } as const
  report(incoming)
  await soon()
  report({ type: 'answered', legId })
  report(incoming)
  await soon()
  expect(sent).toEqual(['answer'])
})
