import { one, run, sql, type WriteDb } from '../../store/sql'
import { isDiskFull } from './errors'

const savepoint = sql`SAVEPOINT part`
const rollback = sql`ROLLBACK TO part`
const release = sql`RELEASE part`
const begin = sql`BEGIN IMMEDIATE`
const commit = sql`COMMIT`

/** Called after a commit, or with the error when it failed and everything in it was undone. */
type AfterCommit = (failed?: CommitFailed) => void

/** What a turn has written was undone, for the reason in `cause`; `code` is the code of that error. */
export class CommitFailed extends Error {
  override name = 'CommitFailed'
  readonly code: unknown
  constructor(cause: unknown) {
    super(`What was written could not be committed: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
    this.code = (cause as { code?: unknown } | null | undefined)?.code
  }
}

/** Some errors, such as a full disk, make SQLite undo a whole transaction, also what was written before in its turn. */
const undone = () => new Error('SQLite has undone the transaction because of an error in it')

/**
 * Commits what the transactions of one turn of the event loop have written, all at once, because each commit waits for the
 * disk. Each of them is a savepoint, so one that fails undoes only itself. What leaves the process (answers, events,
 * commands, requests) must wait for the commit: see `settled` and `after`.
 */
export class Commits {
  /** What waits for the commit of this turn; null: nothing is open. */
  private waiting: AfterCommit[] | null = null
  /** What waits for it in the transaction that runs now; null: none runs. */
  private inner: AfterCommit[] | null = null
  /** Whether the last change could not be written, because there is no room on the disk. */
  isFull = false
  /** Whether a transaction of this turn has written something since the disk was full. */
  private hasWritten = false

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
    if (this.inner) return work()
    const { atEndOfTurn } = this
    const inner: AfterCommit[] = []
    let result: T
    try {
      if (atEndOfTurn) this.begin(atEndOfTurn)
      this.inner = inner
      const before = this.isFull ? this.changes() : undefined
      result = atEndOfTurn ? this.savepoint(work) : this.db.transaction(work).immediate()
      if (before !== undefined && this.changes() !== before) this.hasWritten = true
    } catch (error) {
      if (isDiskFull(error)) this.noteFull()
      // The others are told when this transaction is out of the way.
      if (this.waiting && !this.db.inTransaction) queueMicrotask(this.detach(error))
      throw error
    } finally {
      this.inner = null
    }
    if (this.waiting) this.waiting.push(...inner)
    else this.tell(inner)
    return result
  }

  /** Runs a part of a transaction. When it throws, only its own changes are undone. Call inside a transaction. */
  savepoint<T>(work: () => T): T {
    // As better-sqlite3's transaction(), which makes new functions for each call.
    const { db } = this
    if (!db.inTransaction) throw undone()
    const before = this.inner?.length ?? 0
    run(db, savepoint)
    let result: T
    try {
      result = work()
      if (!db.inTransaction) throw undone()
    } catch (error) {
      if (this.inner) this.inner.length = before
      if (db.inTransaction) {
        run(db, rollback)
        run(db, release)
      }
      throw error
    }
    run(db, release)
    return result
  }

  /**
   * Calls `then` after the commit of this turn; at once when nothing is open. Inside a transaction that fails, it is not
   * called.
   */
  after(then: AfterCommit) {
    if (this.inner) this.inner.push(then)
    else if (this.waiting) this.waiting.push(then)
    else then()
  }

  /** Resolves after the commit of this turn; null when nothing is open. Rejects with CommitFailed when it failed. */
  settled(): Promise<void> | null {
    if (!this.waiting) return null
    return new Promise((resolve, reject) => this.after(failed => (failed ? reject(failed) : resolve())))
  }

  /** Commits now what is open. */
  flush() {
    if (!this.waiting) return
    try {
      if (!this.db.inTransaction) throw undone()
      run(this.db, commit)
    } catch (error) {
      const tell = this.detach(error)
      try {
        if (this.db.inTransaction) run(this.db, sql`ROLLBACK`)
      } finally {
        tell()
      }
      return
    }
    if (this.hasWritten) this.isFull = false
    const { waiting } = this
    this.waiting = null
    this.tell(waiting)
  }

  private begin(atEndOfTurn: (commit: () => void) => void) {
    if (this.waiting && this.db.inTransaction) return
    // A write outside of a transaction has failed, and SQLite has undone the turn with it.
    if (this.waiting) queueMicrotask(this.detach(undone()))
    run(this.db, begin)
    this.hasWritten = false
    const opened: AfterCommit[] = []
    this.waiting = opened
    // It may have ended before, by flush() or by an error.
    atEndOfTurn(() => this.waiting === opened && this.flush())
  }

  /** Ends this turn without a commit. Returns how to tell those who wait for it. */
  private detach(error: unknown): () => void {
    const { waiting } = this
    this.waiting = null
    if (isDiskFull(error)) this.noteFull()
    return () => this.tell(waiting, new CommitFailed(error))
  }

  private tell(waiting: readonly AfterCommit[] | null, failed?: CommitFailed) {
    for (const then of waiting ?? []) {
      try {
        then(failed)
      } catch (bug) {
        // It must not keep the others from what they wait for.
        this.onBug?.(bug)
      }
    }
  }

  private noteFull() {
    this.isFull = true
    this.hasWritten = false
  }

  /** How many rows this connection has changed, also those that were undone. */
  private changes(): number {
    return one<{ n: number }>(this.db, sql`SELECT total_changes() AS n`)!.n
  }
}
