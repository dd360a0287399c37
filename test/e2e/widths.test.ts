import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { aNumber } from '../support/api'
import { hasFocus, inBrowser, open, shot, takesFocus } from '../support/browser'
import { aBase, untilRead, upload } from '../support/documents'
import {
  cutRings,
  faults,
  hiddenHeads,
  overlaps,
  resize,
  sheetScrolls,
  shiftOfLoad,
  watchShifts,
} from '../support/layout'
import { bought } from '../support/numbers'
import { startReceiver } from '../support/receiver'
import { given, MINUTE, SECOND, type TestWorld } from '../support/world'

/** Of a test with many loads, ms. A busy machine needs several times as long as an idle one. */
const TIME_LIMIT = 120_000

const widths = [
  { width: 1440, height: 900 },
  { width: 960, height: 600 },
  { width: 760, height: 800 },
  { width: 480, height: 800 },
  { width: 320, height: 640 },
]

const longTool = {
  name: 'find_the_next_free_appointment_of_a_hygienist_in_any_practice',
  description:
    'Finds the next free appointments, once it is known with whom, in which practice, and from which day on. '
      .repeat(2)
      .trim(),
  endpoint: `https://appointments.example.com/practices/{practice}/hygienists/{hygienist}/free?${'from=today&'.repeat(12)}`,
  method: 'POST',
  headers: [{ name: 'X-Practice-Management-Key', value: 'very-secret' }],
  schema: ['practice', 'hygienist', 'from_which_day_on'].map(name => ({
    name,
    type: 'string',
    description: 'As the person has said it, without what it was meant for',
  })),
}

/** A desk on a busy day, with long names and large amounts. */
async function busyDesk() {
  const receiver = await startReceiver(() => ({ status: 410 }))
  const opened = await open()
  const { world, advance } = opened
  await world.put('/user/settings', { timezone: 'America/Argentina/Buenos_Aires' })
  await world.post('/user/balance/top-up', { amount: 9000 })
  const assistant_id = await given.assistant(world, {
    name: 'Nora, who calls everybody back for the practice',
    record: true,
    variables: { name: '', appointment_before_last: '' },
    post_call_evaluation: true,
    is_webhook_active: true,
    webhook_url: receiver.url,
    send_webhook_only_on_completed: false,
  })
  const people = ['Marguerite Delacroix-Whitfield', 'Tom Hargreaves', '', 'Aisha Begum', 'Ruth Abiola', 'Colin Mercer']
  const campaign = async (name: string, endings: string[], over: object = {}) => {
    const id = await given.campaign(world, { name, assistant_id, allowed_days: everyDay, timezone: zone, ...over })
    for (const [i, ending] of endings.entries())
      await given.lead(world, id, { ending, variables: { name: people[i % people.length]! } })
    return id
  }
  const running = await campaign(
    'Hygiene recall, autumn and winter, for all who were not here this year',
    ['24', '01', '04', '02', '05', '24', '21', '33'],
    { max_calls_in_parallel: 4, max_retries: 3, retry_interval: 60, goal_completion_variable: 'status' },
  )
  const waiting = await campaign('Membership renewals', ['24', '01', '24'], {
    allowed_days: ['thursday'],
    allowed_hours_start_time: '09:30',
    allowed_hours_end_time: '17:45',
  })
  const stopped = await campaign('No-show rebooking', Array(22).fill('14'), { max_calls_in_parallel: 20 })
  const draft = await campaign('Implant open evening', [])
  const { body } = await world.post('/user/make_call', {
    assistant_id,
    phone_number: given.number('24'),
    variables: { name: people[0] },
  })
  const knowledge = await aBase(world, 'Everything that callers of the practice ask about, and what we answer')
  const pages = Array.from(
    { length: 30 },
    (_, i) => `# Part ${i}\n\n${'A hygiene appointment takes an hour. '.repeat(12)}`,
  )
  const document = (await upload(world, knowledge, 'md', pages.join('\n\n'), 'Appointments'.repeat(8))).body.data.id
  const tool = (await world.post('/user/tools', longTool)).body.data.id
  await world.put(`/user/assistant/${assistant_id}`, { knowledgebase_id: knowledge, tool_ids: [tool] })
  for (const id of [running, waiting, stopped]) await given.started(world, id)
  await advance(12 * MINUTE)
  // As if two of them had asked for a callback.
  world.db.prepare('UPDATE calls SET callback_at = created_at + 3600000 WHERE id IN (1, 2)').run()
  for (const ending of ['07', '07', '24', '15', '07'])
    await given.lead(world, running, { ending, variables: { name: people[Number(ending) % people.length]! } })
  await advance(25 * SECOND)
  const { id: number } = await bought(world, { country: 'GB', sms: false })
  await world.put(`/user/phone-numbers/${number}`, { nickname: 'Front desk of the practice in the old town, mornings' })
  const { body: added } = await world.post('/user/phone-numbers/sip-trunks', {
    sip_trunk_type: 'number',
    phone_number: '+12015550190',
    nickname: 'The line of the old telephone system, second floor',
    sip_address: 'sip.a-provider-with-a-long-name.example.com:5060',
    sip_username: 'desk-of-the-practice',
    sip_password: 'a-long-password',
  })
  const { client_phone_number: person } = (await world.get(`/user/calls/${body.call_id}`)).body
  const about = `/user/people/${encodeURIComponent(person)}`
  await world.post(`${about}/notes`, { text: 'Prefers mornings, has a small child. '.repeat(12) })
  await world.post('/user/promised-callbacks', { phone_number: person, at: '2026-01-08T10:00:00Z' })
  for (const phone_number of ['+442079460111', given.number('24')])
    await world.post('/user/blacklist', {
      phone_number,
      reason: 'Has asked by e-mail and by letter not to be called again',
    })
  await untilRead(world, knowledge, document)
  return {
    ...opened,
    knowledge,
    document,
    tool,
    running,
    waiting,
    stopped,
    draft,
    call: body.call_id as number,
    assistant_id,
    number,
    trunk: added.data.id as number,
    person: `/people/${encodeURIComponent(person)}`,
  }
}
const settings = 'calling providers rates api users data about'.split(' ')

/** Two people who have written, on a website and by SMS, at length and without a space. */
async function writtenTo(world: TestWorld, assistant_id: number) {
  const phone_number_id = aNumber(world, { number: '+12125550190' })
  await world.put(`/user/phone-numbers/${phone_number_id}`, { nickname: 'The line of the front desk' })
  aNumber(world, { number: '+12125550191' })
  await world.put(`/user/assistant/${assistant_id}`, { phone_number_id })
  const { uuid } = (await world.get(`/user/assistant/${assistant_id}`)).body
  const variables = { name: 'Marguerite Delacroix-Whitfield', appointment_before_last: 'a'.repeat(120) }
  const begun = await world.post('/conversations', { assistant_id: uuid, type: 'widget', variables })
  const chat: string = begun.body.conversation_id
  for (const message of ['Can I move my appointment? '.repeat(12), `https://example.com/${'x'.repeat(160)}`])
    await world.post(`/conversations/${chat}/messages`, { message })
  await world.post(`/automate/conversations/${chat}/disable-ai`)
  const writer = given.number('24')
  const write = (body: string) => world.post('/user/simulator/inbound-sms', { from: writer, to: '+12125550190', body })
  await write('Hello? '.repeat(30))
  await write('y'.repeat(200))
  await world.post('/user/sms', { from: phone_number_id, to: given.number('03'), body: 'Your table is ready.' })
  return { chat, writer }
}
const zone = 'America/Argentina/Buenos_Aires'
const everyDay = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** Goes to a place of the console, and waits until its data is there. */
async function visit(page: Page, place: string) {
  await page.evaluate(hash => {
    location.hash = hash
  }, `#${place}`)
  await isLoaded(page)
}
const isLoaded = (page: Page) =>
  page.waitForFunction(() => {
    const seen = (what: string) => [...document.querySelectorAll(what)].some(one => one.checkVisibility())
    return seen('#main h1') && !seen('#main [aria-busy="true"]')
  })

inBrowser('the console in windows of all widths', () => {
  it(
    'nothing overflows its page and no figure is cut on a busy desk',
    async () => {
      const desk = await busyDesk()
      const { world, page, link, advance, running, waiting, stopped, draft, call, number, trunk } = desk
      const { assistant_id, person, knowledge, document, tool } = desk
      const { chat, writer } = await writtenTo(world, assistant_id)
      await advance(MINUTE)
      const places: Record<string, string> = {
        today: '/today',
        campaigns: '/campaigns',
        'campaign-running': `/campaigns/${running}`,
        'campaign-waiting': `/campaigns/${waiting}`,
        'campaign-stopped': `/campaigns/${stopped}`,
        'campaign-draft': `/campaigns/${draft}`,
        'campaign-add-lead': `/campaigns/${running}?add=lead`,
        'campaign-edit': `/campaigns/${running}/edit`,
        'campaign-new': '/campaigns/new',
        'campaign-lead': `/campaigns/${running}?open=1`,
        leads: '/leads',
        'leads-filtered': `/leads?search=555&status=completed&campaign=${running}&next=callback`,
        'leads-pane': '/leads?open=1',
        'leads-add': '/leads?add=lead',
        import: `/leads/import?campaign=${running}`,
        assistants: '/assistants',
        templates: '/assistants/new',
        'assistant-new': '/assistants/new/reminder-de/mind',
        ...Object.fromEntries(
          ['identity', 'mind', 'speech', 'call', 'after', 'chat'].map(tab => [
            `assistant-${tab}`,
            `/assistants/${assistant_id}/${tab}`,
          ]),
        ),
        calls: '/calls?from=2026-01-01',
        'calls-live': '/calls/live',
        'calls-filtered': `/calls?status=completed&campaign=${running}&from=2025-12-30&to=2026-01-28&type=outbound&number=1`,
        'calls-pane': `/calls?open=${call}`,
        call: `/calls/${call}`,
        numbers: '/numbers',
        'numbers-buy': '/numbers/buy?country=GB',
        number: `/numbers/${number}`,
        'trunk-new': '/numbers/trunks/new',
        trunk: `/numbers/trunks/${trunk}`,
        money: '/money',
        'money-filtered': `/money?kind=call&campaign=${running}&from=2025-12-30&to=2026-01-28`,
        'money-costs': '/money/costs',
        people: '/people',
        'people-found': '/people?search=555',
        person,
        'person-notes': `${person}?show=notes`,
        blacklist: '/blacklist',
        knowledge: '/knowledge',
        'knowledge-base': `/knowledge/${knowledge}?ask=how+long+is+an+appointment`,
        'knowledge-document': `/knowledge/${knowledge}?open=${document}`,
        'knowledge-add': `/knowledge/${knowledge}?add=pages`,
        tools: '/tools',
        tool: `/tools/${tool}`,
        'tool-new': '/tools/new',
        webhooks: '/webhooks',
        'webhooks-filtered': '/webhooks?status=dead&event=call.ended&from=2025-12-30&to=2026-01-28&search=a',
        'webhooks-pane': '/webhooks?open=1',
        'webhooks-signing': '/webhooks/signing',
        webhook: '/webhooks/1',
        ...Object.fromEntries(settings.map(section => [`settings-${section}`, `/settings/${section}`])),
        conversations: '/conversations',
        'conversations-filtered': '/conversations?search=appointment&state=assistant&channel=widget',
        conversation: `/conversations/${chat}`,
        sms: '/sms',
        'sms-thread': `/sms/${encodeURIComponent(writer)}`,
        'sms-new': `/sms/new?to=${encodeURIComponent(writer)}`,
      }
      await page.goto(link())
      await page.getByText('Dialing', { exact: true }).first().waitFor()
      const all: string[] = []
      for (const [name, place] of Object.entries(places)) {
        await visit(page, place)
        if (name === 'call') await page.getByRole('slider').waitFor()
        for (const size of widths) {
          await resize(page, size)
          await shot(page, `w-${name}-${size.width}`)
          if (size.width >= 760 && name !== 'today' && (await sheetScrolls(page)))
            all.push(`${name} at ${size.width}: the sheet scrolls, and not only what is in it`)
          for (const fault of await faults(page)) all.push(`${name} at ${size.width}: ${fault}`)
          for (const pair of [
            ...(await overlaps(page, 'header.mantine-AppShell-header :is(a, button, fieldset, span)')),
            ...(await overlaps(page, '#main header :is(nav, h1, h1 + span, a.mantine-Button-root, button)')),
          ])
            all.push(`${name} at ${size.width}: ${pair} cover each other`)
        }
      }
      expect(all).toEqual([])
    },
    TIME_LIMIT,
  )

  it(
    'nothing overflows on an empty desk, in its dialogs and in its menus',
    async () => {
      const { world, page, link, origin, complaints } = await open()
      const all: string[] = []
      const look = async (name: string, at = widths) => {
        for (const size of at) {
          await resize(page, size)
          await shot(page, `w-${name}-${size.width}`)
          for (const fault of await faults(page)) all.push(`${name} at ${size.width}: ${fault}`)
        }
      }
      await page.goto(origin)
      await page.getByText('A link is needed to open this page').waitFor()
      await look('signed-out')
      await page.goto(link())
      await page.getByRole('heading', { name: 'Nothing is dialed yet' }).waitFor()
      await look('welcome')
      for (const [name, place, text] of [
        ['campaigns-empty', '/campaigns', 'An assistant is needed first'],
        ['campaign-new-empty', '/campaigns/new', 'An assistant is needed first'],
        ['calls-empty', '/calls', 'No calls yet'],
        ['leads-empty', '/leads', 'No leads yet'],
        ['import-empty', '/leads/import', 'Leads are imported into a campaign'],
        ['numbers-empty', '/numbers', 'No numbers yet'],
        ['money-empty', '/money?kind=sms', 'No movement of money fits these filters'],
        ['money-top-up', '/money?add=top-up', 'Put it on the account'],
        ['money-payment', '/money?add=payment', 'Never the whole number'],
        ['people-empty', '/people', 'Nobody yet'],
        ['person-empty', '/people/+442079460111', 'Nothing has happened yet'],
        ['blacklist-empty', '/blacklist', 'No number is on the list'],
        ['knowledge-empty', '/knowledge', 'No knowledge bases yet'],
        ['tools-empty', '/tools', 'No tools yet'],
        ['webhooks-empty', '/webhooks', 'No webhooks yet'],
        ['conversations-empty', '/conversations', 'No conversations yet'],
        ['sms-empty', '/sms', 'No SMS yet'],
        ['sms-new-empty', '/sms/new', 'No number of yours can send SMS'],
        ['no-page', '/nothing', 'There is no such page'],
      ] as const) {
        await page.evaluate(hash => void (location.hash = hash), `#${place}`)
        await page.getByText(text).waitFor()
        await look(name)
      }

      const assistant_id = await given.assistant(world, { variables: { name: '' } })
      const campaign = await given.campaign(world, { name: 'Recall '.repeat(20).trim(), assistant_id })
      await given.lead(world, campaign, { variables: { name: 'Marguerite Delacroix-Whitfield' } })
      await visit(page, '/today')
      await page.getByText('Nobody is on the phone').waitFor()
      await look('today-empty')
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByText('New campaign').waitFor()
      await look('palette')
      await page.keyboard.type('call a')
      await page.getByText('Call a number').click()
      await page.getByRole('dialog', { name: 'Call a number' }).waitFor()
      await look('call-dialog')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Stop all', exact: true }).click()
      await page.getByRole('button', { name: 'Keep dialing' }).waitFor()
      await look('stop-all')
      await page.getByRole('button', { name: 'Keep dialing' }).click()
      await visit(page, `/campaigns/${campaign}`)
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await look('campaign-menu')
      await page.getByRole('menuitem', { name: 'Delete campaign' }).click()
      await page.getByRole('button', { name: 'Keep it' }).waitFor()
      await look('delete-campaign')
      await page.getByRole('button', { name: 'Keep it' }).click()
      await resize(page, widths[0]!)
      await page.getByRole('row', { name: /Marguerite/ }).hover()
      await page.getByRole('button', { name: /^Call back at/ }).click()
      await page.getByLabel('Day and time').waitFor()
      await look('callback')
      await page.keyboard.press('Escape')
      await resize(page, { width: 480, height: 800 })
      await page.getByRole('button', { name: 'Pages' }).click()
      await page.getByRole('dialog').getByRole('link', { name: 'Calls' }).waitFor()
      await look(
        'drawer',
        widths.filter(({ width }) => width < 760),
      )
      await page.getByRole('dialog').getByRole('link', { name: 'Calls' }).click()
      await page.getByText('No calls yet').waitFor()
      await resize(page, widths[0]!)
      const title = page.getByRole('heading', { level: 1, name: 'Calls' })
      const before = await title.boundingBox()
      await world.stop()
      await page.getByText('The connection to the service is lost').waitFor()
      expect(await title.boundingBox()).toEqual(before)
      await look('lost')
      complaints.splice(0)
      expect(all).toEqual([])
    },
    TIME_LIMIT,
  )

  it('in a window of one column everything that matters is in reach, and a pane has a way back', async () => {
    const { world, page, link } = await open()
    const assistant_id = await given.assistant(world, { variables: { name: '' } })
    await world.post('/user/make_call', {
      assistant_id,
      phone_number: given.number('24'),
      variables: { name: 'Grace Liu' },
    })
    await world.advance(5 * MINUTE)
    await resize(page, { width: 480, height: 800 })
    await page.goto(`${link()}#/calls`)
    const row = page.getByRole('row', { name: /Grace Liu/ })
    await row.click()
    const pane = page.getByRole('complementary', { name: 'Call', exact: true })
    const box = (await pane.boundingBox())!
    expect([box.x, box.x + box.width, box.y + box.height]).toEqual([0, 480, 800])
    // The page below cannot be reached by Tab, but what stops the desk can.
    await expect.poll(() => row.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Stop all', exact: true }).click()
    await page.getByRole('button', { name: 'Keep dialing' }).click()
    await pane.getByRole('button', { name: 'Back' }).click()
    await pane.waitFor({ state: 'detached' })
    await expect.poll(() => row.evaluate(one => one === document.activeElement)).toBe(true)

    await page.getByRole('button', { name: 'Pages' }).click()
    const pages = page.getByRole('dialog').getByRole('navigation', { name: 'Pages' })
    await expect
      .poll(() => pages.getByRole('link').allInnerTexts())
      .toEqual([
        'Today',
        'Campaigns',
        'Leads',
        'Calls',
        'People',
        'Conversations',
        'SMS',
        'Assistants',
        'Knowledge',
        'Tools',
        'Numbers',
        'Webhooks',
        'Money',
        'Do not call',
        'Settings',
        'API reference',
      ])
    await pages.getByRole('link', { name: 'Campaigns' }).click()
    await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor()
    await pages.waitFor({ state: 'hidden' })
    await expect.poll(() => page.locator('#main').evaluate(one => one === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: 'Pages' }).click()
    await takesFocus(pages.getByRole('link').first())
    await page.keyboard.press('Escape')
    await hasFocus(page.getByRole('button', { name: 'Pages' }))
  })

  it('a refusal to resume is read whole below the control, and can be put away', async () => {
    const { page, link, complaints } = await open()
    await page.goto(`${link()}#/calls`)
    await page.getByText('No calls yet').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    const message = 'The carrier has refused the credentials of this desk. Check them in the settings, and resume then.'
    await page.route('**/rpc/dialing/resume', route =>
      route.fulfill({
        status: 503,
        json: { json: { defined: false, code: 'SERVICE_UNAVAILABLE', status: 503, message } },
      }),
    )
    for (const size of widths) {
      await resize(page, size)
      await page.getByRole('button', { name: 'Resume' }).click()
      const refusal = page.getByRole('alert').filter({ hasText: message })
      await refusal.waitFor()
      expect(await faults(page)).toEqual([])
      await shot(page, `w-refused-${size.width}`)
      await page.locator('#main').click({ position: { x: 5, y: 300 } })
      await refusal.waitFor({ state: 'hidden' })
    }
    // The browser writes the refused requests to its console.
    complaints.splice(0)
  })

  it('the fields of a popover lie inside it', async () => {
    const { page, link } = await open()
    await page.goto(`${link()}#/calls`)
    await page.getByText('No calls yet').waitFor()
    for (const size of widths) {
      await resize(page, size)
      await page.getByRole('button', { name: 'Date', exact: true }).click()
      const popover = page.getByRole('dialog', { name: 'Date' })
      await popover.getByLabel('From').waitFor()
      const frame = (await popover.boundingBox())!
      for (const field of await popover.locator('input, button').all()) {
        const box = (await field.boundingBox())!
        expect(box.x).toBeGreaterThanOrEqual(frame.x)
        expect(box.x + box.width).toBeLessThanOrEqual(frame.x + frame.width)
        // And what is typed fits the field.
        expect(await field.evaluate(one => one.scrollWidth <= one.clientWidth)).toBe(true)
      }
      await shot(page, `w-dates-${size.width}`)
      await page.keyboard.press('Escape')
      await popover.waitFor({ state: 'hidden' })
    }
  })

  it.each(['light', 'dark'] as const)('a button that cannot be used now looks so, %s', async scheme => {
    const { world, page, link } = await open({ scheme })
    const campaign = await given.campaign(world)
    await world.post('/user/make_call', { assistant_id: 1, phone_number: given.number('24') })
    await world.advance(5 * MINUTE)
    await page.goto(`${link()}#/campaigns/${campaign}/edit`)
    const look = (name: string) =>
      page.getByRole('button', { name, exact: true }).evaluate(button => {
        const { color, backgroundColor, borderStyle, cursor, opacity } = getComputedStyle(button)
        return { color, ground: backgroundColor, edge: borderStyle, cursor, opacity }
      })
    const differences = async (name: string, alive: () => Promise<unknown>) => {
      await expect.poll(async () => (await look(name)).cursor).toBe('not-allowed')
      const off = await look(name)
      await shot(page, `w-off-${name}`)
      await alive()
      await expect.poll(async () => (await look(name)).cursor).toBe('pointer')
      const on = await look(name)
      return (Object.keys(on) as (keyof typeof on)[]).filter(what => on[what] !== off[what])
    }
    // More than its colour, which not everybody sees.
    const save = await differences('Save', () => page.getByLabel('Name').fill('Spring offer'))
    expect(save).toEqual(['color', 'ground', 'edge', 'cursor'])
    await page.getByRole('button', { name: 'Discard' }).click()
    expect(await differences('Discard', () => page.getByLabel('Name').fill('Spring offer'))).toEqual(
      expect.arrayContaining(['color', 'edge', 'cursor']),
    )
    await page.getByRole('button', { name: 'Discard' }).click()
    await visit(page, '/calls/1')
    await expect.poll(async () => (await look('Older call')).opacity).toBe('0.4')
  })

  it(
    'nothing moves while a page loads, whatever arrives late',
    async () => {
      const { page, link, advance, running, call, number, assistant_id, person, knowledge, tool } = await busyDesk()
      await watchShifts(page)
      await page.goto(link())
      const moved: string[] = []
      const few = ['/today', `/calls/${call}`, person]
      const all = [
        ...few,
        '/campaigns',
        `/campaigns/${running}`,
        `/campaigns/${running}/edit`,
        '/calls',
        '/calls/live',
        '/numbers',
        `/numbers/${number}`,
        '/money',
        '/money/costs',
        '/assistants',
        `/assistants/${assistant_id}`,
        '/people',
        '/blacklist',
        '/knowledge',
        `/knowledge/${knowledge}`,
        '/tools',
        `/tools/${tool}`,
        '/webhooks',
        '/settings/data',
      ]
      const loads = widths
        .filter(({ width }) => [1440, 960, 480].includes(width))
        .flatMap(size => (size.width === 1440 ? few : all).map(place => ({ size, place })))
      for (const { size, place } of loads) {
        await resize(page, size)
        // A session may ask only so often in a second of the desk.
        await advance(SECOND)
        await visit(page, place)
        const { shifts, places } = await shiftOfLoad(page)
        // A search that jumps is too small to count as a shift, but a person aims at it.
        expect(places, `the search and Stop all of ${place}`).toHaveLength(1)
        const sum = shifts.reduce((total, { value }) => total + value, 0)
        if (sum >= 0.02) moved.push(`${place} at ${size.width}: ${sum.toFixed(4)} ${JSON.stringify(shifts, null, 1)}`)
      }
      expect(moved).toEqual([])
    },
    TIME_LIMIT,
  )

  it(
    'heads of tables stay in view, and the ring of the focus is whole',
    async () => {
      const { page, link, running, waiting, call, person } = await busyDesk()
      await page.goto(link())
      const all: string[] = []
      for (const size of [
        { width: 960, height: 600 },
        { width: 480, height: 800 },
      ]) {
        await resize(page, size)
        for (const place of [
          '/today',
          `/campaigns/${running}`,
          `/campaigns/${waiting}/edit`,
          `/calls?open=${call}`,
          `/calls/${call}`,
          '/people',
          person,
          '/blacklist',
          '/webhooks?open=1',
          '/webhooks/signing',
          '/settings/rates',
        ]) {
          await visit(page, place)
          for (const head of await hiddenHeads(page))
            all.push(`${place} at ${size.width}: the head of ${head} is hidden`)
          const { cut, reached } = await cutRings(page)
          expect(reached, place).toBeGreaterThan(8)
          for (const ring of cut) all.push(`${place} at ${size.width}: the ring of ${ring} is cut`)
        }
      }
      expect(all).toEqual([])
    },
    TIME_LIMIT,
  )
})
