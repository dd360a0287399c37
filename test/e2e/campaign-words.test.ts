import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { barriers, inBrowser, open, shot } from '../support/browser'
import { given, HOUR, MINUTE, MONDAY_9, SECOND, type TestWorld } from '../support/world'

const goTo = (page: Page, place: string) =>
  page.evaluate(to => {
    location.hash = to
  }, place)

async function recall(world: TestWorld, over: object = {}) {
  const assistant_id = await given.assistant(world, { name: 'Nora', variables: { name: '' } })
  return given.campaign(world, { name: 'Hygiene recall', assistant_id, timezone: 'Europe/London', ...over })
}

const about = (page: Page) => page.getByRole('complementary', { name: 'About this campaign' })
const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Campaigns' }).getByRole('row', { name: new RegExp(name) })

/** A workspace whose balance does not cover a call, in USD. */
const leave = (world: TestWorld, usd: number) =>
  world.db.prepare('UPDATE users SET balance = ? WHERE id = 1').run(Math.round(usd * 1_000_000))

inBrowser('the words of campaigns', () => {
  it('the header, the funnel, the pane and the tables call the same leads the same', async () => {
    const { world, page, link, advance } = await open()
    const id = await recall(world, { max_calls_in_parallel: 2 })
    for (let i = 0; i < 5; i++) await given.lead(world, id, { variables: { name: `Person ${i}` } })
    const stopped = (await world.get('/user/leads')).body.data[0].id
    await world.put(`/user/leads/${stopped}`, { status: 'completed' })
    await page.goto(`${link()}#/campaigns/${id}`)
    await page.getByRole('banner').or(page.locator('header')).getByText('4 not started').first().waitFor()
    await page.getByRole('button', { name: /^Start, \d+ leads?$/ }).click()
    await page.getByText('Running').waitFor()
    await advance(5 * SECOND)
    await page.getByText('2 on the phone, 2 in line').waitFor()
    await page.getByRole('link', { name: /^On the phone 2/ }).waitFor()
    await page.getByRole('link', { name: /^In line 2/ }).waitFor()
    await expect.poll(() => about(page).innerText()).toMatch(/In line\s+2 leads/)
    await page
      .getByRole('table', { name: 'Next due' })
      .getByRole('row', { name: /In line/ })
      .first()
      .waitFor()
    expect(await page.getByText(/queued|blacklisted/i).count()).toBe(0)
    await page.getByRole('button', { name: 'State', exact: true }).click()
    await expect
      .poll(() => page.getByRole('option').allInnerTexts())
      .toEqual(
        expect.arrayContaining([
          'Not started',
          'In line',
          'Will retry',
          'On the phone',
          'Done',
          'Not reached',
          'Do not call',
        ]),
      )
  })

  it('the leads are searched by name and number, and how many fit is told', async () => {
    const { world, page, link, tolerateStatus } = await open()
    tolerateStatus(422)
    const id = await recall(world)
    const numbers = ['24', '01'].map(given.number)
    for (const [i, name] of ['Marta Kowalczyk', 'Rhys Cadwallader'].entries())
      await world.post('/user/lead', { campaign_id: id, phone_number: numbers[i], variables: { name } })
    await page.goto(`${link()}#/campaigns/${id}`)
    const rows = page.getByRole('table', { name: 'Leads', exact: true }).locator('tbody').getByRole('row')
    await expect.poll(() => rows.count()).toBe(2)
    const entries = await page.evaluate(() => history.length)
    const search = page.getByRole('textbox', { name: 'Search leads' })
    expect(await search.getAttribute('placeholder')).toBe('A name or a number')
    await search.pressSequentially('kowal')
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('Marta')])
    await page.getByRole('status').filter({ hasText: '1 fit the filters' }).waitFor()
    await search.fill(numbers[1]!.slice(-6))
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('Rhys')])
    // Going back leads away from the page, not through what was typed.
    expect(await page.evaluate(() => history.length)).toBe(entries)
    await search.fill('!!')
    await page.getByText('The search must contain a letter or a digit.').waitFor()
    expect(await page.getByText('The leads cannot be shown').count()).toBe(0)
    await search.press('Escape')
    await expect.poll(() => rows.count()).toBe(2)
  })

  it('numbers of a lead are typed as one dials them, also those of its other contacts', async () => {
    const { world, page, link, tolerateStatus } = await open()
    tolerateStatus(422)
    await world.put('/user/settings', { country: 'GB' })
    const id = await recall(world)
    await page.goto(`${link()}#/campaigns/${id}?add=lead`)
    const pane = page.getByRole('complementary', { name: 'Add a lead' })
    await pane.getByLabel('Number', { exact: true }).fill('020 7946 0123')
    await pane.getByText('Read as +44 20 7946 0123').waitFor()
    await pane.getByRole('button', { name: 'Another number to try' }).click()
    await pane.getByLabel('Number of contact 1').fill('020 7')
    await pane.getByRole('button', { name: 'Add lead' }).click()
    await pane.getByText('Number of contact 1 must be').waitFor()
    await pane.getByLabel('Number of contact 1').fill('0044 20 7946 0124')
    await page.keyboard.press('Enter')
    await pane.getByText('The lead was added.').waitFor()
    const [lead] = (await world.get(`/user/leads?campaign_id=${id}`)).body.data
    expect(lead).toMatchObject({
      phone_number: '+442079460123',
      secondary_contacts: [{ phone_number: '+442079460124' }],
    })
    // The same number in another form is the same number.
    await pane.getByLabel('Number', { exact: true }).fill('(020) 7946-0123')
    await page.keyboard.press('Enter')
    await pane.getByText('The number +442079460123 is in this campaign already.').waitFor()
  })

  it('the list of campaigns is searched at once, and going back leads away from it', async () => {
    const { world, page, link } = await open()
    await recall(world)
    await recall(world, { name: 'Solar quotes' })
    await page.goto(`${link()}#/campaigns`)
    const names = () => page.getByRole('table', { name: 'Campaigns' }).locator('tbody .strong').allInnerTexts()
    await expect.poll(async () => (await names()).length).toBe(2)
    const entries = await page.evaluate(() => history.length)
    await page.getByRole('textbox', { name: 'Search campaigns' }).fill('sol')
    await expect.poll(names).toEqual(['Solar quotes'])
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await expect.poll(async () => (await names()).length).toBe(2)
    expect(await page.evaluate(() => history.length)).toBe(entries)
  })

  it('a form of a campaign names the unit beside each number', async () => {
    const { world, page, link } = await open()
    const id = await recall(world)
    await page.goto(`${link()}#/campaigns/${id}/edit`)
    const fieldOf = (label: string) => page.getByLabel(label).inputValue()
    await page.getByLabel('Lines').waitFor()
    expect(await fieldOf('Lines')).toBe('3 calls at once')
    expect(await page.getByRole('textbox', { name: 'Retries' }).inputValue()).toBe('3 more tries')
    await page.getByRole('textbox', { name: 'Retries' }).fill('1')
    await expect.poll(() => page.getByRole('textbox', { name: 'Retries' }).inputValue()).toBe('1 more try')
    expect(await page.getByLabel('Per number').getAttribute('placeholder')).toBe('No limit of calls a day')
    await page.getByText('min', { exact: true }).waitFor()
    expect(await page.getByLabel('Wait before each').getAttribute('placeholder')).toMatch(/60 min/)
  })

  it('Stop all is named on the page and in the list, and its campaigns are started again', async () => {
    const { world, page, link } = await open()
    const ids: number[] = []
    for (const name of ['Hygiene recall', 'Solar quotes', 'Boiler reminder']) {
      const id = await recall(world, { name, allowed_days: ['wednesday'] })
      await given.lead(world, id)
      await given.started(world, id)
      ids.push(id)
    }
    await page.goto(`${link()}#/campaigns/${ids[0]}`)
    await page.getByRole('heading', { name: 'Nothing is dialed until Wednesday' }).waitFor()
    await world.post('/user/dialing/halt', {})
    await page.getByText('Stop all has stopped this campaign').waitFor()
    await page.getByText('Stopped by Stop all, 1 still to reach').waitFor()
    // Nothing promises a call.
    for (const promise of ['Nothing is dialed until', 'Resumes', 'Next due'])
      expect(await page.getByText(promise, { exact: promise === 'Resumes' }).count(), promise).toBe(0)
    await shot(page, 'campaign-halted')
    await page.getByRole('button', { name: /^Resume dialing and start it again, \d+ leads?$/ }).click()
    await page.getByRole('heading', { name: 'Nothing is dialed until Wednesday' }).waitFor()
    await page.getByText('The campaign was started.').waitFor()
    await expect.poll(async () => (await world.get('/user/dialing')).body.state).toBe('dialing')

    await world.post('/user/dialing/halt', {})
    await goTo(page, '/campaigns')
    await row(page, 'Solar quotes').getByText('Stopped by Stop all').waitFor()
    await shot(page, 'campaigns-halted')
    await page.getByRole('button', { name: /^Start again the 3 that Stop all stopped, \d+ leads$/ }).click()
    await page.getByText('3 campaigns were started again.').waitFor()
    await page.getByText('Stopped by Stop all').first().waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: /Start again/ }).count()).toBe(0)
    for (const id of ids) expect((await world.get(`/user/campaigns/${id}`)).body.status).toBe('in-progress')
  })

  it('what money is missing is said first and in red', async () => {
    const { world, page, link, advance } = await open()
    await world.post('/user/dialing/pause', {})
    const id = await recall(world)
    const shut = await recall(world, { name: 'Membership renewals', allowed_days: ['wednesday'] })
    for (const one of [id, shut]) {
      await given.lead(world, one)
      await given.started(world, one)
    }
    leave(world, 0.01)
    await world.post('/user/dialing/resume', {})
    await advance(MINUTE)
    await page.goto(`${link()}#/campaigns/${id}`)
    const title = page.getByRole('heading', { name: /^\$\d\.\d\d is missing$/ })
    await title.waitFor()
    const red = await page.evaluate(() => {
      const probe = document.body.appendChild(Object.assign(document.createElement('span'), { className: 'danger' }))
      const { color } = getComputedStyle(probe)
      probe.remove()
      return color
    })
    const colourOf = (text: RegExp) =>
      page
        .getByText(text)
        .last()
        .evaluate(element => getComputedStyle(element).color)
    expect(await title.evaluate(element => getComputedStyle(element).color)).toBe(red)
    expect(
      await page
        .locator('header')
        .getByText(/is missing\. A call needs/)
        .evaluate(e => getComputedStyle(e).color),
    ).toBe(red)
    await page.getByRole('link', { name: 'Top up' }).waitFor()
    expect(await barriers(page)).toEqual([])
    await shot(page, 'campaign-poor')
    await goTo(page, `/campaigns/${shut}`)
    // Money comes before hours: it does not come by itself.
    await title.waitFor()
    await page.getByText('Outside this campaign’s hours').waitFor()
    await goTo(page, '/campaigns')
    await row(page, 'Membership renewals')
      .getByText(/is missing/)
      .waitFor()
    expect(await colourOf(/is missing/)).toBe(red)
    await shot(page, 'campaigns-poor')
  })

  it('the chart marks the hour that is going on by the time of the answer, in the zone of the campaign', async () => {
    const { world, page, link, advance } = await open({ at: MONDAY_9 + 20 * MINUTE })
    const id = await recall(world, { timezone: 'Australia/Darwin' })
    await given.lead(world, id, { ending: '01' })
    await given.started(world, id)
    await advance(2 * MINUTE)
    const asked: unknown[] = []
    page.on('request', request => request.url().includes('/rpc/stats/get') && asked.push(request.postData()))
    await page.goto(`${link()}#/campaigns/${id}`)
    const chart = page.getByRole('figure', { name: 'Outcomes by the hour' })
    const now = chart.locator('[data-now]')
    await now.waitFor()
    // 09:22 in UTC is 18:52 in Darwin.
    await expect.poll(() => now.innerText()).toContain('18')
    await expect.poll(() => chart.getByRole('row').last().innerText()).toMatch(/^18/)
    // It asks for the results and for the pace, and again when events may have been missed.
    expect(new Set(asked).size).toBe(2)
    await page.getByText('Australia/Darwin').first().waitFor()
    await advance(HOUR)
    await given.lead(world, id, { ending: '01' })
    await advance(2 * MINUTE)
    await expect.poll(() => now.innerText()).toContain('19')
  })

  it('no next call is named while a campaign does not run', async () => {
    const { world, page, link, advance } = await open()
    const id = await recall(world)
    await given.lead(world, id, { ending: '02', variables: { name: 'Noor Rahman' } })
    await given.started(world, id)
    await advance(2 * MINUTE)
    await page.goto(`${link()}#/campaigns/${id}`)
    const lead = page.getByRole('table', { name: 'Leads', exact: true }).getByRole('row', { name: /Noor Rahman/ })
    await lead.getByText(/^10:0\d$/).waitFor()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await lead.getByText(/^10:0\d$/).waitFor({ state: 'detached' })
    await lead.getByText('Will retry').waitFor()
    await page.getByText('Next due').waitFor({ state: 'detached' })
  })

  it('all times of a page are those of one clock, also in a quick simulation', async () => {
    const speed = 20
    const { world, page, link, advance } = await open({ at: MONDAY_9 + 30 * SECOND, speed })
    const id = await recall(world, { allowed_hours_start_time: '10:00', allowed_hours_end_time: '18:00' })
    await given.lead(world, id)
    await given.started(world, id)
    await page.goto(`${link()}#/campaigns/${id}`)
    const left = page.getByText(/That is in/)
    const track = page.getByRole('img', { name: /open 10–18/ })
    await left.waitFor()
    let passed = 30
    for (const seconds of [80, 540, 620, 760]) {
      await advance(seconds * SECOND)
      passed += seconds
      const minute = Math.floor(passed / 60)
      await expect.poll(() => left.innerText()).toContain(`That is in ${60 - minute} min.`)
      expect(await track.innerText()).toContain(`09:${String(minute).padStart(2, '0')}`)
    }
    await page.getByText('Opens 10:00').first().waitFor()
  })

  it('who is due now is not given a time that has passed, in a quick simulation', async () => {
    const speed = 20
    const { world, page, link, advance } = await open({ at: MONDAY_9 + 30 * SECOND, speed })
    const id = await recall(world, { max_calls_in_parallel: 1 })
    for (let i = 0; i < 3; i++) await given.lead(world, id, { variables: { name: `Person ${i}` } })
    await given.started(world, id)
    // Less than a second of this machine, so that the page's clock has not come to the next minute.
    await advance(35 * SECOND)
    await page.goto(`${link()}#/campaigns/${id}`)
    const due = page.getByRole('table', { name: 'Next due' }).locator('tbody').getByRole('row')
    await due.first().waitFor()
    expect(await due.first().innerText()).toMatch(/^(now|next)/)
  })
})
