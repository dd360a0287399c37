// Imports over the API, compared with prepared inserts of the same rows into the same schema.
import { join } from 'node:path'
import { note } from './ratios'
import type { RawImport } from './raw-import'
import { fill, median, numberOf, printTable, startChild, stopChild, whole } from './support'
import { startWatched } from './watched'

const ROWS = 100_000
/** The most leads of one request. */
const BATCH = 5000
const ROUNDS = 3
const AIM = 0.3

export async function benchImport(): Promise<void> {
  const rounds: { service: Awaited<ReturnType<typeof overTheApi>>; raw: RawImport }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const own = emptied()
    const raw = emptied()
    const service = await overTheApi(own)
    rounds.push({ service, raw: await byHand(own.dataDir, raw) })
  }
  const of = (take: (round: (typeof rounds)[number]) => number) => median(rounds.map(take))
  const share = of(({ service, raw }) => raw.ms / service.ms)
  const row = (name: string, ms: number, peak: number, blocked: string) => [
    name,
    whole((ROWS * 1000) / ms),
    whole(ms),
    `${whole(peak / 2 ** 20)} MiB`,
    blocked,
  ]
  console.log(
    `import: ${whole(ROWS)} leads in requests of ${whole(BATCH)}, with validation and a check for duplicates, against\nprepared inserts into the same schema in transactions of the same size; median of ${ROUNDS} rounds, taken in turns\n`,
  )
  printTable([
    ['', 'rows a second', 'ms', 'peak memory', 'longest block'],
    row(
      'service',
      of(r => r.service.ms),
      of(r => r.service.peak),
      `${whole(of(r => r.service.blockedMs))} ms`,
    ),
    row(
      'prepared inserts',
      of(r => r.raw.ms),
      of(r => r.raw.peak),
      '',
    ),
  ])
  note('import: rows a second, of prepared inserts', share, 'more', AIM)
  console.log(`\n  The service has ${Math.round(share * 100)} % of their rate; the aim is ${AIM * 100} % or more.\n`)
}

interface Place {
  dataDir: string
  key: string
  campaignId: number
}

/** A folder with a campaign that has no leads. */
function emptied(): Place {
  const { store, dataDir, key, campaignId } = fill(0)
  store.close()
  return { dataDir, key, campaignId }
}

async function overTheApi({ dataDir, key, campaignId }: Place) {
  const service = await startWatched(dataDir, key)
  const { result: ms, ...probed } = await service.during(async () => {
    let ms = 0
    for (let first = 0; first < ROWS; first += BATCH) {
      const leads = Array.from({ length: BATCH }, (_, i) => ({
        phone_number: numberOf(first + i),
        variables: { name: `neighbour ${first + i}` },
      }))
      const answer = await service.ask('POST', '/user/leads/import', JSON.stringify({ campaign_id: campaignId, leads }))
      if (answer.body.data.created !== BATCH) throw new Error(`An import refused ${answer.body.data.skipped} rows.`)
      ms += answer.ms
    }
    return ms
  })
  await service.stop()
  return { ms, ...probed }
}

async function byHand(from: string, { dataDir, campaignId }: Place): Promise<RawImport> {
  const file = (folder: string) => join(folder, 'callwright.db')
  const { child, line } = await startChild([
    'bench/raw-import.ts',
    file(from),
    file(dataDir),
    String(campaignId),
    String(BATCH),
  ])
  await stopChild(child)
  return JSON.parse(line) as RawImport
}
