import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { barriers, doors, enter, fitsItsWidth, hasFocus, inBrowser, open, shot } from '../support/browser'
import { faults } from '../support/layout'
import { bought } from '../support/numbers'
import { given, MINUTE, SECOND, type TestWorld } from '../support/world'

const ZONE = 'Europe/Berlin'

/** The key of the tests is not seen, so that none was made yet. */
const keys = (world: TestWorld, revoked: 1 | null) =>
  world.db.prepare(`UPDATE api_keys SET revoked_at = ? WHERE name = 'test'`).run(revoked)

/** A desk on which nothing was done, in a browser in Berlin. */
async function newDesk(options: Parameters<typeof open>[0] = {}) {
  const opened = await open(options as object)
  const { page, world } = opened
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setTimezoneOverride', { timezoneId: ZONE })
  keys(world, 1)
  await page.goto(opened.link())
  await page.getByRole('heading', { level: 1, name: 'Nothing is dialed yet' }).waitFor()
  return opened
}

const list = (page: Page) => page.getByRole('list', { name: 'First steps' })
const row = (page: Page, name: string) => list(page).getByRole('listitem').filter({ hasText: name })
const guide = (page: Page) => page.getByRole('region', { name: 'First steps' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const isDone = (page: Page, name: string) => row(page, name).getByLabel('Done').waitFor()

inBrowser('the first run', () => {
  it.each(doors)('over %s, from an empty desk to the first campaign, by mouse', async door => {
    const { page, world, advance } = await newDesk({ door })
    const name = page.getByRole('textbox', { name: 'Name' })
    expect(await page.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe(ZONE)
    await page.getByText('with $25.00 of simulated credit').waitFor()
    await shot(page, `first-run-1-${door}`)
    expect(await barriers(page)).toEqual([])
    await name.fill('Riverside')
    await button(page, 'Save').click()
    await row(page, 'Name the desk').getByText(`Riverside, ${ZONE}`).waitFor()
    await isDone(page, 'Name the desk')

    await page.getByRole('link', { name: 'Choose a template' }).click()
    await page.getByRole('link', { name: 'Appointment reminder' }).click()
    await button(page, 'Create').click()
    await page.getByText('A first step is done.').waitFor()
    await page.getByRole('link', { name: 'Go on with the next' }).click()

    await row(page, 'Make an assistant').getByText('Appointment reminder').waitFor()
    await button(page, 'Make a test call').click()
    const said = page.getByRole('region', { name: 'What was said' })
    await said.waitFor()
    await advance(25 * SECOND)
    await said.getByText('Am I speaking with Alex?').waitFor()
    await shot(page, `first-run-2-${door}`)
    expect(await barriers(page)).toEqual([])

    // Today has something to show by now. The call goes on there.
    await page.reload()
    await guide(page).getByText('Am I speaking with Alex?').waitFor()
    await guide(page).getByText('Talking').waitFor()
    await shot(page, `first-run-3-${door}`)
    await advance(5 * MINUTE)
    await isDone(page, 'Test call')
    expect(await page.getByRole('link', { name: 'Open the call' }).first().getAttribute('href')).toBe('#/calls/1')
    await button(page, 'Go on').click()

    await button(page, 'Make a key').click()
    await page.getByRole('textbox', { name: 'What it is for' }).fill('the shop')
    await button(page, 'Make').click()
    const shown = page.getByRole('region', { name: 'New key' })
    const key = await shown.innerText()
    await page.getByRole('button', { name: 'Copy: New key' }).waitFor()
    await isDone(page, 'API key')
    await shot(page, `first-run-4-${door}`)
    await button(page, 'Done').click()
    await shown.waitFor({ state: 'detached' })
    const me = await fetch(`${world.service.api}/user/me`, { headers: { authorization: `Bearer ${key.trim()}` } })
    expect(me.status).toBe(200)

    // The rest is done elsewhere. Each step leads to its page, and is ticked by itself.
    keys(world, null)
    const leadsTo = (word: string) => guide(page).getByRole('link', { name: word, exact: true })
    const next = async (word: string, href: string) => {
      await leadsTo(word).waitFor()
      expect(await leadsTo(word).getAttribute('href')).toBe(href)
    }
    await next('Rent a number', '#/numbers/buy')
    await page.getByRole('button', { name: 'Later: Get a number' }).click()
    await next('New campaign', '#/campaigns/new')
    const [assistant] = (await world.get('/user/assistants/outbound')).body
    const campaign = await given.campaign(world, { assistant_id: assistant.id, name: 'Spring' })
    await next('Import leads', `#/leads/import?campaign=${campaign}`)
    await guide(page).getByText('Bring a list for Spring').waitFor()
    await shot(page, `first-run-5-${door}`)
    expect(await barriers(page)).toEqual([])
    await given.lead(world, campaign)
    await next('Open the campaign', `#/campaigns/${campaign}`)
    await given.started(world, campaign)
    await next('Watch it', `#/campaigns/${campaign}`)
    await guide(page).getByText('7 of 9 done').waitFor()
    await advance(24 * 60 * MINUTE)
    expect((await world.get(`/user/campaigns/${campaign}`)).body.status).toBe('completed')
    await guide(page).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText('Nobody is on the phone').waitFor()
    expect(await guide(page).count()).toBe(0)
  })

  it('by the keyboard alone, and a step that is put off is taken up again', async () => {
    const { page, advance } = await newDesk()
    await page.getByRole('textbox', { name: 'Name' }).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Riverside')
    await page.keyboard.press('Enter')
    const choose = page.getByRole('link', { name: 'Choose a template' })
    await hasFocus(choose)
    // Past “Later” of the same step.
    await page.keyboard.press('Tab')
    await hasFocus(page.getByRole('button', { name: 'Later: Make an assistant and talk to it' }))
    await page.keyboard.press('Enter')
    const takeUp = page.getByRole('button', { name: 'Do it now: Make an assistant and talk to it' })
    await takeUp.waitFor()
    await row(page, 'Make an assistant').getByLabel('Put off').waitFor()
    await page.reload()
    await takeUp.press('Enter')
    await choose.press('Enter')
    await page.getByRole('link', { name: 'Survey' }).press('Enter')
    await button(page, 'Create').press('Enter')
    await page.getByRole('link', { name: 'Go on with the next' }).press('Enter')
    await button(page, 'Make a test call').press('Enter')
    await page.getByRole('region', { name: 'What was said' }).waitFor()
    await advance(10 * MINUTE)
    await isDone(page, 'Hear it on the phone')
    await page.getByRole('region', { name: 'What was said' }).getByText('three short questions').first().waitFor()
    await button(page, 'Make a key').press('Enter')
    await page.getByRole('textbox', { name: 'What it is for' }).fill('the shop')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'New key' }).waitFor()
    await enter(button(page, 'Done'))
    // The desk is set up: Today is shown, and leads on.
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    await guide(page).getByText('4 of 9 done').waitFor()
    await guide(page).getByRole('link', { name: 'Rent a number' }).waitFor()
  })

  it('they are put away, come back from the settings and the palette, and make room for sample data', async () => {
    const { page, world } = await newDesk()
    await button(page, 'Load sample data').click()
    await page.getByRole('heading', { level: 1, name: /^Sample/ }).waitFor()
    await page.getByRole('link', { name: 'Today' }).click()
    await guide(page).getByText('0 of 9 done').waitFor()
    await page.getByRole('textbox', { name: 'Name' }).waitFor()
    await shot(page, 'first-run-samples')
    for (const width of [960, 480]) {
      await page.setViewportSize({ width, height: 800 })
      await shot(page, `first-run-samples-${width}`)
      expect(await fitsItsWidth(page)).toBe(true)
      expect(await faults(page)).toEqual([])
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await button(page, 'Take the sample data away').click()
    await enter(button(page, 'Take it away'))
    await page.getByRole('heading', { level: 1, name: 'Nothing is dialed yet' }).waitFor()
    expect(world.count('assistants')).toBe(0)

    await button(page, 'Put the first steps away').click()
    await page.getByText('Nobody is on the phone').waitFor()
    await button(page, 'Undo').click()
    await list(page).waitFor()
    await button(page, 'Put the first steps away').click()
    await page.getByText('Nobody is on the phone').waitFor()
    await page.reload()
    await page.getByText('Nobody is on the phone').waitFor()
    await page.getByRole('link', { name: 'Settings' }).click()
    await button(page, 'Show the first steps').click()
    await list(page).waitFor()
    await page.getByRole('link', { name: 'Settings' }).click()
    await button(page, 'Put the first steps away').click()
    await page.keyboard.press('Control+k')
    await hasFocus(page.getByRole('textbox', { name: 'Search or command' }))
    await page.keyboard.type('first steps')
    await page.locator('[data-action][data-selected]').getByText('First steps').waitFor()
    await page.keyboard.press('Enter')
    await list(page).waitFor()
  })

  it('an assistant that only answers gets a number first, and is then called', async () => {
    const { page, world, advance } = await newDesk()
    keys(world, null)
    await world.put('/user/settings', { name: 'Riverside' })
    const id = await given.assistant(world, { name: 'Front desk', type: 'inbound' })
    await row(page, 'Hear it on the phone').getByText('Front desk only answers calls').waitFor()
    await page.getByRole('link', { name: 'Rent a number' }).waitFor()
    const number = await bought(world)
    await page.getByRole('link', { name: 'Give it a number' }).waitFor()
    await world.put(`/user/assistant/${id}`, { phone_number_id: number.id })
    await button(page, 'Make a test call').click()
    await advance(20 * SECOND)
    await page.getByRole('region', { name: 'What was said' }).getByText('Hello, this is Anna.').waitFor()
  })
})
