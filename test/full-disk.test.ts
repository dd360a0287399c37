import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { emptyFolder } from './support/folder'
import { given, MINUTE, SECOND, startWorld } from './support/world'

/** A small disk of its own; null where this user may not mount one. */
function smallDisk(): string | null {
  const dir = join(emptyFolder(), 'disk')
  mkdirSync(dir)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'none', dir], { stdio: 'ignore' })
  } catch {
    return null
  }
  onTestFinished(() => void execFileSync('umount', ['-l', dir]))
  return dir
}

const canMount = (() => {
  if (process.platform !== 'linux') return false
  try {
    const dir = execFileSync('mktemp', ['-d'], { encoding: 'utf8' }).trim()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', dir], { stdio: 'ignore' })
    execFileSync('umount', [dir])
    rmSync(dir, { recursive: true })
    return true
  } catch {
    return false
  }
})()

/** Fills a disk to its last block. The returned function makes room again. */
function fill(dir: string) {
  const files: string[] = []
  for (let size = 2 ** 20; size >= 512; size /= 2)
    for (;;) {
      const file = join(dir, `filler-${files.length}`)
      try {
        writeFileSync(file, Buffer.alloc(size), { flag: 'wx' })
        files.push(file)
      } catch {
        rmSync(file, { force: true })
        break
      }
    }
  expect(statfsSync(dir).bavail).toBe(0)
  return () => {
    for (const file of files) rmSync(file)
  }
}

describe.skipIf(!canMount)('a full disk', () => {
  async function onSmallDisk() {
    const dataDir = smallDisk()!
    const world = await startWorld({ dataDir })
    onTestFinished(() => world.stop())
    const campaign = await given.campaign(world)
    for (let i = 0; i < 3; i++) await given.lead(world, campaign, { ending: '07' })
    await given.started(world, campaign)
    await world.advance(30 * SECOND)
    const live = async () => (await world.get('/user/calls?status=in-progress')).body.total
    expect(await live()).toBe(3)
    return { world, campaign, live, fill: () => fill(dataDir) }
  }

  it('reading goes on, a change is 507, the operator is told, and everything goes on when there is room', async () => {
    const { world, campaign, fill } = await onSmallDisk()
    const makeRoom = fill()
    await world.advance(2 * MINUTE)
    expect((await world.get('/user/me')).status).toBe(200)
    expect((await world.get('/user/calls')).body.total).toBe(3)
    let refused = await world.post('/user/lead', { campaign_id: campaign, phone_number: given.number('24') })
    for (let i = 0; refused.status === 200 && i < 50; i++)
      refused = await world.post('/user/lead', { campaign_id: campaign, phone_number: given.number('24') })
    expect(refused).toMatchObject({ status: 507, body: { message: expect.stringContaining('no room on the disk') } })
    expect((await world.get('/user/attention')).body.disk_full).toBe(true)
    await world.advance(5 * MINUTE)
    expect((await world.get('/user/calls')).status).toBe(200)
    makeRoom()
    const added = await world.post('/user/lead', { campaign_id: campaign, phone_number: given.number('24') })
    expect(added.status).toBe(200)
    await world.advance(20 * MINUTE)
    expect((await world.get('/user/attention')).body.disk_full).toBe(false)
    expect(world.lead(added.body.data.id).status).toBe('completed')
    world.log.errors.length = 0
  })

  it('halt acts at once, says what could not be written, and is written when there is room', async () => {
    const { world, campaign, live, fill } = await onSmallDisk()
    const makeRoom = fill()
    let halted = await world.post('/user/dialing/halt')
    for (let i = 0; halted.status === 200 && i < 50; i++) {
      await world.post('/user/dialing/resume')
      halted = await world.post('/user/dialing/halt')
    }
    expect(halted).toMatchObject({
      status: 507,
      body: { message: expect.stringContaining('every call is being hung up') },
    })
    expect((await world.get('/user/dialing')).body.state).toBe('halted')
    makeRoom()
    await world.advance(MINUTE)
    expect(await live()).toBe(0)
    expect((await world.get(`/user/campaigns/${campaign}`)).body.status).toBe('stopped')
    await world.restart()
    expect((await world.get('/user/dialing')).body.state).toBe('halted')
    world.log.errors.length = 0
  })
})
