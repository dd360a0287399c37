import { existsSync, rmSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import Database from 'better-sqlite3'
import * as fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { Bus } from '../../../src/main/core/kernel/bus'
import { Commits } from '../../../src/main/core/kernel/commits'
import { savepoint, transact } from '../../../src/main/core/kernel/context'
import { all, run, sql, type WriteDb } from '../../../src/main/store/sql'
import { dataFolder } from '../../support/folder'

/** A database with one table, a second connection that sees only what is committed, and the commits of turns. */
function desk() {
  const file = `${dataFolder()}/test.db`
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  db.exec('CREATE TABLE written (n INTEGER PRIMARY KEY) STRICT')
  const other = new Database(file)
  onTestFinished(() => {
    db.close()
    other.close()
    if (existsSync(file)) rmSync(file)
  })
  const commits = new Commits(db as unknown as WriteDb, commit => void setImmediate(commit))
  const bus = new Bus()
  const published: number[] = []
  bus.on(event => {
    if (event.type === 'assistant.changed') published.push(event.id)
  })
  const context = { db: db as unknown as WriteDb, commits, bus }
  return {
    context,
    commits,
    db,
    published,
    /** Writes a number in a transaction and publishes it. */
    write: (n: number) =>
      transact(context, () => {
        run(context.db, sql`INSERT INTO written VALUES (${n})`)
        bus.publish(1, { type: 'assistant.changed', id: n })
      }),
    committed: () => all<{ n: number }>(other as unknown as WriteDb, sql`SELECT n FROM written`).map(({ n }) => n),
  }
}

it('all transactions of one turn are committed together at its end, and their events are published then', async () => {
  const { write, committed, published, commits } = desk()
  write(1)
  write(2)
  expect([committed(), published]).toEqual([[], []])
  await commits.settled()
  expect([committed(), published]).toEqual([
    [1, 2],
    [1, 2],
  ])
  expect(commits.settled()).toBe(null)
})

it('a transaction that fails undoes only itself', async () => {
  const { write, committed, published, commits, context } = desk()
  write(1)
  expect(() =>
    transact(context, () => {
      write(2)
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(() => write(1)).toThrow('UNIQUE')
  transact(context, () => {
    write(3)
    expect(() =>
      savepoint(context, () => {
        write(4)
        throw new Error('no')
      }),
    ).toThrow('no')
  })
  await commits.settled()
  expect([committed(), published]).toEqual([
    [1, 3],
    [1, 3],
  ])
})

it('when the commit fails, nothing is published and everybody who waits hears why', async () => {
  const { write, committed, published, commits, db } = desk()
  db.exec('CREATE TABLE other (id INTEGER REFERENCES written (n) DEFERRABLE INITIALLY DEFERRED) STRICT')
  db.pragma('foreign_keys = ON')
  write(1)
  const first = commits.settled()
  db.exec('INSERT INTO other VALUES (99)') // refused by the commit
  const heard: unknown[] = []
  commits.after(failed => heard.push(failed))
  await expect(first).rejects.toThrow('FOREIGN KEY')
  expect([committed(), published, heard.length]).toEqual([[], [], 1])
  write(2)
  await commits.settled()
  expect([committed(), published]).toEqual([[2], [2]])
})

it('an error that undoes the whole turn is told to all who have written in it', async () => {
  const { write, committed, published, commits, db } = desk()
  write(1)
  const first = commits.settled()
  expect(() =>
    transact({ ...desk().context, commits, db: db as unknown as WriteDb } as never, () => {
      // As SQLite does it when the disk is full.
      db.exec('ROLLBACK')
      throw new Error('the disk is full')
    }),
  ).toThrow('the disk is full')
  await expect(first).rejects.toThrow('the disk is full')
  expect([committed(), published]).toEqual([[], []])
  write(2)
  await commits.settled()
  expect(committed()).toEqual([2])
})

it('a transaction that SQLite has undone in one of its parts goes on with no other part, and stores nothing', async () => {
  const { context, write, committed, commits, db } = desk()
  write(1)
  const first = commits.settled()
  expect(() =>
    transact(context, () => {
      expect(() =>
        savepoint(context, () => {
          db.exec('ROLLBACK')
          throw new Error('the disk is full')
        }),
      ).toThrow('the disk is full')
      expect(() => savepoint(context, () => write(2))).toThrow('undone')
    }),
  ).toThrow('undone')
  await expect(first).rejects.toThrow('undone')
  expect([committed(), db.inTransaction]).toEqual([[], false])
  write(3)
  await commits.settled()
  expect(committed()).toEqual([3])
})

it('when a write outside of a transaction undoes the turn, what comes after it is committed and told so', async () => {
  const { write, committed, published, commits, db } = desk()
  write(1)
  const first = commits.settled()
  db.exec('ROLLBACK') // As SQLite does it when such a write fails.
  write(2)
  const second = commits.settled()
  await expect(first).rejects.toThrow('undone')
  await second
  expect([committed(), published]).toEqual([[2], [2]])
})

it('what waits for the commit in a transaction that fails is not called', async () => {
  const { context, write, commits } = desk()
  const called: string[] = []
  write(1)
  expect(() =>
    transact(context, () => {
      commits.after(() => called.push('failed'))
      throw new Error('no')
    }),
  ).toThrow('no')
  transact(context, () => {
    commits.after(() => called.push('good'))
    expect(called).toEqual([])
  })
  await commits.settled()
  expect(called).toEqual(['good'])
})

it('who hears that the turn was undone may write in a transaction of its own', async () => {
  const { context, write, committed, published, commits, db } = desk()
  write(1)
  commits.after(failed => failed && write(7))
  const first = commits.settled()
  expect(() =>
    transact(context, () => {
      db.exec('ROLLBACK')
      throw new Error('the disk is full')
    }),
  ).toThrow('the disk is full')
  await expect(first).rejects.toThrow('the disk is full')
  await commits.settled()
  expect([committed(), published]).toEqual([[7], [7]])
})

it('without turns every transaction is committed before it returns', () => {
  const { committed, db } = desk()
  const commits = new Commits(db as unknown as WriteDb)
  commits.run(() => db.exec('INSERT INTO written VALUES (7)'))
  expect(committed()).toEqual([7])
  expect(commits.settled()).toBe(null)
})

it('whatever is written in which turns, what was told as committed is committed', async () => {
  const step = fc.record({ n: fc.nat(20), fails: fc.boolean(), nested: fc.boolean(), newTurn: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async steps => {
      const { context, write, committed, published, commits } = desk()
      const expected = new Set<number>()
      for (const { n, fails, nested, newTurn } of steps) {
        const work = () => {
          if (nested) transact(context, () => write(n))
          else write(n)
          if (fails) throw new Error('no')
        }
        try {
          transact(context, work)
          expected.add(n)
        } catch {
          // It was written before, or it fails: nothing of it stays.
        }
        if (newTurn) await turn()
        expect(committed().every(one => expected.has(one))).toBe(true)
        expect(published.every(one => committed().includes(one))).toBe(true)
      }
      commits.flush()
      expect(new Set(committed())).toEqual(expected)
      expect(new Set(published)).toEqual(expected)
    }),
    { numRuns: 50 },
  )
})
