import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isServed, openForCommand, openForService } from '../../src/main/store/open'
import { emptyFolder } from '../support/folder'

describe('opening the store', () => {
  it('one service uses a folder, and short commands may run beside it', () => {
    const dir = emptyFolder()
    expect(isServed(dir)).toBe(false)
    const store = openForService(dir)
    expect(isServed(dir)).toBe(true)
    expect(() => openForService(dir)).toThrow(/Another Callwright service/)
    const beside = openForCommand(dir)
    beside.db.prepare("INSERT INTO state VALUES ('x', '1')").run()
    beside.close()
    expect(store.db.prepare("SELECT value FROM state WHERE key = 'x'").pluck().get()).toBe('1')
    store.close()
    expect(isServed(dir)).toBe(false)
    openForService(dir).close()
  })

  it('commands refuse data of another version', () => {
    const dir = emptyFolder()
    openForService(dir).close()
    const db = new Database(join(dir, 'callwright.db'))
    db.pragma('user_version = 9999')
    db.close()
    expect(() => openForCommand(dir)).toThrow(/version 9999/)
    expect(() => openForService(dir)).toThrow(/newer Callwright/)
    expect(isServed(dir)).toBe(false)
  })

  it('every commit is synced, and foreign keys hold', () => {
    const store = openForService(emptyFolder())
    onTestFinished(() => store.close())
    const pragma = (name: string) => store.db.prepare(`PRAGMA ${name}`).pluck().get()
    expect([pragma('journal_mode'), pragma('synchronous'), pragma('foreign_keys')]).toEqual(['wal', 2, 1])
  })
})
