import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { aNumber } from '../support/api'
import { barriers, type Door, doors, enter, hasFocus, inBrowser, open, shot } from '../support/browser'
import { resize } from '../support/layout'
import { given, MINUTE } from '../support/world'

const OWN = '+12015550190'
const TOM = '+442079460915'

/** A list with one number of each way to come onto it. */
async function aList(door?: Door) {
  const opened = await open({ door })
  const { world, advance, page, link } = opened
  aNumber(world, { number: OWN })
  const assistant_id = await given.assistant(world, { variables: { name: '' } })
  const campaign = await given.campaign(world, { assistant_id })
  await given.lead(world, campaign, { phone_number: TOM, variables: { name: 'Tom Hargreaves' } })
  await given.lead(world, campaign, { phone_number: '+12015550106', variables: { name: 'Ruth Abiola' } })
  await world.post('/user/blacklist', { phone_number: TOM, reason: 'Asked by e-mail' })
  await given.started(world, campaign)
  await advance(10 * MINUTE)
  await world.post('/user/simulator/inbound-sms', { from: '+12015550144', to: OWN, body: 'STOP' })
  await world.post('/user/blacklist/import', { phone_numbers: ['+12015550177'], reason: 'Robinson list' })
  await page.goto(`${link()}#/blacklist`)
  await page.getByRole('row', { name: /Tom Hargreaves/ }).waitFor()
  return opened
}

const rows = (page: Page) => page.getByRole('table', { name: 'Do-not-call list' }).locator('tbody tr')
const told = (page: Page, text: string) => page.locator('.mantine-Notification-root').filter({ hasText: text })

inBrowser('the do-not-call list', () => {
  it('each number says how it came onto the list and why, and a search finds it', async () => {
    const { page } = await aList()
    await expect.poll(() => rows(page).count()).toBe(4)
    await page.getByRole('row', { name: /Tom Hargreaves.*Over the API, test.*Asked by e-mail/ }).waitFor()
    await page.getByRole('row', { name: /Ruth Abiola.*Asked in a call/ }).waitFor()
    await page.getByRole('row', { name: /Wrote STOP/ }).waitFor()
    await page.getByRole('row', { name: /Import over the API, test.*Robinson list/ }).waitFor()
    expect(await barriers(page)).toEqual([])
    await shot(page, 'blacklist')
    for (const width of [960, 480]) {
      await resize(page, { width, height: 800 })
      await shot(page, `blacklist-${width}`)
    }
    await resize(page, { width: 1440, height: 900 })
    const search = page.getByRole('textbox', { name: 'Search the do-not-call list' })
    for (const [typed, who] of [
      ['(020) 7946 0915', 'Tom Hargreaves'],
      ['robinson', '+1 201 555 0177'],
      ['ruth', 'Ruth Abiola'],
    ] as const) {
      await search.fill(typed)
      await expect.poll(() => rows(page).count()).toBe(1)
      await rows(page).getByText(who).first().waitFor()
    }
    await search.fill('')
    await page.getByRole('button', { name: 'How', exact: true }).click()
    await page.getByRole('option', { name: 'Asked in a call' }).click()
    await expect.poll(() => rows(page).count()).toBe(1)
    // The call in which it was asked for.
    await rows(page).getByRole('link', { name: 'Asked in a call' }).click()
    await page.getByRole('heading', { level: 1, name: 'Ruth Abiola' }).waitFor()
    await page.goBack()
    await expect.poll(() => page.url()).toContain('how=call')
  })

  it.each(doors)('a number is added, opened, taken off and put back, by the keyboard alone, over %s', async door => {
    const { world, page } = await aList(door)
    await page.getByRole('button', { name: 'Add a number' }).press('Enter')
    const number = page.getByRole('dialog').getByRole('textbox', { name: 'Number' })
    await hasFocus(number)
    await page.keyboard.type('12')
    await page.keyboard.press('Enter')
    await page.getByText('must be a phone number').waitFor()
    await number.fill('+44 20 7946 0111')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Complained')
    await page.getByLabel('Until').fill('2026-02-01')
    await shot(page, 'blacklist-add')
    await page.keyboard.press('Enter')
    await told(page, '+44 20 7946 0111 is on the do-not-call list.').waitFor()
    const row = page.getByRole('row', { name: /\+44 20 7946 0111.*By hand.*Complained/ })
    await row.waitFor()
    const [entry] = (await world.get('/user/blacklist')).body.data
    expect(entry).toMatchObject({ source: 'operator', api_key: null, expires_at: '2026-02-01T00:00:00.000000Z' })
    await row.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: '+44 20 7946 0111' }).waitFor()
    await page.goBack()
    await row.focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await row.waitFor({ state: 'hidden' })
    await expect.poll(async () => (await world.get('/user/blacklist')).body.total).toBe(4)
    await told(page, 'is off the do-not-call list.').getByRole('button', { name: 'Undo' }).press('Enter')
    await row.waitFor()
    await expect
      .poll(async () => (await world.get('/user/blacklist')).body.data[0])
      .toEqual({ ...entry, id: expect.any(Number) })
  })

  it('a refused change is taken back, and says why', async () => {
    const { world, page, tolerateFailedRequests } = await aList()
    tolerateFailedRequests()
    await page.route('**/rpc/blacklist/remove', route =>
      route.fulfill({
        status: 507,
        json: {
          json: { defined: true, code: 'DISK_FULL', status: 507, message: 'There is no room on the disk.', data: {} },
        },
      }),
    )
    await page.getByRole('row', { name: /Tom Hargreaves/ }).hover()
    await page.getByRole('button', { name: 'Take Tom Hargreaves off the list' }).click()
    await page.getByText('There is no room on the disk.').waitFor()
    await page.getByRole('row', { name: /Tom Hargreaves/ }).waitFor()
    await expect.poll(async () => (await world.get('/user/blacklist')).body.total).toBe(4)
  })

  it('many numbers are pasted or dropped as a file; what is no number is named, what is there is counted', async () => {
    const { world, page, advance } = await aList()
    await world.put('/user/settings', { country: 'GB' })
    await advance(1000)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page
      .getByLabel('Numbers, one a line')
      .fill('Phone\n020 7946 0200\nnobody\n\n+44 20 7946 0915\n0044 20 7946 0200\n12')
    await page.getByText('2 rows are no number, and left out').waitFor()
    const wrong = page.getByRole('list', { name: 'Rows without a number' })
    expect(await wrong.getByRole('listitem').allInnerTexts()).toEqual(['Row 3\nnobody', 'Row 7\n12'])
    await page.getByLabel('Reason').fill('Old list')
    await shot(page, 'blacklist-import')
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Put 3 numbers on the list' }).click()
    await told(page, '1 number was put on the do-not-call list. 2 were there already.').waitFor()
    await page.getByRole('row', { name: /\+44 20 7946 0200.*Import.*Old list/ }).waitFor()
    // Tom keeps the reason that he had.
    await page.getByRole('row', { name: /Tom Hargreaves.*Asked by e-mail/ }).waitFor()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.locator('input[type=file]').setInputFiles({
      name: 'list.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Name;Born;Mobile\n"Smith; Jo";1980;"07700 900461"\nAnn;1990;07700 900462\nBob;1991;none\n'),
    })
    await page.getByText('list.csv').waitFor()
    await page.getByText('1 row is no number, and left out').waitFor()
    await page.getByRole('button', { name: 'Put 2 numbers on the list' }).click()
    await told(page, '2 numbers were put on the do-not-call list.').waitFor()
    await page.getByText('7 numbers', { exact: true }).waitFor()
    await expect.poll(async () => (await world.get('/user/blacklist?search=07700')).body.total).toBe(2)
  })

  it('many are taken off after a question that says how many, and the list is exported', async () => {
    const { world, page } = await aList()
    const numbers = Array.from({ length: 60 }, (_, i) => `+1212555${String(i + 1000)}`)
    // What programs do is seen at once.
    await world.post('/user/blacklist/import', { phone_numbers: numbers, reason: 'Batch' })
    await page.getByText('64 numbers', { exact: true }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ])
    const csv = readFileSync(await download.path(), 'utf8')
    expect(csv.trim().split('\r\n')).toHaveLength(65)
    expect(csv).toContain('"+442079460915","Tom Hargreaves","Over the API, test","Asked by e-mail"')
    await page.getByRole('textbox', { name: 'Search the do-not-call list' }).fill('batch')
    await page.getByText('60 numbers', { exact: true }).waitFor()
    await page.getByRole('checkbox').first().check()
    await page.getByRole('button', { name: 'Select all 60' }).click()
    await shot(page, 'blacklist-selected')
    await rows(page).first().getByRole('checkbox').uncheck()
    await page.getByRole('button', { name: 'Take off the list' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Take 59 numbers off the do-not-call list?' })
    await shot(page, 'blacklist-remove')
    await enter(dialog.getByRole('button', { name: 'Take 59 numbers off' }))
    await told(page, '59 numbers are off the do-not-call list.').waitFor()
    await expect.poll(() => rows(page).count()).toBe(1)
    await expect.poll(async () => (await world.get('/user/blacklist')).body.total).toBe(5)
  })

  it('an empty list says what to do', async () => {
    const { page, link } = await open()
    await page.goto(`${link()}#/blacklist`)
    await page.getByText('No number is on the list').waitFor()
    await shot(page, 'blacklist-empty')
  })
})
