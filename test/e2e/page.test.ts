import { expect, it } from 'vitest'
import { barriers, doors, enter, fitsItsWidth, hasFocus, inBrowser, open, shot } from '../support/browser'
import { given, MINUTE, SECOND } from '../support/world'

inBrowser('the console in a browser', () => {
  it('the page shows the desk and its calls as they happen', async () => {
    const { world, page, link } = await open()
    await page.goto(`${link()}#/calls`)
    await page.getByText('No calls yet').waitFor()
    await shot(page, 'calls-empty')
    // All four are dialed before the list is asked for: later ones would wait for a press of Show.
    await page.goto(`${link()}#/today`)
    const campaign = await given.campaign(world, { name: 'Spring offer' })
    for (const ending of ['01', '24', '04', '02']) await given.lead(world, campaign, { ending })
    await given.started(world, campaign)
    await world.advance(10 * SECOND)
    await page.getByRole('link', { name: 'Calls', exact: false }).first().click()
    await page.getByRole('cell', { name: 'Ringing' }).first().waitFor()
    await world.advance(3 * MINUTE)
    await page.getByRole('cell', { name: 'Completed' }).waitFor()
    await page.getByRole('cell', { name: 'No answer' }).waitFor()
    expect(await page.getByRole('cell', { name: 'Spring offer' }).count()).toBe(4)
    await shot(page, 'calls')
    await page.getByRole('row', { name: /Completed/ }).click()
    await page.getByText('They', { exact: true }).first().waitFor()
    await shot(page, 'call')
    expect(await barriers(page)).toEqual([])
    await page.setViewportSize({ width: 960, height: 700 })
    await shot(page, 'call-960')
    expect(await fitsItsWidth(page)).toBe(true)
  })

  it.each(doors)('the keyboard walks the calls, opens one, pauses dialing and stops it, over %s', async door => {
    const { world, page, link } = await open({ door })
    const campaign = await given.campaign(world)
    for (const ending of ['01', '24']) await given.lead(world, campaign, { ending })
    await given.started(world, campaign)
    await world.advance(3 * MINUTE)
    await page.goto(`${link()}#/calls`)
    await page.getByRole('row', { name: /Completed/ }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.getByRole('complementary', { name: 'Call' }).getByText('Assistant', { exact: true }).first().waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('complementary', { name: 'Call' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Pause' }).press('Enter')
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    await expect.poll(async () => (await world.get('/user/dialing')).body.state).toBe('paused')
    await page.getByRole('button', { name: 'Stop all' }).press('Enter')
    await enter(page.getByRole('button', { name: 'Stop all now' }))
    await page.getByText('Halted', { exact: true }).waitFor()
    await expect.poll(async () => (await world.get('/user/dialing')).body.state).toBe('halted')
    // What was done does not stand over the next page.
    const done = page.getByRole('button', { name: 'Close', exact: true })
    await done.waitFor()
    await page.evaluate(() => (location.hash = '#/leads'))
    await page.getByRole('heading', { level: 1, name: 'Leads' }).waitFor()
    await done.waitFor({ state: 'detached' })
  })

  it('a key shows what the keys do, and another one goes to the search of the page', async () => {
    const { page, link } = await open()
    await page.goto(`${link()}#/calls`)
    const search = page.getByRole('textbox', { name: 'Search calls' })
    await search.waitFor()
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keys' })
    await keys.getByText('Choose the row').waitFor()
    await shot(page, 'keys')
    expect(await barriers(page)).toEqual([])
    // What is behind the sheet does not get the focus.
    await page.keyboard.press('/')
    expect(await search.evaluate(field => field === document.activeElement)).toBe(false)
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'hidden' })
    await page.keyboard.press('/')
    await hasFocus(search)
    // In a field both are what they are.
    await page.keyboard.type('a/b?')
    expect(await search.inputValue()).toBe('a/b?')
    expect(await keys.count()).toBe(0)
  })

  it('filters are in the address and survive a reload', async () => {
    const { world, page, link } = await open()
    const campaign = await given.campaign(world)
    for (const ending of ['01', '24']) await given.lead(world, campaign, { ending })
    await given.started(world, campaign)
    await world.advance(3 * MINUTE)
    await page.goto(`${link()}#/calls?status=busy`)
    await page.getByRole('cell', { name: 'Busy' }).waitFor()
    expect(await page.getByRole('cell', { name: 'Completed' }).count()).toBe(0)
    await page.getByRole('textbox', { name: 'Search calls' }).fill('999999')
    await page.keyboard.press('Enter')
    await page.getByText('No call fits these filters').waitFor()
    await page.reload()
    await page.getByText('No call fits these filters').waitFor()
    expect(page.url()).toContain('search=999999')
  })

  it('a lost connection to the service is shown', async () => {
    const { world, page, link, tolerateFailedRequests } = await open()
    tolerateFailedRequests()
    await page.goto(`${link()}#/calls`)
    await page.getByText('No calls yet').waitFor()
    await world.stop()
    await page.getByText('The connection to the service is lost').waitFor()
  })

  it('Stop all needs two separate presses of a key, and holding Enter stops nothing', async () => {
    const { world, page, link } = await open()
    const asked: string[] = []
    page.on('request', request => void (request.url().includes('dialing/halt') && asked.push(request.url())))
    await page.goto(`${link()}#/calls`)
    await page.getByText('No calls yet').waitFor()
    const stop = page.getByRole('button', { name: 'Stop all', exact: true })
    const keep = page.getByRole('button', { name: 'Keep dialing' })
    await stop.press('Enter')
    await hasFocus(keep)
    await page.keyboard.press('Enter')
    await keep.waitFor({ state: 'hidden' })
    expect((await world.get('/user/dialing')).body.state).toBe('dialing')
    expect(asked).toEqual([])

    await stop.press('Enter')
    await hasFocus(keep)
    await page.getByRole('button', { name: 'Stop all now' }).focus()
    // The first press is still being processed while the key repeats.
    for (let i = 0; i < 6; i++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await page.getByText('Halted', { exact: true }).waitFor()
    expect(asked).toHaveLength(1)
  })

  it('the switch that stops everything is visible at twice the size', async () => {
    const { page, link } = await open()
    await page.setViewportSize({ width: 480, height: 450 })
    await page.goto(`${link()}#/calls`)
    await page.getByText('No calls yet').waitFor()
    for (const name of ['Search, or a phone number', 'Pause', 'Stop all']) {
      const { x, width } = (await page.getByRole('button', { name }).boundingBox())!
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x + width).toBeLessThanOrEqual(480)
    }
    expect(await barriers(page)).toEqual([])
    await shot(page, 'calls-480')
  })

  it('a link in a new tab is signed in by a tab that is signed in', async () => {
    const { page, link, origin } = await open()
    await page.goto(`${link()}#/calls`)
    await page.getByText('No calls yet').waitFor()
    const other = await page.context().newPage()
    await other.goto(`${origin}/#/campaigns`)
    await other.getByRole('heading', { name: 'Campaigns' }).waitFor()
    // From then on the tab stays signed in without the link.
    await page.close()
    await other.reload()
    await other.getByRole('heading', { name: 'Campaigns' }).waitFor()
    await other.close()
  })

  it('a signed-out tab signs in when another tab answers late', async () => {
    const { page, link, origin } = await open()
    const other = await page.context().newPage()
    await other.goto(`${origin}/#/campaigns`)
    await other.getByText('console-link').waitFor()
    await page.goto(`${link()}#/calls`)
    await page.getByText('No calls yet').waitFor()
    await page.evaluate(key => {
      new BroadcastChannel(key).postMessage({ session: sessionStorage.getItem(key) })
    }, 'callwright.session')
    await other.getByRole('heading', { name: 'Campaigns' }).waitFor()
    await other.close()
  })

  it('a tab stays signed in after a reload, and a used link opens nothing', async () => {
    const { page, link } = await open()
    const used = `${link()}#/calls`
    await page.goto(used)
    await page.getByText('No calls yet').waitFor()
    expect(page.url()).not.toContain('token')
    await page.reload()
    await page.getByText('No calls yet').waitFor()
    const elsewhere = await page.context().browser()!.newContext()
    const other = await elsewhere.newPage()
    await other.goto(used)
    await other.getByText('console-link').waitFor()
    await elsewhere.close()
  })

  it('an ended session asks for a new link', async () => {
    const { world, page, link, tolerateFailedRequests } = await open()
    tolerateFailedRequests()
    await page.goto(`${link()}#/calls`)
    await page.getByText('No calls yet').waitFor()
    world.db.prepare('DELETE FROM console_sessions').run()
    await page.reload()
    await page.getByText('console-link').waitFor()
  })

  it('signing out signs every tab out, and the session is worth nothing any more', async () => {
    const { world, page, link, origin } = await open()
    await page.goto(`${link()}#/calls`)
    await page.getByText('No calls yet').waitFor()
    const other = await page.context().newPage()
    await other.goto(`${origin}/#/campaigns`)
    await other.getByRole('heading', { name: 'Campaigns' }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('console-link').waitFor()
    await other.getByText('console-link').waitFor()
    expect(world.count('console_sessions')).toBe(0)
    await other.close()
  })

  it('the API reference works offline', async () => {
    const { page, origin } = await open()
    await page.goto(`${origin}/api/docs`)
    await page.getByText('Phone numbers', { exact: true }).waitFor()
    await page.getByText('Calls', { exact: true }).click()
    await page.getByText('/user/make_call').click()
    await page.getByText('Call one number; the call runs on by itself').first().waitFor()
    await shot(page, 'api-reference')
  })

  it('a recording plays', async () => {
    const { world, page, link } = await open()
    const assistant = await given.assistant(world, { record: true })
    const { body } = await world.post('/user/make_call', { assistant_id: assistant, phone_number: given.number('05') })
    await world.advance(MINUTE)
    let call = (await world.get(`/user/calls/${body.call_id}`)).body
    while (!call.recording_url) call = (await world.get(`/user/calls/${body.call_id}`)).body
    await page.goto(`${link()}#/calls`)
    const played = await page.evaluate(async url => {
      const bytes = await (await fetch(url)).arrayBuffer()
      const sound = await new OfflineAudioContext(2, 8000, 8000).decodeAudioData(bytes)
      return { seconds: sound.duration, sides: sound.numberOfChannels }
    }, call.recording_url)
    expect(played.sides).toBe(2)
    expect(Math.ceil(played.seconds)).toBe(call.duration)
  })
})
