import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { aNumber } from '../support/api'
import { barriers, doors, hasFocus, inBrowser, open, shot } from '../support/browser'
import { untilRead, upload } from '../support/documents'
import { startReceiver } from '../support/receiver'
import { given, MINUTE, type TestWorld } from '../support/world'

const goTo = (page: Page, place: string) =>
  page.evaluate(to => {
    location.hash = to
  }, place)
const tab = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Settings of the assistant' })
    .getByRole('link', { name: new RegExp(`^${name}`) })
const pane = (page: Page) => page.getByRole('complementary', { name: 'Talk to it' })
const said = (page: Page) => pane(page).getByRole('log')

const isSaved = (page: Page) =>
  page
    .getByRole('status')
    .getByText(/not saved$/)
    .waitFor({ state: 'detached' })

const read = async (world: TestWorld, id: number) => (await world.get(`/user/assistant/${id}`)).body

inBrowser('assistants in a browser', () => {
  it.each(doors)('from the German template to a call: the draft answers, and it is saved, over %s', async door => {
    const { world, page, link } = await open({ door })
    await page.goto(`${link()}#/assistants`)
    await page.getByRole('link', { name: 'Make one from a template' }).click()
    await page.getByRole('radiogroup', { name: 'It speaks' }).getByText('Deutsch').click()
    await shot(page, 'assistants-templates')
    await page.getByRole('link', { name: /^Appointment reminder/ }).click()
    const prompt = page.getByRole('textbox', { name: 'System prompt' })
    await prompt.waitFor()
    await said(page).getByText('Guten Tag, hier ist die automatische Assistentin von unserer Praxis.').waitFor()
    await pane(page).getByText('The built-in script answers, not a model').waitFor()
    // Its variables are filled with what is typed for them.
    await pane(page).getByRole('textbox', { name: 'Value of first_name' }).fill('Eva')
    await pane(page).getByRole('textbox', { name: 'Value of last_name' }).fill('Keller')
    await said(page).getByText('Spreche ich mit Eva Keller?').waitFor()

    // A variable that nobody defines is told in the prompt and in the table, until it is defined.
    await prompt.fill(`${await prompt.inputValue()}\n\nDie Behandlung ist {{behandlung}}.`)
    await page.getByText('not defined: behandlung').waitFor()
    await shot(page, 'assistant-undefined')
    await page.getByRole('button', { name: 'behandlung comes from the lead' }).click()
    await page.getByText('not defined: behandlung').waitFor({ state: 'detached' })
    await pane(page).getByRole('textbox', { name: 'Value of behandlung' }).waitFor()

    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: 'Terminerinnerung' }).waitFor()
    const [made] = (await world.get('/user/assistants')).body
    expect(made).toMatchObject({ name: 'Terminerinnerung', status: 'inactive', language_id: 2 })
    expect(made.variables).toHaveProperty('behandlung', '')
    expect(made.system_prompt).toContain('{{behandlung}}')

    await pane(page).getByRole('textbox', { name: 'What you say' }).fill('Who is calling?')
    await page.keyboard.press('Enter')
    await said(page).getByText('I am an automated assistant.').waitFor()
    await shot(page, 'assistant-talk')
    expect(world.count('conversations')).toBe(0)

    await pane(page).getByRole('button', { name: 'Call a number' }).click()
    const dialog = page.getByRole('dialog', { name: 'Call a number' })
    await dialog.getByLabel('First name', { exact: true }).fill('Eva')
    await dialog.getByLabel('Last name', { exact: true }).fill('Keller')
    await dialog.getByRole('combobox', { name: 'Number' }).fill('+4915112345624')
    // A double click makes one call.
    await dialog.getByRole('button', { name: 'Call now' }).dblclick()
    await page.waitForURL(/#\/calls\/1$/)
    await expect
      .poll(async () => (await world.get('/user/calls/1')).body)
      .toMatchObject({ assistant_name: 'Terminerinnerung' })
    expect(world.count('calls')).toBe(1)
  })

  it('a change says what it was, marks its tab and is sent alone; what the service refuses lands on its field', async () => {
    const { world, page, link, tolerateFailedRequests } = await open()
    tolerateFailedRequests()
    const id = await given.assistant(world, { name: 'Nora', max_duration: 600 })
    await given.campaign(world, { name: 'Recall', assistant_id: id })
    await page.goto(`${link()}#/assistants/${id}/call`)
    await page.getByLabel('Longest call').fill('300')
    await page.getByText('was 600 s').waitFor()
    await page.getByText('1 change not saved').waitFor()
    await tab(page, 'Call').getByRole('img', { name: 'changed' }).waitFor()

    // From tab to tab nothing is asked and nothing is lost.
    await tab(page, 'Identity').click()
    await page.getByRole('radiogroup', { name: 'Direction' }).getByText('Inbound').click()
    await page.getByText('was Outbound').waitFor()
    await tab(page, 'Call').click()
    expect(await page.getByLabel('Longest call').inputValue()).toBe('300 s')
    await page.getByText('2 changes not saved').waitFor()

    // The service knows that a campaign uses it. The field is in another tab, which is shown.
    await page.keyboard.press('Control+s')
    await page.getByText('Direction cannot change so: the campaign Recall uses the assistant.').waitFor()
    await tab(page, 'Identity').getByRole('img', { name: 'has something to fix' }).waitFor()
    expect(page.url()).toContain(`/assistants/${id}/identity`)
    await page.getByRole('radiogroup', { name: 'Direction' }).getByText('Outbound').click()
    await page.getByRole('button', { name: 'Save' }).click()
    await isSaved(page)
    expect(await read(world, id)).toMatchObject({ max_duration: 300, type: 'outbound' })

    // Who leaves is asked.
    await page.getByLabel('Name', { exact: true }).fill('Nora II')
    await goTo(page, '/assistants')
    await page.getByRole('button', { name: 'Stay here' }).click()
    expect(await page.getByRole('textbox', { name: /^Name/ }).inputValue()).toBe('Nora II')
    // Somebody else's change arrives, and one's own stays.
    await world.put(`/user/assistant/${id}`, { timezone: 'Europe/Madrid' })
    await expect.poll(() => page.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('Europe/Madrid')
    expect(await page.getByRole('textbox', { name: /^Name/ }).inputValue()).toBe('Nora II')

    // An earlier prompt is taken again.
    const first = (await read(world, id)).system_prompt
    await world.put(`/user/assistant/${id}`, { system_prompt: 'You ask about Tuesday.' })
    await tab(page, 'Mind').click()
    const prompt = page.getByRole('textbox', { name: 'System prompt' })
    await expect.poll(() => prompt.inputValue()).toBe('You ask about Tuesday.')
    await page.getByRole('button', { name: 'Earlier prompts: 1' }).click()
    await shot(page, 'assistant-prompts')
    await page.getByRole('button', { name: 'Use this one' }).click()
    await expect.poll(() => prompt.inputValue()).toBe(first)
  })

  it('a fault in another tab is counted and found, in the words of the API', async () => {
    const { world, page, link } = await open()
    const id = await given.assistant(world, { name: 'Nora' })
    await page.goto(`${link()}#/assistants/${id}/call`)
    await page.getByLabel('Longest call').fill('5')
    await tab(page, 'After the call').click()
    await page.getByRole('switch', { name: 'Send a webhook after each call' }).click()
    await page.getByRole('button', { name: 'Add a field' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Longest call must be between 20 and 1200.').waitFor({ state: 'detached' })
    await page.getByText('To this address is required when “Send a webhook after each call” is true.').waitFor()
    await tab(page, 'Call').getByRole('img', { name: 'has something to fix' }).waitFor()
    expect((await read(world, id)).is_webhook_active).toBe(false)
    await page.getByLabel('To this address').fill('http://127.0.0.1:4700/calls')
    await page.getByRole('group', { name: 'Field 1' }).getByLabel('Name').fill('wants_offer')
    await page.getByRole('group', { name: 'Field 1' }).getByLabel('What is asked').fill('Whether they want it')
    await page.getByRole('button', { name: '1 to fix' }).click()
    await hasFocus(page.getByLabel('Longest call'))
    await page.keyboard.press('Control+a')
    await page.keyboard.type('120')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('menuitem', { name: /^Put through Connects/ }).click()
    await page.getByRole('group', { name: 'Put through' }).getByLabel('To the number').fill('+12015550100')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('menuitem', { name: /^Take keys/ }).click()
    await page.getByRole('group', { name: 'Take keys' }).getByText('no call can do this today').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await isSaved(page)
    expect(await read(world, id)).toMatchObject({
      max_duration: 120,
      is_webhook_active: true,
      webhook_url: 'http://127.0.0.1:4700/calls',
      post_call_schema: [{ name: 'wants_offer', type: 'bool', description: 'Whether they want it' }],
      tools: [
        { type: 'end_call' },
        { type: 'call_transfer', data: { phone_number: '+12015550100' } },
        { type: 'collect_keypad', data: { timeout: 5 } },
      ],
    })
  })

  it('another mode takes away what it does not have and says why, and back everything is as it was', async () => {
    const { world, page, link } = await open()
    const id = await given.assistant(world, { name: 'Nora', fillers: true, voice_id: 1 })
    await page.goto(`${link()}#/assistants/${id}/mind`)
    await page.getByText('Not in pipeline mode').first().waitFor()
    const mode = page.getByRole('radiogroup', { name: 'Mode' })
    await mode.getByText('Multimodal').click()
    await page.getByRole('combobox', { name: 'Model for text and tools' }).waitFor()
    await pane(page).getByText('No model for text and tools is chosen.').waitFor()
    await tab(page, 'Speech').click()
    await page.getByText('Turn detection', { exact: true }).first().waitFor()
    expect(await page.getByText('Says short words while it thinks', { exact: true }).count()).toBe(0)
    await page.getByText(/^Not in multimodal mode.*Says short words while it thinks/).waitFor()
    await page.getByText('The simulated line carries text, so nothing of this has an effect on it.').first().waitFor()
    await shot(page, 'assistant-multimodal')
    await tab(page, 'Mind').click()
    await mode.getByText('Pipeline').click()
    await isSaved(page)

    await mode.getByText('Dualplex').click()
    await page.getByRole('button', { name: 'Save' }).click()
    await isSaved(page)
    expect(await read(world, id)).toMatchObject({
      mode: 'dualplex',
      voice_id: 1,
      llm_model_id: null,
      multimodal_model_id: 31,
      fillers: false,
    })
  })

  it('the draft is talked to: tools are only shown until they are switched on, and passages are seen', async () => {
    const receiver = await startReceiver(() => ({ status: 200, body: 'Thursday at ten' }))
    const { world, page, link } = await open()
    const tool = await world.post('/user/tools', {
      name: 'find_slots',
      description: 'Finds free slots',
      endpoint: receiver.url,
      method: 'GET',
    })
    const base = await aBase(world)
    await addText(world, base, 'A hygiene visit costs 68 pounds.')
    const id = await given.assistant(world, {
      name: 'Nora',
      knowledgebase_id: base,
      tool_ids: [tool.body.data.id],
      initial_message: 'Hello, this is Nora.',
    })
    await page.goto(`${link()}#/assistants/${id}`)
    const say = async (text: string) => {
      await pane(page).getByRole('textbox', { name: 'What you say' }).fill(text)
      await page.keyboard.press('Enter')
    }
    await said(page).getByText('Hello, this is Nora.').waitFor()
    await say('What does a hygiene visit cost?')
    await said(page).getByText('Looked up “hygiene visit cost”').click()
    await said(page).getByText('A hygiene visit costs 68 pounds.').first().waitFor()
    await say('Which free slots can you find?')
    await said(page).getByText('Find slots').waitFor()
    await said(page).getByText('not called', { exact: true }).waitFor()
    expect(receiver.received).toHaveLength(0)
    await shot(page, 'assistant-tools')
    await pane(page).getByRole('switch', { name: 'Tools are only shown, and not called' }).click()
    await say('Do you find free slots now?')
    await said(page).locator('[data-who=assistant]', { hasText: 'Thursday at ten' }).waitFor()
    expect(receiver.received).toHaveLength(1)

    // What is edited counts at once; what has faults does not, and that is said.
    await page.getByRole('textbox', { name: 'First sentence' }).fill('Good day, this is Nora.')
    await pane(page).getByText('With your changes, which are not saved.').waitFor()
    await say('Thank you')
    await said(page).getByText('You changed settings here').waitFor()
    await pane(page).getByRole('button', { name: 'Start over' }).click()
    await said(page).getByText('Good day, this is Nora.').waitFor()
    await page.getByRole('textbox', { name: 'First sentence' }).fill('')
    await pane(page).getByText('You talk to the saved one').waitFor()
    await said(page).getByText('Hello, this is Nora.').waitFor()
    await say('Goodbye')
    await said(page).getByText('On a call it would end here').waitFor()
    expect(world.count('conversations')).toBe(0)
  })

  it('the list is searched, filtered and kept up to date; one is made active, copied, and deleted when nothing uses it', async () => {
    const { world, page, link } = await open()
    const nora = await given.assistant(world, { name: 'Nora' })
    const theo = await given.assistant(world, {
      name: 'Theo',
      type: 'inbound',
      phone_number_id: aNumber(world, { number: '+12015550190' }),
      tools: [{ type: 'assistant_transfer', assistant_id: nora }],
    })
    const campaign = await given.campaign(world, { name: 'Recall', assistant_id: nora })
    await page.goto(`${link()}#/assistants`)
    const row = (name: string | RegExp) => page.getByRole('row', { name })
    await row(/Nora.*Recall/).waitFor()
    await world.post('/user/make_call', { assistant_id: nora, phone_number: given.number('24') })
    await world.advance(5 * MINUTE)
    await row(/Nora/).getByRole('link', { name: '09:00' }).waitFor()
    await given.assistant(world, { name: 'Ada' })
    await row(/Ada/).waitFor()

    await page.getByRole('textbox', { name: 'Search assistants' }).fill('the')
    await row(/Nora/).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Direction' }).click()
    await page.getByRole('option', { name: 'Inbound' }).click()
    await row(/Nora/).waitFor({ state: 'detached' })
    expect(page.url()).toContain('type=inbound')
    await row(/Theo/).hover()
    await page.getByRole('button', { name: 'Make active: Theo' }).click()
    await row(/Theo.*Active/).waitFor()
    expect((await read(world, theo)).status).toBe('active')
    await page.reload()
    await row(/Theo.*Active/).waitFor()
    await row(/Theo/).hover()
    await page.getByRole('button', { name: 'Duplicate: Theo' }).click()
    await page.getByRole('heading', { level: 1, name: 'Copy of Theo' }).waitFor()
    const copy = (await world.get('/user/assistants')).body[0]
    expect(copy).toMatchObject({ name: 'Copy of Theo', phone_number_id: null, tools: [{ type: 'assistant_transfer' }] })

    await goTo(page, '/assistants')
    await row(/Nora/).hover()
    await page.getByRole('button', { name: 'Delete: Nora' }).click()
    const inUse = page.getByRole('dialog', { name: '“Nora” is in use' })
    await inUse.getByRole('link', { name: 'Recall' }).waitFor()
    await shot(page, 'assistant-in-use')
    expect(await inUse.getByRole('button', { name: 'Delete' }).count()).toBe(0)
    await inUse.getByRole('button', { name: 'Close' }).click()
    await world.put(`/user/campaigns/${campaign}`, { assistant_id: await given.assistant(world, { name: 'Ben' }) })
    await row(/Ben.*Recall/).waitFor()
    await row(/Nora/).hover()
    await page.getByRole('button', { name: 'Delete: Nora' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete “Nora”?' })
    await dialog
      .getByText('Theo and Copy of Theo hand calls over to it')
      .or(dialog.getByText('Copy of Theo and Theo hand calls over to it'))
      .waitFor()
    await dialog.getByRole('button', { name: 'Delete assistant' }).click()
    await row(/Nora/).waitFor({ state: 'detached' })
    await expect.poll(async () => (await world.get(`/user/assistant/${nora}`)).status).toBe(404)
  })

  it('by keyboard alone an assistant is made from nothing, with variables completed as they are typed', async () => {
    const { world, page, link } = await open()
    await page.goto(`${link()}#/assistants/new`)
    await page.getByRole('link', { name: /^Empty/ }).press('Enter')
    await tab(page, 'Identity').press('Enter')
    await page.getByLabel('Name', { exact: true }).focus()
    await page.keyboard.type('Ada')
    await tab(page, 'Mind').press('Enter')
    await page.getByRole('textbox', { name: 'Name of a new variable' }).focus()
    await page.keyboard.type('first_name')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Default of first_name' }).waitFor()
    const greeting = page.getByRole('textbox', { name: 'First sentence' })
    await greeting.focus()
    await page.keyboard.type('Hello {{fi')
    const options = page.getByRole('listbox', { name: 'Variables' })
    await options.getByRole('option', { name: /first_name/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type(', it is {{')
    await expect.poll(() => options.getByRole('option').count()).toBe(7)
    await page.keyboard.type('current_t')
    await page.keyboard.press('Tab')
    await page.keyboard.type('.')
    expect(await greeting.inputValue()).toBe('Hello {{first_name}}, it is {{current_time}}.')
    await hasFocus(greeting)
    await page.keyboard.press('Control+s')
    await page.getByText('System prompt is required.').waitFor()
    await hasFocus(page.getByRole('textbox', { name: 'System prompt' }))
    await page.keyboard.type('You are Ada. {{')
    await page.keyboard.press('Escape')
    await options.waitFor({ state: 'detached' })
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { level: 1, name: 'Ada' }).waitFor()
    const [made] = (await world.get('/user/assistants')).body
    expect(made).toMatchObject({ name: 'Ada', variables: { first_name: '' }, tools: [{ type: 'end_call' }] })
  })

  it('nothing stands in the way of anybody', async () => {
    const { world, page, link } = await open()
    const id = await given.assistant(world, {
      name: 'Nora',
      initial_message: 'Hello {{first_name}}, {{nobody}}.',
      variables: { first_name: '' },
      post_call_schema: [{ name: 'wants_offer', type: 'bool', description: 'Whether' }],
      fillers: true,
    })
    await page.goto(`${link()}#/assistants`)
    for (const place of [
      '',
      '/new',
      ...['identity', 'mind', 'speech', 'call', 'after', 'chat'].map(one => `/${id}/${one}`),
    ]) {
      await goTo(page, `/assistants${place}`)
      await page.waitForFunction(
        () => document.querySelector('#main h1') && !document.querySelector('#main [aria-busy=true]'),
      )
      expect([place, await barriers(page)]).toEqual([place, []])
      await shot(page, `assistants${place.replaceAll('/', '-')}`)
    }
  })
})

const aBase = async (world: TestWorld) =>
  (await world.post('/user/knowledgebases', { name: 'Handbook', description: '' })).body.data.id as number

async function addText(world: TestWorld, base: number, text: string) {
  const { id } = (await upload(world, base, 'txt', text, 'Prices')).body.data
  await untilRead(world, base, id)
}
