import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import catalogue from '../../resources/catalogue.json'
import { createChats } from './background/chats'
import { createDeliverer } from './background/deliverer'
import { createDialer } from './background/dialer'
import { createEvaluator } from './background/evaluator'
import { createIndexer } from './background/indexer'
import { createMessenger } from './background/messenger'
import type { Part } from './background/part'
import { createRehearsals } from './background/rehearsals'
import { createRenewals } from './background/renewals'
import { createRetention } from './background/retention'
import { sendHttp } from './background/send'
import { createSwitchboard } from './background/switchboard'
import { createSimulatedCarrier } from './carriers/simulated/carrier'
import { createSimulatedExchange } from './carriers/simulated/exchange'
import { createDeskClock, wallClock } from './clocks'
import { refOf } from './core/brief'
import { Bus } from './core/bus'
import { settleCutOff } from './core/call-progress'
import { type CatalogueData, listModels, seedCatalogue } from './core/catalogues'
import { type Desk, MINUTE, SECOND, transact } from './core/desk'
import { countSimulatedDial, isSimulated, keepDeskTime, startOfDeskTime } from './core/desk-time'
import { isTaken } from './core/numbers'
import type {
  Carrier,
  Clock,
  DocumentReader,
  Engine,
  Evaluator,
  Exchange,
  Log,
  Models,
  Random,
  Send,
} from './core/ports'
import { credentialsOf } from './core/providers'
import { getSettings, setState } from './core/settings'
import { createConsoleToken, ensureFirstUser } from './core/users'
import { openDoor } from './http/server'
import { createReader } from './reading/reader'
import { createRouter, type Router } from './router'
import { openDocumentFiles } from './store/document-files'
import { openForService, StartError, type Store } from './store/open'
import { openSecrets } from './store/secrets'
import { createTextEngine } from './voice/engine'
import { createModels } from './voice/models'

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
  models?: Models
  exchange?: Exchange
  reader?: DocumentReader
  /** How models are asked. */
  fetch?: typeof globalThis.fetch
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
  // What was opened is closed in the opposite order, when the service stops or when its start fails half-way.
  const opened: (() => void | Promise<void>)[] = []
  const close = async () => {
    for (let undo = opened.pop(); undo; undo = opened.pop()) {
      try {
        await undo()
      } catch (error) {
        options.log.error({ err: error }, 'a part of the service did not stop cleanly')
      }
    }
  }
  try {
    return await startOn(options, world, opened, close)
  } catch (error) {
    await close()
    throw error
  }
}

async function startOn(
  options: ServiceOptions,
  world: World,
  opened: (() => void | Promise<void>)[],
  close: () => Promise<void>,
): Promise<Service> {
  const store = openForService(options.dataDir)
  opened.push(() => store.close())
  const { db } = store
  const { log, simulatorSpeed: speed } = options
  const wall = world.wallClock ?? wallClock
  const clock = startDeskTime(store, options, world, wall, opened)

  const recordings = join(options.dataDir, 'recordings')
  mkdirSync(recordings, { recursive: true })
  const carrier = createSimulatedCarrier({ clock, log, countDial: number => countSimulatedDial(db, number) })
  const exchange = world.exchange ?? createSimulatedExchange({ clock, isTaken: number => isTaken(db, number) })
  const secrets = openSecrets(options.dataDir)
  const models =
    world.models ??
    createModels({
      credentials: provider => credentialsOf({ db, secrets }, provider),
      codes: provider => listModels(db, 'llm').flatMap(model => (model.provider === provider ? [model.code] : [])),
      clock: wall,
      log,
      fetch: world.fetch,
    })
  const engine = createTextEngine({
    modelFor: ({ textModel, temperature }) => models.languageModel(textModel ?? null, { temperature }),
    textLeg: legId => carrier.textLeg(legId),
  })
  const desk: Desk = {
    db,
    bus: new Bus(),
    secrets,
    log,
    random: world.random ?? Math.random,
    clock,
    speed,
    wall,
    line: carrier,
    ringIn: carrier.ringIn,
    exchange,
    send: world.send ?? sendHttp,
    models,
    recordings,
    documents: openDocumentFiles(options.dataDir),
    baseUrl: '',
  }
  transact(desk, () => seedCatalogue(db, catalogue as CatalogueData))
  const user = ensureFirstUser(desk)

  const router = createRouter(desk)
  const door = await openDoor(desk, router, options)
  opened.push(() => door.close())
  desk.baseUrl = `${door.origin}/api`
  setState(db, 'origin', door.origin)
  await startParts(desk, carrier, exchange, engine, world, opened)
  log.info({ dataDir: options.dataDir, speed }, 'service started')
  return {
    api: desk.baseUrl,
    console: consoleLink(desk, door.origin, user.id),
    desk,
    router,
    async stop() {
      await close()
      log.info({}, 'service stopped')
    },
  }
}

/** What was cut off is settled first; only then may anything new be dialed. */
async function startParts(
  desk: Desk,
  carrier: Carrier,
  exchange: Exchange,
  engine: Engine,
  world: World,
  opened: (() => void | Promise<void>)[],
) {
  settleCutOff(desk, await carrier.legs())
  const evaluator = world.evaluator ?? evaluatorOf(desk)
  const parts: Part[] = [
    createSwitchboard(desk, carrier, engine),
    createEvaluator(desk, evaluator),
    createDeliverer(desk),
    createChats(desk, evaluator),
    createRetention(desk),
    createRenewals(desk),
    createMessenger(desk, exchange),
    createIndexer(desk, world.reader ?? createReader()),
    createRehearsals(desk),
    createDialer(desk),
  ]
  for (const part of parts) {
    opened.push(() => part.stop())
    part.start()
  }
}

/** The one that the settings name when there is something to evaluate. */
const evaluatorOf = ({ db, models }: Desk): Evaluator => ({
  evaluate: request => models.evaluator(refOf(db, getSettings(db).evaluation_model_id)).evaluate(request),
})

/**
 * Starts desk time, and writes down again and again where it is: before anything else is written, so that after a kill
 * it is not gone below. Where it runs ahead of the wall, the mark lies ahead of it by what may pass until the next one.
 */
function startDeskTime(
  { db }: Store,
  { log, dataDir, simulatorSpeed: speed, simulatorStart }: ServiceOptions,
  world: World,
  wall: Clock,
  opened: (() => void)[],
): Clock {
  const start = startOfDeskTime(db, wall.now(), { speed, asked: simulatorStart })
  if (start === false)
    throw new StartError(`--simulator-start needs a fresh folder; time has begun in ${dataDir} already.`)
  const followsWall = !isSimulated(db)
  const clock = world.deskClock ?? createDeskClock({ speed, start, followsWall })
  const isAhead = () => clock.now() > wall.now() + SECOND
  if (followsWall && clock.now() > wall.now() + MINUTE)
    log.warn({ ahead: clock.now() - wall.now() }, "the machine's clock is behind what is stored; was it set back?")
  const keep = (ahead: number) => keepDeskTime(db, { desk: clock.now(), wall: wall.now() }, ahead)
  let kept = 0
  const keepOften = () => {
    const now = performance.now()
    const everySecond = !followsWall || isAhead()
    if (!everySecond && now - kept < MINUTE) return
    kept = now
    keep(everySecond ? 3 * SECOND * speed : 0)
  }
  keepOften()
  const timer = setInterval(() => {
    try {
      keepOften()
    } catch (error) {
      log.error({ err: error }, 'desk time could not be kept')
    }
  }, SECOND)
  timer.unref()
  opened.push(() => {
    clearInterval(timer)
    keep(0)
  })
  return clock
}

export const consoleLink = (desk: Pick<Desk, 'db' | 'wall'>, origin: string, userId: number) =>
  `${origin}/?token=${createConsoleToken(desk.db, userId, desk.wall.now())}`
