import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished } from 'vitest'
import { createConsoleToken } from '../../src/main/core/workspace/sessions'
import { asInWindow } from './window'
import { startWorld, type WorldOptions } from './world'

const executablePath = process.env.CHROMIUM || '/usr/bin/chromium'
const screenshots = join(import.meta.dirname, '../../out/screenshots')
/** The built console. CONSOLE_DIR may name another build. */
export const consoleDir = process.env.CONSOLE_DIR || join(import.meta.dirname, '../../out/renderer')

/** Chromium reads only the last list of disabled features, so the list has Playwright's own features too. */
const turnedOff = [
  // Two pages for the address bar of every window, which nobody sees here; they were a fifth of all work.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'PaintHolding',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'PreconnectToSearch',
]

export type Scheme = 'light' | 'dark'
export const schemes = ['light', 'dark'] as const

/** How a page asks the service: over HTTP in a browser, over IPC in the desktop window. */
export type Door = 'http' | 'ipc'
/** DOOR=ipc runs every browser test as in the window. Tests of HTTP itself fail then. */
const DOOR = (process.env.DOOR ?? 'http') as Door
/** For the main jobs of a page, which work over both. */
export const doors = ['http', 'ipc'] as const

/** LATE=400 sends every request up to that many ms late, to find tests that wait for too little. */
const LATE = Number(process.env.LATE ?? 0)

/** After this time an answer is taken for one that a test holds back, ms. */
const HELD_BACK = 1000 + LATE

interface OpenOptions extends WorldOptions {
  door?: Door
  scheme?: Scheme
}

/** One for all files of a process, which ends it. Each test has a context of its own, which shares nothing. */
let browser: Browser | undefined

async function aBrowser(): Promise<Browser> {
  if (!browser?.isConnected())
    browser = await chromium.launch({
      executablePath,
      // Two cores have nothing left for the compiler's own threads: without them a page takes a tenth less.
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--js-flags=--single-threaded',
        `--disable-features=${turnedOff}`,
      ],
    })
  return browser
}

/** Tests with a browser. Without a Chromium `npm test` says so, and a CI run fails. */
export const inBrowser = (title: string, tests: () => void) =>
  describe.skipIf(process.env.CHROMIUM === '')(title, () => {
    beforeAll(async () => {
      mkdirSync(screenshots, { recursive: true })
      await aBrowser()
    })
    tests()
  })

/** A page in the time of the world. The test fails when the page logs an error or sends a request elsewhere. */
export async function open({ door = DOOR, scheme = 'light', ...options }: OpenOptions = {}) {
  /** What the page has asked and was not answered yet. */
  const asked = new Set<Promise<unknown>>()
  // A page shows a change before the service has made it. A test may hold an answer back.
  const settled = () => Promise.race([Promise.all(asked), sleep(HELD_BACK)])
  const world = await startWorld({ consoleDir, settled, ...options })
  const origin = world.service.api.slice(0, -'/api'.length)
  // A dot that breathes without end makes the browser draw without end.
  const context = await (await aBrowser()).newContext({
    colorScheme: scheme,
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  })
  const page = await context.newPage()
  // Shorter than the time limit of a test, so that the error names what was waited for.
  context.setDefaultTimeout(15_000)
  const began = world.clock.now()
  // At another speed than 1 less time passes on this machine than at the desk.
  const sameTime = () => page.clock.setFixedTime(began + (world.clock.now() - began) / (options.speed ?? 1))
  await sameTime()
  const complaints: string[] = []
  const tolerated: RegExp[] = []
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${message.text()} ${message.location().url.replace(origin, '')}`)
  })
  page.on('pageerror', error => complaints.push(String(error)))
  page.on('request', request => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
      complaints.push(`asked ${request.url()}`)
    if (door === 'ipc' && /\/(rpc|session)\b/.test(request.url())) complaints.push(`asked over HTTP ${request.url()}`)
  })
  onTestFinished(async () => {
    // An answer that a test has held back goes to a page that is gone; so do those of a page that was closed.
    await page.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => {})
    await context.close()
    expect(complaints.filter(text => !tolerated.some(pattern => pattern.test(text)))).toEqual([])
  })
  if (LATE > 0)
    await page.route(/\/rpc\/(?!events\/)/, async route => {
      await sleep(Math.random() * LATE)
      await route.fallback().catch(() => {})
    })
  const link = () =>
    door === 'ipc' ? `${origin}/` : `${origin}/?token=${createConsoleToken(world.db, 1, world.clock.now())}`
  let advances = 0
  let advancing = Promise.resolve()
  function awaitAnswer(answer: Promise<unknown>) {
    const settled = answer.catch(() => {}).finally(() => asked.delete(settled))
    asked.add(settled)
  }
  page.on('request', request => {
    if (/\/rpc\/(?!events\/)/.test(request.url())) awaitAnswer(request.response())
  })
  const reload = page.reload.bind(page)
  page.reload = async (...how) => {
    await settled()
    return reload(...how)
  }
  /** Lets time pass in the world, and on the page's clock. */
  async function advance(ms: number): Promise<void> {
    await settled()
    advances++
    advancing = world.advance(ms).then(sameTime)
    await advancing
  }
  /** Lets the work that is due at once go on, until a person sees what came of it. */
  const untilSeen = (result: Locator) =>
    expect
      .poll(async () => {
        await advance(0)
        return result.isVisible()
      })
      .toBe(true)
  /** An answer with the desk's time in it: not while one of both clocks is ahead of the other. */
  async function inTime<T>(ask: () => Promise<T>): Promise<T> {
    for (;;) {
      await advancing
      const before = advances
      const answer = await ask()
      if (before === advances) return answer
    }
  }
  // The page learns the desk's time with the settings: not while one of both clocks is ahead of the other.
  if (door === 'ipc')
    await asInWindow(page, world, (path, ask) => {
      const answer = path === 'settings.get' ? inTime(ask) : ask()
      awaitAnswer(answer)
      return answer
    })
  else await page.addInitScript(tellOwnTime, { began, speed: options.speed ?? 1 })
  /** For a service that goes away: the browser logs each request that fails. The page itself must log nothing. */
  const tolerateFailedRequests = () => void tolerated.push(/ERR_|Failed to load resource/)
  /** The browser logs each refused request, at a time of its own: say before which answers the test brings about. */
  const tolerateStatus = (...status: number[]) =>
    void tolerated.push(new RegExp(`the server responded with a status of (${status.join('|')}) `))
  /** Requests to this origin are asked for by the test. */
  const tolerateOrigin = (own: string) => void tolerated.push(new RegExp(`^asked ${own}`))
  return { world, page, origin, link, advance, untilSeen, tolerateFailedRequests, tolerateStatus, tolerateOrigin }
}

/**
 * The settings tell the page's own time as the desk's, which is the same. The answer has the time at which the service
 * wrote it, and the test may have gone on since.
 */
function tellOwnTime({ began, speed }: { began: number; speed: number }) {
  const ask = globalThis.fetch
  globalThis.fetch = async (...asked) => {
    const response = await ask(...asked)
    if (!response.ok || !response.url.endsWith('/rpc/settings/get')) return response
    const answer = await response.json()
    answer.json.now = new Date(began + (Date.now() - began) * speed).toISOString()
    return Response.json(answer)
  }
}

export const hasFocus = (place: Locator) =>
  expect.poll(() => place.evaluate(element => element === document.activeElement)).toBe(true)

/** A dialog, a popover or a menu takes the focus a moment after it is seen. */
export const takesFocus = (inside: Locator) =>
  expect
    .poll(() =>
      inside.evaluate(element => element.closest('[role=dialog], [role=menu]')!.contains(document.activeElement)),
    )
    .toBe(true)

/** Presses a button of a dialog or a menu by the keyboard, once it is there to be pressed. */
export async function enter(button: Locator) {
  await takesFocus(button)
  await expect.poll(() => button.isEnabled()).toBe(true)
  await button.press('Enter')
}

/** Looks at a page in light and in dark colours, and leaves it in those that it had. */
async function inBoth<T>(page: Page, look: (scheme: Scheme) => Promise<T>): Promise<T[]> {
  const had = await page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'))
  const seen: T[] = []
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme })
    // The page hears of it in the next frame, and colours that change slowly begin to change in the one after it.
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
    seen.push(await look(scheme))
  }
  await page.emulateMedia({ colorScheme: had })
  return seen
}

/** The serious findings of axe on a page, in both colours. It is evaluated, because the page's policy blocks other scripts. */
export async function barriers(page: Page) {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
  const found = await inBoth(page, async scheme => {
    // While an element fades in, its contrast is lower.
    await page.evaluate(() =>
      Promise.allSettled(
        document
          .getAnimations()
          .filter(one => one.effect!.getComputedTiming().endTime !== Infinity)
          .map(one => one.finished),
      ),
    )
    // Everything but the contrast is the same in both.
    return page.evaluate(
      async rules => {
        // biome-ignore lint/suspicious/noExplicitAny: axe has put itself there
        const { violations } = await (globalThis as any).axe.run(rules)
        return violations
          .filter((found: { impact: string }) => ['serious', 'critical'].includes(found.impact))
          .map((found: { id: string; nodes: { html: string }[] }) => [found.id, found.nodes[0]!.html])
      },
      scheme === 'light' ? {} : { runOnly: ['color-contrast'] },
    )
  })
  return found.flat()
}

/**
 * Screenshots for looking at, in both colours: `name-light.png`, `name-dark.png`. They are taken only when SHOTS is set,
 * because each takes a second.
 */
export const shot = async (page: Page, name: string) =>
  process.env.SHOTS &&
  inBoth(page, scheme => page.screenshot({ path: join(screenshots, `${name}-${scheme}.png`), fullPage: true }))

export const fitsItsWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

/** The file that the page saves when something is done. */
export async function downloaded(page: Page, act: () => Promise<unknown>) {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
}
