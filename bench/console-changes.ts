// How soon a page of the console shows what its own user has changed, against the same request alone from the same page.
import type { Page } from 'playwright-core'
import type { Desk } from './console-desk'
import { dialing, fetchInPage, type Sign } from './console-probe'
import { note } from './ratios'
import { median, printTable, whole } from './support'

const ROUNDS = 7
/** In milliseconds. */
const AIM = 100
/** How long a change may take before it is given up, in milliseconds. */
const LIMIT = 15_000

interface Change {
  shown: number[]
  alone: number[]
}

export async function measureChanges(desk: Desk) {
  const leads = await desk.quietCampaign('Autumn list', 3, 'Early bird')
  const done = await desk.quietCampaign('Winter list', 2 * ROUNDS, 'Winter guest')
  const other = await desk.quietCampaign('Spring list', 5, 'Spring guest')
  await desk.runCampaign()
  const changes: Record<string, Change> = {
    'add a lead: its row': await addLeads(desk, leads),
    'set a lead to done: its state': await setDone(desk, done),
    ...(await startAndStop(desk, other)),
    'pause dialing: the word in the header': await pause(desk),
  }
  console.log(`  From the click, or Enter, to the frame that shows one's own change, median of ${ROUNDS}:\n`)
  printTable([
    ['', 'ms', 'fastest', 'slowest', 'the request alone, ms', 'of it'],
    ...Object.entries(changes).map(([name, { shown, alone }]) => [
      name,
      whole(median(shown)),
      whole(Math.min(...shown)),
      whole(Math.max(...shown)),
      median(alone).toFixed(1),
      `${(median(shown) / median(alone)).toFixed(1)} x`,
    ]),
  ])
  console.log()
  for (const [name, { shown, alone }] of Object.entries(changes)) {
    note(`console: ${name}, of the request alone`, median(shown) / median(alone), 'less')
    note(`console: ${name}, of ${AIM} ms`, median(shown) / AIM, 'less', 1)
  }
}

async function seen(page: Page, event: 'click' | 'keydown', sign: Sign, press: () => Promise<void>): Promise<number> {
  await page.evaluate(given => window.bench.arm(given.event, given.sign, given.limit), { event, sign, limit: LIMIT })
  await press()
  return (await page.evaluate(() => window.bench.armed!)).ms ?? LIMIT
}

const alone = (page: Page, { key }: Desk, method: string, path: string, body?: object) =>
  page.evaluate(fetchInPage, { method, path, body, key })

/** A row of the table of leads. */
const rowOf = (says: string): Sign => ({
  selector: '[aria-label="Leads"] tr, [aria-label="Leads"] [role="row"]',
  says,
})
const numberOf = (i: number) => `+1646555${String(i).padStart(2, '0')}24`

async function addLeads(desk: Desk, campaign: number): Promise<Change> {
  const page = await desk.open(`/campaigns/${campaign}?add=lead`)
  const pane = page.getByRole('complementary', { name: 'Add a lead' })
  const number = pane.getByLabel('Number', { exact: true })
  const table = page.getByRole('table', { name: 'Leads' })
  await table.getByRole('row', { name: /Early bird 1/ }).waitFor()
  await table.scrollIntoViewIfNeeded()
  const taken: Change = { shown: [], alone: [] }
  for (let i = 0; i < ROUNDS; i++) {
    const name = `Late bird ${i + 1}.`
    await pane.getByLabel('Name').fill(name)
    await number.fill(numberOf(i))
    taken.shown.push(await seen(page, 'keydown', rowOf(name.replace('.', '\\.')), () => number.press('Enter')))
    await page.waitForFunction(input => (input as HTMLInputElement).value === '', await number.elementHandle())
    const lead = { campaign_id: campaign, phone_number: numberOf(50 + i), variables: { name: 'Nobody' } }
    taken.alone.push(await alone(page, desk, 'POST', '/user/lead', lead))
  }
  await page.context().close()
  return taken
}

async function setDone(desk: Desk, campaign: number): Promise<Change> {
  const page = await desk.open(`/campaigns/${campaign}`)
  const table = page.getByRole('table', { name: 'Leads' })
  const { data } = await desk.ask('GET', `/user/leads?campaign_id=${campaign}&per_page=100`)
  const ids = new Map((data as { id: number; variables: { name: string } }[]).map(one => [one.variables.name, one.id]))
  const taken: Change = { shown: [], alone: [] }
  for (let i = 0; i < ROUNDS; i++) {
    // Newest first: the last leads are at the top.
    const name = `Winter guest ${2 * ROUNDS - i}`
    const row = table.getByRole('row', { name: new RegExp(`${name}\\b`) })
    await row.hover()
    await page.getByRole('button', { name: `More: ${name}`, exact: true }).click()
    const item = page.getByRole('menuitem', { name: 'Set to done' })
    await item.waitFor()
    taken.shown.push(await seen(page, 'click', rowOf(`${name}\\D.*Done`), () => item.click()))
    await item.waitFor({ state: 'detached' })
    const other = ids.get(`Winter guest ${i + 1}`)
    taken.alone.push(await alone(page, desk, 'PUT', `/user/leads/${other}`, { status: 'completed' }))
  }
  await page.context().close()
  return taken
}

/** The word beside the title, outside of tables and buttons. */
const badge = (words: string): Sign => ({
  selector: 'main :not(table *, aside *, button, button *)',
  says: `^\\s*(${words})\\s*$`,
})

async function startAndStop(desk: Desk, campaign: number): Promise<Record<string, Change>> {
  const page = await desk.open(`/campaigns/${campaign}`)
  const main = page.getByRole('main')
  const press = (name: string) => main.getByRole('button', { name, exact: true }).click()
  const [start, stop]: [Change, Change] = [
    { shown: [], alone: [] },
    { shown: [], alone: [] },
  ]
  const change = (action: string) =>
    alone(page, desk, 'POST', '/user/campaigns/update-status', { campaign_id: campaign, action })
  for (let i = 0; i < ROUNDS; i++) {
    start.shown.push(await seen(page, 'click', badge('Running|Waiting'), () => press('Start')))
    await main.getByRole('button', { name: 'Stop', exact: true }).waitFor()
    await page.waitForTimeout(500)
    stop.shown.push(await seen(page, 'click', badge('Stopped'), () => press('Stop')))
    await main.getByRole('button', { name: 'Start', exact: true }).waitFor()
    start.alone.push(await change('start'))
    await main.getByRole('button', { name: 'Stop', exact: true }).waitFor()
    stop.alone.push(await change('stop'))
    await main.getByRole('button', { name: 'Start', exact: true }).waitFor()
    await page.waitForTimeout(500)
  }
  await page.context().close()
  return { 'start a campaign: its badge': start, 'stop a campaign: its badge': stop }
}

async function pause(desk: Desk): Promise<Change> {
  const page = await desk.open('/today')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const taken: Change = { shown: [], alone: [] }
  for (let i = 0; i < ROUNDS; i++) {
    await button('Pause').waitFor()
    await page.waitForTimeout(500)
    taken.shown.push(await seen(page, 'click', dialing('paused'), () => button('Pause').click()))
    await button('Resume').click()
    await button('Pause').waitFor()
    taken.alone.push(await alone(page, desk, 'POST', '/user/dialing/pause'))
    await button('Resume').click()
  }
  await page.context().close()
  return taken
}
