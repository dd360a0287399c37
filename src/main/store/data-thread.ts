import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

/** What the thread is to do with the database `file`: copy it into the empty file `to`, or look whether it is sound. */
export type DataWork = { file: string } & ({ to: string } | { check: true })

/** What a look at the database has found. */
export interface Found {
  /** The version of SQLite. */
  version: string
  isSound: boolean
  /** Every reference leads to a row that exists. */
  isWhole: boolean
  /** How many users have a balance that is not the sum of their ledger. */
  wrongBalances: number
}

/** Looks at everything in a database. This takes long on a large one. */
export function look(db: InstanceType<typeof Database>): Found {
  const value = (text: string) => db.prepare(text).pluck().get()
  return {
    version: String(value('SELECT sqlite_version()')),
    isSound: value('PRAGMA quick_check') === 'ok',
    isWhole: db.prepare('PRAGMA foreign_key_check').all().length === 0,
    wrongBalances: Number(
      value(
        'SELECT count(*) FROM users WHERE balance <> (SELECT coalesce(sum(amount), 0) FROM ledger WHERE user_id = users.id)',
      ),
    ),
  }
}

if (parentPort) {
  const work = workerData as DataWork
  const db = new Database(work.file, { fileMustExist: true, timeout: 5000 })
  try {
    if ('to' in work) db.prepare('VACUUM INTO ?').run(work.to)
    parentPort.postMessage('to' in work ? null : look(db))
  } finally {
    db.close()
  }
}
