import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { chance } from '../../src/main/carriers/simulated/fates'
import { createRecorder, type Recorder } from '../../src/main/carriers/simulated/recorder'
import { createKey } from '../../src/main/core/workspace/api-keys'
import { createUser } from '../../src/main/core/workspace/users'
import type { Send } from '../../src/main/ports/system'
import type { StartVoiceProcess } from '../../src/main/ports/trunk-line'
import { type World as Parts, type Service, startService } from '../../src/main/service'
import { one, sql } from '../../src/main/store/sql'
import { sendHttp } from '../../src/main/system/send'
import { anAssistant } from './assistant'
import { TestClock } from './clock'
import { dataFolder } from './folder'

export { anAssistant }

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Monday, 5 January 2026, 09:00 UTC. */
export const MONDAY_9 = Date.UTC(2026, 0, 5, 9)

export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look at what they expect to be there
  body: any
}

/** A log that keeps errors and warnings. An error that the test does not remove fails the test. */
function testLog() {
  const errors: { facts: object; text: string }[] = []
  const warnings: { facts: object; text: string }[] = []
  return {
    errors,
    warnings,
    info() {},
    warn: (facts: object, text: string) => void warnings.push({ facts, text }),
    error: (facts: object, text: string) => void errors.push({ facts, text }),
  }
}

export interface WorldOptions extends Parts {
  at?: number
  dataDir?: string
  /** The folder of the built console. Without it the service has no console. */
  consoleDir?: string
  /** Without it, no trunk is in service. */
  startVoiceProcess?: StartVoiceProcess | null
  /** How long each request to a model waits before it is sent, in desk time. */
  modelDelay?: number
  /** Awaited before the test asks the service. */
  settled?: () => Promise<unknown>
  /** What the service says of the speed of its clock. The test clock itself is moved by `advance`. */
  speed?: number
}

/** The whole service on a new folder with a real SQLite file, a real port and a test clock. */
export async function startWorld({
  at = MONDAY_9,
  dataDir,
  consoleDir,
  modelDelay = 0,
  speed = 1,
  settled,
  startVoiceProcess = null,
  ...parts
}: WorldOptions = {}) {
  const dir = dataDir ?? dataFolder()
  const clock = new TestClock(at)
  const log = testLog()
  let pending = 0
  const send: Send = async request => {
    pending++
    try {
      return await (parts.send ?? sendHttp)(request)
    } finally {
      pending--
    }
  }
  const threads = createRecorder()
  /** The recordings that are being made, in real time. */
  const recordings = new Set<Promise<void>>()
  const recorder: Recorder = {
    make(recording, realMs) {
      const made = threads.make(recording, realMs).finally(() => recordings.delete(made))
      recordings.add(made)
      return made
    },
    stop: () => threads.stop(),
  }
  /** Sends a request to a model. It is pending until its response has been read and processed. */
  const fetchModel: typeof fetch = async (input, init) => {
    if (modelDelay > 0)
      await new Promise<void>((resolve, reject) => {
        clock.setTimer(clock.now() + modelDelay, resolve)
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      })
    pending++
    const arrived = async () => {
      for (let i = 0; i < 20; i++) await turn()
      pending--
    }
    try {
      const response = await (parts.fetch ?? fetch)(input, init)
      const [forUs, forThem] = response.body!.tee()
      forUs.pipeTo(new WritableStream(), { signal: init?.signal ?? undefined }).then(arrived, arrived)
      return new Response(forThem, { status: response.status, headers: response.headers })
    } catch (error) {
      arrived()
      throw error
    }
  }
  const start = () =>
    startService(
      {
        dataDir: dir,
        host: '127.0.0.1',
        port: 0,
        consoleDir: consoleDir ?? join(dir, 'no-console'),
        log,
        simulatorSpeed: speed,
        startVoiceProcess,
      },
      { deskClock: clock, wallClock: clock, random: chance('test', 1), recorder, ...parts, send, fetch: fetchModel },
    )
  let service: Service = await start()
  let stopped = false
  const key = createKey(service.context.db, 1, 'test', clock.now()).key

  /** Waits for everything that needs no more desk time: promises and requests to receivers on this machine. */
  async function finishPending() {
    do {
      await Promise.allSettled(recordings)
      for (let i = 0; i < 4; i++) await turn()
    } while (pending + recordings.size > 0)
  }

  const request = async (method: string, path: string, body?: unknown, init: RequestInit = {}): Promise<Answer> => {
    await settled?.()
    const response = await fetch(service.api + path, {
      method,
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...init,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...init.headers },
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }

  const world = {
    dir,
    clock,
    log,
    key,
    request,
    finishPending,
    get service() {
      return service
    },
    get db() {
      return service.context.db
    },
    get: (path: string) => request('GET', path),
    post: (path: string, body?: unknown) => request('POST', path, body),
    put: (path: string, body?: unknown) => request('PUT', path, body),
    delete: (path: string) => request('DELETE', path),
    /** Moves the time forward and fires the timers in their order. */
    async advance(ms: number) {
      const end = clock.now() + ms
      await finishPending()
      while (clock.step(end)) await finishPending()
      await finishPending()
    },
    async stop() {
      if (stopped) return
      stopped = true
      await service.stop()
    },
    /** Ends the service and starts a new one on the same folder. */
    async restart() {
      await service.stop()
      stopped = true
      service = await start()
      stopped = false
    },
    /** Another user and their key. */
    other(email = 'other@example.com') {
      const user = createUser(service.context, { name: 'Other', email })
      const otherKey = createKey(service.context.db, user.id, 'test', clock.now()).key
      return { ...user, headers: { authorization: `Bearer ${otherKey}` } }
    },
    count: (table: string) =>
      (service.context.db.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n,
    lead: (id: number) => one<Record<string, unknown>>(service.context.db, sql`SELECT * FROM leads WHERE id = ${id}`)!,
  }
  onTestFinished(async () => {
    await world.stop()
    if (!dataDir) rmSync(dir, { recursive: true, force: true })
    if (log.errors.length > 0)
      throw new Error(`${log.errors.length} errors were logged: ${JSON.stringify(log.errors.slice(0, 2), errorsToo)}`)
  })
  return world
}
export type TestWorld = Awaited<ReturnType<typeof startWorld>>

const errorsToo = (_: string, value: unknown) => (value instanceof Error ? value.stack : value)

let numbers = 0
let countedFor: string | undefined
/** Creates records through the API and returns their ids. Throws when the API refuses. */
export const given = {
  async assistant(world: TestWorld, over: object = {}): Promise<number> {
    return made(await world.post('/user/assistant', anAssistant(over))).data.id
  },
  async campaign(world: TestWorld, over: object = {}): Promise<number> {
    const assistant_id = 'assistant_id' in over ? over.assistant_id : await given.assistant(world)
    return made(await world.post('/user/campaigns', { name: 'Campaign', assistant_id, ...over })).data.id
  },
  /** `ending`: the last two digits of the number, which decide what happens to its calls. */
  async lead(
    world: TestWorld,
    campaign_id: number,
    over: Record<string, unknown> & { ending?: string } = {},
  ): Promise<number> {
    const { ending = '24', ...rest } = over
    const phone_number = given.number(ending)
    return made(await world.post('/user/lead', { campaign_id, phone_number, ...rest })).data.id
  },
  /** A new number with this ending. Each test file gets the same numbers in the same order. */
  number(ending: string) {
    const { testPath } = expect.getState()
    if (testPath !== countedFor) [countedFor, numbers] = [testPath, 0]
    return `+1${String(201 + Math.floor(++numbers / 100))}555${String(numbers % 100).padStart(2, '0')}${ending}`
  },
  async started(world: TestWorld, campaignId: number) {
    made(await world.post('/user/campaigns/update-status', { campaign_id: campaignId, action: 'start' }))
  },
}

function made(answer: Answer) {
  if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}
