import { expect, it } from 'vitest'
import { aNumber } from '../support/api'
import { barriers, downloaded, inBrowser, open, shot } from '../support/browser'
import { given } from '../support/world'

inBrowser('exports', () => {
  it('lists are exported with their filters, and what a spreadsheet would run is text', async () => {
    const { world, page, link, advance } = await open()
    const assistant_id = await given.assistant(world, { variables: { name: '' } })
    const campaign = await given.campaign(world, { name: 'Recall', assistant_id })
    const other = await given.campaign(world, { name: 'Other', assistant_id })
    await given.lead(world, campaign, { variables: { name: "=cmd|' /C calc'!A0" } })
    await given.lead(world, other, { variables: { name: 'Marta' } })
    for (const id of [campaign, other]) await given.started(world, id)
    await advance(10 * 60_000)
    await page.goto(`${link()}#/calls?campaign=${campaign}`)
    await page.getByText('1 call', { exact: true }).waitFor()
    const { name, text } = await downloaded(page, () => page.getByRole('button', { name: 'Export' }).click())
    expect(name).toBe('Calls 2026-01-05.csv')
    const [head, row, ...rest] = text.split('\r\n')
    expect(head).toMatch(/^\ufeff"Started, UTC","Direction","Name","Number"/)
    expect(row).toMatch(/^"2026-01-05 09:0\d:\d\d","Outbound","'=cmd\|' \/C calc'!A0","\+1\d{10}"/)
    expect(rest).toEqual([''])
    await page.getByText('1 row was exported: Calls').waitFor()
    await page.goto(`${link()}#/campaigns`)
    await page.getByRole('table', { name: 'Campaigns' }).getByText('Recall').waitFor()
    const campaigns = await downloaded(page, () => page.getByRole('button', { name: 'Export' }).press('Enter'))
    expect(campaigns.text.split('\r\n').filter(line => /"(Recall|Other)"/.test(line))).toHaveLength(2)

    for (let i = 0; i < 3; i++) {
      const variables = i === 0 ? { name: '=SUM(A1)' } : { name: `Ada ${i}` }
      const { body } = await world.post('/conversations', { assistant_id, variables })
      const message = i < 2 ? 'Is the terrace open?' : 'Are you open?'
      await world.post(`/conversations/${body.conversation_id}/messages`, { message })
    }
    await page.goto(`${link()}#/conversations?search=terrace`)
    await page.getByRole('navigation', { name: 'Conversations' }).getByText('Ada 1').waitFor()
    const chats = await downloaded(page, () => page.getByRole('button', { name: 'Export' }).click())
    expect(chats.name).toBe('Conversations 2026-01-05.csv')
    expect(chats.text.split('\r\n')).toEqual([
      expect.stringMatching(/^\ufeff"Began, UTC","Last message, UTC","Name","Number",.*,"Cost, \$","name"$/),
      expect.stringMatching(/^"2026-01-05 09:1\d:\d\d".*,"Ada 1",.*,"Assistant answers","Website",.*,"Ada 1"$/),
      expect.stringMatching(/,"'=SUM\(A1\)",.*,"'=SUM\(A1\)"$/),
      '',
    ])

    const to = '+12125550190'
    aNumber(world, { number: to })
    for (const sms of ['=1+1', 'Thank you'])
      await world.post('/user/simulator/inbound-sms', { from: '+12125550124', to, body: sms })
    await page.goto(`${link()}#/sms`)
    await page.getByRole('navigation', { name: 'SMS by person' }).getByText('Thank you').waitFor()
    const sms = () => downloaded(page, () => page.getByRole('button', { name: 'Export' }).click())
    const all = await sms()
    expect(all.name).toBe('SMS 2026-01-05.csv')
    expect(all.text.split('\r\n').slice(1)).toEqual([
      expect.stringMatching(/^"2026-01-05 09:.*"Inbound",.*,"\+12125550124","\+12125550190","Received","Thank you"/),
      expect.stringMatching(/,"'=1\+1","1",/),
      '',
    ])
    // A filter is about the newest one with each person.
    await page.goto(`${link()}#/sms?state=unread`)
    await page.getByRole('navigation', { name: 'SMS by person' }).getByText('Thank you').waitFor()
    expect((await sms()).text.split('\r\n')).toHaveLength(3)
  })

  it('an export goes on when the page is left, shows how far it is, and can be cancelled', async () => {
    const { world, page, link, advance } = await open()
    const campaign = await given.campaign(world)
    await given.lead(world, campaign)
    await given.started(world, campaign)
    await advance(10 * 60_000)
    await page.goto(`${link()}#/calls`)
    await page.getByText('1 call', { exact: true }).waitFor()
    let letGo = () => {}
    const free = new Promise<void>(resolve => {
      letGo = resolve
    })
    await page.route('**/rpc/calls/list', async route => {
      if (route.request().postData()?.includes('"per_page":100')) await free
      await route.continue().catch(() => {})
    })
    const button = page.getByRole('button', { name: 'Export', exact: true })
    await button.click()
    expect(await button.isDisabled()).toBe(true)
    const underWay = page.getByRole('region', { name: 'Under way' })
    await underWay.getByRole('progressbar', { name: 'Exporting: Calls' }).waitFor()
    await shot(page, 'export-light')
    expect(await barriers(page)).toEqual([])
    await page.getByRole('link', { name: 'Campaigns' }).click()
    await page.getByRole('table', { name: 'Campaigns' }).waitFor()
    await underWay.getByRole('button', { name: 'Cancel: Exporting: Calls' }).click()
    await expect.poll(() => underWay.count()).toBe(0)
    // The next one waits for the same answer, and is saved from another page.
    await page.goto(`${link()}#/calls`)
    await button.click()
    await page.getByRole('link', { name: 'Campaigns' }).click()
    const { text } = await downloaded(page, async () => letGo())
    expect(text.split('\r\n')).toHaveLength(3)
  })
})
