// Long work that the console leads: a change of all leads that fit a filter, and the import of a long file.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Desk } from './console-desk'
import type { Taken } from './console-probe'
import { LEADS } from './large-desk'
import { note } from './ratios'
import { printTable, tempFolder, whole } from './support'

const LONGEST_TASK = 50
/** For so long the page is watched while leads are changed, in milliseconds. */
const WATCHED = 15_000
const ROWS = 100_000

const all = LEADS.toLocaleString('en-GB')
const longest = (tasks: number[]) => Math.max(0, ...tasks)

/** Runs `act` and returns its time, with what the page was busy with. */
async function during(page: Page, act: () => Promise<unknown>): Promise<Taken & { ms: number }> {
  await page.evaluate(() => window.bench.begin())
  const since = performance.now()
  await act()
  const ms = performance.now() - since
  // A long task is told of after it has ended.
  await page.waitForTimeout(300)
  return { ms, ...(await page.evaluate(() => window.bench.taken())) }
}

const row = (name: string, { ms, tasks, frames }: Taken & { ms: number }, more = '') => [
  name,
  whole(ms),
  String(tasks.length),
  whole(longest(tasks)),
  String(frames.length),
  more,
]
const head = ['', 'ms', 'tasks over 50 ms', 'worst, ms', 'frames over 50 ms', '']

export async function measureChangeOfAll(desk: Desk, about: string) {
  const page = await desk.open('/leads')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.getByRole('table', { name: 'Leads' }).getByText('neighbour').first().waitFor()
  await page.waitForTimeout(1500)
  const newest = async () => (await desk.ask('GET', '/user/leads/changes'))[0]
  const steps = []
  const choosing = await during(page, async () => {
    await page.getByLabel('Select all on this page').click()
    await button(`Select all ${all}`).click()
    await page.getByText(`${all} selected`).first().waitFor()
  })
  steps.push(row('choose the page, then all', choosing))
  const begun = await during(page, async () => {
    await button('Try again').click()
    await button(`Try ${all} again`).click()
    await page.getByText(`${all} selected`).first().waitFor({ state: 'detached' })
  })
  steps.push(row('ask, and begin the change', begun))
  const answers: number[] = []
  let isDone = false
  const asking = (async () => {
    while (!isDone) {
      const since = performance.now()
      await desk.ask('GET', '/user/leads')
      answers.push(performance.now() - since)
      await sleep(50)
    }
  })()
  const changing = await during(page, () => sleep(WATCHED))
  isDone = true
  await asking
  const { done, total } = await newest()
  const slowest = `${whole(done)} of ${whole(total)} done; GET /user/leads took at most ${whole(longest(answers))} ms`
  steps.push(row(`look at it for ${WATCHED / 1000} s`, changing, slowest))
  const left = await during(page, async () => {
    await page.locator('nav a[href="#/campaigns"]').click()
    await page.getByRole('table', { name: 'Campaigns' }).getByText('Summer party').first().waitFor()
  })
  steps.push(row('go to Campaigns meanwhile', left))
  const end = await during(page, async () => {
    for (const until = Date.now() + 300_000; Date.now() < until; await sleep(500)) {
      if ((await newest()).status === 'done') return
    }
  })
  steps.push(row('until it is done', end))
  await page.context().close()
  console.log(`  All ${all} leads tried again:\n`)
  printTable([head, ...steps])
  console.log()
  const worst = longest([choosing, begun, changing, left, end].flatMap(({ tasks }) => tasks))
  note(`${about}: longest task while all leads are changed, of ${LONGEST_TASK} ms`, worst / LONGEST_TASK, 'less', 1)
}

export async function measureImport(desk: Desk, about: string) {
  const campaign = await desk.quietCampaign('Long list', 1, 'First')
  const page = await desk.open(`/leads/import?campaign=${campaign}`)
  await page.getByText('Drop a list here').waitFor()
  await page.waitForTimeout(1500)
  const numbers = Array.from({ length: ROWS }, (_, i) => `+1202${2_000_000 + i},Person ${i},${i},Street ${i % 900}`)
  // Of the last ones some have no number, and some come twice.
  for (let i = 0; i < 2000; i++) numbers[ROWS - 1 - i] = i % 2 === 0 ? `see notes,Nobody ${i},,` : numbers[i]!
  // From a file: contents would be decoded by a script in the page.
  const file = join(tempFolder(), 'long.csv')
  writeFileSync(file, ['Phone,Name,No,Street', ...numbers].join('\n'))
  const button = (name: RegExp) => page.getByRole('button', { name })
  const left = ROWS - 2000
  const steps: [string, Taken & { ms: number }][] = []
  const step = async (name: string, act: () => Promise<unknown>) => steps.push([name, await during(page, act)])
  await step('read the file, draw its columns', async () => {
    await page.locator('input[type=file]').setInputFiles(file)
    await button(/^Check 100,000 rows$/).waitFor()
    await page.getByRole('table', { name: 'Preview' }).getByText('Person 0').waitFor()
  })
  await step('choose what a column becomes', async () => {
    await page.getByLabel('Street becomes').first().click()
    await page.getByRole('option', { name: 'Another number' }).click()
    await page.waitForTimeout(500)
    await page.getByLabel('Street becomes').first().click()
    await page.getByRole('option', { name: 'Do not import' }).click()
    await page.waitForTimeout(500)
  })
  await step('check all rows', async () => {
    await button(/^Check 100,000 rows$/).click()
    await button(new RegExp(`^Import ${left.toLocaleString('en-GB')} leads$`)).waitFor({ timeout: 240_000 })
  })
  await step('scroll its problems', async () => {
    await page.getByRole('table', { name: 'Problems' }).hover()
    for (let i = 0; i < 40; i++) {
      await page.mouse.wheel(0, 600)
      await page.waitForTimeout(30)
    }
  })
  await step('import them', async () => {
    await button(/^Import .* leads$/).click()
    await button(/^Import another file$/).waitFor({ timeout: 400_000 })
  })
  await page.context().close()
  console.log(`  The import of a CSV file of ${whole(ROWS)} rows:\n`)
  printTable([head, ...steps.map(([name, taken]) => row(name, taken))])
  console.log()
  for (const [name, { tasks }] of steps)
    note(`${about}: import, ${name}, longest task of ${LONGEST_TASK} ms`, longest(tasks) / LONGEST_TASK, 'less', 1)
}
