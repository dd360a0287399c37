import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { copyTo } from './copy'
import { migrate, versionOf } from './migrate'
import { migrations } from './migrations'
import { makePrivate, reserve } from './private'
import type { WriteDb } from './sql'
import { StartError } from './start-error'

export interface Store {
  readonly db: WriteDb
  readonly file: string
  /** Copies the database to a new file that only its owner can read. Works while the database is in use. */
  backup(file: string): void
  close(): void
}

/** The database file of a data folder. */
export const databaseIn = (dataDir: string) => join(dataDir, 'callwright.db')

function connect(file: string): Database.Database {
  const db = new Database(file, { timeout: 5000 })
  try {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    db.pragma('foreign_keys = ON')
    db.pragma('cache_size = -65536')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

const storeOf = (db: Database.Database): Store => ({
  db: db as unknown as WriteDb,
  file: db.name,
  backup: file => copyTo(db, file),
  close() {
    db.close()
  },
})

/**
 * Opens the store for the service: makes the folder private, locks it and migrates the database. Throws StartError when
 * another service uses it.
 */
export function openForService(dataDir: string): Store {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  makePrivate(dataDir)
  const release = lockForService(dataDir)
  try {
    // SQLite gives its other files the mode of this one.
    reserve(databaseIn(dataDir))
    const db = connect(databaseIn(dataDir))
    try {
      migrate(db, migrations)
    } catch (error) {
      db.close()
      throw error
    }
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

/** Throws StartError when there is no Callwright data in a folder. */
export function needData(dataDir: string) {
  if (!existsSync(databaseIn(dataDir)))
    throw new StartError(
      `There is no Callwright data in ${dataDir}. Give --data-dir the folder of the service, or start it once: serve`,
    )
}

/**
 * Opens the store for a command; a service may be running on it. With `mayCreate` a new folder is set up first, as the service
 * does it. Throws StartError when there is no data, or it has another version than this build.
 */
export function openForCommand(dataDir: string, { mayCreate = false } = {}): Store {
  if (mayCreate && !existsSync(databaseIn(dataDir))) openForService(dataDir).close()
  needData(dataDir)
  const db = connect(databaseIn(dataDir))
  const wanted = migrations.at(-1)!.id
  const version = versionOf(db)
  if (version !== wanted) {
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
  } catch (error) {
    if (error instanceof InUse) return true
    throw error
  }
}

/**
 * Locks the folder as the service does; waits up to 2 s. Throws StartError when it is locked. Returns how to unlock it.
 */
export const lockForService = (dataDir: string) => lock(dataDir, 2000)

/** Another service uses the folder. */
class InUse extends StartError {}

/**
 * Allows one service for each data folder. The lock is an open exclusive transaction on a file of its own; the
 * operating system releases it when the process ends. Waits up to `timeout` ms.
 */
function lock(dataDir: string, timeout: number): () => void {
  reserve(join(dataDir, 'service.lock'))
  const file = new Database(join(dataDir, 'service.lock'), { timeout })
  try {
    file.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
    throw new InUse(`Another Callwright service is using ${dataDir}. Stop it first, or give --data-dir another folder.`)
  }
  return () => file.close()
}
