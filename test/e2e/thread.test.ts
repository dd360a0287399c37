import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { barriers, hasFocus, inBrowser, open, shot } from '../support/browser'
import { buildKit } from '../support/kit'

let consoleDir: string

async function thread() {
  const { page, link } = await open({ consoleDir })
  await page.goto(`${link()}#/kit`)
  await log(page).waitFor()
  return page
}
const log = (page: Page) => page.getByRole('log', { name: 'Talk to Nora' })
const field = (page: Page) => page.getByRole('textbox', { name: 'Say something to Nora' })
const lines = (page: Page) => log(page).getByRole('listitem')
/** How far the end of the thread is below what is seen, in pixels. */
const below = (page: Page) => log(page).evaluate(box => Math.round(box.scrollHeight - box.clientHeight - box.scrollTop))

inBrowser('a thread', () => {
  beforeAll(async () => {
    consoleDir = await buildKit()
  })

  it('shows who said what and what was done between, without a barrier', async () => {
    const page = await thread()
    expect(await lines(page).allTextContents()).toEqual([
      'Nora: Good morning, this is Nora, the automated assistant of Harbour Dental. Am I speaking with Priya?0.61 s',
      'Priya: Yes. Can I come on Saturday?',
      expect.stringContaining('3 slots'),
      expect.stringMatching(/^Nora: We are closed/),
      'Priya: What does the X-ray cost?',
      expect.stringContaining('2 passages'),
      'You changed the prompt here',
      expect.stringContaining('0.78 s'),
    ])
    expect(await log(page).getAttribute('aria-live')).toBe('polite')
    await page.getByText('Find slots').click()
    await page.getByText('Thu 10:00').waitFor()
    await shot(page, 'thread')
    expect(await barriers(page)).toEqual([])
  })

  it('Enter sends, Shift and Enter begin a line, and what is refused stands in the field again', async () => {
    const page = await thread()
    await field(page).fill('First')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('second')
    await page.keyboard.press('Enter')
    await expect.poll(() => lines(page).last().textContent()).toBe('Priya: First\nsecond')
    expect(await field(page).inputValue()).toBe('')
    await hasFocus(field(page))
    await page.keyboard.type('refuse\n')
    await expect.poll(() => field(page).inputValue()).toBe('refuse')
    await field(page).fill('x'.repeat(302))
    await page.getByRole('alert').getByText('2 characters too long').waitFor()
    expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
  })

  it('stays at its newest line, and keeps its place while older ones are read', async () => {
    const page = await thread()
    await page.getByRole('button', { name: 'A thousand lines' }).click()
    await expect.poll(() => lines(page).count()).toBe(1000)
    await expect.poll(() => below(page)).toBe(0)
    await page.getByRole('button', { name: 'Answer' }).click()
    await expect.poll(() => lines(page).count()).toBe(1001)
    await expect.poll(() => below(page)).toBe(0)
    await log(page).evaluate(box => {
      box.scrollTop = 2000
    })
    await expect.poll(() => below(page)).toBeGreaterThan(1000)
    await page.getByRole('button', { name: 'Answer' }).click()
    const unseen = page.getByRole('button', { name: '1 new line' })
    await unseen.waitFor()
    expect(await log(page).evaluate(box => box.scrollTop)).toBe(2000)
    await unseen.click()
    await expect.poll(() => below(page)).toBe(0)
    await unseen.waitFor({ state: 'detached' })
    // The field grows with what is written, and the newest line is still seen.
    await field(page).fill('One\ntwo\nthree\nfour')
    await expect.poll(() => below(page)).toBe(0)
  })
})
