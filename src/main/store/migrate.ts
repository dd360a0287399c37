import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Database } from 'better-sqlite3'

export interface Migration {
  readonly id: number
  readonly name: string
  readonly up: string
}

export class DataFromNewerVersion extends Error {
  override name = 'DataFromNewerVersion'
}

export const versionOf = (db: Database) => db.pragma('user_version', { simple: true }) as number

/**
 * Brings the file to this build's version, each step in a transaction of its own. A file that holds data is first
 * copied to `backups/` beside it. Throws DataFromNewerVersion, and changes nothing, when a newer build wrote it.
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
  for (const m of missing)
    db.transaction(() => {
      db.exec(m.up)
      db.pragma(`user_version = ${m.id}`)
    }).immediate()
}

function backupBefore(db: Database, version: number) {
  if (db.memory) return
  const folder = join(dirname(db.name), 'backups')
  mkdirSync(folder, { recursive: true })
  const stamp = new Date().toISOString().replace(/[:.]/g, '-')
  db.prepare('VACUUM INTO ?').run(join(folder, `before-migration-from-${version}-${stamp}.db`))
}
