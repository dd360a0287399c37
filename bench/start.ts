// From the start of the process until the API answers.
import { note } from './ratios'
import {
  countLeads,
  fillOnce,
  median,
  printTable,
  serviceOn,
  startChild,
  stopChild,
  tempFolder,
  whole,
} from './support'

const LEADS = 1_000_000
const ROUNDS = 7

export async function benchStart(): Promise<void> {
  const full = fillOnce(LEADS, { at: Date.now() })
  const leads = countLeads(full.context)
  full.store.close()

  const used = tempFolder()
  await serve(used)
  const sides = {
    'a bare node:http server': () => start(['bench/hello.ts'], 'anything'),
    'an empty folder': () => serve(tempFolder()),
    'a folder that was used': () => serve(used),
    [`a folder with ${whole(leads)} leads`]: () => serve(full.dataDir),
  }
  const taken = new Map(Object.keys(sides).map(name => [name, [] as number[]]))
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, once] of Object.entries(sides)) taken.get(name)!.push(await once())

  const of = (name: string) => median(taken.get(name)!)
  const names = Object.keys(sides)
  const baseline = of('an empty folder')
  console.log(`start: ms from the start of the process until GET /api/user/me is answered, median of ${ROUNDS}\n`)
  for (const name of names) note(`start: ${name}, of an empty folder`, of(name) / baseline, 'less')
  printTable([
    ['', 'ms', 'fastest', 'slowest', 'of an empty folder'],
    ...names.map(name => {
      const own = taken.get(name)!
      return [
        name,
        whole(of(name)),
        whole(Math.min(...own)),
        whole(Math.max(...own)),
        `${(of(name) / baseline).toFixed(2)} x`,
      ]
    }),
  ])
  console.log(`\n  Writing ${whole(leads)} leads in one transaction took ${(full.writing / 1000).toFixed(1)} s.\n`)
}

const serve = (dataDir: string) => start(serviceOn(dataDir), 'user/me')

/** Any answer counts, also a refusal: an empty folder has no API key yet. */
async function start(args: string[], path: string): Promise<number> {
  const since = performance.now()
  const { child, line } = await startChild(args)
  await (await fetch(`${(JSON.parse(line) as { api: string }).api}/${path}`)).text()
  const taken = performance.now() - since
  await stopChild(child)
  return taken
}
