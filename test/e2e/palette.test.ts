import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { aNumber } from '../support/api'
import { barriers, enter, fitsItsWidth, hasFocus, inBrowser, open, shot } from '../support/browser'
import { aBase } from '../support/documents'
import { given, MINUTE, SECOND, type TestWorld } from '../support/world'

const box = (page: Page) => page.getByRole('textbox', { name: 'Search or command' })
const chosen = (page: Page) => page.locator('[data-action][data-selected]')
const entries = (page: Page) => page.locator('[data-action]')

/** Opens the palette by its keys and types. */
async function ask(page: Page, text: string) {
  await box(page).waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+k')
  await hasFocus(box(page))
  await page.keyboard.type(text)
}
/** Types, waits until it is what Enter takes, and takes it. */
async function take(page: Page, text: string, name: string) {
  await ask(page, text)
  await chosen(page).getByText(name).waitFor()
  await page.keyboard.press('Enter')
}

const state = async (world: TestWorld) => (await world.get('/user/dialing')).body.state
const status = async (world: TestWorld, campaign: number) =>
  (await world.get(`/user/campaigns/${campaign}`)).body.status

/** Somebody who was called, somebody who is being called, and somebody who waits in a draft. */
async function aDesk() {
  const opened = await open()
  const { world, advance, page, link } = opened
  const assistant_id = await given.assistant(world, { name: 'Nora', variables: { name: '' } })
  const campaign = await given.campaign(world, { name: 'Spring offer', assistant_id })
  const draft = await given.campaign(world, { name: 'Autumn recall', assistant_id })
  const called = { phone_number: '+12015550142', variables: { name: 'Priya Raman' } }
  const talking = { phone_number: '+12015550107', variables: { name: 'Tom Hargreaves' } }
  const waiting = { phone_number: '+12015550133', variables: { name: 'Aisha Begum' } }
  await given.lead(world, campaign, called)
  await given.started(world, campaign)
  await advance(5 * MINUTE)
  await given.lead(world, campaign, talking)
  await given.lead(world, draft, waiting)
  await given.started(world, campaign)
  await advance(20 * SECOND)
  await page.goto(`${link()}#/calls`)
  await page.getByRole('cell', { name: 'Tom Hargreaves', exact: true }).waitFor()
  return { ...opened, campaign, draft }
}

inBrowser('the command palette', () => {
  it('the palette finds people by their digits', async () => {
    const { page } = await aDesk()
    await ask(page, '')
    await page.getByText('New campaign').waitFor()
    await shot(page, 'palette-empty')
    await page.keyboard.type('201 555-01')
    await page.getByText('Priya Raman').last().waitFor()
    await page.getByText('Not started, Autumn recall').waitFor()
    await expect.poll(() => entries(page).count()).toBe(3)
    await shot(page, 'palette')
    expect(await barriers(page)).toEqual([])
    await page.setViewportSize({ width: 960, height: 700 })
    await shot(page, 'palette-960')
    expect(await fitsItsWidth(page)).toBe(true)
  })

  it('the palette goes to a person: on the phone, called, or waiting in a list', async () => {
    const { page } = await aDesk()
    await take(page, '5550107', 'Tom Hargreaves')
    await page.getByRole('heading', { level: 1, name: 'Tom Hargreaves' }).waitFor()
    await take(page, '0142', 'Priya Raman')
    await page.getByRole('heading', { level: 1, name: 'Priya Raman' }).waitFor()
    expect(page.url()).toContain(`#/people/${encodeURIComponent('+12015550142')}`)
    await take(page, '(201) 555 0133', 'Aisha Begum')
    await page.getByRole('heading', { level: 1, name: 'Aisha Begum' }).waitFor()
    await ask(page, '99999')
    await page.getByText('Nobody with that number, in calls, leads or messages.').waitFor()
  })

  it('the palette goes to pages, campaigns, knowledge bases and tools by name, and arrows and Esc work', async () => {
    const { world, page, campaign } = await aDesk()
    await take(page, 'today', 'Today')
    await expect.poll(() => page.url()).toContain('#/today')
    await take(page, 'spring', 'Spring offer')
    await expect.poll(() => page.url()).toContain(`#/campaigns/${campaign}`)
    await box(page).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Search, or a phone number' }).press('Enter')
    await hasFocus(box(page))
    await chosen(page).getByText('Spring offer').waitFor()
    await page.keyboard.press('ArrowDown')
    await chosen(page).getByText('Autumn recall').waitFor()
    await page.keyboard.press('ArrowUp')
    await chosen(page).getByText('Spring offer').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => box(page).count()).toBe(0)
    await ask(page, 'no such thing')
    await page.getByText('Nothing by that name', { exact: false }).waitFor()
    await page.keyboard.press('Control+k')
    await expect.poll(() => box(page).count()).toBe(0)
    await take(page, 'new camp', 'New campaign')
    await expect.poll(() => page.url()).toContain('#/campaigns/new')
    const base = await aBase(world, 'Opening hours')
    const endpoint = 'https://tables.example.com/free/on/this/day/in/any/of/our/branches'
    await world.post('/user/tools', { name: 'find_table', description: 'Finds one', endpoint, method: 'GET' })
    await ask(page, 'opening')
    await chosen(page).getByText('Empty').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Opening hours' }).waitFor()
    expect(page.url()).toContain(`#/knowledge/${base}`)
    await ask(page, 'find tab')
    await chosen(page).getByText('tables.example.com').waitFor()
    await shot(page, 'palette-tool')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'find_table' }).waitFor()
  })

  it('campaigns with the same name show their assistants', async () => {
    const { world, page, advance } = await aDesk()
    const assistant_id = await given.assistant(world, { name: 'Otto' })
    const namesake = await given.campaign(world, { name: 'Autumn recall', assistant_id })
    await ask(page, 'autumn')
    await entries(page).getByText('Otto').first().waitFor()
    await expect.poll(() => entries(page).count()).toBe(4)
    // Their labels stay different while one of them changes.
    await world.put(`/user/campaigns/${namesake}`, { name: 'Autumn recall 2' })
    await advance(SECOND)
    await entries(page).getByText('Start “Autumn recall 2”').waitFor()
    expect(await entries(page).allInnerTexts()).toHaveLength(4)
    await page.keyboard.type(' recall 2')
    await chosen(page).getByText('Autumn recall 2', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toContain(`#/campaigns/${namesake}`)
  })

  it('the palette starts and stops a campaign by its name', async () => {
    const { world, page, campaign, draft } = await aDesk()
    await ask(page, 'spring')
    await chosen(page).getByText('Spring offer').waitFor()
    await page.keyboard.press('ArrowDown')
    await chosen(page).getByText('Stop “Spring offer”').waitFor()
    // New entries do not move the selection.
    await world.put(`/user/campaigns/${draft}`, { name: 'Autumn recall, after the spring' })
    await entries(page).getByText('Autumn recall, after the spring').first().waitFor()
    await chosen(page).getByText('Stop “Spring offer”').waitFor()
    await world.put(`/user/campaigns/${draft}`, { name: 'Autumn recall' })
    await page.keyboard.press('Enter')
    await page.getByText('Running calls go on to their end').waitFor()
    await enter(page.getByRole('button', { name: 'Stop campaign' }))
    await expect.poll(() => status(world, campaign)).toBe('stopped')
    await page.getByText('Running calls go on to their end').waitFor({ state: 'hidden' })
    await take(page, 'start “autumn', 'Start “Autumn recall”')
    await expect.poll(() => status(world, draft)).toBe('in-progress')
    await expect.poll(() => page.url()).toContain(`#/campaigns/${draft}`)
  })

  it('the palette pauses, resumes, stops all, and changes the colours', async () => {
    const { world, page } = await aDesk()
    await take(page, 'pause', 'Pause dialing')
    await expect.poll(() => state(world)).toBe('paused')
    await take(page, 'resume', 'Resume dialing')
    await expect.poll(() => state(world)).toBe('dialing')
    await take(page, 'dark', 'Use dark colours')
    await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
    await take(page, 'stop all', 'Stop all')
    await page.getByText('Hang up 1 call and stop every campaign?').waitFor()
    // A second Enter chooses to keep dialing.
    await hasFocus(page.getByRole('button', { name: 'Keep dialing' }))
    await page.keyboard.press('Enter')
    await page.getByText('Hang up 1 call and stop every campaign?').waitFor({ state: 'hidden' })
    expect(await state(world)).toBe('dialing')
    await take(page, 'stop all', 'Stop all')
    await enter(page.getByRole('button', { name: 'Stop all now' }))
    await expect.poll(() => state(world)).toBe('halted')
  })

  it('a dialog takes the focus from the palette, and gives it back to where it was before', async () => {
    const { world, page } = await aDesk()
    const row = page.getByRole('row', { name: /Tom Hargreaves/ })
    await row.focus()
    await take(page, 'stop all', 'Stop all')
    await hasFocus(page.getByRole('button', { name: 'Keep dialing' }))
    await page.keyboard.press('Enter')
    await hasFocus(row)
    expect(await state(world)).toBe('dialing')
  })

  it('a key that is pressed twice acts once', async () => {
    const { page } = await aDesk()
    const asked: string[] = []
    page.on('request', request => void (request.url().includes('dialing/pause') && asked.push(request.url())))
    await ask(page, 'pause')
    await chosen(page).getByText('Pause dialing').waitFor()
    await page.keyboard.down('Enter')
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    expect(asked).toHaveLength(1)
  })

  it('the palette calls a typed number and shows an error on its field', async () => {
    const { world, page, tolerateStatus } = await aDesk()
    tolerateStatus(400, 422)
    await given.assistant(world, { name: 'Otto' })
    const listed = Promise.withResolvers<void>()
    await page.route('**/rpc/assistants/listOutbound', route => listed.promise.then(() => route.continue()))
    await take(page, 'call a', 'Call a number')
    const dialog = page.getByRole('dialog', { name: 'Call a number' })
    await dialog.getByRole('combobox', { name: 'Number' }).waitFor()
    await hasFocus(dialog.getByRole('combobox', { name: 'Number' }))
    await page.keyboard.type('12')
    // Enter before the assistants are known is not lost.
    await page.keyboard.press('Enter')
    listed.resolve()
    await dialog.getByText('Assistant is required', { exact: false }).waitFor()
    await dialog.getByRole('combobox', { name: 'Assistant' }).press('ArrowDown')
    await page.getByRole('option', { name: 'Otto' }).click()
    await dialog.getByRole('combobox', { name: 'Number' }).press('Enter')
    await dialog.getByText('must be a phone number in international form', { exact: false }).waitFor()
    expect(await barriers(page)).toEqual([])
    await shot(page, 'call-dialog')
    // The browser logs answers of 400 and 422.
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })

    await take(page, '+1 201 555 0177', 'Call +1 201 555 0177')
    await expect.poll(() => dialog.getByRole('combobox', { name: 'Number' }).inputValue()).toBe('+1 201 555 0177')
    await hasFocus(dialog.getByRole('combobox', { name: 'Number' }))
    await dialog.getByRole('combobox', { name: 'Assistant' }).click()
    await page.getByRole('option', { name: 'Nora' }).click()
    await enter(dialog.getByRole('button', { name: 'Call now' }))
    await page.getByRole('heading', { level: 1, name: '+1 201 555 0177' }).waitFor()
    await expect
      .poll(async () => (await world.get('/user/calls')).body.data[0])
      .toMatchObject({ client_phone_number: '+12015550177' })
  })

  it('the palette finds people by name, also from the middle, and with other accents', async () => {
    const { world, page, draft } = await aDesk()
    await given.lead(world, draft, { phone_number: '+442079460124', variables: { name: 'Zoë Müller' } })
    await take(page, 'hargr', 'Tom Hargreaves')
    await page.getByRole('heading', { level: 1, name: 'Tom Hargreaves' }).waitFor()
    await take(page, 'zoe mull', 'Zoë Müller')
    await page.getByRole('heading', { level: 1, name: 'Zoë Müller' }).waitFor()
  })

  it('the palette opens the SMS in which something was written', async () => {
    const { world, page, advance } = await aDesk()
    aNumber(world, { number: '+12015550190' })
    const from = '+442079460124'
    await world.post('/user/simulator/inbound-sms', { from, to: '+12015550190', body: 'Is there quinoa tonight?' })
    await advance(MINUTE)
    await take(page, 'quinoa', 'quinoa tonight')
    await page.getByRole('heading', { level: 1, name: '+44 20 7946 0124' }).waitFor()
    await page.getByRole('log').getByText('Is there quinoa tonight?').waitFor()
  })

  it('the palette finds who said something, shows the words, and opens the call', async () => {
    const { world, page, advance } = await aDesk()
    const assistant_id = await given.assistant(world, {
      initial_message: 'Good day, do you like a zeppelin in summer?',
    })
    await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })
    await advance(10 * MINUTE)
    const { id } = (await world.get('/user/calls')).body.data[0]
    await ask(page, 'zeppelin in sum')
    await chosen(page).getByText('do you like a zeppelin in summer?').waitFor()
    expect(await barriers(page)).toEqual([])
    await shot(page, 'palette-words')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toContain(`#/calls/${id}`)
  })

  it('a number as it is dialed in the country of the desk can be called', async () => {
    const { world, page, advance } = await aDesk()
    await world.put('/user/settings', { country: 'GB' })
    await advance(SECOND)
    await take(page, '020 7946 0124', 'Call +44 20 7946 0124')
    const number = page.getByRole('dialog', { name: 'Call a number' }).getByRole('combobox', { name: 'Number' })
    await expect.poll(() => number.inputValue()).toBe('+44 20 7946 0124')
  })

  it('Enter that is pressed early waits for the people of what was typed', async () => {
    const { page } = await aDesk()
    let release = () => {}
    const held = new Promise<void>(done => (release = done))
    await page.route('**/rpc/people/find', async route => {
      await held
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    const asked = page.waitForRequest('**/rpc/people/find')
    // It is for the palette, not for what has the focus behind it.
    await page.keyboard.type('555 0107\n')
    await asked
    expect(page.url()).toMatch(/#\/calls$/)
    await box(page).waitFor()
    release()
    await page.getByRole('heading', { level: 1, name: 'Tom Hargreaves' }).waitFor()
    await box(page).waitFor({ state: 'hidden' })
    // What the console has itself is taken at once.
    await page.keyboard.press('Control+k')
    await page.keyboard.type('today\n')
    await expect.poll(() => page.url()).toContain('#/today')
  })

  it('no key is lost, however fast one types after Ctrl+K on a page that has just loaded', async () => {
    const { page } = await aDesk()
    const typed: string[] = []
    for (let i = 0; i < 6; i++) {
      await page.reload()
      await page.getByRole('button', { name: 'Search, or a phone number' }).waitFor()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('Autumn recall', { delay: 0 })
      await box(page).waitFor()
      await hasFocus(box(page))
      typed.push(await box(page).inputValue())
    }
    expect(typed).toEqual(Array(6).fill('Autumn recall'))
  })

  it('the palette can be closed and opened again at once, and begins empty', async () => {
    const { page } = await aDesk()
    for (let i = 0; i < 8; i++) {
      await ask(page, 'autumn')
      await page.keyboard.press('Escape')
      // At once, while it closes for the eye, and after.
      await page.waitForTimeout(i * 15)
      await page.keyboard.press('Control+k')
      await page.keyboard.type('spring')
      await chosen(page).getByText('Spring offer').waitFor()
      expect(await box(page).inputValue()).toBe('spring')
      await page.keyboard.press('Escape')
    }
  })

  it('the first keys after Ctrl+K are in the field', async () => {
    const { page, link } = await aDesk()
    await page.goto(`${link()}#/calls`)
    await page.reload()
    const search = page.getByRole('textbox', { name: 'Search calls' })
    await search.click()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Autumx')
    await page.keyboard.press('Backspace')
    await box(page).waitFor()
    await hasFocus(box(page))
    await page.keyboard.type('n')
    expect(await box(page).inputValue()).toBe('Autumn')
    expect(await search.inputValue()).toBe('')
  })
})
