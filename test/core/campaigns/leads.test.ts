import { describe, expect, it } from 'vitest'
import type { Lead } from '../../../src/contract/leads'
import { blacklisted, expectInvalid, ids, PLAIN, UNKNOWN, withoutChange } from '../../support/api'
import { DAY, given, HOUR, MINUTE, startWorld, type TestWorld } from '../../support/world'

async function ready(over: object = {}) {
  const world = await startWorld()
  const assistant_id = await given.assistant(world, { variables: { name: 'nobody', city: null }, ...over })
  return { world, campaign: await given.campaign(world, { assistant_id, name: 'Spring' }) }
}
const add = (world: TestWorld, body: object) => world.post('/user/lead', body)

describe('creating a lead', () => {
  it('create answers 200 with the lead as the interface documents it', async () => {
    const { world, campaign } = await ready()
    const secondary_contacts = [{ phone_number: '+12015550102', variables: { name: 'Eve' } }]
    const answer = await add(world, {
      phone_number: '+12015550101',
      campaign_id: campaign,
      variables: { name: 'Bob' },
      secondary_contacts,
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      message: expect.any(String),
      data: {
        id: 1,
        campaign_id: campaign,
        phone_number: '+12015550101',
        variables: { name: 'Bob' },
        status: 'created',
        created_at: '2026-01-05 09:00:00',
        updated_at: expect.stringMatching(PLAIN),
        campaign: { id: campaign, name: 'Spring' },
        secondary_contacts: [
          {
            id: 1,
            phone_number: '+12015550102',
            variables: { name: 'Eve' },
            status: 'created',
            created_at: '2026-01-05 09:00:00',
            updated_at: '2026-01-05 09:00:00',
          },
        ],
      },
    })
    expect((await world.get('/user/leads')).body.data).toEqual([answer.body.data])
  })

  it('a lead without variables and contacts has an empty object and an empty array', async () => {
    const { world, campaign } = await ready()
    const { body } = await add(world, { phone_number: '+12015550101', campaign_id: String(campaign) })
    expect(body.data).toMatchObject({ campaign_id: campaign, variables: {}, secondary_contacts: [] })
  })

  it('a lead needs a number and a campaign', async () => {
    const { world } = await ready()
    expectInvalid(await add(world, {}), 'phone_number', 'campaign_id')
  })

  it('an unknown campaign is 422 on campaign_id', async () => {
    const { world } = await ready()
    const body = { phone_number: '+12015550101', campaign_id: UNKNOWN }
    expectInvalid(await withoutChange(world, () => add(world, body)), 'campaign_id')
  })

  it.each([
    ['+1 (201) 555-0101', '+12015550101'],
    ['+1 201.555.0102', '+12015550102'],
    ['+39 06 1234 5624', '+390612345624'],
    ['+44 20 7946 0958', '+442079460958'],
    // The length is possible, but no list of valid numbers has this range.
    ['+1 555 010 0001', '+15550100001'],
  ])('the number %s is accepted and answered in E.164', async (phone_number, stored) => {
    const { world, campaign } = await ready()
    expect((await add(world, { phone_number, campaign_id: campaign })).body.data.phone_number).toBe(stored)
  })

  it.each(['12015550101', '2015550101', '+1201', '+999123456789', '+', '', 'Bob', null, 12015550101, ['+12015550101']])(
    'the number %j is 422 on phone_number',
    async phone_number => {
      const { world, campaign } = await ready()
      expectInvalid(await add(world, { phone_number, campaign_id: campaign }), 'phone_number')
      expect(world.count('leads')).toBe(0)
    },
  )

  it('a number that the campaign has already is 422 without allow_dupplicate', async () => {
    const { world, campaign } = await ready()
    const lead = { phone_number: '+12015550101', campaign_id: campaign }
    await add(world, lead)
    const again = { ...lead, phone_number: '+1 201 555 0101' }
    expectInvalid(await withoutChange(world, () => add(world, again)), 'phone_number')
    expectInvalid(await add(world, { ...again, allow_dupplicate: false }), 'phone_number')
    expect(await add(world, { ...again, allow_dupplicate: true })).toMatchObject({ status: 200 })
    expectInvalid(
      await add(world, { ...again, phone_number: given.number('24'), allow_dupplicate: 'yes' }),
      'allow_dupplicate',
    )
    const elsewhere = await given.campaign(world)
    expect(await add(world, { ...lead, campaign_id: elsewhere })).toMatchObject({ status: 200 })
  })

  it("a variable that the campaign's assistant does not define is 422 on variables.NAME", async () => {
    const { world, campaign } = await ready()
    const variables = { name: 'Bob', age: 40, constructor: 'x' }
    const body = { phone_number: '+12015550101', campaign_id: campaign, variables }
    expectInvalid(await withoutChange(world, () => add(world, body)), 'variables.age', 'variables.constructor')
  })

  it('errors of a contact are reported at its place', async () => {
    const { world, campaign } = await ready()
    const secondary_contacts = [
      { phone_number: '+12015550102' },
      { phone_number: 'none' },
      { phone_number: '+12015550103', variables: { age: 4 } },
      {},
    ]
    const body = { phone_number: '+12015550101', campaign_id: campaign, secondary_contacts }
    // The variables of a contact are validated only when the contacts have the right types.
    const fields = ['secondary_contacts.1.phone_number', 'secondary_contacts.3.phone_number']
    expectInvalid(await withoutChange(world, () => add(world, body)), ...fields)
    secondary_contacts.splice(1, 1)
    secondary_contacts.pop()
    expectInvalid(await add(world, body), 'secondary_contacts.1.variables.age')
  })

  it('all field errors are reported at once', async () => {
    const { world, campaign } = await ready()
    const body = { phone_number: 'none', campaign_id: campaign, variables: { age: 1 }, allow_dupplicate: 1 }
    expectInvalid(await add(world, body), 'phone_number', 'variables.age', 'allow_dupplicate')
  })

  it('values of variables are strings, numbers, booleans or null', async () => {
    const { world, campaign } = await ready()
    const body = { phone_number: '+12015550101', campaign_id: campaign }
    for (const name of ['Bob', 1.5, true, null])
      expect((await add(world, { ...body, variables: { name }, allow_dupplicate: true })).body.data.variables).toEqual({
        name,
      })
    const fresh = { phone_number: '+12015550102', campaign_id: campaign }
    for (const name of [{}, []]) expectInvalid(await add(world, { ...fresh, variables: { name } }), 'variables.name')
  })

  it('a number on the blacklist makes a blacklisted lead', async () => {
    const { world, campaign } = await ready()
    blacklisted(world, '+12015550101')
    const { body } = await add(world, { phone_number: '+12015550101', campaign_id: campaign })
    expect(body.data.status).toBe('blacklisted')
  })
})

describe('the list of leads', () => {
  it('a lead says what came of its last attempt, and the list is filtered by it', async () => {
    const { world, campaign } = await ready()
    // A talk, nobody, busy, a voicemail, somebody who is not to be called again, and a number that does not exist.
    const results = {
      '24': 'talked',
      '01': 'busy',
      '02': 'no_answer',
      '04': 'voicemail',
      '06': 'do_not_call',
      '03': 'failed',
    }
    const leads = new Map<string, number>()
    for (const [ending, result] of Object.entries(results))
      leads.set(result, await given.lead(world, campaign, { ending }))
    expect(new Set((await world.get('/user/leads')).body.data.map((lead: Lead) => lead.result))).toEqual(
      new Set([null]),
    )
    await given.started(world, campaign)
    await world.advance(10 * MINUTE)
    for (const [result, id] of leads) {
      const lead = (await world.get(`/user/leads/${id}`)).body
      const told = result === 'talked' ? expect.stringMatching(/goal|talked/) : result
      expect([lead.result, lead.history[0].result]).toEqual([told, lead.result])
      const found = await world.get(`/user/leads?result=${lead.result}&campaign_id=${campaign}`)
      expect([ids(found), found.body.total]).toEqual([[id], 1])
      expect(ids(await world.get(`/user/leads?result=${lead.result}`))).toEqual([id])
    }
    expectInvalid(await world.get('/user/leads?result=lost'), 'result')
  })

  it('who asked in the call not to be called again is found with those on the blacklist, and counted with them', async () => {
    const { world, campaign } = await ready()
    const asked = await given.lead(world, campaign, { ending: '06' })
    const talked = await given.lead(world, campaign, { ending: '24' })
    const number = given.number('24')
    await world.post('/user/blacklist', { phone_number: number })
    const listed = (await add(world, { campaign_id: campaign, phone_number: number })).body.data.id
    await given.started(world, campaign)
    await world.advance(10 * MINUTE)
    const found = async (query: string) => {
      const answer = await world.get(`/user/leads?${query}`)
      expect(answer.body.total).toBe(answer.body.data.length)
      return ids(answer)
    }
    for (const of of ['', `&campaign_id=${campaign}`]) {
      expect(await found(`state=blacklisted${of}`)).toEqual([listed, asked])
      expect(await found(`state=completed${of}`)).toEqual([talked])
      // The statuses of the API stay what they are.
      expect(await found(`status=blacklisted${of}`)).toEqual([listed])
      expect(await found(`status=completed${of}`)).toEqual([talked, asked])
      expect(await found(`status=completed&state=blacklisted${of}`)).toEqual([asked])
    }
    const counts = { lead_counts: { completed: 2, blacklisted: 1 }, asked_not_to_call: 1 }
    expect((await world.get(`/user/campaigns/${campaign}`)).body).toMatchObject(counts)
    expect((await world.get('/user/campaigns')).body).toMatchObject([counts])
    const [person] = (
      await world.get(`/user/people?search=${encodeURIComponent(world.lead(asked).phone_number as string)}`)
    ).body.data
    expect(person.lead).toMatchObject({ status: 'completed', result: 'do_not_call' })
    // Nobody has asked at another number.
    await world.put(`/user/leads/${asked}`, { phone_number: given.number('25') })
    expect(await found('state=blacklisted')).toEqual([listed])
    expect(await found('state=completed')).toEqual([talked, asked])
  })

  it('the list is filtered by campaign, by status, and by both', async () => {
    const { world, campaign } = await ready()
    const other = await given.campaign(world)
    const first = await given.lead(world, campaign)
    const second = await given.lead(world, other, { ending: '01' })
    await given.started(world, other)
    await world.advance(HOUR / 2)
    expect(ids(await world.get(`/user/leads?campaign_id=${campaign}`))).toEqual([first])
    expect(ids(await world.get('/user/leads?status=rescheduled'))).toEqual([second])
    expect(ids(await world.get(`/user/leads?status=rescheduled&campaign_id=${campaign}`))).toEqual([])
    expect((await world.get(`/user/leads?status=rescheduled&campaign_id=${campaign}`)).body.total).toBe(0)
    expect(ids(await world.get(`/user/leads?campaign_id=${UNKNOWN}`))).toEqual([])
  })

  it.each([
    ['%2B12015550101', [1]],
    ['+12015550101', [1]],
    ['+1201', [1, 2]],
    ['2015550', [1, 2]],
    ['101', [1]],
    ['39', [3]],
    ['6', [3]],
    ['0', [1, 2, 3]],
    ['%2B3', [3]],
    ['20', [1, 2]],
    ['+20', []],
    ['%2B20', []],
    ['777', []],
    ['015550101%2B', null],
    ['abc', null],
    ['%25', null],
    ['', null],
  ])('phone_number=%s finds any part of a number, however short', async (part, found) => {
    const { world, campaign } = await ready()
    for (const phone_number of ['+12015550101', '+12015550102', '+390612345624'])
      await given.lead(world, campaign, { phone_number })
    const answer = await world.get(`/user/leads?phone_number=${part}`)
    if (found === null) return expectInvalid(answer, 'phone_number')
    expect(ids(answer).sort()).toEqual(found)
    expect(answer.body.total).toBe(found.length)
  })

  it('dates are whole days in UTC, both included', async () => {
    const { world, campaign } = await ready()
    const made = []
    for (const at of [Date.UTC(2026, 0, 5, 23, 59, 59), Date.UTC(2026, 0, 6), Date.UTC(2026, 0, 7, 12)]) {
      await world.advance(at - world.clock.now())
      made.push(await given.lead(world, campaign))
    }
    const [monday, tuesday, wednesday] = made
    const on = async (query: string) => ids(await world.get(`/user/leads?${query}`))
    expect(await on('date_from=2026-01-06')).toEqual([wednesday, tuesday])
    expect(await on('date_to=2026-01-06')).toEqual([tuesday, monday])
    expect(await on('date_from=2026-01-05&date_to=2026-01-05')).toEqual([monday])
    expect(await on('date_from=2026-01-08')).toEqual([])
  })

  it('a wrong filter is 422 on its name', async () => {
    const world = await startWorld()
    const wrong = (query: string, ...fields: string[]) =>
      world.get(`/user/leads?${query}`).then(answer => expectInvalid(answer, ...fields))
    await wrong('status=open', 'status')
    await wrong('status=', 'status')
    await wrong('campaign_id=one', 'campaign_id')
    await wrong('campaign_id=', 'campaign_id')
    for (const day of ['2026-1-5', '2026-02-30', '05.01.2026', '2026-01-05T00:00:00Z', ''])
      await wrong(`date_from=${day}`, 'date_from')
    await wrong('status=open&date_to=x&per_page=0', 'status', 'date_to', 'per_page')
  })

  it('from after to is 422', async () => {
    const world = await startWorld()
    const answer = await world.get('/user/leads?date_from=2026-01-06&date_to=2026-01-05')
    expect(answer).toMatchObject({ status: 422, body: { errors: expect.any(Object) } })
  })

  it('the blacklist of another user does not change a lead', async () => {
    const { world, campaign } = await ready()
    blacklisted(world, '+12015550101', world.other().id)
    const { body } = await add(world, { phone_number: '+12015550101', campaign_id: campaign })
    expect(body.data.status).toBe('created')
    await world.advance(DAY)
    expect((await world.get('/user/leads')).body.data[0].status).toBe('created')
  })
})
