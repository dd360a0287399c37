// What a load of the console's pages costs: what moves, when there is something to see, and how much is fetched.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { type Desk, out } from './console-desk'
import type { Shift, Sign } from './console-probe'
import { note } from './ratios'
import { median, printTable, whole } from './support'

const ROUNDS = 5
/** After this time everything that moves while a page loads has moved, in milliseconds. */
export const LOADED = 2000
/** The aims: a sum of layout shifts, milliseconds, and kB of 1,000 bytes. */
const MAX_SHIFT = 0.02
const FIRST_FRAME = 500
const MAX_KILOBYTES = 350

// Layout shift

/** `more`: other pages than those that change while a campaign runs. */
export async function measureShifts(desk: Desk, more: Record<string, string> = {}, about = 'console') {
  const campaign = await desk.runCampaign()
  const call = await desk.liveCall()
  const places = {
    Today: '/today',
    Campaigns: '/campaigns',
    'one campaign': `/campaigns/${campaign}`,
    Calls: '/calls',
    'one call': `/calls/${call}`,
    'New campaign': '/campaigns/new',
    ...more,
  }
  const rows = [['', 'cold, running', 'warm, running', 'cold, paused', 'warm, paused']]
  const loads: { when: 'running' | 'paused'; where: string; shifts: Shift[] }[] = []
  const load = async (when: 'running' | 'paused') => {
    for (const [name, place] of Object.entries(places)) {
      const page = await desk.open(place)
      loads.push({ when, where: `${name}, cold, ${when}`, shifts: await shiftsOf(page) })
      await page.goto('about:blank')
      await page.goto(`${desk.origin}/#${place}`)
      loads.push({ when, where: `${name}, warm, ${when}`, shifts: await shiftsOf(page) })
      await page.context().close()
    }
  }
  await load('running')
  await desk.ask('POST', '/user/dialing/pause')
  await desk.silence()
  await load('paused')
  for (const name of Object.keys(places)) {
    const own = loads.filter(({ where }) => where.startsWith(`${name},`))
    rows.push([name, ...own.map(({ shifts }) => total(shifts).toFixed(4))])
  }
  console.log(
    `  Layout shift in the first ${LOADED / 1000} s of a load; while dialing is paused, no call is under way:\n`,
  )
  printTable(rows)
  for (const when of ['running', 'paused'] as const) {
    const [worst] = loads.filter(one => one.when === when).sort((a, b) => total(b.shifts) - total(a.shifts))
    printMoved(worst!.where, worst!.shifts)
    note(`${about}: layout shift of the worst load, ${when}`, total(worst!.shifts), 'less', MAX_SHIFT)
  }
  console.log()
}

async function shiftsOf(page: Page): Promise<Shift[]> {
  await sleep(LOADED)
  return page.evaluate(() => window.bench.shifts)
}

export const total = (shifts: Shift[]) => shifts.reduce((sum, { value }) => sum + value, 0)

/** Prints what moved the most. */
export function printMoved(where: string, shifts: Shift[]) {
  if (shifts.length > 0) console.log(`\n  What moved on ${where}:`)
  for (const { value, moved } of shifts.toSorted((a, b) => b.value - a.value).slice(0, 4)) {
    console.log(`    ${value.toFixed(4)}`)
    for (const one of moved) console.log(`            ${one}`)
  }
}

// First frame

/** The first figure of the day, or the first running call. */
const todaysData: Sign[] = [
  { selector: ':has(> dt)', says: '^Dials\\s*\\d' },
  { selector: '[aria-label="Live calls"] tbody tr:not([aria-hidden])', says: '\\d:\\d\\d' },
]
/** A page of the service that has neither style nor script. */
export const BARE = '/api/nothing'

export async function measureFirstFrames(desk: Desk, about = 'console') {
  await desk.runCampaign()
  const taken = { bareCold: [], bareWarm: [], paintCold: [], paintWarm: [], dataCold: [], dataWarm: [] } as Record<
    'bareCold' | 'bareWarm' | 'paintCold' | 'paintWarm' | 'dataCold' | 'dataWarm',
    number[]
  >
  for (let round = 0; round < ROUNDS; round++) {
    const bare = await desk.browse()
    const empty = await bare.newPage()
    await empty.goto(desk.origin + BARE)
    taken.bareCold.push(await paintOf(empty))
    await empty.goto('about:blank')
    await empty.goto(desk.origin + BARE)
    taken.bareWarm.push(await paintOf(empty))
    await bare.close()

    const context = await desk.browse(todaysData)
    const page = await context.newPage()
    await page.goto(desk.link('/today'))
    taken.dataCold.push(await dataOf(page))
    taken.paintCold.push(await paintOf(page))
    await page.goto('about:blank')
    await page.goto(`${desk.origin}/#/today`)
    taken.dataWarm.push(await dataOf(page))
    taken.paintWarm.push(await paintOf(page))
    await context.close()
  }
  const row = (name: string, own: number[], bare: number[]) => [
    name,
    whole(median(own)),
    whole(Math.min(...own)),
    whole(Math.max(...own)),
    `${(median(own) / median(bare)).toFixed(1)} x`,
  ]
  console.log(`  Today, from the start of the navigation, median of ${ROUNDS}:\n`)
  printTable([
    ['', 'ms', 'fastest', 'slowest', 'of a bare page'],
    row('cold: a bare page', taken.bareCold, taken.bareCold),
    row('cold: first contentful paint', taken.paintCold, taken.bareCold),
    row('cold: first frame with data', taken.dataCold, taken.bareCold),
    row('warm: a bare page', taken.bareWarm, taken.bareWarm),
    row('warm: first contentful paint', taken.paintWarm, taken.bareWarm),
    row('warm: first frame with data', taken.dataWarm, taken.bareWarm),
  ])
  console.log()
  note(`${about}: first frame with data, cold, of a bare page`, median(taken.dataCold) / median(taken.bareCold), 'less')
  note(`${about}: first frame with data, warm, of a bare page`, median(taken.dataWarm) / median(taken.bareWarm), 'less')
  note(`${about}: first frame with data, cold, of ${FIRST_FRAME} ms`, median(taken.dataCold) / FIRST_FRAME, 'less', 1)
  note(`${about}: first frame with data, warm, of ${FIRST_FRAME} ms`, median(taken.dataWarm) / FIRST_FRAME, 'less', 1)
}

const paintOf = async (page: Page) => {
  const handle = await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)
  return (await handle.jsonValue())!
}

const dataOf = async (page: Page) => {
  const handle = await page.waitForFunction(() => window.bench.dataAt)
  return (await handle.jsonValue())!
}

// Bytes

export async function measureBytes(desk: Desk) {
  // A desk that is in use. What the first steps need, such as their forms, comes on top.
  await desk.ask('PUT', '/user/first-steps', { put_away: true })
  const context = await desk.browse(todaysData)
  const page = await context.newPage()
  const fetched: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (/\.(js|css)$/.test(pathname)) fetched.push(pathname)
  })
  await page.goto(desk.link('/today'))
  await dataOf(page)
  const first = [...new Set(fetched)]
  await sleep(LOADED)
  const later = [...new Set(fetched)]
  await context.close()
  const all = readdirSync(join(out, 'renderer/assets'))
    .filter(name => /\.(js|css)$/.test(name))
    .map(name => `/assets/${name}`)
  const row = (name: string, files: string[]) => [name, String(files.length), kilobytes(files).toFixed(1)]
  console.log('  JavaScript and CSS, each file in gzip:\n')
  printTable([
    ['', 'files', 'kB'],
    row('until the first frame with data of Today', first),
    row(`${LOADED / 1000} s later`, later),
    row('all chunks', all),
  ])
  console.log()
  note('console: initial load, of all chunks', kilobytes(first) / kilobytes(all), 'less')
  note(`console: initial load, of ${MAX_KILOBYTES} kB in gzip`, kilobytes(first) / MAX_KILOBYTES, 'less', 1)
}

const kilobytes = (paths: string[]) =>
  paths.reduce((sum, path) => sum + gzipSync(readFileSync(join(out, 'renderer', path))).length, 0) / 1000
