import { one, run, sql, type WriteDb } from '../../store/sql'
import { isDiskFull } from './errors'

const savepoint = sql`SAVEPOINT part`
const rollback = sql`ROLLBACK TO part`
const release = sql`RELEASE part`
const begin = sql`BEGIN IMMEDIATE`
const commit = sql`COMMIT`

/** Called after a commit, or with the error when it failed and everything in it was undone. */
type AfterCommit = (error?: unknown) => void

/**
 * Commits what the transactions of one turn of the event loop have written, all at once, because each commit waits for the
 * disk. Each of them is a savepoint, so one that fails undoes only itself. What leaves the process (answers, events,
 * commands, requests) must wait for the commit: see `settled` and `after`.
 */
export class Commits {
  /** What waits for the commit of this turn; null: nothing is open. */
  private waiting: AfterCommit[] | null = null
  /** Whether the work of a transaction runs now. */
  private isInside = false
  /** Whether the last change could not be written, because there is no room on the disk. */
  isFull = false
  private changesBefore: unknown

  /**
   * `atEndOfTurn` runs a function when the event loop has handled what it has now; without it every transaction is
   * committed by itself, before it returns. `onBug` hears of errors in what is called after a commit.
   */
  constructor(
    private readonly db: WriteDb,
    private readonly atEndOfTurn?: (commit: () => void) => void,
    private readonly onBug?: (error: unknown) => void,
  ) {}

  /**
   * Runs `work` as a transaction; inside another one, `work` joins that. The write lock is taken at the start: a transaction
   * that reads first and writes later fails when another process has written in between (SQLITE_BUSY_SNAPSHOT).
   */
  run<T>(work: () => T): T {
    if (this.isInside) return work()
    this.isInside = true
    try {
      if (!this.atEndOfTurn) return this.db.transaction(work).immediate()
      this.begin(this.atEndOfTurn)
      return this.savepoint(work)
    } catch (error) {
      // Some errors, such as a full disk, make SQLite undo everything, also what was written before in this turn.
      if (this.waiting && !this.db.inTransaction) this.end(error)
      if (isDiskFull(error)) this.isFull = true
      throw error
    } finally {
      this.isInside = false
    }
  }

  /** Runs a part of a transaction. When it throws, only its own changes are undone. Call inside a transaction. */
  savepoint<T>(work: () => T): T {
    // As better-sqlite3's transaction(), which makes new functions for each call.
    const { db } = this
    run(db, savepoint)
    let result: T
    try {
      result = work()
    } catch (error) {
      if (db.inTransaction) {
        run(db, rollback)
        run(db, release)
      }
      throw error
    }
    run(db, release)
    return result
  }

  /** Calls `then` after the commit of this turn; at once when nothing is open. Call it outside of a transaction. */
  after(then: AfterCommit) {
    if (this.waiting) this.waiting.push(then)
    else then()
  }

  /** Resolves after the commit of this turn; null when nothing is open. Rejects when the commit failed. */
  settled(): Promise<void> | null {
    if (!this.waiting) return null
    return new Promise((resolve, reject) => this.after(error => (error === undefined ? resolve() : reject(error))))
  }

  /** Commits now what is open. */
  flush() {
    if (!this.waiting) return
    try {
      run(this.db, commit)
    } catch (error) {
      if (this.db.inTransaction) run(this.db, sql`ROLLBACK`)
      return this.end(error)
    }
    if (this.isFull && this.changesBefore !== this.changes()) this.isFull = false
    this.end()
  }

  /** How many rows this connection has changed. */
  private changes(): unknown {
    return one<{ n: number }>(this.db, sql`SELECT total_changes() AS n`)!.n
  }

  private begin(atEndOfTurn: (commit: () => void) => void) {
    if (this.waiting) return
    run(this.db, begin)
    if (this.isFull) this.changesBefore = this.changes()
    const opened: AfterCommit[] = []
    this.waiting = opened
    // It may have ended before, by flush() or by an error.
    atEndOfTurn(() => this.waiting === opened && this.flush())
  }

  private end(error?: unknown) {
    const { waiting } = this
    this.waiting = null
    if (isDiskFull(error)) this.isFull = true
    for (const then of waiting ?? []) {
      try {
        then(error)
      } catch (bug) {
        // It must not keep the others from what they wait for.
        this.onBug?.(bug)
      }
    }
  }
}
