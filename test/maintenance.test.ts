import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openDataKey } from '../src/main/core/workspace/data-key'
import { openForService } from '../src/main/store/open'
import { end, runCli, serve } from './support/cli'
import { emptyFolder } from './support/folder'

const cli = (dir: string, ...args: string[]) => runCli([...args, '--data-dir', dir])

/** A folder with data: one user, one key. */
async function withData() {
  const dir = emptyFolder()
  const { last: key } = await cli(dir, 'key', 'create', '--name', 'k')
  return { dir, key, database: join(dir, 'callwright.db'), dataKey: join(dir, 'data.key') }
}

async function served(dir: string) {
  const service = await serve(dir)
  onTestFinished(async () => void (await end(service.child, 'SIGKILL')))
  return service
}

/** Expects a command to fail with one plain line that has these words. */
async function expectPlain(answer: Promise<{ code: number; err: string }>, ...words: string[]) {
  const { code, err } = await answer
  expect({ code, lines: err.trim().split('\n').length, err }).toMatchObject({ code: 1, lines: 1 })
  for (const word of words) expect(err).toContain(word)
  expect(err).not.toMatch(/ {4}at |SqliteError|node:/)
}

/** Stores secrets over the API of a running service. */
async function giveSecrets(dir: string, key: string) {
  const { api, child } = await served(dir)
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(api + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(answer.status).toBeLessThan(300)
    return (await answer.json()) as { data: { id: number } }
  }
  await ask('PUT', '/user/settings', { providers: [{ id: 41, api_key: 'sk-secret' }] })
  const tool = { name: 'weather', description: 'Tells', endpoint: 'http://127.0.0.1:9/', method: 'GET' }
  await ask('POST', '/user/tools', { ...tool, headers: [{ name: 'X-Key', value: 'secret' }] })
  await end(child, 'SIGTERM')
}

describe('the data key', () => {
  it('a lost key stops the start, which says which file it is, and no new one is made', async () => {
    const { dir, key, dataKey } = await withData()
    await giveSecrets(dir, key)
    const away = join(emptyFolder(), 'data.key')
    renameSync(dataKey, away)
    await expectPlain(cli(dir, 'serve', '--port', '0'), dataKey, 'is missing', '--forget-secrets')
    const { code, out } = await cli(dir, 'doctor')
    expect([code, out.includes(`FAIL The data key ${dataKey} is missing`)]).toEqual([1, true])
    expect(existsSync(dataKey)).toBe(false)
    // Keys of callers do not need it.
    expect((await cli(dir, 'key', 'list')).code).toBe(0)
    renameSync(away, dataKey)
    expect((await cli(dir, 'doctor')).code).toBe(0)
    await served(dir)
  })

  it('the key of other data is refused, also where the data has no sealed word yet', async () => {
    const [{ dir, dataKey }, other] = await Promise.all([withData(), withData()])
    const own = readFileSync(dataKey)
    const { db, close } = openForService(dir)
    onTestFinished(close)
    const open = () => openDataKey(db, dir)
    const word = () => db.prepare("SELECT value FROM state WHERE key = 'sealed_word'").get()
    // A link to a recording is signed with a sealed secret.
    db.prepare("INSERT INTO state VALUES ('recording_key', ?)").run(JSON.stringify(open().seal('secret')))
    copyFileSync(other.dataKey, dataKey)
    expect(open).toThrow('the key of other data')
    db.prepare("DELETE FROM state WHERE key = 'sealed_word'").run()
    expect(open).toThrow('the key of other data')
    expect((await cli(dir, 'doctor')).out).toContain(`FAIL The file ${dataKey} holds the key of other data`)
    writeFileSync(dataKey, 'nonsense')
    expect(open).toThrow('does not hold a data key')
    expect(word()).toBeUndefined()
    // Data of an earlier version gets its word at the next good start.
    writeFileSync(dataKey, own)
    open()
    expect(word()).toBeDefined()
  })

  it.skipIf(process.platform === 'win32')('a key that others can read is refused', async () => {
    const { dir, dataKey } = await withData()
    chmodSync(dataKey, 0o640)
    await expectPlain(cli(dir, 'serve', '--port', '0'), dataKey, `chmod 600 ${dataKey}`)
    expect((await cli(dir, 'doctor')).out).toContain('FAIL The data key')
    expect(statSync(dataKey).mode & 0o777).toBe(0o640)
  })

  it('a lost key can be given up: every secret is deleted, and the service starts again', async () => {
    const { dir, key, dataKey } = await withData()
    await giveSecrets(dir, key)
    rmSync(dataKey)
    const { code, out } = await cli(dir, 'doctor', '--forget-secrets')
    expect(code).toBe(0)
    expect(out).toContain('1 keys of providers')
    expect(out).toContain('weather')
    expect((await cli(dir, 'doctor')).code).toBe(0)
    const { api } = await served(dir)
    const get = async (path: string) =>
      (await fetch(api + path, { headers: { authorization: `Bearer ${key}` } })).json() as Promise<never>
    expect(await get('/user/tools')).toMatchObject([{ name: 'weather', headers: [] }])
    const { providers } = (await get('/user/settings')) as { providers: { has_key: boolean }[] }
    expect(providers.some(({ has_key }) => has_key)).toBe(false)
    await expectPlain(cli(dir, 'doctor', '--forget-secrets'), 'Another Callwright service')
  })

  it('a start that was cut off before the key was made goes on', async () => {
    const dir = emptyFolder()
    openForService(dir).close()
    expect((await cli(dir, 'doctor')).code).toBe(0)
    expect(readdirSync(dir)).not.toContain('data.key')
    await served(dir)
    expect(readdirSync(dir)).toContain('data.key')
  })
})

describe('a folder without data', () => {
  it.each(['doctor', 'doctor --forget-secrets', 'key list', 'key revoke 1', 'user list', 'backup FILE'])(
    '%s says so and makes nothing',
    async words => {
      const parent = emptyFolder()
      const dir = join(parent, 'mistyped')
      const args = words.split(' ').map(word => (word === 'FILE' ? join(parent, 'b.db') : word))
      await expectPlain(cli(dir, ...args), 'There is no Callwright data in', dir)
      expect(readdirSync(parent)).toEqual([])
      mkdirSync(dir)
      await expectPlain(cli(dir, ...args), 'There is no Callwright data in', dir)
      expect(readdirSync(dir)).toEqual([])
    },
  )

  it('restore does not make a folder', async () => {
    const { dir } = await withData()
    const file = join(emptyFolder(), 'b.db')
    await cli(dir, 'backup', file)
    const mistyped = join(emptyFolder(), 'mistyped')
    await expectPlain(cli(mistyped, 'restore', file), 'does not exist', mistyped)
    expect(existsSync(mistyped)).toBe(false)
  })
})

describe('restore', () => {
  it('without the data key it says that the secrets cannot be read', async () => {
    const { dir, key, dataKey } = await withData()
    await giveSecrets(dir, key)
    const file = join(emptyFolder(), 'b.db')
    await cli(dir, 'backup', file)
    const fresh = emptyFolder()
    const { code, out } = await cli(fresh, 'restore', file)
    expect(code).toBe(0)
    expect(out).toContain(`The data key ${join(fresh, 'data.key')} is missing`)
    await expectPlain(cli(fresh, 'serve', '--port', '0'), 'is missing')
    copyFileSync(dataKey, join(fresh, 'data.key'))
    expect((await cli(fresh, 'restore', file)).out).not.toContain('data key')
    await served(fresh)
  })

  it('what is no backup is refused in plain words, and nothing changes', async () => {
    const { dir, database } = await withData()
    const before = readFileSync(database)
    const elsewhere = emptyFolder()
    await expectPlain(cli(dir, 'restore', elsewhere), 'is a folder')
    const foreign = join(elsewhere, 'foreign.db')
    const db = new Database(foreign)
    db.exec('CREATE TABLE songs (name TEXT); PRAGMA user_version = 20')
    db.close()
    await expectPlain(cli(dir, 'restore', foreign), 'not a backup of Callwright')
    const cut = join(elsewhere, 'cut.db')
    await cli(dir, 'backup', cut)
    truncateSync(cut, Math.floor(statSync(cut).size / 2))
    await expectPlain(cli(dir, 'restore', cut), 'cut short')
    writeFileSync(cut, '')
    await expectPlain(cli(dir, 'restore', cut), 'not a backup of Callwright')
    expect(readFileSync(database).equals(before)).toBe(true)
    expect(readdirSync(dir).filter(name => name.includes('part') || name.includes('before'))).toEqual([])
  })

  it.each([1, 2, 3])('that is killed before its change %i of a name leaves a whole database', async n => {
    const { dir } = await withData()
    const file = join(emptyFolder(), 'b.db')
    await cli(dir, 'backup', file)
    await cli(dir, 'user', 'create', '--name', 'Late', '--email', 'late@example.com')
    vi.stubEnv('NODE_OPTIONS', `--import ${join(import.meta.dirname, 'support/die-at.mjs')}`)
    vi.stubEnv('DIE_AT', String(n))
    const { code } = await cli(dir, 'restore', file)
    vi.unstubAllEnvs()
    // Two names are changed: the old database gets a second one, the restored one takes its place.
    expect(code).toBe(n <= 2 ? null : 0)
    const { out } = await cli(dir, 'user', 'list')
    expect(out.includes('late@')).toBe(n <= 2)
    expect((await cli(dir, 'doctor')).code).toBe(0)
    expect((await cli(dir, 'restore', file)).code).toBe(0)
  })

  it('a damaged database is replaced and kept', async () => {
    const { dir, database } = await withData()
    const file = join(emptyFolder(), 'b.db')
    await cli(dir, 'backup', file)
    writeFileSync(database, 'damaged, and long enough to be looked at as a database '.repeat(20))
    expect((await cli(dir, 'restore', file)).code).toBe(0)
    const [kept] = readdirSync(dir).filter(name => name.startsWith('before-restore-'))
    expect(readFileSync(join(dir, kept!), 'utf8')).toContain('damaged, and long enough')
    expect((await cli(dir, 'doctor')).code).toBe(0)
  })

  it('what an earlier restore left when it was cut off does no harm', async () => {
    const { dir, database } = await withData()
    const file = join(emptyFolder(), 'b.db')
    await cli(dir, 'backup', file)
    for (const rest of ['.part', '.part-journal', '.part-wal']) writeFileSync(database + rest, 'left over')
    expect((await cli(dir, 'restore', file)).code).toBe(0)
    expect((await cli(dir, 'doctor')).code).toBe(0)
    expect(readdirSync(dir).filter(name => name.includes('part'))).toEqual([])
  })
})

describe('a backup that cannot be written', () => {
  it('into nowhere is a plain line', async () => {
    const { dir } = await withData()
    await expectPlain(cli(dir, 'backup', join(emptyFolder(), 'no', 'b.db')), 'does not exist')
  })

  it('of a damaged database leaves no file', async () => {
    const { dir, database } = await withData()
    const bytes = readFileSync(database)
    // The pages after the first ones.
    writeFileSync(database, Buffer.concat([bytes.subarray(0, 8192), Buffer.alloc(bytes.length - 8192, 7)]))
    const there = emptyFolder()
    await expectPlain(cli(dir, 'backup', join(there, 'b.db')), 'is damaged')
    expect(readdirSync(there)).toEqual([])
    expect((await cli(dir, 'doctor')).out).toContain('FAIL')
  })
})

describe('a start that cannot be', () => {
  it('on a damaged database says so in one line', async () => {
    const { dir, database } = await withData()
    writeFileSync(database, 'damaged, and long enough to be looked at as a database '.repeat(20))
    await expectPlain(cli(dir, 'serve', '--port', '0'), dir, 'is damaged', 'restore')
    for (const words of [
      ['key', 'list'],
      ['backup', join(emptyFolder(), 'b.db')],
    ])
      await expectPlain(cli(dir, ...words), 'is damaged')
    expect((await cli(dir, 'doctor')).out).toContain('FAIL The database')
  })

  it('in a file, or below one, says so in one line', async () => {
    const file = join(emptyFolder(), 'file')
    writeFileSync(file, '')
    for (const dir of [file, join(file, 'below')]) {
      await expectPlain(cli(dir, 'serve', '--port', '0'), file)
      await expectPlain(cli(dir, 'key', 'create', '--name', 'k'), file)
    }
  })

  it('on an address of another machine says so in one line', async () => {
    const { dir } = await withData()
    await expectPlain(cli(dir, 'serve', '--port', '0', '--host', '192.0.2.1'), '192.0.2.1', '--host')
  })

  it('while another program holds the database says so in one line', async () => {
    const { dir, database } = await withData()
    const db = new Database(database)
    onTestFinished(() => void db.close())
    db.exec('BEGIN IMMEDIATE')
    await expectPlain(cli(dir, 'key', 'create', '--name', 'b'), 'Another program holds the database')
  })
})

it('a lock that cannot be read is not taken for a running service', async () => {
  const { dir } = await withData()
  const lock = join(dir, 'service.lock')
  rmSync(lock, { force: true })
  mkdirSync(lock)
  await expectPlain(cli(dir, 'console-link'), lock)
})

it('names do not control the terminal', async () => {
  const { dir } = await withData()
  const evil = 'a\u001b[2Jb\u0007\r\u202ec'
  await cli(dir, 'key', 'create', '--name', evil)
  await cli(dir, 'user', 'create', '--name', evil, '--email', `e${evil}`)
  const listed = (await cli(dir, 'key', 'list')).out + (await cli(dir, 'user', 'list')).out
  const refused = await cli(dir, 'key', 'create', '--name', 'x', '--user', evil)
  for (const text of [listed, refused.err]) {
    expect(text).toContain('a\\u{1b}[2Jb\\u{7}\\u{d}\\u{202e}c')
    expect(text).not.toMatch(/[^\P{Cc}\n]|\u202e/u)
  }
})

it.skipIf(process.platform === 'win32')('everything in the data folder becomes private, whatever it was', async () => {
  const { dir, database } = await withData()
  const { child } = await served(dir)
  await end(child, 'SIGTERM')
  for (const name of ['recordings', 'documents', 'backups', 'window']) {
    mkdirSync(join(dir, name), { recursive: true })
    writeFileSync(join(dir, name, 'file'), '')
    chmodSync(join(dir, name, 'file'), 0o644)
    chmodSync(join(dir, name), 0o755)
  }
  chmodSync(dir, 0o755)
  chmodSync(database, 0o644)
  chmodSync(join(dir, 'service.lock'), 0o666)
  expect((await cli(dir, 'doctor')).out).toContain('FAIL other users can read')
  const again = await served(dir)
  const modes = ['', ...(readdirSync(dir, { recursive: true }) as string[])]
    .filter(name => name !== join('window', 'file'))
    .map(name => [name, statSync(join(dir, name)).mode & 0o077])
  expect(modes.filter(([, mode]) => mode !== 0)).toEqual([])
  expect(modes.map(([name]) => name)).toContain('callwright.db-wal')
  await end(again.child, 'SIGTERM')
  expect((await cli(dir, 'doctor')).code).toBe(0)
})
