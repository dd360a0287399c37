// Drives the built service from the outside, as any client would: it makes an assistant, a campaign and 200 leads with
// every fate that the simulated carrier knows, receives the webhooks, and checks that everything adds up. The only
// looks into the data folder are for the signing secret and for the carrier's own count of dials.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createDecipheriv } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'

const SPEED = 100
const PARALLEL = 20
const PER_SECOND = 5
const TOP_UP = 10
/** Given up after so long, in seconds of real time: the whole must end in under a minute. */
const LONGEST = 50
/** The receiver refuses these webhooks when they first arrive, counted from 1, so that they have to be sent again. */
const REFUSED_FIRST = [3, 60, 120]

const cli = join(import.meta.dirname, '../out/main/cli.js')

// What is to happen

interface Fate {
  /** The last two digits of the number; several, to choose from. */
  endings: string[]
  what: string
  leads: number
  /** Of the secondary contact, if the leads have one. */
  contact?: string
  /** How the calls of each lead end, in order. */
  calls: string[]
  answered: number
  attempts: number
  lead: string
}

const times = <T>(n: number, value: T): T[] => Array<T>(n).fill(value)
const reached = { answered: 1, attempts: 1, lead: 'completed' }
const notReached = { answered: 0, attempts: 4, lead: 'reached-max-retries' }
const plain = Array.from({ length: 80 }, (_, i) => String(i + 20))

const fates: Fate[] = [
  { endings: ['01'], what: 'busy', leads: 12, calls: times(4, 'busy'), ...notReached },
  { endings: ['02'], what: 'no answer', leads: 10, calls: times(4, 'no-answer'), ...notReached },
  { endings: ['03'], what: 'unreachable', leads: 8, calls: times(4, 'failed'), ...notReached },
  { endings: ['04'], what: 'voicemail', leads: 14, calls: ['ended_by_assistant'], ...reached },
  { endings: ['05'], what: 'hangs up at once', leads: 12, calls: ['ended_by_customer'], ...reached },
  { endings: ['06'], what: 'asks not to be called', leads: 10, calls: ['completed'], ...reached },
  { endings: ['07'], what: 'talks to the limit', leads: 6, calls: ['completed'], ...reached },
  { endings: ['08'], what: 'stays silent', leads: 8, calls: ['ended_by_assistant'], ...reached },
  {
    endings: ['09'],
    what: 'busy twice, answers',
    leads: 12,
    calls: ['busy', 'busy', 'completed'],
    ...reached,
    attempts: 3,
  },
  { endings: ['10'], what: 'no line twice, answers', leads: 12, calls: ['completed'], ...reached },
  { endings: ['11'], what: 'call screening', leads: 10, calls: ['completed'], ...reached },
  { endings: ['12'], what: 'end told twice and late', leads: 10, calls: ['completed'], ...reached },
  { endings: ['13'], what: 'end never told', leads: 6, calls: ['failed'], ...reached },
  { endings: plain, what: 'talks for a while', leads: 60, calls: ['completed'], ...reached },
  {
    endings: ['01'],
    what: 'busy, contact 14 talks',
    leads: 6,
    contact: '14',
    calls: ['busy', 'completed'],
    ...reached,
  },
  {
    endings: ['02'],
    what: 'no answer, contact 09',
    leads: 4,
    contact: '09',
    calls: ['no-answer', 'busy', 'no-answer', 'busy', 'no-answer', 'completed'],
    ...reached,
    attempts: 3,
  },
]

/** Every number is of the range 555-0100 to 555-0199, which is reserved for fiction in each of these area codes. */
const areas = '201 206 212 213 214 215 303 305 312 313 314 404 412 415 503 504 512 602 617 702 713 718 804 808'.split(
  ' ',
)
const taken = new Map<string, number>()
function numberEnding(ending: string): string {
  const n = taken.get(ending) ?? 0
  taken.set(ending, n + 1)
  return `+1${areas[n]}55501${ending}`
}

/** The leads in an order in which every fate is spread over the whole list. */
const planned = fates
  .flatMap(fate => times(fate.leads, fate).map((_, i) => ({ fate, i, at: (i + 0.5) / fate.leads })))
  .sort((a, b) => a.at - b.at)
  .map(({ fate, i }) => ({
    fate,
    phone_number: numberEnding(fate.endings[i % fate.endings.length]!),
    ...(fate.contact && { secondary_contacts: [{ phone_number: numberEnding(fate.contact) }] }),
  }))

// What is received

interface Call {
  id: number
  lead_id: number | null
  client_phone_number: string
  status: string
  end_reason: string | null
  answered_by: string | null
  total_cost: string
  recording_url: string | null
  webhook_response: { received?: number } | null
  created_at: string
  updated_at: string
}
interface Lead {
  id: number
  phone_number: string
  status: string
  attempts: number
  cut_off: boolean
}
interface Webhooks {
  url: string
  /** By webhook-id. */
  bodies: Map<string, { id: number; created_at: string; finished_at: string }>
  arrivals: number
  refused: number
  /** Why a signature was not good. */
  faults: string[]
  close(): void
}

const problems: string[] = []
const passed: string[] = []
function check(claim: string, holds: boolean, found = '') {
  if (holds) passed.push(claim)
  else problems.push(`Not so: ${claim}${found && ` (${found})`}`)
}

/** Opens a receiver that verifies every signature before it believes a word. */
async function receive(secret: () => string): Promise<Webhooks> {
  const got: Webhooks = { url: '', bodies: new Map(), arrivals: 0, refused: 0, faults: [], close: () => server.close() }
  const server = createServer((request, response) => {
    void textOf(request).then(text => {
      const arrival = ++got.arrivals
      if (REFUSED_FIRST.includes(arrival)) {
        got.refused++
        response.writeHead(503).end()
        return
      }
      try {
        const body = new Webhook(secret()).verify(text, signatureOf(request.headers)) as { id: number }
        got.bodies.set(String(request.headers['webhook-id']), body as never)
      } catch (error) {
        got.faults.push((error as Error).message)
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ received: arrival }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  got.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/calls`
  return got
}

const signatureOf = (headers: IncomingHttpHeaders) => ({
  'webhook-id': String(headers['webhook-id']),
  'webhook-timestamp': String(headers['webhook-timestamp']),
  'webhook-signature': String(headers['webhook-signature']),
})

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

// The service

interface Service {
  api: string
  errors: string[]
  child: ChildProcess
}

async function startService(dataDir: string): Promise<Service> {
  const args = [cli, 'serve', '--json', '--port', '0', '--data-dir', dataDir, '--simulator-speed', String(SPEED)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const service: Service = { api: '', errors: [], child }
  running = child
  createInterface({ input: child.stderr! }).on('line', line => {
    if (!line.startsWith('{')) service.errors.push(line)
    else if ((JSON.parse(line) as { level: number }).level >= 50) service.errors.push(line)
  })
  const [first] = (await Promise.race([
    once(createInterface({ input: child.stdout! }), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error(`The service did not start: ${service.errors.join(' ')}`))),
  ])) as [string]
  service.api = (JSON.parse(first) as { api: string }).api
  return service
}

function createKey(dataDir: string): string {
  const done = spawnSync(process.execPath, [cli, 'key', 'create', '--name', 'demo', '--data-dir', dataDir], {
    encoding: 'utf8',
  })
  if (done.status !== 0) throw new Error(`No key could be made: ${done.stderr}`)
  return done.stdout.trim().split('\n').at(-1)!
}

const query = <Row>(dataDir: string, sql: string): Row[] => {
  const db = new DatabaseSync(join(dataDir, 'callwright.db'), { readOnly: true })
  try {
    return db.prepare(sql).all() as Row[]
  } finally {
    db.close()
  }
}

/** The workspace's signing secret, which lies sealed in the data folder: AES-256-GCM, with the key beside it. */
function readSigningSecret(dataDir: string): string {
  const [row] = query<{ value: string }>(dataDir, "SELECT value FROM state WHERE key = 'webhook_secrets'")
  const [sealed] = JSON.parse(row!.value) as [string]
  const bytes = Buffer.from(sealed.slice('sealed:v1:'.length), 'base64')
  const key = Buffer.from(readFileSync(join(dataDir, 'data.key'), 'utf8'), 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

type Client = ReturnType<typeof clientOf>
const clientOf = (api: string, key: string) => {
  const request = async (method: string, path: string, body?: unknown): Promise<{ status: number; body: never }> => {
    for (;;) {
      const response = await fetch(api + path, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const answer = { status: response.status, body: (await response.json()) as never }
      if (answer.status !== 429) return answer
      await sleep(Number(response.headers.get('retry-after') ?? 1) * 1000)
    }
  }
  const sound = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await request(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  return {
    request,
    get: <T>(path: string) => sound<T>('GET', path),
    post: <T>(path: string, body: unknown) => sound<T>('POST', path, body),
    async everyPage<T>(path: string): Promise<T[]> {
      const items: T[] = []
      for (let page = 1; ; page++) {
        const answer = await sound<{ data: T[]; last_page: number }>('GET', `${path}?per_page=100&page=${page}`)
        items.push(...answer.data)
        if (page >= answer.last_page) return items
      }
    },
  }
}

// The campaign

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

interface CampaignNow {
  status: string
  lead_counts: Record<string, number>
  stopped_because: { reason: string } | null
}

/** Waits until nothing is left to call, and then until every call's webhook is there. */
async function waitForEnd(client: Client, campaign: number, webhooks: Webhooks): Promise<CampaignNow> {
  const deadline = performance.now() + LONGEST * 1000
  for (;;) {
    const now = await client.get<CampaignNow>(`/user/campaigns/${campaign}`)
    const { total } = await client.get<{ total: number }>('/user/calls?per_page=1')
    const over = now.status !== 'in-progress'
    if (over && webhooks.bodies.size + webhooks.faults.length >= total) return now
    show(`${statesOf(now.lead_counts)}; ${total} calls, ${webhooks.bodies.size} webhooks`)
    if (performance.now() > deadline) {
      problems.push(
        `It was not done after ${LONGEST} s: ${statesOf(now.lead_counts)}; ${webhooks.bodies.size} webhooks`,
      )
      return now
    }
    await sleep(200)
  }
}

const statesOf = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([state, n]) => `${n} ${state}`)
    .join(', ')

const show = (line: string) => {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[2K  ${line.slice(0, process.stdout.columns - 3)}`)
}

// What came of it

const count = <T>(items: T[], matches: (item: T) => boolean) => items.filter(matches).length
const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)
const groupBy = <T, K>(items: T[], keyOf: (item: T) => K) => {
  const groups = new Map<K, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

function printTable(plan: Map<number, Fate>, leads: Lead[], calls: Call[], webhooks: Webhooks) {
  const told = new Set([...webhooks.bodies.values()].map(body => body.id))
  const callsOf = groupBy(calls, call => call.lead_id)
  const rows = [['number', 'what happens', 'leads', 'dials', 'answered', 'retries', 'webhooks', 'leads are now', '']]
  const total = times(5, 0)
  for (const fate of fates) {
    const own = leads.filter(lead => plan.get(lead.id) === fate)
    const dialed = own.flatMap(lead => callsOf.get(lead.id) ?? [])
    const n = fate.leads
    const facts = [
      [dialed.length, n * fate.calls.length],
      [count(dialed, call => call.answered_by !== null), n * fate.answered],
      [sum(own.map(lead => Math.max(0, lead.attempts - 1))), n * (fate.attempts - 1)],
      [count(dialed, call => told.has(call.id)), n * fate.calls.length],
    ]
    const states = Object.fromEntries([...groupBy(own, lead => lead.status)].map(([state, of]) => [state, of.length]))
    const wayward = own.filter(lead => !sameCalls(callsOf.get(lead.id) ?? [], fate.calls))
    const good =
      wayward.length === 0 && facts.every(([found, expected]) => found === expected) && states[fate.lead] === n
    const name = fate.endings.length > 1 ? 'others' : `..${fate.endings[0]}`
    rows.push([
      name,
      fate.what,
      String(own.length),
      ...facts.map(([found, expected]) => `${found} of ${expected}`),
      statesOf(states),
      good ? 'ok' : 'NOT AS EXPECTED',
    ])
    for (const [i, found] of [own.length, ...facts.map(([found]) => found!)].entries()) total[i]! += found
    if (states[fate.lead] !== n)
      problems.push(`${name}, ${fate.what}: expected ${n} ${fate.lead}, found ${statesOf(states)}`)
    for (const lead of wayward) {
      const ends = (callsOf.get(lead.id) ?? []).map(call => `${call.status} (${call.end_reason})`).join(', ')
      problems.push(`${lead.phone_number}, ${fate.what}: expected ${fate.calls.join(', ')}; found ${ends || 'no call'}`)
    }
  }
  rows.push(['', 'all', ...total.map(String), '', ''])
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map(row => row[column]!.length)))
  for (const row of rows) {
    const cells = row.map((cell, i) => (i >= 2 && i <= 6 ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
    console.log(`  ${cells.join('  ').trimEnd()}`)
  }
}

const sameCalls = (calls: Call[], statuses: string[]) =>
  calls.length === statuses.length && calls.every((call, i) => call.status === statuses[i])

function checkAll(
  dataDir: string,
  plan: Map<number, Fate>,
  is: { leads: Lead[]; calls: Call[]; webhooks: Webhooks; now: CampaignNow; balance: number; service: Service },
) {
  const { leads, calls, webhooks, now, balance, service } = is
  const ended = calls.map(call => ({ ...call, from: Date.parse(call.created_at), to: Date.parse(call.updated_at) }))
  const fateOf = (call: Call) => plan.get(call.lead_id ?? 0)!.endings[0]!

  check('the campaign is completed', now.status === 'completed', now.stopped_because?.reason ?? now.status)
  const final = ['completed', 'reached-max-retries', 'blacklisted']
  const left = count(leads, lead => !final.includes(lead.status))
  check(`no lead is left of ${leads.length}`, left === 0 && leads.length === planned.length, `${left} are left`)

  check('every webhook has a good signature', webhooks.faults.length === 0, webhooks.faults[0])
  const told = new Set([...webhooks.bodies.values()].map(body => body.id))
  const sent = webhooks.bodies.size === calls.length && calls.every(call => told.has(call.id))
  check(
    `${calls.length} calls, each with one webhook of its own`,
    sent && told.size === calls.length,
    `${webhooks.bodies.size} webhooks about ${told.size} calls`,
  )
  const expectedArrivals = calls.length + webhooks.refused
  check(
    `${webhooks.refused} webhooks were refused at first and came again, the others once`,
    webhooks.arrivals === expectedArrivals,
    `${webhooks.arrivals} arrived, expected ${expectedArrivals}`,
  )
  const unkept = count(calls, call => typeof call.webhook_response?.received !== 'number')
  check("the receiver's answer is kept with every call", unkept === 0, `not with ${unkept}`)

  const cost = sum(calls.map(call => Math.round(Number(call.total_cost) * 1e6)))
  const spent = Math.round((25 + TOP_UP - balance) * 1e6)
  check(
    `the calls cost ${usd(cost)}: 25.00 of credit + ${TOP_UP.toFixed(2)} topped up - ${usd(balance * 1e6)} left`,
    cost === spent && cost > 0,
    `${usd(spent)} was spent`,
  )

  const twice = [...groupBy(ended, call => call.lead_id).values()].flatMap(own =>
    own.filter((call, i) => i > 0 && call.from < own[i - 1]!.to),
  )
  check('nobody was dialed twice at once', twice.length === 0, twice.map(call => call.client_phone_number).join(', '))
  const dials = query<{ phone_number: string; n: number }>(dataDir, 'SELECT phone_number, n FROM simulator_dials')
  const callsTo = groupBy(calls, call => call.client_phone_number)
  const miscounted = dials.filter(({ phone_number, n }) => {
    const withoutLine = phone_number.endsWith('10') ? 2 : 0
    return n !== (callsTo.get(phone_number)?.length ?? 0) + withoutLine
  })
  check(
    `the carrier counted the same: ${sum(dials.map(({ n }) => n))} dials, ${count(dials, d => d.phone_number.endsWith('10')) * 2} of which found no line and left no call`,
    miscounted.length === 0 && dials.length === callsTo.size,
    miscounted.map(({ phone_number, n }) => `${phone_number}: ${n}`).join(', '),
  )
  const online = [...webhooks.bodies.values()].map(body => ({
    from: Date.parse(body.created_at),
    to: Date.parse(body.finished_at),
  }))
  const peak = Math.max(...online.map(({ from }) => count(online, other => other.from <= from && from < other.to)))
  check(`there were never more than ${PARALLEL} calls at once`, peak <= PARALLEL, `there were ${peak}`)
  const burst = Math.max(...ended.map(({ from }) => count(ended, o => o.from <= from && from - o.from < 1000)))
  check(`there were never more than ${PER_SECOND} dials in a second`, burst <= PER_SECOND, `there were ${burst}`)

  const cutOff = leads.filter(lead => lead.cut_off).map(lead => lead.phone_number)
  const never = calls.filter(call => fateOf(call) === '13')
  check(
    'who was cut off while talking is shown as such and was not called again',
    never.every(call => call.end_reason === 'interrupted' && cutOff.includes(call.client_phone_number)) &&
      cutOff.length === never.length,
    cutOff.join(', '),
  )
  const talked = calls.filter(call => call.answered_by !== null && fateOf(call) !== '13')
  const unrecorded = count(talked, call => call.recording_url === null)
  check(`all ${talked.length} calls whose end was told are recorded`, unrecorded === 0, `${unrecorded} are not`)
  check('the service logged no fault', service.errors.length === 0, service.errors[0])
}

const usd = (millionths: number) => (millionths / 1e6).toFixed(4).replace(/(\.\d\d)00$/, '$1')

/** Who asked not to be called is not called, whoever asks for it. */
async function checkBlacklist(client: Client, plan: Map<number, Fate>, leads: Lead[]) {
  const asked = leads.find(lead => plan.get(lead.id)?.endings[0] === '06')!
  const { data } = await client.get<{ data: { id: number }[] }>('/user/assistants/get')
  const answer = await client.request('POST', '/user/make_call', {
    phone_number: asked.phone_number,
    assistant_id: data[0]!.id,
  })
  check('who asked not to be called cannot be called', answer.status === 422, `the answer was ${answer.status}`)
}

// All of it

let running: ChildProcess | undefined
let dataDir: string | undefined
let webhooks: Webhooks | undefined

async function demo(): Promise<void> {
  const since = performance.now()
  const dir = (dataDir = mkdtempSync(join(tmpdir(), 'callwright-demo-')))
  let secret: string | undefined
  const got = (webhooks = await receive(() => (secret ??= readSigningSecret(dir))))
  const service = await startService(dir)
  const client = clientOf(service.api, createKey(dir))
  const { campaign, plan } = await setUp(client, got.url)
  console.log(`\n  ${plan.size} leads, ${PARALLEL} calls at once, ${SPEED} times as fast as life, at ${service.api}\n`)
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
  const desk = (Math.max(...ends) - Math.min(...calls.map(call => Date.parse(call.created_at)))) / 60_000
  console.log(`\n${passed.map(claim => `  ok  ${claim}`).join('\n')}`)
  console.log(
    `\n  ${Math.round(desk)} minutes at the desk in ${took.toFixed(1)} s; ${((performance.now() - since) / 1000).toFixed(1)} s with setting up.\n`,
  )
}

async function cleanUp() {
  webhooks?.close()
  const child = running
  if (child && child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    const hard = setTimeout(() => child.kill('SIGKILL'), 6000)
    await gone
    clearTimeout(hard)
    if (child.exitCode !== 0) problems.push(`The service did not end cleanly: ${child.exitCode ?? child.signalCode}`)
  }
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
