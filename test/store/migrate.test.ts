import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Migration, migrate } from '../../src/main/store/migrate'
import { migrations } from '../../src/main/store/migrations'
import { emptyFolder } from '../support/folder'

describe('migrating', () => {
  const one: Migration = { id: 1, name: 'one', up: 'CREATE TABLE a (x INTEGER) STRICT; INSERT INTO a VALUES (7);' }
  const two: Migration = { id: 2, name: 'two', up: 'ALTER TABLE a ADD COLUMN y INTEGER;' }
  const broken: Migration = {
    id: 3,
    name: 'broken',
    up: 'CREATE TABLE b (x INTEGER) STRICT; INSERT INTO nowhere VALUES (1);',
  }
  const open = (file: string) => {
    const db = new Database(file)
    onTestFinished(() => void db.close())
    return db
  }

  it('a migration first makes a copy of the data', () => {
    const dir = emptyFolder()
    const db = open(join(dir, 'callwright.db'))
    migrate(db, [one])
    expect(existsSync(join(dir, 'backups'))).toBe(false) // nothing was there
    migrate(db, [one, two])
    const [copy] = readdirSync(join(dir, 'backups'))
    const before = open(join(dir, 'backups', copy!))
    expect(before.prepare('SELECT * FROM a').all()).toEqual([{ x: 7 }])
    expect(db.prepare('SELECT * FROM a').all()).toEqual([{ x: 7, y: null }])
  })

  it('a failed migration leaves the data at the version before', () => {
    const db = open(join(emptyFolder(), 'callwright.db'))
    migrate(db, [one, two])
    expect(() => migrate(db, [one, two, broken])).toThrow('nowhere')
    expect(db.pragma('user_version', { simple: true })).toBe(2)
    expect(db.prepare("SELECT name FROM sqlite_master WHERE name = 'b'").all()).toEqual([])
  })

  it('a new file has all of its tables or none', () => {
    const db = open(join(emptyFolder(), 'callwright.db'))
    expect(() => migrate(db, [one, two, broken])).toThrow('nowhere')
    expect(db.pragma('user_version', { simple: true })).toBe(0)
    expect(db.prepare('SELECT name FROM sqlite_master').all()).toEqual([])
  })

  it('data of a newer version is refused, and the message says what to do', () => {
    const db = open(join(emptyFolder(), 'callwright.db'))
    migrate(db, [one, two])
    expect(() => migrate(db, [one])).toThrow(/newer Callwright.*Start that version/)
  })

  it('the numbers of the migrations rise', () => {
    const ids = migrations.map(migration => migration.id)
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
    expect(new Set(ids).size).toBe(ids.length)
  })
})

it('the SIP address of a warm transfer that was made before is its target afterwards', () => {
  const db = new Database(join(emptyFolder(), 'callwright.db'))
  onTestFinished(() => void db.close())
  migrate(
    db,
    migrations.filter(({ id }) => id < 130),
  )
  const warm = (data: object) => ({ type: 'warm_call_transfer', data: { supervisor_phone: '+12015550100', ...data } })
  const tools = [
    { type: 'end_call', data: { description: 'a "quoted" {text}' } },
    warm({ custom_sip: 'sip:boss@example.com', hold_music_volume: 40 }),
    warm({ custom_sip: '' }),
    warm({}),
  ]
  db.pragma('foreign_keys = OFF')
  db.prepare(
    `INSERT INTO assistants (uuid, user_id, name, type, mode, settings, created_at, updated_at)
      VALUES ('u', 1, 'Anna', 'outbound', 'pipeline', ?, 0, 0)`,
  ).run(JSON.stringify({ tools, record: true }))
  migrate(db, migrations)
  expect(JSON.parse(db.prepare('SELECT settings FROM assistants').pluck().get() as string)).toEqual({
    record: true,
    tools: [
      tools[0],
      warm({ supervisor_phone: 'sip:boss@example.com', custom_sip: true, hold_music_volume: 40 }),
      warm({ custom_sip: false }),
      warm({}),
    ],
  })
})

describe('the data of before', () => {
  it('what the built-in rules have found in calls of before becomes a guess, which counts as no goal', () => {
    const db = new Database(join(emptyFolder(), 'callwright.db'))
    onTestFinished(() => void db.close())
    migrate(
      db,
      migrations.filter(({ id }) => id < 121),
    )
    db.prepare("INSERT INTO users (id, name, email, created_at) VALUES (1, 'A', 'a@example.com', 0)").run()
    const insert = db.prepare(
      `INSERT INTO calls (leg_id, user_id, type, status, assistant_name, carrier, client_phone_number, variables,
        created_at, updated_at, result, evaluation) VALUES (?, 1, 'outbound', 'completed', 'A', 'simulated', '+1', '{}', 0, 0, ?, ?)`,
    )
    const found = '[{"name":"status","value":true}]'
    insert.run('a', 'goal', found)
    insert.run('b', 'talked', found)
    insert.run('c', 'talked', '[]')
    insert.run('d', 'busy', '[]')
    migrate(db, migrations)
    expect(db.prepare('SELECT result, verdict, evaluated_by FROM calls ORDER BY id').raw().all()).toEqual([
      ['talked', 'guessed_goal', 'scripted'],
      ['talked', 'guessed_no_goal', 'scripted'],
      ['talked', null, null],
      ['busy', null, null],
    ])
  })
})

it('a document that was read before says how much was read of it, and its knowledge base when it was changed', () => {
  const db = new Database(join(emptyFolder(), 'callwright.db'))
  onTestFinished(() => void db.close())
  migrate(
    db,
    migrations.filter(({ id }) => id < 143),
  )
  db.pragma('foreign_keys = OFF')
  db.exec(`
    INSERT INTO knowledgebases (user_id, name, description, created_at, updated_at) VALUES (1, 'Salon', '', 10, 20);
    INSERT INTO documents (knowledgebase_id, name, description, type, status, passages_count, created_at, updated_at)
      VALUES (1, 'Hours', '', 'md', 'active', 2, 30, 40);
    INSERT INTO documents (knowledgebase_id, name, description, type, status, file, error, created_at, updated_at)
      VALUES (1, 'Flyer', '', 'pdf', 'failed', 'x', 'It is empty.', 50, 60);
    INSERT INTO passages (document_id, position, text) VALUES (1, 0, 'Grüße'), (1, 1, 'Nine to six');
  `)
  migrate(db, migrations)
  expect(db.prepare('SELECT name, characters, read_at FROM documents ORDER BY id').all()).toEqual([
    { name: 'Hours', characters: 16, read_at: 40 },
    { name: 'Flyer', characters: 0, read_at: null },
  ])
  expect(db.prepare('SELECT updated_at FROM knowledgebases').pluck().get()).toBe(60)
})

it('leads of before say what came of them, by their calls and their attempts', () => {
  const db = new Database(join(emptyFolder(), 'callwright.db'))
  onTestFinished(() => void db.close())
  migrate(
    db,
    migrations.filter(({ id }) => id < 164),
  )
  db.pragma('foreign_keys = OFF')
  const lead = db.prepare(
    `INSERT INTO leads (id, campaign_id, user_id, phone_number, variables, status, attempts, created_at, updated_at)
      VALUES (?, 1, 1, '+1', '{}', ?, ?, 0, 0)`,
  )
  const attempt = db.prepare('INSERT INTO attempts (lead_id, started_at, ended_at, outcome) VALUES (?, 0, 1, ?)')
  const call = db.prepare(
    `INSERT INTO calls (leg_id, user_id, type, status, assistant_name, carrier, client_phone_number, variables, created_at,
      updated_at, lead_id, attempt_id, do_not_call, result, verdict)
      VALUES (?, 1, 'outbound', 'completed', 'A', 'simulated', '+1', '{}', 0, 0, ?, ?, ?, ?, ?)`,
  )
  const given: [
    outcome: string | null,
    asked: number,
    result: string | null,
    verdict: string | null,
    told: string | null,
  ][] = [
    ['talked', 1, 'talked', 'guessed_goal', 'do_not_call'],
    ['talked', 0, 'goal', 'goal', 'goal'],
    ['talked', 0, 'talked', 'guessed_goal', 'guessed_goal'],
    ['goal_missed', 0, 'talked', 'no_goal', 'talked'],
    ['interrupted', 0, 'failed', null, 'interrupted'],
    ['interrupted', 1, 'failed', null, 'do_not_call'],
    ['voicemail', 0, 'voicemail', null, 'voicemail'],
    ['given_up', 0, 'busy', null, null],
    // Its call was deleted.
    ['talked', 0, null, null, 'talked'],
    [null, 0, null, null, null],
  ]
  given.forEach(([outcome, asked, result, verdict], i) => {
    lead.run(i + 1, outcome ? 'completed' : 'created', outcome ? 1 : 0)
    if (!outcome) return
    const { lastInsertRowid } = attempt.run(i + 1, outcome)
    if (result) call.run(`leg ${i}`, i + 1, lastInsertRowid, asked, result, verdict)
  })
  migrate(db, migrations)
  expect(db.prepare('SELECT result FROM leads ORDER BY id').pluck().all()).toEqual(given.map(row => row.at(-1)))
})
