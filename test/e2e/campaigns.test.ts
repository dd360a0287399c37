import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { barriers, doors, fitsItsWidth, hasFocus, inBrowser, open, shot } from '../support/browser'
import { type Answer, anAssistant, given, MINUTE, SECOND, type TestWorld } from '../support/world'

const goTo = (page: Page, place: string) =>
  page.evaluate(to => {
    location.hash = to
  }, place)

/** The error that a screen reader reads for a field. */
const errorOf = async (page: Page, label: string) => {
  const field = page.locator('input').and(page.getByLabel(label, { exact: true }))
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  const ids = (await field.getAttribute('aria-describedby')) ?? ''
  return page
    .locator(
      ids
        .split(' ')
        .map(id => `[id="${id}"]`)
        .join(','),
    )
    .innerText()
}

/** An error as the page shows it: with the label of the field, or the place in a list. */
const called = (label: string, [error]: string[] = []) => error!.replace(/^The [\w.]+ field/, label)

const errorsOf = ({ body }: Answer) => body.errors as Record<string, string[]>
const office = {
  allowed_days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  allowed_hours_start_time: '09:00',
  allowed_hours_end_time: '18:00',
  timezone: 'Europe/London',
}

async function recall(world: TestWorld, over: object = {}) {
  const assistant_id = await given.assistant(world, {
    name: 'Nora',
    variables: { name: '', last_visit: 'a while ago' },
  })
  return given.campaign(world, { name: 'Hygiene recall', assistant_id, ...office, ...over })
}

inBrowser('campaigns in a browser', () => {
  it('the page first asks for an assistant and then says how to make a campaign', async () => {
    const { world, page, link } = await open()
    await page.goto(`${link()}#/campaigns`)
    await page.getByText('An assistant is needed first').waitFor()
    await goTo(page, '/campaigns/new')
    await page.getByText('An assistant is needed first').waitFor()
    await given.assistant(world)
    await page.getByRole('textbox', { name: 'Name' }).waitFor()
    await goTo(page, '/campaigns')
    await page.getByRole('link', { name: 'Make the first one' }).waitFor()
  })

  it('a new campaign shows every error on its field in the words of the API, and is created when they are corrected', async () => {
    const { world, page, link } = await open()
    await given.assistant(world, { name: 'Nora' })
    await given.assistant(world, { name: 'Theo' })
    await page.goto(`${link()}#/campaigns/new`)
    await page.getByLabel('Lines').fill('0')
    await page.getByRole('textbox', { name: 'Retries' }).fill('9')
    await page.getByLabel('Wait before each, in minutes').fill('60, 5')
    await page.getByLabel('Until').fill('09:00')
    await page.getByRole('combobox', { name: 'Evaluated field' }).fill('two words')
    await page.getByRole('button', { name: 'Create' }).click()
    const refused = errorsOf(
      await world.post('/user/campaigns', {
        name: '',
        max_calls_in_parallel: 0,
        max_retries: 9,
        retry_intervals: [60, 5],
        goal_completion_variable: 'two words',
        ...office,
        allowed_hours_end_time: '09:00',
      }),
    )
    expect(await errorOf(page, 'Name')).toBe(called('Name', refused.name))
    expect(await errorOf(page, 'Assistant')).toBe(called('Assistant', refused.assistant_id))
    expect(await errorOf(page, 'Lines')).toBe(called('Lines', refused.max_calls_in_parallel))
    expect(await errorOf(page, 'Retries')).toBe(called('Retries', refused.max_retries))
    expect(await errorOf(page, 'Wait before each, in minutes')).toBe(called('No. 2', refused['retry_intervals.1']))
    expect(await errorOf(page, 'Evaluated field')).toBe(called('Evaluated field', refused.goal_completion_variable))
    expect(await errorOf(page, 'Until')).toBe('Until must differ from “From”.')
    expect(Object.keys(refused)).toHaveLength(7)
    await page.getByRole('button', { name: '7 to fix' }).click()
    await hasFocus(page.getByLabel('Name'))
    expect((await world.get('/user/campaigns')).body).toEqual([])

    await page.keyboard.type('Spring offer')
    await page.getByRole('combobox', { name: 'Assistant' }).click()
    await page.getByRole('option', { name: 'Theo' }).click()
    await page.getByLabel('Lines').fill('6')
    await page.getByRole('textbox', { name: 'Retries' }).fill('2')
    await page.getByLabel('Wait before each, in minutes').fill('60, 180')
    await page.getByLabel('Until').fill('17:30')
    await page.getByRole('combobox', { name: 'Evaluated field' }).fill('')
    await page.getByRole('checkbox', { name: 'Friday' }).uncheck()
    await page.getByRole('combobox', { name: 'Time zone' }).fill('rome')
    await page.getByRole('option', { name: 'Europe/Rome' }).click()
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'Spring offer' }).waitFor()
    const [made] = (await world.get('/user/campaigns')).body
    expect(made).toMatchObject({
      name: 'Spring offer',
      status: 'draft',
      assistant_name: 'Theo',
      allowed_days: ['monday', 'tuesday', 'wednesday', 'thursday'],
      allowed_hours_start_time: '09:00:00',
      allowed_hours_end_time: '17:30:00',
      timezone: 'Europe/Rome',
      max_calls_in_parallel: 6,
      max_retries: 2,
      retry_intervals: [60, 180],
      goal_completion_variable: null,
      mark_complete_when_no_leads: true,
    })
    await page.getByText('No leads yet').first().waitFor()
    await page.getByText('Nothing is dialed').waitFor({ state: 'detached' })
  })

  it('a changed field shows its old value, and only changed fields are sent', async () => {
    const { world, page, link } = await open()
    const id = await recall(world, { max_calls_in_parallel: 3, retry_intervals: [60, 180, 1440] })
    await page.goto(`${link()}#/campaigns/${id}/edit`)
    await page.getByLabel('Lines').fill('6')
    await page.getByText('was 3').waitFor()
    await page.getByText('1 change not saved').waitFor()
    await page.getByLabel('Lines').fill('3')
    await page.getByText('1 change not saved').waitFor({ state: 'detached' })
    await page.getByLabel('Lines').fill('6')
    await page.getByLabel('Wait before each').fill('60, 180, 5')
    await page.getByText('was 60, 180, 1440 min').waitFor()
    await page.getByLabel('Name').focus()
    await page.getByRole('button', { name: '1 to fix' }).waitFor()
    await page.getByText('2 changes not saved').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByText('not saved').waitFor({ state: 'detached' })
    expect(await page.getByLabel('Wait before each').inputValue()).toBe('60, 180, 1440')

    await page.getByLabel('Lines').fill('6')
    await page.getByRole('switch', { name: 'Also retry after voicemail' }).click()
    await page.getByText('was off').waitFor()
    // Meanwhile somebody else gives it another name; what is edited here stays.
    await world.put(`/user/campaigns/${id}`, { name: 'Hygiene recall, autumn' })
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Hygiene recall, autumn')
    await page.getByText('2 changes not saved').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('up to 6 calls').waitFor()
    await expect
      .poll(async () => (await world.get(`/user/campaigns/${id}`)).body)
      .toMatchObject({
        name: 'Hygiene recall, autumn',
        max_calls_in_parallel: 6,
        retry_on_voicemail: true,
        retry_intervals: [60, 180, 1440],
      })
  })

  it('an error that only the service finds is on its field', async () => {
    const { world, page, link, tolerateStatus } = await open()
    tolerateStatus(422)
    const assistant_id = await given.assistant(world)
    const id = await given.campaign(world, { assistant_id })
    await page.goto(`${link()}#/campaigns/${id}/edit`)
    await page.getByRole('switch', { name: 'Also retry when the goal was not reached' }).click()
    await world.put(`/user/assistant/${assistant_id}`, { post_call_evaluation: false })
    await page.getByRole('button', { name: 'Save' }).click()
    const refused = errorsOf(await world.put(`/user/campaigns/${id}`, { retry_on_goal_incomplete: true }))
    const error = called('Also retry when the goal was not reached', refused.retry_on_goal_incomplete)
    await page.getByText(error).waitFor()
    await page.getByRole('switch', { name: 'Also retry when the goal was not reached' }).click()
    await page.getByText(error).waitFor({ state: 'detached' })
    await page.getByText('does not evaluate its calls').waitFor()
  })

  it('unsaved changes need a confirmation before a link, the back button or closing', async () => {
    const { world, page, link } = await open()
    const id = await recall(world)
    await page.goto(`${link()}#/campaigns/${id}`)
    await page.getByRole('link', { name: 'Edit' }).first().click()
    await page.getByLabel('Name').fill('Hygiene recall, winter')
    await page.getByRole('link', { name: 'Calls', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Leave a change behind?' })
    await question.waitFor()
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'hidden' })
    expect(page.url()).toContain(`#/campaigns/${id}/edit`)
    expect(await page.getByLabel('Name').inputValue()).toBe('Hygiene recall, winter')

    await page.goBack()
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    expect(page.url()).toContain(`#/campaigns/${id}/edit`)

    const asked = new Promise<string>(resolve => {
      page.once('dialog', async dialog => {
        await dialog.dismiss()
        resolve(dialog.type())
      })
    })
    await page.close({ runBeforeUnload: true })
    expect(await asked).toBe('beforeunload')

    await page.getByRole('link', { name: 'Calls', exact: true }).click()
    await question.getByRole('button', { name: 'Drop the change' }).click()
    await page.getByRole('heading', { name: 'Calls' }).waitFor()
    expect((await world.get(`/user/campaigns/${id}`)).body.name).toBe('Hygiene recall')
  })

  it('leads are added one after another, and the page says what happens to them', async () => {
    const { world, page, link, tolerateStatus } = await open()
    tolerateStatus(422)
    const id = await recall(world, { allowed_days: ['wednesday'] })
    await given.started(
      world,
      await given.campaign(world, { name: 'Other' }).then(async other => {
        await given.lead(world, other)
        return other
      }),
    )
    await page.goto(`${link()}#/campaigns/${id}`)
    await page.getByRole('link', { name: 'Add the first one' }).click()
    const pane = page.getByRole('complementary', { name: 'Add a lead' })
    const number = pane.getByLabel('Number', { exact: true })
    await number.fill('12')
    // An error that appears moves nothing away from under the pointer.
    await pane.getByRole('button', { name: 'Add lead' }).click()
    const refused = errorsOf(await world.post('/user/lead', { campaign_id: id, phone_number: '12' }))
    await pane.getByText(called('Number', refused.phone_number)).waitFor()

    const phone = given.number('24')
    await number.fill(phone)
    await pane.getByLabel('Name').fill('Marta Kowalczyk')
    await pane.getByRole('button', { name: 'Another number to try' }).click()
    await pane.getByLabel('Number of contact 1').fill('34')
    await pane.getByRole('button', { name: 'Add lead' }).click()
    await pane.getByText('Number of contact 1 must be').waitFor()
    await pane.getByLabel('Number of contact 1').fill(given.number('15'))
    await page.keyboard.press('Enter')
    await pane.getByText('It is called once the campaign is started').waitFor()
    await pane.getByText('Not started').waitFor()
    expect(await number.inputValue()).toBe('')
    await hasFocus(number)
    const row = page.getByRole('table', { name: 'Leads' }).getByRole('row', { name: /Marta Kowalczyk/ })
    await row.waitFor()
    const [lead] = (await world.get(`/user/leads?campaign_id=${id}`)).body.data
    expect(lead).toMatchObject({ phone_number: phone, variables: { name: 'Marta Kowalczyk' } })
    expect(lead.secondary_contacts).toHaveLength(1)

    await page.keyboard.type(phone)
    await page.keyboard.press('Enter')
    await pane.getByText(`The number ${phone} is in this campaign already.`).waitFor()
    await pane.getByLabel('Allow a number that the campaign has already').check()
    await pane.getByRole('button', { name: 'Add lead' }).click()
    await expect.poll(() => page.getByRole('row', { name: /Not started/ }).count()).toBe(2)

    // The lead is in line when the campaign starts, and waits for Wednesday.
    await page.getByRole('button', { name: /^Start, \d+ leads?$/ }).click()
    await page.getByRole('heading', { name: 'Nothing is dialed until Wednesday 09:00' }).waitFor()
    await number.fill(given.number('16'))
    await page.keyboard.press('Enter')
    await pane.getByText('The lead was added and waits to be called.').waitFor()
  })

  it('a campaign runs, shows its progress and results, and is stopped', async () => {
    const { world, page, link, advance } = await open()
    const id = await recall(world, { max_calls_in_parallel: 2 })
    for (const [ending, name] of [
      ['24', 'Marta Kowalczyk'],
      ['01', 'Rhys Cadwallader'],
      ['24', ''],
      ['02', 'Noor Rahman'],
    ])
      await given.lead(world, id, { ending, variables: name ? { name } : {} })
    await page.goto(`${link()}#/campaigns/${id}`)
    await page.getByText('4 still to reach').waitFor()
    await page.getByRole('button', { name: /^Start, \d+ leads?$/ }).click()
    await page.getByText('Running').waitFor()
    await advance(10 * SECOND)
    await page.getByText('2 of 2 busy').waitFor()
    await page.getByText('2 on the phone').waitFor()
    await page
      .getByRole('table', { name: 'Next due' })
      .getByRole('row', { name: /In line/ })
      .first()
      .waitFor()
    await advance(3 * MINUTE)
    const about = page.getByRole('complementary', { name: 'About this campaign' })
    // What the two people said decides what the rules guess.
    const calls: { id: number; answered_by: string | null }[] = (await world.get('/user/calls')).body.data
    const talked = calls.filter(call => call.answered_by === 'human')
    expect(talked).toHaveLength(2)
    const found = await Promise.all(
      talked.map(async ({ id }) => (await world.get(`/user/calls/${id}`)).body.evaluation),
    )
    const goals = found.flat().filter(({ name, value }) => name === 'status' && value).length
    // No model has judged the two talks, so no goal counts as reached.
    await expect
      .poll(() => about.innerText())
      .toMatch(new RegExp(`Goal reached\\s+–\\s+Goal guessed\\s+${goals} of 2 guess`))
    // Everybody was tried: two wait for their retry, and the page says until when.
    await page.getByRole('heading', { name: /Nothing is dialed until 10:0\d/ }).waitFor()
    await page.getByText('Waiting').waitFor()
    const figures = page.getByRole('table', { name: 'Outcomes by the hour' })
    await expect
      .poll(() => figures.getByRole('row', { name: /^09/ }).innerText())
      .toMatch(new RegExp(`^09\\s+0\\s+${goals}\\s+${2 - goals}\\s+0\\s+2\\s+0\\s+\\d+$`))
    const leads = page.getByRole('table', { name: 'Leads' })
    await page.getByRole('link', { name: /^Will retry/ }).click()
    await leads.getByRole('row', { name: /Marta/ }).waitFor({ state: 'detached' })
    await leads.getByRole('row', { name: /Rhys Cadwallader.*Will retry.*2 of 4/ }).waitFor()
    expect(page.url()).toContain('status=rescheduled')

    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('heading', { name: /Dialing is paused/ }).waitFor()
    await page.getByRole('button', { name: 'Resume dialing' }).click()
    await page.getByRole('heading', { name: /Nothing is dialed until/ }).waitFor()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByText('Stopped', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Start, \d+ leads?$/ }).waitFor()
    await expect.poll(async () => (await world.get(`/user/campaigns/${id}`)).body.status).toBe('stopped')
  })

  it('the row of a lead completes, retries, calls back and deletes it', async () => {
    const { world, page, link } = await open()
    const id = await recall(world)
    for (const name of ['Marta Kowalczyk', 'Rhys Cadwallader']) await given.lead(world, id, { variables: { name } })
    await page.goto(`${link()}#/campaigns/${id}`)
    const row = page.getByRole('table', { name: 'Leads' }).getByRole('row', { name: /Marta/ })
    const choose = async (word: string) => {
      await row.hover()
      await page.getByRole('button', { name: 'More: Marta Kowalczyk' }).click()
      await page.getByRole('menuitem', { name: word }).click()
    }
    await choose('Set to done')
    await row.getByText('Done').waitFor()
    await choose('Try again')
    await row.getByText('Not started').waitFor()
    await choose('Set to not reached')
    await row.getByText('Not reached').waitFor()
    await choose('Try again')
    await row.getByText('Not started').waitFor()
    await page.getByRole('button', { name: 'Call back at: Marta Kowalczyk' }).click()
    await page.getByLabel('Day and time, Europe/London').fill('2026-01-06T14:30')
    await page.getByRole('button', { name: 'Call back then' }).click()
    await row.getByText('6 Jan 14:30').waitFor()
    const found = (await world.get(`/user/leads?campaign_id=${id}`)).body.data
    expect(found.map((lead: { callback_at: string }) => lead.callback_at)).toEqual([null, '2026-01-06 14:30:00'])
    await choose('Delete lead')
    await page.getByRole('dialog', { name: 'Delete Marta Kowalczyk?' }).getByRole('button', { name: 'Delete' }).click()
    await row.waitFor({ state: 'detached' })
    expect((await world.get(`/user/leads?campaign_id=${id}`)).body.total).toBe(1)
  })

  it.each(doors)('the list is searched, filtered, sorted, and its rows start, copy, delete, over %s', async door => {
    const { world, page, link } = await open({ door })
    const id = await recall(world)
    for (let i = 0; i < 3; i++) await given.lead(world, id)
    await given.campaign(world, { name: 'Solar quotes' })
    await given.campaign(world, { name: 'Boiler reminder' })
    await page.goto(`${link()}#/campaigns?sort=name`)
    const table = page.getByRole('table', { name: 'Campaigns' })
    const names = () => table.locator('tbody .strong').allInnerTexts()
    await expect.poll(names).toEqual(['Boiler reminder', 'Hygiene recall', 'Solar quotes'])
    await page.getByRole('button', { name: 'Name' }).click()
    await expect.poll(names).toEqual(['Solar quotes', 'Hygiene recall', 'Boiler reminder'])
    await page.getByRole('textbox', { name: 'Search campaigns' }).fill('recall')
    await page.keyboard.press('Enter')
    await expect.poll(names).toEqual(['Hygiene recall'])
    expect(page.url()).toContain('name=recall')

    const row = table.getByRole('row', { name: /Hygiene recall/ })
    await row.hover()
    await row.getByRole('button', { name: 'Start, 3 leads: Hygiene recall' }).click()
    await row.getByText('Running').waitFor()
    await page.reload()
    await row.getByText('0 % finished').waitFor()
    await row.hover()
    await row.getByRole('button', { name: 'Delete: Hygiene recall' }).click()
    const question = page.getByRole('dialog', { name: 'Delete “Hygiene recall” and its 3 leads?' })
    await question.getByText('It is running and is stopped first').waitFor()
    await question.getByRole('button', { name: 'Keep it' }).click()
    await question.waitFor({ state: 'hidden' })
    await row.getByRole('button', { name: 'Copy as draft: Hygiene recall' }).click()
    await page.getByRole('heading', { name: 'Edit' }).waitFor()
    await goTo(page, '/campaigns?state=draft')
    await expect.poll(async () => (await names()).length).toBe(3)
    await goTo(page, '/campaigns?state=in-progress')
    await row.getByRole('button', { name: 'Delete: Hygiene recall' }).click()
    await question.getByRole('button', { name: 'Delete campaign and 3 leads' }).click()
    await page.getByText('No campaign fits these filters').waitFor()
    await expect.poll(async () => (await world.get(`/user/campaigns/${id}`)).status).toBe(404)
  })

  it('the keyboard makes a campaign, adds a lead, starts it and opens it from the list', async () => {
    const { world, page, link, advance } = await open()
    await world.post('/user/assistant', anAssistant({ name: 'Nora' }))
    await page.goto(`${link()}#/campaigns`)
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    const tabTo = async (name: string | RegExp, role: 'button' | 'link' | 'textbox' | 'row' = 'button') => {
      const wanted = page.getByRole(role, { name, exact: typeof name === 'string' }).first()
      await wanted.waitFor()
      for (let i = 0; i < 80; i++) {
        if (await wanted.evaluate(element => element === document.activeElement)) return
        await press('Tab')
      }
      throw new Error(`Tab never came to ${name}`)
    }
    await tabTo('New campaign', 'link')
    await press('Enter')
    await tabTo('Name', 'textbox')
    await page.keyboard.type('Spring offer')
    await press('Control+s')
    await tabTo('Add the first one', 'link')
    await press('Enter')
    await hasFocus(page.getByRole('complementary', { name: 'Add a lead' }).getByLabel('Number', { exact: true }))
    await page.keyboard.type(given.number('24'))
    await press('Enter')
    await page.getByText('The lead was added.').waitFor()
    await press('Escape')
    await tabTo(/^Start, 1 lead$/)
    await press('Enter')
    await page.getByText('Running').waitFor()
    await advance(10 * SECOND)
    await page.getByText('1 of 3 busy').waitFor()
    await tabTo('Campaigns', 'link')
    await press('Enter')
    await tabTo(/Spring offer/, 'row')
    await press('Enter')
    await page.getByRole('heading', { name: 'Spring offer' }).waitFor()
  })

  it('the page is accessible and fits its width', async () => {
    const { world, page, link, advance } = await open()
    const id = await recall(world, { max_calls_in_parallel: 2, max_calls_per_number_per_day: 2 })
    for (const ending of ['24', '01', '04', '03', '15', '02', '24', '24'])
      await given.lead(world, id, { ending, variables: { name: 'Marta Kowalczyk' } })
    await given.started(world, id)
    const waiting = await recall(world, { name: 'Membership renewals', allowed_days: ['wednesday'] })
    await given.lead(world, waiting)
    await given.started(world, waiting)
    await advance(MINUTE)
    const places: Record<string, [place: string, text: string]> = {
      campaigns: ['/campaigns', 'Opens Wednesday'],
      'campaign-running': [`/campaigns/${id}`, 'up to 2 calls'],
      'campaign-waiting': [`/campaigns/${waiting}`, 'Nothing is dialed until'],
      'campaign-add-lead': [`/campaigns/${waiting}?add=lead`, 'Another number to try'],
      'campaign-edit': [`/campaigns/${id}/edit`, 'Before it can start'],
    }
    await page.goto(link())
    for (const [name, [place, text]] of Object.entries(places)) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await goTo(page, place)
      await page.locator('[aria-current="page"]', { hasText: 'Campaigns' }).waitFor()
      await page.getByText(text).first().waitFor()
      await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
      if (name === 'campaign-edit') {
        await page.getByLabel('Lines').fill('8')
        await page.getByLabel('Wait before each').fill('60, 5')
        await page.getByLabel('Name').focus()
      }
      expect(await barriers(page)).toEqual([])
      await shot(page, `${name}`)
      await page.setViewportSize({ width: 960, height: 700 })
      expect(await fitsItsWidth(page)).toBe(true)
      await shot(page, `${name}-960`)
    }
  })

  it('a lead that is being typed needs a confirmation before Esc, Done or another page', async () => {
    const { world, page, link } = await open()
    const id = await recall(world)
    await given.lead(world, id)
    await page.goto(`${link()}#/campaigns/${id}?add=lead`)
    const pane = page.getByRole('complementary', { name: 'Add a lead' })
    const number = pane.getByLabel('Number', { exact: true })
    await number.fill('+4420')
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    const stay = async () => {
      await question.getByRole('button', { name: 'Stay here' }).click()
      await question.waitFor({ state: 'hidden' })
      expect(await number.inputValue()).toBe('+4420')
      expect(page.url()).toContain('add=lead')
    }
    await number.press('Escape')
    await stay()
    await pane.getByRole('button', { name: 'Done' }).click()
    await stay()
    await pane.getByRole('button', { name: 'Close' }).click()
    await stay()
    await page.getByRole('link', { name: 'Calls', exact: true }).click()
    await stay()
    // Filters of the same page are let through.
    await page.getByRole('link', { name: /^Not started/ }).click()
    await expect.poll(() => page.url()).toContain('status=created')
    expect(page.url()).toContain('add=lead')
    expect(await number.inputValue()).toBe('+4420')
    await pane.getByRole('button', { name: 'Done' }).click()
    await question.getByRole('button', { name: 'Leave it' }).click()
    await pane.waitFor({ state: 'detached' })
    expect(page.url()).toContain('status=created')
  })

  it('Ctrl+S saves the form in front and not the one behind it', async () => {
    const { world, page, link } = await open()
    const id = await recall(world)
    await given.lead(world, id, { variables: { name: 'Marta Kowalczyk' } })
    await page.goto(`${link()}#/campaigns/${id}?add=lead`)
    const pane = page.getByRole('complementary', { name: 'Add a lead' })
    await pane.getByLabel('Number', { exact: true }).fill(given.number('24'))
    await page.getByRole('table', { name: 'Leads' }).getByRole('row', { name: /Marta/ }).hover()
    await page.getByRole('button', { name: 'Call back at: Marta Kowalczyk' }).click()
    await page.getByLabel('Day and time, Europe/London').fill('2026-01-06T14:30')
    await page.keyboard.press('Control+s')
    await page.getByText('6 Jan 14:30').first().waitFor()
    await expect.poll(async () => (await world.get(`/user/leads?campaign_id=${id}`)).body.total).toBe(1)
    await page.keyboard.press('Control+s')
    await pane.getByText('The lead was added.').waitFor()
  })
})
