import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { barriers, fitsItsWidth, hasFocus, inBrowser, open, shot } from '../support/browser'
import { given, HOUR, MINUTE, SECOND, type TestWorld } from '../support/world'

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Calls', exact: true }).locator('tbody').getByRole('row')
const search = (page: Page) => page.getByRole('textbox', { name: 'Search calls' })
const newer = (page: Page, n: number) =>
  page.getByRole('button', { name: `${n} newer ${n === 1 ? 'call' : 'calls'} · Show` })

async function oneMore(world: TestWorld, assistant_id: number, name: string, ending = '01') {
  await world.post('/user/make_call', { assistant_id, phone_number: given.number(ending), variables: { name } })
  await world.advance(2 * MINUTE)
}

/** Three calls that are over, and the log of them. */
async function aLog() {
  const opened = await open()
  const { world, page, link, advance } = opened
  const assistant_id = await given.assistant(world, { variables: { name: '' } })
  for (const name of ['Ruth Abiola', 'Grace Liu', 'Zoë Björk']) await oneMore(world, assistant_id, name, '24')
  await advance(0)
  await page.goto(`${link()}#/calls`)
  await rowsOf(page).first().getByText('Zoë Björk').waitFor()
  return { ...opened, assistant_id }
}

/** What has moved by itself since this began, by its text. */
async function watchShifts(page: Page) {
  await page.evaluate(() => {
    const shifts: string[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & { sources: { node: Node }[] })[])
        shifts.push(...entry.sources.map(({ node }) => node.textContent ?? ''))
    }).observe({ type: 'layout-shift' })
  })
  // The observer hears of a shift after the frame in which it was.
  return () =>
    page.evaluate(async () => {
      await new Promise(frame => requestAnimationFrame(() => setTimeout(frame)))
      return (globalThis as unknown as { shifts: string[] }).shifts
    })
}

inBrowser('the call log', () => {
  it('nothing moves when calls come in, and a button shows the newer ones', async () => {
    const { world, page, advance, assistant_id } = await aLog()
    const rows = rowsOf(page)
    const moved = await watchShifts(page)
    await page.mouse.move(5, 5)
    await oneMore(world, assistant_id, 'Person 4')
    await advance(0)
    await newer(page, 1).waitFor()
    await oneMore(world, assistant_id, 'Person 5')
    await newer(page, 2).waitFor()
    await rows.first().getByText('Zoë Björk').waitFor()
    expect(await rows.count()).toBe(3)
    expect(await moved()).toEqual([])
    await newer(page, 2).press('Enter')
    await rows.first().getByText('Person 5').waitFor()
    expect(await rows.count()).toBe(5)
    expect(await page.getByText('newer call').count()).toBe(0)
    // The button is gone, and the focus stays with the list.
    await hasFocus(page.getByRole('region', { name: 'Call log' }))
    await oneMore(world, assistant_id, 'Person 6')
    await newer(page, 1).waitFor()
    // Whoever comes back to the list sees the newest.
    await page.getByRole('link', { name: 'Today' }).click()
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    await oneMore(world, assistant_id, 'Person 7')
    await page.getByRole('navigation').getByRole('link', { name: 'Calls' }).click()
    await rows.first().getByText('Person 7').waitFor()
  })

  it('a call that newer ones have pushed off the page goes on to its end there', async () => {
    const { world, page, link, advance } = await open()
    const assistant_id = await given.assistant(world, { variables: { name: '' } })
    await world.post('/user/make_call', {
      assistant_id,
      phone_number: given.number('07'),
      variables: { name: 'Ruth Abiola' },
    })
    await advance(20 * SECOND)
    await page.goto(`${link()}#/calls`)
    const row = rowsOf(page).filter({ hasText: 'Ruth Abiola' })
    await row.getByText('Talking').waitFor()
    for (let i = 0; i < 50; i++) await world.post('/user/make_call', { assistant_id, phone_number: given.number('01') })
    await page.getByRole('button', { name: '50+ newer calls · Show' }).waitFor()
    await advance(30 * MINUTE)
    await row.getByText('Talking').waitFor({ state: 'detached' })
    await row.getByText(/hung up|Completed/).waitFor()
  })

  it('a search finds calls by number in any form, by name and by what was said', async () => {
    const { world, page, link } = await aLog()
    const found = (n: number) => page.getByText(`${n} ${n === 1 ? 'call' : 'calls'}`, { exact: true }).waitFor()
    const calls = (await world.get('/user/calls')).body.data
    const steps = await page.evaluate(() => history.length)
    await search(page).fill('bjork')
    await found(1)
    await rowsOf(page).getByText('Zoë Björk').waitFor()
    await page.getByRole('status').filter({ hasText: '1 call found' }).waitFor({ state: 'attached' })
    const number: string = calls[1].client_phone_number
    await search(page).fill(`(${number.slice(2, 5)}) ${number.slice(5, 8)}-${number.slice(8)}`)
    await rowsOf(page).getByText('Grace Liu').waitFor()
    await found(1)
    const said: string = calls[0].transcript.find((item: { sender: string }) => item.sender === 'human').text
    await search(page).fill(said)
    await found(
      calls.filter((call: { transcript: { text: string }[] }) => call.transcript.some(one => one.text === said)).length,
    )
    // Typing is no step of the history.
    expect(await page.evaluate(() => history.length)).toBe(steps)
    await page.reload()
    expect(await search(page).inputValue()).toBe(said)
    // What was searched for is marked in the call beside the log.
    await rowsOf(page).first().click()
    const pane = page.getByRole('complementary', { name: 'Call', exact: true })
    await pane.locator('mark').getByText(said).first().waitFor()
    await pane.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await found(3)
    await hasFocus(search(page))

    await page.goto(`${link()}#/calls?number=${encodeURIComponent(number)}`)
    await rowsOf(page).getByText('Grace Liu').waitFor()
    await found(1)
    expect((await search(page).inputValue()).replace(/\D/g, '')).toBe(number.slice(1))
  })

  it('an error about the search stands on its field, in the words of its label', async () => {
    const { page, tolerateStatus } = await aLog()
    tolerateStatus(422)
    await search(page).fill('--')
    await page.getByText('The search must contain a letter or a digit.').waitFor()
    expect(await page.getByText('The calls cannot be shown').count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByText('must contain a letter').waitFor({ state: 'detached' })
  })

  it('a row says what came of the call and what comes next, never its state again', async () => {
    const { world, page, link, advance } = await open()
    const assistant_id = await given.assistant(world, { variables: { name: '' } })
    const campaign = await given.campaign(world, {
      name: 'Spring offer',
      assistant_id,
      max_retries: 1,
      retry_interval: 60,
      max_calls_in_parallel: 12,
    })
    await given.lead(world, campaign, { ending: '01', variables: { name: 'Colin Mercer' } })
    await given.lead(world, campaign, {
      ending: '02',
      variables: { name: 'Ffion Pritchard' },
      secondary_contacts: [{ phone_number: given.number('02'), variables: { name: 'Owen Blake' } }],
    })
    await given.started(world, campaign)
    await oneMore(world, assistant_id, 'Daniel Osei', '02')
    await advance(3 * MINUTE)
    await page.goto(`${link()}#/calls`)
    const cameOf = (name: string) => rowsOf(page).filter({ hasText: name }).first().getByRole('cell').nth(5)
    await expect.poll(() => cameOf('Colin Mercer').innerText()).toMatch(/^Next try 1\d:\d\d$/)
    await cameOf('Ffion Pritchard').getByText('Goes on with contact 1').waitFor()
    // The state says all about a single call that nobody answered.
    expect(await cameOf('Daniel Osei').innerText()).toBe('')
    await shot(page, 'call-log-next')
    expect(await barriers(page)).toEqual([])
    for (const width of [960, 480]) {
      await page.setViewportSize({ width, height: 700 })
      await shot(page, `call-log-next-${width}`)
      expect(await fitsItsWidth(page)).toBe(true)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await advance(2 * HOUR)
    await page.reload()
    await expect.poll(() => cameOf('Colin Mercer').innerText()).toBe('Not tried again')
  })
})
