import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { migrate, versionOf } from './migrate'
import { migrations } from './migrations'
import type { WriteDb } from './sql'

/** A reason that the person who started the command can act on: told without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

export interface Store {
  readonly db: WriteDb
  readonly file: string
  /** Copies the whole database to a new file that only its owner can read, while it is in use. */
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
  // One statement over one snapshot: SQLite's online backup begins anew whenever another connection writes.
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

/** Opens the store for the service: alone, migrated. Throws StartError when another service has the folder. */
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
 * Opens the store beside a running service, for a small command. A folder that is new is set up first, as the service
 * would. Throws StartError when the data has another version than this build.
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

/** Whether a service has the folder. */
export function isServed(dataDir: string): boolean {
  if (!existsSync(join(dataDir, 'service.lock'))) return false
  try {
    lock(dataDir, 0)()
    return false
  } catch {
    return true
  }
}

/** Takes the folder as the service does. A command that only looks whether it is taken lets go of it at once. */
export const lockForService = (dataDir: string) => lock(dataDir, 2000)

/** One service per data folder: an open exclusive transaction, which the system ends when the process dies. */
function lock(dataDir: string, patience: number): () => void {
  const file = new Database(join(dataDir, 'service.lock'), { timeout: patience })
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
