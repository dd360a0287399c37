import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { barriers, doors, fitsItsWidth, hasFocus, inBrowser, open, shot } from '../support/browser'
import { given, HOUR, MINUTE, SECOND, type TestWorld } from '../support/world'

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Calls', exact: true }).locator('tbody').getByRole('row')
const namesIn = (page: Page) => rowsOf(page).locator('.strong').allInnerTexts()
const tiles = (page: Page) => page.getByRole('list', { name: 'Live calls' }).locator(':scope > li:not([aria-hidden])')

/** Four calls of one campaign that are over, of which two were talks that a model has judged. */
async function aLog() {
  let judged = 0
  const evaluate = async () => [
    { name: 'status', type: 'bool', value: judged++ === 0, description: '' },
    { name: 'summary', type: 'string', value: '', description: '' },
  ]
  const opened = await open({ evaluator: { evaluate: evaluate as never } })
  const { world, page, link } = opened
  const assistant_id = await given.assistant(world, { variables: { name: '' } })
  const campaign = await given.campaign(world, {
    assistant_id,
    name: 'Recall',
    max_calls_in_parallel: 1,
    max_retries: 0,
  })
  for (const [name, ending] of [
    ['Ruth Abiola', '24'],
    ['Grace Liu', '01'],
    ['Zoë Björk', '24'],
    ['Tom Hargreaves', '02'],
  ])
    await given.lead(world, campaign, { ending, variables: { name } })
  await given.started(world, campaign)
  await world.advance(HOUR)
  await page.goto(`${link()}#/calls`)
  await expect.poll(() => rowsOf(page).count()).toBe(4)
  return { ...opened, assistant_id, campaign }
}

const listed = async (world: TestWorld, query: string): Promise<string[]> =>
  (await world.get(`/user/calls?${query}`)).body.data.map(({ name }: { name: string }) => name)

/** Calls that all go on, as many as are asked for. */
async function busyLines(world: TestWorld, n: number) {
  await world.put('/user/settings', { max_calls_in_parallel: 400, calls_per_second: 100 })
  const assistant_id = await given.assistant(world, { name: 'Nora', variables: { name: '' } })
  for (let left = n; left > 0; left -= 100) {
    const id = await given.campaign(world, { assistant_id, name: `Recall ${left}`, max_calls_in_parallel: 100 })
    const leads = Array.from({ length: Math.min(100, left) }, (_, i) => ({
      phone_number: given.number('07'),
      variables: { name: `Person ${left - i}` },
    }))
    await world.post('/user/leads/import', { campaign_id: id, leads })
    await given.started(world, id)
  }
  await world.advance(30 * SECOND)
}

inBrowser('finding calls', () => {
  it('the log is sorted by a click on a head and filtered by goal, and its foot adds up what is filtered', async () => {
    const { world, page } = await aLog()
    await page.getByRole('button', { name: 'Cost' }).click()
    await expect.poll(() => namesIn(page)).toEqual(await listed(world, 'order=dearest'))
    await page.getByText('dearest first').waitFor()
    await page.getByRole('button', { name: 'Cost' }).click()
    await expect.poll(() => namesIn(page)).toEqual(await listed(world, 'order=cheapest'))
    await page.getByRole('button', { name: 'Talk', exact: true }).press('Enter')
    await expect.poll(() => namesIn(page)).toEqual(await listed(world, 'order=longest'))
    expect(page.url()).toContain('order=longest')

    await page.getByRole('button', { name: 'Goal', exact: true }).click()
    await page.getByRole('option', { name: 'reached', exact: true }).click()
    await expect.poll(() => namesIn(page)).toEqual(await listed(world, 'goal=goal'))
    expect(await rowsOf(page).count()).toBe(1)
    const sums = page.locator('#main footer')
    const { cost } = (await world.get('/user/calls/totals?goal=goal')).body
    await sums.getByText('Goals 1').waitFor()
    await sums.getByText(`$${cost.toFixed(2)}`).waitFor()
    await page.getByRole('button', { name: 'Remove the filter Goal' }).click()
    await expect.poll(() => rowsOf(page).count()).toBe(4)
  })

  it('filters are kept under a name, chosen again after a reload, and removed with a way back', async () => {
    const { page } = await aLog()
    await page.getByRole('button', { name: 'Saved' }).click()
    const dialog = page.getByRole('dialog', { name: 'Saved' })
    await dialog.getByText('No filters are saved yet.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'State' }).click()
    await page.getByRole('option', { name: 'No answer' }).click()
    await expect.poll(() => rowsOf(page).count()).toBe(1)
    await page.getByRole('button', { name: 'Saved' }).press('Enter')
    await dialog.getByLabel('Save these filters as').fill('To try again')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Saved To try again' }).waitFor()
    await shot(page, 'saved-filters')
    await page.getByRole('button', { name: 'Remove the filter Saved' }).click()
    await expect.poll(() => rowsOf(page).count()).toBe(4)
    await page.reload()
    await page.getByRole('button', { name: 'Saved' }).click()
    await dialog.getByRole('button', { name: 'To try again', exact: true }).click()
    await expect.poll(() => rowsOf(page).count()).toBe(1)
    expect(page.url()).toContain('status=no-answer')
    await page.getByRole('button', { name: 'Saved To try again' }).click()
    await dialog.getByRole('button', { name: 'Remove the saved filter To try again' }).click()
    await dialog.getByText('No filters are saved yet.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Saved To try again' }).waitFor()
  })

  it('words are found in a transcript, marked, and walked through by Enter', async () => {
    const { world, page, link } = await open()
    const assistant_id = await given.assistant(world, { name: 'Nora', initial_message: 'Good morning, this is Nora.' })
    await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })
    await world.advance(5 * MINUTE)
    await page.goto(`${link()}#/calls/1`)
    const field = page.getByRole('textbox', { name: 'Search in the transcript' })
    await field.fill('GOOD MORNING')
    await page.getByText('1 of 1').waitFor()
    await expect.poll(() => page.locator('mark').allInnerTexts()).toEqual(['Good morning'])
    const { transcript } = (await world.get('/user/calls/1')).body
    const word = /\byou\b/i
    const n = transcript.filter(({ text }: { text: string }) => text.toLowerCase().includes('you')).length
    expect(transcript.some(({ text }: { text: string }) => word.test(text))).toBe(true)
    await field.fill('you')
    await page.getByText(`1 of ${n}`).waitFor()
    await page.keyboard.press('Shift+Enter')
    await page.getByText(`${n} of ${n}`).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(`1 of ${n}`).waitFor()
    await shot(page, 'find-words')
    await field.fill('zeppelin')
    await page.getByText('not said').waitFor()
    expect(await page.locator('mark').count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByText('not said').waitFor({ state: 'detached' })
    await hasFocus(field)
  })

  it('every live call has a tile on the wall, above a hundred too, with its last words as they are said', async () => {
    const { world, page, link, advance } = await open()
    await busyLines(world, 130)
    await page.goto(`${link()}#/calls`)
    await page.getByRole('link', { name: 'Live calls' }).click()
    await expect.poll(() => tiles(page).count()).toBe(130)
    await page.locator('#main').getByText('130 of 400 lines').waitFor()
    const first = tiles(page).first()
    const before = await first.getByRole('list').innerText()
    await shot(page, 'wall')
    await advance(20 * SECOND)
    await expect.poll(() => first.getByRole('list').innerText()).not.toBe(before)
    // What the tile shows is what was said last.
    const { data } = (await world.get('/user/calls/live?words=1')).body
    await expect
      .poll(() => first.getByRole('listitem').last().innerText())
      .toContain(data[0].transcript[0].text.slice(0, 40))
    await page.getByRole('textbox', { name: 'Search live calls' }).fill('person 77')
    await expect.poll(() => tiles(page).count()).toBe(1)
    expect(page.url()).toContain('search=person')
    await page.getByRole('button', { name: 'Hang up on Person 77' }).click()
    await page.getByRole('button', { name: 'Hang up now' }).click()
    await advance(SECOND)
    await page.getByText('No call fits these filters').waitFor()
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await expect.poll(() => tiles(page).count()).toBe(129)
    await page.getByRole('button', { name: 'Campaign', exact: true }).click()
    await page.getByRole('option', { name: 'Recall 30' }).click()
    await expect.poll(() => tiles(page).count()).toBe(30)
    await world.post('/user/dialing/halt')
    await advance(MINUTE)
    await page.getByText('Nobody is on the phone').waitFor()
    await page.getByText('Dialing is halted.').waitFor()
  })

  it.each(doors)('the wall is walked by the keyboard, and a call is hung up there, over %s', async door => {
    const { world, page, link, advance } = await open({ door })
    await busyLines(world, 3)
    await page.goto(`${link()}#/calls/live`)
    await expect.poll(() => tiles(page).count()).toBe(3)
    // The others keep their places, so that nobody hangs up on somebody else.
    const places = () =>
      Promise.all(['Person 1', 'Person 2'].map(name => tiles(page).filter({ hasText: name }).boundingBox()))
    const before = await places()
    await page.getByRole('button', { name: 'Hang up on Person 3' }).press('Enter')
    const question = page.getByRole('dialog', { name: 'Hang up' })
    await hasFocus(question.getByRole('button', { name: 'Let it go on' }))
    await question.getByRole('button', { name: 'Hang up now' }).press('Enter')
    await question.waitFor({ state: 'hidden' })
    await advance(SECOND)
    await expect.poll(() => tiles(page).count()).toBe(2)
    expect(await places()).toEqual(before)
    await page.getByRole('link', { name: 'Person 2' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Person 2' }).waitFor()
  })

  it('hanging up on the wall that is refused says why', async () => {
    const { world, page, link, tolerateStatus } = await open()
    tolerateStatus(409)
    await busyLines(world, 3)
    await page.goto(`${link()}#/calls/live`)
    await page.getByRole('button', { name: 'Hang up on Person 3' }).press('Enter')
    const question = page.getByRole('dialog', { name: 'Hang up' })
    await page.route('**/rpc/calls/hangUp', route =>
      route.fulfill({
        status: 409,
        json: { json: { code: 'CONFLICT', status: 409, message: 'The call is over.', defined: true, data: {} } },
      }),
    )
    await question.getByRole('button', { name: 'Hang up now' }).press('Enter')
    await question.getByText('The call is over.').waitFor()
  })

  it('the wall and a searched transcript have no barriers and fit narrow windows', async () => {
    const { world, page, link } = await open()
    await busyLines(world, 5)
    await page.goto(`${link()}#/calls/live`)
    await expect.poll(() => tiles(page).count()).toBe(5)
    expect(await barriers(page)).toEqual([])
    for (const width of [1440, 960, 480]) {
      await page.setViewportSize({ width, height: 800 })
      await shot(page, `wall-${width}`)
      expect(await fitsItsWidth(page)).toBe(true)
    }
    await page.evaluate(() => void (location.hash = '/calls/1'))
    const field = page.getByRole('textbox', { name: 'Search in the transcript' })
    await field.fill('a')
    await page.locator('mark').first().waitFor()
    expect(await barriers(page)).toEqual([])
    expect(await fitsItsWidth(page)).toBe(true)
    await shot(page, 'find-words-480')
  })
})
