import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import catalogue from '../../resources/catalogue.json'
import { createChats } from './background/chats'
import { createDeliverer } from './background/deliverer'
import { createDialer } from './background/dialer'
import { createEvaluator } from './background/evaluator'
import { createIndexer } from './background/indexer'
import { createMessenger } from './background/messenger'
import { createRehearsals } from './background/rehearsals'
import { createRenewals } from './background/renewals'
import { createRetention } from './background/retention'
import { createSwitchboard } from './background/switchboard'
import type { Worker } from './background/worker'
import { createSimulatedCarrier } from './carriers/simulated/carrier'
import { createSimulatedExchange } from './carriers/simulated/exchange'
import { refOf } from './core/assistants/brief'
import { type CatalogueData, listModels, seedCatalogue } from './core/assistants/catalogue'
import { credentialsOf } from './core/assistants/providers'
import { finalizeCutOff } from './core/calls/recovery'
import { Bus } from './core/kernel/bus'
import { type Context, transact } from './core/kernel/context'
import { isTaken } from './core/numbers/numbers'
import { countSimulatedDial } from './core/workspace/desk-time'
import { createConsoleToken } from './core/workspace/sessions'
import { getSettings } from './core/workspace/settings'
import { setState } from './core/workspace/state'
import { ensureFirstUser } from './core/workspace/users'
import { openDoor } from './http/server'
import type { Carrier } from './ports/carrier'
import type { Engine } from './ports/engine'
import type { Evaluator, Models } from './ports/models'
import type { Exchange } from './ports/number-provider'
import type { DocumentReader } from './ports/reading'
import type { Clock, Log, Random, Send } from './ports/system'
import { createReader } from './reading/reader'
import { createRouter, type Router } from './router'
import { openDocumentFiles } from './store/document-files'
import { openForService } from './store/open'
import { openSecrets } from './store/secrets'
import { wallClock } from './system/clocks'
import { startDeskTime } from './system/desk-clock'
import { sendHttp } from './system/send'
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
  context: Context
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
  const context: Context = {
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
  transact(context, () => seedCatalogue(db, catalogue as CatalogueData))
  const user = ensureFirstUser(context)

  const router = createRouter(context)
  const door = await openDoor(context, router, options)
  opened.push(() => door.close())
  context.baseUrl = `${door.origin}/api`
  setState(db, 'origin', door.origin)
  await startParts(context, carrier, exchange, engine, world, opened)
  log.info({ dataDir: options.dataDir, speed }, 'service started')
  return {
    api: context.baseUrl,
    console: consoleLink(context, door.origin, user.id),
    context,
    router,
    async stop() {
      await close()
      log.info({}, 'service stopped')
    },
  }
}

/** What was cut off is settled first; only then may anything new be dialed. */
async function startParts(
  context: Context,
  carrier: Carrier,
  exchange: Exchange,
  engine: Engine,
  world: World,
  opened: (() => void | Promise<void>)[],
) {
  finalizeCutOff(context, await carrier.legs())
  const evaluator = world.evaluator ?? evaluatorOf(context)
  const parts: Worker[] = [
    createSwitchboard(context, carrier, engine),
    createEvaluator(context, evaluator),
    createDeliverer(context),
    createChats(context, evaluator),
    createRetention(context),
    createRenewals(context),
    createMessenger(context, exchange),
    createIndexer(context, world.reader ?? createReader()),
    createRehearsals(context),
    createDialer(context),
  ]
  for (const part of parts) {
    opened.push(() => part.stop())
    part.start()
  }
}

/** The one that the settings name when there is something to evaluate. */
const evaluatorOf = ({ db, models }: Context): Evaluator => ({
  evaluate: request => models.evaluator(refOf(db, getSettings(db).evaluation_model_id)).evaluate(request),
})

export const consoleLink = (context: Pick<Context, 'db' | 'wall'>, origin: string, userId: number) =>
  `${origin}/?token=${createConsoleToken(context.db, userId, context.wall.now())}`
