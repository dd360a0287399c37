import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { callSharedTool } from '../../src/main/core/assistants/shared-tools'
import { barriers, doors, enter, hasFocus, inBrowser, open, shot } from '../support/browser'
import { resize } from '../support/layout'
import { startReceiver } from '../support/receiver'
import { given, type TestWorld } from '../support/world'

const rows = (page: Page) => page.getByRole('table', { name: 'Tools', exact: true }).locator('tbody').getByRole('row')
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

const findTable = (over: object = {}) => ({
  name: 'find_table',
  description: 'Finds a free table, once it is known for when and how many people',
  endpoint: 'http://127.0.0.1:9/tables/{day}',
  method: 'GET',
  headers: [{ name: 'X-Api-Key', value: 'very-secret' }],
  schema: [
    { name: 'day', type: 'string', description: 'The day, like 2026-02-23' },
    { name: 'guests', type: 'number', description: 'How many people come' },
    { name: 'outside', type: 'boolean', description: 'Whether they want to sit outside' },
  ],
  ...over,
})
const make = async (world: TestWorld, over: object = {}): Promise<number> =>
  (await world.post('/user/tools', findTable(over))).body.data.id

inBrowser('the pages of tools', () => {
  it('the list says what each tool asks, who uses it and how its last use went', async () => {
    const answers = [{ status: 200, body: '{"tables":[{"number":7,"seats":4}]}' }]
    const receiver = await startReceiver(() => answers[0]!)
    const { world, page, link } = await open()
    await page.goto(`${link()}#/tools`)
    await page.getByText('No tools yet').waitFor()
    await page.getByText('Hangs up once everything is said.').waitFor()
    await shot(page, 'tools-empty')
    const tool = await make(world, { endpoint: `${receiver.url}/tables/{day}` })
    await make(world, { name: 'book_table', description: 'Books a table', method: 'POST' })
    for (const name of ['Nora', 'Ben']) await given.assistant(world, { name, tool_ids: [tool] })
    // All of this comes by events.
    const row = rows(page).filter({ hasText: 'find_table' })
    await row.getByText('Ben and Nora').waitFor()
    answers.unshift({ status: 503, body: 'closed' })
    const { context, outside } = world.service
    const shared = { knowledgebaseId: null, custom: [{ id: tool, name: 'find_table' }], variables: {} }
    await callSharedTool(context, outside, shared, 'find_table', { day: 'x', guests: 2, outside: true })
    await row.getByText('answered 503').waitFor()
    answers.shift()
    await shot(page, 'tools')
    expect(await barriers(page)).toEqual([])
    await row.click()
    await page.getByRole('button', { name: 'Send it now' }).click()
    await page.getByText(/^Answered 200 in/).waitFor()
    await shot(page, 'tool')
    expect(await barriers(page)).toEqual([])
    for (const width of [960, 480]) {
      await resize(page, { width, height: 800 })
      await shot(page, `tool-${width}`)
    }
  })

  it.each(doors)('a tool is written, tried, and saved, and its header is hidden then, over %s', async door => {
    const receiver = await startReceiver(({ path }) =>
      path.startsWith('/hook/tables')
        ? { status: 200, body: '{"free":["19:00"]}' }
        : { status: 404, body: 'no such page' },
    )
    const { world, page, link } = await open({ door })
    await page.goto(`${link()}#/tools`)
    await page.getByRole('link', { name: 'New tool' }).click()
    const send = page.getByRole('button', { name: 'Send it now' })
    await expect.poll(() => send.isDisabled()).toBe(true)
    await field(page, 'Name').fill('Find table')
    expect(await field(page, 'Name').inputValue()).toBe('find_table')
    await field(page, 'When to use it').fill('Finds a free table')
    await field(page, 'Address').fill(`${receiver.url}/table/{day}?branch={{branch}}`)
    await page.getByRole('button', { name: 'Add a parameter' }).click()
    await hasFocus(field(page, 'Name of parameter 1'))
    await field(page, 'Name of parameter 1').fill('day')
    await field(page, 'Meaning of parameter 1').fill('The day, like 2026-02-23')
    await page.getByRole('button', { name: 'Add a header' }).click()
    await field(page, 'Name of header 1').fill('X-Api-Key')
    await field(page, 'Value of header 1').fill('very-secret')

    const trial = page.getByRole('form', { name: 'Try it' })
    expect(await trial.getByLabel('day').inputValue()).toBe('day')
    await trial.getByLabel('day').fill('2026-02-23')
    await trial.getByLabel('Value of branch').fill('north')
    await send.click()
    await page.getByText(/^Answered 404 in/).waitFor()
    await page.getByText('The assistant is told that it failed, with what came back.').waitFor()
    await page.getByRole('region', { name: 'What was answered' }).last().getByText('no such page').waitFor()
    expect(receiver.received[0]).toMatchObject({
      path: '/hook/table/2026-02-23?branch=north',
      headers: { 'x-api-key': 'very-secret' },
    })
    await shot(page, 'tool-new')
    await field(page, 'Address').fill(`${receiver.url}/tables/{day}?branch={{branch}}`)
    await send.click()
    await page.getByText(/^Answered 200 in/).waitFor()
    const sent = page.getByRole('region', { name: 'What was sent' }).getByRole('region')
    expect((await sent.innerText()).split('\n')).toEqual([
      `GET ${receiver.url}/tables/2026-02-23?branch=north`,
      'X-Api-Key: ••••••',
    ])
    expect((await world.get('/user/tools')).body).toEqual([])

    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: 'find_table' }).waitFor()
    expect(await field(page, 'Value of header 1').inputValue()).toBe('hidden')
    expect(await page.content()).not.toContain('very-secret')
    await field(page, 'When to use it').fill('Finds a free table for a day')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(async () => (await world.get('/user/tools/1')).body)
      .toMatchObject({
        description: 'Finds a free table for a day',
        headers: [{ name: 'X-Api-Key', value: 'very-secret' }],
        schema: [{ name: 'day', type: 'string', description: 'The day, like 2026-02-23' }],
      })
    await page.getByRole('button', { name: 'Replace the value of X-Api-Key' }).click()
    await hasFocus(field(page, 'Value of header 1'))
    await page.keyboard.type('another')
    await page.keyboard.press('Control+s')
    await expect.poll(async () => (await world.get('/user/tools/1')).body.headers[0].value).toBe('another')
    await expect.poll(() => field(page, 'Value of header 1').inputValue()).toBe('hidden')
  })

  it('what is wrong stands at its field, and unsaved changes are not lost by leaving', async () => {
    const { world, page, link, tolerateStatus } = await open()
    tolerateStatus(422)
    await page.goto(`${link()}#/tools/new`)
    await field(page, 'Name').fill('search_knowledge')
    await page.getByText('Every assistant has this one built in').waitFor()
    await field(page, 'Name').fill('2tables')
    await field(page, 'Address').fill('tables.example')
    for (const n of [1, 2]) {
      await page.getByRole('button', { name: 'Add a parameter' }).click()
      await field(page, `Name of parameter ${n}`).fill('day')
      await field(page, `Meaning of parameter ${n}`).fill('Which day')
    }
    await page.getByRole('button', { name: 'Add a header' }).click()
    await field(page, 'Name of header 1').fill('Host')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Name must be lowercase letters and underscores, starting with a letter.').waitFor()
    await hasFocus(field(page, 'Name'))
    await page.getByText('When to use it is required.').waitFor()
    await page.getByText('Address must be an absolute http or https URL.').waitFor()
    await page.getByText('Name of parameter 2 repeats another one.').waitFor()
    await page.getByText('Name of header 1 is a header that the service sets itself.').waitFor()
    await page.getByRole('button', { name: '5 to fix' }).waitFor()
    await shot(page, 'tool-faults')
    await page.getByRole('link', { name: 'Tools', exact: true }).first().click()
    await page.getByRole('button', { name: 'Stay here' }).click()
    expect(await field(page, 'Address').inputValue()).toBe('tables.example')
    await page.getByRole('link', { name: 'Tools', exact: true }).first().click()
    await page.getByRole('button', { name: 'Leave it' }).click()
    await page.getByText('No tools yet').waitFor()

    // What only the service knows.
    const [one, two] = [await make(world), await make(world, { name: 'find_room' })]
    await given.assistant(world, { name: 'Nora', tool_ids: [one, two] })
    await rows(page).filter({ hasText: 'find_room' }).click()
    await field(page, 'Name').fill('find_table')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Name is the name of another tool of the assistant Nora.').waitFor()
    expect((await world.get(`/user/tools/${two}`)).body.name).toBe('find_room')
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  it('the keyboard alone opens a tool, tries it, copies it and deletes it with its assistants named', async () => {
    const { world, page, link } = await open()
    const tool = await make(world)
    await given.assistant(world, { name: 'Nora', tool_ids: [tool] })
    await page.goto(`${link()}#/tools`)
    await rows(page).first().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('form', { name: 'Try it' }).getByLabel('day').focus()
    await page.keyboard.press('Enter')
    await page
      .getByRole('alert')
      .getByText(/^It could not be reached/)
      .waitFor()
    await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
    await enter(page.getByRole('menuitem', { name: 'Make a copy' }))
    await page.getByRole('heading', { level: 1, name: 'New tool' }).waitFor()
    await field(page, 'Name').focus()
    await page.keyboard.type('find_room')
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { level: 1, name: 'find_room' }).waitFor()
    await expect
      .poll(async () => (await world.get('/user/tools')).body[0])
      .toMatchObject(findTable({ name: 'find_room' }))

    await page.goto(`${page.url().split('#')[0]}#/tools/${tool}`)
    await page.getByRole('heading', { level: 1, name: 'find_table' }).waitFor()
    await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
    await enter(page.getByRole('menuitem', { name: 'Delete tool' }))
    const question = page.getByRole('dialog', { name: 'Delete “find_table”?' })
    await question.getByText('Nora has it and goes on without it, running calls too.').waitFor()
    await shot(page, 'tool-delete')
    // Its page does not ask for it when the service has told that it is gone, and not answered yet.
    await page.route('**/rpc/tools/remove', async route => {
      const response = await route.fetch()
      // Longer than a page waits until it follows an event.
      await sleep(2100)
      await route.fulfill({ response })
    })
    await enter(question.getByRole('button', { name: 'Delete tool' }))
    await expect.poll(() => rows(page).allInnerTexts()).toEqual([expect.stringMatching(/find_room/)])
    await expect.poll(async () => (await world.get('/user/tools')).body).toHaveLength(1)
  })
})
