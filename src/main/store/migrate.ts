import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { copyTo } from './copy'

export interface Migration {
  readonly id: number
  readonly name: string
  /** The SQL that is run once. */
  readonly up: string
}

/** A newer build wrote the file. The message is for the person who starts this one. */
export class DataFromNewerVersion extends Error {
  override name = 'DataFromNewerVersion'
}

/** The id of the last migration that ran on a file; 0 for an empty one. */
export const versionOf = (db: Database) => db.pragma('user_version', { simple: true }) as number

/**
 * Runs the migrations that are missing: of a new file all in one transaction, which waits for the disk once, and of a file
 * that has data each in its own. A file that has data is copied to `backups/` beside it first. Throws DataFromNewerVersion,
 * and changes nothing, when a newer build wrote the file.
 */
export function migrate(db: Database, migrations: readonly Migration[]) {
  const at = versionOf(db)
  const newest = migrations.at(-1)?.id ?? 0
  if (at > newest)
    throw new DataFromNewerVersion(
      `This data was written by a newer Callwright (data version ${at}, this one knows ${newest}). Start that version, or restore a backup.`,
    )
  const missing = migrations.filter(m => m.id > at)
  if (missing.length === 0) return
  if (at > 0) backupBefore(db, at)
  const run = db.transaction((some: readonly Migration[]) => {
    for (const m of some) {
      db.exec(m.up)
      db.pragma(`user_version = ${m.id}`)
    }
  })
  if (at === 0) run.immediate(missing)
  else for (const m of missing) run.immediate([m])
}

function backupBefore(db: Database, version: number) {
  if (db.memory) return
  const folder = join(dirname(db.name), 'backups')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stamp = new Date().toISOString().replace(/[:.]/g, '-')
  copyTo(db, join(folder, `before-migration-from-${version}-${stamp}.db`))
}
