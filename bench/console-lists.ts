// The long lists of the console: typing in their filters, scrolling them, their far pages, and the way from page to page.
import type { Page } from 'playwright-core'
import type { Desk } from './console-desk'
import { BARE } from './console-loads'
import type { Sign, Taken } from './console-probe'
import { note } from './ratios'
import { median, printTable, whole } from './support'

/** The aims, in milliseconds. */
const FOUND_WITHIN = 200
const LONGEST_TASK = 50
/** How long anything may take before it is given up, in milliseconds. */
const LIMIT = 15_000
/** Between two keys: nothing is searched before the last one, if the machine is not too slow. In milliseconds. */
const KEYS = 15
/** Between two turns of the wheel, in milliseconds. */
const WHEEL = 30

const first = (table: string, says: string): Sign => ({
  selector: `[aria-label="${table}"] tbody tr:first-child`,
  says,
})
const rows = (table: string, says: string): Sign => ({ selector: `[aria-label="${table}"] tbody tr`, says })

/** Runs `act`, and returns the time from the event in it to the frame with the sign. */
async function timed(
  page: Page,
  event: 'click' | 'keydown' | 'hashchange',
  sign: Sign,
  act: () => Promise<unknown>,
): Promise<number> {
  await page.evaluate(given => window.bench.arm(given.event, given.sign, given.limit), { event, sign, limit: LIMIT })
  await act()
  return (await page.evaluate(() => window.bench.armed!)).ms ?? LIMIT
}

/** Null when what begins alike was found already. */
const lastKey = (page: Page, sign: Sign, typed: string): Promise<number | null> =>
  timed(page, 'keydown', sign, () => page.keyboard.press(typed.at(-1)!)).catch(async () => {
    await page.keyboard.press(typed.at(-1)!)
    return null
  })

const spread = (ms: number[]) => [whole(median(ms)), whole(Math.min(...ms)), whole(Math.max(...ms))]
const longest = (tasks: number[]) => Math.max(0, ...tasks)

// Typing

/** What is typed, and how the first row begins then. Each is typed once, since answers are kept. */
const numbers = ['417', '518', '619', '333', '284'].map(area => [`${area} 555 0`, `\\+1 ${area} 555 0`] as const)
const names = ['8', '7', '6', '5', '4'].map(n => [`neighbour ${n}`, `neighbour ${n}`] as const)
const rare = ['zoe', 'neighbour zoe', 'zoe n', 'zoe ne', 'zoe nei'].map(typed => [typed, 'Zoë'] as const)
const spoken = ['zeppelin', 'a zeppelin', 'there a zeppelin', 'i see zeppelin', 'zeppel'].map(
  typed => [typed, 'Zoë|zeppelin'] as const,
)

const typing = [
  { list: 'Leads', place: '/leads', field: 'Search leads', kinds: { numbers, names, rare } },
  { list: 'Calls', place: '/calls', field: 'Search calls', kinds: { numbers, names, rare, spoken } },
  { list: 'People', place: '/people', field: 'Search people', kinds: { numbers, names, rare, spoken } },
]
const kindWords = {
  numbers: 'a part of a number',
  names: 'a name that a tenth has',
  rare: 'a name that few have',
  spoken: 'words that few said',
}

export async function measureTyping(desk: Desk, about: string) {
  const table = [['', 'ms', 'fastest', 'slowest', 'longest task, ms']]
  const add = (name: string, taken: number[], tasks: number[]) => {
    if (taken.length === 0) return
    table.push([name, ...spread(taken), whole(longest(tasks))])
    note(`${about}: typing, ${name}, of ${FOUND_WITHIN} ms`, median(taken) / FOUND_WITHIN, 'less', 1)
  }
  for (const { list, place, field, kinds } of typing) {
    const page = await desk.open(place)
    const input = page.getByLabel(field, { exact: true })
    await page.getByRole('table', { name: list, exact: true }).getByText('neighbour').first().waitFor()
    for (const [kind, words] of Object.entries(kinds)) {
      const taken: number[] = []
      await page.evaluate(() => window.bench.begin())
      for (const [typed, says] of words) {
        await input.focus()
        await page.keyboard.type(typed.slice(0, -1), { delay: KEYS })
        const ms = await lastKey(page, first(list, says), typed)
        if (ms !== null) taken.push(ms)
        await input.fill('')
        await input.press('Enter')
        await page.waitForFunction(
          given => !new RegExp(given.says).test(document.querySelector(given.selector)?.textContent ?? 'none'),
          first(list, says),
        )
      }
      add(`${list}, ${kindWords[kind as keyof typeof kindWords]}`, taken, (await tasksOf(page)).tasks)
    }
    await page.context().close()
  }
  const page = await desk.open('/today')
  await page.getByText('Dials').first().waitFor()
  await page.waitForTimeout(1500)
  for (const [kind, words] of Object.entries({ numbers, names, rare, spoken })) {
    const taken: number[] = []
    await page.evaluate(() => window.bench.begin())
    for (const [typed, says] of words) {
      await page.keyboard.press('Control+k')
      await page.getByLabel('Search or command').waitFor()
      await page.waitForTimeout(200)
      await page.keyboard.type(typed.slice(0, -1), { delay: KEYS })
      const sign = { selector: '[data-action]', says }
      const ms = await lastKey(page, sign, typed)
      if (ms !== null) taken.push(ms)
      await page.keyboard.press('Escape')
      await page.getByLabel('Search or command').waitFor({ state: 'detached' })
    }
    add(`the palette, ${kindWords[kind as keyof typeof kindWords]}`, taken, (await tasksOf(page)).tasks)
  }
  await page.context().close()
  console.log(`  From the last key to the frame with the rows, of five different words each, aim ${FOUND_WITHIN} ms:\n`)
  printTable(table)
  console.log()
}

const tasksOf = (page: Page): Promise<Taken> => page.evaluate(() => window.bench.taken())

// Scrolling

const lists: Record<string, string> = {
  Leads: '/leads',
  Calls: '/calls',
  People: '/people',
  Conversations: '/conversations',
  SMS: '/sms',
  Webhooks: '/webhooks',
  Money: '/money',
  'Do not call': '/blacklist',
  'one call': '/calls/1901',
}
/** How many pages are turned. */
const TURNS = 10

export async function measureScrolling(desk: Desk, about: string) {
  const table = [
    ['', 'frames over 50 ms', 'tasks over 50 ms', 'worst, ms', 'shift', 'turning, ms', 'slowest', 'longest task, ms'],
  ]
  let worst = 0
  for (const [name, place] of Object.entries(lists)) {
    const page = await desk.open(place)
    await page.waitForTimeout(2000)
    await page.mouse.move(name === 'Conversations' || name === 'SMS' ? 400 : 800, 500)
    await page.evaluate(() => window.bench.begin())
    for (let i = 0; i < 60; i++) {
      await page.mouse.wheel(0, 240)
      await page.waitForTimeout(WHEEL)
    }
    const scrolled = await tasksOf(page)
    const turning: number[] = []
    const next = page.getByRole('button', { name: 'Next page' })
    await page.evaluate(() => window.bench.begin())
    if ((await next.count()) > 0)
      for (let i = 0; i < TURNS; i++) {
        const sign = { selector: 'footer', says: `^${(i + 1) * 50 + 1}–` }
        turning.push(await timed(page, 'click', sign, () => next.click()))
      }
    const turned = await tasksOf(page)
    worst = Math.max(worst, longest(scrolled.tasks))
    table.push([
      name,
      String(scrolled.frames.length),
      String(scrolled.tasks.length),
      whole(longest(scrolled.tasks)),
      scrolled.shifts.reduce((sum, { value }) => sum + value, 0).toFixed(4),
      ...(turning.length > 0 ? [whole(median(turning)), whole(Math.max(...turning))] : ['–', '–']),
      whole(longest(turned.tasks)),
    ])
    await page.context().close()
  }
  console.log(`  Each list scrolled from its top for 60 turns of the wheel, and then ${TURNS} pages turned:\n`)
  printTable(table)
  console.log()
  note(`${about}: longest task while a list is scrolled, of ${LONGEST_TASK} ms`, worst / LONGEST_TASK, 'less', 1)
}

// Far pages, and page changes

const far: Record<string, [place: string, page: number]> = {
  Leads: ['/leads', 1900],
  'Leads, of a search': ['/leads?search=neighbour&', 1900],
  Calls: ['/calls', 390],
  People: ['/people', 350],
  Webhooks: ['/webhooks', 390],
  Money: ['/money', 400],
}

export async function measureFarPages(desk: Desk, about: string) {
  const table = [['', 'ms', 'longest task, ms']]
  for (const [name, [place, number]] of Object.entries(far)) {
    const page = await desk.open(place.replace(/[?&]$/, ''))
    await page.locator('footer').getByText('1–50').waitFor()
    await page.waitForTimeout(500)
    await page.evaluate(() => window.bench.begin())
    const sign = { selector: 'footer', says: `^${((number - 1) * 50 + 1).toLocaleString('en-GB')}–` }
    const to = `${place}${place.includes('?') ? '' : '?'}page=${number}`
    const ms = await timed(page, 'hashchange', sign, () =>
      page.evaluate(hash => {
        location.hash = hash
      }, to),
    )
    table.push([`${name}, page ${whole(number)}`, whole(ms), whole(longest((await tasksOf(page)).tasks))])
    note(`${about}: a far page, ${name}, of ${FOUND_WITHIN} ms`, ms / FOUND_WITHIN, 'less', 1)
    await page.context().close()
  }
  console.log('  A far page, from its address to its frame:\n')
  printTable(table)
  console.log()
}

const pages: Record<string, [place: string, sign: Sign]> = {
  Campaigns: ['/campaigns', rows('Campaigns', 'Summer party')],
  Leads: ['/leads', rows('Leads', 'neighbour')],
  Calls: ['/calls', rows('Calls', 'neighbour')],
  People: ['/people', rows('People', 'neighbour')],
  Conversations: ['/conversations', { selector: 'nav[aria-label="Conversations"]', says: 'neighbour' }],
  SMS: ['/sms', { selector: 'nav[aria-label="SMS by person"]', says: 'neighbour' }],
  Webhooks: ['/webhooks', rows('Webhooks', 'neighbour')],
  Money: ['/money', rows('Ledger', 'neighbour')],
  'Do not call': ['/blacklist', rows('Do-not-call list', '555')],
}
const ROUNDS = 3

export async function measurePages(desk: Desk, about: string) {
  const taken: Record<string, { load: number[]; first: number[]; again: number[]; tasks: number[] }> = {}
  const bare: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, [place, sign]] of Object.entries(pages)) {
      const context = await desk.browse([sign])
      const page = await context.newPage()
      await page.goto(desk.link(place))
      const handle = await page
        .waitForFunction(() => window.bench.dataAt)
        .catch(() => {
          throw new Error(`${name} did not show its first rows.`)
        })
      taken[name] ??= { load: [], first: [], again: [], tasks: [] }
      taken[name].load.push((await handle.jsonValue())!)
      await context.close()
    }
    const context = await desk.browse()
    const empty = await context.newPage()
    await empty.goto(desk.origin + BARE)
    const handle = await empty.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    )
    bare.push((await handle.jsonValue())!)
    await context.close()

    const page = await desk.open('/today')
    await page.waitForTimeout(3000)
    for (const when of ['first', 'again'] as const)
      for (const [name, [place, sign]] of Object.entries(pages)) {
        await page.evaluate(() => window.bench.begin())
        const link = page.locator(`nav a[href="#${place}"]`)
        taken[name]![when].push(await timed(page, 'click', sign, () => link.click()))
        await page.waitForTimeout(400)
        taken[name]!.tasks.push(longest((await tasksOf(page)).tasks))
        await page.locator('nav a[href="#/today"]').click()
        await page.waitForTimeout(400)
      }
    await page.context().close()
  }
  console.log(`  Pages with their first rows: a cold load, and a change from Today by a click, median of ${ROUNDS}:\n`)
  printTable([
    ['', 'load, ms', 'of a bare page', 'first change, ms', 'slowest', 'again, ms', 'longest task, ms'],
    ...Object.entries(taken).map(([name, own]) => [
      name,
      whole(median(own.load)),
      `${(median(own.load) / median(bare)).toFixed(1)} x`,
      whole(median(own.first)),
      whole(Math.max(...own.first)),
      whole(median(own.again)),
      whole(median(own.tasks)),
    ]),
  ])
  console.log()
  for (const [name, own] of Object.entries(taken)) {
    note(`${about}: first rows of ${name}, of a bare page`, median(own.load) / median(bare), 'less')
    note(`${about}: change to ${name}, of ${FOUND_WITHIN} ms`, median(own.first) / FOUND_WITHIN, 'less', 1)
  }
}
