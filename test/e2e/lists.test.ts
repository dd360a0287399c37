import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { enter, hasFocus, inBrowser, open, takesFocus } from '../support/browser'
import { given, HOUR, MINUTE, MONDAY_9, type TestWorld } from '../support/world'

const rowsOf = (page: Page, table: string) =>
  page.getByRole('table', { name: table, exact: true }).locator('tbody').getByRole('row')

/** Calls that are over, one after the other. */
async function calls(world: TestWorld, n: number) {
  const assistant_id = await given.assistant(world, { variables: { name: '' } })
  for (let i = 1; i <= n; i++) await oneMore(world, assistant_id, `Person ${i}`)
  return assistant_id
}
async function oneMore(world: TestWorld, assistant_id: number, name: string) {
  await world.post('/user/make_call', { assistant_id, phone_number: given.number('01'), variables: { name } })
  await world.advance(2 * MINUTE)
}

inBrowser('lists', () => {
  it('a day of the list of calls is a day of the workspace, as in its totals', async () => {
    // Half past midnight of the 6th in Rome, still the 5th in UTC.
    const { world, page, link, advance } = await open({ at: MONDAY_9 + 14.4 * HOUR })
    await world.put('/user/settings', { timezone: 'Europe/Rome' })
    const assistant_id = await given.assistant(world, { variables: { name: '' } })
    await oneMore(world, assistant_id, 'Grace Liu')
    await advance(0)
    await page.goto(`${link()}#/calls`)
    await rowsOf(page, 'Calls').getByText('Grace Liu').waitFor()
    await page.getByRole('button', { name: 'Date', exact: true }).click()
    expect(await page.getByText(/\bUTC\b/).count()).toBe(0)
    await page.getByRole('button', { name: 'Today', exact: true }).click()
    await page.waitForURL(/from=2026-01-06&to=2026-01-06/)
    await page.getByText('1 call', { exact: true }).waitFor()
    await page.getByText(/^Talked \d/).waitFor()
    await page.getByRole('button', { name: 'Date Today' }).click()
    await page.getByRole('button', { name: 'Yesterday', exact: true }).click()
    await page.getByText('No call fits these filters').waitFor()
  })

  it('a day is typed into the filter and applies when it is complete', async () => {
    const { world, page, link } = await open()
    await calls(world, 1)
    await page.goto(`${link()}#/calls`)
    await page.getByRole('button', { name: 'Date', exact: true }).click()
    await takesFocus(page.getByLabel('From', { exact: true }))
    await page.getByLabel('From', { exact: true }).focus()
    await page.keyboard.type('01022026', { delay: 30 })
    expect(page.url()).not.toContain('from=')
    await page.keyboard.press('Enter')
    await page.waitForURL(/from=2026-01-02/)
    expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe('2026-01-02')
    await page.getByLabel('To', { exact: true }).focus()
    await page.keyboard.type('01032026', { delay: 30 })
    await page.keyboard.press('Escape')
    await page.waitForURL(/from=2026-01-02&to=2026-01-03/)
    await page.getByText('No call fits these filters').waitFor()
  })

  it('a page that does not exist and refused filters show no false statement', async () => {
    const { world, page, link, tolerateStatus } = await open()
    tolerateStatus(422)
    await calls(world, 1)
    await page.goto(`${link()}#/calls?page=999`)
    await page.getByText('The list ends before this page').waitFor()
    expect(await page.getByText('No calls yet').count()).toBe(0)
    await page.getByRole('link', { name: 'Go to the first page' }).click()
    await rowsOf(page, 'Calls').getByText('Person 1').waitFor()
    await page.evaluate(() => {
      location.hash = '/calls?from=abc'
    })
    await page.getByRole('button', { name: 'Date from abc' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Date from abc' }).click()
    await page.getByText('must be a day like').first().waitFor()
    expect(await page.getByText('Invalid Date').count()).toBe(0)
    await page.goto(`${page.url().split('#')[0]}#/calls?campaign=abc`)
    await page.reload()
    await page.getByText('The calls cannot be shown').waitFor()
    for (const untrue of ['No call fits these filters', 'No calls yet', '1 call'])
      expect(await page.getByText(untrue, { exact: true }).count()).toBe(0)
  })

  it('leads that come over the API appear, and so does their number', async () => {
    const { world, page, link } = await open()
    const campaign = await given.campaign(world, { name: 'Spring offer' })
    const add = (n: number) =>
      world.post('/user/leads/import', {
        campaign_id: campaign,
        leads: Array.from({ length: n }, () => ({ phone_number: given.number('24') })),
      })
    await page.goto(`${link()}#/campaigns/${campaign}`)
    await page.getByText('No leads yet').first().waitFor()
    const first = await add(2)
    expect(first.status, JSON.stringify(first.body)).toBeLessThan(300)
    await expect.poll(() => rowsOf(page, 'Leads').getByText('+1').count()).toBeGreaterThan(1)
    await page.goto(`${page.url().split('#')[0]}#/campaigns`)
    const row = rowsOf(page, 'Campaigns').filter({ hasText: 'Spring offer' })
    await row.getByText('2', { exact: true }).waitFor()
    await add(3)
    await row.getByText('5', { exact: true }).waitFor()
  })

  it('times of a campaign are in its time zone, which is named', async () => {
    const { world, page, link, advance } = await open()
    await world.put('/user/settings', { timezone: 'Europe/Rome' })
    const campaign = await given.campaign(world, {
      assistant_id: await given.assistant(world, { variables: { name: '' } }),
      timezone: 'America/New_York',
    })
    const lead = await given.lead(world, campaign, { variables: { name: 'Grace Liu' } })
    await world.put(`/user/leads/${lead}`, { callback_at: new Date(MONDAY_9 + 8 * HOUR).toISOString() })
    await advance(0)
    await page.goto(`${link()}#/campaigns/${campaign}`)
    const leads = page.getByRole('region', { name: 'Leads', exact: true })
    await leads.getByText('America/New_York').waitFor()
    await leads
      .getByRole('row', { name: /Grace Liu/ })
      .getByText('12:00')
      .first()
      .waitFor()
    expect(await leads.getByText('18:00').count()).toBe(0)
    const asks = await given.lead(world, campaign, { ending: '06' })
    await given.started(world, campaign)
    await advance(5 * MINUTE)
    expect(world.lead(asks).status).toBe('completed')
    const outcomes = page.getByRole('region', { name: 'Outcomes by the hour' })
    await outcomes.getByText('America/New_York').waitFor()
    // It is 09:00 in London, 10:00 in Rome and 04:00 in New York.
    const figures = outcomes.getByRole('table', { name: 'Outcomes by the hour' })
    // Later hours may be there, with the calls that are expected.
    await figures.getByRole('row', { name: /^04\b/ }).waitFor()
    expect(await figures.getByRole('row', { name: /^(09|10)\b/ }).count()).toBe(0)
    const about = page.getByRole('complementary', { name: 'About this campaign' })
    await expect.poll(() => about.innerText()).toMatch(/Asked not to be called\s+1\s/)
  })

  it('the focus stays in a search and in a row, and moves on when the row is deleted', async () => {
    const { world, page, link } = await open()
    const assistant_id = await given.assistant(world, { variables: { name: '' } })
    const campaign = await given.campaign(world, { assistant_id })
    for (const name of ['Ruth Abiola', 'Grace Liu', 'Tom Hargreaves'])
      await given.lead(world, campaign, { variables: { name } })
    await page.goto(`${link()}#/campaigns/${campaign}`)
    const rows = rowsOf(page, 'Leads')
    await rows.nth(2).getByText('Ruth Abiola').waitFor()
    await expect.poll(() => page.title()).toBe('Campaign · Callwright')
    const search = page.getByRole('textbox', { name: 'Search leads' })
    await search.fill('+1')
    await search.press('Enter')
    await page.waitForURL(/search=/)
    await rows.nth(2).getByText('Ruth Abiola').waitFor()
    await hasFocus(search)

    // A narrow window hides columns, but not the last one, which has the actions.
    await page.setViewportSize({ width: 700, height: 800 })
    await rows.first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    const more = page.getByRole('button', { name: 'More: Grace Liu' })
    await hasFocus(rows.nth(1).getByRole('checkbox'))
    await page.keyboard.press('Tab')
    for (const action of ['Call now: Grace Liu', 'Call back at: Grace Liu', 'More: Grace Liu']) {
      await hasFocus(page.getByRole('button', { name: action }))
      await page.keyboard.press('Tab')
    }
    expect(await page.evaluate(() => document.activeElement!.closest('tr'))).toBe(null)
    await more.press('Enter')
    await enter(page.getByRole('menuitem', { name: 'Delete lead' }))
    await enter(page.getByRole('button', { name: 'Delete lead' }))
    await expect.poll(() => rows.count()).toBe(2)
    await hasFocus(rows.nth(1))
    await rows.nth(1).getByText('Ruth Abiola').waitFor()

    await page.keyboard.press('Enter')
    await page.waitForURL(/open=\d+/)
    await page.getByRole('complementary').getByRole('heading', { name: 'Ruth Abiola' }).waitFor()
  })

  it('a long name leaves room for the actions, and a small window for stopping all', async () => {
    const { world, page, link } = await open()
    const campaign = await given.campaign(world, { name: 'Recall '.repeat(35).trim() })
    await page.goto(`${link()}#/campaigns/${campaign}/edit`)
    const isSeen = (name: string) =>
      page.getByRole('button', { name, exact: true }).evaluate(button => {
        const { left, right } = button.getBoundingClientRect()
        return left >= 0 && right <= innerWidth
      })
    for (const width of [1440, 960]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => isSeen('Save'), { message: `at ${width}` }).toBe(true)
    }
    await page.setViewportSize({ width: 480, height: 700 })
    await page.getByRole('heading', { name: 'Edit' }).waitFor()
    for (const name of ['Pause', 'Stop all', 'Use dark colours', 'Search, or a phone number'])
      await expect.poll(() => isSeen(name), { message: name }).toBe(true)
  })
})
