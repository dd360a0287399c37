import { describe, expect, it } from 'vitest'
import { blacklisted, expectInvalid, UNKNOWN, withoutChange } from '../../support/api'
import { given, HOUR, startWorld } from '../../support/world'

const numbers = (n: number) => Array.from({ length: n }, () => ({ phone_number: given.number('24') }))

describe('importing leads', () => {
  it('an import creates the good rows and reports each bad one', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world, { variables: { name: '' } })
    const campaign_id = await given.campaign(world, { assistant_id })
    const known = await given.lead(world, campaign_id)
    const [a, b] = numbers(2)
    const { status, body } = await world.post('/user/leads/import', {
      campaign_id,
      leads: [
        { ...a, variables: { name: 'Ada' } },
        { phone_number: '123' },
        { phone_number: world.lead(known).phone_number },
        'a text',
        { ...b, variables: { age: 5 }, secondary_contacts: [{ phone_number: 'x' }] },
        a,
        { ...a, allow_dupplicate: true, secondary_contacts: [{ phone_number: '+15550100002' }] },
        null,
      ],
    })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ created: 2, skipped: 6 })
    expect(body.data.problems.map(({ row, field }: { row: number; field: string }) => [row, field])).toEqual([
      [1, 'phone_number'],
      [2, 'phone_number'],
      [3, ''],
      [4, 'secondary_contacts.0.phone_number'],
      [4, 'variables.age'],
      [5, 'phone_number'],
      [7, ''],
    ])
    for (const { message } of body.data.problems) expect(message).toMatch(/\S/)
    const leads = (await world.get(`/user/leads?campaign_id=${campaign_id}`)).body
    expect(leads.total).toBe(3)
    expect(leads.data[0].secondary_contacts).toMatchObject([{ phone_number: '+15550100002' }])
    expect(leads.data[1].variables).toEqual({ name: 'Ada' })
  })

  it('an import takes 1 to 5,000 rows', async () => {
    const world = await startWorld()
    const campaign_id = await given.campaign(world)
    const rows = Array.from({ length: 5000 }, (_, i) => ({ phone_number: `+1201${String(5550000 + i)}` }))
    const { body } = await world.post('/user/leads/import', { campaign_id, leads: rows })
    expect(body.data).toEqual({ created: 5000, skipped: 0, problems: [] })
    expect((await world.get(`/user/campaigns/${campaign_id}`)).body.lead_counts).toEqual({ created: 5000 })
    const tooMany = [...rows, { phone_number: '+15550100001' }]
    expectInvalid(
      await withoutChange(world, () => world.post('/user/leads/import', { campaign_id, leads: tooMany })),
      'leads',
    )
    expectInvalid(await world.post('/user/leads/import', { campaign_id, leads: [] }), 'leads')
  })

  it('an import may be larger than a megabyte', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world, { variables: { note: '' } })
    const campaign_id = await given.campaign(world, { assistant_id })
    const leads = numbers(40).map(lead => ({ ...lead, variables: { note: 'x'.repeat(50_000) } }))
    expect((await world.post('/user/leads/import', { campaign_id, leads })).body.data.created).toBe(40)
  })

  it('allow_dupplicate applies to all rows', async () => {
    const world = await startWorld()
    const campaign_id = await given.campaign(world)
    const [row] = numbers(1)
    const { body } = await world.post('/user/leads/import', { campaign_id, leads: [row, row], allow_dupplicate: true })
    expect(body.data.created).toBe(2)
  })

  it('a number on the blacklist makes a blacklisted lead', async () => {
    const world = await startWorld()
    const campaign_id = await given.campaign(world)
    const [row] = numbers(1)
    blacklisted(world, row!.phone_number)
    await world.post('/user/leads/import', { campaign_id, leads: [row] })
    expect((await world.get('/user/leads')).body.data[0].status).toBe('blacklisted')
  })

  it('an unknown campaign is 422 on campaign_id', async () => {
    const world = await startWorld()
    expectInvalid(await world.post('/user/leads/import', { campaign_id: UNKNOWN, leads: numbers(1) }), 'campaign_id')
  })

  it('a running campaign calls imported leads at once', async () => {
    const world = await startWorld()
    const campaign_id = await given.campaign(world, { timezone: 'UTC', mark_complete_when_no_leads: false })
    await given.lead(world, campaign_id)
    await given.started(world, campaign_id)
    await world.advance(HOUR)
    await world.post('/user/leads/import', { campaign_id, leads: numbers(2) })
    await world.advance(HOUR)
    expect(world.count('calls')).toBe(3)
  })
})
