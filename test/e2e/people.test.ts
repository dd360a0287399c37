import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { aNumber } from '../support/api'
import { barriers, type Door, doors, enter, hasFocus, inBrowser, open, shot } from '../support/browser'
import { saying } from '../support/chats'
import { resize } from '../support/layout'
import { given, MINUTE, type TestWorld } from '../support/world'

const OWN = '+12015550190'
const PRIYA = '+12015550124'
const TOM = '+442079460915'
const SECOND_NUMBER = '+12015550377'
const path = (number: string) => `/people/${encodeURIComponent(number)}`
const api = (number: string) => `/user${path(number)}`

/** Priya, who was called in a campaign, wrote an SMS and has notes; and Tom, who waits in a draft. */
async function aDesk(door?: Door) {
  const opened = await open({ door, models: saying(() => 'Gladly, see you then.') })
  const { world, advance, page, link } = opened
  const phone_number_id = aNumber(world, { number: OWN })
  const assistant_id = await given.assistant(world, {
    name: 'Nora',
    phone_number_id,
    variables: { first_name: '', last_name: '', dentist: 'Mr. Reid' },
    initial_message: 'Good day {{first_name}}, do you like a zeppelin in the summer?',
  })
  const campaign = await given.campaign(world, { name: 'Hygiene recall, autumn', assistant_id, timezone: 'UTC' })
  const lead = await given.lead(world, campaign, {
    phone_number: PRIYA,
    variables: { first_name: 'Priya', last_name: 'Raman' },
    secondary_contacts: [{ phone_number: SECOND_NUMBER }],
  })
  await given.started(world, campaign)
  await advance(5 * MINUTE)
  await world.post('/user/simulator/inbound-sms', { from: PRIYA, to: OWN, body: 'Could it be Thursday at ten?' })
  await advance(MINUTE)
  const draft = await given.campaign(world, { name: 'Satisfaction survey', assistant_id })
  const waiting = await given.lead(world, draft, {
    phone_number: TOM,
    variables: { first_name: 'Tom', last_name: 'Hargreaves' },
  })
  await world.post(`${api(PRIYA)}/notes`, { text: 'Has a small child.', written_at: '2026-01-04T15:30:00Z' })
  await page.goto(`${link()}#/people`)
  await page.getByRole('row', { name: /Priya Raman/ }).waitFor()
  return { ...opened, campaign, lead, draft, waiting, assistant_id }
}

const about = (page: Page) => page.getByRole('complementary', { name: 'About this person' })
const history = (page: Page) => page.getByRole('region', { name: 'History' })
const section = (page: Page, name: string) => about(page).getByRole('region', { name, exact: true })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const person = async (world: TestWorld, number: string) => (await world.get(api(number))).body
const menu = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

inBrowser('people', () => {
  it('a person shows what has happened, what comes next and what is known', async () => {
    const { page } = await aDesk()
    await shot(page, 'people')
    expect(await barriers(page)).toEqual([])
    await page.getByRole('row', { name: /Priya Raman/ }).click()
    await title(page, 'Priya Raman').waitFor()
    await history(page).getByText('Today, Monday').waitFor()
    await history(page).getByText('Sunday 4 January').waitFor()
    const call = history(page).getByRole('listitem').filter({ hasText: 'Call, attempt 1 of' })
    await call.getByText('Allowed: Inside').waitFor()
    await call.getByText('$0.0').waitFor()
    await history(page).getByText('Could it be Thursday at ten?').waitFor()
    await history(page).getByText('Gladly, see you then.').waitFor()
    await section(page, 'Next attempt').getByText('None. Done.').waitFor()
    await section(page, 'In lists').getByRole('link', { name: 'Hygiene recall, autumn' }).waitFor()
    await section(page, 'Other numbers').getByText('+1 201 555 0377').waitFor()
    await section(page, 'Spent').getByText('1, $0.0').first().waitFor()
    await page.getByText('United States').waitFor()
    await shot(page, 'person')
    expect(await barriers(page)).toEqual([])
    for (const width of [960, 480]) {
      await resize(page, { width, height: 900 })
      await shot(page, `person-${width}`)
    }
    await resize(page, { width: 1440, height: 900 })
    // Tabs with their counts.
    const tabs = page.getByRole('navigation', { name: 'Show' })
    expect(await tabs.getByRole('link').allInnerTexts()).toEqual([
      'Everything',
      'Calls\n1',
      'SMS\n2',
      'Chats\n1',
      'Notes\n1',
    ])
    await tabs.getByRole('link', { name: 'Notes' }).click()
    await expect.poll(() => history(page).getByRole('listitem').count()).toBe(1)
    expect(page.url()).toContain('show=notes')
    await page.goBack()
    await call.getByRole('link').click()
    await page.getByText('Transcript').first().waitFor()
    // The call leads back to the person.
    await page
      .getByRole('link', { name: '+1 201-555-0124' })
      .or(page.getByRole('link', { name: '+1 201 555 0124' }))
      .first()
      .click()
    await title(page, 'Priya Raman').waitFor()
    await page.locator('#main').getByRole('link', { name: 'SMS', exact: true }).click()
    await expect.poll(() => page.getByRole('combobox', { name: 'To whom' }).inputValue()).toBe('+1 201 555 0124')
  })

  it('nobody moves under the pointer: who was in contact since comes to the top when it is asked for', async () => {
    const { world, page, advance, assistant_id } = await aDesk()
    const names = () =>
      page.getByRole('table', { name: 'People' }).locator('tbody strong, tbody .strong').allInnerTexts()
    const call = (phone_number: string, first_name: string) =>
      world.post('/user/make_call', { assistant_id, phone_number, variables: { first_name, last_name: 'Fox' } })
    await call(given.number('24'), 'Ann')
    await advance(2 * MINUTE)
    await page.getByRole('button', { name: '1 newer contact · Show' }).click()
    await expect.poll(names).toEqual(['Ann Fox', 'Priya Raman'])
    await world.post('/user/simulator/inbound-sms', { from: PRIYA, to: OWN, body: 'Or on Friday?' })
    await advance(MINUTE)
    await page.getByRole('button', { name: '1 newer contact · Show' }).waitFor()
    expect(await names()).toEqual(['Ann Fox', 'Priya Raman'])
    await page.getByRole('button', { name: '1 newer contact · Show' }).click()
    await expect.poll(names).toEqual(['Priya Raman', 'Ann Fox'])
  })

  it('people are found by a name, a number in any form, and by words, by the keyboard alone', async () => {
    const { page } = await aDesk()
    await page.keyboard.press('/')
    const search = page.getByRole('textbox', { name: 'Search people' })
    await hasFocus(search)
    await page.keyboard.type('020 7946')
    await page.getByRole('row', { name: /Tom Hargreaves.*Not started.*Satisfaction survey/ }).waitFor()
    await page.getByText('1 found').waitFor()
    await search.fill('zeppelin')
    await page.getByRole('columnheader', { name: 'What was said' }).waitFor()
    await page.getByRole('row', { name: /Priya Raman.*do you like a zeppelin/ }).waitFor()
    await shot(page, 'people-words')
    await search.fill('small child')
    await page.getByRole('row', { name: /Priya Raman.*Has a small child/ }).waitFor()
    expect(page.url()).toContain('search=small')
    await search.fill('9')
    await page.getByText('Type at least three digits').waitFor()
    await search.fill('nobody at all')
    await page.getByText('Nobody is found').waitFor()
    await search.fill('+1 (201) 555-0199')
    await page.getByText('Nobody with this number yet').waitFor()
    await page.getByRole('link', { name: 'Open +1 201 555 0199' }).press('Enter')
    await title(page, '+1 201 555 0199').waitFor()
    await page.getByText('Nothing has happened yet').waitFor()
    await page.goBack()
    // The keyboard goes into the list and opens a row. Going back leads to the same search.
    await search.fill('tom')
    await page.getByRole('row', { name: /Tom Hargreaves/ }).waitFor()
    await search.press('ArrowDown')
    await hasFocus(page.getByRole('row', { name: /Tom Hargreaves/ }))
    await page.keyboard.press('Enter')
    await title(page, 'Tom Hargreaves').waitFor()
    await page.goBack()
    await expect.poll(() => search.inputValue()).toBe('tom')
  })

  it.each(doors)('notes are added, changed, deleted and undone, and others come by themselves, over %s', async door => {
    const { world, page } = await aDesk(door)
    await page.getByRole('row', { name: /Priya Raman/ }).click()
    const notes = history(page).getByRole('listitem').filter({ hasText: 'Note' })
    await notes.first().waitFor()
    const field = about(page).getByRole('textbox', { name: 'Note' })
    await field.fill('Prefers mornings.')
    await field.press('Control+Enter')
    await history(page).getByText('Prefers mornings.').waitFor()
    await expect.poll(() => field.inputValue()).toBe('')
    await expect.poll(async () => (await person(world, PRIYA)).totals.notes).toBe(2)
    const note = history(page).getByRole('listitem').filter({ hasText: 'Prefers' })
    await note.getByRole('button', { name: 'Change this note' }).click()
    await note.getByRole('textbox', { name: 'Note' }).fill('Prefers evenings.')
    await note.getByRole('button', { name: 'Save' }).click()
    await history(page).getByText('Prefers evenings.').waitFor()
    await expect.poll(async () => (await person(world, PRIYA)).notes[0].text).toBe('Prefers evenings.')
    await note.getByRole('button', { name: 'Delete this note' }).click()
    await note.waitFor({ state: 'hidden' })
    await page.getByText('The note is deleted.').waitFor()
    expect((await person(world, PRIYA)).totals.notes).toBe(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await note.waitFor()
    await world.post(`${api(PRIYA)}/notes`, { text: 'Rang back over the API.' })
    await history(page).getByText('Rang back over the API.').waitFor()
  })

  it('a refused note stays in its field, and says why', async () => {
    const { world, page, tolerateFailedRequests } = await aDesk()
    tolerateFailedRequests()
    await page.getByRole('row', { name: /Priya Raman/ }).click()
    const field = about(page).getByRole('textbox', { name: 'Note' })
    await page.route('**/rpc/people/addNote', route =>
      route.fulfill({
        status: 507,
        json: {
          json: { defined: true, code: 'DISK_FULL', status: 507, message: 'There is no room on the disk.', data: {} },
        },
      }),
    )
    await field.fill('Prefers mornings.')
    await page.getByRole('button', { name: 'Add note' }).click()
    await about(page).getByText('There is no room on the disk.').waitFor()
    expect(await field.inputValue()).toBe('Prefers mornings.')
    await expect.poll(() => history(page).getByText('Prefers mornings.').count()).toBe(0)
    await page.unroute('**/rpc/people/addNote')
    await page.getByRole('button', { name: 'Add note' }).click()
    await history(page).getByText('Prefers mornings.').waitFor()
    expect((await person(world, PRIYA)).totals.notes).toBe(2)
  })

  it('callbacks are promised by hand and by a campaign, moved and withdrawn', async () => {
    const { world, page, waiting } = await aDesk()
    await page.goto(`${page.url().split('#')[0]}#${path(PRIYA)}`)
    await title(page, 'Priya Raman').waitFor()
    const promises = about(page).getByRole('list', { name: 'Callbacks promised' })
    const promise = async (at: string) => {
      await section(page, 'Next attempt').getByRole('button', { name: 'Promise a callback' }).click()
      await page.getByLabel('Day and time, UTC').fill(at)
      await enter(page.getByRole('button', { name: 'Call back then' }))
      await page.getByLabel('Day and time, UTC').waitFor({ state: 'hidden' })
    }
    await promise('2026-01-08T10:00')
    await promises.getByText('Thursday 10:00').waitFor()
    await promises.getByText('By hand').waitFor()
    await promises.getByRole('button', { name: 'Move the callback Thursday 10:00' }).click()
    await page.getByLabel('Day and time, UTC').fill('2020-01-09T11:30')
    await page.getByText('This time is over').waitFor()
    expect(await page.getByRole('button', { name: 'Call back then' }).isDisabled()).toBe(true)
    await page.getByLabel('Day and time, UTC').fill('2026-01-09T11:30')
    await shot(page, 'person-promise')
    await enter(page.getByRole('button', { name: 'Call back then' }))
    await promises.getByText('Friday 11:30').waitFor()
    expect((await person(world, PRIYA)).promised_callbacks).toMatchObject([{ at: '2026-01-09T11:30:00.000000Z' }])
    await promises.getByRole('button', { name: 'Withdraw the callback' }).click()
    await promises.waitFor({ state: 'hidden' })
    expect((await person(world, PRIYA)).promised_callbacks).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).click()
    await promises.getByText('Friday 11:30').waitFor()
    // Tom waits in a draft, so its campaign calls him back.
    await page.goto(`${page.url().split('#')[0]}#${path(TOM)}`)
    await title(page, 'Tom Hargreaves').waitFor()
    await section(page, 'Next attempt').getByText('The campaign is not started').waitFor()
    await promise('2026-01-08T10:00')
    await promises.getByText('Satisfaction survey').waitFor()
    expect((await world.get(`/user/leads?search=Tom`)).body.data[0]).toMatchObject({
      id: waiting,
      callback_at: '2026-01-08 10:00:00',
    })
    await section(page, 'Next attempt').getByRole('button', { name: 'Set result by hand' }).click()
    await page.getByRole('menuitem', { name: 'Set to done' }).click()
    await section(page, 'Next attempt').getByText('None. Done.').waitFor()
    await section(page, 'Next attempt').getByRole('button', { name: 'Try again' }).click()
    await section(page, 'In lists').getByText('Not started').waitFor()
  })

  it('what is known is edited, and a call begins with it', async () => {
    const { world, page, waiting, advance } = await aDesk()
    await page.goto(`${page.url().split('#')[0]}#${path(TOM)}`)
    await section(page, 'Known').getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Dentist').fill('Ms. Osei')
    await page.getByRole('dialog').getByLabel('Last name').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await section(page, 'Known').getByText('Ms. Osei').waitFor()
    await title(page, 'Tom').waitFor()
    expect(JSON.parse(world.lead(waiting).variables as string)).toEqual({
      first_name: 'Tom',
      last_name: null,
      dentist: 'Ms. Osei',
    })
    await page.getByRole('button', { name: 'Call now' }).click()
    const form = page.getByRole('form', { name: 'Call a number' })
    await expect.poll(() => form.getByLabel('Dentist').inputValue()).toBe('Ms. Osei')
    expect(await form.getByRole('combobox', { name: 'Number' }).inputValue()).toBe('+44 20 7946 0915')
    await form.getByRole('button', { name: 'Call now' }).click()
    await page.getByText('Transcript').first().waitFor()
    // The call is seen on the page of the person as it goes on.
    await page.goto(`${page.url().split('#')[0]}#${path(TOM)}`)
    await history(page).getByText('Single call').waitFor()
    await section(page, 'Next attempt').getByText('On the phone now').waitFor()
    await advance(10 * MINUTE)
    await expect.poll(() => section(page, 'Next attempt').getByText('On the phone now').count()).toBe(0)
  })

  it('the number is put on the do-not-call list with a reason, taken off, and back', async () => {
    const { world, page } = await aDesk()
    await page.getByRole('row', { name: /Priya Raman/ }).click()
    await menu(page, 'Put on the do-not-call list')
    await page.getByLabel('Reason').fill('Asked by e-mail')
    await shot(page, 'person-do-not-call')
    await enter(page.getByRole('button', { name: 'Put on the list' }))
    await section(page, 'Do-not-call list').getByText('Asked by e-mail').waitFor()
    await section(page, 'Next attempt').getByText('None. On the do-not-call list.').waitFor()
    await history(page).getByText('Put on the do-not-call list').waitFor()
    expect(await page.getByRole('button', { name: 'Call now' }).isDisabled()).toBe(true)
    const entry = (await person(world, PRIYA)).blacklist
    expect(entry).toMatchObject({ reason: 'Asked by e-mail', source: 'operator', api_key: null })
    await section(page, 'Do-not-call list').getByRole('button', { name: 'Take off' }).click()
    await section(page, 'Do-not-call list').getByText('Not listed.').waitFor()
    expect((await person(world, PRIYA)).blacklist).toBe(null)
    const told = page.locator('.mantine-Notification-root').filter({ hasText: 'is off the do-not-call list.' })
    await told.getByRole('button', { name: 'Undo' }).click()
    await section(page, 'Do-not-call list').getByText('Asked by e-mail').waitFor()
    expect((await person(world, PRIYA)).blacklist).toEqual({ ...entry, id: expect.any(Number) })
    // Live, when somebody else takes it off.
    await world.delete(`/user/blacklist?phone_number=${encodeURIComponent(PRIYA)}`)
    await section(page, 'Do-not-call list').getByText('Not listed.').waitFor()
  })

  it('a person is exported as a file, and forgotten after it was said what goes and what stays', async () => {
    const { world, page } = await aDesk()
    await page.getByRole('row', { name: /Priya Raman/ }).click()
    await title(page, 'Priya Raman').waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), menu(page, 'Save what is known as a file')])
    expect(download.suggestedFilename()).toBe(`person ${PRIYA}.json`)
    const file = JSON.parse(readFileSync(await download.path(), 'utf8'))
    expect(file).toMatchObject({ phone_number: PRIYA, name: 'Priya Raman', notes: [{ text: 'Has a small child.' }] })
    expect(file.calls[0].transcript.length).toBeGreaterThan(1)
    await page.getByText('What is known about Priya Raman is saved.').waitFor()
    await menu(page, 'Forget this person')
    const dialog = page.getByRole('dialog', { name: 'Forget Priya Raman?' })
    await dialog
      .getByText('Deleted: 1 place in a list, 1 call, with its recording and transcript, 2 SMS, 1 chat, 1 note')
      .waitFor()
    await dialog.getByText('Kept: what was paid. This cannot be undone.').waitFor()
    await dialog.getByLabel('Put the number on the do-not-call list').check()
    await shot(page, 'person-forget')
    await dialog.getByRole('button', { name: 'Forget for ever' }).click()
    await page.getByText('Priya Raman is forgotten.').waitFor()
    await page.getByText('Nobody yet').waitFor()
    await shot(page, 'people-empty')
    expect(await person(world, PRIYA)).toMatchObject({
      name: null,
      totals: { calls: 0, sms: 0, conversations: 0, notes: 0 },
      blacklist: { reason: 'Wants to be forgotten' },
    })
  })
})
