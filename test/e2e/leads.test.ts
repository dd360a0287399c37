import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { barriers, doors, downloaded, fitsItsWidth, hasFocus, inBrowser, open, shot } from '../support/browser'
import { given, MINUTE, type TestWorld } from '../support/world'

const table = (page: Page) => page.getByRole('table', { name: 'Leads', exact: true })
const rows = (page: Page) => table(page).locator('tbody').getByRole('row')
const pane = (page: Page) => page.getByRole('complementary', { name: 'Lead', exact: true })
const told = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })

const names = ['Marta Kowalczyk', 'Rhys Cadwallader', 'Aisha Bello', 'Priya Nair', 'Jonas Weber']

/** Two campaigns: one that has called, with leads in many states, and a draft. */
async function twoCampaigns(world: TestWorld) {
  const assistant_id = await given.assistant(world, {
    name: 'Nora',
    variables: { name: '', last_visit: 'a while ago' },
  })
  const recall = await given.campaign(world, {
    name: 'Hygiene recall',
    assistant_id,
    timezone: 'UTC',
    retry_interval: 600,
    max_retries: 1,
  })
  const draft = await given.campaign(world, { name: 'Solar quotes', assistant_id })
  const endings = ['24', '01', '02', '24', '01']
  const leads: number[] = []
  for (const [i, name] of names.entries())
    leads.push(
      await given.lead(world, recall, { ending: endings[i], variables: { name, last_visit: '12 March 2025' } }),
    )
  await given.started(world, recall)
  await world.advance(10 * MINUTE)
  const waiting = await given.lead(world, draft, {
    variables: { name: 'Tomás Ruiz' },
    secondary_contacts: [{ phone_number: given.number('24'), variables: { name: 'Ana Ruiz' } }],
  })
  return { recall, draft, leads, waiting, assistant_id }
}

const choose = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
const bar = (page: Page) => page.getByRole('region', { name: 'Selected rows' })

async function fill(world: TestWorld, campaign_id: number, n: number) {
  const leads = Array.from({ length: n }, (_, i) => ({ phone_number: `+1201${5_550_000 + i}` }))
  await world.post('/user/leads/import', { campaign_id, leads })
}

inBrowser('leads', () => {
  it('all leads are found by name, state, campaign and when they are next, and one shows when and why', async () => {
    const { world, page, link } = await open()
    const { recall } = await twoCampaigns(world)
    await page.goto(`${link()}#/leads`)
    await rows(page).filter({ hasText: 'Tomás' }).waitFor()
    expect(await rows(page).count()).toBe(6)
    await shot(page, 'leads-light')
    await page.getByPlaceholder('A name or a number').fill('marta')
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.getByPlaceholder('A name or a number').fill('')
    await page.getByRole('button', { name: 'Campaign', exact: true }).click()
    await page.getByRole('option', { name: 'Hygiene recall' }).click()
    await expect.poll(() => rows(page).count()).toBe(5)
    await page.getByRole('button', { name: 'Due', exact: true }).click()
    await page.getByRole('option', { name: 'at any time' }).click()
    await page.getByText('next due first').waitFor()
    expect(page.url()).toContain(`campaign=${recall}`)
    const next = rows(page).first()
    await next.click()
    await pane(page).getByRole('heading', { name: 'About this lead' }).waitFor()
    await pane(page).getByText('12 March 2025').waitFor()
    await pane(page).getByRole('list', { name: 'When it is called' }).getByText(/19:00/).waitFor()
    await pane(page)
      .getByRole('link', { name: /Busy|No answer/ })
      .first()
      .waitFor()
    await shot(page, 'lead-pane-light')
    const first = await pane(page).getByRole('heading').first().innerText()
    await pane(page).getByRole('button', { name: 'Lead after' }).click()
    await expect.poll(() => pane(page).getByRole('heading').first().innerText()).not.toBe(first)
    await page.keyboard.press('Escape')
    await expect.poll(() => pane(page).count()).toBe(0)
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TR')
  })

  it('a lead says what came of it, and who asked not to be called is marked and counted alike everywhere', async () => {
    const { world, page, link, advance } = await open()
    const assistant_id = await given.assistant(world, { name: 'Nora', variables: { name: '' } })
    const campaign = await given.campaign(world, { name: 'Hygiene recall', assistant_id, timezone: 'UTC' })
    const results = { '24': 'Marta Kowalczyk', '04': 'Rhys Cadwallader', '06': 'Aisha Bello', '02': 'Priya Nair' }
    for (const [ending, name] of Object.entries(results))
      await given.lead(world, campaign, { ending, variables: { name } })
    const number = given.number('24')
    await world.post('/user/blacklist', { phone_number: number })
    await world.post('/user/lead', { campaign_id: campaign, phone_number: number, variables: { name: 'Jonas Weber' } })
    await page.goto(`${link()}#/leads`)
    await rows(page).filter({ hasText: 'Jonas' }).getByText('Do not call').waitFor()
    await given.started(world, campaign)
    await advance(10 * MINUTE)
    const of = (name: string) => rows(page).filter({ hasText: name })
    await of('Rhys').filter({ hasText: 'Done' }).getByText('Voicemail').waitFor()
    await of('Priya').filter({ hasText: 'Will retry' }).getByText('No answer').waitFor()
    await of('Aisha').filter({ hasText: 'Do not call' }).getByText('Asked not to be called').waitFor()
    await of('Marta')
      .filter({ hasText: 'Done' })
      .getByText(/^(Talked|Goal)/)
      .waitFor()
    for (const [width, name] of [
      [1280, 'leads-results'],
      [960, 'leads-results-960'],
      [480, 'leads-results-480'],
    ] as const) {
      await page.setViewportSize({ width, height: 700 })
      expect(await fitsItsWidth(page)).toBe(true)
      // The names have room.
      const shown = of('Rhys').getByText('Rhys Cadwallader')
      expect(await shown.evaluate(cell => cell.scrollWidth <= cell.clientWidth)).toBe(true)
      await shot(page, name)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'State', exact: true }).click()
    await page.getByRole('option', { name: 'Do not call' }).click()
    await page.getByText('2 leads', { exact: true }).waitFor()
    expect((await rows(page).allInnerTexts()).join()).toMatch(/Jonas.*Aisha/s)
    await page.getByRole('button', { name: 'What came of it', exact: true }).click()
    await page.getByRole('option', { name: 'Asked not to be called' }).click()
    await page.getByText('1 lead', { exact: true }).waitFor()
    await of('Aisha').click()
    await pane(page).getByText('Do not call').first().waitFor()
    expect(await pane(page).getByText('Asked not to be called').count()).toBe(2)
    await shot(page, 'lead-asked')
    expect(
      await of('Aisha')
        .getByText('Aisha Bello')
        .evaluate(cell => cell.scrollWidth <= cell.clientWidth),
    ).toBe(true)
    const { text } = await downloaded(page, () => page.getByRole('button', { name: 'Export' }).click())
    expect(text).toMatch(
      /"What came of it".*\r\n"\+1\d+","Aisha Bello","Hygiene recall","Do not call","Asked not to be called"/,
    )
    await page.goto(`${link()}#/campaigns/${campaign}`)
    const leads = page.getByRole('region', { name: '5 leads' })
    await leads.getByRole('link', { name: /Do not call\s*2/ }).waitFor()
    await leads.getByRole('link', { name: /Done\s*2/ }).click()
    await page.getByText('2 fit the filters').waitFor()
    await leads.getByRole('link', { name: /Do not call\s*2/ }).click()
    await rows(page).filter({ hasText: 'Aisha' }).waitFor()
    await page.getByText('2 fit the filters').waitFor()
  })

  it('with a lead open, up and down go to the next and open it, but not while somebody types', async () => {
    const { world, page, link } = await open()
    const { recall } = await twoCampaigns(world)
    const title = () => pane(page).getByRole('heading').first().innerText()
    for (const place of ['/leads', `/campaigns/${recall}`]) {
      await page.goto(`${link()}#${place}`)
      await rows(page).nth(1).waitFor()
      const who = async (n: number) => (await rows(page).nth(n).getByRole('cell').nth(1).innerText()).trim()
      await rows(page).nth(1).click()
      await expect.poll(title).toBe(await who(1))
      await page.keyboard.press('ArrowDown')
      await expect.poll(title).toBe(await who(2))
      await page.keyboard.press('ArrowDown')
      await expect.poll(title).toBe(await who(3))
      await page.keyboard.press('ArrowUp')
      await expect.poll(title).toBe(await who(2))
      // From a row, too.
      await rows(page).nth(3).focus()
      await page.keyboard.press('ArrowDown')
      await expect.poll(title).toBe(await who(4))
      await pane(page).getByRole('button', { name: 'Edit' }).click()
      await page
        .getByRole('complementary', { name: 'Change the lead' })
        .getByLabel('Name', { exact: true })
        .first()
        .press('ArrowUp')
      expect(new URL(page.url()).hash).toContain('open=')
      await page.getByRole('complementary', { name: 'Change the lead' }).getByRole('button', { name: 'Cancel' }).click()
      await expect.poll(title).toBe(await who(4))
      // Back leads out of the pane, not through all that were looked at.
      await page.keyboard.press('Escape')
      await expect.poll(() => pane(page).count()).toBe(0)
    }
  })

  it('a number is added as it is dialed at home, in the country that is asked for where none is known', async () => {
    const { world, page, link } = await open()
    const { draft } = await twoCampaigns(world)
    await page.goto(`${link()}#/leads?campaign=${draft}&add=lead`)
    const form = page.getByRole('form', { name: 'Lead' })
    await form.getByLabel('Number', { exact: true }).fill('030 1234 5624')
    await form.getByRole('combobox', { name: 'Which country is it of?' }).fill('Germ')
    await page.getByRole('option', { name: 'Germany' }).click()
    await form.getByText('Read as +49 30 12345624').waitFor()
    await shot(page, 'lead-add-national')
    await form.getByRole('button', { name: 'Add lead' }).click()
    await expect
      .poll(async () => (await world.get(`/user/leads?campaign_id=${draft}`)).body.data[0].phone_number)
      .toBe('+493012345624')
    expect((await world.get('/user/settings')).body.country).toBe('DE')
    await form.getByText('With + and country, or as dialed in Germany').waitFor()
  })

  it('a lead is called now, changed, put on the do-not-call list and taken off again', async () => {
    const { world, page, link, advance } = await open()
    const { waiting, draft } = await twoCampaigns(world)
    await page.goto(`${link()}#/leads?open=${waiting}`)
    await pane(page).getByText('Ana Ruiz').waitFor()
    await pane(page).getByRole('button', { name: 'Call now' }).click()
    await told(page, 'Tomás Ruiz is the next to be called')
      .or(page.getByText(/is the next to be called/))
      .first()
      .waitFor()
    expect(world.lead(waiting).callback_at).not.toBeNull()
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await expect.poll(() => world.lead(waiting).callback_at).toBeNull()
    await pane(page).getByRole('button', { name: 'Edit' }).click()
    const form = page.getByRole('complementary', { name: 'Change the lead' })
    await form.getByLabel('Name', { exact: true }).first().fill('Tomás Ruiz Peña')
    await form.getByLabel('Last visit').first().fill('yesterday')
    await form.getByRole('button', { name: 'Save' }).click()
    await pane(page).getByText('yesterday').waitFor()
    await rows(page).filter({ hasText: 'Tomás Ruiz Peña' }).waitFor()
    await pane(page).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Do not call' }).click()
    await rows(page).filter({ hasText: 'Do not call' }).waitFor()
    await page.getByText('1 lead is on the do-not-call list.').waitFor()
    await expect.poll(async () => (await world.get('/user/blacklist')).body.total).toBe(1)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect.poll(async () => (await world.get('/user/blacklist')).body.total).toBe(0)
    await rows(page).filter({ hasText: 'Tomás' }).getByText('Not started').waitFor()
    // Its state is seen as it changes.
    await given.started(world, draft)
    await advance(8000)
    await rows(page).filter({ hasText: 'Tomás' }).getByText('On the phone').waitFor()
    await pane(page).getByRole('button', { name: 'Call now' }).waitFor({ state: 'detached' })
  })

  it('some leads are chosen with Shift and tried again, which can be undone', async () => {
    const { world, page, link } = await open()
    const { recall, leads } = await twoCampaigns(world)
    for (const id of leads) await world.put(`/user/leads/${id}`, { status: 'completed' })
    await page.goto(`${link()}#/leads?campaign=${recall}`)
    await choose(page, 'Jonas Weber').click()
    await choose(page, 'Rhys Cadwallader').click({ modifiers: ['Shift'] })
    await bar(page).getByText('4 selected').waitFor()
    await shot(page, 'leads-chosen-light')
    await bar(page).getByRole('button', { name: 'Try again' }).click()
    await page.getByText('4 leads wait to be called again.').waitFor()
    await expect.poll(() => rows(page).filter({ hasText: 'Done' }).count()).toBe(1)
    expect(await bar(page).count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText(/leads are as before\./).waitFor()
    await expect.poll(() => rows(page).filter({ hasText: 'Done' }).count()).toBe(5)
  })

  it('all leads that fit are moved in the background, with the progress in the corner, and then deleted by their number', async () => {
    const { world, page, link, untilSeen } = await open()
    const draft = await given.campaign(world, { name: 'Solar quotes' })
    const other = await given.campaign(world, { name: 'Spring offer' })
    await fill(world, draft, 260)
    await page.goto(`${link()}#/leads?campaign=${draft}`)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await bar(page).getByRole('button', { name: 'Select all 260' }).click()
    await bar(page).getByRole('button', { name: 'Move' }).click()
    const dialog = page.getByRole('dialog', { name: 'Where are 260 leads moved to?' })
    await dialog.getByLabel('Campaign', { exact: true }).first().click()
    await page.getByRole('option', { name: 'Spring offer' }).click()
    await shot(page, 'leads-move-light')
    await dialog.getByRole('button', { name: 'Move 260 leads' }).click()
    await page.getByRole('progressbar', { name: 'Moving leads' }).waitFor()
    await shot(page, 'leads-moving-light')
    await page.getByRole('link', { name: 'Calls' }).click()
    await untilSeen(page.getByText('260 leads were moved.'))
    await page.goto(`${link()}#/leads?campaign=${other}`)
    await page.getByText('260 leads').first().waitFor()
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await bar(page).getByRole('button', { name: 'Select all 260' }).click()
    await bar(page).getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('dialog', { name: 'Delete 260 leads?' })
      .getByRole('button', { name: 'Delete 260 leads' })
      .click()
    await untilSeen(page.getByText('260 leads were deleted.'))
    await page.getByText('No lead fits these filters').waitFor()
    expect(world.count('leads')).toBe(0)
  })

  it.each(doors)('the keyboard finds a lead, opens it, sets a callback, and goes back, over %s', async door => {
    const { world, page, link } = await open({ door })
    const { draft } = await twoCampaigns(world)
    await page.goto(`${link()}#/leads?campaign=${draft}`)
    const row = rows(page).first()
    await row.waitFor()
    await row.focus()
    await page.keyboard.press('Enter')
    await pane(page).getByRole('button', { name: 'Call back at' }).press('Enter')
    await page.getByLabel(/^Day and time/).fill('2026-01-06T14:30')
    await page.keyboard.press('Enter')
    await row.getByText('6 Jan 14:30').waitFor()
    await pane(page).getByRole('button', { name: 'Close' }).press('Enter')
    await hasFocus(row)
    await page.keyboard.press('Space')
    await bar(page).getByRole('button', { name: 'Do not call' }).press('Enter')
    await row.getByText('Do not call').first().waitFor()
  })

  it('a refused change is taken back, and why is said', async () => {
    const { world, page, link, tolerateFailedRequests } = await open()
    const { recall, leads } = await twoCampaigns(world)
    const [marta] = leads as [number]
    await page.goto(`${link()}#/leads?campaign=${recall}&search=marta`)
    const row = rows(page).first()
    await row.getByText('Done').waitFor()
    await world.post('/user/blacklist', { phone_number: world.lead(marta).phone_number })
    tolerateFailedRequests()
    await row.click()
    await pane(page).getByText('The number is on the list').waitFor()
    await pane(page).getByRole('button', { name: 'Call now' }).click()
    await pane(page)
      .getByText(/is on the blacklist\. Take it off the list first/)
      .waitFor()
    await row.getByText('Done').waitFor()
    await world.delete(`/user/blacklist?phone_number=${encodeURIComponent(String(world.lead(marta).phone_number))}`)
  })

  it('leads have no barriers, empty and full', async () => {
    const { world, page, link } = await open()
    await page.goto(`${link()}#/leads`)
    await page.getByText('A lead is somebody whom a campaign calls.').waitFor()
    await shot(page, 'leads-empty')
    expect(await barriers(page)).toEqual([])
    const { leads } = await twoCampaigns(world)
    await page.goto(`${link()}#/leads?open=${leads[1]}`)
    await pane(page).getByRole('link', { name: /Busy/ }).waitFor()
    await choose(page, 'Priya Nair').click()
    await shot(page, 'leads-full')
    expect(await barriers(page)).toEqual([])
    for (const width of [960, 480]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await fitsItsWidth(page)).toBe(true)
      await shot(page, `leads-${width}`)
    }
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('complementary', { name: 'Change the lead' }).waitFor()
    expect(await barriers(page)).toEqual([])
    await shot(page, 'lead-edit-480')
  })
})
