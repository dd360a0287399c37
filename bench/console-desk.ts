// A built service with a filled desk, and a browser that opens its console, for the benchmark of the console.
import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { anAssistant } from '../test/support/assistant'
import { installProbe, type Sign } from './console-probe'
import { serviceOn, startChild, stopChild, tempFolder } from './support'

/**
 * The folder of the build that is measured. BENCH_OUT names another build, to measure two side by side. It needs the
 * dependencies of its version where Node finds them, e.g. in a node_modules inside of it.
 */
export const out = resolve(process.env.BENCH_OUT || 'out')

export const SPEED = 20
const LEADS = 200
const LINES = 8
/** A Monday. A campaign that may only dial on Wednesdays is quiet for the whole run. */
const BEGIN = '2026-01-05T09:00:00Z'
/** The ends of the numbers choose what happens in a call. Most people talk; those of 07 talk until they are cut off. */
const ENDINGS = ['07', '21', '24', '33', '01', '42', '55', '04', '66', '02']

export interface Desk {
  /** The version of the browser. */
  version: string
  origin: string
  key: string
  ask(method: string, path: string, body?: object): Promise<Answer>
  /** A context of its own, without a cache. Every page of it has the probe. */
  browse(signs?: Sign[]): Promise<BrowserContext>
  /** A page of a new context that is signed in and shows a page of the console. */
  open(place: string): Promise<Page>
  /** A link that signs one tab in and shows a page of the console. */
  link(place: string): string
  /** Hangs all calls up, makes another campaign and starts it, so that there is enough to do. Returns its id. */
  runCampaign(): Promise<number>
  /** A campaign that dials nothing, with so many leads. They are called `word` and a number. */
  quietCampaign(name: string, leads: number, word: string): Promise<number>
  /** A call in which somebody talks now, and goes on for a while. */
  liveCall(): Promise<number>
  /** Hangs up every call that is under way. Dialing must be paused. */
  silence(): Promise<void>
  close(): Promise<void>
}
// biome-ignore lint/suspicious/noExplicitAny: as the contract says
type Answer = any

/** A desk in a fresh folder, or in one that has data until `begin`. */
export async function openDesk(dataDir = tempFolder(), begin = BEGIN): Promise<Desk> {
  const cli = join(out, 'main/cli.js')
  const line = (...words: string[]) =>
    execFileSync(process.execPath, [cli, ...words, '--data-dir', dataDir], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .at(-1)!
  const serve = [...serviceOn(dataDir, out), '--simulator-speed', String(SPEED), '--simulator-start', begin]
  const started = await startChild(serve)
  const { api } = JSON.parse(started.line) as { api: string }
  const origin = api.slice(0, -'/api'.length)
  const key = line('key', 'create', '--name', 'bench')

  async function ask(method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetch(api + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status} ${text.slice(0, 300)}`)
    return JSON.parse(text)
  }

  await ask('POST', '/user/balance/top-up', { amount: 10_000 })
  const assistant = anAssistant({
    name: 'Nora',
    timezone: 'Europe/London',
    initial_message: 'Hello {{name}}, this is Nora.',
    system_prompt: 'You are Nora. Ask {{name}} whether they come to the summer party, and when they have time.',
    tools: [{ type: 'end_call', description: 'Ends the call once everything is said.' }],
    variables: { name: '' },
    max_duration: 600,
  })
  const assistantId = (await ask('POST', '/user/assistant', assistant)).data.id as number

  let numbers = 0
  async function makeCampaign(name: string, leads: number, word: string, over: object = {}): Promise<number> {
    const campaign = {
      name,
      assistant_id: assistantId,
      timezone: 'Europe/London',
      max_calls_in_parallel: LINES,
      ...over,
    }
    const { data } = await ask('POST', '/user/campaigns', campaign)
    const people = Array.from({ length: leads }, (_, i) => ({
      phone_number: nextNumber(ENDINGS[i % ENDINGS.length]!),
      variables: { name: `${word} ${i + 1}` },
    }))
    await ask('POST', '/user/leads/import', { campaign_id: data.id, leads: people })
    return data.id
  }
  const nextNumber = (ending: string) => {
    const n = numbers++
    return `+1212${200 + Math.floor(n / 100)}${String(n % 100).padStart(2, '0')}${ending}`
  }

  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  async function browse(signs: Sign[] = []) {
    const context = await browser.newContext({ colorScheme: 'light', viewport: { width: 1440, height: 900 } })
    context.setDefaultTimeout(15_000)
    await context.addInitScript(installProbe, signs)
    return context
  }
  // A link is used once, so each opening needs a new one.
  const link = (place: string) => `${line('console-link')}#${place}`
  return {
    version: browser.version(),
    origin,
    key,
    ask,
    browse,
    link,
    async open(place) {
      const page = await (await browse()).newPage()
      await page.goto(link(place))
      return page
    },
    async runCampaign() {
      // The calls of the campaign before are over, so that all lines are those of this one.
      await ask('POST', '/user/dialing/halt')
      await ask('POST', '/user/dialing/resume')
      const running = await makeCampaign('Summer party', LEADS, 'Neighbour')
      await ask('POST', '/user/campaigns/update-status', { campaign_id: running, action: 'start' })
      return running
    },
    quietCampaign: (name, leads, word) => makeCampaign(name, leads, word, { allowed_days: ['wednesday'] }),
    async liveCall() {
      for (const until = Date.now() + 20_000; Date.now() < until; await sleep(100)) {
        const { data } = await ask('GET', '/user/calls?status=in-progress&per_page=100')
        const call = data.find((one: { client_phone_number: string }) => one.client_phone_number.endsWith('07'))
        if (call) return call.id
      }
      throw new Error('Nobody who talks on has answered.')
    },
    async silence() {
      for (;;) {
        const lists = ['initiated', 'ringing', 'in-progress', 'ended'].map(status =>
          ask('GET', `/user/calls?status=${status}&per_page=100`),
        )
        const calls = (await Promise.all(lists)).flatMap(({ data }) => data as { id: number; status: string }[])
        if (calls.length === 0) return
        // Between the two requests a call may have ended by itself.
        for (const { id, status } of calls)
          if (status !== 'ended') await ask('POST', `/user/calls/${id}/hang-up`).catch(() => {})
        await sleep(200)
      }
    },
    async close() {
      await browser.close()
      await stopChild(started.child)
    },
  }
}
