import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import Database from 'better-sqlite3'
import { app, dialog } from 'electron/main'
import pino from 'pino'
import { run, wholeBetween } from './commands'
import { firstUser } from './core/workspace/users'
import { openIpcDoor } from './desktop/door'
import { guard } from './desktop/guard'
import { setMenu } from './desktop/menu'
import { declareScheme, HOME, servePage } from './desktop/page'
import { openTray } from './desktop/tray'
import { utilityVoiceProcess } from './desktop/voice-process'
import { openWindow, showWindow } from './desktop/window'
import { type Service, startService } from './service'
import { explained } from './store/start-error'
import { defaultDataDir } from './system/data-dir'

const startVoiceProcess = utilityVoiceProcess(join(import.meta.dirname, 'voice-host.js'))
const headless = process.argv.indexOf('--headless')
// No top-level await: Electron becomes ready only after this module has run.
if (headless >= 0) void runCommand(process.argv.slice(headless + 1))
else openDesktop()

/**
 * Runs a command of the command line in the packaged app, without a window. A command that keeps running, like `serve`,
 * adds a listener for SIGTERM; that is how this function recognizes it and leaves the end of the process to it.
 */
async function runCommand(words: string[]) {
  const before = process.listenerCount('SIGTERM')
  await run(words, { consoleDir: join(import.meta.dirname, '../renderer'), startVoiceProcess })
  const keepsRunning = process.listenerCount('SIGTERM') > before
  if (!keepsRunning) return void process.stdout.write('', () => app.exit(Number(process.exitCode ?? 0)))
  app.on('will-quit', event => {
    event.preventDefault()
    process.emit('SIGTERM')
  })
}

/** Starts the desktop app: the service in the main process, one window, and an icon in the tray. */
function openDesktop() {
  // Not strict: the arguments also contain Chromium's own switches.
  const { values } = parseArgs({
    args: process.argv.slice(1),
    strict: false,
    options: { 'data-dir': { type: 'string' }, port: { type: 'string' } },
  })
  const dataDir = resolve(typeof values['data-dir'] === 'string' ? values['data-dir'] : defaultDataDir())
  // Chromium's files go into the data folder. So Electron's single-instance lock allows one app for each data folder.
  const ownDir = join(dataDir, 'window')
  try {
    mkdirSync(ownDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    dialog.showErrorBox('Callwright cannot start', (explained(error, dataDir) as Error).message)
    return app.exit(1)
  }
  app.setPath('userData', ownDir)
  if (!app.requestSingleInstanceLock()) return app.exit(0)
  app.enableSandbox()
  declareScheme()

  const log = pino({ base: null }, pino.destination({ dest: 2, sync: true }))
  let isLeaving = false
  let isStopping = false
  const started = start()
  started.catch(error => {
    log.error({ err: error }, 'the desktop did not start')
    dialog.showErrorBox('Callwright cannot start', error instanceof Error ? error.message : String(error))
    app.exit(1)
  })
  app.on('before-quit', () => {
    isLeaving = true
  })
  app.on('will-quit', event => {
    event.preventDefault()
    if (isStopping) return
    isStopping = true
    started
      .then(service => service.stop())
      .then(
        () => app.exit(0),
        error => {
          log.error({ err: error }, 'the service did not stop cleanly')
          app.exit(1)
        },
      )
  })

  async function start(): Promise<Service> {
    await app.whenReady()
    log.info({ sqlite: sqliteVersion(), ...versions() }, 'desktop starts')
    const outDir = join(import.meta.dirname, '..')
    const consoleDir = join(outDir, 'renderer')
    const service = await startService({
      dataDir,
      host: '127.0.0.1',
      port: typeof values.port === 'string' ? wholeBetween(values.port, '--port', 0, 65535) : 4620,
      consoleDir,
      log,
      simulatorSpeed: 1,
      startVoiceProcess,
    })
    const { context } = service
    const apiReference = `${service.api}/docs`
    // In development, the page of the dev server, with hot reloading.
    const home = (!app.isPackaged && process.env.ELECTRON_RENDERER_URL) || HOME
    servePage(consoleDir, service.api)
    guard(home, apiReference, log)
    setMenu(apiReference)
    const window = openWindow({
      home,
      preload: join(outDir, 'preload/index.cjs'),
      stateFile: join(ownDir, 'window-state.json'),
      isLeaving: () => isLeaving,
      log,
    })
    // The first user may be removed by another one.
    openIpcDoor(service, () => firstUser(context.db)!.id, window, home, log)
    const show = () => showWindow(window)
    openTray(context, show)
    app.on('second-instance', show)
    app.on('activate', show)
    return service
  }
}

/** Opens a database in memory, which proves that SQLite works in this runtime, and returns its version. */
function sqliteVersion(): unknown {
  const db = new Database(':memory:')
  try {
    return db.prepare('SELECT sqlite_version()').pluck().get()
  } finally {
    db.close()
  }
}

const versions = () => ({ electron: process.versions.electron, node: process.versions.node })
