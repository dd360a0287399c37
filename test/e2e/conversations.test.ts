import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { aNumber } from '../support/api'
import { barriers, type Door, doors, hasFocus, inBrowser, open, shot } from '../support/browser'
import { saying } from '../support/chats'
import { resize } from '../support/layout'
import { given, MINUTE, type TestWorld } from '../support/world'

const OWN = '+12015550190'
const list = (page: Page) => page.getByRole('navigation', { name: 'Conversations' })
const entry = (page: Page, who: string | RegExp) => list(page).getByRole('link', { name: who })
const thread = (page: Page) => page.getByRole('log')
const lines = (page: Page) => thread(page).getByRole('listitem')
const inNavigation = (page: Page, word: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: word })

/** An assistant that answers SMS and chats, and two people who have written to it. */
async function aDesk(door?: Door) {
  const opened = await open({ door, models: saying(n => `Answer ${n}: we open at nine.`) })
  const { world, advance } = opened
  const number = aNumber(world, { number: OWN })
  const nora = await given.assistant(world, {
    name: 'Nora, recall desk',
    phone_number_id: number,
    variables: { name: '', city: 'Rome' },
  })
  const write = (from: string, body: string) => world.post('/user/simulator/inbound-sms', { from, to: OWN, body })
  const { uuid } = (await world.get(`/user/assistant/${nora}`)).body
  const begun = await world.post('/conversations', {
    assistant_id: uuid,
    type: 'widget',
    variables: { name: 'Priya Nair', city: 'Leeds' },
  })
  const chat: string = begun.body.conversation_id
  const say = (message: string) => world.post(`/conversations/${chat}/messages`, { message })
  await say('Are you open on Sunday?')
  await advance(MINUTE)
  const ruth = given.number('24')
  await write(ruth, 'Can I move my appointment?')
  await advance(MINUTE)
  return { ...opened, nora, chat, say, ruth, write }
}

/** Waits until the service knows who answers: the page shows it before. */
const assistantAnswers = (world: TestWorld, chat: string, answers: boolean) =>
  expect
    .poll(async () => {
      const { data } = (await world.get('/user/conversations')).body
      return data.find((one: { conversation_id: string }) => one.conversation_id === chat).ai_enabled
    })
    .toBe(answers)

const unreadOf = async (world: TestWorld) => (await world.get('/user/unread')).body.conversations

inBrowser('conversations', () => {
  it('a person takes a conversation over, answers, gets a suggestion, and gives it back', async () => {
    const { world, page, link, chat, say, advance, ruth } = await aDesk()
    await page.goto(`${link()}#/conversations`)
    await entry(page, /Priya Nair/).waitFor()
    await inNavigation(page, 'Conversations').getByText('2').waitFor()
    await entry(page, /Priya Nair/).click()
    await expect
      .poll(() => lines(page).allTextContents())
      .toEqual([
        expect.stringContaining('Monday'),
        expect.stringContaining('Hello'),
        'Not read yet',
        expect.stringMatching(/^Priya Nair: Are you open on Sunday/),
        expect.stringMatching(/^Nora: Answer 1/),
      ])
    // It is read now, here and by the service.
    await inNavigation(page, 'Conversations').getByText('1').waitFor()
    expect(await unreadOf(world)).toBe(1)
    await page.getByRole('complementary').getByText('Leeds').waitFor()
    await shot(page, 'conversation')
    // The list of another page, which holds other rows, is not in the way of what is shown at once.
    await page.evaluate(hash => void (location.hash = hash), `/sms/${encodeURIComponent(ruth)}`)
    await lines(page).getByText('Can I move my appointment?').waitFor()
    await page.goBack()
    await lines(page).getByText('Answer 1').waitFor()
    await page.getByRole('button', { name: 'Take over' }).click()
    await page.getByText('A person answers').first().waitFor()
    const field = page.getByRole('textbox', { name: 'Your answer' })
    await hasFocus(field)
    await assistantAnswers(world, chat, false)
    await say('And on Monday?')
    await advance(1000)
    await lines(page).getByText('And on Monday?').waitFor()
    expect((await world.get(`/conversations/${chat}`)).body.history.at(-1)).toMatchObject({ role: 'user' })
    await page.getByRole('button', { name: 'Suggest' }).click()
    await expect.poll(() => field.inputValue()).toContain('we open at nine.')
    await field.fill('Yes, from eight on.')
    await page.keyboard.press('Enter')
    await lines(page).last().getByText('Yes, from eight on.').waitFor()
    await lines(page)
      .last()
      .getByText(/^by hand · /)
      .waitFor()
    await shot(page, 'conversation-taken')
    await page.getByRole('button', { name: 'Give back to Nora' }).click()
    await page.getByText('Nora answers. Take over').waitFor()
    await assistantAnswers(world, chat, true)
    await say('Thank you.')
    await lines(page)
      .getByText(/^Answer \d+/)
      .nth(1)
      .waitFor()
  })

  it('what is written comes in live, with an unread mark where nobody looks', async () => {
    const { page, link, ruth, write, advance, chat } = await aDesk()
    await page.goto(`${link()}#/conversations/${chat}`)
    await lines(page).getByText('Answer 1').waitFor()
    await write(ruth, 'Hello again?')
    await advance(MINUTE)
    await list(page).getByRole('link').first().getByText('2 unread').waitFor()
    await list(page).getByRole('link').first().click()
    await lines(page).getByText('Hello again?').waitFor()
    await inNavigation(page, 'Conversations').getByText('unread').waitFor({ state: 'detached' })
  })

  it('words are searched, filters stay in the address, and the line with the words is shown', async () => {
    const { page, link } = await aDesk()
    await page.goto(`${link()}#/conversations`)
    await entry(page, /Priya/).waitFor()
    await page.getByRole('textbox', { name: 'Search conversations' }).fill('sunday')
    await expect.poll(() => list(page).getByRole('link').count()).toBe(1)
    await entry(page, /Priya/).click()
    await page.locator('[data-found]').getByText('Are you open on Sunday?').waitFor()
    expect(page.url()).toContain('search=sunday')
    await page.getByRole('textbox', { name: 'Search conversations' }).fill('')
    await page.getByRole('button', { name: 'Channel' }).click()
    await page.getByRole('option', { name: 'SMS' }).click()
    await expect.poll(() => entry(page, /Priya/).count()).toBe(0)
    await page.getByRole('button', { name: 'State' }).click()
    await page.getByRole('option', { name: 'Ended' }).click()
    await page.getByText('No conversation fits these filters').waitFor()
  })

  it('words of a chat that the palette finds open the chat, at the line with them', async () => {
    const { world, page, link, nora } = await aDesk()
    await world.post('/user/ai/generate-reply', {
      assistant_id: nora,
      customer_identifier: given.number('25'),
      message: 'Is there a place for my bicycle?',
    })
    await page.goto(`${link()}#/conversations`)
    await entry(page, /Priya/).waitFor()
    await page.keyboard.press('Control+k')
    await hasFocus(page.locator('[data-palette]'))
    await page.keyboard.type('bicycle')
    await page.getByRole('dialog').getByText('place for my bicycle').waitFor()
    await page.keyboard.press('Enter')
    await page.locator('[data-found]').getByText('Is there a place for my bicycle?').waitFor()
  })

  it.each(doors)('the whole of it by keyboard: open, take over, answer, give back, over %s', async door => {
    const { page, link } = await aDesk(door)
    await page.goto(`${link()}#/conversations`)
    await list(page).getByRole('link').first().focus()
    await page.keyboard.press('ArrowDown')
    await hasFocus(entry(page, /Priya/))
    await page.keyboard.press('Enter')
    await lines(page).getByText('Answer 1').waitFor()
    await page.getByRole('button', { name: 'Take over' }).press('Enter')
    await hasFocus(page.getByRole('textbox', { name: 'Your answer' }))
    await page.keyboard.type('One line')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('and another\n')
    await expect.poll(() => lines(page).last().textContent()).toContain('One line\nand another')
    await page.getByRole('button', { name: 'Give back to Nora' }).press('Enter')
    await page.getByText('Nora answers. Take over').waitFor()
  })

  it('an answer that is refused stands in the field again, with why', async () => {
    const { world, page, link, chat, tolerateFailedRequests } = await aDesk()
    tolerateFailedRequests()
    await world.post(`/automate/conversations/${chat}/disable-ai`)
    await page.goto(`${link()}#/conversations/${chat}`)
    const field = page.getByRole('textbox', { name: 'Your answer' })
    await field.fill('I am here.')
    // Somebody else has given it back meanwhile.
    await page.route('**/rpc/conversations/open', route => route.abort())
    await world.post(`/automate/conversations/${chat}/enable-ai`)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('The assistant answers in this conversation.').waitFor()
    expect(await field.inputValue()).toBe('I am here.')
  })

  it('a test chat is begun with an assistant, in which the operator plays the customer', async () => {
    const { page, link } = await aDesk()
    await page.goto(`${link()}#/conversations`)
    await page.getByRole('button', { name: 'Try an assistant' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('City').fill('Leeds')
    await dialog.getByRole('button', { name: 'Begin' }).click()
    await page.getByRole('textbox', { name: 'Say something to Nora' }).fill('When do you open?')
    await page.keyboard.press('Enter')
    await lines(page)
      .getByText(/^Answer \d+: we open at nine/)
      .waitFor()
    await shot(page, 'test-chat')
    await inNavigation(page, 'Conversations').getByText('2').waitFor()
  })

  it('has no barrier and fits every width', async () => {
    const { page, link, chat } = await aDesk()
    await page.goto(`${link()}#/conversations`)
    await entry(page, /Priya/).waitFor()
    await shot(page, 'conversations-all')
    expect(await barriers(page)).toEqual([])
    await page.goto(`${link()}#/conversations/${chat}`)
    await lines(page).getByText('Answer 1').waitFor()
    for (const width of [1440, 960, 760, 480]) {
      await resize(page, { width, height: 800 })
      await lines(page).getByText('Answer 1').waitFor()
      await shot(page, `conversation-${width}`)
      expect(await barriers(page)).toEqual([])
    }
  })
})
