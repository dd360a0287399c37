import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../package.json'
import catalogue from '../../resources/catalogue.json'
import { createConversationEnds } from './background/conversation-ends'
import { createDeliverer } from './background/deliverer'
import { createDialer } from './background/dialer'
import { createEvaluator } from './background/evaluator'
import { createIndexer } from './background/indexer'
import { createLeadChanger } from './background/lead-changer'
import { createMessenger } from './background/messenger'
import { createModelTrials } from './background/model-trials'
import { createNumberOrders } from './background/number-orders'
import { createPlannedStarts } from './background/planned-starts'
import { createRecordings } from './background/recordings'
import { createRehearsals } from './background/rehearsals'
import { createRenewals } from './background/renewals'
import { createIdempotencyExpiry, createRehearsalExpiry, createRetention } from './background/retention'
import { createSmsReplies } from './background/sms-replies'
import { createSwitchboard } from './background/switchboard'
import { createTrunks } from './background/trunks'
import { createSimulatedCarrier } from './carriers/simulated/carrier'
import { createSimulatedMessaging } from './carriers/simulated/messaging'
import { createSimulatedNumbers } from './carriers/simulated/number-provider'
import { createRecorder, type Recorder } from './carriers/simulated/recorder'
import { createVoiceLine } from './carriers/sip/line'
import { noVoiceLine } from './carriers/sip/none'
import { createSwitchedCarrier, createSwitchedEngine } from './carriers/switched'
import { refOf } from './core/assistants/brief'
import { listModels } from './core/assistants/catalogue'
import { credentialsOf } from './core/assistants/providers'
import { type CatalogueData, seedCatalogue } from './core/assistants/seed-catalogue'
import { finalizeCutOff } from './core/calls/recovery'
import { topicsOf } from './core/calls/topics'
import { afterCommit } from './core/kernel/after-commit'
import { Bus } from './core/kernel/bus'
import { Commits } from './core/kernel/commits'
import { type Context, type Outside, transact } from './core/kernel/context'
import { isTaken } from './core/numbers/numbers'
import { openDataKey } from './core/workspace/data-key'
import { isSimulated } from './core/workspace/desk-time'
import { consoleLink } from './core/workspace/sessions'
import { getSettings } from './core/workspace/settings'
import { countSimulatedDial } from './core/workspace/simulated-dials'
import { setState } from './core/workspace/state'
import { ensureFirstUser } from './core/workspace/users'
import { listen, openDoor } from './http/server'
import type { MessagingProvider } from './ports/messaging-provider'
import type { Evaluator, EvaluatorFor, Models } from './ports/models'
import type { NumberProvider } from './ports/number-provider'
import type { DocumentReader } from './ports/reading'
import type { Clock, Log, Random, Send } from './ports/system'
import type { StartVoiceProcess } from './ports/trunk-line'
import { createReader } from './reading/reader'
import { createRouter, type Router } from './router'
import { openDataCare } from './store/data-care'
import { openDocumentFiles } from './store/document-files'
import { databaseIn, openForService } from './store/open'
import { explained } from './store/start-error'
import { wallClock } from './system/clocks'
import { startDeskClock } from './system/desk-clock'
import { sendHttp } from './system/send'
import { createTextEngine } from './voice/engine'
import { createModels } from './voice/models'
import { mendRecording } from './voice-host/media/encoder'

export interface ServiceOptions {
  dataDir: string
  host: string
  port: number
  consoleDir: string
  log: Log
  /** How many times as fast as wall time desk time runs. */
  simulatorSpeed: number
  /** Where desk time begins in a fresh folder, epoch milliseconds. */
  simulatorStart?: number
  /** Starts the voice process; null: no trunk is in service. */
  startVoiceProcess: StartVoiceProcess | null
}

/** What a test may replace. Everything that is not given is the same as in production. */
export interface World {
  deskClock?: Clock
  wallClock?: Clock
  random?: Random
  send?: Send
  evaluator?: Pick<Evaluator, 'evaluate'>
  models?: Models
  messagingProvider?: MessagingProvider
  numberProvider?: NumberProvider
  reader?: DocumentReader
  recorder?: Recorder
  /** The fetch that requests to models use. */
  fetch?: typeof globalThis.fetch
}

export interface Service {
  /** `http://127.0.0.1:4620/api` */
  api: string
  /** A link to the console. It can be used once to sign in. */
  console: string
  context: Context
  outside: Outside
  router: Router
  stop(): Promise<void>
}

/**
 * Starts the service: opens the store, creates all parts and starts the background work. Throws StartError for an error
 * that the person who starts it can fix.
 */
export async function startService(options: ServiceOptions, world: World = {}): Promise<Service> {
  // How to close what was opened. It runs in reverse order when the service stops, or when its start fails.
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
    throw explained(error, options.dataDir)
  }
}

async function startOn(
  options: ServiceOptions,
  world: World,
  opened: (() => void | Promise<void>)[],
  close: () => Promise<void>,
): Promise<Service> {
  const { dataDir, log, simulatorSpeed: speed, simulatorStart: start } = options
  const store = openForService(dataDir)
  opened.push(() => store.close())
  const { db } = store
  const commits = new Commits(
    db,
    commit => void setImmediate(commit),
    error => log.error({ err: error }, 'what follows from a commit failed'),
  )
  opened.push(() => commits.flush())
  const data = openDataCare(dataDir, databaseIn(dataDir))
  opened.push(() => data.close())
  const secrets = openDataKey(db, dataDir)
  const wall = world.wallClock ?? wallClock
  const deskTime = startDeskClock(db, { dataDir, speed, start, wall, log, clock: world.deskClock })
  opened.push(() => deskTime.stop())
  const { clock } = deskTime
  const recordings = join(dataDir, 'recordings')
  mkdirSync(recordings, { recursive: true, mode: 0o700 })
  // The server listens first, because the base URL, which answers contain, needs the actual port.
  const listener = await listen(options)
  opened.push(() => listener.close())

  const context: Context = {
    db,
    commits,
    bus: new Bus(),
    secrets,
    log,
    random: world.random ?? Math.random,
    clock,
    speed,
    wall,
    recordings,
    documents: openDocumentFiles(dataDir),
    data,
    version,
    baseUrl: `${listener.origin}/api`,
  }
  transact(context, () => seedCatalogue(db, catalogue as CatalogueData))
  const user = ensureFirstUser(context)
  setState(db, 'origin', listener.origin)

  const simulated = createSimulatedCarrier({
    clock,
    wall,
    recorder: world.recorder ?? createRecorder(),
    countDial: number => transact(context, () => countSimulatedDial(db, number)),
    topicsOf: legId => topicsOf(db, legId),
  })
  const messagingProvider = world.messagingProvider ?? createSimulatedMessaging({ clock })
  const models =
    world.models ??
    createModels({
      credentials: provider => credentialsOf({ db, secrets }, provider),
      codes: provider => listModels(db, 'llm').flatMap(model => (model.provider === provider ? [model.code] : [])),
      clock: wall,
      log,
      fetch: world.fetch,
    })
  const voice = isSimulated(db)
    ? noVoiceLine('This desk has run with simulated time, so it calls nobody real.', wall.now())
    : options.startVoiceProcess === null
      ? noVoiceLine('The voice process is not part of this service.', wall.now())
      : createVoiceLine({ start: options.startVoiceProcess, wall, log, mend: mendRecording })
  const { trunks } = voice
  const carrier = createSwitchedCarrier([simulated, voice.carrier], () => getSettings(db).carrier)
  const outside: Outside = afterCommit(commits, {
    carrier,
    ringIn: simulated.ringIn,
    messagingProvider,
    numberProvider: world.numberProvider ?? createSimulatedNumbers({ isTaken: number => isTaken(db, number) }),
    trunks,
    models,
    send: world.send ?? sendHttp,
  })
  const textEngine = createTextEngine({
    modelFor: ({ textModel, temperature }) => outside.models.languageModel(textModel ?? null, { temperature }),
    textLeg: legId => simulated.textLeg(legId),
  })
  const engine = createSwitchedEngine(textEngine, voice.engine, legId => simulated.textLeg(legId) !== undefined)
  const evaluatorFor: EvaluatorFor = ({ textModel }) =>
    world.evaluator
      ? { name: 'given', ...world.evaluator }
      : outside.models.evaluator(refOf(db, getSettings(db).evaluation_model_id), textModel)

  const router = createRouter(context, outside)
  const door = openDoor(listener, context, router, options)
  opened.push(() => door.close())

  // Calls that a crash interrupted are finalized before anything new is dialed.
  finalizeCutOff(context, await carrier.legs())
  const workers = [
    createSwitchboard(context, outside, { ...carrier, send: command => outside.carrier.send(command) }, engine),
    createRecordings(context, mendRecording),
    createEvaluator(context, evaluatorFor),
    createDeliverer(context, outside),
    createConversationEnds(context, evaluatorFor),
    createSmsReplies(context, outside),
    createLeadChanger(context),
    createRetention(context),
    createIdempotencyExpiry(context),
    createRehearsalExpiry(context),
    createRenewals(context),
    createNumberOrders(context, outside),
    createMessenger(context, outside, messagingProvider),
    createModelTrials(context, outside),
    createIndexer(context, world.reader ?? createReader()),
    createRehearsals(context),
    createPlannedStarts(context),
    createTrunks(context, trunks),
    // It waits for the commit itself, because it handles a carrier that cannot be asked.
    createDialer(context, { carrier }),
  ]
  for (const worker of workers) {
    opened.push(() => worker.stop())
    worker.start()
  }
  // What the start has written must be committed before anybody is told that the service runs.
  await commits.settled()
  log.info({ dataDir, speed }, 'service started')
  return {
    api: context.baseUrl,
    console: consoleLink(context, listener.origin, user.id),
    context,
    outside,
    router,
    async stop() {
      await close()
      log.info({}, 'service stopped')
    },
  }
}
