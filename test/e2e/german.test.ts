import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { service } from '../../src/renderer/words/de/service'
import { saying } from '../../src/renderer/words/sentences'
import { aNumber } from '../support/api'
import { barriers, fitsItsWidth, hasFocus, inBrowser, open, shot, takesFocus } from '../support/browser'
import { aBase, inThisThread, untilRead, upload } from '../support/documents'
import { faults, overlaps, resize } from '../support/layout'
import { bought } from '../support/numbers'
import { startReceiver } from '../support/receiver'
import { given, MINUTE, SECOND } from '../support/world'

/** Words that are the same in both languages. */
const same = [
  'min',
  'Callwright',
  'Name',
  'Status',
  'Webhooks',
  'Webhook',
  'Person',
  'SMS',
  'API',
  'Chats',
  'URL',
  'ID',
  'Pause',
  'Deutsch',
  'English',
  'Offline',
  'Region',
  'Server',
  'Host',
  'Proxy',
  '.example.com:5060',
  'Chat',
  'Pipeline',
  'Multimodal',
  'Dualplex',
  'Team',
  'Tokens',
  'https://',
  // The field behind a text that grows, which nobody sees.
  'autosize measurement',
  'Website',
  'Person',
]

/** Every text that a person sees or a screen reader says. */
const textsOf = (page: Page) =>
  page.evaluate(() => {
    const found = new Set([document.title])
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      // What a machine reads is the same in every language.
      if (node.parentElement!.checkVisibility() && !node.parentElement!.closest('script, style, pre, .mono'))
        found.add(node.textContent!)
    // A measure of Mantine is hidden, and no screen reader says its label.
    for (const element of document.body.querySelectorAll('*'))
      for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
        if (element.checkVisibility() && element.hasAttribute(name) && !element.closest('.mono, [aria-hidden=true]'))
          found.add(element.getAttribute(name)!)
    return [...found].map(text => text.replace(/\s+/g, ' ').trim()).filter(text => /\p{L}/u.test(text))
  })

/** A sentence of the service in German, or the text as it is. */
const say = saying(service, 'de-DE', String)

/** Every text in the service's answers that is data: names, numbers, what was said. Its own sentences are said in German. */
function watchAnswers(page: Page) {
  const data = new Set<string>()
  const add = (value: unknown): void => {
    if (typeof value === 'string') {
      if (say(value) === value) data.add(value.replace(/\s+/g, ' ').trim())
    } else if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value)) {
        // A language is said by its name in German.
        if (name !== 'language') add(one)
        // A transcript has first names, and a call shows the names of its variables.
        if (name === 'name' && typeof one === 'string') add(one.split(' ')[0])
        if (name === 'variables') add(Object.keys(one as object))
      }
  }
  page.on('response', async response => {
    if (!response.url().includes('/rpc/') || response.url().endsWith('/events/stream')) return
    add(await response.json().catch(() => null))
  })
  return data
}

/** What is left of a text without data, figures and the words that are the same. */
function rest(text: string, data: ReadonlySet<string>) {
  if (data.has(text)) return ''
  const long = [...data].filter(one => one.length > 2)
  let left = text
  for (const one of [...long, ...same].sort((a, b) => b.length - a.length)) left = left.replaceAll(one, '')
  return left.replace(/[^\p{L}]/gu, '')
}

/** The same desk twice: its texts in English and in German. `visit` shows each view in turn and calls `see` on it. */
async function inBoth(page: Page, link: () => string, visit: (see: (name: string) => Promise<void>) => Promise<void>) {
  const data = watchAnswers(page)
  const seen: Record<string, Record<string, string[]>> = { en: {}, de: {} }
  for (const language of ['en', 'de']) {
    await page.goto(link())
    await page.evaluate(chosen => localStorage.setItem('callwright.language', chosen), language)
    await page.reload()
    await page.locator(`html[lang=${language}]`).waitFor()
    await visit(async name => {
      await expect.poll(() => page.locator('#main [aria-busy=true]').count()).toBe(0)
      seen[language]![name] = await textsOf(page)
    })
  }
  const left = Object.entries(seen.de!).flatMap(([view, texts]) =>
    texts.filter(text => seen.en![view]!.includes(text) && rest(text, data) !== '').map(text => `${view}: ${text}`),
  )
  return { left, seen }
}

/** Somebody who was called, somebody on the phone, somebody cut off, and a draft. */
async function aDesk() {
  const opened = await open()
  const { world, advance } = opened
  const assistant_id = await given.assistant(world, { name: 'Nora', variables: { name: '' } })
  const campaign = await given.campaign(world, { name: 'Frühling', assistant_id, max_calls_in_parallel: 5 })
  await given.campaign(world, { name: 'Herbst', assistant_id })
  for (const ending of ['24', '21', '42', '55', '13'])
    await given.lead(world, campaign, { ending, variables: { name: `Ada-${ending}` } })
  await given.started(world, campaign)
  await advance(11 * MINUTE)
  await given.lead(world, campaign, { ending: '07', variables: { name: 'Tom Hargreaves' } })
  await given.started(world, campaign)
  await advance(20 * SECOND)
  return { ...opened, campaign }
}

const go = (page: Page, path: string) => page.evaluate(to => void (location.hash = to), path)

/** Nothing stands out of the window at these places, in the language that is shown. */
async function fitsEveryWidth(page: Page, places: string[]) {
  for (const place of places) {
    await go(page, place)
    await expect.poll(() => page.locator('#main [aria-busy=true]').count()).toBe(0)
    for (const width of [1440, 960, 480]) {
      await resize(page, { width, height: 900 })
      await expect.poll(async () => (await faults(page)).map(fault => `${place} at ${width}: ${fault}`)).toEqual([])
      await shot(page, `german${place.replaceAll(/[/?=]/g, '-')}-${width}`)
    }
  }
}

const inGerman = async (page: Page, link: string) => {
  await page.addInitScript(() => localStorage.setItem('callwright.language', 'de'))
  await page.goto(link)
  await page.locator('html[lang=de]').waitFor()
}

inBrowser('the console in German', () => {
  it('no text of the frame and of Today stays English', async () => {
    const { page, link } = await aDesk()
    const { left, seen } = await inBoth(page, link, async see => {
      await go(page, '/today')
      await page.getByText('Tom Hargreaves').first().waitFor()
      await see('today')
      await page.keyboard.press('Control+k')
      await page.locator('[data-action]').nth(6).waitFor()
      await see('palette')
      await page.keyboard.type('Herbst')
      await page.locator('[data-action]').nth(1).waitFor()
      await see('palette of a campaign')
      await page.keyboard.press('Escape')
      await page.locator('[data-palette]').waitFor({ state: 'detached' })
      await page.locator('header.mantine-AppShell-header button[aria-haspopup=dialog]').last().click()
      await takesFocus(page.locator('[role=dialog] button').first())
      await see('stop all')
      await page.keyboard.press('Escape')
      await page.locator('[role=dialog] button').first().waitFor({ state: 'detached' })
      await go(page, '/nowhere')
      await page.locator('a.link[href="#/today"]').waitFor()
      await see('no such page')
    })
    expect(left).toEqual([])
    expect(seen.de!.today!.length).toBeGreaterThan(40)
    expect(seen.de!.today).toContain('Braucht Aufmerksamkeit')
  })

  it('no text of the campaigns stays English', async () => {
    const { world, page, link, campaign } = await aDesk()
    const { left } = await inBoth(page, link, async see => {
      await go(page, '/campaigns')
      await page.getByRole('row').nth(2).waitFor()
      await see('campaigns')
      await go(page, `/campaigns/${campaign}`)
      await page.getByText('Tom Hargreaves').first().waitFor()
      await see('campaign')
      await go(page, `/campaigns/${campaign}?add=lead`)
      await page.locator('form').waitFor()
      await see('add leads')
      await go(page, `/campaigns/${campaign}/edit`)
      await page.locator('form input').first().waitFor()
      await see('edit')
      const copy = (await world.post(`/user/campaigns/${campaign}/duplicate`)).body.data.id as number
      await given.lead(world, copy)
      await go(page, `/campaigns/${copy}`)
      await page.locator('aside').waitFor()
      await page.locator('aside li [data-state], aside li').first().waitFor()
      await see('before a start')
      await go(page, '/campaigns/new')
      await page.locator('form input').first().waitFor()
      await see('new')
    })
    expect(left).toEqual([])
  })

  it('no text of the leads and of their import stays English', async () => {
    const { world, page, link, campaign } = await aDesk()
    await world.put('/user/settings', { country: 'GB' })
    const list = ['Mobil,Name,Ort', '07700 900461,Ada-1,Rom', 'x,Ada-2,', '07700 900461,Ada-3,', ',,Rom'].join('\n')
    const { left } = await inBoth(page, link, async see => {
      await go(page, '/leads')
      await page.locator('[data-leads] tbody tr').nth(4).waitFor()
      await see('leads')
      await page.locator('[data-leads] tbody input').first().click()
      await see('chosen')
      await page.locator('[data-leads] section button').nth(2).click()
      await takesFocus(page.locator('[role=dialog] input').first())
      await see('move')
      await page.keyboard.press('Escape')
      await page.locator('[role=dialog]').waitFor({ state: 'detached' })
      await go(page, '/leads?open=1')
      await page.locator('aside ol li').first().waitFor()
      await see('lead')
      await go(page, '/leads?add=lead')
      await page.locator('aside form').waitFor()
      await see('add')
      await go(page, '/leads?search=nobody')
      await page.locator('[data-leads] a, [data-leads] strong').first().waitFor()
      await see('none')
      await go(page, `/leads/import?campaign=${campaign}`)
      await page.locator('input[type=file]').waitFor({ state: 'attached' })
      await see('file')
      const buffer = Buffer.from(list)
      await page.locator('input[type=file]').setInputFiles({ name: 'Liste.csv', mimeType: 'text/csv', buffer })
      await page.locator('#main tbody tr').nth(3).waitFor()
      await see('columns')
      await page.locator('#main button[data-variant=filled]').click()
      await page.locator('#main ul li strong').first().waitFor()
      await see('problems')
      await page.locator('#main a[href^="#/leads"]').last().click()
    })
    // What stands in the file.
    const isOfTheFile = (text: string) => /: (Mobil|Ort|Rom|x|.*Ada-\d.*|.*07700.*)$/.test(text)
    expect(left.filter(text => !isOfTheFile(text))).toEqual([])
    await fitsEveryWidth(page, ['/leads', '/leads?open=1', '/leads?add=lead', `/leads/import?campaign=${campaign}`])
  })

  it('no text of the assistants stays English', async () => {
    const { world, page, link } = await aDesk()
    const id = await given.assistant(world, {
      name: 'Theo',
      type: 'inbound',
      initial_message: 'Hallo {{Nora}}',
      variables: { firma: 'Praxis' },
      fillers: true,
      ambient_sound: 'cafe',
      tools: [
        { type: 'call_transfer', phone_number: '+12015550100', warm_transfer: true },
        { type: 'warm_call_transfer', supervisor_phone: '+12015550100' },
        { type: 'collect_keypad' },
        { type: 'calendar_integration', calcom_api_key: 'x', calcom_event_slug: 'x' },
        { type: 'assistant_transfer', assistant_id: 1 },
      ],
      post_call_schema: [{ name: 'will', type: 'bool', description: 'Ob' }],
      is_webhook_active: true,
      webhook_url: 'http://127.0.0.1:9/',
      conversation_ended_webhook_url: 'http://127.0.0.1:9/',
    })
    const { left } = await inBoth(page, link, async see => {
      await go(page, '/assistants')
      await page.getByRole('row').nth(2).waitFor()
      await see('assistants')
      await go(page, '/assistants/new')
      await page.locator('a[href="#/assistants/new/empty"]').waitFor()
      await see('templates')
      await go(page, '/assistants/new/empty')
      await page.locator('form textarea').first().waitFor()
      await see('new')
      for (const tab of ['identity', 'mind', 'speech', 'call', 'after', 'chat']) {
        await go(page, `/assistants/${id}/${tab}`)
        await page.locator('#main form').first().waitFor()
        await see(tab)
      }
    })
    expect(left).toEqual([])
  })

  it('no text of the calls stays English', async () => {
    const { page, link } = await aDesk()
    const { left } = await inBoth(page, link, async see => {
      await go(page, '/calls')
      await page.getByRole('row').nth(3).waitFor()
      await see('calls')
      await page.getByRole('row').nth(3).click()
      await page.locator('aside').waitFor()
      await see('a call beside the log')
      await go(page, '/calls/1')
      await page.getByRole('heading', { level: 1, name: 'Ada-24' }).waitFor()
      await page.locator('#main search input').fill('zeppelin')
      await see('a call, searched')
      await go(page, '/calls/live')
      await page.locator('#main search').waitFor()
      await see('the wall of live calls')
    })
    expect(left).toEqual([])
  })

  it('no text of the numbers and of money stays English', async () => {
    const { world, page, link } = await aDesk()
    const { id } = await bought(world)
    await bought(world)
    await world.delete(`/user/phone-numbers/${id}`)
    await given.assistant(world, { name: 'Otto', type: 'inbound' })
    const line = (of: object) => world.post('/user/phone-numbers/sip-trunks', { sip_address: 'pbx.example', ...of })
    const signedIn = { sip_username: 'desk', sip_password: 'a-long-password' }
    await line({ sip_trunk_type: 'number', phone_number: '+12015550191', outbound_proxy: true, ...signedIn })
    await world.post('/user/balance/top-up', { amount: 10 })
    await world.post('/user/sms', { from: id, to: given.number('24'), body: 'Hallo' })
    const dialog = page.locator('[role=dialog]')
    const closed = async () => {
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    const { left } = await inBoth(page, link, async see => {
      await go(page, '/numbers')
      await page.getByRole('row').nth(3).waitFor()
      await see('numbers')
      await page.locator('tbody tr').nth(1).focus()
      await page.locator('tbody tr').nth(1).locator('button[aria-haspopup=menu]').press('Enter')
      await takesFocus(page.locator('[role=menuitem]').first())
      await see('who answers')
      await page.keyboard.press('Escape')
      await go(page, '/numbers/buy')
      await page.getByRole('row').nth(3).waitFor()
      await see('offers')
      await page.getByRole('row').nth(3).click()
      await takesFocus(dialog.getByRole('button').first())
      await see('renting')
      await closed()
      await go(page, `/numbers/${id}`)
      await page.locator('aside form').first().waitFor()
      await see('a number')
      await go(page, `/numbers/${id + 1}`)
      await page.locator('aside form').first().waitFor()
      await page.locator('#main header button').last().click()
      await takesFocus(dialog.getByRole('button').first())
      await see('releasing')
      await closed()
      await go(page, '/numbers/trunks/new')
      await page.locator('form [data-field=phone_number]').waitFor()
      await see('a new trunk')
      await go(page, `/numbers/trunks/${id + 2}`)
      await page.locator('aside form').first().waitFor()
      await see('a trunk')
      for (const path of ['/money', '/money/costs']) {
        await go(page, path)
        await page.getByRole('row').nth(1).waitFor()
        await see(path)
      }
      for (const add of ['top-up', 'payment']) {
        await go(page, `/money?add=${add}`)
        await takesFocus(dialog.locator('input').first())
        await see(add)
        await closed()
      }
    })
    expect(left).toEqual([])
  })

  it('no text of the people and of the do-not-call list stays English', async () => {
    const { world, page, link } = await aDesk()
    const number = (await world.get('/user/calls/1')).body.client_phone_number
    const person = `/people/${encodeURIComponent(number)}`
    await world.post(`/user${person}/notes`, { text: 'Mag Hunde.' })
    await world.post('/user/promised-callbacks', { phone_number: number, at: '2026-01-08T10:00:00Z' })
    await world.post('/user/blacklist', { phone_number: '+442079460111', reason: 'Bat darum' })
    const { left, seen } = await inBoth(page, link, async see => {
      await go(page, '/people')
      await page.getByRole('row').nth(3).waitFor()
      await see('people')
      await go(page, '/people?search=keiner')
      await page.getByRole('table').locator('~ div strong, ~ * strong').first().waitFor()
      await see('nobody')
      await go(page, person)
      await page.getByRole('heading', { level: 1, name: 'Ada-24' }).waitFor()
      await page.getByText('Mag Hunde.').waitFor()
      await see('a person')
      await page.locator('#main header button').last().click()
      await page.getByRole('menuitem').last().click()
      await takesFocus(page.locator('[role=dialog] button').first())
      await see('forget')
      await page.keyboard.press('Escape')
      await page.locator('[role=dialog]').waitFor({ state: 'detached' })
      await page.locator('aside button').first().click()
      await takesFocus(page.locator('[role=dialog] input').first())
      await see('promise')
      await page.keyboard.press('Escape')
      await page.locator('[role=dialog]').waitFor({ state: 'detached' })
      await go(page, '/people/+442079460111')
      await page.getByText('Bat darum').first().waitFor()
      await see('somebody on the list')
      await go(page, '/blacklist')
      await page.getByRole('row').nth(1).waitFor()
      await see('the list')
      await page.getByRole('checkbox').first().check()
      await see('chosen')
      for (const button of [2, 1]) {
        await page.locator('#main header button').nth(button).click()
        await takesFocus(page.locator('[role=dialog] :is(input, textarea)').first())
        await see(`dialog ${button}`)
        await page.keyboard.press('Escape')
        await page.locator('[role=dialog]').waitFor({ state: 'detached' })
      }
    })
    expect(left).toEqual([])
    // One word for the list, wherever it stands.
    const german = Object.values(seen.de!).flat().join('\n')
    expect(german).toContain('Sperrliste')
    expect(german).not.toMatch(/nicht anrufen\b(?!\?)|blacklist/i)
  })

  it('no text of knowledge bases stays English', async () => {
    const { world, page, link } = await open({ reader: inThisThread })
    const base = await aBase(world, 'Salon')
    for (const text of ['# Preise\n\nEin Haarschnitt kostet 35 Euro.', ''])
      await untilRead(world, base, (await upload(world, base, 'md', text, `Datei ${text.length}`)).body.data.id)
    const { left } = await inBoth(page, link, async see => {
      await go(page, '/knowledge?name=nothing')
      await page.locator('#main strong').first().waitFor()
      await see('no knowledge')
      await go(page, '/knowledge')
      await page.getByRole('row').nth(1).waitFor()
      await see('knowledge')
      await go(page, '/knowledge?add=base')
      await page.locator('[role=dialog] form').waitFor()
      await see('new base')
      await go(page, `/knowledge/${base}?ask=Haarschnitt`)
      await page.locator('#main ol li').first().waitFor()
      await see('a base')
      for (const row of [1, 2]) {
        await page.getByRole('row').nth(row).click()
        await page.locator('aside h2').waitFor()
        await see(`document ${row}`)
      }
      await go(page, `/knowledge/${base}?add=pages`)
      await page.locator('aside form').waitFor()
      await see('add pages')
    })
    expect(left).toEqual([])
    await fitsEveryWidth(page, ['/knowledge', `/knowledge/${base}?ask=Haarschnitt`, `/knowledge/${base}?add=pages`])
  })

  it('no text of tools stays English', async () => {
    const receiver = await startReceiver()
    const { world, page, link } = await open()
    const tool = {
      name: 'find_table',
      description: 'Freie Tische',
      endpoint: `${receiver.url}/{tag}`,
      method: 'GET',
      headers: [{ name: 'X-Key', value: 'x' }],
      schema: [{ name: 'tag', type: 'string', description: 'Der Tag' }],
    }
    const { id } = (await world.post('/user/tools', tool)).body.data
    await given.assistant(world, { name: 'Nora', tool_ids: [id] })
    const { left } = await inBoth(page, link, async see => {
      await go(page, '/tools?name=nothing')
      await page.locator('#main strong').first().waitFor()
      await see('no tools')
      await go(page, '/tools')
      await page.getByRole('row').nth(1).waitFor()
      await see('tools')
      await go(page, `/tools/${id}`)
      await page.locator('aside form button').last().click()
      await page.locator('aside pre').first().waitFor()
      await see('a tool')
      await go(page, '/tools/new')
      await page.locator('form input').first().waitFor()
      await see('a new tool')
    })
    expect(left).toEqual([])
    await fitsEveryWidth(page, ['/tools', `/tools/${id}`])
  })

  it('no text of the webhooks stays English', async () => {
    const receiver = await startReceiver(() => ({ status: 410 }))
    const { world, page, link, advance } = await open()
    const assistant_id = await given.assistant(world, {
      is_webhook_active: true,
      webhook_url: receiver.url,
      send_webhook_only_on_completed: false,
    })
    await world.post('/user/make_call', { assistant_id, phone_number: given.number('03'), variables: { name: 'Ada' } })
    await advance(MINUTE)
    const { left } = await inBoth(page, link, async see => {
      await go(page, '/webhooks')
      await page.getByRole('row').nth(1).waitFor()
      await see('webhooks')
      await go(page, '/webhooks?open=1')
      await page.locator('aside details').waitFor()
      await see('a webhook beside the list')
      await go(page, '/webhooks/1')
      await page.locator('#main details').waitFor()
      await see('a webhook')
      await go(page, '/webhooks/signing')
      await page.getByText('whsec_').first().waitFor()
      await see('signing')
    })
    // Addresses, names of headers and of languages, and how a try went.
    const isCode = (text: string) =>
      /127\.0\.0\.1|webhook-|whsec_|410 in|Standard Webhooks|: (Node.js|Python|PHP|Go)$/.test(text)
    expect(left.filter(text => !isCode(text))).toEqual([])
  })

  it('no text of the settings stays English', async () => {
    const { world, page, link } = await open()
    await world.post('/user/sample-data')
    await world.post('/user/users', { name: 'Eva', email: 'eva@example.com' })
    const { left } = await inBoth(page, link, async see => {
      for (const section of 'workspace calling providers rates money retention api users data samples about'.split(
        ' ',
      )) {
        await go(page, `/settings/${section}`)
        await page.locator('#main h2').first().waitFor()
        await see(section)
      }
    })
    // Names of libraries, of programs and of countries that are the same.
    const isCode = (text: string) =>
      /^about: |https:|: (Pipeline|Multimodal|Dualplex|Link|Version|Israel|UTC|0 B)$/.test(text)
    expect(left.filter(text => !isCode(text))).toEqual([])
  })

  it('no text of the conversations and of the SMS stays English', async () => {
    const { world, page, link, advance } = await aDesk()
    const from = aNumber(world, { number: '+12125550190' })
    const assistant_id = await given.assistant(world, { name: 'Vera', phone_number_id: from, variables: { name: '' } })
    const { uuid } = (await world.get(`/user/assistant/${assistant_id}`)).body
    const { conversation_id: chat } = (
      await world.post('/conversations', { assistant_id: uuid, type: 'widget', variables: { name: 'Priya Nair' } })
    ).body
    await world.post(`/conversations/${chat}/messages`, { message: 'Wann?' })
    const writer = given.number('03')
    await world.post('/user/simulator/inbound-sms', { from: writer, to: '+12125550190', body: 'Hallo?' })
    await advance(MINUTE)
    await world.post('/user/blacklist', { phone_number: '+442079460111' })
    const taken = (await world.get('/user/conversations?type=sms')).body.data[0].id
    await world.post(`/automate/conversations/${taken}/disable-ai`)
    const { left } = await inBoth(page, link, async see => {
      await go(page, '/conversations')
      await page.getByText('Priya Nair').first().waitFor()
      await see('conversations')
      await go(page, `/conversations/${chat}`)
      await page.getByRole('log').getByText('Wann?').waitFor()
      await see('a conversation')
      await go(page, `/conversations/${taken}`)
      await page.locator('form textarea').waitFor()
      await see('a conversation that was taken over')
      await go(page, '/sms')
      await page.locator('#main nav a').first().waitFor()
      await see('sms')
      await go(page, `/sms/${encodeURIComponent(writer)}`)
      await page.getByRole('log').getByText('Hallo?').waitFor()
      await see('a thread')
      // One that would be refused.
      await go(page, '/sms/new?to=%2B442079460111')
      await page.locator('form textarea').fill('12 345')
      await page.locator('#main [role=status]').getByText('+442079460111').waitFor()
      await see('a new SMS')
    })
    expect(left).toEqual([])
  })

  it('no text of a new desk and of a page without a session stays English', async () => {
    const { page, link, origin } = await open()
    const { left } = await inBoth(page, link, async see => {
      await go(page, '/today')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page
        .getByText(/25[.,]00/)
        .nth(1)
        .waitFor()
      await see('welcome')
    })
    expect(left).toEqual([])
    const english = await page.context().browser()!.newContext({ locale: 'en-GB' })
    const german = await page.context().browser()!.newContext({ locale: 'de-AT' })
    const [en, de] = await Promise.all(
      [english, german].map(async context => {
        const page = await context.newPage()
        await page.goto(origin)
        await page.locator('code').first().waitFor()
        const texts = await textsOf(page)
        await context.close()
        return texts
      }),
    )
    const commands = new Set(['node out/main/cli.js console-link', '--data-dir'])
    expect(de!.filter(text => en!.includes(text) && rest(text, commands) !== '')).toEqual([])
  })

  // Many views, each at three widths, ms.
  it('nothing stands out of the window in German', async () => {
    const { world, page, link, campaign } = await aDesk()
    const { client_phone_number } = (await world.get('/user/calls/1')).body
    const person = `/people/${encodeURIComponent(client_phone_number)}`
    await world.post('/user/blacklist', { phone_number: '+442079460111', reason: 'Bat darum' })
    await inGerman(page, `${link()}#/today`)
    const shows: Record<string, string> = {
      '/calls/1': 'Ada-24',
      '/campaigns': 'Herbst',
      [person]: 'Ada-24',
      '/blacklist': '+44 20 7946 0111',
    }
    for (const path of [
      '/today',
      '/campaigns',
      `/campaigns/${campaign}`,
      '/calls',
      '/calls/1',
      '/people',
      person,
      '/blacklist',
    ]) {
      await go(page, path)
      await page
        .getByText(shows[path] ?? 'Tom Hargreaves')
        .first()
        .waitFor()
      for (const width of [1440, 960, 480]) {
        await resize(page, { width, height: 900 })
        await expect.poll(async () => (await faults(page)).map(fault => `${path} at ${width}: ${fault}`)).toEqual([])
        expect(await overlaps(page, 'header.mantine-AppShell-header *:is(a, button, b, .num)')).toEqual([])
        await shot(page, `german${path.replaceAll('/', '-')}-${width}`)
      }
    }
    for (const width of [1440, 960, 480]) {
      await resize(page, { width, height: 900 })
      await page.keyboard.press('Control+k')
      await page.locator('[data-action]').nth(6).waitFor()
      await hasFocus(page.locator('[data-palette]'))
      expect(await barriers(page)).toEqual([])
      expect(await fitsItsWidth(page)).toBe(true)
      await shot(page, `german-palette-${width}`)
      await page.keyboard.press('Escape')
      await page.locator('[data-palette]').waitFor({ state: 'detached' })
    }
  }, 120_000)

  it('nothing of the assistants stands out of the window in German', async () => {
    const { world, page, link } = await open()
    await given.assistant(world, { name: 'Nora', fillers: true })
    await inGerman(page, `${link()}#/assistants`)
    for (const path of [
      '/assistants',
      '/assistants/new',
      '/assistants/1/mind',
      '/assistants/1/speech',
      '/assistants/1/call',
    ]) {
      await go(page, path)
      await page
        .locator(path === '/assistants/new' ? 'a[href="#/assistants/new/empty"]' : ':text("Nora")')
        .first()
        .waitFor()
      for (const width of [1440, 960, 480]) {
        await resize(page, { width, height: 900 })
        await expect.poll(async () => (await faults(page)).map(fault => `${path} at ${width}: ${fault}`)).toEqual([])
        await shot(page, `german${path.replaceAll('/', '-')}-${width}`)
      }
    }
  })

  it('the language is chosen in the palette and at the foot of the navigation', async () => {
    const { page, link } = await aDesk()
    await page.goto(link())
    await page.getByText('Balance').waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('deutsch\n')
    await page.locator('html[lang=de]').waitFor()
    await page.getByText('Guthaben').waitFor()
    await page.getByRole('button', { name: 'English' }).click()
    await page.locator('html[lang=en]').waitFor()
    await page.getByText('Balance').waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('language')
    await page.locator('[data-action][data-selected]').getByText('Deutsch').waitFor()
    await hasFocus(page.locator('[data-palette]'))
  })

  it('money, numbers, dates and what an error is about are written as in German', async () => {
    const { world, page, link, advance } = await aDesk()
    await world.post('/user/balance/top-up', { amount: 1500 })
    await advance(SECOND)
    await inGerman(page, link())
    await page.getByText(/^1\.52\d,\d\d\s\$$/).waitFor()
    await page.getByText(/^Montag, 5\. Januar, 09:11 /).waitFor()
    await go(page, '/campaigns/new')
    await page.getByLabel('Warten vor jeder, in Minuten').fill('60, 5')
    await page.getByLabel('Bis', { exact: true }).fill('09:00')
    await page.keyboard.press('Control+s')
    await page.getByText('Nr. 2 muss zwischen 10 und 4.320 liegen.').waitFor()
    await page.getByText('Bis darf nicht gleich „Von“ sein.').first().waitFor()
  })
})
