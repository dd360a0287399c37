import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { barriers, doors, fitsItsWidth, inBrowser, open, shot } from '../support/browser'
import { given, type TestWorld } from '../support/world'

const list = [
  'Mobile;Home tel;First name;Last visit;Balance',
  '07700 900461;020 7946 0377;Priya;12/03/2026;0.00',
  '+44 7700 900218;;Marguerite;04/02/2026;68.00',
  'see notes;;Ann;;0.00',
  '07700900461;;Twin;;0.00',
  '07700 900745;;Aisha;30/01/2026;0.00',
  '07700 900746;;Bea;30/01/2026;0.00',
  '07700 900747;999999;Cleo;30/01/2026;0.00',
].join('\r\n')

async function recall(world: TestWorld) {
  await world.put('/user/settings', { country: 'GB' })
  const assistant_id = await given.assistant(world, {
    name: 'Nora',
    variables: { first_name: 'there', last_visit: '' },
  })
  const id = await given.campaign(world, { name: 'Hygiene recall', assistant_id })
  await given.lead(world, id, { phone_number: '+447700900745' })
  await world.post('/user/blacklist', { phone_number: '+447700900746' })
  return id
}

const drop = (page: Page, text: string | Buffer, name = 'recall.csv') =>
  page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: name.endsWith('.csv') ? 'text/csv' : 'application/octet-stream',
    buffer: Buffer.from(text),
  })
const becomes = (page: Page, column: string) => page.getByLabel(`${column} becomes`).first()
const targetOf = (page: Page, column: string) => becomes(page, column).inputValue()
const summary = (page: Page) => page.getByRole('list', { name: 'Summary' })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Latin letters as Windows writes them. */
const windows = (text: string) => Buffer.from(text, 'latin1')

inBrowser('the import of leads', () => {
  it.each(doors)('a list is read, its columns are found, and its good rows are imported, over %s', async door => {
    const { world, page, link } = await open({ door })
    const id = await recall(world)
    await page.goto(`${link()}#/campaigns/${id}`)
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await page.getByText('Drop a list here').waitFor()
    await expect.poll(() => page.getByLabel('Campaign', { exact: true }).first().inputValue()).toBe('Hygiene recall')
    await shot(page, 'import-file-light')
    await drop(page, windows(list.replace('Marguerite', 'Zoë')))
    await expect.poll(() => targetOf(page, 'Mobile')).toBe('Phone number')
    expect(await targetOf(page, 'Home tel')).toBe('Another number')
    expect(await targetOf(page, 'First name')).toBe('first_name')
    expect(await targetOf(page, 'Balance')).toBe('Do not import')
    const preview = page.getByRole('table', { name: 'Preview' })
    await preview.getByText('+44 7700 900461').first().waitFor()
    await preview.getByText('Zoë').waitFor()
    await shot(page, 'import-columns-light')
    await button(page, 'Check 7 rows').click()
    await summary(page).getByText('go in').waitFor()
    const problems = page.getByRole('table', { name: 'Problems' })
    await shot(page, 'import-problems-light')
    expect((await summary(page).innerText()).replaceAll('\n', ' ')).toMatch(
      /^3 go in 1 with a remark 1 without a number 1 twice in the file 1 in the campaign already 1 on the do-not-call list$/,
    )
    expect(await problems.locator('tbody').getByRole('row').count()).toBe(5)
    await button(page, 'Kind').click()
    await page.getByRole('option', { name: 'Twice in the file' }).click()
    await problems.getByText('The same number as in row 2 of this file.').waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'The 4 rows left out, as CSV').click(),
    ])
    const saved = readFileSync(await file.path(), 'utf8').split('\r\n')
    expect(saved[0]).toBe('\ufeff"Mobile","Home tel","First name","Last visit","Balance","What is wrong"')
    expect(saved[1]).toBe('"see notes","","Ann","","0.00","Not a phone number."')
    await button(page, 'Import 3 leads').click()
    await summary(page).getByText('imported').waitFor()
    await shot(page, 'import-done-light')
    await page.getByRole('link', { name: 'See the leads' }).click()
    await page.getByRole('table', { name: 'Leads' }).getByRole('row').nth(4).waitFor()
    const { body } = await world.get(`/user/leads?campaign_id=${id}&search=${encodeURIComponent('+447700900461')}`)
    expect(body.data[0]).toMatchObject({
      variables: { first_name: 'Priya', last_visit: '12/03/2026' },
      secondary_contacts: [{ phone_number: '+442079460377' }],
    })
    expect(world.count('leads')).toBe(4)
  })

  it('what a person has chosen for columns is known the next time', async () => {
    const { world, page, link } = await open()
    const id = await recall(world)
    // A file that is dropped before the country and the variables are known waits for them.
    const known = Promise.withResolvers<void>()
    await page.route(/\/rpc\/(assistants|settings)\/get$/, route => known.promise.then(() => route.fallback()))
    await page.goto(`${link()}#/leads/import?campaign=${id}`)
    await drop(page, 'Tel,Wer,Ref\n07700 900461,Priya,20418')
    await page.getByText('The file is being read.').waitFor()
    known.resolve()
    await expect.poll(() => targetOf(page, 'Tel')).toBe('Phone number')
    expect(await targetOf(page, 'Wer')).toBe('Do not import')
    await becomes(page, 'Wer').click()
    await page.getByRole('option', { name: 'first_name' }).click()
    await page.getByRole('table', { name: 'Preview' }).getByText('Priya').waitFor()
    // What the assistant does not have yet, it gets from here.
    await becomes(page, 'Ref').click()
    await page.getByRole('option', { name: 'New variable: ref' }).click()
    await page.getByRole('table', { name: 'Preview' }).getByText('20418').waitFor()
    expect(await targetOf(page, 'Wer')).toBe('first_name')
    await button(page, 'Check 1 row').click()
    await page.getByText('Nothing is wrong with the rows').waitFor()
    // Back leads to the step before, with everything as it was.
    await page.goBack()
    await expect.poll(() => targetOf(page, 'Ref')).toBe('ref')
    await page.goBack()
    await page.getByText('Drop a list here').waitFor()
    await page.goForward()
    await expect.poll(() => targetOf(page, 'Wer')).toBe('first_name')
    await page.reload()
    await drop(page, 'Tel,Wer,Ref\n07700 900462,Bo,20419')
    await expect.poll(() => targetOf(page, 'Wer')).toBe('first_name')
    await page.getByText('as the last time').first().waitFor()
    // Another country reads the same numbers in another way.
    await page.getByLabel('Country of numbers without +').first().fill('germany')
    await page.getByRole('option', { name: /Germany/ }).click()
    await page.getByRole('table', { name: 'Preview' }).getByText('+49 7700 900462').waitFor()
    await page.getByLabel('The first row has the names').click()
    await button(page, 'Check 2 rows').waitFor()
  })

  it('a long import goes on when the page is left, waits for a service that is away, and can be cancelled', async () => {
    const { world, page, link, tolerateFailedRequests } = await open()
    const id = await given.campaign(world, { name: 'Solar quotes' })
    const rows = Array.from({ length: 1000 }, (_, i) => `+1202${2_000_000 + i}`)
    await page.goto(`${link()}#/leads/import?campaign=${id}`)
    await drop(page, ['Phone', ...rows].join('\n'))
    await button(page, 'Check 1,000 rows').click()
    await button(page, 'Import 1,000 leads').waitFor()
    let asked = 0
    let letGo = () => {}
    const free = new Promise<void>(resolve => {
      letGo = resolve
    })
    tolerateFailedRequests()
    await page.route('**/rpc/leads/addMany', async route => {
      // The second request is done, but its answer is lost. The third one is late.
      if (++asked === 2) {
        await route.fetch()
        return route.abort()
      }
      if (asked === 4) await free
      await route.continue().catch(() => {})
    })
    await button(page, 'Import 1,000 leads').click()
    await page.getByText('500 of 1,000').waitFor()
    await shot(page, 'import-running-light')
    const underWay = page.getByRole('region', { name: 'Under way' })
    expect(await underWay.count()).toBe(0)
    await page.getByRole('link', { name: 'Campaigns' }).click()
    await underWay.getByText('500 of 1,000').waitFor()
    letGo()
    await page.getByText('1,000 leads were imported.').waitFor()
    expect(world.count('leads')).toBe(1000)
  })

  it('an import that is cancelled says what is in, and the same file goes on where it was', async () => {
    const { world, page, link, tolerateFailedRequests } = await open()
    const id = await given.campaign(world)
    const rows = Array.from({ length: 600 }, (_, i) => `+1202${2_000_000 + i}`)
    await page.goto(`${link()}#/leads/import?campaign=${id}`)
    await drop(page, ['Phone', ...rows].join('\n'))
    await button(page, 'Check 600 rows').click()
    await button(page, 'Import 600 leads').waitFor()
    tolerateFailedRequests()
    let asked = 0
    await page.route('**/rpc/leads/addMany', route => (++asked === 1 ? route.continue() : undefined))
    await button(page, 'Import 600 leads').click()
    await page.getByText('250 of 600').first().waitFor()
    await button(page, 'Cancel').last().click()
    await page.getByText('Cancelled: 350 leads were not imported.').waitFor()
    await page.unroute('**/rpc/leads/addMany')
    expect(world.count('leads')).toBe(250)
    await button(page, 'Import another file').click()
    await drop(page, ['Phone', ...rows].join('\n'))
    await button(page, 'Check 600 rows').click()
    await button(page, 'Import 350 leads').press('Enter')
    await summary(page).getByText('imported').waitFor()
    expect(world.count('leads')).toBe(600)
  })

  it('a file that cannot be read says what to do, and a list of a hundred thousand rows is read, and its check can be cancelled', async () => {
    const { world, page, link } = await open()
    const id = await given.campaign(world)
    await page.goto(`${link()}#/leads/import?campaign=${id}`)
    await drop(page, Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), 'old.csv')
    await page.getByText('This is a file of an old Excel.').waitFor()
    await shot(page, 'import-refused-light')
    const rows = Array.from({ length: 100_000 }, (_, i) => `+1202${2_000_000 + i},Person ${i},${i}`)
    await drop(page, ['Phone,Name,No', ...rows].join('\n'), 'long.csv')
    await button(page, 'Check 100,000 rows').waitFor()
    await page.getByRole('table', { name: 'Preview' }).getByText('+1 202 200 0003').waitFor()
    // The page answers while the worker makes leads of the rows.
    await button(page, 'Check 100,000 rows').click()
    await page.getByText('The rows are being checked').waitFor()
    await button(page, 'Cancel').last().click()
    await button(page, 'Check 100,000 rows').waitFor()
  })

  it('the import has no barriers in any step', async () => {
    const { world, page, link } = await open()
    await page.goto(`${link()}#/leads/import`)
    await page.getByText('Leads are imported into a campaign').waitFor()
    expect(await barriers(page)).toEqual([])
    const id = await recall(world)
    await page.goto(`${link()}#/leads/import?campaign=${id}`)
    await page.getByText('Drop a list here').waitFor()
    expect(await barriers(page)).toEqual([])
    await drop(page, list)
    await button(page, 'Check 7 rows').waitFor()
    await page.getByRole('table', { name: 'Preview' }).getByText('Priya').waitFor()
    await shot(page, 'import-columns')
    expect(await barriers(page)).toEqual([])
    await button(page, 'Check 7 rows').click()
    await summary(page).waitFor()
    await shot(page, 'import-problems')
    expect(await barriers(page)).toEqual([])
    for (const width of [960, 480]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await fitsItsWidth(page)).toBe(true)
      await shot(page, `import-problems-${width}`)
    }
    await button(page, 'Back').click()
    expect(await fitsItsWidth(page)).toBe(true)
    await shot(page, 'import-columns-480')
  })
})
