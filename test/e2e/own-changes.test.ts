import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { inBrowser, open } from '../support/browser'
import { given, type TestWorld } from '../support/world'

const leadsOf = (page: Page) => page.getByRole('table', { name: 'Leads', exact: true })

async function recall(world: TestWorld) {
  const assistant_id = await given.assistant(world, { name: 'Nora', variables: { name: '' } })
  return given.campaign(world, { name: 'Hygiene recall', assistant_id })
}

/** From now on the service does not answer these questions: what is seen comes from what the page knows already. */
async function holdBack(page: Page, ...questions: string[]) {
  let let_go = () => {}
  const free = new Promise<void>(resolve => {
    let_go = resolve
  })
  for (const question of questions)
    await page.route(`**/rpc/${question}`, async route => {
      await free
      await route.continue().catch(() => {})
    })
  return let_go
}

const choose = async (page: Page, row: Locator, who: string, word: string) => {
  await row.hover()
  await page.getByRole('button', { name: `More: ${who}` }).click()
  await page.getByRole('menuitem', { name: word }).click()
}

inBrowser('own changes', () => {
  it('a lead that was just added is in the table before the list is asked for again', async () => {
    const { world, page, link } = await open()
    const id = await recall(world)
    await given.lead(world, id, { variables: { name: 'Marta Kowalczyk' } })
    await page.goto(`${link()}#/campaigns/${id}?add=lead`)
    await leadsOf(page).getByRole('row', { name: /Marta/ }).waitFor()
    const letGo = await holdBack(page, 'leads/list')
    const pane = page.getByRole('complementary', { name: 'Add a lead' })
    await pane.getByLabel('Number', { exact: true }).fill(given.number('24'))
    await pane.getByLabel('Name').fill('Rhys Cadwallader')
    await pane.getByRole('button', { name: 'Add lead' }).click()
    const rows = leadsOf(page).locator('tbody').getByRole('row')
    await rows.first().getByText('Rhys Cadwallader').waitFor()
    await page.getByText('2 leads, newest first').waitFor()
    letGo()
    await expect.poll(() => rows.count()).toBe(2)
  })

  it('a lead that the filters leave out is not put into the table', async () => {
    const { world, page, link } = await open()
    const id = await recall(world)
    await given.lead(world, id, { variables: { name: 'Marta Kowalczyk' } })
    await page.goto(`${link()}#/campaigns/${id}?add=lead&search=marta`)
    const rows = leadsOf(page).locator('tbody').getByRole('row')
    await rows.first().getByText('Marta').waitFor()
    await holdBack(page, 'leads/list')
    const pane = page.getByRole('complementary', { name: 'Add a lead' })
    await pane.getByLabel('Number', { exact: true }).fill(given.number('24'))
    await pane.getByRole('button', { name: 'Add lead' }).click()
    await pane.getByText('The lead was added.').waitFor()
    expect(await rows.count()).toBe(1)
    await page.getByText('1 fit the filters').waitFor()
  })

  it('a callback that was set and a lead that was deleted are shown before the list is asked for again', async () => {
    const { world, page, link } = await open()
    const id = await recall(world)
    for (const name of ['Marta Kowalczyk', 'Rhys Cadwallader']) await given.lead(world, id, { variables: { name } })
    await page.goto(`${link()}#/campaigns/${id}`)
    const row = leadsOf(page).getByRole('row', { name: /Marta/ })
    await row.waitFor()
    await holdBack(page, 'leads/list')
    await row.hover()
    await page.getByRole('button', { name: 'Call back at: Marta Kowalczyk' }).click()
    await page.getByLabel(/^Day and time/).fill('2026-01-06T14:30')
    await page.getByRole('button', { name: 'Call back then' }).click()
    await row.getByText('6 Jan 14:30').waitFor()
    await choose(page, row, 'Marta Kowalczyk', 'Delete lead')
    await page.getByRole('dialog', { name: 'Delete Marta Kowalczyk?' }).getByRole('button', { name: 'Delete' }).click()
    await row.waitFor({ state: 'detached' })
    await page.getByText('1 lead, newest first').waitFor()
  })

  it('a campaign that was made, copied or deleted is so in the list as soon as one comes to it', async () => {
    const { world, page, link } = await open()
    const id = await recall(world)
    await given.lead(world, id)
    await page.goto(`${link()}#/campaigns`)
    const table = page.getByRole('table', { name: 'Campaigns' })
    const row = table.getByRole('row', { name: /Hygiene recall/ })
    await row.hover()
    await row.getByRole('button', { name: 'Copy as draft: Hygiene recall' }).click()
    await page.getByRole('heading', { name: 'Edit' }).waitFor()
    await page.getByRole('link', { name: 'Campaigns', exact: true }).first().click()
    await expect.poll(() => row.count()).toBe(2)
    await page.getByRole('link', { name: 'New campaign' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Spring offer')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Spring offer' }).waitFor()
    await page.getByRole('link', { name: 'Campaigns', exact: true }).first().click()
    await table.getByRole('row', { name: /Spring offer/ }).waitFor()
    await holdBack(page, 'campaigns/list')
    const made = table.getByRole('row', { name: /Spring offer/ })
    await made.hover()
    await made.getByRole('button', { name: 'Delete: Spring offer' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete campaign' }).click()
    await made.waitFor({ state: 'detached' })
  })

  it('why a start was refused stays to be read, and is gone when the campaign has changed', async () => {
    const { world, page, link, tolerateFailedRequests } = await open()
    tolerateFailedRequests()
    const id = await recall(world)
    await world.post('/user/dialing/halt', {})
    await page.goto(`${link()}#/campaigns/${id}`)
    const start = page.getByRole('button', { name: 'Start', exact: true })
    await start.waitFor()
    const asked = page.waitForResponse(/rpc\/campaigns\/get/)
    await start.click()
    const refusal = page.getByRole('alert')
    await refusal.waitFor()
    // The start that was shown is taken back, and the campaign is asked for again: neither is a reason to hide it.
    await start.waitFor()
    await asked
    expect(await refusal.count()).toBe(1)
    await world.put(`/user/campaigns/${id}`, { name: 'Recall of the autumn' })
    await page.getByRole('heading', { name: 'Recall of the autumn' }).waitFor()
    await refusal.waitFor({ state: 'detached' })
  })

  it('a second change that is made while the first one is being sent is not lost', async () => {
    const { world, page, link } = await open()
    const id = await recall(world)
    for (const name of ['Marta Kowalczyk', 'Rhys Cadwallader']) await given.lead(world, id, { variables: { name } })
    await page.goto(`${link()}#/campaigns/${id}`)
    const letGo = await holdBack(page, 'leads/update')
    const row = (name: RegExp) => leadsOf(page).getByRole('row', { name })
    await choose(page, row(/Marta/), 'Marta Kowalczyk', 'Set to done')
    await row(/Marta/).getByText('Done').waitFor()
    await choose(page, row(/Rhys/), 'Rhys Cadwallader', 'Set to done')
    letGo()
    await row(/Rhys/).getByText('Done').waitFor()
    await expect.poll(async () => (await world.get(`/user/leads?status=completed`)).body.total).toBe(2)
  })
})
