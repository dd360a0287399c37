// Uses the built service like any client: makes an assistant, a campaign and 200 leads with every fate of the simulated
// carrier, receives the webhooks, and checks the results.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, clientOf, createKey, type Service, startService, stopService } from '../service.ts'
import { type Fate, planned } from './fates.ts'
import { receive, type Webhooks } from './receiver.ts'
import {
  type Call,
  type CampaignNow,
  checkAll,
  checkBlacklist,
  type Lead,
  PARALLEL,
  passed,
  printTable,
  problems,
  readSigningSecret,
  statesOf,
  TOP_UP,
} from './report.ts'

const SPEED = 100
/** The longest that the campaign may take, in seconds of real time, so that the demo ends in under a minute. */
const TIMEOUT = 50

async function setUp(client: Client, webhookUrl: string): Promise<{ campaign: number; plan: Map<number, Fate> }> {
  type Made = { data: { id: number } }
  const assistant = await client.post<Made>('/user/assistant', {
    name: 'Anna',
    voice_id: 1,
    language_id: 1,
    type: 'outbound',
    mode: 'pipeline',
    llm_model_id: 1,
    timezone: 'America/New_York',
    initial_message: 'Hello {{name}}, this is Anna from the garden club. Do you have a minute?',
    system_prompt: 'You are Anna. Ask {{name}} whether they come to the summer party, and when they have time.',
    tools: [{ type: 'end_call', description: 'Ends the call once everything is said.' }],
    variables: { name: 'neighbour' },
    max_duration: 120,
    record: true,
    is_webhook_active: true,
    webhook_url: webhookUrl,
    send_webhook_only_on_completed: false,
    post_call_schema: [
      { name: 'comes', type: 'bool', description: 'Whether they come to the party' },
      { name: 'time', type: 'string', description: 'When they have time: morning, afternoon or evening' },
    ],
  })
  const campaign = await client.post<Made>('/user/campaigns', {
    name: 'Summer party',
    assistant_id: assistant.data.id,
    timezone: 'America/New_York',
    max_calls_in_parallel: PARALLEL,
    max_retries: 3,
    retry_interval: 10,
  })
  const plan = new Map<number, Fate>()
  for (const [i, { fate, ...lead }] of planned.entries()) {
    const variables = { name: `neighbour ${i + 1}` }
    const made = await client.post<Made>('/user/lead', { ...lead, campaign_id: campaign.data.id, variables })
    plan.set(made.data.id, fate)
  }
  await client.post('/user/balance/top-up', { amount: TOP_UP })
  return { campaign: campaign.data.id, plan }
}

/** Waits until the campaign has ended and the webhook of each call has arrived. */
async function waitForEnd(client: Client, campaign: number, webhooks: Webhooks): Promise<CampaignNow> {
  const deadline = performance.now() + TIMEOUT * 1000
  for (;;) {
    const now = await client.get<CampaignNow>(`/user/campaigns/${campaign}`)
    const { total } = await client.get<{ total: number }>('/user/calls?per_page=1')
    const over = now.status !== 'in-progress'
    if (over && webhooks.bodies.size + webhooks.errors.length >= total) return now
    show(`${statesOf(now.lead_counts)}; ${total} calls, ${webhooks.bodies.size} webhooks`)
    if (performance.now() > deadline) {
      problems.push(
        `It was not done after ${TIMEOUT} s: ${statesOf(now.lead_counts)}; ${webhooks.bodies.size} webhooks`,
      )
      return now
    }
    await sleep(200)
  }
}

const show = (line: string) => {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[2K  ${line.slice(0, process.stdout.columns - 3)}`)
}

let running: Service | undefined
let dataDir: string | undefined
let webhooks: Webhooks | undefined

async function demo(): Promise<void> {
  const since = performance.now()
  const dir = (dataDir = mkdtempSync(join(tmpdir(), 'callwright-demo-')))
  let secret: string | undefined
  const got = (webhooks = await receive(() => (secret ??= readSigningSecret(dir))))
  const service = (running = await startService(dir, '--simulator-speed', String(SPEED)))
  const client = clientOf(service.api, createKey(dir, 'demo'))
  const { campaign, plan } = await setUp(client, got.url)
  console.log(
    `\n  ${plan.size} leads, ${PARALLEL} calls at once, ${SPEED} times as fast as real time, at ${service.api}\n`,
  )
  const started = performance.now()
  await client.post('/user/campaigns/update-status', { campaign_id: campaign, action: 'start' })
  const now = await waitForEnd(client, campaign, got)
  const took = (performance.now() - started) / 1000
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[2K')

  const leads = await client.everyPage<Lead>('/user/leads')
  const calls = (await client.everyPage<Call>('/user/calls')).sort((a, b) => a.id - b.id)
  const { total_balance: balance } = await client.get<{ total_balance: number }>('/user/me')
  printTable(plan, leads, calls, got)
  checkAll(dir, plan, { leads, calls, webhooks: got, now, balance, service })
  await checkBlacklist(client, plan, leads)

  const ends = calls.map(call => Date.parse(call.updated_at))
  const deskMinutes = (Math.max(...ends) - Math.min(...calls.map(call => Date.parse(call.created_at)))) / 60_000
  console.log(`\n${passed.map(claim => `  ok  ${claim}`).join('\n')}`)
  console.log(
    `\n  ${Math.round(deskMinutes)} minutes of desk time in ${took.toFixed(1)} s; ${((performance.now() - since) / 1000).toFixed(1)} s with setting up.\n`,
  )
}

async function cleanUp() {
  webhooks?.close()
  const code = running ? await stopService(running) : 0
  if (code !== 0) problems.push(`The service did not end cleanly: ${code}`)
  if (dataDir) rmSync(dataDir, { recursive: true, force: true })
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    problems.push(`Ended by ${signal}.`)
    void cleanUp().finally(() => process.exit(1))
  })

try {
  await demo()
} catch (error) {
  problems.push(`The demo broke off: ${(error as Error).message}`)
} finally {
  await cleanUp()
}
for (const problem of problems) console.error(`  ${problem}`)
process.exit(problems.length > 0 ? 1 : 0)
