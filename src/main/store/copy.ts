import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Database } from 'better-sqlite3'
import { sync } from './private'

/**
 * Copies a database to a new file that only its owner can read, also while it is in use. The file gets its name when it
 * is complete; when the copy fails, nothing is left. VACUUM INTO copies one snapshot: SQLite's online backup would start
 * over each time another connection writes.
 */
export function copyTo(db: Pick<Database, 'prepare'>, file: string) {
  const part = `${file}.${process.pid}.part`
  writeFileSync(part, '', { mode: 0o600, flag: 'wx' })
  try {
    db.prepare('VACUUM INTO ?').run(part)
    sync(part)
    renameSync(part, file)
    sync(dirname(file))
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}
