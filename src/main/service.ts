import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import catalogue from '../../resources/catalogue.json'
import { createDeliverer } from './background/deliverer'
import { createDialer } from './background/dialer'
import { createEvaluator } from './background/evaluator'
import type { Part } from './background/part'
import { sendHttp } from './background/send'
import { createSwitchboard } from './background/switchboard'
import { createSimulatedCarrier } from './carriers/simulated/carrier'
import { createDeskClock, wallClock } from './clocks'
import { Bus } from './core/bus'
import { settleCutOff } from './core/call-progress'
import { type CatalogueData, seedCatalogue } from './core/catalogues'
import { type Desk, transact } from './core/desk'
import { countSimulatedDial, isSimulated, keepDeskTime, markEvery, startOfDeskTime } from './core/desk-time'
import type { Carrier, Clock, Engine, Evaluator, Log, Random, Send } from './core/ports'
import { setState } from './core/settings'
import { createConsoleToken, ensureFirstUser } from './core/users'
import { type Door, openDoor } from './http/server'
import { createRouter, type Router } from './router'
import { openForService, StartError, type Store } from './store/open'
import { openSecrets } from './store/secrets'
import { createTextEngine } from './voice/engine'
import { scriptedEvaluator } from './voice/scripted/evaluator'
import { scriptedModel } from './voice/scripted/model'

export interface ServiceOptions {
  dataDir: string
  host: string
  port: number
  consoleDir: string
  log: Log
  /** How many times as fast as the wall's desk time runs. */
  simulatorSpeed: number
  /** Where desk time begins in a fresh folder, epoch milliseconds. */
  simulatorStart?: number
}

/** What a test may put in place of the world's; the service takes the rest from the machine. */
export interface World {
  deskClock?: Clock
  wallClock?: Clock
  random?: Random
  send?: Send
  evaluator?: Evaluator
}

export interface Service {
  /** `http://127.0.0.1:4620/api` */
  api: string
  /** A link to the console that signs in once. */
  console: string
  desk: Desk
  router: Router
  stop(): Promise<void>
}

/** Opens the store, wires the parts and starts them in order. Throws StartError for what the person can mend. */
export async function startService(options: ServiceOptions, world: World = {}): Promise<Service> {
  const store = openForService(options.dataDir)
  try {
    return await startOn(store, options, world)
  } catch (error) {
    store.close()
    throw error
  }
}

async function startOn(store: Store, options: ServiceOptions, world: World): Promise<Service> {
  const { db } = store
  const { log, simulatorSpeed: speed } = options
  const wall = world.wallClock ?? wallClock
  const startAt = startOfDeskTime(db, wall.now(), { speed, asked: options.simulatorStart })
  if (startAt === false)
    throw new StartError(`--simulator-start needs a fresh folder; time has begun in ${options.dataDir} already.`)
  const clock = world.deskClock ?? createDeskClock({ speed, start: startAt, followsWall: !isSimulated(db) })
  if (!isSimulated(db) && clock.now() > wall.now() + 60_000)
    log.warn({ ahead: clock.now() - wall.now() }, "the machine's clock is behind what is stored; was it set back?")

  const recordings = join(options.dataDir, 'recordings')
  mkdirSync(recordings, { recursive: true })
  const carrier = createSimulatedCarrier({ clock, log, countDial: number => countSimulatedDial(db, number) })
  const engine = createTextEngine({ model: scriptedModel, textLeg: legId => carrier.textLeg(legId) })
  const desk: Desk = {
    db,
    bus: new Bus(),
    secrets: openSecrets(options.dataDir),
    log,
    random: world.random ?? Math.random,
    clock,
    wall,
    line: carrier,
    recordings,
    baseUrl: '',
  }
  transact(desk, () => seedCatalogue(db, catalogue as CatalogueData))
  const user = ensureFirstUser(desk)

  const router = createRouter(desk)
  const door = await openDoor(desk, router, options)
  desk.baseUrl = `${door.origin}/api`
  setState(db, 'origin', door.origin)
  const parts = await startParts(desk, carrier, engine, world)
  const keepTime = keepTimeOf(desk, speed)
  log.info({ api: desk.baseUrl, dataDir: options.dataDir, speed }, 'service started')
  return {
    api: desk.baseUrl,
    console: consoleLink(desk, door.origin, user.id),
    desk,
    router,
    stop: () => stopService(door, parts, keepTime, store, log),
  }
}

/** What was cut off is settled first; only then may anything new be dialed. */
async function startParts(desk: Desk, carrier: Carrier, engine: Engine, world: World): Promise<Part[]> {
  settleCutOff(desk, await carrier.legs())
  const parts = [
    createSwitchboard(desk, carrier, engine),
    createEvaluator(desk, world.evaluator ?? scriptedEvaluator),
    createDeliverer(desk, world.send ?? sendHttp),
    createDialer(desk),
  ]
  for (const part of parts) part.start()
  return parts
}

/** Writes down again and again where desk time is. The returned function writes it a last time, exactly. */
function keepTimeOf(desk: Desk, speed: number): () => void {
  const every = markEvery(speed)
  const keep = (ahead: number) => keepDeskTime(desk.db, { desk: desk.clock.now(), wall: desk.wall.now() }, ahead)
  const ahead = speed === 1 ? 0 : 2 * every * speed
  keep(ahead)
  const timer = setInterval(() => {
    try {
      keep(ahead)
    } catch (error) {
      desk.log.error({ err: error }, 'desk time could not be kept')
    }
  }, every)
  timer.unref()
  return () => {
    clearInterval(timer)
    keep(0)
  }
}

/** New requests are refused first, then nothing new is begun; the store is closed last. */
async function stopService(door: Door, parts: Part[], keepTime: () => void, store: Store, log: Log) {
  for (const part of parts.toReversed()) part.stop()
  await door.close()
  keepTime()
  store.close()
  log.info({}, 'service stopped')
}

export const consoleLink = (desk: Pick<Desk, 'db' | 'wall'>, origin: string, userId: number) =>
  `${origin}/?token=${createConsoleToken(desk.db, userId, desk.wall.now())}`
