import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { aNumber } from '../support/api'
import { barriers, consoleDir, type Door, doors, enter, fitsItsWidth, inBrowser, open, shot } from '../support/browser'
import { startReceiver } from '../support/receiver'
import { DAY, given, MINUTE, MONDAY_9, SECOND, type TestWorld } from '../support/world'

const people = [
  'Emily Tran',
  'Daniel Osei',
  'Tom Hargreaves',
  'Aisha Begum',
  'Ruth Abiola',
  'Colin Mercer',
  'Grace Liu',
]
/** Leads by their endings, who have names. */
async function named(world: TestWorld, campaign: number, endings: string[]) {
  for (const [i, ending] of endings.entries())
    await given.lead(world, campaign, { ending, variables: { name: people[i % people.length] } })
}

/** A desk with a campaign of people who have names; all times of the page are those of Rome. */
async function openDesk(over: object = {}, at = MONDAY_9, door?: Door) {
  const opened = await open({ at, door })
  const { world } = opened
  await world.put('/user/settings', { timezone: 'Europe/Rome' })
  const assistant_id = await given.assistant(world, { variables: { name: '' }, post_call_evaluation: true, ...over })
  const campaign = await given.campaign(world, { assistant_id, name: 'Hygiene recall', max_calls_in_parallel: 5 })
  return { ...opened, assistant_id, campaign }
}

const live = (page: Page) => page.getByRole('table', { name: 'Live calls' })
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
/** What stands in a tile: the number, and the line under it. */
const tile = (page: Page, name: string) =>
  page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd').locator('strong, span').allInnerTexts()

inBrowser('Today', () => {
  it('the page asks about a list whose numbers mostly do not exist', async () => {
    const { page, world, link, advance, assistant_id } = await openDesk()
    const wrong = await given.campaign(world, { assistant_id, name: 'Old list', max_calls_in_parallel: 20 })
    for (let i = 0; i < 12; i++) await given.lead(world, wrong, { ending: '03' })
    await given.started(world, wrong)
    await page.goto(link())
    await advance(MINUTE)
    const attention = panel(page, 'Needs attention')
    await attention.getByText('Is the list of Old list right?').waitFor()
    await shot(page, 'today-list')
    await attention.getByRole('link', { name: 'Open Old list' }).click()
    await page.getByRole('heading', { name: 'Old list' }).waitFor()
  })

  it('the page shows open calls and then their results', async () => {
    const { world, page, link, advance, campaign } = await openDesk()
    await named(world, campaign, ['07', '24', '02', '21', '33', '04', '01', '42', '05'])
    await page.goto(link())
    await page.getByText('Nobody is on the phone').waitFor()
    await page.getByText('No campaign is in progress').waitFor()
    await page.getByText('Monday 5 January, 10:00 Europe/Rome').waitFor()

    await given.started(world, campaign)
    await advance(20 * SECOND)
    const emily = live(page).getByRole('row', { name: 'Emily Tran' })
    await emily.getByText('Talking').waitFor()
    await live(page).getByRole('row', { name: 'Tom Hargreaves' }).getByText('Ringing').waitFor()
    await panel(page, 'On the phone').getByText('5 of 30 lines').waitFor()
    await page.getByRole('row', { name: 'Hygiene recall' }).getByText('5 on the phone').waitFor()
    await shot(page, 'today-live')

    const since = Date.parse((await world.get('/user/calls/1')).body.updated_at)
    for (const more of [0, 7]) {
      await advance(more * SECOND)
      const talked = Math.floor(world.clock.now() / SECOND) - Math.floor(since / SECOND)
      await expect.poll(async () => seconds(await emily.innerText())).toBe(talked)
    }

    await advance(30 * MINUTE)
    await page.getByText('Nobody is on the phone').waitFor()
    const calls = (await world.get('/user/calls?per_page=100')).body
    await expect.poll(async () => (await tile(page, 'Dials'))[0]).toBe(String(calls.total))
    const outcomes = async () => {
      const hours = await page.getByRole('figure', { name: 'Outcomes by the hour' }).locator('tbody tr').allInnerTexts()
      const counts = hours.map(hour => hour.split(/\s+/).map(Number))
      return counts
        .find(([hour]) => hour === 10)!
        .slice(1)
        .reduce((a, b) => a + b)
    }
    await expect.poll(outcomes).toBe(calls.total)
    await shot(page, 'today')
    expect(await barriers(page)).toEqual([])
    await page.setViewportSize({ width: 960, height: 700 })
    await shot(page, 'today-960')
    expect(await fitsItsWidth(page)).toBe(true)
  })

  it('a callback that a person has to make is called or dismissed, also by the keyboard', async () => {
    const { world, page, link, advance, assistant_id } = await openDesk()
    for (const name of ['Ruth Abiola', 'Colin Mercer', '']) {
      const variables = { name }
      await world.post('/user/make_call', { assistant_id, phone_number: given.number('24'), variables })
    }
    // As if each had asked for a callback.
    world.db.prepare('UPDATE calls SET callback_at = created_at + id * 3600000').run()
    await advance(10 * MINUTE)
    await page.goto(link())
    const promised = panel(page, 'Callbacks promised')
    const row = (name: string | RegExp) => promised.getByRole('listitem').filter({ hasText: name })
    await row('Ruth Abiola').getByText('11:00').waitFor()
    await row('Ruth Abiola').getByText('By hand').waitFor()
    await shot(page, 'today-promised')
    expect(await barriers(page)).toEqual([])
    await page.setViewportSize({ width: 960, height: 700 })
    await shot(page, 'today-promised-960')
    expect(await fitsItsWidth(page)).toBe(true)
    await promised.getByRole('button', { name: 'Dismiss the callback to Colin Mercer' }).press('Enter')
    await row('Colin Mercer').waitFor({ state: 'detached' })
    await promised.getByRole('button', { name: 'Call Ruth Abiola' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Call now' }).click()
    await page.waitForURL(/#\/calls\/4$/)
    await advance(10 * MINUTE)
    await page.getByRole('link', { name: 'Today' }).click()
    await row(/201 555/).waitFor()
    await row('Ruth Abiola').waitFor({ state: 'detached' })
    await expect.poll(async () => (await world.get('/user/promised-callbacks')).body.total).toBe(1)

    // Who was not answered is called back, or written to once there is a number that can.
    const own = aNumber(world, { number: '+12015550190' })
    world.db.prepare('UPDATE phone_numbers SET sms_capable = 0').run()
    await given.assistant(world, { type: 'inbound', phone_number_id: own })
    await world.post('/user/simulator/inbound-call', { from: given.number('02'), to: '+12015550190' })
    await advance(MINUTE)
    const missed = panel(page, 'Missed inbound')
    await missed.getByRole('button', { name: 'Call +1 201 555' }).waitFor()
    expect(await missed.getByRole('link', { name: 'Write an SMS' }).count()).toBe(0)
    world.db.prepare('UPDATE phone_numbers SET sms_capable = 1').run()
    await page.reload()
    const write = missed.getByRole('link', { name: 'Write an SMS to +1 201 555' })
    await write.waitFor()
    await shot(page, 'today-missed-960')
    expect(await fitsItsWidth(page)).toBe(true)
    await missed.getByRole('button', { name: 'Call +1 201 555' }).click()
    const number = page.getByRole('dialog').getByRole('combobox', { name: 'Number' })
    await expect.poll(() => number.inputValue()).toMatch(/^\+1 201 555/)
    await page.keyboard.press('Escape')
    await write.press('Enter')
    await expect.poll(() => page.getByRole('combobox', { name: 'To whom' }).inputValue()).toMatch(/^\+1 201 555/)
  })

  it('a refusal to send webhooks again is gone when none is left that gave up', async () => {
    const receiver = await startReceiver(() => ({ status: 410 }))
    const { world, page, link, advance, assistant_id, tolerateStatus } = await openDesk({
      is_webhook_active: true,
      webhook_url: receiver.url,
    })
    tolerateStatus(503)
    await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })
    await advance(5 * MINUTE)
    await page.route('**/rpc/webhooks/redeliverDead', route =>
      route.fulfill({
        status: 503,
        json: { json: { defined: false, code: 'BUSY', status: 503, message: 'The desk is busy.' } },
      }),
    )
    await page.goto(link())
    await panel(page, 'Needs attention').getByText('A webhook gave up').waitFor()
    await page.getByRole('button', { name: 'Send again' }).click()
    await enter(page.getByRole('dialog').getByRole('button', { name: 'Send again' }))
    const refusal = page.getByText('The desk is busy.')
    await refusal.waitFor()
    world.db.prepare('DELETE FROM deliveries').run()
    await world.put('/user/settings', { low_balance: 0 })
    await page.getByText('Nothing needs attention.').waitFor()
    await refusal.waitFor({ state: 'detached' })
  })

  it.each(doors)('the list hangs up a call, and the keyboard opens the call of a row, over %s', async door => {
    const { world, page, link, advance, campaign } = await openDesk({}, MONDAY_9, door)
    await named(world, campaign, ['07', '07'])
    await given.started(world, campaign)
    await advance(20 * SECOND)
    await page.goto(link())
    const [emily, daniel] = [
      live(page).getByRole('row', { name: 'Emily Tran' }),
      live(page).getByRole('row', { name: 'Daniel Osei' }),
    ]
    await daniel.getByText('Talking').waitFor()
    await daniel.getByRole('button', { name: 'Hang up on Daniel Osei' }).click()
    await page.getByText('They are cut off at once.').waitFor()
    expect((await world.get('/user/calls/2')).body.status).toBe('in-progress')
    await page.getByRole('button', { name: 'Hang up now' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await advance(MINUTE)
    await daniel.waitFor({ state: 'detached' })
    expect(page.url()).not.toContain('/calls/')
    await emily.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/#\/calls\/1$/)
  })

  it('the day is compared with the same day a week before, up to the same time', async () => {
    const { world, page, link, advance, campaign } = await openDesk({}, MONDAY_9 - 7 * DAY)
    await named(world, campaign, ['24', '21'])
    await given.started(world, campaign)
    await world.advance(2 * MINUTE)
    await world.advance(60 * MINUTE)
    await named(world, campaign, ['33', '42', '55'])
    await given.started(world, campaign)
    await world.advance(7 * DAY - 50 * MINUTE)
    const other = await given.campaign(world, { assistant_id: 1 })
    await named(world, other, ['24', '21', '44'])
    await given.started(world, other)
    await advance(5 * MINUTE)
    await page.goto(link())
    // The three of last Monday's later hour are not counted yet.
    await expect.poll(() => tile(page, 'Dials')).toEqual(['3', '+1 on last Monday'])
    expect((await tile(page, 'Talked to a person')).slice(0, 2)).toEqual(['3', '100 %'])
  })

  it('the page says why nothing is dialed, and until when', async () => {
    const { world, page, link, advance } = await openDesk()
    const campaign = await given.campaign(world, {
      assistant_id: 1,
      name: 'Solar quotes',
      timezone: 'Europe/Rome',
      allowed_hours_start_time: '11:30',
      allowed_hours_end_time: '18:00',
    })
    await named(world, campaign, ['07'])
    await given.started(world, campaign)
    await page.goto(link())
    const row = page.getByRole('row', { name: 'Solar quotes' })
    await row.getByText('Waiting').waitFor()
    await row.getByText('Opens 11:30 Europe/Rome').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await row.getByText(/Dialing is paused/).waitFor()
    await panel(page, 'On the phone').getByText('Dialing is paused.').waitFor()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await advance(91 * MINUTE)
    await row.getByText('Running').waitFor()
    await row.getByText('1 on the phone').waitFor()
  })

  it('the page lists what needs attention and resolves it', async () => {
    const answer = { status: 410 }
    const receiver = await startReceiver(() => answer)
    const webhook = { is_webhook_active: true, webhook_url: receiver.url, send_webhook_only_on_completed: false }
    const { world, page, link, advance, campaign, assistant_id } = await openDesk(webhook)
    await page.goto(link())
    await panel(page, 'Needs attention').getByText('Nothing needs attention.').waitFor()
    await panel(page, 'Callbacks promised').getByText('None for today.').waitFor()

    await named(world, campaign, ['13'])
    await given.started(world, campaign)
    await advance(11 * MINUTE)
    await panel(page, 'Needs attention').getByText('Cut off while talking').waitFor()
    await panel(page, 'Needs attention').getByText('A webhook gave up').waitFor()

    await world.put('/user/settings', { low_balance: 100 })
    await page.getByText('The balance is low').waitFor()

    const failing = await given.campaign(world, { assistant_id, name: 'No-show rebooking', max_calls_in_parallel: 20 })
    for (let i = 0; i < 15; i++) await given.lead(world, failing, { ending: '14' })
    await given.started(world, failing)
    await advance(5 * MINUTE)
    await panel(page, 'Needs attention').getByText('No-show rebooking stopped itself').waitFor()

    const lead = await given.lead(world, failing, { variables: { name: 'Grace Liu' } })
    await world.put(`/user/leads/${lead}`, { callback_at: new Date(world.clock.now() + 30 * MINUTE).toISOString() })
    const grace = panel(page, 'Callbacks promised').getByRole('link', { name: /10:46 Grace Liu/ })
    await grace.waitFor()
    await shot(page, 'today-needs')
    expect(await barriers(page)).toEqual([])
    await advance(31 * MINUTE)
    await grace.getByText('Due now').waitFor()

    answer.status = 200
    const sent = receiver.received.length
    await page.getByRole('button', { name: 'Send again' }).click()
    await enter(page.getByRole('dialog').getByRole('button', { name: 'Send again' }))
    await page.getByText(/webhooks? (is|are) sent again/).waitFor()
    await panel(page, 'Needs attention')
      .getByText(/webhooks? gave up/)
      .waitFor({ state: 'detached' })
    await advance(SECOND)
    expect(receiver.received.length).toBeGreaterThan(sent)
    await world.put('/user/settings', { low_balance: 0 })
    await page.getByText('The balance is low').waitFor({ state: 'detached' })
    await given.started(world, failing)
    await panel(page, 'Needs attention').getByText('No-show rebooking stopped itself').waitFor({ state: 'detached' })

    await page.getByRole('link', { name: 'Open the call with Emily Tran' }).click()
    await page.waitForURL(/#\/calls\/1$/)
  })

  it('the page of parts is not in the build', async () => {
    const { page, origin, link } = await open()
    await page.goto(link())
    await page.goto(`${origin}/#/kit`)
    await page.getByText('There is no such page').waitFor()
    const assets = join(consoleDir, 'assets')
    const names = readdirSync(assets)
    // What the name ends with is made of what is in the file, and may be any letters.
    expect(names.filter(name => /kit/i.test(name.replace(/-[\w-]{8}\.\w+$/, '')))).toEqual([])
    const scripts = names.filter(name => name.endsWith('.js')).map(name => readFileSync(join(assets, name), 'utf8'))
    expect(scripts.filter(script => /every part, in every state/.test(script))).toEqual([])
  })
})

/** The running time at the end of a row. */
function seconds(row: string): number {
  const [, minutes, rest] = /(\d+):(\d\d)\s*$/.exec(row)!
  return Number(minutes) * 60 + Number(rest)
}
