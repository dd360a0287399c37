import { describe, expect, it } from 'vitest'
import { blacklisted } from '../../support/api'
import { callsOf, running } from '../../support/running'
import { given, HOUR, MINUTE, SECOND, startWorld } from '../../support/world'

describe('secondary contacts', () => {
  const contact = (ending: string) => ({ phone_number: given.number(ending) })

  it('secondary contacts are dialed at once and in order, within one attempt, until one is reached', async () => {
    const secondary_contacts = [contact('02'), contact('24'), contact('24')]
    const { world, lead } = await running(['01'], {}, { secondary_contacts })
    await world.advance(10 * MINUTE)
    expect(world.lead(lead)).toMatchObject({ status: 'completed', attempts: 1 })
    expect((await callsOf(world)).map((call: { status: string }) => call.status)).toEqual([
      'completed',
      'no-answer',
      'busy',
    ])
    const answered = (await world.get('/user/leads')).body.data[0].secondary_contacts
    expect(answered.map((c: { status: string }) => c.status)).toEqual(['called', 'answered', 'created'])
  })

  it('each attempt begins again with the primary number', async () => {
    const { world, lead } = await running(['09'], { retry_interval: 10 }, { secondary_contacts: [contact('01')] })
    await world.advance(HOUR)
    expect(world.lead(lead)).toMatchObject({ status: 'completed', attempts: 3 })
    expect(await callsOf(world)).toHaveLength(5)
  })

  it('blacklisted contacts are skipped', async () => {
    const other = contact('24')
    const world = await startWorld()
    const campaign = await given.campaign(world, { max_retries: 0 })
    blacklisted(world, other.phone_number)
    const lead = await given.lead(world, campaign, { ending: '01', secondary_contacts: [other] })
    await given.started(world, campaign)
    await world.advance(10 * MINUTE)
    expect(world.lead(lead)).toMatchObject({ status: 'reached-max-retries', attempts: 1 })
    expect(await callsOf(world)).toHaveLength(1)
  })

  it('after a stop the attempt continues with the same contact', async () => {
    const { world, campaign, lead } = await running(['01'], {}, { secondary_contacts: [contact('24')] })
    await world.advance(SECOND)
    await world.post('/user/campaigns/update-status', { campaign_id: campaign, action: 'stop' })
    await world.advance(HOUR)
    expect(world.lead(lead)).toMatchObject({ status: 'rescheduled', next_contact: 1, attempts: 0 })
    expect(await callsOf(world)).toHaveLength(1)
    await given.started(world, campaign)
    await world.advance(10 * MINUTE)
    expect(world.lead(lead)).toMatchObject({ status: 'completed', attempts: 1 })
    expect((await callsOf(world)).map((call: { status: string }) => call.status)).toEqual(['completed', 'busy'])
  })
})
