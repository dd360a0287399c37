// A hundred simulated calls at once at 120 times real time, recorded and not recorded. The important numbers are how long
// other requests wait, whether calls keep their length, and how fast the folder of recordings grows.
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openForService } from '../src/main/store/open'
import { all, sql } from '../src/main/store/sql'
import { fill, median, printTable, setSettings, whole } from './support'
import { startWatched } from './watched'

const SPEED = 120
const LINES = 100
const SECONDS = 30
const LEADS = 20_000
/** Between two requests, ms. */
const ASK_EVERY = 50

export async function benchSound(): Promise<void> {
  const silent = await run(false)
  const recorded = await run(true)
  console.log(`sound: ${LINES} simulated calls at once at speed ${SPEED}, for ${SECONDS} s\n`)
  const row = (name: string, of: (result: typeof silent) => number, unit = '') => [
    name,
    whole(of(silent)) + unit,
    whole(of(recorded)) + unit,
    `${(of(recorded) / of(silent)).toFixed(2)} x`,
  ]
  printTable([
    ['', 'not recorded', 'recorded', 'ratio'],
    row('GET /user/dialing, median', result => median(result.asked), ' ms'),
    row('GET /user/dialing, longest', result => Math.max(...result.asked), ' ms'),
    row('longest block', result => result.blockedMs, ' ms'),
    row('calls that were answered', result => result.talked.length),
    row('talk time, median', result => median(result.talked), ' s'),
    row('talk time, longest', result => Math.max(...result.talked), ' s'),
  ])
  console.log(
    `\n  ${whole(recorded.stored)} of ${whole(recorded.talked.length)} recorded, ${whole(recorded.bytes / 2 ** 20)} MiB.\n`,
  )
}

/** One campaign on a new folder for some seconds. */
async function run(record: boolean) {
  const { dataDir, store, context, assistantId, campaignId, key } = fill(LEADS)
  setSettings(context, {
    rate_limit: { per_second: 1e6, burst: 1e6 },
    max_calls_in_parallel: LINES,
    calls_per_second: 100,
  })
  store.close()
  const service = await startWatched(dataDir, key, ['--simulator-speed', String(SPEED)])
  await service.ask('PUT', `/user/assistant/${assistantId}`, JSON.stringify({ record }))
  const begin = JSON.stringify({ campaign_id: campaignId, action: 'start' })
  await service.ask('POST', '/user/campaigns/update-status', begin)
  const { result: asked, blockedMs } = await service.during(async () => {
    const asked: number[] = []
    for (const until = performance.now() + SECONDS * 1000; performance.now() < until; await sleep(ASK_EVERY))
      asked.push((await service.ask('GET', '/user/dialing')).ms)
    return asked
  })
  await service.stop()
  const after = openForService(dataDir)
  const talks = all<{ ms: number; recording: string | null }>(
    after.db,
    sql`SELECT talked_ms AS ms, recording FROM calls WHERE talked_ms > 0`,
  )
  after.close()
  const folder = join(dataDir, 'recordings')
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  rmSync(folder, { recursive: true })
  return {
    asked,
    blockedMs,
    talked: talks.map(({ ms }) => ms / 1000),
    stored: talks.filter(({ recording }) => recording !== null).length,
    bytes,
  }
}
