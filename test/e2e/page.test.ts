import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createConsoleToken } from '../../src/main/core/users'
import { given, MINUTE, SECOND, startWorld } from '../support/world'

const executablePath = process.env.CHROMIUM || '/usr/bin/chromium'
const screenshots = join(import.meta.dirname, '../../out/screenshots')
const consoleDir = join(import.meta.dirname, '../../out/renderer')

// Without a Chromium `npm test` says so, and a CI run fails.
describe.skipIf(process.env.CHROMIUM === '')('in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    mkdirSync(screenshots, { recursive: true })
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] })
  })
  afterAll(() => browser.close())

  /** A page that may ask nobody but the service, and complains about nothing. */
  async function open(colorScheme: 'light' | 'dark' = 'light') {
    const world = await startWorld({ consoleDir })
    const origin = world.service.api.slice(0, -'/api'.length)
    const context = await browser.newContext({ colorScheme, viewport: { width: 1100, height: 800 } })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', message => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
    })
    page.on('pageerror', error => complaints.push(String(error)))
    page.on('request', request => {
      if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
        complaints.push(`asked ${request.url()}`)
    })
    onTestFinished(async () => {
      await context.close()
      expect(complaints).toEqual([])
    })
    const link = () => `${origin}/?token=${createConsoleToken(world.db, 1, world.clock.now())}`
    return { world, page, origin, link }
  }

  const shot = (page: Page, name: string) => page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true })

  it.each(['light', 'dark'] as const)('the page shows the desk and its calls as they happen, %s', async scheme => {
    const { world, page, link } = await open(scheme)
    await page.goto(link())
    await page.getByText('No calls yet').waitFor()
    await shot(page, `plain-empty-${scheme}`)
    const campaign = await given.campaign(world, { name: 'Spring offer' })
    for (const ending of ['01', '14', '04', '02']) await given.lead(world, campaign, { ending })
    await given.started(world, campaign)
    await world.advance(10 * SECOND)
    await page.getByRole('cell', { name: 'Ringing' }).first().waitFor()
    await world.advance(3 * MINUTE)
    await page.getByRole('cell', { name: 'Completed' }).waitFor()
    await page.getByRole('cell', { name: 'No answer' }).waitFor()
    expect(await page.getByRole('cell', { name: 'Spring offer' }).count()).toBe(4)
    await shot(page, `plain-calls-${scheme}`)
  })

  it('a tab stays signed in over a reload; a link that was used opens nothing', async () => {
    const { page, link } = await open()
    const used = link()
    await page.goto(used)
    await page.getByText('No calls yet').waitFor()
    expect(page.url()).not.toContain('token')
    await page.reload()
    await page.getByText('No calls yet').waitFor()
    const other = await page.context().newPage()
    await other.goto(used)
    await other.getByText('console-link').waitFor()
    await other.close()
  })

  it('the API reference reads offline', async () => {
    const { page, origin } = await open()
    await page.goto(`${origin}/api/docs`)
    await page.getByText('/user/make_call').waitFor()
    await page.getByText('/user/make_call').click()
    await page.getByText('Call one number; the call runs on by itself').first().waitFor()
    await shot(page, 'api-reference')
  })

  it('a recording plays', async () => {
    const { world, page, link } = await open()
    const assistant = await given.assistant(world, { record: true })
    const { body } = await world.post('/user/make_call', { assistant_id: assistant, phone_number: given.number('05') })
    await world.advance(MINUTE)
    let call = (await world.get(`/user/calls/${body.call_id}`)).body
    while (!call.recording_url) call = (await world.get(`/user/calls/${body.call_id}`)).body
    await page.goto(link())
    const played = await page.evaluate(async url => {
      const bytes = await (await fetch(url)).arrayBuffer()
      const sound = await new OfflineAudioContext(2, 8000, 8000).decodeAudioData(bytes)
      return { seconds: sound.duration, sides: sound.numberOfChannels }
    }, call.recording_url)
    expect(played.sides).toBe(2)
    expect(Math.ceil(played.seconds)).toBe(call.duration)
  })
})
