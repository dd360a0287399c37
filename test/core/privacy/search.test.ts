import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { migrate } from '../../../src/main/store/migrate'
import { migrations } from '../../../src/main/store/migrations'
import { aNumber, expectInvalid, ids } from '../../support/api'
import { saying } from '../../support/chats'
import { emptyFolder } from '../../support/folder'
import { DAY, given, HOUR, MINUTE, startWorld, type TestWorld } from '../../support/world'

const OWN = '+12015550190'
const lists = ['calls', 'leads', 'sms', 'conversations']
const find = (world: TestWorld, list: string, search: string, more = '') =>
  world.get(`/user/${list}?search=${encodeURIComponent(search)}${more}`)

/** A desk that has called Zoë Müller, who was asked about zeppelins, and has written with somebody. */
async function talked() {
  const world = await startWorld({ models: saying(() => 'Zucchini soup is on the menu.') })
  const phone_number_id = aNumber(world, { number: OWN })
  const assistant_id = await given.assistant(world, {
    phone_number_id,
    initial_message: 'Good day {{name}}, do you like a zeppelin in the Summer?',
    variables: { name: 'there' },
  })
  const campaign = await given.campaign(world, { assistant_id })
  const number = '+442079460124'
  const lead = await given.lead(world, campaign, { phone_number: number, variables: { name: 'Zoë Müller' } })
  await given.lead(world, campaign, { phone_number: '+12015559934', variables: { name: "Nína O'Brien" } })
  await world.post('/user/make_call', { assistant_id, phone_number: number })
  await world.advance(10 * MINUTE)
  const writer = given.number('44')
  await world.post('/user/simulator/inbound-sms', { from: writer, to: OWN, body: 'Is there quinoa tonight?' })
  await world.advance(MINUTE)
  return { world, assistant_id, campaign, number, lead, writer }
}

describe('a search in the lists', () => {
  it('finds a number in every form in which people write it', async () => {
    const { world, number } = await talked()
    for (const form of [
      '+44 20 7946 0124',
      '0044 20 7946-0124',
      '020 7946 0124',
      '+44 (0)20 7946 0124',
      '(020) 7946',
      '0124',
    ])
      for (const list of ['calls', 'leads'])
        expect([form, list, (await find(world, list, form)).body.data.length]).toEqual([form, list, 1])
    expect((await find(world, 'calls', '020 7946')).body).toMatchObject({
      total: 1,
      data: [{ client_phone_number: number }],
    })
    expect((await find(world, 'calls', '020 7946 9999')).body).toMatchObject({ total: 0, data: [] })
    // The number of the account is nobody's.
    expect((await find(world, 'sms', OWN)).body.total).toBe(0)
    expect((await find(world, 'sms', '+1 (201) 555')).body.total).toBe(2)
    expect((await find(world, 'conversations', '1 201 555')).body.data).toHaveLength(1)
  })

  it('finds names without regard to accents and case, and the last word while it is being typed', async () => {
    const { world, lead } = await talked()
    for (const typed of ['zoe', 'MULLER', 'Müller', 'zoë mul', 'muller zoe', "o'brien nina", 'brien']) {
      const { body } = await find(world, 'leads', typed)
      expect([typed, body.total, body.data.length]).toEqual([typed, 1, 1])
    }
    expect(ids(await find(world, 'leads', 'zoe muller'))).toEqual([lead])
    expect((await find(world, 'leads', 'zo muller')).body.total).toBe(0) // only the last word may be begun
    expect((await find(world, 'leads', 'zoe brien')).body.total).toBe(0)
    expect((await find(world, 'calls', 'zoe')).body.total).toBe(1)
    expect((await find(world, 'leads', 'there')).body.total).toBe(0)
  })

  it('finds what was said in a call, written in an SMS, and written in a chat', async () => {
    const { world } = await talked()
    expect((await find(world, 'calls', 'zeppelin sum')).body.total).toBe(1)
    expect((await find(world, 'calls', 'quinoa')).body.total).toBe(0)
    expect((await find(world, 'sms', 'QUINOA')).body.total).toBe(1)
    expect((await find(world, 'sms', 'zucch')).body.total).toBe(1)
    for (const typed of ['quinoa', 'zucchini soup'])
      expect((await find(world, 'conversations', typed)).body.data).toHaveLength(1)
    expect((await find(world, 'conversations', 'zeppelin')).body.data).toEqual([])
  })

  it('goes with the other filters and with pages, in the order of the list', async () => {
    const { world, assistant_id, campaign } = await talked()
    for (let i = 0; i < 3; i++) {
      await world.post('/user/make_call', { assistant_id, phone_number: given.number(`5${i}`) })
      await world.advance(5 * MINUTE)
    }
    const first = await find(world, 'calls', 'zeppelin', '&per_page=3')
    expect(first.body).toMatchObject({ total: 4, last_page: 2 })
    expect(ids(first)).toEqual([4, 3, 2])
    expect(first.body.next_page_url).toContain('search=zeppelin')
    expect(ids(await find(world, 'calls', 'zeppelin', '&per_page=3&page=2'))).toEqual([1])
    expect((await find(world, 'calls', 'zeppelin', '&status=busy')).body.total).toBe(0)
    expect((await find(world, 'calls', 'zeppelin', '&phone_number=4420')).body.total).toBe(1)
    expect((await find(world, 'leads', 'zoe', `&campaign_id=${campaign}&status=created`)).body.total).toBe(1)
    expect((await find(world, 'leads', 'zoe', '&phone_number=1202')).body.total).toBe(0)
  })

  it('takes the syntax of full-text queries as text', async () => {
    const { world } = await talked()
    for (const list of lists)
      for (const typed of [
        '"',
        'zoe"',
        'zoe AND',
        'NOT zoe',
        'NEAR(a b)',
        '*',
        'a*',
        '-zoe',
        'name : zoe',
        '{text}',
        '^zoe',
        "'; --",
        '(',
        '\u0000a',
      ])
        expect([200, 422], `${list} ${typed}`).toContain((await find(world, list, typed)).status)
    expect((await find(world, 'leads', '"zoe" -muller*')).body.total).toBe(1)
    expect((await find(world, 'leads', 'zoe OR brien')).body.total).toBe(0)
  })

  it('without a letter or a digit is refused, and a blank one finds everything', async () => {
    const { world } = await talked()
    for (const list of lists) {
      expectInvalid(await find(world, list, '?!*'), 'search')
      expectInvalid(await find(world, list, 'a'.repeat(201)), 'search')
      expect((await find(world, list, ' ')).body.data.length).toBeGreaterThan(0)
    }
  })

  it('finds nothing of another user', async () => {
    const { world } = await talked()
    const { headers } = world.other()
    for (const path of [
      'calls?search=zeppelin',
      'leads?search=zoe',
      'sms?search=quinoa',
      'conversations?search=quinoa',
      'people?search=zoe',
      'people?search=zeppelin',
      'people?search=4420',
    ])
      expect((await world.request('GET', `/user/${path}`, undefined, { headers })).body.data).toEqual([])
  })
})

describe('finding people', () => {
  const people = async (world: TestWorld, search: string, more = '') =>
    (await find(world, 'people', search, more)).body.data

  it('finds a person by a name, with the last call and the lead', async () => {
    const { world, number, lead, campaign } = await talked()
    const { status, created_at } = (await world.get('/user/calls/1')).body
    const { name } = (await world.get(`/user/campaigns/${campaign}`)).body
    expect(await people(world, 'zoe mul')).toEqual([
      {
        phone_number: number,
        name: 'Zoë Müller',
        found: 'name',
        excerpt: null,
        call_id: null,
        sms_id: null,
        conversation_id: null,
        note_id: null,
        last_contact_at: created_at,
        on_blacklist: false,
        last_call: { id: 1, status, created_at },
        lead: { id: lead, status: 'created', result: null, campaign: { id: campaign, name } },
      },
    ])
  })

  it('finds a person by what was said, with a piece of it and where it was', async () => {
    const { world, number, writer } = await talked()
    expect(await people(world, 'zeppelin')).toMatchObject([
      {
        phone_number: number,
        found: 'words',
        call_id: 1,
        sms_id: null,
        conversation_id: null,
        excerpt: expect.stringContaining('a zeppelin in the Summer'),
      },
    ])
    const [found, ...others] = await people(world, 'quinoa')
    expect(others).toEqual([])
    expect(found).toMatchObject({
      phone_number: writer,
      name: null,
      last_call: null,
      lead: null,
      excerpt: 'Is there quinoa tonight?',
    })
    expect([found.call_id, found.sms_id, found.conversation_id].filter(id => id !== null)).toHaveLength(1)
  })

  it('finds people by a number in any form, the newest contact first', async () => {
    const { world, writer, number } = await talked()
    expect(await people(world, '020 7946')).toMatchObject([{ phone_number: number, found: 'number', excerpt: null }])
    const numbers = (await people(world, '+1 201 555')).map((one: { phone_number: string }) => one.phone_number)
    expect(numbers[0]).toBe(writer) // the other one is a lead that was never called
    expect(numbers).toHaveLength(2)
    expect(await people(world, '+1 201 555', '&limit=1')).toHaveLength(1)
    expect(await people(world, '20')).toEqual([])
  })

  it('a name goes before words, so that the assistant does not hide somebody of the same name', async () => {
    const { world, assistant_id, campaign } = await talked()
    const anna = await given.lead(world, campaign, { ending: '64', variables: { name: 'Zeppelin Anna' } })
    for (const ending of ['50', '51'])
      await world.post('/user/make_call', { assistant_id, phone_number: given.number(ending) })
    await world.advance(5 * MINUTE)
    const found = await people(world, 'zeppelin')
    expect(found.map((one: { found: string }) => one.found)).toEqual(['name', 'words', 'words', 'words'])
    expect(found[0].lead.id).toBe(anna)
  })

  it('must be asked for something', async () => {
    const world = await startWorld()
    expectInvalid(await world.get('/user/people'), 'search')
    for (const typed of ['', ' ', '?!']) expectInvalid(await find(world, 'people', typed), 'search')
    expectInvalid(await find(world, 'people', 'zoe', '&limit=51'), 'limit')
  })
})

describe('what was deleted', () => {
  /** The words of an index, and whether a word is in its stored blocks. */
  function indexed(world: TestWorld, word: string) {
    const db = new Database(join(world.dir, 'callwright.db'))
    try {
      const indexes = db
        .prepare("SELECT name FROM sqlite_master WHERE name GLOB '*_names' OR name GLOB '*_words'")
        .pluck()
        .all() as string[]
      expect(indexes.length).toBeGreaterThan(6)
      const found = indexes.filter(index => {
        db.exec(`CREATE VIRTUAL TABLE temp.${index}_vocabulary USING fts5vocab('main', '${index}', 'row')`)
        const terms = db.prepare(`SELECT term FROM temp.${index}_vocabulary`).pluck().all() as string[]
        const blocks = db.prepare(`SELECT block FROM ${index}_data`).pluck().all() as Buffer[]
        return terms.includes(word) || blocks.some(block => block.includes(word.slice(1)))
      })
      return found.sort()
    } finally {
      db.close()
    }
  }

  it('a deleted call leaves no word in the index', async () => {
    const { world } = await talked()
    expect(indexed(world, 'zeppelin')).toEqual(['call_words'])
    await world.delete('/user/calls/1')
    expect(indexed(world, 'zeppelin')).toEqual([])
    expect((await find(world, 'calls', 'zeppelin')).body.total).toBe(0)
  })

  it('a forgotten person leaves no word in the index', async () => {
    const { world, number, writer } = await talked()
    expect(indexed(world, 'muller')).toEqual(['call_names', 'lead_names'])
    expect(indexed(world, 'quinoa')).toEqual(['conversation_words', 'sms_words'])
    for (const one of [number, writer]) await world.delete(`/user/people/${encodeURIComponent(one)}`)
    for (const word of ['muller', 'zeppelin', 'quinoa', 'zucchini'])
      expect([word, indexed(world, word)]).toEqual([word, []])
    expect((await find(world, 'people', 'zoe')).body.data).toEqual([])
  })

  it('retention takes what was said out of the index; the name stays with the record of the call', async () => {
    const { world } = await talked()
    await world.put('/user/settings', { retention_days: 1 })
    await world.advance(2 * DAY)
    expect(indexed(world, 'zeppelin')).toEqual([])
    expect(indexed(world, 'zucchini')).toEqual(['sms_words'])
    expect((await find(world, 'calls', 'zoe')).body.total).toBe(1)
  })

  it('a removed lead, a removed campaign and a changed name leave no name of a lead in the index', async () => {
    const { world, lead, campaign } = await talked()
    await world.put(`/user/leads/${lead}`, { variables: { name: 'Xanthippe' } })
    expect(indexed(world, 'muller')).toEqual(['call_names'])
    expect((await find(world, 'leads', 'xanth')).body.total).toBe(1)
    await world.delete(`/user/leads/${lead}`)
    expect(indexed(world, 'xanthippe')).toEqual([])
    await world.delete(`/user/campaign/${campaign}`)
    await world.advance(HOUR)
    expect(indexed(world, 'brien')).toEqual([])
  })
})

it('what was stored before the index is found in it', () => {
  const db = new Database(join(emptyFolder(), 'callwright.db'))
  onTestFinished(() => void db.close())
  migrate(
    db,
    migrations.filter(({ id }) => id < 139),
  )
  db.exec(`
    INSERT INTO users (id, name, email, created_at) VALUES (1, 'A', 'a@example.com', 0);
    INSERT INTO campaigns (id, user_id, name, settings, created_at, updated_at) VALUES (1, 1, 'C', '{}', 0, 0);
    INSERT INTO leads (id, campaign_id, user_id, phone_number, variables, created_at, updated_at) VALUES
      (3, 1, 1, '+442079460124', '{"name":"Zoë"}', 0, 0);
    INSERT INTO calls (id, leg_id, user_id, type, status, assistant_name, carrier, client_phone_number, variables, created_at,
      updated_at) VALUES (5, 'a', 1, 'outbound', 'completed', 'A', 'simulated', '+442079460124', '{}', 0, 0);
    INSERT INTO call_items (call_id, position, item) VALUES
      (5, 0, '{"type":"transcript","text":"A zeppelin"}'), (5, 1, '{"type":"function_call","text":"book(zeppelin)"}');
    INSERT INTO conversations (id, uuid, user_id, assistant_uuid, assistant_name, type, variables, created_at, updated_at)
      VALUES (7, 'c', 1, 'u', 'Anna', 'api', '{"name":"Max"}', 0, 0);
    INSERT INTO conversation_messages (conversation_id, position, role, content, created_at) VALUES (7, 0, 'user', 'Quinoa', 0);
    INSERT INTO sms (id, message_id, user_id, phone_number_id, carrier, from_number, to_number, body, segments,
        segment_price, total_cost, status, sid, created_at, updated_at)
      VALUES (9, 'm', 1, 1, 'simulated', '+99', '+442079460124', 'Zucchini', 1, 0, 0, 'sent', 'm', 0, 0)`)
  migrate(db, migrations)
  const entries = (table: string, match: string) =>
    db.prepare(`SELECT rowid FROM ${table} WHERE ${table} MATCH ?`).pluck().all(match)
  expect(entries('lead_names', 'zoe')).toEqual([3])
  expect(entries('call_names', 'zoe')).toEqual([5])
  expect(entries('call_words', 'zeppelin')).toEqual([5 << 20])
  expect(entries('conversation_names', 'max')).toEqual([7])
  expect(entries('conversation_words', 'quinoa')).toEqual([7 << 20])
  expect(entries('sms_names', 'zoe')).toEqual([9])
  expect(entries('sms_words', 'zucchini')).toEqual([9])
  expect(entries('sms_numbers', '"20794601"')).toEqual([9])
})
