import { expect, it } from 'vitest'
import { hasFocus, inBrowser, open, shot, takesFocus } from '../support/browser'
import { busyDesk, TIME_LIMIT, visit, writtenTo } from '../support/busy-desk'
import { faults, overlaps, resize, sheetScrolls } from '../support/layout'
import { given, MINUTE } from '../support/world'

const widths = [
  { width: 1440, height: 900 },
  { width: 960, height: 600 },
  { width: 760, height: 800 },
  { width: 480, height: 800 },
  { width: 320, height: 640 },
]

/** What fits the widths below fits a wide window too: there it is only looked at. */
const narrow = process.env.SHOTS ? widths : widths.slice(1)

const settings = 'calling providers rates api users data about'.split(' ')

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
        for (const size of narrow) {
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
      const { world, page, link, origin, tolerateFailedRequests } = await open()
      const all: string[] = []
      const look = async (name: string, at = narrow) => {
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
      tolerateFailedRequests()
      await world.stop()
      await page.getByText('The connection to the service is lost').waitFor()
      expect(await title.boundingBox()).toEqual(before)
      await look('lost')
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
        // With the first steps that are still to be done.
        expect.stringMatching(/^Today\s/),
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
    const { page, link, tolerateStatus } = await open()
    tolerateStatus(503)
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
})
