import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { DocumentReader } from '../../src/main/ports/reading'
import { barriers, doors, enter, hasFocus, inBrowser, open, shot, takesFocus } from '../support/browser'
import { aBase, aSite, inThisThread, silent, untilRead, upload } from '../support/documents'
import { emptyFolder } from '../support/folder'
import { resize } from '../support/layout'
import { given, SECOND, type TestWorld } from '../support/world'

const rows = (page: Page, table: string) =>
  page.getByRole('table', { name: table, exact: true }).locator('tbody').getByRole('row')
const row = (page: Page, name: string | RegExp) => rows(page, 'Documents').filter({ hasText: name })
/** Chooses files with these names and contents, as from a folder. */
async function choose(page: Page, files: Record<string, string | Buffer>) {
  const folder = emptyFolder()
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  await page.locator('input[type=file]').setInputFiles(Object.keys(files).map(name => join(folder, name)))
}

const PRICES =
  '# Prices\n\nA haircut costs 35 euros. Children under twelve pay 20 euros.\n\n# Payment\n\nWe take cards.'
const HOURS = 'The salon is open from Tuesday to Saturday, nine to six. On Sundays it is closed.'

/** A base with documents that were read, and one that could not be read. */
async function aSalon(world: TestWorld): Promise<number> {
  const base = (await world.post('/user/knowledgebases', { name: 'Salon', description: 'What we offer' })).body.data.id
  for (const [name, text] of [
    ['Price list', PRICES],
    ['Opening hours', HOURS],
    ['Old flyer', ''],
  ] as const)
    await untilRead(world, base, (await upload(world, base, 'md', text, name)).body.data.id)
  return base
}

/** A desk whose reader waits until the test lets it go on. */
async function withSlowReader() {
  const waiting: { progress: (done: number, total: number) => void; go: () => void }[] = []
  const reader: DocumentReader = {
    async read(document, options) {
      const go = Promise.withResolvers<void>()
      options.signal.addEventListener('abort', () => go.reject(options.signal.reason))
      waiting.push({ progress: options.onProgress, go: go.resolve })
      await go.promise
      return inThisThread.read(document, options)
    },
  }
  return { ...(await open({ reader })), waiting }
}

inBrowser('the pages of knowledge bases', () => {
  it('the list says what is in each base and who uses it, and the base answers a question', async () => {
    const { world, page, link } = await open({ reader: inThisThread })
    await page.goto(`${link()}#/knowledge`)
    await page.getByText('No knowledge bases yet').waitFor()
    await shot(page, 'knowledge-empty')
    const base = await aSalon(world)
    await aBase(world, 'Gift cards')
    for (const name of ['Nora', 'Ben']) await given.assistant(world, { name, knowledgebase_id: base })
    // All of this came by events.
    const salon = rows(page, 'Knowledge bases').filter({ hasText: 'Salon' })
    await salon.getByText('1 of 3 could not be read').waitFor()
    await salon.getByText('Ben and Nora').waitFor()
    await salon.getByText('156 characters').waitFor()
    await rows(page, 'Knowledge bases').filter({ hasText: 'Gift cards' }).getByText('Empty').waitFor()
    await shot(page, 'knowledge')
    expect(await barriers(page)).toEqual([])
    await salon.click()
    await page.getByRole('heading', { level: 1, name: 'Salon' }).waitFor()
    await page.getByRole('complementary').getByRole('link', { name: 'Nora' }).waitFor()
    await page.getByRole('textbox', { name: 'Ask it' }).fill('how much is a haircut for children')
    const found = page.getByRole('region', { name: 'Ask it' }).getByRole('listitem')
    await found.getByText('Fits best').waitFor()
    expect((await found.first().innerText()).split('\n').filter(Boolean)).toEqual([
      'Price list',
      'Prices',
      'Fits best',
      'A haircut costs 35 euros. Children under twelve pay 20 euros.',
    ])
    expect(page.url()).toContain('ask=how+much')
    await shot(page, 'knowledge-base')
    await found.getByRole('button', { name: 'Price list' }).click()
    const pane = page.getByRole('complementary', { name: 'Document' })
    await pane.getByText('We take cards.').waitFor()
    await shot(page, 'knowledge-document')
    expect(await barriers(page)).toEqual([])
    await row(page, 'Old flyer').click()
    await pane.getByText('Put the file right and add it again').waitFor()
    await shot(page, 'knowledge-failed')
    await page.getByRole('textbox', { name: 'Ask it' }).fill('parking')
    await page.getByText('No passage has any of these words.').waitFor()
    for (const width of [960, 480]) {
      await resize(page, { width, height: 800 })
      await shot(page, `knowledge-failed-${width}`)
    }
  })

  it('a base is made, filled with several files, and each shows its own progress and its own error', async () => {
    const { world, page, link, waiting, tolerateFailedRequests } = await withSlowReader()
    await page.goto(`${link()}#/knowledge`)
    await page.getByRole('link', { name: 'Make the first knowledge base' }).click()
    const dialog = page.getByRole('dialog', { name: 'New knowledge base' })
    await takesFocus(dialog.getByLabel('Name', { exact: true }))
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText('Name is required.').waitFor()
    await dialog.getByLabel('Name', { exact: true }).fill('Salon')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: 'Salon' }).waitFor()
    await page.getByText('PDF, Word (DOCX), text, Markdown or HTML, up to 20 MB each').waitFor()
    await shot(page, 'knowledge-base-empty')

    await choose(page, {
      'prices.md': PRICES,
      'broken.pdf': 'no PDF at all',
      'photo.png': 'x',
      'huge.txt': Buffer.alloc(21_000_000),
    })
    const onTheirWay = page.getByRole('list', { name: 'Files on their way' }).getByRole('listitem')
    await onTheirWay.filter({ hasText: 'photo.png' }).getByText('Files of this kind are not read').waitFor()
    await onTheirWay.filter({ hasText: 'huge.txt' }).getByText('21 MB is too large: at most 20 MB').waitFor()
    await row(page, 'prices').getByText('Reading').waitFor()
    await row(page, 'broken').getByText('Reading').waitFor()
    await world.advance(SECOND)
    await expect.poll(() => waiting.length).toBe(2)
    waiting[1]!.progress(3, 12)
    await row(page, /prices|broken/)
      .getByText('3 of 12 pages')
      .waitFor()
    await shot(page, 'knowledge-reading')
    expect(await barriers(page)).toEqual([])
    for (const one of waiting) one.go()
    await row(page, 'prices').getByText('Ready').waitFor()
    await row(page, 'broken').getByText('This is not a PDF file.').waitFor()
    await page.getByRole('button', { name: 'Remove photo.png' }).click()
    await page.getByRole('button', { name: 'Remove huge.txt' }).click()
    await expect.poll(() => onTheirWay.count()).toBe(0)

    // A file that is not answered says so, and is sent again by a click.
    tolerateFailedRequests()
    let isAway = true
    await page.route('**/rpc/documents/create', route => (isAway ? route.abort() : route.continue()))
    await choose(page, { 'hours.txt': HOURS })
    await onTheirWay.getByText('The service does not answer').waitFor()
    isAway = false
    await onTheirWay.getByRole('button', { name: 'Try again' }).click()
    await row(page, 'hours').getByText('Reading').waitFor()
    // What is being read is taken back by one click, and its reader is stopped.
    await row(page, 'hours').hover()
    await page.getByRole('button', { name: 'Stop reading and delete: hours' }).click()
    await expect.poll(() => row(page, 'hours').count()).toBe(0)
    await expect.poll(async () => (await world.get('/user/knowledgebases')).body.data[0].documents_count).toBe(2)
  })

  it.each(doors)('a file that is chosen is read and found, over %s', async door => {
    const { world, page, link, untilSeen } = await open({ reader: inThisThread, door })
    const base = await aBase(world, 'Salon')
    await page.goto(`${link()}#/knowledge/${base}`)
    await choose(page, { 'prices.md': PRICES })
    await untilSeen(row(page, 'prices').getByText('Ready'))
    await page.getByRole('textbox', { name: 'Ask it' }).fill('cards')
    await page.getByText('We take cards.').waitFor()
  })

  it('files that wait are cancelled, and those on their way go on when the page is left', async () => {
    const { world, page, link } = await open({ reader: inThisThread })
    const base = await aBase(world, 'Salon')
    const answers: (() => void)[] = []
    await page.route('**/rpc/documents/create', async route => {
      await new Promise<void>(resolve => answers.push(resolve))
      await route.continue().catch(() => {})
    })
    await page.goto(`${link()}#/knowledge/${base}`)
    await choose(page, { 'one.txt': '1', 'two.txt': '2', 'three.txt': '3', 'four.txt': '4' })
    await page.getByText('being sent').nth(1).waitFor()
    expect(await page.getByText('waits for the others').count()).toBe(2)
    await shot(page, 'knowledge-uploads')
    await page.getByRole('button', { name: 'Cancel three.txt' }).click()
    await page.getByRole('button', { name: 'Cancel one.txt' }).click()
    // The next one takes its place.
    await expect.poll(() => answers.length).toBe(3)
    await page.getByRole('link', { name: 'Calls', exact: true }).click()
    await page.getByText('No calls yet').waitFor()
    for (const answer of answers) answer()
    const names = async () =>
      (await world.get(`/user/knowledgebases/${base}/documents`)).body.data
        .map(({ name }: { name: string }) => name)
        .sort()
    await expect.poll(names).toEqual(['four', 'two'])
  })

  it('web pages are added by their addresses, read again, and a refusal is taken back', async () => {
    const site = await aSite({ '/': '<title>Salon</title><p>A haircut costs 30 euros' })
    const { world, page, link, untilSeen, tolerateFailedRequests } = await open({ reader: inThisThread })
    const base = await aBase(world, 'Salon')
    await page.goto(`${link()}#/knowledge/${base}`)
    await page.getByRole('link', { name: 'Add web pages' }).click()
    const form = page.getByRole('form', { name: 'Add web pages' })
    await hasFocus(form.getByLabel('Addresses'))
    await form.getByLabel('Addresses').fill(`${site.url}\nftp://a.example`)
    await form.getByRole('button', { name: 'Add web pages' }).click()
    await form.getByText('Address 2 must be an absolute http or https URL.').waitFor()
    await shot(page, 'knowledge-add-pages')
    await page.getByRole('link', { name: 'Knowledge', exact: true }).first().click()
    await page.getByRole('button', { name: 'Stay here' }).click()
    await form.getByLabel('Addresses').fill(site.url)
    await form.getByRole('button', { name: 'Add web pages' }).click()
    const name = site.url.replace('http://', '')
    await untilSeen(row(page, name).getByText('Ready'))
    site.pages['/'] = '<title>Salon</title><p>A haircut costs 35 euros'
    await row(page, name).click()
    const pane = page.getByRole('complementary', { name: 'Document' })
    await pane.getByText('A haircut costs 30 euros').waitFor()
    await pane.getByRole('button', { name: 'Read again' }).click()
    await untilSeen(pane.getByText('A haircut costs 35 euros'))

    await pane.getByRole('button', { name: 'Rename' }).click()
    const dialog = page.getByRole('dialog', { name: /^Rename/ })
    await takesFocus(dialog.getByLabel('Name', { exact: true }))
    await dialog.getByLabel('Name', { exact: true }).fill('Website')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await row(page, 'Website').waitFor()

    tolerateFailedRequests()
    const message = 'The document is being read already.'
    await page.route('**/rpc/documents/refresh', route =>
      route.fulfill({ status: 409, json: { json: { defined: false, code: 'CONFLICT', status: 409, message } } }),
    )
    await pane.getByRole('button', { name: 'Read again' }).click()
    await page.getByRole('alert').getByText(message).waitFor()
    await row(page, 'Website').getByText('Ready').waitFor()
  })

  it('the keyboard alone opens a base, asks it, reads a document, renames the base and deletes it', async () => {
    const { world, page, link, tolerateFailedRequests } = await open({ reader: inThisThread })
    // The page of a base that was just deleted may ask for it once more, before it is left.
    tolerateFailedRequests()
    const base = await aSalon(world)
    for (const name of ['Nora', 'Ben']) await given.assistant(world, { name, knowledgebase_id: base })
    // Today leads to what could not be read.
    await page.goto(`${link()}#/today`)
    await page.getByRole('link', { name: 'Open Old flyer' }).press('Enter')
    await page.getByRole('complementary', { name: 'Document' }).getByText('The file is empty.').waitFor()
    await page.goto(`${page.url().split('#')[0]}#/knowledge`)
    await rows(page, 'Knowledge bases').first().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Ask it' }).focus()
    await page.keyboard.type('sunday')
    await page.keyboard.press('Enter')
    await page.getByText('1 passage, as an assistant is given them').waitFor()
    await rows(page, 'Documents').first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const pane = page.getByRole('complementary', { name: 'Document' })
    await pane.getByText(/nine to six/).waitFor()
    await hasFocus(pane)
    await page.keyboard.press('Escape')
    await pane.waitFor({ state: 'detached' })
    await hasFocus(row(page, 'Opening hours'))

    await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
    await enter(page.getByRole('menuitem', { name: 'Rename' }))
    const dialog = page.getByRole('dialog', { name: /^Rename/ })
    await hasFocus(dialog.getByLabel('Name', { exact: true }))
    await page.keyboard.press('End')
    await page.keyboard.type(' North')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Salon North' }).waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
    await enter(page.getByRole('menuitem', { name: 'Delete knowledge base' }))
    const question = page.getByRole('dialog', { name: 'Delete “Salon North” and its 3 documents?' })
    await question.getByText('Ben and Nora use it and go on without it.').waitFor()
    await shot(page, 'knowledge-delete')
    await enter(question.getByRole('button', { name: 'Delete knowledge base' }))
    await page.getByText('No knowledge bases yet').waitFor()
    await expect.poll(async () => (await world.get('/user/knowledgebases')).body.data).toEqual([])
  })

  it('a base that was deleted elsewhere says so, and what is known stays while the service is away', async () => {
    const { world, page, link, tolerateFailedRequests } = await open({ reader: silent })
    tolerateFailedRequests()
    const [base, other] = [await aBase(world, 'Salon'), await aBase(world, 'Gift cards')]
    await upload(world, base, 'txt', 'x', 'Hours')
    await page.goto(`${link()}#/knowledge/${other}`)
    await page.getByRole('heading', { level: 1, name: 'Gift cards' }).waitFor()
    await world.delete(`/user/knowledgebases/${other}`)
    await page
      .getByText(/not found|no longer|does not exist/i)
      .first()
      .waitFor()
    await page.getByRole('link', { name: 'Knowledge', exact: true }).first().click()
    await rows(page, 'Knowledge bases').filter({ hasText: 'Salon' }).click()
    await row(page, 'Hours').waitFor()
    await world.stop()
    await page.getByText('The connection to the service is lost').waitFor()
    expect(await row(page, 'Hours').count()).toBe(1)
    expect(await page.getByRole('alert').filter({ hasText: 'does not answer' }).count()).toBe(0)
  })
})
