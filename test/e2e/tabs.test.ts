import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { enter, inBrowser, open } from '../support/browser'
import { startProxy } from '../support/proxy'
import { given, MINUTE, type TestWorld } from '../support/world'

const state = async (world: TestWorld) => (await world.get('/user/dialing')).body.state
const pauseIn = (page: Page) => page.getByRole('button', { name: 'Pause', exact: true })
/** A page of the service behind a proxy. Requests may fail. */
async function behindProxy() {
  const opened = await open()
  const { world, link, tolerateFailedRequests, tolerateOrigin } = opened
  const proxy = await startProxy(() => world.service.api.slice(0, -'/api'.length))
  tolerateFailedRequests()
  tolerateOrigin(proxy.origin)
  return { ...opened, proxy, linkTo: (path: string) => `${proxy.origin}/${new URL(link()).search}#${path}` }
}

/** Tabs of the same browser, behind a proxy. */
async function tabs(paths: string[]) {
  const opened = await behindProxy()
  const { world, page, proxy, linkTo } = opened
  const [first = '/today', ...others] = paths
  await page.goto(linkTo(first))
  await page.getByRole('button', { name: 'Stop all', exact: true }).waitFor()
  await page.getByText('Dialing on').waitFor()
  const all = [page]
  for (const path of others) {
    const tab = await page.context().newPage()
    await tab.clock.setFixedTime(world.clock.now())
    await tab.goto(`${proxy.origin}/#${path}`)
    await tab.getByText('Dialing on').waitFor()
    all.push(tab)
  }
  return { ...opened, all }
}

/** Eight pages take long to load on a busy machine, ms. */
const TIME_LIMIT = 120_000
const eight = ['/today', '/calls', '/campaigns', '/today', '/calls', '/campaigns', '/today', '/calls']

inBrowser('many tabs of one browser', () => {
  it(
    'eight tabs are live, and Pause in the first gets through',
    async () => {
      const { world, all } = await tabs(eight)
      const campaign = await given.campaign(world, { name: 'Spring offer' })
      await given.lead(world, campaign, { ending: '24' })
      await given.started(world, campaign)
      await world.advance(MINUTE / 6)
      for (const tab of all) await tab.getByRole('link', { name: /^1 of/ }).waitFor()
      await pauseIn(all[0]!).click()
      for (const tab of all) await tab.getByText('Paused', { exact: true }).waitFor()
      expect(await state(world)).toBe('paused')
    },
    TIME_LIMIT,
  )

  it('a tab that is closed leaves the others live', async () => {
    const { world, all } = await tabs(['/today', '/calls', '/campaigns'])
    await all[0]!.close()
    await world.post('/user/dialing/pause', {})
    for (const tab of all.slice(1)) await tab.getByText('Paused', { exact: true }).waitFor()
  })

  it(
    'Stop all gets through although every connection of the browser waits for an answer',
    async () => {
      const { world, all, proxy } = await tabs(eight)
      proxy.hold(/^\/rpc\/(calls|campaigns|leads|stats|attention)\//)
      await given.campaign(world)
      for (const tab of all) await tab.evaluate(() => (location.hash = '/campaigns'))
      await all[0]!.getByRole('button', { name: 'Stop all', exact: true }).press('Enter')
      await enter(all[0]!.getByRole('button', { name: 'Stop all now' }))
      await expect.poll(() => state(world)).toBe('halted')
      proxy.release()
      // And what was dropped for it is asked again.
      for (const tab of all)
        await tab
          .getByRole('row', { name: /Campaign/ })
          .first()
          .waitFor()
    },
    TIME_LIMIT,
  )

  it('a stop that does not get through says so, goes on trying, and gets through', async () => {
    const { world, page, proxy } = await tabs(['/today'])
    proxy.hold(/^\/rpc\//)
    await pauseIn(page).click()
    await page.getByText('Pausing').waitFor()
    await page.getByText(/Pause has not got through for/).waitFor()
    expect(await state(world)).toBe('dialing')
    proxy.release()
    await page.getByText('Paused', { exact: true }).waitFor()
    await page.getByText(/has not got through/).waitFor({ state: 'detached' })
    expect(await state(world)).toBe('paused')
  })

  it('a pause that is on its way goes on when Stop all was only looked at', async () => {
    const { world, page, proxy } = await tabs(['/today'])
    proxy.hold(/^\/rpc\//)
    await pauseIn(page).click()
    await page.getByText('Pausing').waitFor()
    await page.getByRole('button', { name: 'Stop all', exact: true }).press('Enter')
    await enter(page.getByRole('button', { name: 'Keep dialing' }))
    proxy.release()
    await page.getByText('Paused', { exact: true }).waitFor()
    expect(await state(world)).toBe('paused')
  })

  it('a stop that did not get through can be given up, and Stop all goes before a pause', async () => {
    const { world, page, proxy } = await tabs(['/today'])
    proxy.hold(/^\/rpc\//)
    await pauseIn(page).click()
    await page.getByText(/Pause has not got through/).waitFor()
    await page.getByRole('button', { name: 'Stop all', exact: true }).press('Enter')
    await enter(page.getByRole('button', { name: 'Stop all now' }))
    await page.getByText(/Stop all has not got through/).waitFor()
    await page.getByRole('button', { name: 'Keep dialing' }).click()
    await page.getByText(/has not got through/).waitFor({ state: 'detached' })
    proxy.release()
    await page.getByText('Dialing on').waitFor()
    expect(await state(world)).toBe('dialing')
  })
})

inBrowser('a service that goes away', () => {
  it('a page that was never visited says that it could not be loaded, and comes by itself', async () => {
    const { world, page, proxy, linkTo } = await behindProxy()
    // The code of the other pages does not come before the service goes away.
    proxy.hold(/^\/assets\/CampaignPages/)
    await given.campaign(world, { name: 'Spring offer' })
    await page.goto(linkTo('/today'))
    await page.getByText('Dialing on').waitFor()
    await world.stop()
    proxy.release()
    await page.evaluate(() => (location.hash = '/campaigns'))
    await page.getByText('This page could not be loaded').waitFor()
    await page.getByText('The connection to the service is lost').waitFor()
    await world.restart()
    await page.getByRole('row', { name: /Spring offer/ }).waitFor()
  })

  it('a page whose code was fetched ahead opens while the service is away, and fills when it is back', async () => {
    const { world, page, linkTo } = await behindProxy()
    await given.campaign(world, { name: 'Spring offer' })
    const ahead = page.waitForResponse(/assets\/CallsPage/)
    await page.goto(linkTo('/today'))
    await (await ahead).finished()
    await page.getByText('Dialing on').waitFor()
    await world.stop()
    await page.getByText('The connection to the service is lost').waitFor()
    await page.evaluate(() => (location.hash = '/calls'))
    await page.getByRole('heading', { name: 'Calls' }).waitFor()
    await page.getByText('The service does not answer').first().waitFor()
    await world.restart()
    await page.getByText('No calls yet').waitFor()
    await page.getByText('The connection to the service is lost').waitFor({ state: 'detached' })
  })

  it('events come although the service went away before they could be followed', async () => {
    const { world, page, proxy, linkTo } = await behindProxy()
    const campaign = await given.campaign(world)
    proxy.hold(/^\/assets\/events-worker/)
    await page.goto(linkTo('/today'))
    await page.getByText('Dialing on').waitFor()
    await world.stop()
    proxy.release()
    await page.getByText('The connection to the service is lost').waitFor()
    await world.restart()
    await page.getByText('The connection to the service is lost').waitFor({ state: 'detached' })
    await given.lead(world, campaign, { ending: '24' })
    await given.started(world, campaign)
    await world.advance(MINUTE / 6)
    await page.getByRole('link', { name: /^1 of/ }).waitFor()
  })

  it('known rows stay while the service is away', async () => {
    const { world, page, linkTo } = await behindProxy()
    await given.campaign(world, { name: 'Spring offer' })
    await page.goto(linkTo('/campaigns'))
    await page.getByRole('row', { name: /Spring offer/ }).waitFor()
    await world.stop()
    await page.getByText('The connection to the service is lost').waitFor()
    expect(await page.getByRole('row', { name: /Spring offer/ }).count()).toBe(1)
    expect(await page.getByText(/Failed to fetch|does not answer/).count()).toBe(0)
  })

  it('the console waits for a service that does not answer, and comes by itself', async () => {
    const { page, linkTo } = await behindProxy()
    await page.route('**/session', route => route.abort())
    await page.goto(linkTo('/campaigns'))
    await page.getByText('The service does not answer').waitFor()
    await page.unroute('**/session')
    await page.getByText('An assistant is needed first').waitFor()
  })
})
