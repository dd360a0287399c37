import { expect, it } from 'vitest'
import { aNumber } from '../../support/api'
import { callsOf } from '../../support/running'
import { given, HOUR, startWorld } from '../../support/world'

it('calls use the numbers of the campaign in turn', async () => {
  const world = await startWorld()
  const own = ['+12015550191', '+12015550192', '+12015550193']
  const phone_number_ids = own.map(number => aNumber(world, { number }))
  const campaign = await given.campaign(world, { timezone: 'UTC', phone_number_ids })
  for (let i = 0; i < 6; i++) await given.lead(world, campaign)
  await given.started(world, campaign)
  await world.advance(HOUR)
  const shown = (await callsOf(world))
    .reverse()
    .map((c: { assistant_phone_number: string }) => c.assistant_phone_number)
  expect(shown).toHaveLength(6)
  for (const number of own) expect(shown.filter((one: string) => one === number)).toHaveLength(2)
})
