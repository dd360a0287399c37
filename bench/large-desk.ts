// The data folder of a desk after a year of use: `many` leads and calls, and what belongs to them: longer conversations,
// results, attempts, briefs, webhooks, SMS, chats and numbers that are not called. It is written with plain inserts.
import { randomUUID } from 'node:crypto'
import { cpSync, existsSync } from 'node:fs'
import { openForService } from '../src/main/store/open'
import { DAYS, dayOf, type Many, many } from './many'
import { numberOf, tempFolder } from './support'

export const LEADS = 100_000
export const CALLS = 20_000
const SMS = 5000
const CHATS = 2000
const BLACKLISTED = 2000
/** How much is said in a call, and written in a chat. */
const SENTENCES = 12
const MESSAGES = 8
const DAY = 86_400_000

/** The Monday after the data, at nine in London in winter: desk time begins then. */
export function beginOfDesk(): string {
  const day = new Date(`${dayOf(DAYS)}T09:00:00Z`)
  while (day.getUTCDay() !== 1) day.setUTCDate(day.getUTCDate() + 1)
  return day.toISOString()
}

const said = [
  'Hello, this is Anna of the neighbours. Is this a good time?',
  'Yes, go on. What is it about?',
  'We plan the summer party, and I would like to know whether you come.',
  'When is it? I am away for most of the month.',
  'It is on the last Saturday, from three in the afternoon, in the yard behind the house.',
  'Then I can come. May I bring somebody?',
  'Of course. How many of you will there be?',
  'Three, with the little one. She does not eat nuts.',
  'I write that down. Would you bring a salad, or a cake?',
  'A cake, I think. Who else comes from our house?',
]

/** The folder, which takes a minute to make. BENCH_DESK names a place where it is kept for the next runs of the same day. */
export function largeDesk(): string {
  const kept = process.env.BENCH_DESK
  if (!kept || !existsSync(kept)) {
    const { dataDir } = made()
    if (!kept) return dataDir
    cpSync(dataDir, kept, { recursive: true })
  }
  const dataDir = tempFolder()
  cpSync(kept, dataDir, { recursive: true })
  return dataDir
}

function made(): Many {
  const folder = many(LEADS, CALLS)
  const { db, close } = openForService(folder.dataDir)
  const { userId, assistantId } = folder
  db.transaction(() => {
    addResults()
    addWebhooks()
    addMessages()
  })()
  close()
  return folder

  function addResults() {
    const evaluation = JSON.stringify([
      { name: 'status', type: 'bool', value: true, description: 'Whether the goal of the call was reached' },
      {
        name: 'summary',
        type: 'string',
        value: 'They come, three of them, with a cake.',
        description: 'What was said',
      },
    ])
    db.prepare(
      `UPDATE calls SET lead_id = iif(id % 1000 = 1, NULL, id), end_reason = 'end_call', spoken_by = 'scripted', minute_price = 100000,
        evaluation = iif(status IN ('no-answer', 'busy'), '[]', ?), answered_by = iif(status IN ('no-answer', 'busy'), NULL, 'human'),
        talked_ms = iif(status IN ('no-answer', 'busy'), 0, 20000 + id * 7919 % 280000),
        carrier_cost = iif(status IN ('no-answer', 'busy'), 0, 30000 + id * 7919 % 90000),
        verdict = iif(status IN ('no-answer', 'busy'), NULL, iif(id % 3 = 0, 'goal', 'no_goal')),
        result = CASE status WHEN 'no-answer' THEN 'no_answer' WHEN 'busy' THEN 'busy' ELSE iif(id % 3 = 0, 'goal', 'talked') END`,
    ).run(evaluation)
    db.prepare(`INSERT INTO attempts (lead_id, started_at, ended_at, outcome)
      SELECT lead_id, created_at, ended_at, CASE result WHEN 'goal' THEN 'talked' ELSE result END FROM calls WHERE lead_id IS NOT NULL`).run()
    db.prepare('UPDATE calls SET attempt_id = (SELECT id FROM attempts WHERE attempts.lead_id = calls.lead_id)').run()
    db.prepare('UPDATE leads SET attempts = 1 WHERE id IN (SELECT lead_id FROM attempts)').run()
    const item = db.prepare('INSERT INTO call_items (call_id, position, item) VALUES (?, ?, ?)')
    const talked = db.prepare('SELECT id, created_at AS at FROM calls WHERE talked_ms > 0').all() as Row[]
    for (const { id, at } of talked)
      for (let position = 2; position < SENTENCES; position++) {
        const timestamp = Math.floor(at / 1000) + 4 * position
        const sender = position % 2 === 0 ? 'bot' : 'human'
        const text = said[(id + position) % said.length]
        item.run(
          ...[
            id,
            position,
            JSON.stringify({ text, type: 'transcript', sender, timestamp, end_timestamp: timestamp + 3 }),
          ],
        )
      }
  }

  function addWebhooks() {
    const delivery = db.prepare(
      `INSERT INTO deliveries (webhook_id, user_id, event, call_id, assistant_id, url, host, body, status, tries, created_at,
          delivered_at, died_at)
        VALUES (?, ?, 'call.ended', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    const tried = db.prepare(
      `INSERT INTO delivery_tries (delivery_id, position, at, duration_ms, url, request_headers, status_code,
          response_headers, response_body) VALUES (?, ?, ?, ?, ?, '{"content-type":"application/json"}', ?, '{}', 'ok')`,
    )
    const calls = db
      .prepare('SELECT id, created_at AS at, client_phone_number AS number, name FROM calls')
      .all() as Row[]
    for (const { id, at, number, name } of calls) {
      const isDead = id % 200 === 0
      const host = ['crm.example.com', 'hooks.example.org', 'desk.example.net'][id % 3]!
      const url = `https://${host}/callwright`
      const body = JSON.stringify({
        event: 'call.ended',
        id,
        client_phone_number: number,
        variables: { name },
        transcript: said.map(text => ({ sender: 'bot', text })),
      })
      const { lastInsertRowid } = delivery.run(
        ...[`msg_${randomUUID()}`, userId, id, assistantId, url, host, body],
        ...(isDead ? ['dead', 8, at, null, at + id] : ['delivered', 1, at, at + 90, null]),
      )
      for (let i = 0; i < (isDead ? 8 : 1); i++)
        tried.run(...[lastInsertRowid, i, at + 1000 * i, 90, url, isDead ? 503 : 200])
    }
  }

  function addMessages() {
    const first = Date.parse(`${dayOf(0)}T00:00:00Z`)
    const spread = (i: number, n: number) => first + Math.floor((i / n) * DAYS * DAY)
    const own = '+15005550001'
    const sms = db.prepare(
      `INSERT INTO sms (message_id, user_id, phone_number_id, carrier, from_number, to_number, body, segments, segment_price,
          total_cost, status, sid, created_at, updated_at, name)
        VALUES (?, ?, 1, 'simulated', ?, ?, ?, 1, 8000, 8000, ?, ?, ?, ?, ?)`,
    )
    const paid = db.prepare(
      `INSERT INTO ledger (user_id, type, amount, what, sms_id, created_at) VALUES (?, 'sms', -8000, 'SMS', ?, ?)`,
    )
    for (let i = 0; i < SMS; i++) {
      const at = spread(i, SMS)
      const person = numberOf(i % 2000)
      const isIn = i % 3 === 0
      const message = randomUUID()
      const numbers = isIn ? [person, own] : [own, person]
      const state = isIn ? 'received' : 'delivered'
      const { lastInsertRowid } = sms.run(
        ...[message, userId, ...numbers, said[i % said.length], state, message, at, at, `neighbour ${i % 2000}`],
      )
      if (!isIn) paid.run(userId, lastInsertRowid, at)
    }
    db.prepare(
      `INSERT INTO sms_threads (user_id, customer, last_id) SELECT user_id, customer, max(id) FROM sms GROUP BY user_id, customer`,
    ).run()
    const chat = db.prepare(
      `INSERT INTO conversations (uuid, user_id, assistant_id, assistant_uuid, assistant_name, type, status, customer,
          variables, messages, customer_messages, last_message, spoken_by, ended_at, created_at, updated_at, name, read_to)
        VALUES (?, ?, ?, ?, 'Anna', 'widget', 'ended', ?, '{}', ?, ?, ?, 'scripted', ?, ?, ?, ?, ?)`,
    )
    const message = db.prepare(
      `INSERT INTO conversation_messages (conversation_id, position, role, content, created_at) VALUES (?, ?, ?, ?, ?)`,
    )
    for (let i = 0; i < CHATS; i++) {
      const at = spread(i, CHATS)
      const { lastInsertRowid } = chat.run(
        ...[randomUUID(), userId, assistantId, randomUUID(), numberOf(50_000 + i), MESSAGES, MESSAGES / 2],
        ...[said[i % said.length], at, at, at, `neighbour ${50_000 + i}`, MESSAGES],
      )
      for (let position = 0; position < MESSAGES; position++)
        message.run(
          ...[
            lastInsertRowid,
            position,
            position % 2 === 0 ? 'user' : 'assistant',
            said[(i + position) % said.length],
            at,
          ],
        )
    }
    const barred = db.prepare(
      `INSERT INTO blacklist (user_id, phone_number, reason, source, created_at) VALUES (?, ?, 'Asked not to be called.', 'import', ?)`,
    )
    for (let i = 0; i < BLACKLISTED; i++) barred.run(userId, numberOf(90_000 + i), spread(i, BLACKLISTED))
  }
}

interface Row {
  id: number
  at: number
  number: string
  name: string
}
