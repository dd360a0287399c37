// webContents: one page of Chromium, driven by the DevTools protocol.
import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { makeBridge, makePreload, makeWire } from './page.mjs'
import { strict } from './strict.mjs'

const WORLD = 'Electron Isolated Context'
const wire = makeWire()
export const handlers = { ipc: new Map(), schemes: new Map() }
export const contentsById = new Map()
/** Kept with Chromium's connection when the app is ready. */
const { promise, resolve } = Promise.withResolvers()
export const started = Object.assign(promise, { resolve })

// Chromium cannot go to a scheme of the app, so app://host/path travels as https://host.app.invalid/path, which is
// answered here and never sent; main code sees the address as it is in Electron, the page sees the other form.
const toWeb = url =>
  url.replace(/^(\w+):\/\/([^/]+)/, (all, s, host) => (handlers.schemes.has(s) ? `https://${host}.${s}.invalid` : all))
const fromWeb = url => url.replace(/^https:\/\/([^/]+)\.(\w+)\.invalid/, '$2://$1')

/** By Electron's names, as Chromium describes them. */
const permissions = {
  geolocation: { name: 'geolocation' },
  notifications: { name: 'notifications' },
  'clipboard-read': { name: 'clipboard-read' },
  'clipboard-sanitized-write': { name: 'clipboard-write', allowWithoutSanitization: false },
}

/** What Electron takes for what an app leaves out. */
const defaults = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  nodeIntegrationInWorker: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  enableBlinkFeatures: '',
}

export class Contents extends EventEmitter {
  constructor(window, bounds, preferences) {
    super()
    this.preferences = { ...defaults, ...preferences }
    for (const [name, value] of Object.entries(defaults))
      if (this.preferences[name] !== value) throw new Error(`electron-host: ${name} is ${value} here and cannot change`)
    const contents = this
    Object.assign(this, { window, url: '', isDead: false, whenOpened: () => ({ action: 'allow' }) })
    this.mainFrame = {
      parent: null,
      get url() {
        return contents.url
      },
    }
    this.self = strict('webContents', this)
    this.created = this.create(bounds)
  }

  /** The preload script's; null until a page has loaded. */
  world = null

  async create({ width, height }) {
    const { browser, session } = await started
    this.browser = browser
    const { targetId } = await browser.send('Target.createTarget', {
      url: 'about:blank',
      newWindow: true,
      width,
      height,
    })
    this.targetId = targetId
    contentsById.set(targetId, this)
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true })
    const page = (this.page = browser.session(sessionId))
    this.listen(page, targetId)
    await this.permit(browser, session)
    await page.send('Page.enable')
    await page.send('Runtime.enable')
    await page.send('Runtime.addBinding', { name: 'electronHostSend', executionContextName: WORLD })
    await page.send('Fetch.enable', { patterns: [{ resourceType: 'Document' }, { urlPattern: 'https://*.invalid/*' }] })
    if (this.preferences.preload) await this.install(page, readFileSync(this.preferences.preload, 'utf8'))
  }

  listen(page, targetId) {
    page.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name === WORLD && context.auxData.frameId === targetId) this.world = context.id
    })
    page.on('Runtime.bindingCalled', ({ payload, executionContextId }) =>
      this.asked(JSON.parse(payload), executionContextId),
    )
    page.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId === undefined) this.url = fromWeb(frame.url)
    })
    page.on('Page.loadEventFired', () => {
      if (this.url === 'about:blank') return
      this.emit('did-finish-load')
      this.window.emit('ready-to-show')
    })
    page.on('Page.windowOpen', ({ url }) => {
      const { action } = this.whenOpened({ url: fromWeb(url) })
      if (action !== 'deny') console.error('electron-host: windows of a page are not emulated')
    })
    page.on('Fetch.requestPaused', request => this.requested(request))
  }

  /** Chromium is told what the app's handlers would say. */
  async permit(browser, session) {
    for (const [name, permission] of Object.entries(permissions)) {
      const isGranted =
        session.mayHave(this.self, name, '', {}) &&
        (await new Promise(answer => session.mayAsk(this.self, name, answer, {})))
      const setting = isGranted ? 'granted' : 'denied'
      await browser.send('Browser.setPermission', { permission, setting })
    }
  }

  /** The preload script runs in a world of its own, before anything of the page does. */
  async install(page, preload) {
    const secret = randomUUID()
    const first = 'if (window.top !== window || location.href === "about:blank") return'
    await page.send('Page.addScriptToEvaluateOnNewDocument', {
      source: `(() => { ${first}\n(${makeBridge})('page', 'preload', '${secret}') })()`,
    })
    await page.send('Page.addScriptToEvaluateOnNewDocument', {
      worldName: WORLD,
      source: `(() => { ${first}
        const bridge = (${makeBridge})('preload', 'page', '${secret}')
        const { require, receive } = (${makePreload})(bridge, (${makeWire})(), electronHostSend)
        globalThis.electronHostReceive = receive
        ;(function (electronHostSend) {${preload}\n})()
      })()`,
    })
  }

  async asked({ id, channel, text }, world) {
    const event = { sender: this.self, senderFrame: this.mainFrame }
    let answer
    try {
      const handler = handlers.ipc.get(channel)
      if (!handler) throw new Error(`No handler registered for '${channel}'`)
      answer = { id, text: wire.pack([await handler(event, ...wire.unpack(text))]) }
    } catch (error) {
      answer = { id, error: `Error invoking remote method '${channel}': ${error}` }
    }
    await this.deliver(answer, world)
  }

  /** To a world that is gone nothing is delivered, as in Electron. */
  async deliver(message, contextId) {
    const expression = `electronHostReceive(${JSON.stringify(JSON.stringify(message))})`
    if (contextId) await this.page.send('Runtime.evaluate', { contextId, expression }).catch(() => {})
  }

  async requested({ requestId, request, resourceType, frameId }) {
    const url = fromWeb(request.url)
    const answer = (method, params) => this.page.send(method, { requestId, ...params }).catch(() => {})
    if (resourceType === 'Document' && frameId === this.targetId && url !== this.expected) {
      let isPrevented = false
      this.emit('will-navigate', { url, preventDefault: () => void (isPrevented = true) })
      if (isPrevented) return answer('Fetch.failRequest', { errorReason: 'Aborted' })
    }
    const handler = handlers.schemes.get(url.split(':')[0])
    if (!handler) return answer('Fetch.continueRequest')
    const response = await handler({ url, method: request.method, headers: new Headers(request.headers) })
    return answer('Fetch.fulfillRequest', {
      responseCode: response.status,
      responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
      body: Buffer.from(await response.arrayBuffer()).toString('base64'),
    })
  }

  async loadURL(url) {
    await this.created
    this.expected = url
    const loaded = new Promise(finished => this.once('did-finish-load', finished))
    const { errorText } = await this.page.send('Page.navigate', { url: toWeb(url) })
    if (errorText) throw new Error(`${errorText} loading '${url}'`)
    await loaded
  }
  send(channel, ...args) {
    const text = wire.pack(args)
    void this.deliver({ channel, text }, this.world)
  }
  async executeJavaScript(expression) {
    await this.created
    const { result, exceptionDetails } = await this.page.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception.description)
    return result.value
  }
  setWindowOpenHandler(handler) {
    this.whenOpened = handler
  }
  close() {
    this.created
      .then(() => this.browser.send('Target.closeTarget', { targetId: this.targetId }))
      .catch(() => this.gone())
  }
  gone() {
    if (this.isDead) return
    this.isDead = true
    contentsById.delete(this.targetId)
    this.window.closed()
  }
  getURL = () => this.url
  getLastWebPreferences = () => ({ ...this.preferences })
}
