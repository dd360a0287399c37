import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { leaveBalance } from '../support/api'
import { barriers, fitsItsWidth, hasFocus, inBrowser, open, shot } from '../support/browser'
import { startReceiver } from '../support/receiver'
import { given, HOUR, MINUTE, SECOND, type TestWorld } from '../support/world'

const office = {
  allowed_days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  allowed_hours_start_time: '09:00',
  allowed_hours_end_time: '18:00',
  timezone: 'Europe/London',
}

async function recall(world: TestWorld, { leads = 3, ...over }: Record<string, unknown> & { leads?: number } = {}) {
  const assistant_id = over.assistant_id ?? (await given.assistant(world, { name: 'Nora', variables: { name: '' } }))
  const id = await given.campaign(world, { name: 'Hygiene recall', ...office, ...over, assistant_id })
  for (let i = 0; i < leads; i++) await given.lead(world, id, { ending: ['24', '01', '05', '24', '02'][i % 5]! })
  return id
}

const about = (page: Page) => page.getByRole('complementary', { name: 'About this campaign' })
const goTo = (page: Page, place: string) => page.evaluate(to => void (location.hash = to), place)

inBrowser('before a campaign starts', () => {
  it('its start is planned in its zone, shown in the header and the list, moved, withdrawn and taken back', async () => {
    const { world, page, link, advance, tolerateStatus } = await open()
    tolerateStatus(422)
    const id = await recall(world, { timezone: 'America/New_York' })
    await page.goto(`${link()}#/campaigns/${id}`)
    await about(page).getByRole('button', { name: 'Start at a time' }).click()
    const dialog = page.getByRole('dialog', { name: 'When does “Hygiene recall” start?' })
    const field = dialog.getByLabel('Day and time, America/New_York')
    // It is Monday, 04:00 there: its hours open at nine.
    expect(await field.inputValue()).toBe('2026-01-05T09:00')
    await field.fill('2026-01-06T07:30')
    await dialog.getByText('nobody is called before tomorrow 09:00 America/New_York').waitFor()
    await shot(page, 'plan-start')
    await dialog.getByRole('button', { name: /^Start then, \d+ leads?$/ }).click()
    const planned = page.getByText('Starts tomorrow 07:30 America/New_York', { exact: true })
    await planned.first().waitFor()
    await expect
      .poll(async () => (await world.get(`/user/campaigns/${id}`)).body.start_at)
      .toBe('2026-01-06T12:30:00.000000Z')
    await shot(page, 'planned-start')
    await goTo(page, '/campaigns')
    await page.getByRole('row', { name: /Hygiene recall.*Starts tomorrow 07:30 America\/New_York/ }).click()

    await page.getByRole('button', { name: 'Do not start it then' }).click()
    await planned.first().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await planned.first().waitFor()
    await page.getByRole('button', { name: 'Another time' }).click()
    await field.fill('2026-01-04T07:30')
    await dialog.getByRole('button', { name: /^Start then, \d+ leads?$/ }).click()
    await dialog.getByText('must not be in the past').waitFor()
    await field.fill('2026-01-05T09:05')
    await field.press('Enter')
    await page.getByText('Starts 09:05 America/New_York').first().waitFor()
    // The event tells the page that it has begun.
    await advance(5 * HOUR + 6 * MINUTE)
    await page.getByText('Hygiene recall was started, as planned.').waitFor()
    await page.getByRole('button', { name: 'Stop', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Another time' }).waitFor({ state: 'detached' })
  })

  it('a planned start that was not possible says why, by the keyboard alone', async () => {
    const { world, page, link, advance } = await open()
    const id = await recall(world, { leads: 0 })
    await page.goto(`${link()}#/campaigns/${id}`)
    const button = about(page).getByRole('button', { name: 'Start at a time' })
    await button.press('Enter')
    const field = page.getByLabel('Day and time, Europe/London')
    await hasFocus(field)
    await page.keyboard.press('Enter')
    await page.getByText('Starts tomorrow 09:00').first().waitFor()
    await advance(25 * HOUR)
    await page.getByText('Its planned start was not possible. The campaign has no leads.').first().waitFor()
    await page.getByText('Stopped itself').first().waitFor()
  })

  it('what is not ready is named with where to put it right, and the webhook can be tried', async () => {
    const { world, page, link, untilSeen } = await open()
    let status = 500
    const receiver = await startReceiver(() => ({ status }))
    const assistant_id = await given.assistant(world, {
      name: 'Nora',
      is_webhook_active: true,
      webhook_url: receiver.url,
    })
    const id = await recall(world, { assistant_id, leads: 0 })
    await leaveBalance(world, 0.01)
    await page.goto(`${link()}#/campaigns/${id}`)
    const list = about(page).getByRole('region', { name: 'Before it can start' })
    const host = new URL(receiver.url).host
    await list.getByText(`Webhook at ${host} was not tried yet`).waitFor()
    await expect
      .poll(() => list.getByRole('listitem').allInnerTexts())
      .toEqual([
        expect.stringMatching(/^No leads yet Add leads/),
        'Nora makes the calls',
        'Hours open 45 hours a week',
        'No number is shown; simulated calls need none',
        expect.stringMatching(/^OpenAI has no key. The built-in script speaks instead. Settings/),
        `Webhook at ${host} was not tried yet Try it`,
        expect.stringMatching(/^Balance does not cover a minute of calling Top up/),
      ])
    await shot(page, 'readiness')
    await list.getByRole('button', { name: 'Try it' }).click()
    await untilSeen(list.getByText(`The webhook at ${host} does not answer. The receiver answered 500.`))
    status = 200
    await world.advance(MINUTE)
    await list.getByText(`Webhook at ${host} answers`).waitFor()
    await world.post('/user/balance/top-up', { amount: 10 })
    await list.getByText('Balance covers a call').waitFor()
  })

  it('a rehearsal shows its progress, can be cancelled, and draws what to expect', async () => {
    const { world, page, link, advance } = await open()
    const id = await recall(world, { leads: 40, max_calls_in_parallel: 2 })
    await world.post('/user/blacklist', { phone_number: (await world.get('/user/leads')).body.data[3].phone_number })
    await leaveBalance(world, 0.5)
    await page.goto(`${link()}#/campaigns/${id}`)
    const panel = page.getByRole('region', { name: 'Rehearsal' })
    await panel.getByRole('button', { name: 'Rehearse it' }).click()
    // The service's clock stands still, so it goes on for as long as one looks.
    await panel.getByText(/^Rehearsing: 0 of [\d,]+ leads/).waitFor()
    await panel.getByRole('progressbar').waitFor()
    await shot(page, 'rehearsal-running')
    await panel.getByRole('button', { name: 'Cancel' }).click()
    await panel.getByRole('button', { name: 'Rehearse it' }).click()
    await panel.getByRole('progressbar').waitFor()
    await advance(SECOND)
    await panel.getByText('Done by').waitFor()
    const [done] = (await world.get('/user/rehearsals')).body.data
    const { forecast } = done
    expect(await panel.innerText()).toContain(`Dials\n${forecast.dials.expected}`)
    await panel.getByText(/covers \d+ dial/).waitFor()
    await panel.getByText(/The balance of \$0\.\d+ covers only/).waitFor()
    const table = page.getByRole('table', { name: /^Expected by the/ })
    const shown = await table
      .getByRole('row')
      .evaluateAll(rows =>
        rows.slice(1).flatMap(row => [...row.querySelectorAll('td')].map(cell => Number(cell.textContent))),
      )
    expect(shown.reduce((sum, n) => sum + n, 0)).toBe(forecast.dials.expected)
    await shot(page, 'rehearsal-done')
    // It stays when the page is left, and goes when the settings are others.
    await page.reload()
    await panel.getByText('Done by').waitFor()
    await world.put(`/user/campaigns/${id}`, { max_calls_in_parallel: 5 })
    await panel.getByRole('button', { name: 'Rehearse it' }).waitFor()
  })

  it('a change is rehearsed beside the form before it is saved, and compared with what is saved', async () => {
    const { world, page, link, advance } = await open()
    const id = await recall(world, { leads: 60, max_calls_in_parallel: 1 })
    await page.goto(`${link()}#/campaigns/${id}/edit`)
    await page.getByLabel('Lines').fill('0')
    const rehearse = page.getByRole('button', { name: 'Rehearse the change' })
    await expect.poll(() => rehearse.isDisabled()).toBe(true)
    await page.getByLabel('Lines').fill('6')
    await rehearse.click()
    await page.getByRole('progressbar').waitFor()
    await advance(SECOND)
    const pane = page.getByRole('region', { name: 'With these settings' })
    await pane.getByText('Done by').waitFor()
    await pane.getByText('with the saved settings:').waitFor()
    const rehearsals = (await world.get('/user/rehearsals')).body.data
    expect(rehearsals.map(({ changes }: { changes: object }) => changes)).toEqual(
      expect.arrayContaining([{ max_calls_in_parallel: 6 }, {}]),
    )
    await pane.getByRole('img', { name: /^Leads still to reach, 60 to/ }).waitFor()
    await shot(page, 'rehearse-change')
    await page.getByLabel('Lines').fill('4')
    await pane.getByText('The settings have changed since.').waitFor()
    expect((await world.get(`/user/campaigns/${id}`)).body.max_calls_in_parallel).toBe(1)
  })

  it('while it runs, the page says when it is about done and draws what is still expected', async () => {
    const { world, page, link, advance } = await open()
    const id = await recall(world, { leads: 60, max_calls_in_parallel: 1 })
    await given.started(world, id)
    await advance(10 * MINUTE)
    await page.goto(`${link()}#/campaigns/${id}`)
    await about(page)
      .getByText(/\d+ dials in the last hour/)
      .waitFor()
    await about(page).getByText('18:00 Europe/London').waitFor()
    await advance(5 * SECOND)
    await page
      .getByText(/done about/)
      .first()
      .waitFor()
    await expect
      .poll(() => page.getByRole('table', { name: 'Outcomes by the hour' }).getByRole('row').last().innerText())
      .toMatch(/^1\d(\s+0)+\s+[1-9]\d*$/)
    await shot(page, 'campaign-ahead')
    expect((await world.get('/user/rehearsals')).body.total).toBe(1)
    await advance(2 * MINUTE)
    await page.reload()
    await page
      .getByText(/done about/)
      .first()
      .waitFor()
    expect((await world.get('/user/rehearsals')).body.total).toBe(1)
  })

  it('the pages have no barriers and fit narrow windows', async () => {
    const { world, page, link, advance } = await open()
    const id = await recall(world, { leads: 12 })
    await page.goto(`${link()}#/campaigns/${id}`)
    await page.getByRole('button', { name: 'Rehearse it' }).click()
    await page.getByRole('progressbar').waitFor()
    await advance(SECOND)
    await page.getByText('Done by').waitFor()
    await page.getByRole('button', { name: 'Start at a time' }).click()
    await page.getByRole('button', { name: /^Start then, \d+ leads?$/ }).click()
    await page
      .getByText(/^Starts/)
      .first()
      .waitFor()
    expect(await barriers(page)).toEqual([])
    for (const width of [1440, 960, 480]) {
      await page.setViewportSize({ width, height: 900 })
      await shot(page, `start-${width}`)
      expect(await fitsItsWidth(page)).toBe(true)
    }
    await goTo(page, `/campaigns/${id}/edit`)
    await page.getByText('Leads still to reach').first().waitFor()
    expect(await barriers(page)).toEqual([])
    await shot(page, 'start-edit-480')
  })
})
