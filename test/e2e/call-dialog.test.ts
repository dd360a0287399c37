import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { barriers, enter, fitsItsWidth, hasFocus, inBrowser, open, shot } from '../support/browser'
import { startReceiver } from '../support/receiver'
import { given, MINUTE, SECOND } from '../support/world'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Call a number' })
const field = (page: Page, name: string) =>
  dialog(page).getByRole(name === 'Number' ? 'combobox' : 'textbox', { name, exact: true })

/** A call with what was given for it, which is over, and its page. */
async function aCall({ webhook_url }: { webhook_url?: string } = {}) {
  const opened = await open()
  const { world, page, link, advance } = opened
  const assistant_id = await given.assistant(world, {
    name: 'Nora',
    record: true,
    variables: { first_name: '', offer: 'the spring offer' },
    ...(webhook_url && { webhook_url, is_webhook_active: true, send_webhook_only_on_completed: false }),
  })
  await given.assistant(world, { name: 'Otto', variables: { city: 'Leeds' } })
  const phone_number = given.number('24')
  const variables = { first_name: 'Priya', order: 'A-17' }
  const { body } = await world.post('/user/make_call', { assistant_id, phone_number, variables })
  const id = body.call_id as number
  await advance(5 * MINUTE)
  await page.goto(`${link()}#/calls/${id}`)
  await page.getByRole('heading', { level: 1, name: 'Priya' }).waitFor()
  return { ...opened, id, phone_number, assistant_id }
}

inBrowser('calling a number', () => {
  it('who is called again has the same name, which can be changed before', async () => {
    const { world, page, phone_number, assistant_id } = await aCall()
    await page.getByRole('button', { name: 'Call again' }).press('Enter')
    await expect.poll(() => field(page, 'First name').inputValue()).toBe('Priya')
    // What was not given is the assistant's own value.
    expect(await field(page, 'Offer').inputValue()).toBe('')
    expect(await field(page, 'Offer').getAttribute('placeholder')).toBe('the spring offer')
    expect((await field(page, 'Number').inputValue()).replace(/[ -]/g, '')).toBe(phone_number)
    await shot(page, 'call-again')
    expect(await barriers(page)).toEqual([])
    for (const width of [960, 480]) {
      await page.setViewportSize({ width, height: 700 })
      await shot(page, `call-again-${width}`)
      expect(await fitsItsWidth(page)).toBe(true)
    }
    await field(page, 'First name').fill('Priya R.')
    await enter(dialog(page).getByRole('button', { name: 'Call now' }))
    await page.getByRole('heading', { level: 1, name: 'Priya R.' }).waitFor()
    const [made] = (await world.get('/user/calls')).body.data
    expect(made).toMatchObject({ client_phone_number: phone_number, assistant_id })
    // A variable that the assistant does not define is kept too.
    expect(made.given_variables).toEqual({ first_name: 'Priya R.', order: 'A-17' })
    expect(made.variables).toMatchObject({ offer: 'the spring offer' })
  })

  it('a person is found by name, and it is said when it is night there, before the call and on its page', async () => {
    const { world, page, phone_number } = await aCall()
    await page.keyboard.press('Control+k')
    await page.locator('[data-palette]').fill('call a')
    await page.getByText('Call a number', { exact: true }).click()
    await dialog(page).getByRole('combobox', { name: 'Assistant' }).waitFor()
    await field(page, 'Number').fill('priy')
    await page.getByRole('option', { name: /Priya/ }).click()
    expect((await field(page, 'Number').inputValue()).replace(/[ -]/g, '')).toBe(phone_number)
    // It is 09:05 in UTC.
    await dialog(page).getByText('It is 04:05 there').waitFor()
    await dialog(page)
      .getByText(/America\/New_York/)
      .waitFor()
    await shot(page, 'call-night')
    await field(page, 'Number').fill('+44 20 7946 0124')
    await dialog(page).getByText('It is 04:05 there').waitFor({ state: 'detached' })
    await field(page, 'Number').fill(phone_number)
    await dialog(page).getByRole('combobox', { name: 'Assistant' }).click()
    await page.getByRole('option', { name: 'Otto' }).click()
    await enter(dialog(page).getByRole('button', { name: 'Call now' }))
    await page.waitForURL(/#\/calls\/2$/)
    await page.getByText('It was 04:05 there, America/New_York').waitFor()
    expect((await world.get('/user/calls/2')).body.allowed_because).toContainEqual({
      rule: 'local time',
      value: '04:05 America/New_York',
    })
  })

  it('a number is called as it is dialed in the country, and its error stands on its field', async () => {
    const { world, page, tolerateStatus } = await aCall()
    tolerateStatus(400)
    await world.put('/user/settings', { country: 'GB' })
    await page.getByRole('button', { name: 'Call again' }).press('Enter')
    await expect.poll(() => field(page, 'First name').inputValue()).toBe('Priya')
    await field(page, 'Number').fill('12')
    await enter(dialog(page).getByRole('button', { name: 'Call now' }))
    await dialog(page).getByText('must be a phone number in international form', { exact: false }).waitFor()
    await hasFocus(field(page, 'Number'))
    await field(page, 'Number').fill('020 7946 0124')
    await dialog(page).getByText('Read as +44 20 7946 0124').waitFor()
    // With another assistant, its variables are asked for.
    await dialog(page).getByRole('combobox', { name: 'Assistant' }).click()
    await page.getByRole('option', { name: 'Otto' }).click()
    await field(page, 'City').fill('York')
    await enter(dialog(page).getByRole('button', { name: 'Call now' }))
    await page.waitForURL(/#\/calls\/2$/)
    await expect
      .poll(async () => (await world.get('/user/calls/2')).body)
      .toMatchObject({
        client_phone_number: '+442079460124',
        assistant_name: 'Otto',
        variables: { city: 'York' },
      })
  })
})

inBrowser('the page of a call', () => {
  it('names have their room in the head and beside what was said', async () => {
    const { world, page, link, advance } = await open()
    const assistant_id = await given.assistant(world, {
      name: 'Recall Specialist',
      record: true,
      variables: { name: '' },
    })
    const variables = { name: 'Alexandra Featherstone' }
    await world.post('/user/make_call', { assistant_id, phone_number: given.number('24'), variables })
    await advance(5 * MINUTE)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`${link()}#/calls/1`)
    await page.getByRole('heading', { level: 1, name: 'Alexandra' }).waitFor()
    for (const width of [1280, 960]) {
      await page.setViewportSize({ width, height: 800 })
      const names = page.getByRole('list', { name: 'Transcript' }).locator('b')
      const cut = await names.evaluateAll(all => all.filter(one => one.scrollWidth > one.clientWidth).length)
      expect(await names.count()).toBeGreaterThan(4)
      expect(cut).toBe(0)
      const title = page.getByRole('heading', { level: 1 })
      expect(await title.evaluate(one => one.scrollWidth <= one.clientWidth)).toBe(true)
      await shot(page, `call-names-${width}`)
    }
  })

  it('Space plays and the arrows seek wherever the focus is, except where they mean something else', async () => {
    const { page } = await aCall()
    const audio = page.locator('audio')
    const heardAt = () => audio.evaluate((element: HTMLAudioElement) => element.currentTime)
    const isPlaying = () => audio.evaluate((element: HTMLAudioElement) => !element.paused)
    const length = () => page.getByRole('slider').getAttribute('aria-valuemax')
    await expect.poll(length).not.toBe('0')
    await page.locator('#main').focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(heardAt).toBeCloseTo(5, 1)
    await page.keyboard.press('ArrowRight')
    await expect.poll(heardAt).toBeCloseTo(10, 1)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(heardAt).toBeCloseTo(5, 1)
    await page.getByRole('region', { name: 'What was said' }).focus()
    await page.keyboard.press('Space')
    await expect.poll(isPlaying).toBe(true)
    await page.keyboard.press('Space')
    await expect.poll(isPlaying).toBe(false)
    const before = await heardAt()
    // On a button Space presses it, and in a menu, a dialog and a field the keys are theirs.
    await page.getByRole('button', { name: 'Call again' }).focus()
    await page.keyboard.press('Space')
    await field(page, 'First name').waitFor()
    await field(page, 'First name').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    expect(await field(page, 'First name').inputValue()).toBe('Priya ')
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'More' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Copy number' }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Escape')
    expect(await isPlaying()).toBe(false)
    expect(await heardAt()).toBe(before)
    await page.getByRole('button', { name: 'Play recording' }).hover()
    await page.getByRole('tooltip', { name: 'Space plays and pauses, ← and → move by 5 s' }).waitFor()
  })

  it('a webhook that is sent again says so, and what came of it', async () => {
    let works = false
    const hook = await startReceiver(() => ({ status: works ? 200 : 410 }))
    const { page, advance } = await aCall({ webhook_url: hook.url })
    const webhook = page.getByRole('region', { name: 'Webhook' })
    const said = webhook.getByRole('status')
    await webhook.getByText('Gave up').waitFor()
    for (const outcome of ['refused', 'accepted']) {
      works = outcome === 'accepted'
      await webhook.getByRole('button', { name: 'Send again' }).press('Enter')
      await said.getByText('It is being sent again …').waitFor()
      await advance(SECOND)
      await said.getByText(`Sent again, and ${outcome}`).waitFor()
    }
  })
})
