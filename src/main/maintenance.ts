import { chmodSync, copyFileSync, existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { counted, plural } from '../contract/words'
import { stopRestored } from './core/campaigns/campaign-states'
import { forgetSecrets } from './core/privacy/forget-secrets'
import { cancelRestored } from './core/webhooks/redeliveries'
import { keyProblem } from './core/workspace/data-key'
import { isSimulated } from './core/workspace/desk-time'
import { checksOf } from './core/workspace/health'
import { getState } from './core/workspace/state'
import { printable } from './printable'
import { look } from './store/data-thread'
import { versionOf } from './store/migrate'
import { migrations } from './store/migrations'
import { databaseIn, isServed, lockForService, needData, openForCommand, type Store } from './store/open'
import { sync } from './store/private'
import { keyFileIn } from './store/secrets'
import type { WriteDb } from './store/sql'
import { explained, StartError } from './store/start-error'

const say = (text: string) => console.log(printable(text))

/** Copies the data to a new file, also while the service runs. Throws StartError, and leaves nothing, when it cannot. */
export function backup(dataDir: string, given: string) {
  const file = resolve(given)
  if (existsSync(file)) throw new StartError(`${file} exists already; give another name.`)
  if (!existsSync(dirname(file))) throw new StartError(`The folder ${dirname(file)} does not exist.`)
  const store = openForCommand(dataDir)
  try {
    store.backup(file)
  } finally {
    store.close()
  }
  say(
    `Copied to ${file}. Secrets in it are encrypted: they can be read with ${keyFileIn(dataDir)} only. Recordings are not in it; they lie in ${join(dataDir, 'recordings')}.`,
  )
}

/** The files that SQLite keeps beside a database. */
const companions = ['-wal', '-shm', '-journal']

/**
 * Replaces the data with a backup. The old database is kept under another name, even when it is damaged. At every moment
 * the folder has a whole database: the old one, or the restored one.
 */
export function restore(dataDir: string, given: string) {
  const file = resolve(given)
  if (!existsSync(file)) throw new StartError(`${file} does not exist.`)
  if (!statSync(file).isFile()) throw new StartError(`${file} is a folder, not a backup of Callwright.`)
  if (!existsSync(dataDir))
    throw new StartError(
      `The folder ${dataDir} does not exist. Make it, put the data.key of the backup into it, and try again; or give --data-dir another folder.`,
    )
  const release = lockForService(dataDir)
  try {
    checkBackup(file)
    const target = databaseIn(dataDir)
    const part = `${target}.part`
    removeDatabase(part)
    let result: Restored
    try {
      copyFileSync(file, part)
      chmodSync(part, 0o600)
      result = prepare(part, dataDir)
      sync(part)
    } catch (error) {
      removeDatabase(part)
      throw error
    }
    if (existsSync(target)) {
      const kept = keep(dataDir)
      say(`What was there is kept in ${kept}.`)
    }
    renameSync(part, target)
    sync(dataDir)
    say(`Restored from ${file}.`)
    if (result.stopped > 0)
      say(
        `${counted(result.stopped, 'campaign was', 'campaigns were')} running when it was made, and ${plural(result.stopped, 'is', 'are')} stopped: whoever was called since would be called again.`,
      )
    if (result.keyProblem) say(`The secrets in it cannot be read, and the service will not start. ${result.keyProblem}`)
  } finally {
    release()
  }
}

const removeDatabase = (file: string) => {
  for (const rest of ['', ...companions]) rmSync(file + rest, { force: true })
}

/** Keeps the database of a folder under another name as well, and removes what SQLite has beside it. Returns that name. */
function keep(dataDir: string): string {
  const target = databaseIn(dataDir)
  const kept = join(dataDir, `before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}.db`)
  // The last changes may be in the log beside it; it must not be applied to the restored database.
  const db = new Database(target)
  try {
    db.pragma('wal_checkpoint(TRUNCATE)')
  } catch (error) {
    say(`What is there is damaged: ${(error as Error).message}.`)
  } finally {
    db.close()
  }
  for (const rest of companions) if (existsSync(target + rest)) renameSync(target + rest, kept + rest)
  try {
    linkSync(target, kept)
  } catch {
    // Some file systems have no links.
    copyFileSync(target, kept)
    sync(kept)
  }
  return kept
}

interface Restored {
  stopped: number
  keyProblem: string | null
}

/** Stops the campaigns in a restored file and looks whether its secrets can be read. */
function prepare(file: string, dataDir: string): Restored {
  const db = new Database(file)
  try {
    const stopped = stopRestored(db as unknown as WriteDb)
    cancelRestored(db as unknown as WriteDb)
    db.pragma('wal_checkpoint(TRUNCATE)')
    return { stopped, keyProblem: keyProblem(db, dataDir) }
  } finally {
    db.close()
  }
}

/** Throws StartError when a file is no backup, is damaged, or was written by a newer version. */
function checkBackup(file: string) {
  const noBackup = new StartError(`${file} is not a backup of Callwright.`)
  const damaged = new StartError(`${file} is not a sound backup of Callwright: it is damaged or cut short.`)
  let db: Database.Database | undefined
  try {
    db = new Database(file, { readonly: true })
    const version = versionOf(db)
    const ours = db
      .prepare("SELECT count(*) FROM sqlite_master WHERE name IN ('state', 'ledger', 'leads')")
      .pluck()
      .get()
    if (version === 0 || ours !== 3) throw noBackup
    if (version > migrations.at(-1)!.id) throw new StartError(`${file} was written by a newer Callwright.`)
    if (db.pragma('quick_check', { simple: true }) !== 'ok') throw damaged
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (code === 'SQLITE_NOTADB') throw noBackup
    throw /^SQLITE_(CORRUPT|IOERR_SHORT_READ)/.test(code) ? damaged : error
  } finally {
    db?.close()
  }
}

/** Checks the data and prints a line for each check. A failed one sets exit code 1. Nothing is changed. */
export function doctor(dataDir: string) {
  needData(dataDir)
  const check = (text: string, good: boolean) => {
    say(`${good ? 'ok   ' : 'FAIL '}${text}`)
    if (!good) process.exitCode = 1
  }
  say(`data folder: ${dataDir}`)
  const served = isServed(dataDir)
  let store: Store
  try {
    store = openForCommand(dataDir)
  } catch (error) {
    const reason = explained(error, dataDir)
    if (!(reason instanceof StartError)) throw error
    return check(reason.message, false)
  }
  try {
    const { db } = store
    say(`service: ${served ? `running at ${getState<string>(db, 'origin')}` : 'not running'}`)
    if (isSimulated(db)) say('this folder is simulated: no real carrier dials from it')
    for (const { text, ok } of checksOf(db, dataDir, look(db as unknown as Database.Database))) check(text, ok)
  } catch (error) {
    const reason = explained(error, dataDir)
    if (!(reason instanceof StartError)) throw error
    check(reason.message, false)
  } finally {
    store.close()
  }
}

/** Deletes every stored secret and makes a new data key. The service must not run. */
export function forgetAllSecrets(dataDir: string) {
  needData(dataDir)
  const release = lockForService(dataDir)
  try {
    const store = openForCommand(dataDir)
    try {
      say('Deleted:')
      for (const text of forgetSecrets(store.db, dataDir)) say(`  ${text}`)
      say(`${keyFileIn(dataDir)} is a new key. Give the secrets again that are still needed.`)
    } finally {
      store.close()
    }
  } finally {
    release()
  }
}
