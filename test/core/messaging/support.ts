import { aNumber } from '../../support/api'
import { given, startWorld, type TestWorld } from '../../support/world'

export const list = async (world: TestWorld, query = '') => (await world.get(`/user/sms${query}`)).body
export const inbound = (world: TestWorld, body: object) => world.post('/user/simulator/inbound-sms', body)

/** A desk with a number that takes SMS. */
export async function ready(options: Parameters<typeof startWorld>[0] = {}) {
  const world = await startWorld(options)
  const from = aNumber(world, { number: '+12125550190' })
  const send = (over: object = {}) =>
    world.post('/user/sms', { from, to: given.number('24'), body: 'Your table is ready.', ...over })
  return { world, from, send }
}
