import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { aNumber, balance, leaveBalance } from '../support/api'
import { barriers, doors, enter, hasFocus, inBrowser, open, shot, takesFocus } from '../support/browser'
import { bought, numberOf } from '../support/numbers'
import { DAY, given, type TestWorld } from '../support/world'

const inbound = (world: TestWorld, name: string) => given.assistant(world, { name, type: 'inbound' })
const rowsOf = (page: Page, table: string) =>
  page.getByRole('table', { name: table, exact: true }).locator('tbody').getByRole('row')
const dialog = (page: Page) => page.getByRole('dialog')
const to = (page: Page, path: string) => page.evaluate(hash => void (location.hash = hash), path)
const card = (world: TestWorld) => world.post('/user/payment-methods', { label: 'Card', last4: '4242' })

inBrowser('numbers', () => {
  it.each(doors)('a number is found by country and digits, and a double click rents it once, over %s', async door => {
    const { world, page, link } = await open({ door })
    await card(world)
    await page.goto(`${link()}#/numbers`)
    await page.getByText('No numbers yet').waitFor()
    await shot(page, 'numbers-empty')
    await page.getByRole('link', { name: 'Rent the first one' }).click()
    await page.getByRole('button', { name: 'Country' }).first().click()
    await page.getByRole('textbox', { name: 'Search in Country' }).fill('united k')
    await page.getByRole('option', { name: 'United Kingdom' }).click()
    await page.waitForURL(/country=GB/)
    await page.getByRole('textbox', { name: 'Digits' }).fill('20')
    await page.waitForURL(/digits=20/)
    await page.getByRole('button', { name: 'Can', exact: true }).click()
    await page.getByRole('option', { name: 'Calls only' }).click()
    await page.waitForURL(/can=calls/)
    await shot(page, 'numbers-buy')
    const row = rowsOf(page, 'Offers').first()
    await row.hover()
    await row.getByRole('button', { name: /^Rent \+44/ }).click()
    const [offer] = (await world.get('/user/phone-numbers/search?country_code=GB&contains=20')).body.data.filter(
      (one: { sms_capable: boolean }) => !one.sms_capable,
    )
    const left = `$${(25 - offer.price).toFixed(2)}`
    await dialog(page)
      .getByText(`for $${offer.price.toFixed(2)} a month?`)
      .waitFor()
    await dialog(page).getByText(left).waitFor()
    await shot(page, 'numbers-buy-dialog')
    await page.getByRole('button', { name: 'Rent it' }).dblclick()
    await page.waitForURL(/#\/numbers\/1$/)
    await page.getByRole('heading', { level: 1, name: offer.phone_number_formatted }).waitFor()
    await page.getByRole('banner').getByText(left).waitFor()
    expect((await world.get('/user/phone-numbers/all')).body.data).toHaveLength(1)
    expect((await world.get('/user/ledger?type=rental')).body.total).toBe(1)
    await shot(page, 'number')
  })

  it('what is missing to rent one is said before it is asked for, and added on the way', async () => {
    const { world, page, link } = await open()
    await leaveBalance(world, 0.4)
    await page.goto(`${link()}#/numbers/buy`)
    await rowsOf(page, 'Offers').nth(1).click()
    await dialog(page).getByText('No payment method is on file').waitFor()
    await dialog(page)
      .getByText(/^\$0\.\d\d is missing$/)
      .waitFor()
    expect(await page.getByRole('button', { name: 'Rent it' }).isDisabled()).toBe(true)
    await shot(page, 'numbers-missing')
    await dialog(page).getByRole('button', { name: 'Add one' }).click()
    await dialog(page).getByLabel('What you call it').fill('Company card')
    await dialog(page).getByLabel('Last four digits').fill('4242')
    await page.keyboard.press('Enter')
    await dialog(page).getByText('is missing').waitFor()
    await dialog(page).getByText('No payment method is on file').waitFor({ state: 'detached' })
    await dialog(page).getByRole('button', { name: 'Top up' }).click()
    await dialog(page).getByLabel('Amount in US dollars').fill('10')
    await dialog(page).getByText('The balance is $10.40 then.').waitFor()
    await page.getByRole('button', { name: /^Put .* on the account/ }).click()
    await page.getByText('$10.00 was put on the account. The balance is $10.40.').waitFor()
    await page.getByRole('button', { name: 'Rent it' }).click()
    await page.waitForURL(/#\/numbers\/1$/)
  })

  it('who answers is changed in the list at once, taken back when it is refused, and can be undone', async () => {
    const { world, page, link, tolerateFailedRequests } = await open()
    tolerateFailedRequests()
    const { id } = await bought(world)
    const [nora, otto] = [await inbound(world, 'Nora'), await inbound(world, 'Otto')]
    await page.goto(`${link()}#/numbers`)
    const row = rowsOf(page, 'Numbers').first()
    const choose = async (name: RegExp) => {
      await row.hover()
      await row.getByRole('button', { name: /^Who answers on/ }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await row.getByText('Nobody').waitFor()
    await choose(/Nora/)
    await row.getByText('Nora').waitFor()
    await page.getByText(/^Nora answers on \+1/).waitFor()
    await choose(/Otto/)
    await row.getByText('Otto').waitFor()
    await expect.poll(async () => (await numberOf(world, id)).answered_by).toEqual({ id: otto, name: 'Otto' })
    await page.getByText(/^Otto answers on/).waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await row.getByText('Nora').waitFor()
    await expect.poll(async () => (await world.get(`/user/assistants/${nora}`)).body.status).toBe('active')
    // Suspended meanwhile, without a word to the page.
    await page.route('**/rpc/phoneNumbers/update', route =>
      route.fulfill({
        status: 422,
        json: { json: { defined: false, code: 'INVALID', status: 422, message: 'The number is suspended.' } },
      }),
    )
    await choose(/Otto/)
    await page.getByRole('alert').getByText('The number is suspended.').waitFor()
    await row.getByText('Nora').waitFor()
  })

  it('by keyboard alone: a row is reached, the release asks by the number and says what stops, and is undone', async () => {
    const { world, page, link } = await open()
    const first = await bought(world)
    const second = await bought(world)
    const nora = await inbound(world, 'Nora')
    await world.put(`/user/phone-numbers/${first.id}`, { assistant_id: nora, nickname: 'Front desk' })
    await given.campaign(world, { name: 'Spring offer', phone_number_ids: [first.id] })
    await page.goto(`${link()}#/numbers`)
    const rows = rowsOf(page, 'Numbers')
    await rows.nth(1).waitFor()
    await rows.first().focus()
    await page.keyboard.press('ArrowDown')
    await rows.nth(1).getByText('Front desk').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await takesFocus(page.getByRole('menuitem').first())
    await page.keyboard.press('Escape')
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' })
    await hasFocus(page.getByRole('button', { name: /^Who answers on/ }).nth(1))
    await page.keyboard.press('Tab')
    await hasFocus(page.getByRole('button', { name: /^Release/ }).nth(1))
    await page.keyboard.press('Enter')
    await dialog(page)
      .getByText(/on 5 Feb\?$/)
      .waitFor()
    await dialog(page).getByText('Nora answers no calls on it any more and becomes inactive.').waitFor()
    await dialog(page).getByText('These campaigns do not dial from it any more: Spring offer.').waitFor()
    await shot(page, 'numbers-release')
    await hasFocus(page.getByRole('button', { name: 'Keep it' }))
    await enter(page.getByRole('button', { name: 'Release the number' }))
    await rows.nth(1).getByText('Leaving').waitFor()
    await page.getByText(/leaves on 5 Feb$/).waitFor()
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await rows.nth(1).getByText('Active').waitFor()
    expect(await numberOf(world, first.id)).toMatchObject({ status: 'active', released_at: null })
    expect(await numberOf(world, second.id)).toMatchObject({ status: 'active' })
    // The row is opened, and going back leads to it.
    await rows.nth(1).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForURL(new RegExp(`#/numbers/${first.id}$`))
    await page.getByRole('link', { name: 'Spring offer' }).waitFor()
  })

  it('the list is searched and filtered in the address, and its foot has the rent of what is seen', async () => {
    const { world, page, link } = await open()
    await world.post('/user/balance/top-up', { amount: 100 })
    const us = await bought(world)
    const gb = await bought(world, { country: 'GB', sms: false })
    aNumber(world, { type: 'caller_id', number: '+12015550199' })
    await world.put(`/user/phone-numbers/${gb.id}`, { nickname: 'London desk' })
    await page.goto(`${link()}#/numbers`)
    const rows = rowsOf(page, 'Numbers')
    await expect.poll(() => rows.count()).toBe(3)
    const foot = page.getByRole('table', { name: 'Numbers' }).locator('tfoot')
    await foot.getByText(`$${(us.price + gb.price).toFixed(2)}`).waitFor()
    await page.getByRole('textbox', { name: 'Search numbers' }).fill('london')
    await expect.poll(() => rows.count()).toBe(1)
    await page.waitForURL(/search=london/)
    await foot.getByText(`$${gb.price.toFixed(2)}`).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Kind', exact: true }).click()
    await page.getByRole('option', { name: 'Caller ID' }).click()
    await page.waitForURL(/kind=caller_id/)
    await expect.poll(() => rows.count()).toBe(1)
    await page.getByRole('button', { name: 'State', exact: true }).click()
    await page.getByRole('option', { name: 'Suspended' }).click()
    await page.getByText('No number fits these filters').waitFor()
  })

  it('a number that is not paid for says so live, what to do, and Today leads to it', async () => {
    const { world, page, link, advance } = await open()
    const { id } = await bought(world)
    // The link and its session end after thirty days.
    await advance(30 * DAY)
    await page.goto(`${link()}#/numbers`)
    const row = rowsOf(page, 'Numbers').first()
    await row.getByText('Paid until 5 Feb').waitFor()
    await leaveBalance(world, 0)
    await advance(DAY)
    await row.getByText('Payment due').waitFor()
    await row.getByText('Top up: it is charged again').waitFor()
    await advance(3 * DAY)
    await row.getByText('Suspended').waitFor()
    await given.assistant(world)
    await to(page, '/today')
    await page
      .getByRole('region', { name: 'Needs attention' })
      .getByRole('link', { name: /^Open \+1/ })
      .click()
    await page.getByText('It takes and makes no calls and sends no SMS').waitFor()
    await shot(page, 'number-suspended')
    await page.getByRole('link', { name: 'Top up' }).click()
    await dialog(page).getByRole('button', { name: '$25' }).click()
    await page.getByRole('button', { name: /^Put .* on the account/ }).click()
    await page.getByText(/was put on the account/).waitFor()
    // The worker that charges rent is told of the top-up.
    await advance(0)
    await page.goBack()
    await page.goBack()
    await page.getByText('Active').waitFor()
    expect(await numberOf(world, id)).toMatchObject({ status: 'active' })
  })

  it('a simulated call rings on a number, and opens the call', async () => {
    const { world, page, link } = await open()
    const { id } = await bought(world)
    await world.put(`/user/phone-numbers/${id}`, { assistant_id: await inbound(world, 'Nora') })
    await page.goto(`${link()}#/numbers/${id}`)
    const form = page.getByRole('form', { name: 'Simulated call' })
    await form.getByLabel('Who calls').fill('12')
    await form.getByRole('button', { name: 'Let it ring' }).click()
    await form.getByText('must be a phone number in international form', { exact: false }).waitFor()
    await form.getByLabel('Who calls').fill(given.number('24'))
    await form.getByRole('button', { name: 'Let it ring' }).click()
    await page.waitForURL(/#\/calls\/1$/)
    await expect
      .poll(async () => (await world.get('/user/calls/1')).body)
      .toMatchObject({ type: 'inbound', assistant_name: 'Nora' })
  })

  it('a trunk is added, its faults stand on their fields, its password is never shown, and another server forgets it', async () => {
    const { world, page, link, tolerateFailedRequests } = await open()
    tolerateFailedRequests()
    await page.goto(`${link()}#/numbers`)
    await page.getByRole('link', { name: 'Add a trunk' }).click()
    const form = page.getByRole('form', { name: 'SIP trunk' })
    // What is known of a provider is filled in, and can be changed.
    await form.getByRole('combobox', { name: 'Provider' }).click()
    await page.getByRole('option', { name: 'Plivo Zentrunk' }).click()
    expect(await form.getByLabel('Host', { exact: true }).inputValue()).toBe('ACCOUNT.zt.plivo.com')
    expect(await form.getByRole('combobox', { name: 'Transport' }).inputValue()).toBe('TLS, encrypted')
    expect(await form.getByRole('switch', { name: 'Register' }).isChecked()).toBe(false)
    await form.getByRole('switch', { name: 'Register' }).press('Space')
    await form.getByLabel('Number', { exact: true }).fill('+1 201 555 0123')
    await form.getByLabel('Host', { exact: true }).fill('not a host')
    await page.getByRole('button', { name: 'Add it' }).click()
    await form.getByText('Host must be a host name or an address', { exact: false }).waitFor()
    await form.getByLabel('Host', { exact: true }).fill('sip.example.com:5060')
    await page.getByRole('button', { name: 'Add it' }).click()
    await form.getByText('User name is required: calls are authorized by it.', { exact: false }).waitFor()
    await hasFocus(form.getByLabel('User name', { exact: true }))
    await form.getByLabel('User name', { exact: true }).fill('desk')
    await form.getByLabel('Password', { exact: true }).fill('a-long-password')
    await shot(page, 'trunk-new')
    await page.getByRole('button', { name: 'Add it' }).click()
    await page.waitForURL(/#\/numbers\/trunks\/1$/)
    await page.getByRole('heading', { level: 1, name: '+1 201 555 0123' }).waitFor()
    expect(await form.getByLabel('Password', { exact: true }).inputValue()).toBe('')
    // Nothing runs for it in this test, which says why.
    await page.getByText('The voice process is not part of this service.').waitFor()
    await shot(page, 'trunk')
    await form.getByLabel('What you call it').fill('Old exchange')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The trunk of +1 201 555 0123 is saved').last().waitFor()
    await expect
      .poll(async () => (await world.get('/user/phone-numbers/sip-trunks/1')).body.data)
      .toMatchObject({
        nickname: 'Old exchange',
        has_password: true,
        country_code: 'US',
        transport: 'tls',
        register: true,
      })
    await form.getByLabel(/^Host/).fill('sip.example.org')
    await form.getByText('Another server forgets the stored password').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await form.getByText('Password is required: calls are authorized by it.', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog(page).getByText('Delete +1 201 555 0123?').waitFor()
    await page.getByRole('button', { name: 'Delete it' }).click()
    await page.getByText('No numbers yet').waitFor()
    await expect.poll(async () => (await world.get('/user/phone-numbers/all')).body.data).toEqual([])
  })

  it('everybody can use the pages of numbers, in both colours', async () => {
    const { world, page, link } = await open()
    const { id } = await bought(world)
    await world.put(`/user/phone-numbers/${id}`, { assistant_id: await inbound(world, 'Nora') })
    await world.post('/user/phone-numbers/sip-trunks', {
      sip_trunk_type: 'extension',
      phone_number: '101',
      sip_address: 'pbx.example.com',
      sip_username: 'desk',
      sip_password: 'a-long-password',
      country_code: 'IT',
    })
    await page.goto(`${link()}#/numbers`)
    await rowsOf(page, 'Numbers').nth(1).waitFor()
    await shot(page, `numbers`)
    expect(await barriers(page)).toEqual([])
    for (const [path, seen] of [
      [`/numbers/${id}`, 'Paid months'],
      ['/numbers/trunks/2', 'What works today'],
      ['/numbers/trunks/new', 'What works today'],
      ['/numbers/buy', 'offers'],
    ] as const) {
      await to(page, path)
      await page.getByText(seen).first().waitFor()
      await expect.poll(() => page.locator('#main [aria-busy=true]').count()).toBe(0)
      await shot(page, `numbers${path.replaceAll('/', '-')}`)
      expect(await barriers(page)).toEqual([])
    }
    await rowsOf(page, 'Offers').first().click()
    await takesFocus(dialog(page).getByRole('button').first())
    await shot(page, `numbers-buy-dialog`)
    expect(await barriers(page)).toEqual([])
    expect(await balance(world)).toBeLessThan(25)
  })
})
