import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import * as progress from '../../src/main/core/calls/progress'
import { mendRecording } from '../../src/main/voice-host/media/encoder'
import { FileTape } from '../../src/main/voice-host/media/tape'
import { barriers, doors, enter, fitsItsWidth, hasFocus, inBrowser, open, shot } from '../support/browser'
import { startReceiver } from '../support/receiver'
import { given, MINUTE, SECOND, type TestWorld } from '../support/world'

const pane = (page: Page) => page.getByRole('complementary', { name: 'Call', exact: true })
const about = (page: Page) => page.getByRole('complementary', { name: 'About this call' })
const track = (page: Page) => page.getByRole('slider', { name: 'Position in the recording' })
const heardAt = (page: Page) => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime)
/** The time before a line, in seconds. */
const lineAt = async (page: Page, n: number) => {
  const text = await page.getByRole('list', { name: 'Transcript' }).getByRole('button').nth(n).innerText()
  const [, minutes, seconds] = /(\d+):(\d\d)/.exec(text)!
  return Number(minutes) * 60 + Number(seconds)
}

/** Makes one call and lets it run to its end, or for a while. */
async function call(world: TestWorld, { ending = '24', run = 5 * MINUTE, variables = {}, assistant = {} } = {}) {
  const assistant_id = await given.assistant(world, { record: true, variables: { name: '' }, ...assistant })
  const phone_number = given.number(ending)
  const { body } = await world.post('/user/make_call', { assistant_id, phone_number, variables })
  await world.advance(run)
  return { id: body.call_id as number, phone_number, assistant_id }
}

/** Stores how long each answer took, which the simulated carrier does not report. */
const withLatency = (world: TestWorld) =>
  world.db
    .prepare(
      `UPDATE call_items SET item = json_set(item, '$.latency', json_object('heard_ms', 180,
         'thought_ms', 300 + position * 150, 'voiced_ms', 140)) WHERE item ->> 'sender' = 'bot'`,
    )
    .run()

/** A receiver that refuses every webhook until the test lets it accept them. */
async function receiver() {
  let works = false
  const listening = await startReceiver(() => (works ? { status: 200, body: '{"crm":42}' } : { status: 410 }))
  return { ...listening, mend: () => void (works = true) }
}
const withWebhook = (url: string) => ({
  is_webhook_active: true,
  webhook_url: url,
  send_webhook_only_on_completed: false,
})

/** A morning's calls of one campaign and a single one, with names. */
async function aMorning() {
  const opened = await open()
  const { world, advance } = opened
  const assistant_id = await given.assistant(world, { name: 'Nora', record: true, variables: { name: '' } })
  const campaign = await given.campaign(world, { name: 'Spring offer', assistant_id, max_calls_in_parallel: 12 })
  const people = ['Colin Mercer', 'Tom Hargreaves', 'Daniel Osei', 'Ffion Pritchard', 'Owen Blake', 'Priya Raman']
  for (const [i, ending] of ['01', '24', '04', '02', '05', '03'].entries())
    await given.lead(world, campaign, { ending, variables: { name: people[i] } })
  await given.started(world, campaign)
  await advance(6 * MINUTE)
  const single = await call(world, { assistant: { name: 'Otto' }, run: 3 * MINUTE })
  await advance(0)
  return { ...opened, campaign, single }
}

inBrowser('the calls page', () => {
  it('the list has filters, totals and a call beside it', async () => {
    const { page, link } = await aMorning()
    await page.goto(`${link()}#/calls`)
    await page.getByRole('cell', { name: 'Priya Raman', exact: true }).waitFor()
    expect(await page.getByRole('row').count()).toBe(8)
    await page.getByRole('button', { name: 'Date', exact: true }).click()
    await page.getByRole('button', { name: 'Today', exact: true }).click()
    await page.getByText(/^Talked \d/).waitFor()
    await page.getByRole('row', { name: /Tom Hargreaves/ }).click()
    await pane(page).getByText('Goal', { exact: true }).waitFor()
    await shot(page, 'calls-log')
    expect(await barriers(page)).toEqual([])
    await page.setViewportSize({ width: 960, height: 700 })
    await shot(page, 'calls-log-960')
    expect(await fitsItsWidth(page)).toBe(true)
  })

  it('what the built-in rules have found is marked as a guess, and counts as no goal', async () => {
    const { world, page, link } = await aMorning()
    // What the people said decides what the rules guess.
    type Row = { variables: { name?: string }; evaluation: { name: string; value: unknown }[] }
    const calls: Row[] = (await world.get('/user/calls')).body.data
    const isGoal = ({ evaluation }: Row) => evaluation.some(({ name, value }) => name === 'status' && value === true)
    const guessed = calls.filter(isGoal).length
    const tom = calls.find(({ variables }) => variables.name === 'Tom Hargreaves')!
    await page.goto(`${link()}#/calls`)
    const row = page.getByRole('row', { name: /Tom Hargreaves/ })
    await row.getByText('guess', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Date', exact: true }).click()
    await page.getByRole('button', { name: 'Today', exact: true }).click()
    await page.getByText(/^Goals 0$/).waitFor()
    await page.getByText(new RegExp(`^Guessed ${guessed}$`)).waitFor()
    await row.click()
    await pane(page)
      .getByText(isGoal(tom) ? 'perhaps reached' : 'perhaps not reached')
      .waitFor()
    await pane(page).getByText('Guessed by the built-in rules. No model with credentials has judged it.').waitFor()
    await page.getByRole('link', { name: 'Today' }).click()
    const tile = page.locator('dt', { hasText: 'Goal reached' }).locator('xpath=following-sibling::dd')
    await expect.poll(() => tile.innerText()).toMatch(new RegExp(`^–\\s*${guessed} guessed`))
  })

  it('every filter is in the address, survives a reload, and can be removed', async () => {
    const { page, link, campaign, single } = await aMorning()
    await page.goto(`${link()}#/calls`)
    const choose = async (chip: string, option: string) => {
      await page.getByRole('button', { name: chip, exact: true }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    const total = (n: number) => page.getByText(`${n} ${n === 1 ? 'call' : 'calls'}`, { exact: true }).waitFor()
    await total(7)
    await choose('Campaign', 'Spring offer')
    await total(6)
    await choose('Direction', 'Outbound')
    await choose('State', 'Busy')
    await total(1)
    await page.getByRole('cell', { name: 'Colin Mercer', exact: true }).waitFor()
    expect(page.url()).toMatch(new RegExp(`campaign=${campaign}`))
    expect(page.url()).toMatch(/type=outbound&status=busy/)
    await page.reload()
    await total(1)
    await page.getByRole('button', { name: 'Remove the filter State' }).click()
    await page.getByRole('button', { name: 'Remove the filter Campaign' }).click()
    await choose('Assistant', 'Otto')
    await total(1)
    await page.getByRole('button', { name: 'Remove the filter Assistant' }).click()
    await page.getByRole('textbox', { name: 'Search calls' }).fill(single.phone_number.slice(6))
    await total(1)
    expect(page.url()).toContain('search=')
    await page.getByRole('button', { name: 'Date', exact: true }).click()
    await page.getByRole('button', { name: 'Yesterday', exact: true }).click()
    await page.getByText('No call fits these filters').waitFor()
    await page.getByRole('button', { name: 'Remove the filter Date' }).click()
    await total(1)
  })

  it('the keyboard walks the list, opens a call, goes to the next, and returns', async () => {
    const { page, link } = await aMorning()
    await page.goto(`${link()}#/calls`)
    const rows = page.getByRole('table', { name: 'Calls' }).locator('tbody').getByRole('row')
    await rows.first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const second = await rows.nth(1).getByRole('cell').nth(2).innerText()
    await pane(page).getByRole('heading', { name: second }).waitFor()
    expect(page.url()).toContain('open=')
    await pane(page).getByRole('button', { name: 'Older call' }).press('Enter')
    const third = await rows.nth(2).getByRole('cell').nth(2).innerText()
    await pane(page).getByRole('heading', { name: third }).waitFor()
    await page.keyboard.press('ArrowUp')
    await pane(page).getByRole('heading', { name: second }).waitFor()
    await page.keyboard.press('ArrowDown')
    await pane(page).getByRole('heading', { name: third }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => pane(page).count()).toBe(0)
    await hasFocus(rows.nth(2))
  })

  it('a call shows its transcript in time with its recording', async () => {
    const { world, page, link, advance } = await open()
    const hook = await receiver()
    const { id, phone_number } = await call(world, {
      variables: { name: 'Priya Raman' },
      assistant: {
        name: 'Nora',
        ...withWebhook(hook.url),
        post_call_schema: [{ name: 'slot', type: 'string', description: 'Which slot they chose' }],
      },
    })
    withLatency(world)
    await advance(0)
    await page.goto(`${link()}#/calls/${id}`)
    await page.getByRole('heading', { name: 'Priya Raman' }).waitFor()
    await track(page).waitFor()
    await about(page).getByText('Not on the do-not-call list, checked at the dial').waitFor()
    await about(page)
      .getByText(/^median/)
      .waitFor()
    // The first line is at the first sound of the recording, and all times count from there.
    expect(await lineAt(page, 0)).toBeLessThan(3)
    const last = await lineAt(
      page,
      (await page.getByRole('list', { name: 'Transcript' }).getByRole('button').count()) - 1,
    )
    const { duration } = (await world.get(`/user/calls/${id}`)).body
    expect(last).toBeLessThan(duration)
    await page
      .getByRole('button', { name: /^Go to/ })
      .nth(3)
      .press('Enter')
    await expect.poll(() => page.locator('li[aria-current]').count()).toBe(1)
    await shot(page, 'call-page')
    expect(await barriers(page)).toEqual([])
    await page.setViewportSize({ width: 960, height: 700 })
    await shot(page, 'call-page-960')
    expect(await fitsItsWidth(page)).toBe(true)
    expect(phone_number).toMatch(/^\+1/)
  })

  it('a recording is played, and its lines and waveform seek in it', async () => {
    const { world, page, link, advance } = await open()
    const hook = await receiver()
    const { id } = await call(world, { assistant: withWebhook(hook.url) })
    hook.mend()
    await page.goto(`${link()}#/calls/${id}`)
    const lines = page.getByRole('list', { name: 'Transcript' }).getByRole('listitem')
    await lines.nth(3).click()
    await expect.poll(() => heardAt(page)).toBeGreaterThan((await lineAt(page, 3)) - 0.01)
    expect(await heardAt(page)).toBeLessThan((await lineAt(page, 3)) + 1)
    await expect.poll(() => lines.nth(3).getAttribute('aria-current')).toBe('true')
    await lines.nth(1).getByRole('button').press('Enter')
    await expect.poll(() => heardAt(page)).toBeLessThan((await lineAt(page, 1)) + 1)

    await expect.poll(() => track(page).getAttribute('aria-valuemax')).not.toBe('0')
    const length = Number(await track(page).getAttribute('aria-valuemax'))
    const { width } = (await track(page).boundingBox())!
    await track(page).click({ position: { x: width / 2, y: 20 } })
    await expect.poll(() => heardAt(page)).toBeGreaterThan(length / 2 - 1)
    const middle = await heardAt(page)
    await track(page).press('ArrowRight')
    await expect.poll(() => heardAt(page)).toBeCloseTo(middle + 5, 1)
    await track(page).press('ArrowLeft')
    await track(page).press('ArrowLeft')
    await expect.poll(() => heardAt(page)).toBeCloseTo(middle - 5, 1)

    await page.getByRole('button', { name: 'Play recording' }).press('Enter')
    await page.getByRole('button', { name: 'Pause recording' }).waitFor()
    await expect.poll(() => heardAt(page)).toBeGreaterThan(middle - 4.5)
    // The call is read again and has another link to the same recording, which keeps playing.
    await advance(MINUTE)
    await about(page).getByRole('button', { name: 'Send again' }).click()
    await about(page).getByText('Waiting').waitFor()
    await advance(SECOND)
    await about(page).getByText('Delivered').waitFor()
    await page.getByRole('button', { name: 'Pause recording' }).click()
    expect(await heardAt(page)).toBeGreaterThan(middle - 5)
  })

  it('a recording in MP3 is drawn, played and sought, and its sound stands at its moment', async () => {
    const { world, page, link } = await open()
    const { id } = await call(world)
    const legId = world.db.prepare('SELECT leg_id FROM calls').pluck().get() as string
    const ordered = join(world.dir, 'recordings', `${legId}.wav`)
    rmSync(ordered)
    const tape = await FileTape.open(ordered, () => {})
    // Forty seconds. The other side is heard from the 10th to the 11th, we from the 30th to the 31st.
    const voice = Int16Array.from({ length: 160 }, (_, i) => 10_000 * Math.sin((i * Math.PI) / 10))
    const isIn = (frame: number, second: number) => Math.floor(frame / 50) === second
    for (let frame = 0; frame < 2000; frame++)
      tape.push(isIn(frame, 10) ? voice : new Int16Array(160), isIn(frame, 30) ? voice : new Int16Array(160))
    await tape.close()
    await mendRecording(ordered)
    progress.recorded(world.service.context, legId, null)

    await page.goto(`${link()}#/calls/${id}`)
    await expect.poll(() => track(page).getAttribute('aria-valuemax')).toBe('40')
    const { width } = (await track(page).boundingBox())!
    await track(page).click({ position: { x: width * 0.75, y: 20 } })
    await expect.poll(() => heardAt(page)).toBeGreaterThan(29)
    await page.getByRole('button', { name: 'Play recording' }).press('Enter')
    await expect.poll(() => heardAt(page)).toBeGreaterThan(30.2)
    await page.getByRole('button', { name: 'Pause recording' }).click()
    const begins = await page.locator('audio').evaluate(async (audio: HTMLAudioElement) => {
      const bytes = await (await fetch(audio.src)).arrayBuffer()
      const sound = await new OfflineAudioContext(2, 1, 8000).decodeAudioData(bytes)
      return [0, 1].map(side => sound.getChannelData(side).findIndex(sample => Math.abs(sample) > 0.1) / 8000)
    })
    expect(begins[0]).toBeCloseTo(10, 1)
    expect(begins[1]).toBeCloseTo(30, 1)
    await shot(page, 'call-page-mp3')
  })

  it.each(doors)('an open call shows its words and its time as it happens, and can be hung up, over %s', async door => {
    const { world, page, link, advance } = await open({ door })
    const { id } = await call(world, { ending: '07', run: 10 * SECOND, variables: { name: 'Ruth Abiola' } })
    await advance(0)
    await page.goto(`${link()}#/calls/${id}`)
    const lines = page.getByRole('list', { name: 'Transcript' }).getByRole('listitem')
    await lines.first().waitFor()
    const before = await lines.count()
    await advance(30 * SECOND)
    await expect.poll(() => lines.count()).toBeGreaterThan(before)
    await page.getByText(/· 0:3\d ·/).waitFor()
    await shot(page, 'call-live')
    await page.getByRole('button', { name: 'Hang up' }).press('Enter')
    await page.getByText('They are cut off at once.').waitFor()
    expect((await world.get(`/user/calls/${id}`)).body.status).toBe('in-progress')
    await enter(page.getByRole('button', { name: 'Hang up now' }))
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await advance(MINUTE)
    await page.getByText('You hung up').waitFor()
    expect((await world.get(`/user/calls/${id}`)).body).toMatchObject({ end_reason: 'operator' })
    await track(page).waitFor()
  })

  it('a dead webhook is read and sent again', async () => {
    const { world, page, link, advance } = await open()
    const hook = await receiver()
    const { id } = await call(world, { assistant: withWebhook(hook.url) })
    await page.goto(`${link()}#/calls/${id}`)
    const webhook = about(page).getByRole('region', { name: 'Webhook' })
    await webhook.getByText('Gave up').waitFor()
    await webhook.getByText(/^410 in/).waitFor()
    await webhook.getByRole('button', { name: 'What was sent and answered' }).press('Enter')
    await page.getByRole('dialog').getByText('customer_phone').waitFor()
    expect(await barriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    hook.mend()
    await webhook.getByRole('button', { name: 'Send again' }).press('Enter')
    await webhook.getByText('Waiting').waitFor()
    await advance(SECOND)
    await webhook.getByText('Delivered').waitFor()
    await webhook.getByText(/^200 in/).waitFor()
    expect(hook.received).toHaveLength(2)
    await webhook.getByRole('button', { name: 'What was sent and answered' }).click()
    await page.getByRole('dialog').getByText('"crm": 42').waitFor()
  })

  it('the list of assistants has more than a hundred, also to call with', async () => {
    const { world, page, link } = await open()
    const oldest = await given.assistant(world, { name: 'Oldest of all' })
    for (let i = 0; i < 100; i++) await given.assistant(world, { name: `Assistant ${i}` })
    const { id } = await call(world)
    world.db.prepare('UPDATE calls SET assistant_id = ? WHERE id = ?').run(oldest, id)
    await page.goto(`${link()}#/calls`)
    await page.getByRole('button', { name: 'Assistant', exact: true }).click()
    await page.getByRole('option', { name: 'Oldest of all' }).waitFor()
    await page.goto(`${page.url().split('#')[0]}#/calls/${id}`)
    await page.getByRole('button', { name: 'Call again' }).click()
    const chosen = page.getByRole('dialog').getByRole('combobox', { name: 'Assistant' })
    await expect.poll(() => chosen.inputValue()).toBe('Oldest of all')
  })

  it('a dialog has one ground from its head to its foot, in the dark too', async () => {
    const { world, page, link } = await open({ scheme: 'dark' })
    const { id } = await call(world)
    await page.goto(`${link()}#/calls/${id}`)
    await page.getByRole('button', { name: 'Call again' }).click()
    const ground = (part: string) =>
      page.locator(`.mantine-Modal-${part}`).evaluate(element => getComputedStyle(element).backgroundColor)
    await page.getByRole('dialog').waitFor()
    expect(await ground('header')).toBe(await ground('content'))
  })

  it('a call leads to the one before and after within the filters, and back to the list', async () => {
    const { page, link } = await aMorning()
    await page.goto(`${link()}#/calls?status=completed`)
    const rows = page.getByRole('table', { name: 'Calls' }).locator('tbody').getByRole('row')
    await rows.first().waitFor()
    const names = await Promise.all((await rows.all()).map(row => row.getByRole('cell').nth(2).innerText()))
    await rows.first().hover()
    await rows.first().getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: names[0]! }).waitFor()
    await page.getByRole('link', { name: 'Older call' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: names[1]! }).waitFor()
    expect(page.url()).toContain('status=completed')
    await page.getByRole('link', { name: 'Newer call' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: names[0]! }).waitFor()
    await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'Calls' }).click()
    await rows.first().waitFor()
    expect(page.url()).toContain('#/calls?status=completed')
  })

  it('the number, the transcript and the id are copied, and the number is called again', async () => {
    const { world, page, link, advance } = await open()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    const { id, phone_number } = await call(world, { assistant: { name: 'Nora' } })
    await advance(0)
    await page.goto(`${link()}#/calls/${id}`)
    await page.getByRole('button', { name: 'More' }).press('Enter')
    await enter(page.getByRole('menuitem', { name: 'Copy number' }))
    await page.getByRole('menuitem', { name: 'Copied' }).waitFor()
    expect(await copied()).toBe(phone_number)
    await page.getByRole('menuitem', { name: 'Copy transcript' }).click()
    await expect.poll(copied).toMatch(/^They: Hello\?\nNora: /)
    await page.getByRole('menuitem', { name: `Copy call id ${id}` }).click()
    await expect.poll(copied).toBe(String(id))
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Call again' }).press('Enter')
    await enter(page.getByRole('dialog').getByRole('button', { name: 'Call now' }))
    await page.getByText('Starting').first().waitFor()
    await expect
      .poll(async () => (await world.get('/user/calls')).body.data[0])
      .toMatchObject({ client_phone_number: phone_number })
    expect(page.url()).not.toContain(`/calls/${id}`)
  })

  it.each([
    ['Front desk', 'Front desk'],
    ['Nora, recall desk', 'Nora'],
    ['Anne-Marie – dental', 'Anne-Marie'],
  ])('the assistant “%s” speaks as %s', async (name, speaker) => {
    const { world, page, link, advance } = await open()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const { id } = await call(world, { assistant: { name } })
    await advance(0)
    await page.goto(`${link()}#/calls/${id}`)
    await page.getByRole('button', { name: 'More' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Copy transcript' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(`\n${speaker}: `)
  })

  it('an unknown call says that it does not exist', async () => {
    const { page, link, tolerateStatus } = await open()
    tolerateStatus(404)
    await page.goto(`${link()}#/calls/4242`)
    await page.getByText('This call cannot be shown').waitFor()
  })
})
