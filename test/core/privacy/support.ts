import { aNumber, recorded } from '../../support/api'
import { startReceiver } from '../../support/receiver'
import { given, HOUR, startWorld } from '../../support/world'

export const path = (number: string) => `/user/people/${encodeURIComponent(number)}`

/** A person who was called, wrote an SMS and is in two campaigns. */
export async function known() {
  const world = await startWorld()
  const receiver = await startReceiver()
  const own = '+12015550190'
  const phone_number_id = aNumber(world, { number: own })
  const assistant_id = await given.assistant(world, {
    variables: { name: '' },
    record: true,
    is_webhook_active: true,
    webhook_url: receiver.url,
    phone_number_id,
  })
  const campaign = await given.campaign(world, { assistant_id, timezone: 'UTC' })
  const number = given.number('24')
  const lead = await given.lead(world, campaign, { phone_number: number, variables: { name: 'Ada' } })
  const other = await given.campaign(world, { assistant_id })
  await given.lead(world, other, { secondary_contacts: [{ phone_number: number }] })
  await given.started(world, campaign)
  await world.advance(HOUR)
  await recorded(world, 1)
  await world.post('/user/simulator/inbound-sms', { from: number, to: own, body: 'Hello' })
  await world.advance(HOUR)
  return { world, number, lead }
}
