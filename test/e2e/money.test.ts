import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { balance, leaveBalance } from '../support/api'
import { barriers, doors, enter, hasFocus, inBrowser, open, shot, takesFocus } from '../support/browser'
import { bought } from '../support/numbers'
import { given, HOUR, MINUTE, SECOND, type TestWorld } from '../support/world'

const rowsOf = (page: Page, table: string) =>
  page.getByRole('table', { name: table, exact: true }).locator('tbody').getByRole('row')
const dialog = (page: Page) => page.getByRole('dialog')
const account = (page: Page) => page.getByRole('complementary', { name: 'The account' })
const to = (page: Page, path: string) => page.evaluate(hash => void (location.hash = hash), path)
const usd = (amount: number) => `$${amount.toFixed(2)}`

/** A rented number, a call of a campaign, a single call and an SMS. */
async function aMorning(world: TestWorld) {
  const number = await bought(world)
  const assistant_id = await given.assistant(world, { variables: { name: '' } })
  const campaign = await given.campaign(world, { name: 'Spring offer', assistant_id })
  await given.lead(world, campaign, { variables: { name: 'Priya Nair' } })
  await given.started(world, campaign)
  await world.advance(HOUR)
  await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })
  await world.advance(HOUR)
  await world.post('/user/sms', { from: number.id, to: given.number('24'), body: 'Hello' })
  await world.advance(MINUTE)
  return { number, campaign, assistant_id }
}

inBrowser('money', () => {
  it('every entry says what it was for and the balance before and after it, with sums of what is filtered', async () => {
    const { world, page, link } = await open()
    const { number, campaign } = await aMorning(world)
    const [, , call] = (await world.get('/user/ledger')).body.data
    await page.goto(`${link()}#/today`)
    // The balance in the header leads to it.
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Balance/ })
      .click()
    const rows = rowsOf(page, 'Ledger')
    await expect.poll(() => rows.count()).toBe(5)
    const row = rows.filter({ hasText: 'Call with Priya Nair' })
    await row.getByText(`${call.units} s of talking at $0.10 a minute`).waitFor()
    await expect.poll(() => row.innerText()).toContain('Spring offer')
    for (const amount of [`−${usd(-call.amount)}`, usd(call.balance - call.amount), usd(call.balance)])
      await row.getByText(amount, { exact: true }).waitFor()
    await rows.filter({ hasText: 'Rent of +1' }).getByText('5 Jan to 5 Feb').waitFor()
    await rows.filter({ hasText: 'Simulated credit' }).getByText('+').waitFor()
    await shot(page, 'money')
    await page.getByRole('button', { name: 'Campaign', exact: true }).click()
    await page.getByRole('option', { name: 'Spring offer' }).click()
    await page.waitForURL(new RegExp(`campaign=${campaign}`))
    await expect.poll(() => rows.count()).toBe(1)
    await page.getByText(`Spent −${usd(-call.amount)}`).waitFor()
    await page.getByText('1 entry').waitFor()
    // The row opens the call, and going back leads to the same rows.
    await rows.first().click()
    await page.waitForURL(/#\/calls\/1$/)
    await page.goBack()
    await expect.poll(() => rows.count()).toBe(1)
    await page.getByRole('button', { name: 'Remove the filter Campaign' }).click()
    await page.getByRole('button', { name: 'What for', exact: true }).click()
    await page.getByRole('option', { name: 'Number rent' }).click()
    await expect.poll(() => rows.count()).toBe(1)
    await rows.first().click()
    await page.waitForURL(new RegExp(`#/numbers/${number.id}$`))
    await page.getByRole('link', { name: 'In the ledger' }).click()
    await page.waitForURL(/money\?number=/)
    await expect.poll(() => rows.count()).toBe(1)
  })

  it('the ledger is exported with its filter, each amount with all its decimals', async () => {
    const { world, page, link } = await open()
    const { campaign } = await aMorning(world)
    const [, , call] = (await world.get('/user/ledger')).body.data
    await page.goto(`${link()}#/money?campaign=${campaign}`)
    await expect.poll(() => rowsOf(page, 'Ledger').count()).toBe(1)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ])
    const [head, row, ...rest] = readFileSync(await download.path(), 'utf8').split('\r\n')
    expect(head).toMatch(/^\ufeff"When, UTC","Kind","What for"/)
    expect(row).toMatch(new RegExp(`"Call with Priya Nair".*"Spring offer","${call.amount}","${call.balance}"$`))
    expect(rest).toEqual([''])
  })

  it('by keyboard alone: money is put on the account, once, although the first answer is lost', async () => {
    const { world, page, link, tolerateFailedRequests } = await open({ door: 'http' })
    tolerateFailedRequests()
    await page.goto(`${link()}#/money`)
    await rowsOf(page, 'Ledger').first().waitFor()
    let lost = 0
    await page.route('**/rpc/account/topUp', async route => {
      if (lost > 0) return route.continue()
      lost++
      await route.fetch()
      await route.abort()
    })
    const topUp = page.getByRole('link', { name: 'Top up' })
    await topUp.focus()
    await page.keyboard.press('Enter')
    const amount = dialog(page).getByLabel('Amount in US dollars')
    await takesFocus(amount)
    await hasFocus(amount)
    await page.keyboard.type('12.5')
    await dialog(page).getByText('The balance is $37.50 then.').waitFor()
    await page.keyboard.press('Enter')
    await dialog(page).getByText('The service does not answer').waitFor()
    await enter(page.getByRole('button', { name: /^Put .* on the account/ }))
    await page.getByText('$12.50 was put on the account. The balance is $37.50.').waitFor()
    await rowsOf(page, 'Ledger').filter({ hasText: 'Top-up' }).waitFor()
    expect(await balance(world)).toBe(37.5)
    // Nothing and too much are refused on the field.
    await topUp.press('Enter')
    await takesFocus(amount)
    await page.keyboard.press('Enter')
    await dialog(page)
      .getByText(/^Amount in US dollars (is required|must)/)
      .waitFor()
    await page.keyboard.type('2000000')
    await enter(page.getByRole('button', { name: /^Put .* on the account/ }))
    await dialog(page).getByText('Amount in US dollars must not be greater than 1000000.').waitFor()
    expect(await balance(world)).toBe(37.5)
  })

  it('what is held shows live what it is for, and a call that ends is in the ledger', async () => {
    const { world, page, link, advance } = await open()
    const assistant_id = await given.assistant(world, { variables: { name: '' } })
    await page.goto(`${link()}#/money`)
    await account(page).getByText('nothing').waitFor()
    await world.post('/user/make_call', {
      assistant_id,
      phone_number: given.number('24'),
      variables: { name: 'Priya Nair' },
    })
    await advance(5 * SECOND)
    await account(page).getByRole('link', { name: '1 call under way' }).waitFor()
    await account(page).getByText('$24.90').waitFor()
    await advance(5 * MINUTE)
    await account(page).getByText('nothing').waitFor()
    await rowsOf(page, 'Ledger').filter({ hasText: 'Call with Priya Nair' }).waitFor()
  })

  it('payment methods are added and removed, which can be undone, and what is refused comes back', async () => {
    const { world, page, link, tolerateFailedRequests } = await open()
    tolerateFailedRequests()
    await page.goto(`${link()}#/money`)
    await account(page).getByText('None. A number can be rented once there is one.').waitFor()
    await account(page).getByRole('link', { name: 'Add' }).click()
    await dialog(page).getByLabel('What you call it').fill('Company card')
    await dialog(page).getByLabel('Last four digits').fill('42')
    await page.getByRole('button', { name: 'Add it' }).click()
    await dialog(page).getByText('Last four digits must be four digits.').waitFor()
    await dialog(page).getByLabel('Last four digits').fill('4242')
    await page.getByRole('button', { name: 'Add it' }).click()
    await account(page).getByText('•••• 4242').waitFor()
    await account(page).getByRole('button', { name: 'Remove Company card' }).click()
    await account(page).getByText('•••• 4242').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await account(page).getByText('•••• 4242').waitFor()
    await page.route('**/rpc/account/removePaymentMethod', route =>
      route.fulfill({
        status: 507,
        json: { json: { defined: false, code: 'DISK_FULL', status: 507, message: 'There is no room on the disk.' } },
      }),
    )
    await account(page).getByRole('button', { name: 'Remove Company card' }).click()
    await page.getByRole('alert').getByText('There is no room on the disk.').waitFor()
    await account(page).getByText('•••• 4242').waitFor()
    await expect.poll(async () => (await world.get('/user/payment-methods')).body).toHaveLength(1)
  })

  it('calls are accounted by campaign, for each answer and each goal', async () => {
    const { world, page, link } = await open()
    const { campaign } = await aMorning(world)
    const { rows, total } = (await world.get('/user/stats/costs?from=2026-01-01&to=2026-01-05')).body
    const spring = rows.find((row: { kind: string }) => row.kind === 'campaign')
    await page.goto(`${link()}#/money`)
    await page.getByRole('link', { name: 'Cost of calls' }).click()
    const shown = rowsOf(page, 'Cost of calls').filter({ hasText: 'Spring offer' })
    await shown.getByText(usd(spring.cost)).first().waitFor()
    await shown.getByText('100 %').waitFor()
    await rowsOf(page, 'Cost of calls').filter({ hasText: 'Single calls' }).waitFor()
    const foot = page.getByRole('table', { name: 'Cost of calls' }).locator('tfoot')
    await foot.getByText(usd(total.cost), { exact: true }).waitFor()
    await shot(page, 'money-costs')
    await page.getByRole('button', { name: /^Date/ }).click()
    await page.getByRole('button', { name: 'Yesterday' }).click()
    await page.getByText('No calls in these days').waitFor()
    await page.goBack()
    await shown.click()
    await page.waitForURL(new RegExp(`money\\?campaign=${campaign}`))
    await expect.poll(() => rowsOf(page, 'Ledger').count()).toBe(1)
  })

  it.each(doors)('a low balance on Today leads to topping up, and its level is changed, over %s', async door => {
    const { world, page, link } = await open({ door })
    await given.campaign(world)
    await leaveBalance(world, 3)
    await page.goto(`${link()}#/today`)
    const needs = page.getByRole('region', { name: 'Needs attention' })
    await needs.getByText('The balance is low').waitFor()
    await needs.getByRole('link', { name: 'Top up' }).click()
    await dialog(page).getByLabel('Amount in US dollars').waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    const level = account(page).getByLabel('Warn on Today when the balance is below')
    await expect.poll(() => level.inputValue()).toBe('5')
    await level.fill('2')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The level of the warning is saved').waitFor()
    await expect.poll(async () => (await world.get('/user/settings')).body.low_balance).toBe(2)
    await to(page, '/today')
    await needs.getByText('Nothing needs attention.').waitFor()
  })

  it('everybody can use the pages of Money, in both colours', async () => {
    const { world, page, link } = await open()
    await aMorning(world)
    await page.goto(`${link()}#/money`)
    await rowsOf(page, 'Ledger').nth(3).waitFor()
    await account(page).getByText('•••• 4242').waitFor()
    await shot(page, `money`)
    expect(await barriers(page)).toEqual([])
    await to(page, '/money/costs')
    await page.getByText('All calls').waitFor()
    await shot(page, `money-costs`)
    expect(await barriers(page)).toEqual([])
    for (const add of ['top-up', 'payment']) {
      await to(page, `/money?add=${add}`)
      await takesFocus(dialog(page).getByRole('textbox').first())
      await shot(page, `money-${add}`)
      expect(await barriers(page)).toEqual([])
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'detached' })
    }
  })
})
