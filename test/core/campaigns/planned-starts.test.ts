import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { backup, restore } from '../../../src/main/maintenance'
import { expectInvalid, expectMessage, UNKNOWN } from '../../support/api'
import { emptyFolder } from '../../support/folder'
import { given, HOUR, MINUTE, startWorld, type TestWorld } from '../../support/world'
import { read } from './support'

const NOON = '2026-01-05T12:00:00Z'
const plan = (world: TestWorld, id: unknown, start_at: unknown) =>
  world.put(`/user/campaigns/${id}/start-at`, { start_at })
const told = (world: TestWorld) => {
  const texts: string[] = []
  world.service.context.bus.on(event => event.type === 'operator.told' && texts.push(event.text))
  return texts
}

async function ready() {
  const world = await startWorld()
  const campaign = await given.campaign(world, { name: 'Spring' })
  const lead = await given.lead(world, campaign)
  return { world, campaign, lead }
}

it('a campaign starts by itself at the planned moment and dials, and tells the operator', async () => {
  const { world, campaign, lead } = await ready()
  const texts = told(world)
  const { status, body } = await plan(world, campaign, NOON)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    message: 'The start is planned.',
    data: { id: campaign, status: 'draft', started_at: null, start_at: '2026-01-05T12:00:00.000000Z' },
  })
  await world.advance(3 * HOUR - MINUTE)
  expect(await read(world, campaign)).toMatchObject({ status: 'draft' })
  await world.advance(2 * MINUTE)
  expect(await read(world, campaign)).toMatchObject({
    start_at: null,
    started_at: '2026-01-05T12:00:00.000000Z',
  })
  expect(world.lead(lead).status).not.toBe('created')
  expect(texts).toContain('Spring was started, as planned.')
})

it('a planned start can be moved and withdrawn, and starting or stopping by hand withdraws it', async () => {
  const { world, campaign } = await ready()
  await plan(world, campaign, NOON)
  await plan(world, campaign, '2026-01-05T14:00:00Z')
  await world.advance(4 * HOUR)
  expect(await read(world, campaign)).toMatchObject({ status: 'draft', start_at: '2026-01-05T14:00:00.000000Z' })
  expect((await plan(world, campaign, null)).body).toMatchObject({
    message: 'No start is planned.',
    data: { start_at: null },
  })
  await world.advance(2 * HOUR)
  expect(await read(world, campaign)).toMatchObject({ status: 'draft', start_at: null })

  for (const action of ['stop', 'start', 'stop']) {
    await plan(world, campaign, '2026-01-06T09:00:00Z')
    await world.post('/user/campaigns/update-status', { campaign_id: campaign, action })
    expect(await read(world, campaign)).toMatchObject({ start_at: null })
  }
})

it('a start that came while the service was not running is made up for at the next start', async () => {
  const { world, campaign } = await ready()
  await plan(world, campaign, NOON)
  await world.restart()
  expect(await read(world, campaign)).toMatchObject({ status: 'draft', start_at: '2026-01-05T12:00:00.000000Z' })
  await world.service.stop()
  world.clock.step(world.clock.now() + 5 * HOUR)
  await world.restart()
  await world.advance(MINUTE)
  expect(await read(world, campaign)).toMatchObject({ start_at: null, started_at: '2026-01-05T14:00:00.000000Z' })
})

it('a campaign that cannot be started at its time stays stopped, says why, and needs a hand', async () => {
  const world = await startWorld()
  const campaign = await given.campaign(world, { name: 'Spring' })
  const texts = told(world)
  for (const before of ['draft', 'stopped']) {
    expect(await read(world, campaign)).toMatchObject({ status: before })
    await plan(world, campaign, new Date(world.clock.now() + HOUR).toISOString())
    await world.advance(2 * HOUR)
    expect(await read(world, campaign)).toMatchObject({
      status: 'stopped',
      start_at: null,
      stopped_because: {
        reason: 'Its planned start was not possible. The campaign has no leads. Add leads before it starts.',
        call_ids: [],
      },
    })
  }
  expect(texts[0]).toContain('Spring: Its planned start was not possible.')
  expect((await world.get('/user/attention')).body.stopped_campaigns).toMatchObject([{ id: campaign }])
})

it('the moment must be one, within the next year, and of a campaign that does not run', async () => {
  const { world, campaign } = await ready()
  for (const start_at of ['2026-01-05T08:59:59Z', '2027-03-01T00:00:00Z', 'tomorrow', 5, undefined, ''])
    expectInvalid(await plan(world, campaign, start_at), 'start_at')
  expectMessage(await plan(world, UNKNOWN, NOON), 404)
  expectMessage(
    await world.request(
      'PUT',
      `/user/campaigns/${campaign}/start-at`,
      { start_at: NOON },
      { headers: world.other().headers },
    ),
    404,
  )
  await given.started(world, campaign)
  expectMessage(await plan(world, campaign, NOON), 409)
  expect(await read(world, campaign)).toMatchObject({ status: 'in-progress', start_at: null })
  expect((await plan(world, campaign, null)).status).toBe(200)
})

it('a copy of a campaign has no planned start', async () => {
  const { world, campaign } = await ready()
  await plan(world, campaign, NOON)
  expect((await world.post(`/user/campaigns/${campaign}/duplicate`)).body.data).toMatchObject({ start_at: null })
})

it('a restored backup starts nothing by itself', async () => {
  const { world, campaign } = await ready()
  await plan(world, campaign, NOON)
  const [file, dataDir] = [join(emptyFolder(), 'b.db'), emptyFolder()]
  backup(world.dir, file)
  restore(dataDir, file)
  copyFileSync(join(world.dir, 'data.key'), join(dataDir, 'data.key'))
  const restored = await startWorld({ dataDir, at: world.clock.now() })
  expect(await read(restored, campaign)).toMatchObject({ status: 'draft', start_at: null })
})
