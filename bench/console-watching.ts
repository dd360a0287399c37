// What a page of the console costs while it is only looked at.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Desk } from './console-desk'
import { BARE, LOADED, printMoved, total } from './console-loads'
import type { Shift } from './console-probe'
import { note } from './ratios'
import { printTable, whole } from './support'

/** How long a page is watched, in seconds. */
const WATCHED = 20
/** The aim, in milliseconds. */
const LONGEST_TASK = 50

interface Watched {
  tasks: number[]
  /** The durations of frames over 50 ms. */
  frames: number[]
  shifts: Shift[]
  /** Seconds in a second. */
  script: number
  layout: number
  busy: number
  /** How often each operation was asked for. */
  requests: Map<string, number>
}

/** Watches pages while a campaign runs. `about`: the name of the desk, for the ratios. */
export async function measureWatching(desk: Desk, about = 'console') {
  const watched = new Map<string, Watched>()
  const look = async (name: string, place: string) => {
    const page = await desk.open(place)
    await sleep(LOADED)
    watched.set(name, await watch(page))
    await page.context().close()
  }
  await desk.runCampaign()
  const bare = await desk.browse()
  const empty = await bare.newPage()
  await empty.goto(desk.origin + BARE)
  await sleep(LOADED)
  watched.set('a bare page', await watch(empty))
  await bare.close()
  for (const [name, place] of Object.entries({
    Today: '/today',
    Campaigns: '/campaigns',
    Calls: '/calls',
    Leads: '/leads',
  })) {
    await desk.runCampaign()
    await look(name, place)
  }
  await look('one campaign', `/campaigns/${await desk.runCampaign()}`)
  await desk.runCampaign()
  await look('a live call', `/calls/${await desk.liveCall()}`)
  await desk.ask('POST', '/user/dialing/halt')
  await sleep(LOADED)
  await look('Today, halted', '/today')

  const share = (part: number) => `${(part * 100).toFixed(1)} %`
  const long = ({ tasks }: Watched) => tasks.reduce((sum, ms) => sum + ms, 0) / (WATCHED * 1000)
  const asked = ({ requests }: Watched) => [...requests.values()].reduce((sum, n) => sum + n, 0) / WATCHED
  console.log(`  Each page for ${WATCHED} s while the campaign runs:\n`)
  printTable([
    [
      '',
      'tasks over 50 ms',
      'worst, ms',
      'frames over 50 ms',
      'of the time',
      'scripts',
      'layout',
      'all tasks',
      'requests a second',
      'shift',
    ],
    ...[...watched].map(([name, own]) => [
      name,
      String(own.tasks.length),
      own.tasks.length > 0 ? whole(Math.max(...own.tasks)) : '–',
      String(own.frames.length),
      share(long(own)),
      share(own.script),
      share(own.layout),
      share(own.busy),
      asked(own).toFixed(1),
      total(own.shifts).toFixed(4),
    ]),
  ])
  console.log('\n  Requests a second:')
  for (const [name, { requests }] of watched) {
    const parts = [...requests].sort(([, a], [, b]) => b - a).map(([path, n]) => `${path} ${(n / WATCHED).toFixed(2)}`)
    if (parts.length > 0) console.log(`    ${name}: ${parts.join(', ')}`)
  }
  const busiest = [...watched].sort(([, a], [, b]) => total(b.shifts) - total(a.shifts))[0]!
  printMoved(`${busiest[0]} while it was watched`, busiest[1].shifts)
  console.log()

  const pages = [...watched].filter(([name]) => name !== 'a bare page' && name !== 'Today, halted')
  for (const [name, own] of pages) {
    note(`${about}: requests a second, ${name}`, asked(own), 'less')
    note(`${about}: share of the time in scripts, ${name}`, own.script, 'less')
  }
  const worst = Math.max(0, ...pages.flatMap(([, own]) => own.tasks))
  note(`${about}: longest task, of ${LONGEST_TASK} ms`, worst / LONGEST_TASK, 'less', 1)
}

async function watch(page: Page): Promise<Watched> {
  const requests = new Map<string, number>()
  page.on('request', request => {
    const path = new URL(request.url()).pathname.replace(/^\/rpc\//, '').replace(/\d+/g, 'N')
    requests.set(path, (requests.get(path) ?? 0) + 1)
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const metrics = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value])) as Record<string, number>
  }
  await page.evaluate(() => window.bench.begin())
  const before = await metrics()
  requests.clear()
  await sleep(WATCHED * 1000)
  const sent = new Map(requests)
  const after = await metrics()
  const taken = (after.Timestamp ?? 0) - (before.Timestamp ?? 0)
  const during = (name: string) => (after[name]! - before[name]!) / taken
  const { tasks, frames, shifts } = await page.evaluate(() => window.bench.taken())
  return {
    tasks,
    frames,
    shifts,
    script: during('ScriptDuration'),
    layout: during('LayoutDuration') + during('RecalcStyleDuration'),
    busy: during('TaskDuration'),
    requests: sent,
  }
}
