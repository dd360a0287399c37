// Starts the built service on a folder of its own, lets a morning happen on it fast, and then, at the pace of life, goes
// through every page and takes its picture.
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright-core'
import { type Client, clientOf, createKey, createLink, type Service, startService, stopService } from '../service.ts'
import { BEGIN, type Story, tell, tellMore } from './story.ts'

interface Scene extends Story {
  /** A call that was talked in and is over. */
  call: number
}
interface Picture {
  name: string
  at: string | ((scene: Scene) => string)
  /** Taken of a fresh desk too. */
  empty?: boolean
  /** What a person does there first, to open a dialog. */
  act?: (page: Page) => Promise<void>
}

/** Every page. One that needs something to show is not visited on the empty desk. */
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
  { name: 'palette', at: '/today', act: page => page.keyboard.press('Control+k') },
  { name: 'stop-all', at: '/today', act: page => page.getByRole('button', { name: 'Stop all', exact: true }).click() },
]

/** Those that the README shows. */
const shown = ['today-light.png', 'campaign-running-dark.png']

/** Faster, and what takes the machine a moment would take people minutes. */
const FAST = 150
const root = join(import.meta.dirname, '../..')
const output = join(root, 'out/screenshots')
const schemes = ['light', 'dark'] as const

const dataDir = mkdtempSync(join(tmpdir(), 'callwright-screenshots-'))
let service: Service | undefined
let browser: Browser | undefined
let asked = 0
const receiver = createServer((request, response) => {
  request.resume()
  const isRefused = request.url === '/moody' && ++asked % 10 === 0
  response.writeHead(isRefused ? 410 : 200, { 'content-type': 'application/json' }).end('{"received":true}')
})

async function start(...options: string[]): Promise<Client> {
  if (service) await stopService(service)
  service = await startService(dataDir, ...options)
  return clientOf(service.api, createKey(dataDir, 'screenshots'))
}

/** Lets minutes pass at the desk. */
const pass = (minutes: number) => sleep((minutes * 60_000) / FAST)

/** Waits until so many calls are in these states. */
async function until(client: Client, states: string[], isRight: (calls: number) => boolean) {
  for (let i = 0; i < 300; i++) {
    const found = states.map(state => client.get<{ total: number }>(`/user/calls?per_page=1&status=${state}`))
    if (isRight((await Promise.all(found)).reduce((sum, { total }) => sum + total, 0))) return
    await sleep(200)
  }
  throw new Error(`There were never as many calls ${states.join(', ')} as there should be.`)
}

/** The morning: the campaigns run fast, then nobody is on the phone any more, and then they run as in life. */
async function happen(quiet: Client): Promise<Scene> {
  const { port } = receiver.address() as AddressInfo
  const receiverUrl = `http://127.0.0.1:${port}`
  await quiet.post('/user/dialing/pause', {})
  const story = await tell(quiet, { good: `${receiverUrl}/calls`, moody: `${receiverUrl}/moody` })

  const fast = await start('--simulator-speed', String(FAST))
  await fast.post('/user/dialing/resume', {})
  await pass(60)
  await tellMore(fast, story)
  await pass(45)
  await fast.post('/user/dialing/pause', {})
  await until(fast, ['initiated', 'ringing', 'in-progress', 'ended'], calls => calls === 0)

  const client = await start()
  await client.post('/user/dialing/resume', {})
  await until(client, ['in-progress'], calls => calls >= 3)
  // They get into conversation.
  await sleep(20_000)
  const over = await client.get<{ data: { id: number; duration: number }[] }>(
    `/user/calls?status=completed&campaign_id=${story.completed}`,
  )
  return { ...story, call: over.data.sort((a, b) => b.duration - a.duration)[0]!.id }
}

/** Goes to a page and waits for all that it asks for. */
async function visit(page: Page, place: string) {
  await page.evaluate(async hash => {
    if (location.hash === hash) return
    const arrived = new Promise(resolve => addEventListener('hashchange', resolve, { once: true }))
    location.hash = hash
    await arrived
  }, `#${place}`)
  // The page before is hidden and not gone while this one's code is fetched.
  await page.waitForFunction(() => {
    const isSeen = (what: string) => [...document.querySelectorAll(`#main ${what}`)].some(one => one.checkVisibility())
    return isSeen('h1') && !isSeen('[aria-busy="true"]')
  })
}

/** What a page shows at last: two pictures in a row that are the same. A second's tick may fall between them. */
async function settled(page: Page): Promise<Buffer> {
  let before = await page.screenshot({ animations: 'disabled' })
  for (let i = 0; i < 20; i++) {
    await sleep(120)
    const now = await page.screenshot({ animations: 'disabled' })
    if (now.equals(before)) return now
    before = now
  }
  return before
}

/** Takes the pictures of one scheme and width; an empty desk has no scene. */
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
    writeFileSync(join(output, `${file}.png`), await settled(page))
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
  const scene = await happen(client)
  for (const scheme of schemes) await shoot(scheme, 1440, scene)
  await shoot('light', 960, scene)
  if (process.argv.includes('--docs'))
    for (const name of shown) copyFileSync(join(output, name), join(root, 'docs/screenshots', name))
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
