// The `electron` module of the main process, as far as this app and its tests use it.
import { fork } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Contents, contentsById, handlers, started } from './contents.mjs'
import { strict } from './strict.mjs'

/** What a person would have seen outside the page, for tests: no Electron can be asked for it. */
const seen = (globalThis.electronHost = { trays: [], notices: [] })
const windows = new Set()
const preventable = () => {
  const event = { defaultPrevented: false, preventDefault: () => void (event.defaultPrevented = true) }
  return event
}

// ---- app
let whenAllClosed
let isReady = false
const paths = {}
const app = strict(
  'app',
  Object.assign(new EventEmitter(), {
    isPackaged: false,
    whenReady: () => started.then(() => {}),
    setPath: (name, path) => void (paths[name] = path),
    enableSandbox() {}, // every page of Chromium is in its sandbox or in none
    requestSingleInstanceLock,
    exit: code => process.exit(code),
    quit() {
      const before = preventable()
      app.emit('before-quit', before)
      if (before.defaultPrevented) return
      whenAllClosed = () => {
        const will = preventable()
        app.emit('will-quit', will)
        if (!will.defaultPrevented) process.exit(0)
        whenAllClosed = undefined
      }
      for (const window of [...windows]) window.close()
      if (windows.size === 0) setImmediate(() => whenAllClosed?.())
    },
  }),
)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => app.quit())

/** A file names the process that has the lock; another one leaves a note beside it, which the first one watches for. */
function requestSingleInstanceLock() {
  const lock = join(paths.userData, 'SingletonLock')
  const note = join(paths.userData, 'SingletonNote')
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch {
      try {
        process.kill(Number(readFileSync(lock, 'utf8')), 0)
      } catch {
        rmSync(lock, { force: true }) // left behind by one that was killed
        continue
      }
      writeFileSync(note, JSON.stringify(process.argv))
      return false
    }
  }
  process.on('exit', () => rmSync(lock, { force: true }))
  watch(paths.userData, { persistent: false }, (_, name) => {
    if (name !== 'SingletonNote') return
    try {
      const argv = JSON.parse(readFileSync(note, 'utf8'))
      rmSync(note)
      app.emit('second-instance', preventable(), argv, '')
    } catch {
      // Half written, or told already: a later change tells the rest.
    }
  })
  return true
}

/** Called when the entry has run and Chromium is there. */
export async function attach(browser) {
  await browser.send('Target.setDiscoverTargets', { discover: true })
  browser.on('Target.targetDestroyed', ({ targetId }) => contentsById.get(targetId)?.gone())
  // A page that was opened by a page goes as soon as it has begun to load: this app opens none. Gone before that, while
  // whoever tests this has it held, it would never let go of the page that opened it.
  browser.on('Target.targetInfoChanged', ({ targetInfo }) => {
    if (contentsById.has(targetInfo.openerId) && targetInfo.url.startsWith('http'))
      browser.send('Target.closeTarget', { targetId: targetInfo.targetId }).catch(() => {})
  })
  browser.on('closed', () => process.exit(1))
  isReady = true
  started.resolve({ browser, app, session: defaultSession })
  app.emit('ready')
}

// ---- windows
const screenSize = { x: 0, y: 0, width: 1920, height: 1080 }

class Window extends EventEmitter {
  constructor({ x = 0, y = 0, width = 800, height = 600, show = true, webPreferences }) {
    super()
    if (!isReady) throw new Error('Cannot create BrowserWindow before app is ready')
    Object.assign(this, { bounds: { x, y, width, height }, isShown: show, isMax: false, isDead: false })
    this.webContents = new Contents(this, this.bounds, webPreferences ?? {}).self
    this.self = strict('BrowserWindow', this)
    windows.add(this.self)
    app.emit('web-contents-created', preventable(), this.webContents)
    // biome-ignore lint/correctness/noConstructorReturn: what is not emulated throws by its name
    return this.self
  }
  static getAllWindows = () => [...windows]
  static fromWebContents = contents => [...windows].find(window => window.webContents === contents) ?? null
  loadURL(url) {
    return this.webContents.loadURL(url)
  }
  close() {
    const event = preventable()
    this.emit('close', event)
    if (!event.defaultPrevented) this.webContents.close()
    else whenAllClosed = undefined
  }
  destroy() {
    this.webContents.close()
  }
  closed() {
    this.isDead = true
    windows.delete(this.self)
    if (windows.size === 0) whenAllClosed?.()
  }
  show() {
    this.isShown = true
    this.emit('show')
  }
  hide() {
    this.isShown = false
  }
  focus() {
    this.emit('focus')
  }
  maximize() {
    this.isMax = true
  }
  setBounds(bounds) {
    Object.assign(this.bounds, bounds)
  }
  getNormalBounds = () => ({ ...this.bounds })
  getBounds = () => (this.isMax ? { ...screenSize } : { ...this.bounds })
  isVisible = () => this.isShown
  isMinimized = () => false
  isMaximized = () => this.isMax
  isDestroyed = () => this.isDead
}

// ---- what is around the windows
const ipcMain = strict('ipcMain', {
  handle(channel, handler) {
    if (handlers.ipc.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    handlers.ipc.set(channel, handler)
  },
})
const protocol = strict('protocol', {
  registerSchemesAsPrivileged() {
    if (isReady) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
  },
  handle: (scheme, handler) => void handlers.schemes.set(scheme, handler),
})
/** Electron grants whatever nobody refuses. */
const defaultSession = strict('session', {
  mayAsk: (_contents, _permission, answer) => answer(true),
  mayHave: () => true,
  setPermissionRequestHandler: handler => void (defaultSession.mayAsk = handler),
  setPermissionCheckHandler: handler => void (defaultSession.mayHave = handler),
  setDevicePermissionHandler() {},
})

class Menu {
  static current = null
  static setApplicationMenu = menu => void (Menu.current = menu)
  static getApplicationMenu = () => Menu.current
  static buildFromTemplate = template => {
    const menu = new Menu()
    menu.items = template.map(item => ({
      enabled: true,
      ...item,
      submenu: item.submenu && Menu.buildFromTemplate(item.submenu),
    }))
    return strict('Menu', menu)
  }
  getMenuItemById(id) {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id)
      if (found) return found
    }
    return null
  }
}
class Tray extends EventEmitter {
  constructor(image) {
    super()
    if (image.isEmpty()) throw new Error('electron-host: a tray without an image')
    seen.trays.push(this)
  }
  setToolTip(text) {
    this.toolTip = text
  }
  setContextMenu(menu) {
    this.menu = menu
  }
}
class Notification {
  static isSupported = () => true
  constructor(options) {
    this.options = options
  }
  show() {
    seen.notices.push(this.options.title)
  }
}

/** A child of Node with the port of a utility process. */
class UtilityProcess extends EventEmitter {
  constructor(file, args, { stdio = 'inherit' }) {
    super()
    const preload = new URL('utility.mjs', import.meta.url).href
    this.child = fork(file, args, {
      execArgv: ['--import', preload],
      stdio: [stdio, stdio, stdio, 'ipc'],
      serialization: 'advanced',
    })
    this.child.on('message', message => this.emit('message', message))
    this.child.on('exit', code => this.emit('exit', code ?? 1))
    process.on('exit', () => this.child.kill('SIGKILL'))
  }
  get pid() {
    return this.child.pid
  }
  postMessage(message) {
    if (this.child.connected) this.child.send(message)
  }
  kill() {
    return this.child.kill()
  }
}
const utilityProcess = strict('utilityProcess', {
  fork: (file, args = [], options = {}) => strict('UtilityProcess', new UtilityProcess(file, args, options)),
})

export const electron = {
  app,
  ipcMain,
  protocol,
  Menu,
  Tray,
  Notification,
  BrowserWindow: strict('BrowserWindow', Window),
  session: strict('session', { defaultSession }),
  screen: strict('screen', { getAllDisplays: () => [{ workArea: { ...screenSize } }] }),
  nativeImage: strict('nativeImage', {
    createFromBuffer: bytes => strict('image', { isEmpty: () => bytes.length === 0 }),
  }),
  shell: strict('shell', {
    openExternal() {
      throw new Error('electron-host: nothing is opened outside; a test puts its own function here')
    },
  }),
  utilityProcess,
  dialog: strict('dialog', { showErrorBox: (title, text) => console.error(`${title}\n${text}`) }),
  // Playwright finds the window of a page by this.
  webContents: strict('webContents', { fromDevToolsTargetId: id => contentsById.get(id)?.self }),
}
