import { expect, it } from 'vitest'
import { barriers, enter, hasFocus, inBrowser, open, shot } from '../support/browser'
import { TestClock } from '../support/clock'
import { given, HOUR, MINUTE, MONDAY_9, SECOND } from '../support/world'

inBrowser('what needs attention', () => {
  it('what is missing for a call is said first, in red, with what to do', async () => {
    const { world, page, link, advance } = await open()
    const assistant_id = await given.assistant(world)
    const campaign = await given.campaign(world, { name: 'Spring offer', assistant_id })
    await given.lead(world, campaign)
    // Nearly all of the credit is spent.
    await world.put('/user/settings', { low_balance: 100 })
    await page.goto(link())
    await page.getByText('The balance is low').waitFor()
    await given.started(world, campaign)
    await world.put('/user/settings', { rates: { call_minute: 26 } })
    await advance(SECOND)
    const first = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem').first()
    await first.getByText(/^\$1\.00 is missing for the next call$/).waitFor()
    expect(await first.getAttribute('data-role')).toBe('bad')
    expect(await page.getByText('The balance is low').count()).toBe(0)
    expect(await barriers(page)).toEqual([])
    await shot(page, 'today-no-balance')
  })

  it('an entry is put away, undone, and put away for good', async () => {
    const { world, page, link, advance } = await open()
    const campaign = await given.campaign(world)
    await given.lead(world, campaign, { ending: '13' })
    await given.started(world, campaign)
    await advance(11 * MINUTE)
    await page.goto(link())
    const entry = page.getByText('Cut off while talking')
    await entry.waitFor()
    const putAway = page.getByRole('button', { name: 'Put away' })
    await putAway.click()
    await page.getByText('Nothing needs attention.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await entry.waitFor()
    await putAway.press('Enter')
    await page.getByText('Nothing needs attention.').waitFor()
    // It is shown before the service knows it.
    await expect.poll(async () => (await world.get('/user/attention')).body.cut_off).toEqual([])
    await page.reload()
    await page.getByText('Nothing needs attention.').waitFor()
  })

  it('an entry that is put away is not counted any more, before the service is asked again', async () => {
    const { world, page, link, advance } = await open()
    const campaign = await given.campaign(world)
    for (let i = 0; i < 2; i++) await given.lead(world, campaign, { ending: '13' })
    await given.started(world, campaign)
    await advance(11 * MINUTE)
    await page.goto(link())
    const entries = page.getByText('Cut off while talking')
    await expect.poll(() => entries.count()).toBe(2)
    // What is seen comes from what the page knows already.
    await page.route('**/rpc/attention/get', () => {})
    await page.getByRole('button', { name: 'Put away' }).first().click()
    await expect.poll(() => entries.count()).toBe(1)
    expect(await page.getByText(/more (was|were) cut off/).count()).toBe(0)
  })

  it('an entry that cannot be put away comes back with the reason', async () => {
    const { world, page, link, advance, tolerateFailedRequests } = await open()
    tolerateFailedRequests()
    const campaign = await given.campaign(world)
    await given.lead(world, campaign, { ending: '13' })
    await given.started(world, campaign)
    await advance(11 * MINUTE)
    await page.goto(link())
    await page.getByText('Cut off while talking').waitFor()
    await page.route('**/rpc/attention/putAway', route =>
      route.fulfill({
        status: 409,
        json: { json: { defined: false, code: 'CONFLICT', status: 409, message: 'Not now.' } },
      }),
    )
    // Also when the service cannot be asked what is so.
    await page.route('**/rpc/attention/get', route => route.abort())
    await page.getByRole('button', { name: 'Put away' }).click()
    await page.getByText('Not now.').waitFor()
    await page.getByText('Cut off while talking').waitFor()
    await page.unroute('**/rpc/attention/putAway')
    await page.unroute('**/rpc/attention/get')
  })

  it('after Stop all nothing is promised, it is said what was done, and all start again in one go', async () => {
    const { world, page, link, advance } = await open()
    const assistant_id = await given.assistant(world)
    const names = ['Spring offer', 'Autumn recall']
    const ids: number[] = []
    for (const name of names) {
      const id = await given.campaign(world, { name, assistant_id, max_calls_in_parallel: 1 })
      for (let i = 0; i < 3; i++) await given.lead(world, id, { ending: '24' })
      await given.started(world, id)
      ids.push(id)
    }
    await advance(10 * SECOND)
    await page.goto(`${link()}#/campaigns/${ids[0]}`)
    await page.getByRole('region', { name: 'Next due' }).waitFor()
    await page.getByRole('button', { name: 'Stop all', exact: true }).press('Enter')
    await enter(page.getByRole('button', { name: 'Stop all now' }))
    const said = page.getByRole('dialog')
    await said.getByText(/2 calls.*2 campaigns/).waitFor()
    await shot(page, 'stop-all-done')
    await enter(said.getByRole('button', { name: 'Close' }))
    await page.getByRole('region', { name: 'Next due' }).waitFor({ state: 'detached' })

    await page.getByRole('link', { name: 'Today' }).click()
    await page.getByText('Stop all has stopped 2 campaigns').waitFor()
    await shot(page, 'today-halted')
    await page.getByRole('button', { name: /^Start again, \d+ leads$/ }).click()
    await page.getByText('Stop all has stopped').waitFor({ state: 'detached' })
    await page
      .getByRole('status')
      .getByText(/Dialing/)
      .first()
      .waitFor()
    const campaigns = (await world.get('/user/campaigns')).body as { status: string }[]
    expect(campaigns.map(({ status }) => status)).toEqual(['in-progress', 'in-progress'])
  })

  it('a campaign that stopped itself is told in the corner of the tab that is seen, once, until it is closed', async () => {
    const { world, page, link, advance } = await open()
    await page.goto(`${link()}#/calls`)
    await page.getByText('No calls yet').waitFor()
    const hidden = await page.context().newPage()
    await hidden.addInitScript(() =>
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true }),
    )
    await hidden.goto(page.url())
    await hidden.getByText('No calls yet').waitFor()

    const assistant_id = await given.assistant(world)
    const failing = await given.campaign(world, { assistant_id, name: 'No-show rebooking', max_calls_in_parallel: 20 })
    for (let i = 0; i < 15; i++) await given.lead(world, failing, { ending: '14' })
    await given.started(world, failing)
    await advance(5 * MINUTE)
    const told = page.getByText(/^No-show rebooking stopped itself\. /)
    await told.waitFor()
    await hidden.getByRole('row').nth(3).waitFor()
    expect([await told.count(), await hidden.getByText(/stopped itself/).count()]).toEqual([1, 0])
    expect(await barriers(page)).toEqual([])
    await shot(page, 'told')
    await page.getByRole('link', { name: 'Open the campaign' }).click()
    await page.waitForURL(`**/#/campaigns/${failing}`)
    await told.waitFor({ state: 'detached' })
  })

  it('a call that was cut off is told with a link to it, and only the last three warnings stay', async () => {
    const { world, page, link, advance } = await open()
    await page.goto(`${link()}#/calls`)
    await page.getByText('No calls yet').waitFor()
    const campaign = await given.campaign(world, { max_calls_in_parallel: 5 })
    for (let i = 0; i < 5; i++) await given.lead(world, campaign, { ending: '13' })
    await given.started(world, campaign)
    await advance(11 * MINUTE)
    const told = page.getByText(/was cut off while talking/)
    await expect.poll(async () => (await world.get('/user/attention')).body.cut_off_total).toBe(5)
    await expect.poll(() => told.count()).toBe(3)
    // They never stand over what has the focus.
    await page.setViewportSize({ width: 900, height: 420 })
    const row = page.getByRole('row').last()
    await row.focus()
    const isCovered = () =>
      row.evaluate(row =>
        [...document.querySelectorAll('.mantine-Notification-root')].some(message => {
          const [a, b] = [row.getBoundingClientRect(), message.getBoundingClientRect()]
          return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
        }),
      )
    await expect.poll(isCovered).toBe(false)
    await shot(page, 'told-above')
    // The keyboard reaches them and goes back.
    await page.keyboard.press('F8')
    await hasFocus(page.getByRole('button', { name: 'Close' }).last())
    await page.keyboard.press('Escape')
    await expect.poll(() => told.count()).toBe(2)
    await hasFocus(row)
    await page.getByRole('link', { name: 'Open the call' }).last().click()
    await page.waitForURL(/#\/calls\/\d+$/)
  })

  it('what is only good to know is told and goes by itself', async () => {
    const wallClock = new TestClock(MONDAY_9 - 11 * HOUR)
    const { page, link, advance } = await open({ wallClock })
    await page.goto(`${link()}#/calls`)
    await page.getByText('No calls yet').waitFor()
    await advance(MINUTE)
    const warning = page.getByText(/^The clock of this machine is 11 hours behind/)
    await warning.waitFor()
    while (wallClock.step(MONDAY_9 + MINUTE));
    await advance(MINUTE)
    const good = page.getByText(/agree again. Dialing goes on/)
    await good.waitFor()
    await good.waitFor({ state: 'detached' })
    expect(await warning.count()).toBe(1)
  })
})
