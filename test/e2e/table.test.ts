import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { barriers, hasFocus, inBrowser, open, shot } from '../support/browser'
import { buildKit } from '../support/kit'

let consoleDir: string

/** The page with every part in every state. */
async function kit() {
  const opened = await open({ consoleDir })
  await opened.page.goto(`${opened.link()}#/kit`)
  await tableOf(opened.page, 'A hundred thousand').waitFor()
  return opened.page
}

const tableOf = (page: Page, name: string) => page.getByRole('table', { name, exact: true })
const rowsOf = (page: Page, name: string) => tableOf(page, name).locator('tbody').getByRole('row')
const person = (page: Page, name: string, table = 'A hundred thousand') =>
  tableOf(page, table)
    .locator('tbody tr')
    .filter({ has: page.getByText(name, { exact: true }) })
const chosen = (page: Page) => page.getByRole('region', { name: 'Selected rows' }).locator('b')
const tooltip = (page: Page) => page.getByRole('tooltip')
/** The height of everything in the element that scrolls around a table. */
const scrollHeight = (table: Locator) => table.evaluate(one => one.closest('section')!.scrollHeight)

inBrowser('tables', () => {
  beforeAll(async () => {
    consoleDir = await buildKit()
  })

  it('the kit shows every part and has no barrier', async () => {
    const page = await kit()
    await rowsOf(page, 'Sample with a selection').nth(1).focus()
    await page.keyboard.press('Space')
    await chosen(page).waitFor()
    await shot(page, 'kit')
    await tableOf(page, 'A hundred thousand').scrollIntoViewIfNeeded()
    expect(await barriers(page)).toEqual([])
  })

  it('of a hundred thousand rows only those that are seen are in the page, and each knows its place', async () => {
    const page = await kit()
    const table = tableOf(page, 'A hundred thousand')
    expect(await table.getAttribute('aria-rowcount')).toBe('100002')
    const height = await scrollHeight(table)
    expect(height).toBeGreaterThan(100_000 * 33)
    expect(await table.locator('tbody tr').count()).toBeLessThan(60)
    const second = person(page, 'Person 2')
    expect(await second.getAttribute('aria-rowindex')).toBe('3')
    await table.evaluate(one => {
      one.closest('section')!.scrollTop = 50_000 * 33
    })
    const middle = person(page, 'Person 50,003')
    await middle.waitFor()
    expect(await middle.getAttribute('aria-rowindex')).toBe('50004')
    // It stands where the row has always been.
    const place = (row: Locator) =>
      row.evaluate(one => one.getBoundingClientRect().top - one.closest('section')!.getBoundingClientRect().top)
    expect(await place(middle)).toBeCloseTo(30 + 2 * 33, 0)
    expect(await place(table.locator('thead th').first())).toBeCloseTo(0, 0)
    expect(await scrollHeight(table)).toBe(height)
    expect(await table.locator('tbody tr').count()).toBeLessThan(60)
  })

  it('the keys go through all rows, and Tab comes back to the row that had the focus', async () => {
    const page = await kit()
    await person(page, 'Person 1').focus()
    await page.keyboard.press('ArrowDown')
    await hasFocus(person(page, 'Person 2'))
    await page.keyboard.press('End')
    await hasFocus(person(page, 'Person 100,000'))
    await page.keyboard.press('ArrowDown')
    await hasFocus(person(page, 'Person 100,000'))
    await page.keyboard.press('PageUp')
    await expect.poll(() => page.evaluate(() => document.activeElement!.textContent)).toMatch(/Person 99,99\d/)
    await page.keyboard.press('Home')
    await hasFocus(person(page, 'Person 1'))
    await page.keyboard.press('PageDown')
    const focused = page.locator('tr:focus')
    const name = await focused.getByText(/^Person/).innerText()
    expect(name).toMatch(/Person (7|8|9)$/)
    // It is seen below the head and above the foot.
    const isSeen = await focused.evaluate(row => {
      const { top, bottom } = row.getBoundingClientRect()
      const table = row.closest('table')!
      const [head, foot] = [table.tHead!.rows[0]!.cells[0]!, table.tFoot!.rows[0]!.cells[0]!]
      return top >= head.getBoundingClientRect().bottom - 1 && bottom <= foot.getBoundingClientRect().top + 1
    })
    expect(isSeen).toBe(true)
    // The row is kept while others are looked at.
    await tableOf(page, 'A hundred thousand').evaluate(one => {
      one.closest('section')!.scrollTop = 70_000 * 33
    })
    await person(page, 'Person 70,003').waitFor()
    await hasFocus(person(page, name))
    await page.keyboard.press('ArrowDown')
    await expect
      .poll(() =>
        page
          .locator('tr:focus')
          .getByText(/^Person/)
          .innerText(),
      )
      .not.toBe(name)
    expect(
      await page
        .locator('tr:focus')
        .getByText(/^Person/)
        .innerText(),
    ).toMatch(/Person (8|9|10)$/)
  })

  it('a row keeps the focus when rows come above it, and the next one has it when the row goes', async () => {
    const page = await kit()
    const press = (name: string) =>
      page.getByRole('button', { name }).evaluate((button: HTMLButtonElement) => button.click())
    await person(page, 'Person 1').focus()
    await press('Add one on top')
    await press('Add one on top')
    await expect.poll(() => person(page, 'Person 1').getAttribute('aria-rowindex')).toBe('4')
    await hasFocus(person(page, 'Person 1'))
    for (let i = 0; i < 3; i++) await press('Remove the first')
    await hasFocus(person(page, 'Person 2'))
  })

  it('rows that are loaded as they are looked at are grey until then, and can have the focus', async () => {
    const page = await kit()
    const table = tableOf(page, 'A hundred thousand, loaded')
    await person(page, 'Person 1', 'A hundred thousand, loaded').focus()
    // The rows come after a moment, which may be over before they are looked for.
    await table.evaluate(element => {
      const look = () =>
        element.toggleAttribute('data-was-grey', element.textContent.includes('Loading')) && seen.disconnect()
      const seen = new MutationObserver(look)
      seen.observe(element, { childList: true, subtree: true })
    })
    await page.keyboard.press('End')
    await expect.poll(() => table.getAttribute('data-was-grey')).toBe('')
    await hasFocus(person(page, 'Person 100,000', 'A hundred thousand, loaded'))
    await page.keyboard.press('ArrowUp')
    await hasFocus(person(page, 'Person 99,999', 'A hundred thousand, loaded'))
    // Only what was looked at was asked for.
    await page.getByText(/^[2-4] pages loaded$/).waitFor()
  })

  it('rows are chosen by keys: one, a stretch, all of a page, all that fit, none', async () => {
    const page = await kit()
    const rows = rowsOf(page, 'Sample with a selection')
    const boxes = () => rows.getByRole('checkbox').evaluateAll(all => all.map(box => (box as HTMLInputElement).checked))
    await rows.nth(1).focus()
    await page.keyboard.press('Space')
    await expect.poll(boxes).toEqual([false, true, false])
    await expect.poll(() => chosen(page).innerText()).toBe('1 selected')
    await page.keyboard.press('Shift+ArrowDown')
    await expect.poll(boxes).toEqual([false, true, true])
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('Shift+ArrowUp')
    await expect.poll(boxes).toEqual([true, true, false])
    await hasFocus(rows.first())
    // An update of the row keeps it chosen.
    await page.getByRole('button', { name: 'Change the first' }).click()
    await rows.first().getByText('Aisha Begum.').waitFor()
    await expect.poll(boxes).toEqual([true, true, false])
    const all = tableOf(page, 'Sample with a selection').getByRole('checkbox', { name: 'Select all on this page' })
    expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
    await all.press('Space')
    await expect.poll(() => chosen(page).innerText()).toBe('3 selected')
    await page.getByRole('button', { name: 'Select all 1,615' }).press('Enter')
    await expect.poll(() => chosen(page).innerText()).toBe('1,615 selected')
    await rows.nth(2).focus()
    await page.keyboard.press('Space')
    await expect.poll(() => chosen(page).innerText()).toBe('1,614 selected')
    await expect.poll(boxes).toEqual([true, true, false])
    await page.keyboard.press('Escape')
    await expect.poll(boxes).toEqual([false, false, false])
    expect(await chosen(page).count()).toBe(0)
    await hasFocus(rows.nth(2))
  })

  it('Shift and a click choose a stretch, also over rows that are not in the page', async () => {
    const page = await kit()
    await person(page, 'Person 3').getByRole('checkbox').click()
    await tableOf(page, 'A hundred thousand').evaluate(one => {
      one.closest('section')!.scrollTop = 500 * 33
    })
    await person(page, 'Person 506').click({ modifiers: ['Shift'] })
    await expect.poll(() => chosen(page).innerText()).toBe('504 selected')
    await tableOf(page, 'A hundred thousand').getByText('504 chosen').waitFor()
    expect(await page.evaluate(() => getSelection()!.toString())).toBe('')
  })

  it('Shift chooses a stretch over rows that were never loaded', async () => {
    const page = await kit()
    const label = 'A hundred thousand, loaded'
    await person(page, 'Person 3', label).getByRole('checkbox').click()
    await tableOf(page, label).evaluate(one => {
      one.closest('section')!.scrollTop = 5000 * 33
    })
    await person(page, 'Person 5,006', label).click({ modifiers: ['Shift'] })
    await expect.poll(() => chosen(page).innerText()).toBe('5,004 selected')
  })

  it('a chosen row that is removed is no longer chosen or counted', async () => {
    const page = await kit()
    await person(page, 'Person 1').getByRole('checkbox').click()
    await person(page, 'Person 2').getByRole('checkbox').click()
    await expect.poll(() => chosen(page).innerText()).toBe('2 selected')
    await page.getByRole('button', { name: 'Remove the first' }).click()
    await expect.poll(() => chosen(page).innerText()).toBe('1 selected')
  })

  it('a change of one row renders no other row', async () => {
    const page = await kit()
    const rows = rowsOf(page, 'Sample that counts')
    const times = () => rows.getByRole('cell').nth(2).or(rows.getByRole('cell')).allInnerTexts()
    const before = await times()
    await page.getByRole('button', { name: 'Change row 2' }).click()
    await rows.nth(1).getByRole('cell').nth(1).getByText('1', { exact: true }).waitFor()
    const after = await times()
    expect(after.filter((text, i) => text !== before[i])).toEqual(['1', String(Number(before[5]) + 1)])
  })
})

inBrowser('tooltips', () => {
  beforeAll(async () => {
    consoleDir ??= await buildKit()
  })
  const element = (page: Page, name: string) =>
    page.getByRole('region', { name: 'Tooltips' }).getByRole('button', { name, exact: true })
  const away = (page: Page) => page.getByRole('heading', { name: 'Kit' }).hover()

  it('opens under the pointer and closes when it leaves, at Esc and at a scroll', async () => {
    const page = await kit()
    await element(page, 'A word of the API').hover()
    await expect.poll(() => tooltip(page).innerText()).toBe('reached-max-retries · Set when the calls are over')
    await away(page)
    await tooltip(page).waitFor({ state: 'detached' })
    await element(page, 'Rich').hover()
    await expect.poll(() => tooltip(page).innerText()).toBe('More than a text')
    await page.keyboard.press('Escape')
    await tooltip(page).waitFor({ state: 'detached' })
    await away(page)
    await element(page, 'Rich').hover()
    await tooltip(page).waitFor()
    await page.mouse.wheel(0, 40)
    await tooltip(page).waitFor({ state: 'detached' })
  })

  it('opens for the keyboard, says to a screen reader what the name does not, and follows a change', async () => {
    const page = await kit()
    const edit = element(page, 'Edit the sample')
    await edit.focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect.poll(() => tooltip(page).innerText()).toBe('Edit')
    const description = () =>
      edit.evaluate(one => {
        const id = one.getAttribute('aria-describedby')
        return id && document.getElementById(id)!.textContent
      })
    await expect.poll(description).toBe('Edit')
    await page.keyboard.press('Enter')
    await expect.poll(() => tooltip(page).innerText()).toBe('Saved')
    await page.keyboard.press('Tab')
    // Its text is the name already.
    await expect.poll(() => tooltip(page).innerText()).toBe('To the right')
    expect(await edit.getAttribute('aria-describedby')).toBe(null)
    expect(await element(page, 'To the right').getAttribute('aria-describedby')).toBe(null)
    const [box, target] = await Promise.all([tooltip(page).boundingBox(), element(page, 'To the right').boundingBox()])
    expect(box!.x).toBeGreaterThan(target!.x + target!.width)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await hasFocus(element(page, 'None'))
    await tooltip(page).waitFor({ state: 'detached' })
  })

  it('a cut text shows all of itself, and a text that is not cut shows nothing', async () => {
    const page = await kit()
    const texts = page.getByRole('region', { name: 'Tooltips' }).locator('.clip')
    await texts.first().hover()
    await expect.poll(() => tooltip(page).innerText()).toBe('It is cut, so it has a tooltip')
    await texts.last().hover()
    await tooltip(page).waitFor({ state: 'detached' })
    // With less room it is cut as well.
    await texts.last().evaluate((one: HTMLElement) => {
      one.style.width = '20px'
    })
    await away(page)
    await texts.last().hover()
    await expect.poll(() => tooltip(page).innerText()).toBe('It is not')
  })

  it('a column of a chart tells its numbers, and only the hour that is going on is marked', async () => {
    const page = await kit()
    const chart = page.getByRole('figure', { name: 'Outcomes by the hour' }).first()
    const marked = chart.locator('[data-now]')
    expect(await marked.count()).toBe(1)
    await marked.hover()
    await expect.poll(() => tooltip(page).innerText()).toMatch(/^11, so far · 105 calls/)
    await page.getByRole('figure', { name: 'Outcomes by the day' }).locator('[data-part=goal]').first().hover()
    await expect.poll(() => tooltip(page).innerText()).toMatch(/^26 Oct · \d+ calls/)
  })
})
