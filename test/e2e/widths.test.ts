import type { Page, Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { hasFocus, inBrowser, open, type Scheme, schemes, shot, takesFocus } from '../support/browser'
import { startReceiver } from '../support/receiver'
import { given, MINUTE, SECOND } from '../support/world'

/** Of a test with many loads, ms. A busy machine needs several times as long as an idle one. */
const TIME_LIMIT = 120_000

const widths = [
  { width: 1440, height: 900 },
  { width: 960, height: 600 },
  { width: 760, height: 800 },
  { width: 480, height: 800 },
  { width: 320, height: 640 },
]

/** A desk on a busy day, with long names and large amounts. */
async function busyDesk(scheme: Scheme = 'light') {
  const receiver = await startReceiver(() => ({ status: 410 }))
  const opened = await open(scheme)
  const { world, advance } = opened
  await world.put('/user/settings', { timezone: 'America/Argentina/Buenos_Aires' })
  await world.post('/user/balance/top-up', { amount: 9000 })
  const assistant_id = await given.assistant(world, {
    name: 'Nora, who calls everybody back for the practice',
    record: true,
    variables: { name: '', appointment_before_last: '' },
    post_call_evaluation: true,
    is_webhook_active: true,
    webhook_url: receiver.url,
    send_webhook_only_on_completed: false,
  })
  const people = ['Marguerite Delacroix-Whitfield', 'Tom Hargreaves', '', 'Aisha Begum', 'Ruth Abiola', 'Colin Mercer']
  const campaign = async (name: string, endings: string[], over: object = {}) => {
    const id = await given.campaign(world, { name, assistant_id, allowed_days: everyDay, timezone: zone, ...over })
    for (const [i, ending] of endings.entries())
      await given.lead(world, id, { ending, variables: { name: people[i % people.length]! } })
    return id
  }
  const running = await campaign(
    'Hygiene recall, autumn and winter, for all who were not here this year',
    ['24', '01', '04', '02', '05', '24', '21', '33'],
    { max_calls_in_parallel: 4, max_retries: 3, retry_interval: 60, goal_completion_variable: 'status' },
  )
  const waiting = await campaign('Membership renewals', ['24', '01', '24'], {
    allowed_days: ['thursday'],
    allowed_hours_start_time: '09:30',
    allowed_hours_end_time: '17:45',
  })
  const stopped = await campaign('No-show rebooking', Array(22).fill('14'), { max_calls_in_parallel: 20 })
  const draft = await campaign('Implant open evening', [])
  const { body } = await world.post('/user/make_call', {
    assistant_id,
    phone_number: given.number('24'),
    variables: { name: people[0] },
  })
  for (const id of [running, waiting, stopped]) await given.started(world, id)
  await advance(12 * MINUTE)
  // As if two of them had asked for a callback.
  world.db.prepare('UPDATE calls SET callback_at = created_at + 3600000 WHERE id IN (1, 2)').run()
  for (const ending of ['07', '07', '24', '15', '07'])
    await given.lead(world, running, { ending, variables: { name: people[Number(ending) % people.length]! } })
  await advance(25 * SECOND)
  return { ...opened, running, waiting, stopped, draft, call: body.call_id as number, assistant_id }
}
const zone = 'America/Argentina/Buenos_Aires'
const everyDay = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** Sets the size of the window, and waits until the frame has followed it. */
async function resize(page: Page, size: { width: number; height: number }) {
  await page.setViewportSize(size)
  await page.waitForFunction(() => {
    const nav = document.querySelector('.mantine-AppShell-navbar')
    if (!document.querySelector('.mantine-AppShell-header')) return true
    return innerWidth < 760 ? !nav : nav?.hasAttribute('data-narrow') === innerWidth <= 1088
  })
}

/** Goes to a place of the console, and waits until its data is there. */
async function visit(page: Page, place: string) {
  await page.evaluate(hash => {
    location.hash = hash
  }, `#${place}`)
  await isLoaded(page)
}
const isLoaded = (page: Page) =>
  page.waitForFunction(() => {
    const seen = (what: string) => [...document.querySelectorAll(what)].some(one => one.checkVisibility())
    return seen('#main h1') && !seen('#main [aria-busy="true"]')
  })

/** What a person would miss: elements that stand out of the window or of what clips them, and figures that are cut. */
const faults = (page: Page) =>
  page.evaluate(() => {
    const found = new Set<string>()
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()}.${String(element.getAttribute('class') ?? '').split(' ')[0]} “${(element.textContent ?? '').trim().slice(0, 40)}”`
    const report = (what: string, element: Element) => found.add(`${what}: ${nameOf(element)}`)
    if (document.documentElement.scrollWidth > innerWidth) found.add('the page scrolls sideways')
    // Of a window as narrow as 320 pixels, tables may cut what is in their cells.
    const ignored = `svg, .sr, colgroup, option, .mantine-Switch-track${innerWidth < 480 ? ', td' : ''}`
    const figures = '.num, time, dl strong, dt, td[data-align="right"]'
    for (const element of document.body.querySelectorAll('*')) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest(ignored)) continue
      const box = element.getBoundingClientRect()
      if (box.width <= 1 || box.height <= 1 || box.bottom < 0) continue
      const style = getComputedStyle(element)
      if (/auto|scroll/.test(style.overflowX) && element.scrollWidth > element.clientWidth + 1)
        report('scrolls sideways', element)
      const isFigure = element.matches(figures) && /\d/.test(element.textContent ?? '')
      if (isFigure && style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth)
        report('is cut', element)
      if (box.left < -0.5 || box.right > innerWidth + 0.5) report('is out of the window', element)
      for (let around = element.parentElement; around; around = around.parentElement) {
        const { overflowX, textOverflow, position } = getComputedStyle(around)
        if (position === 'fixed') break
        if (overflowX === 'visible') continue
        // Text that is cut with an ellipsis has a tooltip. A figure may not be cut.
        if (textOverflow === 'ellipsis' && !isFigure) break
        const frame = around.getBoundingClientRect()
        if (box.left < frame.left - 1 || box.right > frame.right + 1) report('stands out of what is around it', element)
        break
      }
    }
    return [...found]
  })

const sheetScrolls = (page: Page) => page.locator('#main').evaluate(sheet => sheet.scrollHeight > sheet.clientHeight)

/** Pairs of things in a line that cover each other. */
const overlaps = (page: Page, line: string) =>
  page.evaluate(what => {
    const boxes = [...document.querySelectorAll(what)]
      .filter(one => one.checkVisibility({ visibilityProperty: true }))
      .map(one => ({ one, text: one.textContent!.trim().slice(0, 30), box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1)
    return boxes.flatMap((a, i) =>
      boxes
        .slice(i + 1)
        .filter(
          b =>
            !a.one.contains(b.one) &&
            a.box.left < b.box.right - 0.5 &&
            b.box.left < a.box.right - 0.5 &&
            a.box.top < b.box.bottom - 0.5 &&
            b.box.top < a.box.bottom - 0.5,
        )
        .map(b => `“${a.text}” and “${b.text}”`),
    )
  }, line)

/** What hides behind something else: heads of tables while their rows are seen, wherever the page is scrolled to. */
const hiddenHeads = (page: Page) =>
  page.evaluate(async () => {
    const found = new Set<string>()
    const sheet = document.querySelector<HTMLElement>('#main')!
    const inside = [...sheet.querySelectorAll<HTMLElement>('*')].filter(
      one => /auto|scroll/.test(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight + 40,
    )
    for (const box of [sheet, ...inside])
      for (let top = 0; top < box.scrollHeight; top += 90) {
        box.scrollTop = top
        await new Promise(requestAnimationFrame)
        for (const table of document.querySelectorAll('table')) {
          const head = table.querySelector('th')
          const rows = [...table.querySelectorAll('tbody tr')].filter(row => {
            const { left, top, bottom } = row.getBoundingClientRect()
            return row.contains(document.elementFromPoint(left + 40, (top + bottom) / 2))
          })
          if (!head?.checkVisibility() || table.closest('.sr') || rows.length < 3) continue
          const { left, top: y, bottom } = head.getBoundingClientRect()
          if (y > innerHeight || table.querySelector('thead')!.getBoundingClientRect().top > innerHeight) continue
          if (!head.contains(document.elementFromPoint(left + 20, (y + bottom) / 2)))
            found.add(
              `${table.getAttribute('aria-label')} behind ${document.elementFromPoint(left + 20, (y + bottom) / 2)?.outerHTML.slice(0, 80)}`,
            )
        }
        if (box.scrollTop < top) break
      }
    return [...found]
  })

/** Presses Tab through the page. Returns what has a ring that is cut, and how many places were reached. */
async function cutRings(page: Page) {
  const cut = new Set<string>()
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('[data-reached]')) one.removeAttribute('data-reached')
    document.querySelector('button')!.focus()
  })
  let reached = 0
  for (; reached < 90; reached++) {
    if (reached > 0) await page.keyboard.press('Tab')
    const place = await page.evaluate(() => {
      const element = document.activeElement!
      if (element === document.body) return null
      const wasReached = element.hasAttribute('data-reached')
      element.setAttribute('data-reached', '')
      const style = getComputedStyle(element)
      const name = `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? (element.textContent || element.outerHTML)).trim().slice(0, 40)}”`
      // A row draws its ring inside its cells. What is as large as the window is never seen as a whole.
      if (style.outlineStyle === 'none' || element.clientHeight > innerHeight / 2)
        return { wasReached, name, cut: false }
      const reach = Number.parseFloat(style.outlineWidth) + Number.parseFloat(style.outlineOffset) - 0.6
      const box = element.getBoundingClientRect()
      const ring = {
        left: box.left - reach,
        right: box.right + reach,
        top: box.top - reach,
        bottom: box.bottom + reach,
      }
      let isCut = ring.left < 0 || ring.right > innerWidth || ring.top < 0 || ring.bottom > innerHeight
      for (let around = element.parentElement; around && !isCut; around = around.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(around)
        if (overflowX === 'visible' && overflowY === 'visible') continue
        const frame = around.getBoundingClientRect()
        const canScroll = around.scrollHeight > around.clientHeight
        isCut =
          ring.left < frame.left ||
          ring.right > frame.right ||
          (!canScroll && (ring.top < frame.top || ring.bottom > frame.bottom))
        if (position === 'fixed') break
      }
      return { wasReached, name, cut: isCut }
    })
    if (place === null || place.wasReached) break
    if (place.cut) cut.add(place.name)
  }
  return { cut: [...cut], reached }
}

/** Loads a page anew. Its answers arrive one after the other, each after the one before it is painted. */
async function shiftOfLoad(page: Page) {
  const waiting: Route[] = []
  await page.route('**/rpc/**', route =>
    route.request().url().endsWith('/events/stream') ? route.continue() : void waiting.push(route),
  )
  const frames = () =>
    page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
  await page.reload()
  const places = new Set<string>()
  for (let idle = 0; idle < 4; ) {
    await frames()
    const place = await page.evaluate(() => {
      const [search, ...others] = [...document.querySelectorAll('header.mantine-AppShell-header button')].filter(
        one => one.getAttribute('aria-label') !== 'Pages',
      )
      return [search, others.find(one => one.textContent === 'Stop all')]
        .map(one => one && Math.round(one.getBoundingClientRect().x))
        .join()
    })
    if (place !== ',') places.add(place)
    const route = waiting.shift()
    if (!route) {
      idle += (await page.evaluate(() => document.querySelector('#main [aria-busy="true"]') === null)) ? 1 : 0
      continue
    }
    idle = 0
    await route.fulfill({ response: await route.fetch() })
  }
  await page.unroute('**/rpc/**')
  const shifts = await page.evaluate(
    () => (globalThis as unknown as { shifts: { value: number; what: string }[] }).shifts,
  )
  return { shifts, places: [...places] }
}

/** Collects every shift that nobody caused, with what moved. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: { value: number; what: string }[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as unknown as Shift[])
        if (!entry.hadRecentInput)
          shifts.push({
            value: entry.value,
            what: entry.sources
              .map(({ node, previousRect: a, currentRect: b }) => {
                const text = node?.textContent?.trim().slice(0, 30)
                return `${node?.nodeName} “${text}” ${a.x},${a.y} ${a.width}x${a.height} to ${b.x},${b.y} ${b.width}x${b.height}`
              })
              .join('; '),
          })
    }).observe({ type: 'layout-shift', buffered: true })
    interface Shift extends PerformanceEntry {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
    }
  })

inBrowser('the console in windows of all widths', () => {
  it.each(process.env.SHOTS ? schemes : ['light' as const])(
    'nothing overflows its page and no figure is cut on a busy desk, %s',
    async scheme => {
      const { page, link, running, waiting, stopped, draft, call } = await busyDesk(scheme)
      const places: Record<string, string> = {
        today: '/today',
        campaigns: '/campaigns',
        'campaign-running': `/campaigns/${running}`,
        'campaign-waiting': `/campaigns/${waiting}`,
        'campaign-stopped': `/campaigns/${stopped}`,
        'campaign-draft': `/campaigns/${draft}`,
        'campaign-add-lead': `/campaigns/${running}?add=lead`,
        'campaign-edit': `/campaigns/${running}/edit`,
        'campaign-new': '/campaigns/new',
        calls: '/calls?from=2026-01-01',
        'calls-filtered': `/calls?status=completed&campaign=${running}&from=2025-12-30&to=2026-01-28&type=outbound&number=1`,
        'calls-pane': `/calls?open=${call}`,
        call: `/calls/${call}`,
      }
      await page.goto(link())
      await page.getByText('Dialing', { exact: true }).first().waitFor()
      const all: string[] = []
      for (const [name, place] of Object.entries(places)) {
        await visit(page, place)
        if (name.includes('call') && !name.startsWith('calls')) await page.getByRole('slider').waitFor()
        for (const size of widths) {
          await resize(page, size)
          await shot(page, `w-${name}-${scheme}-${size.width}`)
          if (size.width >= 760 && name !== 'today' && (await sheetScrolls(page)))
            all.push(`${name} at ${size.width}: the sheet scrolls, and not only what is in it`)
          for (const fault of await faults(page)) all.push(`${name} at ${size.width}: ${fault}`)
          for (const pair of [
            ...(await overlaps(page, 'header.mantine-AppShell-header :is(a, button, fieldset, span)')),
            ...(await overlaps(page, '#main header :is(nav, h1, h1 + span, a.mantine-Button-root, button)')),
          ])
            all.push(`${name} at ${size.width}: ${pair} cover each other`)
        }
      }
      expect(all).toEqual([])
    },
    TIME_LIMIT,
  )

  it(
    'nothing overflows on an empty desk, in its dialogs and in its menus',
    async () => {
      const { world, page, link, origin, complaints } = await open()
      const all: string[] = []
      const look = async (name: string, at = widths) => {
        for (const size of at) {
          await resize(page, size)
          await shot(page, `w-${name}-${size.width}`)
          for (const fault of await faults(page)) all.push(`${name} at ${size.width}: ${fault}`)
        }
      }
      await page.goto(origin)
      await page.getByText('A link is needed to open this page').waitFor()
      await look('signed-out')
      await page.goto(link())
      await page.getByRole('heading', { name: 'Nothing is dialed yet' }).waitFor()
      await look('welcome')
      for (const [name, place, text] of [
        ['campaigns-empty', '/campaigns', 'An assistant is needed first'],
        ['campaign-new-empty', '/campaigns/new', 'An assistant is needed first'],
        ['calls-empty', '/calls', 'No calls yet'],
        ['no-page', '/nothing', 'There is no such page'],
      ] as const) {
        await page.evaluate(hash => void (location.hash = hash), `#${place}`)
        await page.getByText(text).waitFor()
        await look(name)
      }

      const assistant_id = await given.assistant(world, { variables: { name: '' } })
      const campaign = await given.campaign(world, { name: 'Recall '.repeat(20).trim(), assistant_id })
      await given.lead(world, campaign, { variables: { name: 'Marguerite Delacroix-Whitfield' } })
      await visit(page, '/today')
      await page.getByText('Nobody is on the phone').waitFor()
      await look('today-empty')
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByText('New campaign').waitFor()
      await look('palette')
      await page.keyboard.type('call a')
      await page.getByText('Call a number').click()
      await page.getByRole('dialog', { name: 'Call a number' }).waitFor()
      await look('call-dialog')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Stop all', exact: true }).click()
      await page.getByRole('button', { name: 'Keep dialing' }).waitFor()
      await look('stop-all')
      await page.getByRole('button', { name: 'Keep dialing' }).click()
      await visit(page, `/campaigns/${campaign}`)
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await look('campaign-menu')
      await page.getByRole('menuitem', { name: 'Delete campaign' }).click()
      await page.getByRole('button', { name: 'Keep it' }).waitFor()
      await look('delete-campaign')
      await page.getByRole('button', { name: 'Keep it' }).click()
      await resize(page, widths[0]!)
      await page.getByRole('row', { name: /Marguerite/ }).hover()
      await page.getByRole('button', { name: /^Call back at/ }).click()
      await page.getByLabel('Day and time').waitFor()
      await look('callback')
      await page.keyboard.press('Escape')
      await resize(page, { width: 480, height: 800 })
      await page.getByRole('button', { name: 'Pages' }).click()
      await page.getByRole('dialog').getByRole('link', { name: 'Calls' }).waitFor()
      await look(
        'drawer',
        widths.filter(({ width }) => width < 760),
      )
      await page.getByRole('dialog').getByRole('link', { name: 'Calls' }).click()
      await page.getByText('No calls yet').waitFor()
      await resize(page, widths[0]!)
      const title = page.getByRole('heading', { level: 1, name: 'Calls' })
      const before = await title.boundingBox()
      await world.stop()
      await page.getByText('The connection to the service is lost').waitFor()
      expect(await title.boundingBox()).toEqual(before)
      await look('lost')
      complaints.splice(0)
      expect(all).toEqual([])
    },
    TIME_LIMIT,
  )

  it('in a window of one column everything that matters is in reach, and a pane has a way back', async () => {
    const { world, page, link } = await open()
    const assistant_id = await given.assistant(world, { variables: { name: '' } })
    await world.post('/user/make_call', {
      assistant_id,
      phone_number: given.number('24'),
      variables: { name: 'Grace Liu' },
    })
    await world.advance(5 * MINUTE)
    await resize(page, { width: 480, height: 800 })
    await page.goto(`${link()}#/calls`)
    const row = page.getByRole('row', { name: /Grace Liu/ })
    await row.click()
    const pane = page.getByRole('complementary', { name: 'Call', exact: true })
    const box = (await pane.boundingBox())!
    expect([box.x, box.x + box.width, box.y + box.height]).toEqual([0, 480, 800])
    // The page below cannot be reached by Tab, but what stops the desk can.
    await expect.poll(() => row.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Stop all', exact: true }).click()
    await page.getByRole('button', { name: 'Keep dialing' }).click()
    await pane.getByRole('button', { name: 'Back' }).click()
    await pane.waitFor({ state: 'detached' })
    await expect.poll(() => row.evaluate(one => one === document.activeElement)).toBe(true)

    await page.getByRole('button', { name: 'Pages' }).click()
    const pages = page.getByRole('dialog').getByRole('navigation', { name: 'Pages' })
    await expect
      .poll(() => pages.getByRole('link').allInnerTexts())
      .toEqual(['Today', 'Campaigns', 'Calls', 'API reference'])
    await pages.getByRole('link', { name: 'Campaigns' }).click()
    await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor()
    await pages.waitFor({ state: 'hidden' })
    await expect.poll(() => page.locator('#main').evaluate(one => one === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: 'Pages' }).click()
    await takesFocus(pages.getByRole('link').first())
    await page.keyboard.press('Escape')
    await hasFocus(page.getByRole('button', { name: 'Pages' }))
  })

  it('the fields of a popover lie inside it', async () => {
    const { page, link } = await open()
    await page.goto(`${link()}#/calls`)
    await page.getByText('No calls yet').waitFor()
    for (const size of widths) {
      await resize(page, size)
      await page.getByRole('button', { name: 'Date', exact: true }).click()
      const popover = page.getByRole('dialog', { name: 'Date' })
      await popover.getByLabel('From').waitFor()
      const frame = (await popover.boundingBox())!
      for (const field of await popover.locator('input, button').all()) {
        const box = (await field.boundingBox())!
        expect(box.x).toBeGreaterThanOrEqual(frame.x)
        expect(box.x + box.width).toBeLessThanOrEqual(frame.x + frame.width)
        // And what is typed fits the field.
        expect(await field.evaluate(one => one.scrollWidth <= one.clientWidth)).toBe(true)
      }
      await shot(page, `w-dates-${size.width}`)
      await page.keyboard.press('Escape')
      await popover.waitFor({ state: 'hidden' })
    }
  })

  it.each(schemes)('a button that cannot be used now looks so, %s', async scheme => {
    const { world, page, link } = await open(scheme)
    const campaign = await given.campaign(world)
    await world.post('/user/make_call', { assistant_id: 1, phone_number: given.number('24') })
    await world.advance(5 * MINUTE)
    await page.goto(`${link()}#/campaigns/${campaign}/edit`)
    const look = (name: string) =>
      page.getByRole('button', { name, exact: true }).evaluate(button => {
        const { color, backgroundColor, borderStyle, cursor, opacity } = getComputedStyle(button)
        return { color, ground: backgroundColor, edge: borderStyle, cursor, opacity }
      })
    const differences = async (name: string, alive: () => Promise<unknown>) => {
      await expect.poll(async () => (await look(name)).cursor).toBe('not-allowed')
      const off = await look(name)
      await shot(page, `w-off-${name}-${scheme}`)
      await alive()
      await expect.poll(async () => (await look(name)).cursor).toBe('pointer')
      const on = await look(name)
      return (Object.keys(on) as (keyof typeof on)[]).filter(what => on[what] !== off[what])
    }
    // More than its colour, which not everybody sees.
    const save = await differences('Save', () => page.getByLabel('Name').fill('Spring offer'))
    expect(save).toEqual(['color', 'ground', 'edge', 'cursor'])
    await page.getByRole('button', { name: 'Discard' }).click()
    expect(await differences('Discard', () => page.getByLabel('Name').fill('Spring offer'))).toEqual(
      expect.arrayContaining(['color', 'edge', 'cursor']),
    )
    await page.getByRole('button', { name: 'Discard' }).click()
    await visit(page, '/calls/1')
    await expect.poll(async () => (await look('Older call')).opacity).toBe('0.4')
  })

  it(
    'nothing moves while a page loads, whatever arrives late',
    async () => {
      const { page, link, running, call } = await busyDesk()
      await watchShifts(page)
      await page.goto(link())
      const moved: string[] = []
      const few = ['/today', `/calls/${call}`]
      const all = [...few, '/campaigns', `/campaigns/${running}`, `/campaigns/${running}/edit`, '/calls']
      const loads = widths
        .filter(({ width }) => [1440, 960, 480].includes(width))
        .flatMap(size => (size.width === 1440 ? few : all).map(place => ({ size, place })))
      for (const { size, place } of loads) {
        await resize(page, size)
        await visit(page, place)
        const { shifts, places } = await shiftOfLoad(page)
        // A search that jumps is too small to count as a shift, but a person aims at it.
        expect(places, `the search and Stop all of ${place}`).toHaveLength(1)
        const sum = shifts.reduce((total, { value }) => total + value, 0)
        if (sum >= 0.02) moved.push(`${place} at ${size.width}: ${sum.toFixed(4)} ${JSON.stringify(shifts, null, 1)}`)
      }
      expect(moved).toEqual([])
    },
    TIME_LIMIT,
  )

  it(
    'heads of tables stay in view, and the ring of the focus is whole',
    async () => {
      const { page, link, running, waiting, call } = await busyDesk()
      await page.goto(link())
      const all: string[] = []
      for (const size of [
        { width: 960, height: 600 },
        { width: 480, height: 800 },
      ]) {
        await resize(page, size)
        for (const place of [
          '/today',
          `/campaigns/${running}`,
          `/campaigns/${waiting}/edit`,
          `/calls?open=${call}`,
          `/calls/${call}`,
        ]) {
          await visit(page, place)
          for (const head of await hiddenHeads(page))
            all.push(`${place} at ${size.width}: the head of ${head} is hidden`)
          const { cut, reached } = await cutRings(page)
          expect(reached, place).toBeGreaterThan(8)
          for (const ring of cut) all.push(`${place} at ${size.width}: the ring of ${ring} is cut`)
        }
      }
      expect(all).toEqual([])
    },
    TIME_LIMIT,
  )
})
