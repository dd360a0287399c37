import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { aNumber } from '../support/api'
import { barriers, type Door, doors, hasFocus, inBrowser, open, shot } from '../support/browser'
import { saying } from '../support/chats'
import { resize } from '../support/layout'
import { given, MINUTE, SECOND } from '../support/world'

const OWN = '+12125550190'
const list = (page: Page) => page.getByRole('navigation', { name: 'SMS by person' })
const entry = (page: Page, who: string | RegExp) => list(page).getByRole('link', { name: who })
const lines = (page: Page) => page.getByRole('log').getByRole('listitem')
const text = (page: Page) => page.getByRole('textbox', { name: 'Text of the SMS' })
const inNavigation = (page: Page, word: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: word })

/** A number of ours, Priya who got an SMS, one that failed, and Ruth who wrote. */
async function aDesk(door?: Door) {
  const opened = await open({ door, models: saying(() => 'We open at nine.') })
  const { world, advance } = opened
  await world.put('/user/settings', { country: 'US' })
  const number = aNumber(world, { number: OWN })
  const assistant_id = await given.assistant(world, { name: 'Nora, recall desk', variables: { name: '' } })
  const campaign = await given.campaign(world, { assistant_id })
  const [priya, gone, ruth] = [given.number('24'), given.number('03'), given.number('25')]
  await given.lead(world, campaign, { phone_number: priya, variables: { name: 'Priya Nair' } })
  await given.lead(world, campaign, { phone_number: gone, variables: { name: 'Tom Gone' } })
  const send = (to: string, body: string) => world.post('/user/sms', { from: number, to, body })
  const write = (from: string, body: string) => world.post('/user/simulator/inbound-sms', { from, to: OWN, body })
  await send(priya, 'Your table is booked for Sunday.')
  await advance(MINUTE)
  await send(gone, 'Your table is ready.')
  await advance(MINUTE)
  await write(ruth, 'Do you have a table tonight?')
  await advance(MINUTE)
  return { ...opened, priya, gone, ruth, send, write, number, assistant_id }
}

inBrowser('SMS', () => {
  it.each(doors)('an SMS is read, answered in its thread, and its state follows, over %s', async door => {
    const { world, page, link, ruth, advance, write } = await aDesk(door)
    await page.goto(`${link()}#/sms`)
    await inNavigation(page, 'SMS').getByText('1').waitFor()
    await list(page).getByRole('link').first().getByText('1 unread').waitFor()
    await list(page).getByRole('link').first().click()
    await lines(page).getByText('Do you have a table tonight?').waitFor()
    await inNavigation(page, 'SMS').getByText('unread').waitFor({ state: 'detached' })
    await expect.poll(async () => (await world.get('/user/unread')).body.sms).toBe(0)
    await text(page).fill('Yes, at eight.')
    await page.getByText(/^14 of 300 characters · 1 segment · \$0\.0\d+$/).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => lines(page).last().textContent()).toMatch(/Yes, at eight\..*Sent/)
    await advance(5 * SECOND)
    await lines(page).last().getByText('Delivered').waitFor()
    await shot(page, 'sms-thread')
    expect((await world.get('/user/sms')).body.data[0]).toMatchObject({ to: ruth, body: 'Yes, at eight.' })
    await write(ruth, 'Thank you.')
    await advance(SECOND)
    await lines(page).last().getByText('Thank you.').waitFor()
  })

  it('what failed says why, and is sent again', async () => {
    const { world, page, link, gone, advance } = await aDesk()
    await page.goto(`${link()}#/sms`)
    await entry(page, /Tom Gone/)
      .getByText('Failed')
      .waitFor()
    await entry(page, /Tom Gone/).click()
    await lines(page).getByText('The number cannot be reached.').waitFor()
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect.poll(() => lines(page).getByText('Your table is ready.').count()).toBe(2)
    await advance(MINUTE)
    const sent = (await world.get(`/user/sms?with=${encodeURIComponent(gone)}`)).body
    expect(sent.data.map(({ status }: { status: string }) => status)).toEqual(['failed', 'failed'])
  })

  it('a new SMS shows to whom it goes, what it costs as one types, and why it would not be sent', async () => {
    const { world, page, link, priya } = await aDesk()
    await page.goto(`${link()}#/sms`)
    await page.getByRole('link', { name: 'New SMS' }).click()
    await hasFocus(page.getByRole('combobox', { name: 'To whom' }))
    // As it is dialed within the country.
    await page.getByRole('combobox', { name: 'To whom' }).fill(priya.slice(2))
    await page.getByText('Priya Nair').last().waitFor()
    await text(page).fill('x'.repeat(161))
    await page.getByText(/^161 of 300 characters · 2 segments · /).waitFor()
    await text(page).fill('x'.repeat(301))
    await page.getByText('1 character too long').waitFor()
    await text(page).fill('See you on Sunday.')
    await shot(page, 'sms-new')
    await page.keyboard.press('Enter')
    await lines(page).last().getByText('See you on Sunday.').waitFor()
    expect(page.url()).toContain(encodeURIComponent(priya))
    await world.post('/user/blacklist', { phone_number: priya, reason: 'asked' })
    await page.goto(`${link()}#/sms/new?to=${encodeURIComponent(priya)}`)
    await page.getByText('This SMS would not be sent').waitFor()
    await page.getByText('is on the blacklist').waitFor()
    await text(page).fill('Hello?')
    await expect.poll(() => page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
  })

  it('whom a new SMS goes to is found by name, and what it lacks is said', async () => {
    const { page, link, priya } = await aDesk()
    await page.goto(`${link()}#/sms/new`)
    const to = page.getByRole('combobox', { name: 'To whom' })
    await hasFocus(to)
    await text(page).fill('See you on Sunday.')
    await page.getByText('Say first to whom it goes').waitFor()
    await to.fill('Nobody at all')
    await page.getByText('Nobody is known by this name').waitFor()
    await to.fill('priya')
    await page.getByText('Choose the person from the list').waitFor()
    await shot(page, 'sms-to-whom')
    expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
    await to.press('ArrowDown')
    await to.press('Enter')
    expect((await to.inputValue()).replace(/[ -]/g, '')).toBe(priya)
    await page.getByText('This SMS cannot be sent yet').waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(false)
    await text(page).press('Enter')
    await lines(page).last().getByText('See you on Sunday.').waitFor()
    expect(page.url()).toContain(encodeURIComponent(priya))
    // With a thread open, the next one is a key away.
    await list(page).getByRole('link').first().focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.url()).not.toContain(encodeURIComponent(priya))
    await expect.poll(() => list(page).locator('a[aria-current]').count()).toBe(1)
  })

  it('with no number that can send, the page says what to do', async () => {
    const { page, link } = await open()
    await page.goto(`${link()}#/sms/new`)
    await page.getByText('No number of yours can send SMS').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Numbers' }).waitFor()
    await shot(page, 'sms-none')
  })

  it('words and states are searched, and the palette opens the thread with the words', async () => {
    const { page, link } = await aDesk()
    await page.goto(`${link()}#/sms`)
    await entry(page, /Priya/).waitFor()
    await page.getByRole('textbox', { name: 'Search SMS' }).fill('sunday')
    await expect.poll(() => list(page).getByRole('link').count()).toBe(1)
    await page.getByRole('textbox', { name: 'Search SMS' }).fill('')
    await page.getByRole('button', { name: 'Newest one' }).click()
    await page.getByRole('option', { name: 'Failed' }).click()
    await expect.poll(() => list(page).getByRole('link').count()).toBe(1)
    expect(page.url()).toContain('state=failed')
    await page.keyboard.press('Control+k')
    await hasFocus(page.locator('[data-palette]'))
    await page.keyboard.type('booked for')
    await page.getByText('booked for Sunday').last().waitFor()
    await page.keyboard.press('Enter')
    await page.locator('[data-found]').getByText('Your table is booked for Sunday.').waitFor()
  })

  it('an SMS that comes in is simulated, and named as such', async () => {
    const { page, link, priya } = await aDesk()
    await page.goto(`${link()}#/sms/${encodeURIComponent(priya)}`)
    await lines(page).first().waitFor()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Simulate an SMS that comes in' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('the simulated carrier pretends').waitFor()
    await hasFocus(dialog.getByLabel('Text'))
    await dialog.getByLabel('Text').fill('Can we be five?')
    await shot(page, 'sms-simulate')
    await dialog.getByRole('button', { name: 'Let it come in' }).click()
    await lines(page).last().getByText('Can we be five?').waitFor()
  })

  it('the whole of it by keyboard, and a refusal puts the text back', async () => {
    const { page, link, tolerateFailedRequests } = await aDesk()
    tolerateFailedRequests()
    await page.goto(`${link()}#/sms`)
    await list(page).getByRole('link').first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await hasFocus(entry(page, /Priya/))
    await page.keyboard.press('Enter')
    await lines(page).getByText('Your table is booked').waitFor()
    await text(page).focus()
    await page.keyboard.type('See you then')
    await page.getByText(/^12 of 300 characters · 1 segment · /).waitFor()
    await page.route('**/rpc/sms/send', async route => {
      const response = await route.fetch({ postData: JSON.stringify({ json: { from: 99, to: '+1', body: 'x' } }) })
      await route.fulfill({ response })
    })
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('The from field is not a number of this account.').waitFor()
    expect(await text(page).inputValue()).toBe('See you then')
    expect(await lines(page).getByText('See you then').count()).toBe(0)
    await page.unroute('**/rpc/sms/send')
    await page.keyboard.press('Enter')
    await lines(page).last().getByText('See you then').waitFor()
  })

  it('has no barrier and fits every width', async () => {
    const { page, link, gone } = await aDesk()
    await page.goto(`${link()}#/sms`)
    await entry(page, /Priya/).waitFor()
    await shot(page, 'sms-all')
    expect(await barriers(page)).toEqual([])
    await page.goto(`${link()}#/sms/${encodeURIComponent(gone)}`)
    await lines(page).getByText('Your table is ready.').waitFor()
    for (const width of [1440, 960, 480]) {
      await resize(page, { width, height: 800 })
      await lines(page).getByText('Your table is ready.').waitFor()
      await shot(page, `sms-thread-${width}`)
      expect(await barriers(page)).toEqual([])
    }
  })
})
