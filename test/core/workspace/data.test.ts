import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { expectMessage } from '../../support/api'
import { runCli } from '../../support/cli'
import { dataFolder } from '../../support/folder'
import { given, startWorld, type TestWorld } from '../../support/world'

const data = async (world: TestWorld) => (await world.get('/user/data')).body
/** Waits until the backup that is being made has ended, in real time: it is made by a thread. */
const ended = (world: TestWorld) => expect.poll(async () => (await data(world)).backup.state).not.toBe('running')

it('the data folder is named with its sizes', async () => {
  const world = await startWorld()
  const found = await data(world)
  expect(found).toMatchObject({ folder: world.dir, backups: [], backup: { state: 'none', name: null, error: null } })
  expect(found.database.bytes).toBeGreaterThan(100_000)
  expect(found.recordings).toEqual({ files: 0, bytes: 0 })
})

it('a backup is a whole copy that only its owner can read, and restore takes it', async () => {
  const world = await startWorld()
  await given.campaign(world, { name: 'Spring' })
  const heard: string[] = []
  world.service.context.bus.on(event => void heard.push(event.type))
  expect((await world.post('/user/data/backups')).status).toBe(202)
  await ended(world)
  const { backup, backups } = await data(world)
  expect(backup).toMatchObject({ state: 'made', error: null })
  expect(backups).toMatchObject([{ name: backup.name, bytes: expect.any(Number) }])
  expect(heard.filter(type => type === 'data.changed')).toHaveLength(2)
  const file = join(world.dir, 'backups', backup.name)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const copy = new Database(file, { readonly: true })
  expect(copy.prepare('SELECT name FROM campaigns').pluck().all()).toEqual(['Spring'])
  copy.close()
  await world.stop()
  const { code, out } = await runCli(['restore', file, '--data-dir', world.dir])
  expect([code, out]).toEqual([0, expect.stringContaining('Restored from')])
})

it('one backup is made at a time, and nothing is left of one that is cancelled', async () => {
  const world = await startWorld()
  expectMessage(await world.post('/user/data/backups/cancel'), 409)
  await world.post('/user/data/backups')
  expectMessage(await world.post('/user/data/backups'), 409)
  expectMessage(await world.post('/user/data/backups/cancel'), 200)
  await ended(world)
  expect(await data(world)).toMatchObject({ backup: { state: 'cancelled' }, backups: [] })
  expect(readdirSync(join(world.dir, 'backups'))).toEqual([])
})

it('a backup that could not be made says why', async () => {
  const world = await startWorld()
  writeFileSync(join(world.dir, 'backups'), 'in the way')
  await world.post('/user/data/backups')
  await ended(world)
  expect((await data(world)).backup).toMatchObject({ state: 'failed', error: expect.stringContaining('EEXIST') })
  expect(world.log.warnings.map(({ text }) => text)).toContain('a backup could not be made')
})

it('a backup is deleted by its name, and nothing else is', async () => {
  const world = await startWorld()
  await world.post('/user/data/backups')
  await ended(world)
  const { name } = (await data(world)).backup
  for (const wrong of ['other.db', '..%2Fcallwright.db', '%2E%2E%2Fcallwright.db'])
    expect((await world.delete(`/user/data/backups/${wrong}`)).status).toBe(404)
  expect(existsSync(join(world.dir, 'callwright.db'))).toBe(true)
  expectMessage(await world.delete(`/user/data/backups/${name}`), 200)
  expect((await data(world)).backups).toEqual([])
})

it('what a crash has left of a backup is gone after the next start', async () => {
  const dir = dataFolder()
  mkdirSync(join(dir, 'backups'))
  writeFileSync(join(dir, 'backups', 'backup-1.db.part'), 'half')
  writeFileSync(join(dir, 'backups', 'backup-0.db'), 'whole')
  await startWorld({ dataDir: dir })
  expect(readdirSync(join(dir, 'backups'))).toEqual(['backup-0.db'])
})

it('the data is checked as by doctor, while the service runs', async () => {
  const world = await startWorld()
  const { ok, checks } = (await world.post('/user/data/check')).body
  expect([ok, checks.length]).toEqual([true, 5])
  world.db.prepare('UPDATE users SET balance = balance + 1').run()
  chmodSync(join(world.dir, 'recordings'), 0o755)
  const wrong = (await world.post('/user/data/check')).body
  expect(wrong.ok).toBe(false)
  expect(wrong.checks.filter((one: { ok: boolean }) => !one.ok).map((one: { text: string }) => one.text)).toEqual([
    'balances are the sums of their ledgers',
    expect.stringContaining('recordings'),
  ])
})
