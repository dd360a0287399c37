import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { inBrowser, open } from '../support/browser'
import { given, MINUTE, SECOND } from '../support/world'

inBrowser('failures in a browser', () => {
  it('a request that fails is reported, and the page recovers without a reload', async () => {
    const { world, page, link, tolerateFailedRequests } = await open()
    tolerateFailedRequests()
    const campaign = await given.campaign(world)
    await page.goto(`${link()}#/today`)
    await page.getByText('Dialing on').waitFor()
    let failures = 0
    await page.route('**/rpc/calls/live', route => {
      failures++
      return route.abort()
    })
    await given.lead(world, campaign)
    await given.started(world, campaign)
    await world.advance(10 * SECOND)
    await page.getByText('The connection to the service is lost').waitFor()
    expect(failures).toBeGreaterThan(0)
    await page.unroute('**/rpc/calls/live')
    await page.getByText('The connection to the service is lost').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: /^1 of/ }).waitFor()
    // And events come in.
    await world.advance(5 * MINUTE)
    await page.getByRole('link', { name: /^0 of/ }).waitFor()
  })

  it('a page that loads slowly never says that the connection is lost', async () => {
    const { page, link } = await open()
    await page.addInitScript(() => {
      const said: string[] = []
      Object.assign(globalThis, { said })
      new MutationObserver(() => {
        if (document.body?.innerText.includes('connection to the service is lost')) said.push(document.body.innerText)
      }).observe(document, { childList: true, subtree: true, characterData: true })
    })
    await page.route('**/rpc/*/*', async route => {
      const response = await route.fetch()
      await sleep(300)
      await route.fulfill({ response })
    })
    await page.goto(`${link()}#/calls`)
    await page.getByText('No calls yet').waitFor()
    await page.getByText('Dialing on').waitFor()
    expect(await page.evaluate(() => (globalThis as unknown as { said: string[] }).said)).toEqual([])
  })

  it('a font and a state that come late move nothing', async () => {
    const { page, link } = await open()
    for (const late of ['**/rpc/dialing/get', '**/*.woff2'])
      await page.route(late, async route => {
        await sleep(400)
        await route.continue()
      })
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(globalThis, { shifts })
      new PerformanceObserver(list => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(`${link()}#/calls`)
    await page.getByText('No calls yet').waitFor()
    await page.getByText('Dialing on').waitFor()
    await page.evaluate(() => document.fonts.ready)
    expect(await page.evaluate(() => document.fonts.check('1em "Inter Variable"'))).toBe(true)
    // A frame after the font has been drawn.
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
    const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)
    expect(shifts).toEqual([])
  })

  it('a slow answer is shown although events keep coming', async () => {
    const { world, page, link } = await open()
    const campaign = await given.campaign(world, { name: 'Spring offer' })
    let [under, most] = [0, 0]
    await page.route('**/rpc/campaigns/list', async route => {
      most = Math.max(most, ++under)
      const response = await route.fetch()
      // Longer than it takes until an event is followed by a question.
      await sleep(900)
      under--
      await route.fulfill({ response })
    })
    await page.goto(`${link()}#/campaigns`)
    let isOver = false
    const events = (async () => {
      for (let lines = 1; !isOver; lines = (lines % 9) + 1) {
        await world.put(`/user/campaigns/${campaign}`, { max_calls_in_parallel: lines })
        // A key may make a thousand requests at once.
        await new Promise(resolve => setTimeout(resolve, 20))
      }
    })()
    await page.getByRole('row', { name: /Spring offer/ }).waitFor()
    expect((await world.put(`/user/campaigns/${campaign}`, { name: 'Summer offer' })).status).toBe(200)
    await page.getByRole('row', { name: /Summer offer/ }).waitFor()
    isOver = true
    await events
    expect(most).toBe(1)
    await expect.poll(() => under).toBe(0)
  })

  it('results of another filter are not shown beside a failure', async () => {
    const { world, page, link, tolerateFailedRequests } = await open()
    tolerateFailedRequests()
    const campaign = await given.campaign(world)
    await given.lead(world, campaign, { ending: '01' })
    await given.started(world, campaign)
    await world.advance(MINUTE)
    await page.goto(`${link()}#/calls`)
    await page.getByRole('cell', { name: 'Busy' }).waitFor()
    await page.route('**/rpc/calls/list', route => route.abort())
    await page.evaluate(() => {
      location.hash = '/calls?status=completed'
    })
    await page.getByRole('cell', { name: 'Busy' }).waitFor({ state: 'detached' })
    await page.getByRole('alert').first().waitFor()
    expect(await page.getByText('No call fits these filters').count()).toBe(0)
    await page.unroute('**/rpc/calls/list')
  })
})
