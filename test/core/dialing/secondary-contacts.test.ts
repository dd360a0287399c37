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

  it('a contact is dialed in the hours of its own time zone', async () => {
    // 20:30 in New York, where the contact is; 17:30 in Los Angeles, where the lead is.
    const world = await startWorld({ at: Date.UTC(2026, 0, 6, 1, 30) })
    const campaign = await given.campaign(world, {
      timezone: 'America/Los_Angeles',
      respect_lead_time_zone: true,
      allowed_hours_start_time: '09:00',
      allowed_hours_end_time: '17:59',
      max_retries: 0,
    })
    const lead = await given.lead(world, campaign, {
      phone_number: '+12135550101',
      secondary_contacts: [{ phone_number: '+12125550124' }],
    })
    await given.started(world, campaign)
    await world.advance(10 * MINUTE)
    expect(await callsOf(world)).toHaveLength(1)
    expect(world.lead(lead)).toMatchObject({ status: 'rescheduled', next_contact: 1, attempts: 0 })
    const { reasons } = (await world.get(`/user/leads/${lead}/explain`)).body
    expect(reasons[0].text).toBe('Nothing is dialed until Tuesday 09:00 America/New_York')
    await world.advance(13 * HOUR)
    const [second] = await callsOf(world)
    expect(second).toMatchObject({ client_phone_number: '+12125550124', status: 'completed' })
    expect(second.created_at).toMatch(/^2026-01-06T14:00:/)
  })

  it('a number that is on a line is not dialed a second time meanwhile', async () => {
    const shared = given.number('07')
    const world = await startWorld()
    const assistant_id = await given.assistant(world, { max_duration: 120 })
    const campaigns = [await given.campaign(world, { assistant_id }), await given.campaign(world, { assistant_id })]
    const leads = [
      await given.lead(world, campaigns[0]!, { phone_number: shared }),
      await given.lead(world, campaigns[1]!, { ending: '01', secondary_contacts: [{ phone_number: shared }] }),
    ]
    for (const id of campaigns) await given.started(world, id)
    await world.advance(MINUTE)
    const onLine = (call: { status: string }) => ['initiated', 'ringing', 'in-progress'].includes(call.status)
    expect((await callsOf(world)).filter(onLine)).toHaveLength(1)
    await world.advance(10 * MINUTE)
    expect(leads.map(id => world.lead(id))).toMatchObject(Array(2).fill({ status: 'completed', attempts: 1 }))
    expect(await callsOf(world)).toHaveLength(3)
  })

  it('contacts that are replaced between two dials of an attempt are all tried, from the first', async () => {
    const { world, campaign, lead } = await running(['01'], {}, { secondary_contacts: [contact('01'), contact('02')] })
    await world.advance(2 * SECOND)
    expect(world.lead(lead)).toMatchObject({ status: 'processing', next_contact: 1 })
    await world.post('/user/campaigns/update-status', { campaign_id: campaign, action: 'stop' })
    await world.advance(HOUR)
    expect(world.lead(lead)).toMatchObject({ status: 'rescheduled', next_contact: 2 })
    const fresh = [contact('02'), contact('24')]
    expect((await world.put(`/user/leads/${lead}`, { secondary_contacts: fresh })).status).toBe(200)
    await given.started(world, campaign)
    await world.advance(10 * MINUTE)
    const dialed = (await callsOf(world)).map((call: { client_phone_number: string }) => call.client_phone_number)
    expect(dialed.slice(0, 2)).toEqual([fresh[1]!.phone_number, fresh[0]!.phone_number])
    expect(world.lead(lead)).toMatchObject({ status: 'completed', attempts: 1 })
  })

  it.each(['while it is on the phone', 'between two dials'])(
    'a callback that is set %s begins a new attempt then, at the primary number',
    async when => {
      const { world, campaign, lead } = await running(['09'], {}, { secondary_contacts: [contact('24')] })
      const own = world.lead(lead).phone_number
      await world.advance(SECOND)
      const isBetween = when === 'between two dials'
      if (isBetween) {
        await world.post('/user/campaigns/update-status', { campaign_id: campaign, action: 'stop' })
        await world.advance(MINUTE)
      }
      expect(world.lead(lead).status).toBe(isBetween ? 'rescheduled' : 'processing')
      const at = world.clock.now() + 2 * HOUR
      const callback_at = new Date(at).toISOString()
      expect((await world.put(`/user/leads/${lead}`, { callback_at })).status).toBe(200)
      if (isBetween) await given.started(world, campaign)
      await world.advance(HOUR)
      expect(await callsOf(world)).toHaveLength(1)
      expect(world.lead(lead)).toMatchObject({ status: 'rescheduled', next_contact: 0, attempts: 1, due_at: at })
      await world.advance(HOUR + SECOND)
      expect((await callsOf(world))[0].client_phone_number).toBe(own)
    },
  )
})
