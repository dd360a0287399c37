// Deleting a large campaign, and the data of a person. The important number is how long other requests are blocked.
import { CAMPAIGNS, many, OFTEN_CALLED } from './many'
import { median, numberOf, printTable, whole } from './support'
import { startWatched, type Watched } from './watched'

const LEADS = 1_000_000
const CALLS = 200_000
const ROUNDS = 3

export async function benchRemoval(): Promise<void> {
  const is = many(LEADS, CALLS)
  const service = await startWatched(is.dataDir, is.key)
  console.log(
    `removal: among ${whole(LEADS)} leads and ${whole(CALLS)} calls, median of ${ROUNDS} where there is more than one\n`,
  )
  const rows = [['', 'ms', 'longest block']]
  const measure = async (name: string, paths: string[]) => {
    const taken = []
    for (const path of paths) taken.push(await remove(service, path))
    rows.push([name, whole(median(taken.map(one => one.ms))), `${whole(median(taken.map(one => one.blockedMs)))} ms`])
  }
  await measure(
    `a campaign with ${whole(LEADS / CAMPAIGNS)} leads`,
    is.campaignIds.slice(-ROUNDS).map(id => `/user/campaign/${id}`),
  )
  await measure(
    'a person with a lead and a call',
    Array.from({ length: ROUNDS }, (_, i) => personOf(i + 1)),
  )
  await measure('a person with a lead, 200 calls, and a contact of 1,000 leads', [personOf(OFTEN_CALLED)])
  printTable(rows)
  console.log()
  await service.stop()
}

const personOf = (i: number) => `/user/people/${encodeURIComponent(numberOf(i))}`

async function remove(service: Watched, path: string) {
  const { result, blockedMs } = await service.during(() => service.ask('DELETE', path))
  return { ms: result.ms, blockedMs }
}
