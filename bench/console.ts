// The console in a browser, while a campaign of 200 leads runs on 8 lines at 20 times real time: how soon it stops the
// desk, shows its first frame and one's own changes, and what it costs while it is only looked at.
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { measureChanges } from './console-changes'
import { type Desk, openDesk, out, SPEED } from './console-desk'
import { measureBytes, measureFirstFrames, measureShifts } from './console-loads'
import { dialing } from './console-probe'
import { measureWatching } from './console-watching'
import { note } from './ratios'
import { median, printTable, whole } from './support'

/** How long a switch may take before it is given up, in milliseconds. */
const LIMIT = 30_000
/** A switch that took too long is not tried again. */
const STOPS = 3
/** The aim, in milliseconds. */
const STOP_WITHIN = 1000

export async function benchConsole(): Promise<void> {
  if (process.env.CHROMIUM === '') {
    console.log('console: there is no Chromium on this machine (set CHROMIUM to its path)\n')
    return
  }
  const desk = await openDesk()
  try {
    console.log(
      `console: the build in ${out}, in Chromium ${desk.version}, with the simulator at speed ${SPEED};\nother work on this machine: ${loadavg()[0]!.toFixed(1)} waiting tasks in the last minute\n`,
    )
    await measureStops(desk)
    await measureShifts(desk)
    await measureFirstFrames(desk)
    await measureBytes(desk)
    await measureChanges(desk)
    await measureWatching(desk)
  } finally {
    await desk.close()
  }
}

// Pause and Stop all

const stops = {
  Pause: { state: 'paused', sign: dialing('paused') },
  'Stop all': { state: 'halted', sign: dialing('halted') },
}

interface Stopped {
  /** Until the service says so, in milliseconds; null when it took longer than the limit. */
  service: number | null
  /** Until the tab shows it. */
  tab: number | null
  /** How many tabs were loaded. */
  loaded: number
}

/** The same switch with one tab and with eight: a browser opens only six connections to one server. */
async function measureStops(desk: Desk) {
  const rows = [['', 'tabs', 'loaded', 'the service, ms', 'of one tab', 'the tab shows it, ms']]
  for (const name of ['Pause', 'Stop all'] as const) {
    const one = await stopAgain(desk, name, 1)
    const eight = await stopAgain(desk, name, 8)
    const ratio = (eight.service ?? LIMIT) / (one.service ?? LIMIT)
    for (const [tabs, { service, tab, loaded }] of [[1, one] as const, [8, eight] as const])
      rows.push([
        name,
        String(tabs),
        String(loaded),
        limited(service),
        tabs === 1 ? '' : `${ratio.toFixed(1)} x`,
        limited(tab),
      ])
    note(`console: ${name} with eight tabs, of one tab`, ratio, 'less')
    note(`console: ${name} with eight tabs, of ${STOP_WITHIN} ms`, (eight.service ?? LIMIT) / STOP_WITHIN, 'less', 1)
  }
  console.log(
    `  From the click in the first tab, while all tabs of one browser show the running campaign, median of ${STOPS}:\n`,
  )
  printTable(rows)
  console.log()
}

const limited = (ms: number | null) => (ms === null ? `over ${LIMIT / 1000} s` : whole(ms))

async function stopAgain(desk: Desk, name: keyof typeof stops, tabs: number): Promise<Stopped> {
  const all: Stopped[] = []
  for (let round = 0; round < STOPS; round++) {
    const one = await stop(desk, name, tabs)
    if (one.service === null || one.tab === null) return one
    all.push(one)
  }
  const of = (take: (one: Stopped) => number) => median(all.map(take))
  return { service: of(one => one.service!), tab: of(one => one.tab!), loaded: of(one => one.loaded) }
}

async function stop(desk: Desk, name: keyof typeof stops, tabs: number): Promise<Stopped> {
  const campaign = await desk.runCampaign()
  const first = await desk.open('/today')
  const press = (label: string) => first.getByRole('button', { name: label, exact: true })
  await press('Pause').waitFor()
  const context = first.context()
  const places = ['/today', '/calls', `/campaigns/${campaign}`]
  const pages = [first]
  for (let i = 1; i < tabs; i++) {
    const page = await context.newPage()
    pages.push(page)
    // A tab that gets no connection any more does not even begin to load.
    await page.goto(`${desk.origin}/#${places[i % 3]}`, { waitUntil: 'commit', timeout: 3000 }).catch(() => {})
  }
  const loaded = (await Promise.all(pages.map(isLoaded))).filter(Boolean).length
  await first.bringToFront()
  const { state, sign } = stops[name]
  if (name === 'Stop all') await press('Stop all').click()
  const button = press(name === 'Stop all' ? 'Stop all now' : name)
  await button.waitFor()
  await first.evaluate(given => window.bench.arm('click', given.sign, given.limit), { sign, limit: LIMIT })
  await button.click()
  const [at, seen] = await Promise.all([until(desk, state), first.evaluate(() => window.bench.armed!)])
  await context.close()
  return { service: at === null ? null : at - seen.pressedAt, tab: seen.ms, loaded }
}

const isLoaded = (page: Page) =>
  page
    .getByRole('button', { name: 'Pause', exact: true })
    .waitFor({ timeout: 5000 })
    .then(
      () => true,
      () => false,
    )

/** When the service has this dialing state, in epoch milliseconds; null when it does not get it. */
async function until(desk: Desk, state: string): Promise<number | null> {
  for (const end = Date.now() + LIMIT; Date.now() < end; await sleep(5))
    if ((await desk.ask('GET', '/user/dialing')).state === state) return Date.now()
  return null
}
