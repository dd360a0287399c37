// Starts the built service on a new folder, simulates a morning at high speed, and then takes a picture of every page
// at normal speed.
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright-core'
import { type Client, clientOf, createKey, createLink, type Service, startService, stopService } from '../service.ts'
import { BEGIN, makeStory, type Story, startLater } from './story.ts'

interface Scene extends Story {
  /** A call that has ended, with a conversation. */
  call: number
}
interface Picture {
  name: string
  at: string | ((scene: Scene) => string)
  /** A picture is taken with an empty data folder too. */
  empty?: boolean
  /** Opens a dialog before the picture is taken. */
  act?: (page: Page) => Promise<void>
}

/** Every page. Pages that need data have no picture with an empty folder. */
const pictures: Picture[] = [
  { name: 'today', at: '/today', empty: true },
  { name: 'campaigns', at: '/campaigns', empty: true },
  { name: 'campaign-new', at: '/campaigns/new', empty: true },
  { name: 'campaign-running', at: scene => `/campaigns/${scene.running}` },
  { name: 'campaign-waiting', at: scene => `/campaigns/${scene.waiting}` },
  { name: 'campaign-stopped', at: scene => `/campaigns/${scene.stopped}` },
  { name: 'campaign-draft', at: scene => `/campaigns/${scene.draft}` },
  { name: 'campaign-edit', at: scene => `/campaigns/${scene.waiting}/edit` },
  { name: 'calls', at: '/calls', empty: true },
  { name: 'call', at: scene => `/calls/${scene.call}` },
  { name: 'campaign-completed', at: scene => `/campaigns/${scene.completed}` },
  { name: 'leads', at: '/leads', empty: true },
  { name: 'people', at: '/people', empty: true },
  { name: 'conversations', at: '/conversations', empty: true },
  { name: 'sms', at: '/sms', empty: true },
  { name: 'assistants', at: '/assistants', empty: true },
  { name: 'assistant', at: '/assistants/1/mind' },
  { name: 'assistant-new', at: '/assistants/new' },
  { name: 'knowledge', at: '/knowledge', empty: true },
  { name: 'tools', at: '/tools', empty: true },
  { name: 'numbers', at: '/numbers', empty: true },
  { name: 'webhooks', at: '/webhooks', empty: true },
  { name: 'money', at: '/money', empty: true },
  { name: 'do-not-call', at: '/blacklist', empty: true },
  { name: 'settings', at: '/settings/calling' },
  { name: 'palette', at: '/today', act: page => page.keyboard.press('Control+k') },
  { name: 'stop-all', at: '/today', act: page => page.getByRole('button', { name: 'Stop all', exact: true }).click() },
]

/** The pictures in the README. */
const inReadme = ['today-light.png', 'campaign-running-dark.png', 'call-light.png', 'assistant-dark.png']

/** The speed of desk time. If it is higher, short delays of the machine become minutes of desk time. */
const FAST = 150
const root = join(import.meta.dirname, '../..')
const output = join(root, 'out/screenshots')
const schemes = ['light', 'dark'] as const

const dataDir = mkdtempSync(join(tmpdir(), 'callwright-screenshots-'))
let service: Service | undefined
let browser: Browser | undefined
let webhooksReceived = 0
const receiver = createServer((request, response) => {
  request.resume()
  const isRefused = request.url === '/failing' && ++webhooksReceived % 10 === 0
  response.writeHead(isRefused ? 410 : 200, { 'content-type': 'application/json' }).end('{"received":true}')
})

async function start(...options: string[]): Promise<Client> {
  if (service) await stopService(service)
  service = await startService(dataDir, ...options)
  return clientOf(service.api, createKey(dataDir, 'screenshots'))
}

/** Waits for minutes of desk time. */
const waitMinutes = (minutes: number) => sleep((minutes * 60_000) / FAST)

/** Waits until the number of calls in these states is right. Throws after a minute. */
async function until(client: Client, states: string[], isRight: (calls: number) => boolean) {
  for (let i = 0; i < 300; i++) {
    const found = states.map(state => client.get<{ total: number }>(`/user/calls?per_page=1&status=${state}`))
    if (isRight((await Promise.all(found)).reduce((sum, { total }) => sum + total, 0))) return
    await sleep(200)
  }
  throw new Error(`There were never as many calls ${states.join(', ')} as there should be.`)
}

/** Simulates the morning: the campaigns run fast until all calls have ended, and then at normal speed. */
async function runMorning(quiet: Client): Promise<Scene> {
  const { port } = receiver.address() as AddressInfo
  const receiverUrl = `http://127.0.0.1:${port}`
  await quiet.post('/user/dialing/pause', {})
  const story = await makeStory(quiet, { good: `${receiverUrl}/calls`, failing: `${receiverUrl}/failing` })

  const fast = await start('--simulator-speed', String(FAST))
  await fast.post('/user/dialing/resume', {})
  await waitMinutes(60)
  await startLater(fast, story)
  await waitMinutes(45)
  await fast.post('/user/dialing/pause', {})
  await until(fast, ['initiated', 'ringing', 'in-progress', 'ended'], calls => calls === 0)

  const client = await start()
  await client.post('/user/dialing/resume', {})
  await until(client, ['in-progress'], calls => calls >= 3)
  // Time for some sentences in each conversation.
  await sleep(20_000)
  const ended = await client.get<{ data: { id: number; duration: number }[] }>(
    `/user/calls?status=completed&campaign_id=${story.completed}`,
  )
  return { ...story, call: ended.data.sort((a, b) => b.duration - a.duration)[0]!.id }
}

/** Goes to a page and waits until its data is loaded. */
async function visit(page: Page, place: string) {
  await page.evaluate(async hash => {
    if (location.hash === hash) return
    const arrived = new Promise(resolve => addEventListener('hashchange', resolve, { once: true }))
    location.hash = hash
    await arrived
  }, `#${place}`)
  // While the code of a page is loaded, the page before it is hidden but still in the document.
  await page.waitForFunction(() => {
    const isVisible = (what: string) =>
      [...document.querySelectorAll(`#main ${what}`)].some(one => one.checkVisibility())
    return isVisible('h1') && !isVisible('[aria-busy="true"]')
  })
}

/**
 * The picture of a page when it changes no more: two successive pictures are the same. On a page that changes every
 * second, it is the last of 20.
 */
async function stablePicture(page: Page): Promise<Buffer> {
  let before = await page.screenshot({ animations: 'disabled' })
  for (let i = 0; i < 20; i++) {
    await sleep(120)
    const now = await page.screenshot({ animations: 'disabled' })
    if (now.equals(before)) return now
    before = now
  }
  return before
}

/** Takes the pictures of one color scheme and width. Without a scene, the data folder is empty. */
async function shoot(colorScheme: (typeof schemes)[number], width: number, scene?: Scene) {
  const size = width === 1440 ? { width, height: 900 } : { width, height: 700 }
  const context = await browser!.newContext({ colorScheme, viewport: size, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.on('pageerror', error => problems.push(`${page.url()}: ${error.message}`))
  await page.goto(createLink(dataDir))
  await page.getByText('Balance').waitFor()
  for (const { name, at, empty, act } of pictures) {
    if (!scene && !empty) continue
    const place = typeof at === 'string' ? at : at(scene!)
    await visit(page, place)
    if (act) {
      await act(page)
      await page.getByRole('dialog').first().waitFor()
    }
    const file = [name, ...(scene ? [] : ['empty']), colorScheme, ...(width === 1440 ? [] : [width])].join('-')
    writeFileSync(join(output, `${file}.png`), await stablePicture(page))
    taken++
    if (act) await page.reload()
  }
  await context.close()
}

const problems: string[] = []
let taken = 0

async function takeAll() {
  mkdirSync(output, { recursive: true })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  const client = await start('--simulator-start', BEGIN)
  for (const scheme of schemes) await shoot(scheme, 1440)
  const scene = await runMorning(client)
  for (const scheme of schemes) await shoot(scheme, 1440, scene)
  await shoot('light', 960, scene)
  if (process.argv.includes('--docs'))
    for (const name of inReadme) copyFileSync(join(output, name), join(root, 'docs/screenshots', name))
  console.log(`${taken} pictures lie in out/screenshots.`)
}

async function cleanUp() {
  receiver.close()
  await browser?.close()
  if (service) await stopService(service)
  rmSync(dataDir, { recursive: true, force: true })
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void cleanUp().finally(() => process.exit(1)))

try {
  await takeAll()
} catch (error) {
  problems.push((error as Error).message)
} finally {
  await cleanUp()
}
for (const problem of [...problems, ...(service?.errors ?? [])]) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)
