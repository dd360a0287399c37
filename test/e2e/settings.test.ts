import { get } from 'node:http'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { barriers, type Door, doors, enter, hasFocus, inBrowser, open, shot } from '../support/browser'
import { KEY, startModelServer } from '../support/model-server'
import { DAY, given, HOUR, MINUTE, SECOND } from '../support/world'

/** Of a test with many loads, ms. A busy machine needs several times as long as an idle one. */
const TIME_LIMIT = 120_000

const sections = [
  ['workspace', 'Workspace'],
  ['calling', 'Calling'],
  ['providers', 'Providers'],
  ['rates', 'Rates'],
  ['money', 'Money'],
  ['retention', 'Retention'],
  ['api', 'API'],
  ['users', 'Users and sessions'],
  ['data', 'Data'],
  ['samples', 'Sample data'],
  ['about', 'About Callwright'],
] as const

async function at(section: string, door?: Door) {
  const opened = await open({ door })
  await opened.page.goto(`${opened.link()}#/settings/${section}`)
  await isLoaded(opened.page)
  return opened
}
const isLoaded = async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => page.locator('#main [aria-busy=true]').count()).toBe(0)
}
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

inBrowser('settings', () => {
  it(
    'every section has its own path and no barrier',
    async () => {
      const { page } = await at('workspace')
      const list = page.getByRole('navigation', { name: 'Settings' })
      for (const [section, title] of sections) {
        await list.getByRole('link', { name: title, exact: true }).click()
        await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
        await isLoaded(page)
        expect(page.url()).toContain(`#/settings/${section}`)
        expect(await barriers(page), section).toEqual([])
        await shot(page, `settings-${section}`)
      }
    },
    TIME_LIMIT,
  )

  it.each(doors)('the workspace is renamed by keys, and unsaved changes are guarded, over %s', async door => {
    const { world, page } = await at('workspace', door)
    const name = page.getByRole('textbox', { name: /^Name/ })
    await name.focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Riverside desk')
    await page.getByText('1 change not saved').waitFor()
    await page.getByRole('link', { name: 'Rates', exact: true }).press('Enter')
    const leave = page.getByRole('dialog', { name: 'Leave a change behind?' })
    await enter(leave.getByRole('button', { name: 'Stay here' }))
    await leave.waitFor({ state: 'hidden' })
    await name.focus()
    await page.keyboard.press('Enter')
    await page.getByText('Saved', { exact: true }).waitFor()
    await expect.poll(async () => (await world.get('/user/settings')).body.name).toBe('Riverside desk')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Control+s')
    await page.getByText('Name is required.').waitFor()
    await hasFocus(name)
  })

  it('limits and rates are changed, and a value that is wrong is told on its field', async () => {
    const { world, page } = await at('calling')
    await page.getByRole('textbox', { name: /^Lines/ }).fill('2000')
    await save(page).click()
    await page.getByText('Lines must be between 1 and 1000.').waitFor()
    await page.getByRole('textbox', { name: /^Lines/ }).fill('12')
    await save(page).click()
    await page.getByText('0 of 12 lines').waitFor()
    await page.goto(`${page.url().split('#')[0]}#/settings/rates`)
    await page.getByRole('textbox', { name: 'A minute of talking' }).fill('0.25')
    await page.getByRole('textbox', { name: 'Germany' }).fill('0.09')
    await page.getByRole('button', { name: 'Take the price of Italy away' }).click()
    await save(page).click()
    const saved = async () => {
      const { rates } = (await world.get('/user/settings')).body
      return [rates.call_minute, rates.sms.DE, rates.sms.US, rates.sms.IT]
    }
    await expect.poll(saved).toEqual([0.25, 0.09, 0.01, undefined])
  })

  it('real calls are chosen after it was said what that means, and the mark of simulated calls is gone', async () => {
    const { world, page } = await at('calling')
    await page.getByText('SIMULATED', { exact: true }).waitFor()
    await page.getByRole('combobox', { name: 'Calls go' }).click()
    await page.getByRole('option', { name: 'Over the SIP trunks' }).click()
    await page.getByText('Another carrier stops every campaign').waitFor()
    await page.getByText('Real phones ring.', { exact: false }).waitFor()
    await shot(page, 'settings-carrier')
    await save(page).click()
    await page.getByText('Real calls', { exact: true }).waitFor()
    expect(await page.getByText('SIMULATED', { exact: true }).count()).toBe(0)
    expect((await world.get('/user/settings')).body.carrier).toBe('sip')
  })

  it('a provider gets an address and a key, is tested, and the key is never shown', async () => {
    const server = await startModelServer()
    const { world, page } = await at('providers')
    const own = region(page, 'OpenAI-compatible server')
    await own.getByLabel('Address of OpenAI-compatible server').fill('nowhere')
    await own.getByRole('textbox', { name: 'Key of OpenAI-compatible server' }).fill(KEY)
    await save(page).click()
    await own.getByText('Address must be').waitFor()
    await own.getByLabel('Address of OpenAI-compatible server').fill(server.url)
    await save(page).click()
    await own.getByText('A key is stored.').waitFor()
    await own.getByRole('button', { name: 'Test OpenAI-compatible server' }).click()
    await own.getByText(/answered/).waitFor()
    await shot(page, 'settings-provider-tested')
    expect(await page.content()).not.toContain(KEY)
    await own.getByRole('button', { name: 'Remove the key' }).click()
    await own.getByText('is deleted when you save').waitFor()
    await save(page).click()
    await own.getByText('None is stored.').waitFor()
    const [found] = (await world.get('/user/settings')).body.providers.filter(
      (one: { code: string }) => one.code === 'openai-compatible',
    )
    expect(found).toMatchObject({ has_key: false, base_url: server.url })

    await page.getByRole('button', { name: 'Add a model' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a model' })
    await dialog.getByRole('combobox', { name: 'Provider' }).click()
    await page.getByRole('option', { name: 'OpenAI-compatible server' }).click()
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Mistral here')
    await dialog.getByRole('textbox', { name: 'Its name at the provider' }).fill('mistral-small')
    await enter(dialog.getByRole('button', { name: 'Add', exact: true }))
    await page.getByText('OpenAI-compatible server · mistral-small · Pipeline').waitFor()
    await page.getByRole('button', { name: 'Remove Mistral here' }).click()
    await enter(page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }))
    await page.getByText('Mistral here was removed').waitFor()
  })

  it('before a shorter retention deletes anything, it says what and asks', async () => {
    const { world, page, link, advance } = await open()
    const assistant_id = await given.assistant(world, { record: true })
    await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })
    await advance(10 * DAY)
    await page.goto(`${link()}#/settings/retention`)
    await page.getByText('They are kept until you delete them.').waitFor()
    await page.getByRole('switch', { name: 'Delete them after a while' }).check({ force: true })
    await page.getByText('Nothing is older: nothing is deleted now.').waitFor()
    await page.getByRole('textbox', { name: /^Keep them for/ }).fill('5')
    await page.getByText('1 call loses its transcript. 1 recording is deleted.').waitFor()
    await save(page).click()
    const dialog = page.getByRole('dialog', { name: 'Delete what is older than 5 days?' })
    await dialog.getByText('1 call loses its transcript').waitFor()
    await shot(page, 'settings-retention-asks')
    await enter(dialog.getByRole('button', { name: 'Keep everything' }))
    await page.getByText('Not saved, and nothing was deleted.').waitFor()
    expect((await world.get('/user/settings')).body.retention_days).toBe(null)
    await save(page).click()
    await enter(dialog.getByRole('button', { name: 'Save and delete' }))
    await page.getByText('Saved', { exact: true }).waitFor()
    await advance(HOUR)
    expect(world.count('call_items')).toBe(0)
  })

  it('a key is shown once and stays until it was copied, its line works as it stands, and it is revoked', async () => {
    const { world, page } = await at('api')
    await page.getByRole('button', { name: 'Make a key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Make a key' })
    await dialog.getByRole('textbox', { name: 'What it is for' }).fill('The shop')
    await enter(dialog.getByRole('button', { name: 'Make', exact: true }))
    const line = (await dialog.getByRole('region', { name: 'Command' }).innerText()).trim()
    await shot(page, 'settings-key')
    expect(line).toContain((await dialog.getByRole('region', { name: 'New key' }).innerText()).trim())
    const [, key, url] = /^curl -H 'Authorization: (Bearer [^']+)' (\S+)$/.exec(line)!
    const status = await new Promise(resolve =>
      get(url!, { headers: { authorization: key! } }, answer => resolve(answer.statusCode)),
    )
    expect(status).toBe(200)
    const copy = dialog.getByRole('button', { name: 'Copy the key' })
    await hasFocus(copy)
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    expect(await dialog.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await copy.press('Enter')
    await dialog.getByText('Copied').waitFor()
    expect(`Bearer ${await page.evaluate(() => navigator.clipboard.readText())}`).toBe(key)
    await enter(dialog.getByRole('button', { name: 'Done' }))
    await page.getByRole('list', { name: 'API keys' }).getByText('The shop').waitFor()
    await page.getByRole('button', { name: 'Revoke The shop' }).click()
    await enter(page.getByRole('dialog', { name: 'Revoke The shop?' }).getByRole('button', { name: 'Revoke' }))
    await page.getByText('The shop was revoked').waitFor()
    await expect.poll(async () => (await world.get('/user/api-keys')).body).toHaveLength(1)
    await expect.poll(() => page.getByRole('button', { name: /^Revoke / }).count()).toBe(1)
  })

  it('a user is added and removed, and another browser is signed out', async () => {
    const { world, page, link, tolerateFailedRequests } = await at('users')
    tolerateFailedRequests()
    await page.getByRole('button', { name: 'Add a user' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a user' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Eve Adams')
    await dialog.getByRole('textbox', { name: 'E-mail address' }).fill('operator@localhost')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByText('There is a user with the address').waitFor()
    await dialog.getByRole('textbox', { name: 'E-mail address' }).fill('eve@example.com')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    const users = page.getByRole('list', { name: 'Users' })
    await users.getByText('Eve Adams').waitFor()
    await page.getByRole('button', { name: 'Link for Eve Adams' }).click()
    const shown = page.getByRole('dialog', { name: 'Link for Eve Adams' })
    await shown.getByText(/\/\?token=/).waitFor()
    await page.keyboard.press('Escape')
    await shown.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Remove Eve Adams' }).click()
    const ask = page.getByRole('dialog', { name: 'Remove Eve Adams?' })
    await ask.getByText('There are no keys to end').waitFor()
    await enter(ask.getByRole('button', { name: 'Remove Eve Adams' }))
    await expect.poll(() => users.getByText('Eve Adams').count()).toBe(0)

    const elsewhere = await page.context().browser()!.newContext({ userAgent: 'X Firefox/140.0 Linux' })
    const other = await elsewhere.newPage()
    await other.goto(link())
    await other.getByText('Balance').waitFor()
    const sessions = page.getByRole('list', { name: 'Your sessions' })
    // It is seen here without loading the page again.
    await sessions.getByText('Firefox on Linux').waitFor()
    await shot(page, 'settings-users-two')
    await page.getByRole('button', { name: 'Sign out Firefox on Linux' }).click()
    await other.getByText('A link is needed to open this page').waitFor()
    await expect.poll(() => sessions.getByText('Firefox on Linux').count()).toBe(0)
    await elsewhere.close()
    expect(world.db.prepare('SELECT count(*) FROM console_sessions').pluck().get()).toBe(1)
  })

  it('a backup is made while the desk runs, and the data is checked', async () => {
    const { page } = await at('data')
    await page.getByRole('button', { name: 'Back up now' }).click()
    await page.getByText(/^The backup is complete: backup-/).waitFor()
    await region(page, 'Restore').getByText('cli.js restore').waitFor()
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByText('Everything is in order').waitFor()
    await shot(page, 'settings-data-made')
    await page.getByRole('button', { name: /^Delete backup-/ }).click()
    await enter(page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
    await page.getByText('The backup was deleted.').waitFor()
  })

  it('sample data is loaded, tried, and goes whole', async () => {
    const { world, page, advance, tolerateFailedRequests } = await at('samples')
    tolerateFailedRequests()
    await page.getByRole('button', { name: 'Load sample data' }).click()
    await page.getByRole('link', { name: 'Sample: Check-up reminders' }).waitFor()
    await shot(page, 'settings-samples-loaded')
    await page.getByRole('link', { name: 'Sample: Check-up reminders' }).click()
    await page.getByRole('button', { name: /^Start, \d+ leads?$/ }).click()
    await advance(20 * SECOND)
    await page.goto(`${page.url().split('#')[0]}#/settings/samples`)
    await page.getByRole('button', { name: 'Take the sample data away' }).click()
    const ask = page.getByRole('dialog', { name: 'Take the sample data away?' })
    await enter(ask.getByRole('button', { name: 'Take it away' }))
    await ask.getByText('A sample lead is on the phone.').waitFor()
    await advance(10 * MINUTE)
    await ask.getByRole('button', { name: 'Keep it' }).click()
    await world.post('/user/campaigns/update-status', { campaign_id: 1, action: 'stop' })
    await advance(5 * MINUTE)
    await page.getByRole('button', { name: 'Take the sample data away' }).click()
    await enter(ask.getByRole('button', { name: 'Take it away' }))
    await page.getByRole('button', { name: 'Load sample data' }).waitFor()
    expect([world.count('leads'), world.count('assistants'), world.count('calls')]).toEqual([0, 0, 0])
  })
})
