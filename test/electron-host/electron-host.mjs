#!/usr/bin/env node
// A stand-in for the `electron` executable, for machines that cannot have its binary: runs the BUILT main bundle in plain
// Node (22.15 or later) and gives it windows that are pages of a real Chromium. The command line is Electron's:
// electron-host.mjs [switches] <app folder> [args]. It prints what Playwright's _electron.launch() waits for, so that
// the tests are written for Electron and run on it unchanged. What is not emulated throws by its name.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import inspector from 'node:inspector'
import { createRequire, registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { connect } from './cdp.mjs'
import { attach, electron } from './electron.mjs'

const words = process.argv.slice(2)
const switches = words.slice(
  0,
  words.findIndex(word => !word.startsWith('-')),
)
const appDir = resolve(words[switches.length])
const entry = join(appDir, JSON.parse(readFileSync(join(appDir, 'package.json'), 'utf8')).main)

// As main code sees it in Electron.
const { version } = createRequire(import.meta.url)('electron/package.json')
Object.defineProperty(process, 'versions', { value: { ...process.versions, electron: version } })
process.argv = [process.argv[0], ...words]

// `import` and `require` of electron both get one module. A name that it has not is a SyntaxError, as in Electron.
globalThis.electronHostModule = electron
const names = Object.keys(electron).map(name => `export const ${name} = electron.${name}`)
const source = ['const electron = globalThis.electronHostModule', ...names, `export { electron as 'module.exports' }`]
const url = 'electron-host:electron'
registerHooks({
  resolve: (name, context, next) =>
    /^electron(\/(main|common))?$/.test(name) ? { url, format: 'module', shortCircuit: true } : next(name, context),
  load: (name, context, next) =>
    name === url ? { source: source.join('\n'), format: 'module', shortCircuit: true } : next(name, context),
})

if (switches.includes('--inspect=0')) inspector.open(0)
const browser = startChromium()
try {
  // As in Electron, ready waits for the entry: one that waits for ready at its top hangs.
  await import(pathToFileURL(entry).href)
  await attach(await browser)
} catch (error) {
  console.error('App threw an error during load\n', error)
  process.exit(1)
}

async function startChromium() {
  const profile = mkdtempSync(join(tmpdir(), 'electron-host-'))
  const chromium = spawn(
    process.env.CHROMIUM || '/usr/bin/chromium',
    [
      '--headless=new',
      '--no-startup-window',
      '--remote-debugging-port=0',
      // A leash and nothing else: Chromium quits when this process is gone, however it went.
      '--remote-debugging-pipe',
      `--user-data-dir=${profile}`,
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Nobody on the net is found, whatever a page asks for.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      // Pages for the address bar, which no window here has.
      '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,AimEnabled',
      '--no-sandbox',
    ],
    // A process group of its own, so that its children end with it and write no more.
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'], detached: true },
  )
  process.on('exit', () => {
    if (chromium.exitCode === null) process.kill(-chromium.pid, 'SIGKILL')
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 })
  })
  const endpoint = await new Promise((found, reject) => {
    let text = ''
    chromium.once('exit', code => reject(new Error(`Chromium ended with ${code}: ${text}`)))
    chromium.stderr.on('data', chunk => {
      text += chunk
      const match = /^DevTools listening on (ws:\S+)$/m.exec(text)
      if (match) found(match[1])
    })
  })
  // Playwright waits for this line, in these words.
  console.error(`\nDevTools listening on ${endpoint}`)
  return connect(endpoint)
}
