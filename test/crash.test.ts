import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { end, runCli, serve } from './support/cli'
import { startReceiver } from './support/receiver'
import { anAssistant } from './support/world'

const SPEED = '120'

it('after ten kills during a campaign no lead is lost, nobody is dialed twice, and every webhook arrives', {
  timeout: 120_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'callwright-crash-'))
  const receiver = await startReceiver()
  let service = await serve(dataDir, '--simulator-speed', SPEED)
  onTestFinished(async () => {
    await end(service.child, 'SIGKILL')
    await receiver.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const { last: key } = await runCli(['key', 'create', '--name', 'crash', '--data-dir', dataDir])
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(service.api + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    expect(answer.status).toBeLessThan(300)
    return answer.json()
  }

  await ask('POST', '/user/balance/top-up', { amount: 1000 })
  const assistant = await ask(
    'POST',
    '/user/assistant',
    anAssistant({
      record: true,
      is_webhook_active: true,
      webhook_url: receiver.url,
      send_webhook_only_on_completed: false,
    }),
  )
  const campaign = await ask('POST', '/user/campaigns', {
    name: 'Crash',
    assistant_id: assistant.data.id,
    max_calls_in_parallel: 30,
    max_retries: 2,
    retry_interval: 10,
  })
  const endings = ['01', '02', '04', '05', '06', '08', '09', '10', '11', '12', '24', '15', '16', '17', '18', '19']
  const leads: number[] = []
  for (let i = 0; i < 160; i++) {
    const phone_number = `+1${201 + i}555${String(i).slice(-2).padStart(2, '0')}${endings[i % endings.length]}`
    leads.push((await ask('POST', '/user/lead', { campaign_id: campaign.data.id, phone_number })).data.id)
  }
  await ask('POST', '/user/campaigns/update-status', { campaign_id: campaign.data.id, action: 'start' })

  for (let kill = 0; kill < 10; kill++) {
    await wait(150 + ((kill * 137) % 400))
    await end(service.child, 'SIGKILL')
    service = await serve(dataDir, '--simulator-speed', SPEED)
  }
  // Calls that nothing interrupts: their recordings must be complete, and there.
  for (const ending of ['24', '15', '16'])
    leads.push(
      (await ask('POST', '/user/lead', { campaign_id: campaign.data.id, phone_number: `+120255577${ending}` })).data.id,
    )
  await ask('POST', '/user/campaigns/update-status', { campaign_id: campaign.data.id, action: 'start' })
  for (let tries = 0; (await ask('GET', `/user/campaigns/${campaign.data.id}`)).status !== 'completed'; tries++) {
    expect(tries).toBeLessThan(600)
    await wait(100)
  }
  for (let tries = 0; tries < 100; tries++) {
    const pending = await ask('GET', '/user/webhook-deliveries?status=pending&per_page=1')
    const delivering = await ask('GET', '/user/webhook-deliveries?status=delivering&per_page=1')
    if (pending.total + delivering.total === 0) break
    await wait(100)
  }
  await end(service.child, 'SIGTERM')

  const db = new Database(join(dataDir, 'callwright.db'), { readonly: true })
  onTestFinished(() => void db.close())
  const rows = <T>(text: string) => db.prepare(text).all() as T[]
  // No lead is lost.
  expect(rows<{ id: number }>('SELECT id FROM leads ORDER BY id').map(({ id }) => id)).toEqual(leads)
  expect(rows("SELECT DISTINCT status FROM leads WHERE status NOT IN ('completed', 'reached-max-retries')")).toEqual([])
  // Nobody was dialed twice in one attempt, and no attempt is open.
  expect(rows('SELECT attempt_id FROM calls GROUP BY attempt_id, contact HAVING count(*) > 1')).toEqual([])
  expect(rows('SELECT id FROM attempts WHERE ended_at IS NULL')).toEqual([])
  expect(rows('SELECT id FROM leads WHERE attempts > 3')).toEqual([])
  // Nobody who was talked to is called again.
  expect(
    rows(`SELECT later.id FROM calls AS talked JOIN calls AS later ON later.lead_id = talked.lead_id AND later.id > talked.id
      WHERE talked.answered_by IN ('human', 'unknown')`),
  ).toEqual([])
  // Every final call's webhook arrived.
  expect(rows("SELECT id FROM calls WHERE status IN ('initiated', 'ringing', 'in-progress', 'ended')")).toEqual([])
  const delivered = new Set(receiver.received.map(({ body }) => (JSON.parse(body) as { id: number }).id))
  expect(rows<{ id: number }>('SELECT id FROM calls ORDER BY id').filter(({ id }) => !delivered.has(id))).toEqual([])
  // Every recording that a call has is there, and there is no other.
  const recordings = rows<{ recording: string }>('SELECT recording FROM calls WHERE recording IS NOT NULL')
  expect(recordings.length).toBeGreaterThan(0)
  expect(readdirSync(join(dataDir, 'recordings')).sort()).toEqual(recordings.map(row => row.recording).sort())
  // Every cent is accounted for.
  const [money] = rows<{ spent: number; booked: number; cost: number }>(
    `SELECT (SELECT 1025000000 - balance FROM users WHERE id = 1) AS spent, (SELECT sum(carrier_cost) FROM calls) AS cost,
      (SELECT -sum(amount) FROM ledger WHERE type = 'call') AS booked`,
  )
  expect(money).toEqual({ spent: money!.cost, booked: money!.cost, cost: money!.cost })
  // Desk time never went back.
  expect(
    rows('SELECT b.id FROM calls AS a JOIN calls AS b ON b.id = a.id + 1 WHERE b.created_at < a.created_at'),
  ).toEqual([])
  // The kills did cut something off.
  expect(rows("SELECT id FROM calls WHERE end_reason = 'interrupted'").length).toBeGreaterThan(0)
})
