import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { defaultDataDir } from '../src/main/system/data-dir'
import { satisfies } from '../src/main/system/node-version'
import { end, runCli, serve } from './support/cli'

function folder() {
  const dir = mkdtempSync(join(tmpdir(), 'callwright-cli-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}
async function served(dir: string, ...args: string[]) {
  const service = await serve(dir, ...args)
  onTestFinished(async () => void (await end(service.child, 'SIGKILL')))
  return service
}
const me = (api: string, key: string) => fetch(`${api}/user/me`, { headers: { authorization: `Bearer ${key}` } })

describe('serve', () => {
  it('serve prints its address in the first line, answers there, and ends cleanly', async () => {
    const dir = folder()
    const { api, console, dataDir, child, log } = await served(dir)
    expect(api).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api$/)
    expect(console).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{40}$/)
    expect(dataDir).toBe(dir)
    expect((await fetch(`${api}/openapi.json`)).status).toBe(200)
    // The console is where its link leads.
    expect(await (await fetch(console)).text()).toContain('<div id="root">')
    expect(await end(child, 'SIGTERM')).toBe(0)
    expect(log()).not.toContain('"level":50')
  })

  it('serve ends within five seconds even while a client listens to events', async () => {
    const dir = folder()
    const { api, child } = await served(dir)
    const { last: key } = await runCli(['key', 'create', '--name', 'k', '--data-dir', dir])
    const stream = await fetch(`${api}/user/events`, { headers: { authorization: `Bearer ${key}` } })
    await stream.body!.getReader().read()
    expect(await end(child, 'SIGTERM')).toBe(0)
  })

  it('serve refuses a folder that another service uses, and names it', async () => {
    const dir = folder()
    await served(dir)
    const second = await runCli(['serve', '--data-dir', dir, '--port', '0'])
    expect(second.code).toBe(1)
    expect(second.err).toContain(dir)
    expect(second.err).not.toContain('    at ')
  })

  it('serve refuses a port that is in use, and picks no other', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await new Promise(resolve => other.once('listening', resolve))
    const { port } = other.address() as { port: number }
    const { code, err } = await runCli(['serve', '--data-dir', folder(), '--port', String(port)])
    expect([code, err.includes(String(port))]).toEqual([1, true])
  })

  it.each([
    '--port 70000',
    '--port x',
    '--simulator-speed 0',
    '--simulator-speed 3601',
    '--simulator-start soon',
    '--colour',
  ])('serve refuses %s and names it', async words => {
    const args = words.split(' ')
    const { code, err } = await runCli(['serve', '--data-dir', folder(), ...args])
    expect([code, err.includes(args[0]!)]).toEqual([1, true])
  })

  it('serve starts a fresh folder at the given time and continues after a kill', async () => {
    const dir = folder()
    const args = ['--simulator-speed', '3600', '--simulator-start', '2026-03-28T20:00:00Z']
    const { api, child } = await served(dir, ...args)
    const { last: key } = await runCli(['key', 'create', '--name', 'k', '--data-dir', dir])
    const since = async (at: string) => {
      const answer = await fetch(`${at}/user/balance/top-up`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: '{"amount":1}',
      })
      expect(answer.status).toBe(200)
      const halt = await fetch(`${at}/user/dialing/pause`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
      })
      const { since: first } = ((await halt.json()) as { data: { since: string } }).data
      await fetch(`${at}/user/dialing/resume`, { method: 'POST', headers: { authorization: `Bearer ${key}` } })
      return first
    }
    const first = await since(api)
    expect(first > '2026-03-28T20:00' && first < '2026-03-30').toBe(true)
    await end(child, 'SIGKILL')
    const again = await serve(dir, '--simulator-speed', '3600')
    onTestFinished(async () => void (await end(again.child, 'SIGKILL')))
    expect((await since(again.api)) > first).toBe(true)
    await end(again.child, 'SIGTERM')
    const refused = await runCli(['serve', '--data-dir', dir, '--port', '0', ...args])
    expect([refused.code, refused.err.includes('--simulator-start')]).toEqual([1, true])
  })
})

describe('keys and users', () => {
  it('a key works at once while the service runs, and no longer after it is revoked', async () => {
    const dir = folder()
    const { api } = await served(dir)
    const { last: key, out } = await runCli(['key', 'create', '--name', 'CRM', '--data-dir', dir])
    expect(key).toMatch(/^cw_[\w-]{40}$/)
    expect(out.trim()).toBe(key)
    expect((await me(api, key)).status).toBe(200)
    const listed = await runCli(['key', 'list', '--data-dir', dir])
    expect(listed.out).toContain('CRM')
    expect(listed.out).not.toContain(key)
    const [id] = listed.out.split(' ')
    expect((await runCli(['key', 'revoke', id!, '--data-dir', dir])).code).toBe(0)
    expect((await me(api, key)).status).toBe(401)
    expect((await runCli(['key', 'revoke', id!, '--data-dir', dir])).code).toBe(1)
  })

  it('a key can be made before the first start, and belongs to the named user', async () => {
    const dir = folder()
    expect(
      (await runCli(['user', 'create', '--name', 'Eve', '--email', 'eve@example.com', '--data-dir', dir])).code,
    ).toBe(0)
    const own = await runCli(['key', 'create', '--name', 'a', '--data-dir', dir])
    const hers = await runCli(['key', 'create', '--name', 'b', '--user', 'eve@example.com', '--data-dir', dir])
    const { api } = await served(dir)
    expect(await (await me(api, own.last)).json()).toEqual({
      name: 'Operator',
      email: 'operator@localhost',
      total_balance: 25,
    })
    expect(await (await me(api, hers.last)).json()).toEqual({ name: 'Eve', email: 'eve@example.com', total_balance: 0 })
  })

  it.each([
    [['key', 'create'], '--name'],
    [['key', 'create', '--name', 'x', '--user', 'nobody@example.com'], 'nobody@example.com'],
    [['user', 'create', '--name', 'x'], '--email'],
    [['user', 'create', '--name', 'x', '--email', 'operator@localhost'], 'operator@localhost'],
    [['fly'], 'fly'],
    [['console-link'], 'No service'],
  ])('%s says what is missing', async (args, what) => {
    const { code, err } = await runCli([...args, '--data-dir', folder()])
    expect(code).toBe(1)
    expect(err).toContain(what)
    expect(err).not.toContain('    at ')
  })
})

it('the console link signs in once', async () => {
  const dir = folder()
  const { api } = await served(dir)
  const { last: link } = await runCli(['console-link', '--data-dir', dir])
  const { origin, searchParams } = new URL(link)
  const trade = () =>
    fetch(`${origin}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: searchParams.get('token') }),
    })
  const first = await trade()
  expect(first.status).toBe(200)
  const { session } = (await first.json()) as { session: string }
  expect((await trade()).status).toBe(401)
  const rpc = (headers: Record<string, string>) =>
    fetch(`${origin}/rpc/account/me`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{}',
    })
  expect((await rpc({ 'x-callwright-session': session })).status).toBe(200)
  expect((await rpc({})).status).toBe(401)
  // A session cannot be used as a key, and a key cannot be used as a session.
  expect((await me(api, session)).status).toBe(401)
})

describe('backup and restore', () => {
  it('a backup that is taken while the service runs restores everything', async () => {
    const dir = folder()
    const { child } = await served(dir)
    await runCli(['user', 'create', '--name', 'Eve', '--email', 'eve@example.com', '--data-dir', dir])
    const file = join(folder(), 'backup.db')
    expect((await runCli(['backup', file, '--data-dir', dir])).code).toBe(0)
    expect((await runCli(['backup', file, '--data-dir', dir])).err).toContain('exists already')
    expect((await runCli(['restore', file, '--data-dir', dir])).err).toContain('Another Callwright service')
    await runCli(['user', 'create', '--name', 'Late', '--email', 'late@example.com', '--data-dir', dir])
    await end(child, 'SIGTERM')
    const restored = await runCli(['restore', file, '--data-dir', dir])
    expect(restored).toMatchObject({ code: 0 })
    expect(readdirSync(dir).some(name => name.startsWith('before-restore-'))).toBe(true)
    const { out } = await runCli(['user', 'list', '--data-dir', dir])
    expect([out.includes('eve@'), out.includes('late@')]).toEqual([true, false])
  })

  it('a file that is no backup is refused and nothing changes', async () => {
    const dir = folder()
    await runCli(['key', 'create', '--name', 'k', '--data-dir', dir])
    const before = readFileSync(join(dir, 'callwright.db'))
    const file = join(folder(), 'nonsense')
    writeFileSync(file, 'not a database, but long enough to be looked at as one')
    const { code, err } = await runCli(['restore', file, '--data-dir', dir])
    expect([code, err.includes('not a backup')]).toEqual([1, true])
    expect(readFileSync(join(dir, 'callwright.db')).equals(before)).toBe(true)
  })
})

it('the doctor finds no problem, and reports a wrong balance', async () => {
  const dir = folder()
  await served(dir)
  const { code, out } = await runCli(['doctor', '--data-dir', dir])
  expect([code, out.includes('running at http'), out.includes('FAIL')]).toEqual([0, true, false])
})

it.skipIf(process.platform === 'win32')('secrets are readable by their owner only', async () => {
  const dir = folder()
  const { child } = await served(dir)
  expect(existsSync(join(dir, 'data.key'))).toBe(true)
  expect(statSync(join(dir, 'data.key')).mode & 0o077).toBe(0)
  await end(child, 'SIGTERM')
})

it('a Node version that is too old is refused before anything is loaded', () => {
  expect(['20.20.2', '22.14.0', '22.15.0', '24.0.0'].map(satisfies)).toEqual([false, false, true, true])
})

it('the data folder is where each system keeps such data', () => {
  expect(defaultDataDir({ APPDATA: 'C:\\Roaming' }, 'win32', 'C:\\Users\\x')).toContain('Callwright')
  expect(defaultDataDir({}, 'darwin', '/Users/x')).toBe('/Users/x/Library/Application Support/Callwright')
  expect(defaultDataDir({}, 'linux', '/home/x')).toBe('/home/x/.local/share/callwright')
  expect(defaultDataDir({ XDG_DATA_HOME: '/data' }, 'linux', '/home/x')).toBe('/data/callwright')
})
