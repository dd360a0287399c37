import type { Page, Route } from 'playwright-core'

/** Sets the size of the window, and waits until the frame has followed it. */
export async function resize(page: Page, size: { width: number; height: number }) {
  await page.setViewportSize(size)
  await page.waitForFunction(() => {
    const nav = document.querySelector('.mantine-AppShell-navbar')
    if (!document.querySelector('.mantine-AppShell-header')) return true
    return innerWidth < 760 ? !nav : nav?.hasAttribute('data-narrow') === innerWidth <= 1088
  })
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
  // What hangs on a button follows it a little later. What stays outside is reported as a fault.
  const inside = () =>
    [...document.querySelectorAll('.mantine-Popover-dropdown, .mantine-Menu-dropdown')].every(element => {
      const { left, right } = element.getBoundingClientRect()
      return left >= 0 && right <= innerWidth
    })
  await page.waitForFunction(inside, undefined, { timeout: 3000 }).catch(() => {})
}

/** What a person would miss: elements that stand out of the window or of what clips them, and figures that are cut. */
export const faults = (page: Page) =>
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
        // Text that is cut with an ellipsis has a tooltip. A figure may be cut only together with such a text.
        if (textOverflow === 'ellipsis' && (!isFigure || around.hasAttribute('data-tip-cut'))) break
        const frame = around.getBoundingClientRect()
        if (box.left < frame.left - 1 || box.right > frame.right + 1) report('stands out of what is around it', element)
        break
      }
    }
    return [...found]
  })

export const sheetScrolls = (page: Page) =>
  page.locator('#main').evaluate(sheet => sheet.scrollHeight > sheet.clientHeight)

/** Pairs of things in a line that cover each other. */
export const overlaps = (page: Page, line: string) =>
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
export const hiddenHeads = (page: Page) =>
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
export async function cutRings(page: Page) {
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
export async function shiftOfLoad(page: Page) {
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
export const watchShifts = (page: Page) =>
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
