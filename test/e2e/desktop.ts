import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserWindow, WebContents, WebPreferences } from 'electron'
import { _electron, type ElectronApplication } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { SipTrunk } from '../../src/contract/phone-numbers'
import { lockForService } from '../../src/main/store/open'
import { anAssistant, given, MINUTE, startWorld } from '../support/world'

// ELECTRON=real runs all this on the Electron of the dependencies, where its binary is.
const isReal = process.env.ELECTRON === 'real'
const host = join(import.meta.dirname, '../electron-host/electron-host.mjs')
const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` } as Record<
  string,
  string
>

type Made = { data: { id: number } }
type Bridge = { invoke(path: unknown, input: unknown): Promise<{ ok: boolean; output: unknown; error?: object }> }
declare const callwright: Bridge
declare const opened: string[]
declare const electronHost: {
  trays: { toolTip: string; menu: { items: { label: string; click(): void }[] } }[]
  notices: string[]
}

/** A folder of its own for one test. */
export function folder() {
  const dir = mkdtempSync(join(tmpdir(), 'callwright-desktop-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
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

/** What the desktop door promises, of an app that lies in a folder: as it is built, or as it was packaged. */
export function describeDesktop(title: string, appDir: () => string) {
  describe.skipIf(process.env.CHROMIUM === '')(title, () => {
    const launch = (dir: string, port = '0') =>
      _electron.launch({
        ...(!isReal && { executablePath: host }),
        args: [appDir(), '--data-dir', dir, '--port', port],
        env,
      })

    async function open(dir: string) {
      const app = await launch(dir)
      let log = ''
      app.process().stderr!.on('data', chunk => (log += chunk))
      // Shorter than the time limit of a test, so that the error names what was waited for.
      app.context().setDefaultTimeout(15_000)
      const page = await app.firstWindow()
      await page.getByText('Balance').waitFor()
      return { app, page, dir, log: () => log, window: await app.browserWindow(page) }
    }

    /** The app with its window open, on a folder of its own, for one test. */
    async function start(dir = folder()) {
      const started = await open(dir)
      onTestFinished(() => started.app.close())
      return started
    }

    // One app for the tests that change nothing.
    const dir = mkdtempSync(join(tmpdir(), 'callwright-desktop-'))
    let shared: Awaited<ReturnType<typeof open>>
    beforeAll(async () => {
      shared = await open(dir)
    })
    afterAll(async () => {
      await shared.app.close()
      rmSync(dir, { recursive: true, force: true })
    })

    it('the app opens its window on the desk and uses IPC only', async () => {
      const { app, page } = shared
      expect(app.windows()).toHaveLength(1)
      expect(await page.title()).toBe('Today · Callwright')
      await page.getByRole('banner').getByText('$25.00').waitFor()
      expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
      const asked = await page.evaluate(() => performance.getEntriesByType('resource').map(entry => entry.name))
      expect(asked.filter(url => /\/(rpc|session|api)/.test(url))).toEqual([])
    })

    it('the window shows changes as they happen, also after a reload', async () => {
      const { app, page } = await start()
      await page.evaluate(() => callwright.invoke(['account', 'topUp'], { amount: 23.45 }))
      await page.getByRole('banner').getByText('$48.45').waitFor()
      await page.reload()
      await page.getByRole('banner').getByText('$48.45').waitFor()
      await page.evaluate(() => callwright.invoke(['account', 'topUp'], { amount: 1 }))
      await page.getByRole('banner').getByText('$49.45').waitFor()
      expect(app.windows()).toHaveLength(1)
    })

    it('errors of the contract are data, and unknown operations are refused', async () => {
      const { page } = shared
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

    it('only the page of the app gets answers', async () => {
      const { app, page, log } = shared
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

    describe('the security recommendations of Electron', () => {
      it('the window is isolated, sandboxed and without Node, and all protections of Chromium are on', async () => {
        const { page, window } = shared
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
        const { window } = shared
        expect(await window.evaluate(({ webContents }: BrowserWindow) => webContents.getURL())).toMatch(
          /^app:\/\/callwright\//,
        )
      })

      it('Define a Content Security Policy', async () => {
        const { page } = shared
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
        const { page } = shared
        const found = await page.evaluate(async () => {
          const stateOf = async (name: string) =>
            (await navigator.permissions.query({ name: name as PermissionName })).state
          return {
            notifications: await Notification.requestPermission(),
            geolocation: await stateOf('geolocation'),
            'clipboard-read': await stateOf('clipboard-read'),
            'clipboard-write': await stateOf('clipboard-write'),
          }
        })
        // What is copied may be written to the clipboard; nothing else is permitted.
        expect(found).toEqual({
          notifications: 'denied',
          geolocation: 'denied',
          'clipboard-read': 'denied',
          'clipboard-write': 'granted',
        })
      })
    })

    it('the window plays a recording, seeks in it, and copies the transcript', async () => {
      const dir = folder()
      const world = await startWorld({ dataDir: dir })
      const assistant_id = await given.assistant(world, { record: true })
      const { body } = await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })
      await world.advance(5 * MINUTE)
      await world.stop()

      const { page } = await start(dir)
      const asked = page.waitForResponse(/\/api\/recordings\//)
      await page.evaluate(id => {
        location.hash = `#/calls/${id}`
      }, body.call_id)
      // A part of it, which is what lets it be sought in.
      expect((await asked).status()).toBe(206)
      const heardAt = () => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime)
      const track = page.getByRole('slider', { name: 'Position in the recording' })
      await track.waitFor()
      await expect.poll(() => track.getAttribute('aria-valuemax')).not.toBe('0')
      const length = Number(await track.getAttribute('aria-valuemax'))
      await track.press('End')
      await expect.poll(heardAt).toBeGreaterThan(length - 2)
      for (let i = 0; i < 2; i++) await track.press('ArrowLeft')
      const at = length - 10
      await expect.poll(async () => Math.abs((await heardAt()) - at)).toBeLessThan(1)
      await page.getByRole('button', { name: 'Play recording' }).click()
      await expect.poll(heardAt).toBeGreaterThan(at + 0.5)
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Copy transcript' }).click()
      await page.getByRole('menuitem', { name: 'Copied' }).waitFor()
    })

    it('the app records a simulated call with what it has of its own', async () => {
      const { page, dir, log } = await start()
      const ask = async (path: string[], input: object) =>
        (await page.evaluate(([p, i]) => callwright.invoke(p, i), [path, input] as const)).output
      const assistant = (await ask(['assistants', 'create'], anAssistant({ record: true, ringing_time: 5 }))) as Made
      const call = { assistant_id: assistant.data.id, phone_number: '+12025550105' }
      const { call_id: id } = (await ask(['calls', 'make'], call)) as { call_id: number }
      const read = () => ask(['calls', 'get'], { id }) as Promise<{ recording_url: string | null; warnings: string[] }>
      // At the speed of real time: it rings for some seconds.
      await expect.poll(async () => (await read()).recording_url, { timeout: 25_000 }).not.toBeNull()
      expect((await read()).warnings).toEqual([])
      const files = readdirSync(join(dir, 'recordings'))
      expect(files).toEqual([expect.stringMatching(/\.wav$/)])
      const sound = readFileSync(join(dir, 'recordings', files[0]!)).subarray(58)
      expect(sound.some(byte => byte !== 0xff && byte !== 0x7f)).toBe(true)
      expect(log()).not.toContain('"level":50')
    })

    it('a SIP trunk runs in the voice process of the app, which says what a call by it meets', async () => {
      const { page, log } = await start()
      const ask = async (path: string[], input: object) =>
        (await page.evaluate(([p, i]) => callwright.invoke(p, i), [path, input] as const)).output
      // Nobody listens there.
      const trunk = {
        sip_trunk_type: 'number',
        phone_number: '+12125550191',
        sip_address: '127.0.0.1:9',
        transport: 'tcp',
      }
      const login = { sip_username: 'desk', sip_password: 'a-long-password' }
      const { data } = (await ask(['phoneNumbers', 'createSipTrunk'], { ...trunk, ...login })) as Made
      const state = async () =>
        ((await ask(['phoneNumbers', 'getSipTrunk'], { id: data.id })) as { data: SipTrunk }).data.state
      await expect.poll(async () => (await state()).status, { timeout: 20_000 }).toBe('unreachable')
      expect((await state()).reason).toBe('Nobody listens on this port.')
      const test = (await ask(['phoneNumbers', 'testSipTrunk'], { id: data.id, to: '+12025550124' })) as {
        passed: boolean
        steps: { text: string }[]
      }
      expect(test.passed).toBe(false)
      expect(test.steps.map(({ text }) => text)).toContain('The call cannot be placed. Nobody listens on this port.')
      expect(log()).not.toContain('"level":50')
    })

    it('the API reference opens in the browser, from the page and from the menu', async () => {
      const { app, page } = shared
      await noteOpened(app)
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'API reference' }).click()
      await expect.poll(() => app.evaluate(() => opened.length)).toBe(1)
      await app.evaluate(({ Menu }) => {
        const item = Menu.getApplicationMenu()!.getMenuItemById('api-reference')!
        return new Promise<void>(done => setImmediate(() => done(item.click())))
      })
      const [first, second] = await app.evaluate(() => opened)
      expect(first).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/docs$/)
      expect(second).toBe(first)
      for (const file of ['', '/swagger-ui.css', '/swagger-ui-bundle.js'])
        expect((await fetch(first! + file)).status).toBe(200)
    })

    it('the service keeps running when the window is closed, and a second start shows the window and ends', async () => {
      const { app, window, dir } = await start()
      await window.evaluate((w: BrowserWindow) => w.close())
      await expect.poll(() => window.evaluate((w: BrowserWindow) => w.isVisible())).toBe(false)
      expect(() => lockForService(dir)).toThrow(dir)
      await window.evaluate((w: BrowserWindow) => {
        Object.assign(globalThis, { focused: 0 })
        const counted = globalThis as never as { focused: number }
        w.on('focus', () => counted.focused++)
      })
      const flags = isReal ? ['--no-sandbox'] : []
      await run(await electronBinary(), [...flags, appDir(), '--data-dir', dir, '--port', '0'], { env })
      await expect.poll(() => window.evaluate((w: BrowserWindow) => w.isVisible())).toBe(true)
      if (!isReal) {
        await expect
          .poll(() => app.evaluate(() => (globalThis as never as { focused: number }).focused))
          .toBeGreaterThan(0)
        expect(await app.evaluate(() => electronHost.notices)).toEqual(['Callwright goes on without its window'])
      }
    })

    it('the window keeps its place and size after a restart, and the app quits cleanly', async () => {
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

    it('the app ends cleanly on SIGTERM', async () => {
      const { app, log, dir } = await start()
      const gone = once(app.process(), 'exit')
      app.process().kill('SIGTERM')
      expect((await gone)[0]).toBe(0)
      expect(log()).toContain('service stopped')
      lockForService(dir)()
    })

    // No Electron can be asked what its tray shows, and its error box waits for a person.
    it.skipIf(isReal)('the tray shows whether the desk dials, and pauses and resumes it', async () => {
      const { app, page } = await start()
      const tray = () =>
        app.evaluate(() => {
          const { toolTip, menu } = electronHost.trays[0]!
          return [toolTip, ...menu.items.map(item => item.label).filter(Boolean)]
        })
      // From the event loop, as a click of a person comes. An evaluate alone interrupts code of the app anywhere.
      const choose = (word: string) =>
        app.evaluate((_, label) => {
          const item = electronHost.trays[0]!.menu.items.find(item => item.label === label)!
          return new Promise<void>(done => setImmediate(() => done(item.click())))
        }, word)
      expect(await tray()).toEqual(['Callwright: Dialing', 'Dialing', 'Show the window', 'Pause dialing', 'Quit'])
      await choose('Pause dialing')
      await page.getByText('Paused').first().waitFor()
      await expect.poll(async () => (await tray())[0]).toBe('Callwright: Dialing is paused')
      await page.evaluate(() => callwright.invoke(['dialing', 'halt'], {}))
      await expect.poll(tray).toContain('Dialing is halted')
      await choose('Resume dialing')
      await expect.poll(async () => (await tray())[0]).toBe('Callwright: Dialing')
      const child = app.process()
      await choose('Quit')
      await expect.poll(() => child.exitCode).toBe(0)
    })

    it.skipIf(isReal)('the app refuses a port that is none, and a folder that is a file, in plain words', async () => {
      const dir = folder()
      const file = join(dir, 'file')
      writeFileSync(file, '')
      const started = (...args: string[]) => run(host, [appDir(), ...args], { env }).catch(error => error)
      const port = await started('--data-dir', join(dir, 'data'), '--port', 'abc')
      expect([port.code, port.stderr]).toEqual([1, expect.stringContaining('--port must be a whole number')])
      const inFile = await started('--data-dir', file)
      expect([inFile.code, inFile.stderr]).toEqual([1, expect.stringContaining('a file stands where a folder must be')])
    })

    it.skipIf(isReal)('the app tests SQLite first, names a port that is in use, and ends with 1', async () => {
      const other = createServer().listen(0, '127.0.0.1')
      onTestFinished(() => void other.close())
      await once(other, 'listening')
      const { port } = other.address() as { port: number }
      const failed = await run(host, [appDir(), '--data-dir', folder(), '--port', String(port)], { env }).catch(e => e)
      expect(failed.code).toBe(1)
      expect(failed.stderr).toMatch(/"sqlite":"3\.\d+/)
      expect(failed.stderr).toContain(`Port ${port} on 127.0.0.1 is taken`)
    })

    it('the app runs commands of the command line after --headless', async () => {
      const flags = isReal ? ['--no-sandbox'] : []
      const words = ['--headless', 'key', 'create', '--name', 'k', '--data-dir', folder()]
      const { stdout } = await run(await electronBinary(), [...flags, appDir(), ...words], { env })
      expect(stdout.trim().split('\n').at(-1)).toMatch(/^\S{30,}$/)
      const failed = await run(await electronBinary(), [...flags, appDir(), '--headless', 'fly'], { env }).catch(e => e)
      expect([failed.code, failed.stderr.includes('fly')]).toEqual([1, true])
    })
  })
}
