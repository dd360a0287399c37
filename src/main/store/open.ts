import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { migrate, versionOf } from './migrate'
import { migrations } from './migrations'
import type { WriteDb } from './sql'

/** An error that the person who started the command can fix. It is printed without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

export interface Store {
  readonly db: WriteDb
  readonly file: string
  /** Copies the database to a new file that only its owner can read. Works while the database is in use. */
  backup(file: string): void
  close(): void
}

const fileIn = (dataDir: string) => join(dataDir, 'callwright.db')

function connect(file: string): Database.Database {
  const db = new Database(file, { timeout: 5000 })
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  db.pragma('cache_size = -65536')
  return db
}

const storeOf = (db: Database.Database): Store => ({
  db: db as unknown as WriteDb,
  file: db.name,
  // VACUUM INTO copies one snapshot. SQLite's online backup would start over each time another connection writes.
  backup(file) {
    const part = `${file}.part`
    writeFileSync(part, '', { mode: 0o600, flag: 'wx' })
    db.prepare('VACUUM INTO ?').run(part)
    renameSync(part, file)
  },
  close() {
    db.close()
  },
})

/**
 * Opens the store for the service: locks the folder and migrates it. Throws StartError when another service uses it.
 */
export function openForService(dataDir: string): Store {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const release = lockForService(dataDir)
  try {
    const db = connect(fileIn(dataDir))
    migrate(db, migrations)
    const store = storeOf(db)
    return {
      ...store,
      close() {
        store.close()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

/**
 * Opens the store for a command; a service may be running on it. A new folder is set up first, as the service does it.
 * Throws StartError when the data has another version than this build.
 */
export function openForCommand(dataDir: string): Store {
  if (!existsSync(fileIn(dataDir))) openForService(dataDir).close()
  const db = connect(fileIn(dataDir))
  const wanted = migrations.at(-1)!.id
  if (versionOf(db) !== wanted) {
    const version = versionOf(db)
    db.close()
    throw new StartError(
      `The data in ${dataDir} has version ${version}, this program needs ${wanted}. Start the service of this version once, or use the program that wrote it.`,
    )
  }
  return storeOf(db)
}

/** Whether a service uses the folder. */
export function isServed(dataDir: string): boolean {
  if (!existsSync(join(dataDir, 'service.lock'))) return false
  try {
    lock(dataDir, 0)()
    return false
  } catch {
    return true
  }
}

/**
 * Locks the folder as the service does; waits up to 2 s. Throws StartError when it is locked. Returns how to unlock it.
 */
export const lockForService = (dataDir: string) => lock(dataDir, 2000)

/**
 * Allows one service for each data folder. The lock is an open exclusive transaction on a file of its own; the
 * operating system releases it when the process ends. Waits up to `timeout` ms.
 */
function lock(dataDir: string, timeout: number): () => void {
  const file = new Database(join(dataDir, 'service.lock'), { timeout })
  try {
    file.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
    throw new StartError(
      `Another Callwright service is using ${dataDir}. Stop it first, or give --data-dir another folder.`,
    )
  }
  return () => file.close()
}
