import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { cpus, platform, release, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import catalogue from '../resources/catalogue.json'
import { assistants as assistantsContract } from '../src/contract/assistants'
import { campaigns as campaignsContract } from '../src/contract/campaigns'
import { read } from '../src/contract/validation'
import { createSimulatedMessaging } from '../src/main/carriers/simulated/messaging'
import { createSimulatedNumbers } from '../src/main/carriers/simulated/number-provider'
import { noVoiceLine } from '../src/main/carriers/sip/none'
import * as assistants from '../src/main/core/assistants/assistants'
import { type CatalogueData, seedCatalogue } from '../src/main/core/assistants/seed-catalogue'
import * as campaigns from '../src/main/core/campaigns/campaigns'
import { Bus } from '../src/main/core/kernel/bus'
import { Commits } from '../src/main/core/kernel/commits'
import { type Context, type Outside, transact } from '../src/main/core/kernel/context'
import { topUp } from '../src/main/core/money/ledger'
import { createKey } from '../src/main/core/workspace/api-keys'
import { openDataKey } from '../src/main/core/workspace/data-key'
import * as users from '../src/main/core/workspace/users'
import { openDataCare } from '../src/main/store/data-care'
import { openDocumentFiles } from '../src/main/store/document-files'
import { openForService, type Store } from '../src/main/store/open'
import { one, run, sql } from '../src/main/store/sql'
import { wallClock } from '../src/main/system/clocks'
import { sendHttp } from '../src/main/system/send'
import { createModels } from '../src/main/voice/models'
import { anAssistant } from '../test/support/assistant'

/** The root of the project, in which its commands run. */
const root = process.cwd()

// Cleaning up

const folders: string[] = []
const children = new Set<ChildProcess>()

export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'callwright-bench-'))
  folders.push(folder)
  return folder
}

export function cleanUp() {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

// Processes

/** Starts a Node program of the project and waits for its first line on stdout. */
export async function startChild(args: string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...env },
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  let stderr = ''
  child.stderr!.on('data', chunk => {
    stderr += chunk
  })
  const lines = createInterface({ input: child.stdout! })
  const [line] = (await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${args.join(' ')} ended: ${stderr}`))),
  ])) as [string]
  return { child, line }
}

export async function stopChild(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

/** The command line of the service on a folder. `out` is the folder of the build. */
export const serviceOn = (dataDir: string, out = 'out') => [
  join(out, 'main/cli.js'),
  'serve',
  '--json',
  '--port',
  '0',
  '--data-dir',
  dataDir,
]

export const startService = async (dataDir: string) => {
  const { child, line } = await startChild(serviceOn(dataDir))
  return { child, api: (JSON.parse(line) as { api: string }).api }
}

// Data

export interface Filled {
  dataDir: string
  store: Store
  context: Context
  userId: number
  assistantId: number
  campaignId: number
  key: string
  /** How long it took to write the leads, ms. */
  writing: number
}

/** A clock that shows `at` until it is set again. */
export interface SetClock {
  at: number
}

const millions = new Map<number, Filled>()

/** As `fill`, but the folder is made once and used again by the next benchmarks of the run. */
export function fillOnce(leads: number, clock: SetClock): Filled {
  const known = millions.get(leads)
  if (known) {
    const store = openForService(known.dataDir)
    return { ...known, store, context: contextOn(store, known.dataDir, clock) }
  }
  const made = fill(leads, clock)
  millions.set(leads, made)
  return made
}

/** A data folder with one assistant, one campaign and `leads` leads. Its store is open. */
export function fill(leads: number, clock: SetClock = { at: Date.now() }): Filled {
  const dataDir = tempFolder()
  const store = openForService(dataDir)
  const context = contextOn(store, dataDir, clock)
  transact(context, () => seedCatalogue(context.db, catalogue as CatalogueData))
  const { id: userId } = users.ensureFirstUser(context)
  topUp(context, userId, 100_000)
  const { key } = createKey(context.db, userId, 'bench', Date.now())
  setSettings(context, { rate_limit: { per_second: 1e6, burst: 1e6 } })
  const assistant = anAssistant({
    initial_message: 'Hello {{name}}, this is Anna.',
    system_prompt: 'You are Anna. Ask {{name}} whether they come to the summer party, and when they have time.',
    tools: [{ type: 'end_call', description: 'Ends the call once everything is said.' }],
    variables: { name: 'neighbour' },
  })
  const inputOf = (operation: { '~orpc': { inputSchema?: unknown } }, values: object) =>
    read(operation['~orpc'].inputSchema as never, values) as never
  const { id: assistantId } = assistants.create(context, userId, inputOf(assistantsContract.create, assistant))
  const campaign = { name: 'Summer party', assistant_id: assistantId, max_calls_in_parallel: 100 }
  const { id: campaignId } = campaigns.create(context, userId, inputOf(campaignsContract.create, campaign))
  const since = performance.now()
  addLeads(context, userId, campaignId, leads)
  return { dataDir, store, context, userId, assistantId, campaignId, key, writing: performance.now() - since }
}

const quiet = { info() {}, warn() {}, error() {} }

const contextOn = (store: Store, dataDir: string, clock: SetClock): Context => ({
  db: store.db,
  commits: new Commits(store.db),
  bus: new Bus(),
  secrets: openDataKey(store.db, dataDir),
  log: quiet,
  random: Math.random,
  clock: { now: () => clock.at, setTimer: () => () => {} },
  speed: 1,
  wall: { now: () => Date.now(), setTimer: () => () => {} },
  recordings: join(dataDir, 'recordings'),
  documents: openDocumentFiles(dataDir),
  data: openDataCare(dataDir, store.file),
  version: '',
  baseUrl: 'http://127.0.0.1:4620/api',
})

/** An Outside without a network. */
export const nobodyOutside: Outside = {
  carrier: { send() {} },
  ringIn: () => '',
  messagingProvider: createSimulatedMessaging({ clock: wallClock }),
  numberProvider: createSimulatedNumbers({ isTaken: () => true }),
  trunks: noVoiceLine('A benchmark calls nobody.', 0).trunks,
  send: sendHttp,
  models: createModels({ credentials: () => null, codes: () => [], clock: wallClock, log: quiet }),
}

/** The i-th phone number, for i below eight million. All of them have the central office code 555. */
export const numberOf = (i: number) =>
  `+1${200 + (i % 800)}555${String((Math.floor(i / 800) * 7919) % 10_000).padStart(4, '0')}`

/** Writes leads with plain inserts in one transaction. The triggers of the schema update the counts. */
function addLeads(context: Context, userId: number, campaignId: number, n: number) {
  const insert = context.db.prepare(
    `INSERT INTO leads (campaign_id, user_id, phone_number, time_zone, variables, created_at, updated_at)
      VALUES (?, ?, ?, 'America/New_York', ?, ?, ?)`,
  )
  const now = context.clock.now()
  transact(context, () => {
    for (let i = 0; i < n; i++)
      insert.run(campaignId, userId, numberOf(i), JSON.stringify({ name: `neighbour ${i}` }), now, now)
  })
}

export const setSettings = (context: Context, settings: object) =>
  run(
    context.db,
    sql`INSERT INTO state (key, value) VALUES ('settings', ${JSON.stringify(settings)})
      ON CONFLICT DO UPDATE SET value = excluded.value`,
  )

export const countLeads = (context: Context) =>
  one<{ n: number }>(context.db, sql`SELECT sum(n) AS n FROM lead_counts`)!.n

// Numbers and tables

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export const whole = (n: number) => Math.round(n).toLocaleString('en-GB')

/** Prints a table: the first column left-aligned, the others right-aligned. */
export function printTable(rows: string[][]) {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map(row => row[column]!.length)))
  for (const row of rows)
    console.log(
      `  ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('   ')}`,
    )
}

export function describeMachine(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  let commit = 'unknown'
  try {
    commit = git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', 'src') ? ' with changes in src' : '')
  } catch {
    // Not a clone, or no git: the benchmarks run all the same.
  }
  const facts = [
    ['machine', `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`],
    ['system', `${platform()} ${release()}, Node ${process.versions.node}`],
    ['disk', `one sync takes ${syncTime().toFixed(2)} ms (median of 200 appends)`],
    ['commit', commit],
    ['time', new Date().toISOString()],
  ]
  return `\n${facts.map(([name, fact]) => `  ${name!.padEnd(8)} ${fact}`).join('\n')}\n`
}

/** The median time of an append with fsync, ms. */
function syncTime(): number {
  const file = openSync(join(tempFolder(), 'sync'), 'w')
  const page = Buffer.alloc(4096)
  const taken = Array.from({ length: 200 }, () => {
    const since = performance.now()
    writeSync(file, page)
    fsyncSync(file)
    return performance.now() - since
  })
  closeSync(file)
  return median(taken)
}
