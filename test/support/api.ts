import { createHash } from 'node:crypto'
import { expect, vi } from 'vitest'
import { type Answer, given, MINUTE, type TestWorld } from './world'

// Ids of the catalogue in resources/ that the tests use.
export const ENGLISH = 1
export const ITALIAN = 3
/** A voice for pipeline and dualplex, and one for pipeline and multimodal. */
export const PIPELINE_VOICE = 1
export const MULTIMODAL_VOICE = 11
export const LLM = 1
export const MULTIMODAL_MODEL = 21
export const DUALPLEX_MODEL = 31
export const SYNTHESIZER = 1
export const TRANSCRIBER = 21
export const UNKNOWN = 987_654_321

/** The fields that change `anAssistant` to another mode. */
export const inMode = {
  pipeline: {},
  multimodal: {
    mode: 'multimodal',
    voice_id: MULTIMODAL_VOICE,
    llm_model_id: null,
    multimodal_model_id: MULTIMODAL_MODEL,
  },
  dualplex: { mode: 'dualplex', voice_id: PIPELINE_VOICE, llm_model_id: null, multimodal_model_id: DUALPLEX_MODEL },
}

/** Expects a validation error with exactly these fields. */
export function expectInvalid(answer: Answer, ...fields: string[]) {
  expect(answer).toMatchObject({ status: 422, body: { message: expect.any(String) } })
  const { message, errors } = answer.body
  expect(Object.keys(errors).sort()).toEqual([...fields].sort())
  const texts = Object.values(errors as Record<string, string[]>).flat()
  for (const text of texts) expect(text).toEqual(expect.any(String))
  const more = texts.length - 1
  expect(message).toBe(more === 0 ? texts[0] : `${texts[0]} (and ${more} more error${more === 1 ? '' : 's'})`)
}

/** Expects `{message}` and nothing else. */
export function expectMessage(answer: Answer, status: number) {
  expect(answer).toMatchObject({ status, body: { message: expect.stringMatching(/\S/) } })
  expect(Object.keys(answer.body)).toEqual(['message'])
}

/** Expects `{message, error}` with one text, and nothing else. */
export function expectTwice(answer: Answer, code: number) {
  expect(answer).toMatchObject({ status: code, body: { message: expect.stringMatching(/\S/) } })
  expect(answer.body).toEqual({ message: answer.body.message, error: answer.body.message })
}

export const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/
export const PLAIN = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

export const ids = (answer: Answer): number[] => answer.body.data.map((item: { id: number }) => item.id)

/** Inserts a number of a user, as if it had been bought. */
export function aNumber(
  world: TestWorld,
  { user = 1, type = 'normal', status = 'active', number = given.number('90') } = {},
): number {
  const insert = world.db.prepare(
    `INSERT INTO phone_numbers (user_id, phone_number, country_code, type, status, carrier, sms_capable, created_at)
     VALUES (?, ?, 'US', ?, ?, 'simulated', 1, 0)`,
  )
  return Number(insert.run(user, number, type, status).lastInsertRowid)
}

export function aKnowledgeBase(world: TestWorld, user = 1): number {
  const insert = world.db.prepare(
    "INSERT INTO knowledgebases (user_id, name, description, created_at, updated_at) VALUES (?, 'Prices', '', 0, 0)",
  )
  return Number(insert.run(user).lastInsertRowid)
}

export function aTool(world: TestWorld, user = 1): number {
  const insert = world.db.prepare(
    `INSERT INTO tools (user_id, name, description, endpoint, method, timeout, headers, schema, created_at, updated_at)
     VALUES (?, 'weather', 'Tells the weather', 'http://127.0.0.1:9/', 'GET', 10, '[]', '[]', 0, 0)`,
  )
  return Number(insert.run(user).lastInsertRowid)
}

/** Puts a number on a user's blacklist. */
export function blacklisted(world: TestWorld, number: string, user = 1) {
  const insert = world.db.prepare(
    "INSERT INTO blacklist (user_id, phone_number, reason, source, created_at) VALUES (?, ?, '', 'operator', 0)",
  )
  insert.run(user, number)
}

/** Expects `{error}` and nothing else. */
export function expectError(answer: Answer, status: number) {
  expect(answer).toMatchObject({ status, body: { error: expect.stringMatching(/\S/) } })
  expect(Object.keys(answer.body)).toEqual(['error'])
}

export const balance = async (world: TestWorld): Promise<number> => (await world.get('/user/me')).body.total_balance

/** Charges the balance until so many US dollars are left. */
export async function leaveBalance(world: TestWorld, usd: number) {
  const { total_balance } = (await world.get('/user/me')).body
  const insert = world.db.prepare(
    "INSERT INTO ledger (user_id, type, amount, what, created_at) VALUES (1, 'call', ?, '', 0)",
  )
  insert.run(Math.round((usd - total_balance) * 1e6))
}

/** Waits until a recorded call has ended. Its file is written in real time, which the test clock does not know. */
export async function recorded(world: TestWorld, id: number): Promise<string> {
  await world.advance(5 * MINUTE)
  return vi.waitFor(async () => {
    await world.advance(0)
    const { status, recording_url } = (await world.get(`/user/calls/${id}`)).body
    expect(status).toBe('completed')
    return recording_url
  })
}

/**
 * A digest of all stored rows, by table. Left out is what changes by itself or by reading: the last use of a key, the
 * stored desk time, idempotency records and the offers of a number search.
 */
export function digest({ db }: TestWorld): Record<string, string> {
  if (!rowsOf.has(db)) rowsOf.set(db, readers(db))
  return Object.fromEntries(
    rowsOf.get(db)!.map(([table, read]) => {
      const rows = read.all()
      return [table, `${rows.length} ${createHash('sha256').update(JSON.stringify(rows)).digest('base64')}`]
    }),
  )
}

const rowsOf = new WeakMap<TestWorld['db'], ReturnType<typeof readers>>()

/** For each table a statement that reads its rows. An index keeps its words in tables of its own, which are among them. */
function readers(db: TestWorld['db']) {
  const tables = db
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL %' AND name NOT LIKE '%\\_numbers%' ESCAPE '\\' OR name = 'phone_numbers' AND type = 'table' ORDER BY name",
    )
    .pluck()
    .all() as string[]
  return tables
    .filter(table => table !== 'kept_answers' && table !== 'number_offers')
    .map(table => {
      const columns = db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table) as string[]
      const kept = columns.filter(name => name !== 'last_used_at').map(name => `"${name}"`)
      const where = table === 'state' ? "WHERE key <> 'desk_time'" : ''
      return [table, db.prepare(`SELECT ${kept} FROM "${table}" ${where}`).raw()] as const
    })
}

/** Makes a request that must be refused, and expects that no row has changed. */
export async function withoutChange(world: TestWorld, work: () => Promise<Answer>): Promise<Answer> {
  const before = digest(world)
  const answer = await work()
  expect(digest(world)).toEqual(before)
  return answer
}
