import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { version } from '../../package.json'
import { Bus } from './core/kernel/bus'
import { Commits } from './core/kernel/commits'
import type { Context } from './core/kernel/context'
import { ServiceError } from './core/kernel/errors'
import { removeUser } from './core/privacy/remove-user'
import { createKey, type KeyRecord, listKeys, revokeKey } from './core/workspace/api-keys'
import { openDataKey } from './core/workspace/data-key'
import { consoleLink } from './core/workspace/sessions'
import { getState } from './core/workspace/state'
import * as users from './core/workspace/users'
import { backup, doctor, forgetAllSecrets, restore } from './maintenance'
import { printable } from './printable'
import type { ServiceOptions } from './service'
import { openDataCare } from './store/data-care'
import { openDocumentFiles } from './store/document-files'
import { DataFromNewerVersion } from './store/migrate'
import { databaseIn, isServed, openForCommand, type Store } from './store/open'
import { explained, StartError } from './store/start-error'
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
  user remove EMAIL         their keys and sessions end, and their campaigns stop
  console-link     prints a new link to the console of the running service
  backup FILE      copies the data to a new file, also while the service runs
  restore FILE     puts a backup in place of the data; the service must not run
  doctor           checks the database, the data key and who can read the files
      --forget-secrets        deletes every stored secret and makes a new data key

  Every command takes --data-dir DIR.`

/** `consoleDir`: the folder of the built console. */
export type Parts = Pick<ServiceOptions, 'consoleDir' | 'startVoiceProcess'>

/**
 * Runs one command of the command line. `parts`: what only the caller knows how to reach. An error that the person who
 * typed the command can fix is printed as one line, without a stack, and the exit code is 1.
 */
export async function run(args: string[], parts: Parts): Promise<void> {
  try {
    await dispatch(args, parts)
  } catch (error) {
    if (!isUserError(error)) throw error
    console.error(printable((error as Error).message))
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
  'forget-secrets': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const
const parse = (args: string[]) => parseArgs({ args, options, allowPositionals: true })
type Values = ReturnType<typeof parse>['values']

async function dispatch(args: string[], parts: Parts) {
  const { values, positionals } = parse(args)
  const dataDir = resolve(values['data-dir'] ?? defaultDataDir())
  if (values.help) return void console.log(usage)
  try {
    await carryOut(positionals, values, dataDir, parts)
  } catch (error) {
    throw explained(error, dataDir)
  }
}

async function carryOut(positionals: string[], values: Values, dataDir: string, parts: Parts) {
  const [command = 'help', argument, operand] = positionals
  switch (`${command} ${['key', 'user'].includes(command) ? argument : ''}`.trim()) {
    case 'serve':
      return serve(dataDir, values, parts)
    case 'key create':
      return withNewContext(dataDir, context => {
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
      return withNewContext(dataDir, context => {
        users.ensureFirstUser(context)
        const given = { name: needed(values.name, '--name'), email: needed(values.email, '--email') }
        const { id } = users.createUser(context, given)
        console.log(`User ${id}: ${printable(given.name)} <${printable(given.email)}>`)
      })
    case 'user list':
      return withContext(dataDir, context => {
        for (const { id, name, email } of users.listUsers(context.db))
          console.log(`${id}  ${printable(name)} <${printable(email)}>`)
      })
    case 'user remove':
      return withContext(dataDir, context => {
        const email = needed(operand, 'EMAIL')
        const user = users.userByEmail(context.db, email)
        if (!user) throw new StartError(`There is no user with the address ${email}; "user list" shows them.`)
        removeUser(context, null, user.id)
        console.log('Removed.')
      })
    case 'console-link':
      if (!isServed(dataDir)) throw noService(dataDir)
      return withContext(dataDir, context => {
        const origin = getState<string>(context.db, 'origin')
        const user = users.firstUser(context.db)
        if (!origin || !user) throw noService(dataDir)
        console.log(consoleLink(context, origin, user.id))
      })
    case 'backup':
      return backup(dataDir, needed(argument, 'FILE'))
    case 'restore':
      return restore(dataDir, needed(argument, 'FILE'))
    case 'doctor':
      return values['forget-secrets'] ? forgetAllSecrets(dataDir) : doctor(dataDir)
    case 'help':
      return void console.log(usage)
    default:
      throw new StartError(`There is no command "${positionals.join(' ')}".\n\n${usage}`)
  }
}

const noService = (dataDir: string) => new StartError(`No service is running on ${dataDir}. Start it with: serve`)

/** A required argument. Throws StartError when it is missing or empty. */
function needed(value: string | undefined, name: string): string {
  if (value === undefined || value.trim() === '') throw new StartError(`${name} is missing.`)
  return value
}

const describeKey = (key: KeyRecord) => {
  const day = (at: number | null) => (at === null ? 'never' : new Date(at).toISOString().slice(0, 10))
  const state = key.revoked_at === null ? `last used ${day(key.last_used_at)}` : `revoked ${day(key.revoked_at)}`
  return `${key.id}  ${key.hint}…  ${printable(key.name)}  ${printable(key.email)}  made ${day(key.created_at)}, ${state}`
}

async function serve(dataDir: string, values: Values, parts: Parts) {
  const log = pino({ base: null }, pino.destination({ dest: 2, sync: true }))
  // The other commands start sooner without it.
  const { startService } = await import('./service')
  const service = await startService({
    dataDir,
    host: values.host,
    port: wholeBetween(values.port, '--port', 0, 65535),
    ...parts,
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

/** The number in an argument of the command line. Throws StartError when it is none, or not from `min` to `max`. */
export function wholeBetween(text: string, name: string, min: number, max: number): number {
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
async function withContext(dataDir: string, work: (context: Context) => void, store = openForCommand(dataDir)) {
  try {
    work(commandContext(store, dataDir))
  } finally {
    store.close()
  }
}

/** As `withContext`, for a command that may come before the first start: it sets a new folder up, with its data key. */
const withNewContext = (dataDir: string, work: (context: Context) => void) =>
  withContext(
    dataDir,
    context => {
      openDataKey(context.db, dataDir)
      work(context)
    },
    openForCommand(dataDir, { mayCreate: true }),
  )

/**
 * The context of a command. No command needs a subscriber to events, the network or URLs, so these are empty, and none
 * fails for a data key that it does not need.
 */
const commandContext = (store: Store, dataDir: string): Context => ({
  db: store.db,
  commits: new Commits(store.db),
  bus: new Bus(),
  get secrets() {
    return openDataKey(store.db, dataDir)
  },
  log: pino({ base: null }, pino.destination(2)),
  random: Math.random,
  clock: wallClock,
  speed: 1,
  wall: wallClock,
  recordings: join(dataDir, 'recordings'),
  documents: openDocumentFiles(dataDir),
  get data() {
    return openDataCare(dataDir, databaseIn(dataDir))
  },
  version,
  baseUrl: '',
})
