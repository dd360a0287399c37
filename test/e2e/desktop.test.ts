import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserWindow, WebContents, WebPreferences } from 'electron'
import { _electron, type ElectronApplication } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { lockForService } from '../../src/main/store/open'
import { isReachable, readWindowState } from '../../src/main/window-state'

const root = join(import.meta.dirname, '../..')
// ELECTRON=real runs all this on the Electron of the dependencies, where its binary is.
const isReal = process.env.ELECTRON === 'real'
const host = join(import.meta.dirname, '../electron-host/electron-host.mjs')
const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` } as Record<
  string,
  string
>

type Bridge = { invoke(path: unknown, input: unknown): Promise<{ ok: boolean; output: unknown; error?: object }> }
declare const callwright: Bridge
declare const opened: string[]
declare const electronHost: {
  trays: { toolTip: string; menu: { items: { label: string; click(): void }[] } }[]
  notices: string[]
}

function folder() {
  const dir = mkdtempSync(join(tmpdir(), 'callwright-desktop-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

const launch = (dir: string, port = '0') =>
  _electron.launch({
    ...(!isReal && { executablePath: host }),
    args: [root, '--data-dir', dir, '--port', port],
    env,
  })

/** The built app with its window open, on a folder of its own. */
async function start(dir = folder()) {
  const app = await launch(dir)
  let log = ''
  app.process().stderr!.on('data', chunk => (log += chunk))
  onTestFinished(() => app.close())
  const page = await app.firstWindow()
  await page.getByText('Balance').waitFor()
  return { app, page, dir, log: () => log, window: await app.browserWindow(page) }
}

/** What is opened outside is noted in the app and not opened. */
const noteOpened = (app: ElectronApplication) =>
  app.evaluate(({ shell }) => {
    const noted: string[] = []
    Object.assign(globalThis, { opened: noted })
    shell.openExternal = async url => void noted.push(url)
  })

const run = promisify(execFile)
const electronBinary = async () => (isReal ? String((await import('electron')).default) : host)

describe.skipIf(process.env.CHROMIUM === '')('the desktop', () => {
  it('opens its window on the desk, over IPC alone', async () => {
    const { app, page } = await start()
    expect(app.windows()).toHaveLength(1)
    expect(await page.title()).toBe('Callwright')
    await page.getByText('$25.00').waitFor()
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
    const asked = await page.evaluate(() => performance.getEntriesByType('resource').map(entry => entry.name))
    expect(asked.filter(url => /\/(rpc|session|api)/.test(url))).toEqual([])
  })

  it('shows what changes as it happens, and goes on after a reload', async () => {
    const { app, page } = await start()
    await page.evaluate(() => callwright.invoke(['account', 'topUp'], { amount: 23.45 }))
    await page.getByText('$48.45').waitFor()
    await page.reload()
    await page.getByText('$48.45').waitFor()
    await page.evaluate(() => callwright.invoke(['account', 'topUp'], { amount: 1 }))
    await page.getByText('$49.45').waitFor()
    expect(app.windows()).toHaveLength(1)
  })

  it('answers errors of the contract as data, and knows no operation that the contract has not', async () => {
    const { page } = await start()
    const ask = (path: unknown, input: unknown) =>
      page.evaluate(([p, i]) => callwright.invoke(p, i), [path, input] as const)
    expect(await ask(['assistants', 'get'], { id: 12345 })).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    expect(await ask(['assistants', 'create'], { name: '' })).toMatchObject({ ok: false, error: { code: 'INVALID' } })
    expect(await ask(['assistants', 'fly'], {})).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    expect(await ask(['__proto__'], {})).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    await expect(ask('account.me', {})).rejects.toThrow('An operation is named by a list of words.')
    const uncloneable = page.evaluate(() => callwright.invoke(['account', 'me'], { call: () => 1 }))
    await expect(uncloneable).rejects.toThrow('could not be cloned')
  })

  it('answers no page but its own, whatever it shows', async () => {
    const { app, page, log } = await start()
    const answers = await app.evaluate(async ({ BrowserWindow }) => {
      const own = BrowserWindow.getAllWindows()[0]!.webContents as WebContents & {
        getLastWebPreferences(): WebPreferences
      }
      const { preload } = own.getLastWebPreferences()
      const ask = "callwright.invoke(['account', 'me'], {}).then(() => 'answered', error => error.message)"
      const answers: string[] = []
      for (const url of ['data:text/html,<p>Foreign</p>', own.getURL()]) {
        const other = new BrowserWindow({ show: false, webPreferences: { preload } })
        await other.loadURL(url)
        answers.push(await other.webContents.executeJavaScript(ask))
        other.destroy()
      }
      return answers
    })
    expect(answers).toEqual(Array(2).fill(expect.stringContaining('Only the window of Callwright may ask.')))
    expect(log()).toContain('a page that is not ours was refused')
    expect(await page.evaluate(() => callwright.invoke(['account', 'me'], {}))).toMatchObject({ ok: true })
  })

  describe("keeps Electron's recommendations", () => {
    it('its window is isolated, sandboxed, without Node, and nothing of Chromium is loosened', async () => {
      const { page, window } = await start()
      const preferences = await window.evaluate(({ webContents }: BrowserWindow) =>
        (webContents as WebContents & { getLastWebPreferences(): WebPreferences }).getLastWebPreferences(),
      )
      const asked: [string, boolean][] = [
        ['Do not enable Node.js integration', preferences.nodeIntegration !== true],
        ['… in workers', preferences.nodeIntegrationInWorker !== true],
        ['… in frames', preferences.nodeIntegrationInSubFrames !== true],
        ['Enable context isolation', preferences.contextIsolation === true],
        ['Enable process sandboxing', preferences.sandbox === true],
        ['Do not disable webSecurity', preferences.webSecurity === true],
        ['Do not enable allowRunningInsecureContent', preferences.allowRunningInsecureContent !== true],
        ['Do not enable experimental features', preferences.experimentalFeatures !== true],
        ['Do not use enableBlinkFeatures', !preferences.enableBlinkFeatures],
        ['Do not use webviews', preferences.webviewTag !== true],
      ]
      expect(asked.filter(([, isKept]) => !isKept)).toEqual([])
      const inPage = await page.evaluate(() => ({
        node: [typeof (globalThis as never as { require: unknown }).require, typeof globalThis.process],
        bridge: Object.keys(callwright).sort(),
        frozen: Object.isFrozen(callwright),
      }))
      expect(inPage).toEqual({ node: ['undefined', 'undefined'], bridge: ['invoke', 'onEvent'], frozen: true })
    })

    it('Only load secure content; use a custom protocol instead of file', async () => {
      const { window } = await start()
      expect(await window.evaluate(({ webContents }: BrowserWindow) => webContents.getURL())).toMatch(
        /^app:\/\/callwright\//,
      )
    })

    it('Define a Content Security Policy', async () => {
      const { page } = await start()
      const found = await page.evaluate(async () => {
        const script = document.createElement('script')
        script.textContent = 'window.inlineRan = true'
        document.body.append(script)
        // In a turn of its own: what a test evaluates is let through by the debugger.
        const evaluated = await new Promise(tell =>
          setTimeout(() => {
            try {
              tell(new Function('return true')())
            } catch {
              tell(false)
            }
          }),
        )
        const reaches = (url: string) =>
          fetch(url).then(
            () => true,
            () => false,
          )
        return { inline: 'inlineRan' in window, evaluated, connected: await reaches(location.href) }
      })
      // It may connect to nothing at all, not even to where it came from.
      expect(found).toEqual({ inline: false, evaluated: false, connected: false })
    })

    it('Disable or limit navigation; do not use openExternal with untrusted content', async () => {
      const { app, page, window, log } = await start()
      await noteOpened(app)
      for (const [at, url] of ['https://example.com/secret', 'http://127.0.0.1:4620/secret'].entries()) {
        await page.evaluate(to => {
          location.href = to
        }, url)
        await expect.poll(() => log().match(/kept from leaving/g)?.length).toBe(at + 1)
      }
      expect(log()).not.toContain('secret')
      await page.getByText('Balance').waitFor()
      expect(await window.evaluate(({ webContents }: BrowserWindow) => webContents.getURL())).toMatch(/^app:/)
      expect(await app.evaluate(() => opened)).toEqual([])
    })

    it('Disable or limit creation of new windows', async () => {
      const { app, page, log } = await start()
      await noteOpened(app)
      await page.evaluate(() => void window.open('https://example.com/'))
      await expect.poll(log).toContain('kept from leaving')
      await expect.poll(() => app.windows().length).toBe(1)
      expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
      expect(await app.evaluate(() => opened)).toEqual([])
    })

    it('Handle session permission requests from remote content', async () => {
      const { page } = await start()
      const found = await page.evaluate(async () => [
        await Notification.requestPermission(),
        (await navigator.permissions.query({ name: 'geolocation' })).state,
      ])
      expect(found).toEqual(['denied', 'denied'])
    })
  })

  it('opens the API reference in the browser, from the page and from the menu', async () => {
    const { app, page } = await start()
    await noteOpened(app)
    await page.getByRole('link', { name: 'API reference' }).click()
    await expect.poll(() => app.evaluate(() => opened.length)).toBe(1)
    await app.evaluate(({ Menu }) => Menu.getApplicationMenu()!.getMenuItemById('api-reference')!.click())
    const [first, second] = await app.evaluate(() => opened)
    expect(first).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/docs$/)
    expect(second).toBe(first)
    expect((await fetch(first!)).status).toBe(200)
  })

  it('closing the window leaves the service at work; a second start shows the window and ends', async () => {
    const { app, window, dir } = await start()
    await window.evaluate((w: BrowserWindow) => w.close())
    expect(await window.evaluate((w: BrowserWindow) => w.isVisible())).toBe(false)
    expect(() => lockForService(dir)).toThrow(dir)
    await window.evaluate((w: BrowserWindow) => {
      Object.assign(globalThis, { focused: 0 })
      const counted = globalThis as never as { focused: number }
      w.on('focus', () => counted.focused++)
    })
    const flags = isReal ? ['--no-sandbox'] : []
    await run(await electronBinary(), [...flags, root, '--data-dir', dir, '--port', '0'], { env })
    await expect.poll(() => window.evaluate((w: BrowserWindow) => w.isVisible())).toBe(true)
    if (!isReal) {
      expect(await app.evaluate(() => (globalThis as never as { focused: number }).focused)).toBeGreaterThan(0)
      expect(await app.evaluate(() => electronHost.notices)).toEqual(['Callwright goes on without its window'])
    }
  })

  it('remembers its place and size over a restart, and quits cleanly', async () => {
    const dir = folder()
    const first = await start(dir)
    await first.window.evaluate((w: BrowserWindow) => w.setBounds({ x: 40, y: 50, width: 1111, height: 777 }))
    const { app, log } = first
    const gone = once(app.process(), 'exit')
    await app.close()
    expect((await gone)[0]).toBe(0)
    expect(log()).toContain('service stopped')
    expect(log()).not.toContain('"level":50')
    lockForService(dir)()

    const second = await start(dir)
    expect(await second.window.evaluate((w: BrowserWindow) => w.getBounds())).toEqual({
      x: 40,
      y: 50,
      width: 1111,
      height: 777,
    })
    await second.window.evaluate((w: BrowserWindow) => w.maximize())
    await second.app.close()
    const third = await start(dir)
    expect(await third.window.evaluate((w: BrowserWindow) => w.isMaximized())).toBe(true)
  })

  it('ends cleanly when it is terminated', async () => {
    const { app, log, dir } = await start()
    const gone = once(app.process(), 'exit')
    app.process().kill('SIGTERM')
    expect((await gone)[0]).toBe(0)
    expect(log()).toContain('service stopped')
    lockForService(dir)()
  })

  // No Electron can be asked what its tray shows, and its error box waits for a person.
  it.skipIf(isReal)('the tray says whether the desk dials, and turns it on and off', async () => {
    const { app, page } = await start()
    const tray = () =>
      app.evaluate(() => {
        const { toolTip, menu } = electronHost.trays[0]!
        return [toolTip, ...menu.items.map(item => item.label).filter(Boolean)]
      })
    const choose = (word: string) =>
      app.evaluate((_, label) => electronHost.trays[0]!.menu.items.find(item => item.label === label)!.click(), word)
    expect(await tray()).toEqual(['Callwright: Dialing', 'Dialing', 'Show the window', 'Pause dialing', 'Quit'])
    await choose('Pause dialing')
    await page.getByText('Paused').first().waitFor()
    expect((await tray())[0]).toBe('Callwright: Dialing is paused')
    await page.evaluate(() => callwright.invoke(['dialing', 'halt'], {}))
    expect(await tray()).toContain('Dialing is halted')
    await choose('Resume dialing')
    expect((await tray())[0]).toBe('Callwright: Dialing')
    const gone = once(app.process(), 'exit')
    await choose('Quit')
    expect((await gone)[0]).toBe(0)
  })

  it.skipIf(isReal)('tries SQLite first; names a port that is taken, and ends with 1', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const failed = await run(host, [root, '--data-dir', folder(), '--port', String(port)], { env }).catch(e => e)
    expect(failed.code).toBe(1)
    expect(failed.stderr).toMatch(/"sqlite":"3\.\d+/)
    expect(failed.stderr).toContain(`Port ${port} on 127.0.0.1 is taken`)
  })

  it('takes the words of the command line after --headless', async () => {
    const flags = isReal ? ['--no-sandbox'] : []
    const words = ['--headless', 'key', 'create', '--name', 'k', '--data-dir', folder()]
    const { stdout } = await run(await electronBinary(), [...flags, root, ...words], { env })
    expect(stdout.trim().split('\n').at(-1)).toMatch(/^\S{30,}$/)
    const failed = await run(await electronBinary(), [...flags, root, '--headless', 'fly'], { env }).catch(e => e)
    expect([failed.code, failed.stderr.includes('fly')]).toEqual([1, true])
  })
})

describe('the place of the window', () => {
  const screen = { x: 0, y: 0, width: 1920, height: 1040 }
  it.each([
    ['on the screen', { x: 100, y: 100, width: 800, height: 600 }, true],
    ['half beside it, with enough to hold', { x: 1800, y: 0, width: 800, height: 600 }, true],
    ['on a screen that is gone', { x: 2500, y: 100, width: 800, height: 600 }, false],
    ['with its top above the screen', { x: 100, y: -200, width: 800, height: 600 }, false],
    ['with its top below the screen', { x: 100, y: 1030, width: 800, height: 600 }, false],
  ])('%s', (_, bounds, isIt) => expect(isReachable(bounds, [screen])).toBe(isIt))

  it('is forgotten when the file holds anything else', () => {
    const file = join(folder(), 'window-state.json')
    expect(readWindowState(file)).toBeUndefined()
    for (const text of ['', '{', '{"bounds":{"x":0,"y":0,"width":1e9}}', '{"bounds":null}']) {
      writeFileSync(file, text)
      expect(readWindowState(file)).toBeUndefined()
    }
    const sound = { bounds: { x: -5, y: 0, width: 900, height: 700 }, maximized: false, toldOfTray: true }
    writeFileSync(file, JSON.stringify(sound))
    expect(readWindowState(file)).toEqual(sound)
  })
})
