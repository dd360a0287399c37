import { copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import Database from 'better-sqlite3'
import pino from 'pino'
import { counted, plural } from '../contract/words'
import { stopRestored } from './core/campaigns/campaign-states'
import { Bus } from './core/kernel/bus'
import { Commits } from './core/kernel/commits'
import type { Context } from './core/kernel/context'
import { ServiceError } from './core/kernel/errors'
import { createKey, type KeyRecord, listKeys, revokeKey } from './core/workspace/api-keys'
import { isSimulated } from './core/workspace/desk-time'
import { getState } from './core/workspace/state'
import * as users from './core/workspace/users'
import { consoleLink, startService } from './service'
import { openDocumentFiles } from './store/document-files'
import { DataFromNewerVersion, versionOf } from './store/migrate'
import { migrations } from './store/migrations'
import { isServed, lockForService, openForCommand, StartError, type Store } from './store/open'
import { openSecrets } from './store/secrets'
import type { WriteDb } from './store/sql'
import { wallClock } from './system/clocks'
import { defaultDataDir } from './system/data-dir'

const usage = `callwright: an AI calling desk on your own machine

  serve            the service without a window
      --data-dir DIR          the data folder (default: ${defaultDataDir()})
      --host HOST             address to listen on (default: 127.0.0.1)
      --port PORT             default: 4620; 0 picks one
      --json                  first line on stdout: {"api", "console", "dataDir"}
      --simulator-speed N     1 to 3600 desk seconds in a second
      --simulator-start ISO   the first moment of desk time, in a fresh folder
  key create --name NAME [--user EMAIL]     prints a new API key on the last line
  key list
  key revoke ID
  user create --name NAME --email EMAIL
  user list
  console-link     prints a new link to the console of the running service
  backup FILE      copies the data to a new file, also while the service runs
  restore FILE     puts a backup in place of the data; the service must not run
  doctor           checks the database and the data key

  Every command takes --data-dir DIR.`

/**
 * Runs one command of the command line. `consoleDir` is the folder of the built console. An error that the person who
 * typed the command can fix is printed as one line, without a stack, and the exit code is 1.
 */
export async function run(args: string[], consoleDir: string): Promise<void> {
  try {
    await dispatch(args, consoleDir)
  } catch (error) {
    if (!isUserError(error)) throw error
    console.error((error as Error).message)
    process.exitCode = 1
  }
}

const isUserError = (error: unknown) =>
  error instanceof StartError ||
  error instanceof DataFromNewerVersion ||
  error instanceof ServiceError ||
  ((error as { code?: string }).code ?? '').startsWith('ERR_PARSE_ARGS')

const options = {
  'data-dir': { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: '4620' },
  json: { type: 'boolean', default: false },
  'simulator-speed': { type: 'string', default: '1' },
  'simulator-start': { type: 'string' },
  name: { type: 'string' },
  email: { type: 'string' },
  user: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const
const parse = (args: string[]) => parseArgs({ args, options, allowPositionals: true })
type Values = ReturnType<typeof parse>['values']

async function dispatch(args: string[], consoleDir: string) {
  const { values, positionals } = parse(args)
  const dataDir = resolve(values['data-dir'] ?? defaultDataDir())
  const [command = 'help', argument, operand] = positionals
  if (values.help) return void console.log(usage)
  switch (`${command} ${['key', 'user'].includes(command) ? argument : ''}`.trim()) {
    case 'serve':
      return serve(dataDir, values, consoleDir)
    case 'key create':
      return withContext(dataDir, context => {
        const user = values.user ? users.userByEmail(context.db, values.user) : users.ensureFirstUser(context)
        if (!user) throw new StartError(`There is no user with the address ${values.user}.`)
        console.log(createKey(context.db, user.id, needed(values.name, '--name'), context.wall.now()).key)
      })
    case 'key list':
      return withContext(dataDir, context => {
        for (const key of listKeys(context.db)) console.log(describeKey(key))
      })
    case 'key revoke':
      return withContext(dataDir, context => {
        if (!revokeKey(context.db, Number(needed(operand, 'ID')), context.wall.now()))
          throw new StartError(`There is no key ${operand} that could be revoked; "key list" shows them.`)
        console.log('Revoked.')
      })
    case 'user create':
      return withContext(dataDir, context => {
        users.ensureFirstUser(context)
        const given = { name: needed(values.name, '--name'), email: needed(values.email, '--email') }
        console.log(`User ${users.createUser(context, given).id}: ${given.name} <${given.email}>`)
      })
    case 'user list':
      return withContext(dataDir, context => {
        for (const user of users.listUsers(context.db)) console.log(`${user.id}  ${user.name} <${user.email}>`)
      })
    case 'console-link':
      return withContext(dataDir, context => {
        const origin = isServed(dataDir) ? getState<string>(context.db, 'origin') : undefined
        const user = users.firstUser(context.db)
        if (!origin || !user) throw new StartError(`No service is running on ${dataDir}. Start it with: serve`)
        console.log(consoleLink(context, origin, user.id))
      })
    case 'backup':
      return backup(dataDir, needed(argument, 'FILE'))
    case 'restore':
      return restore(dataDir, needed(argument, 'FILE'))
    case 'doctor':
      return doctor(dataDir)
    case 'help':
      return void console.log(usage)
    default:
      throw new StartError(`There is no command "${positionals.join(' ')}".\n\n${usage}`)
  }
}

/** A required argument. Throws StartError when it is missing or empty. */
function needed(value: string | undefined, name: string): string {
  if (value === undefined || value.trim() === '') throw new StartError(`${name} is missing.`)
  return value
}

const describeKey = (key: KeyRecord) => {
  const day = (at: number | null) => (at === null ? 'never' : new Date(at).toISOString().slice(0, 10))
  const state = key.revoked_at === null ? `last used ${day(key.last_used_at)}` : `revoked ${day(key.revoked_at)}`
  return `${key.id}  ${key.hint}…  ${key.name}  ${key.email}  made ${day(key.created_at)}, ${state}`
}

async function serve(dataDir: string, values: Values, consoleDir: string) {
  const log = pino({ base: null }, pino.destination({ dest: 2, sync: true }))
  const service = await startService({
    dataDir,
    host: values.host,
    port: wholeBetween(values.port, '--port', 0, 65535),
    consoleDir,
    log,
    simulatorSpeed: wholeBetween(values['simulator-speed'], '--simulator-speed', 1, 3600),
    simulatorStart: moment(values['simulator-start']),
  })
  const { api, console: link } = service
  if (values.json) console.log(JSON.stringify({ api, console: link, dataDir }))
  else console.log(`${link}\n\nThis link opens the console, once. The API answers at ${api}. Ctrl+C ends the service.`)
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      void service.stop().then(
        () => process.exit(0),
        error => {
          log.error({ err: error }, 'the service did not stop cleanly')
          process.exit(1)
        },
      )
    })
}

function wholeBetween(text: string, name: string, min: number, max: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new StartError(`${name} must be a whole number from ${min} to ${max}.`)
  return value
}

function moment(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const at = Date.parse(text)
  if (Number.isNaN(at)) throw new StartError('--simulator-start must be a moment like 2026-03-28T20:00:00Z.')
  return at
}

/** Opens the data for one command, also while a service runs on it. Commands keep their transactions short. */
async function withContext(dataDir: string, work: (context: Context) => void | Promise<void>) {
  const store = openForCommand(dataDir)
  try {
    await work(commandContext(store, dataDir))
  } finally {
    store.close()
  }
}

/** The context of a command. No command needs a subscriber to events, the network or URLs, so these are empty. */
const commandContext = (store: Store, dataDir: string): Context => ({
  db: store.db,
  commits: new Commits(store.db),
  bus: new Bus(),
  secrets: openSecrets(dataDir),
  log: pino({ base: null }, pino.destination(2)),
  random: Math.random,
  clock: wallClock,
  speed: 1,
  wall: wallClock,
  recordings: join(dataDir, 'recordings'),
  documents: openDocumentFiles(dataDir),
  baseUrl: '',
})

function backup(dataDir: string, file: string) {
  if (existsSync(file)) throw new StartError(`${file} exists already; give another name.`)
  const store = openForCommand(dataDir)
  try {
    store.backup(resolve(file))
  } finally {
    store.close()
  }
  console.log(
    `Copied to ${file}. Secrets in it are encrypted: they can be read with ${join(dataDir, 'data.key')} only. Recordings are not in it; they lie in ${join(dataDir, 'recordings')}.`,
  )
}

/** Replaces the data with a backup. The old database files are kept under another name, even when they are damaged. */
function restore(dataDir: string, file: string) {
  if (!existsSync(file)) throw new StartError(`${file} does not exist.`)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const release = lockForService(dataDir)
  try {
    checkBackup(file)
    const target = join(dataDir, 'callwright.db')
    const part = `${target}.part`
    copyFileSync(file, part)
    const stopped = stopCampaigns(part)
    if (existsSync(target)) {
      const kept = join(dataDir, `before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}.db`)
      for (const rest of ['', '-wal', '-shm']) if (existsSync(target + rest)) renameSync(target + rest, kept + rest)
      console.log(`What was there is kept in ${kept}.`)
    }
    renameSync(part, target)
    console.log(`Restored from ${file}.`)
    if (stopped > 0)
      console.log(
        `${counted(stopped, 'campaign was', 'campaigns were')} running when it was made, and ${plural(stopped, 'is', 'are')} stopped: whoever was called since would be called again.`,
      )
  } finally {
    release()
  }
}

/** Stops the campaigns in a restored file. Returns how many were running. */
function stopCampaigns(file: string): number {
  const db = new Database(file)
  try {
    const stopped = stopRestored(db as unknown as WriteDb)
    db.pragma('wal_checkpoint(TRUNCATE)')
    return stopped
  } finally {
    db.close()
  }
}

/** Throws StartError when a file is no backup, is damaged, or was written by a newer version. */
function checkBackup(file: string) {
  let db: Database.Database | undefined
  try {
    db = new Database(file, { readonly: true })
    const version = versionOf(db)
    const isIntact = db.pragma('quick_check', { simple: true }) === 'ok'
    if (version === 0 || !isIntact) throw new StartError(`${file} is not a sound backup of Callwright.`)
    if (version > migrations.at(-1)!.id) throw new StartError(`${file} was written by a newer Callwright.`)
  } catch (error) {
    if (!['SQLITE_NOTADB', 'SQLITE_CORRUPT'].includes((error as { code?: string }).code ?? '')) throw error
    throw new StartError(`${file} is not a backup of Callwright.`)
  } finally {
    db?.close()
  }
}

/**
 * Checks the database, the ledger and the data key, and prints a line for each check. A failed one sets exit code 1.
 */
function doctor(dataDir: string) {
  const store = openForCommand(dataDir)
  const { db } = store
  const check = (text: string, good: boolean) => {
    console.log(`${good ? 'ok   ' : 'FAIL '}${text}`)
    if (!good) process.exitCode = 1
  }
  try {
    console.log(`data folder: ${dataDir}`)
    console.log(`service: ${isServed(dataDir) ? `running at ${getState<string>(db, 'origin')}` : 'not running'}`)
    if (isSimulated(db)) console.log('this folder is simulated: no real carrier dials from it')
    const found = db.prepare('PRAGMA quick_check').pluck().get()
    check(`database is sound (SQLite ${db.prepare('SELECT sqlite_version()').pluck().get()})`, found === 'ok')
    const broken = db.prepare('PRAGMA foreign_key_check').all().length
    check('references are whole', broken === 0)
    const off = db
      .prepare(
        'SELECT count(*) FROM users WHERE balance <> (SELECT coalesce(sum(amount), 0) FROM ledger WHERE user_id = users.id)',
      )
      .pluck()
      .get()
    check('balances are the sums of their ledgers', off === 0)
    openSecrets(dataDir)
    check('the data key can be read', true)
  } finally {
    store.close()
  }
}
