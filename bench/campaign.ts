import { run, sql } from '../src/main/store/sql'
import { note } from './ratios'
import { fill, median, printTable, serviceOn, setSettings, startChild, stopChild, whole } from './support'

// How many leads a second a simulated campaign dials, holds its calls with, judges and books, until all are done. Desk time
// runs so fast that only the work limits it. The aim is 300 a second.

const LEADS = 3000
const ROUNDS = 3
const SPEED = 1000
const AIM = 300

export async function benchCampaign(): Promise<void> {
  const rates: number[] = []
  for (let round = 0; round < ROUNDS; round++) rates.push(await dialAll())
  console.log(`campaign: leads a second, ${whole(LEADS)} leads at speed ${SPEED} with 100 lines, of ${ROUNDS} rounds\n`)
  printTable([
    ['', 'median', 'fastest', 'slowest', `of the aim of ${AIM}`],
    [
      'dialed and done',
      whole(median(rates)),
      whole(Math.max(...rates)),
      whole(Math.min(...rates)),
      `${Math.round((100 * median(rates)) / AIM)} %`,
    ],
  ])
  note('campaign: leads a second, of 300', median(rates) / AIM, 'more', 1)
  console.log('')
}

/** Runs a whole campaign in a new folder. Returns its leads a second, from its start to its last result. */
async function dialAll(): Promise<number> {
  const { dataDir, store, context, campaignId, key } = fill(LEADS)
  setSettings(context, { max_calls_in_parallel: 1000, calls_per_second: 100 })
  // Different numbers, whose calls are answered and talk for a while.
  run(context.db, sql`UPDATE leads SET phone_number = printf('+1212%05d24', 20000 + id)`)
  store.close()
  const { child, line } = await startChild([...serviceOn(dataDir), '--simulator-speed', String(SPEED)])
  const { api } = JSON.parse(line) as { api: string }
  const ask = async (path: string, body?: object) => {
    const response = await fetch(api + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as { status: string }
  }
  const since = performance.now()
  await ask('/user/campaigns/update-status', { campaign_id: campaignId, action: 'start' })
  while ((await ask(`/user/campaigns/${campaignId}`)).status !== 'completed')
    await new Promise(resolve => setTimeout(resolve, 100))
  const taken = performance.now() - since
  await stopChild(child)
  return (LEADS * 1000) / taken
}
