// What npm run dev does once everything is installed: dev.ts ELECTRON [OPTION...], where ELECTRON is the binary's path or
// empty for the browser. electron-vite has such a command too; it needs Electron, and starts the new app while the old
// one still has its data.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { resolveConfig } from 'electron-vite'
import { build, createServer, mergeConfig, type Plugin } from 'vite'

const root = join(import.meta.dirname, '..')
const [electron = '', ...words] = process.argv.slice(2)
const { values } = parseArgs({ args: words, strict: false, options: { port: { type: 'string', default: '4620' } } })

const { config } = await resolveConfig({ root, logLevel: 'warn' }, 'serve', 'development')
const page = await createServer(
  mergeConfig(config!.renderer!, {
    server: {
      host: '127.0.0.1',
      // The renderer has a folder api/, whose files are not the service's to answer.
      proxy: { '^/(rpc/|session$|api/(?!\\w+\\.ts))': `http://127.0.0.1:${values.port}` },
    },
  }),
)
await page.listen()
const pageUrl = page.resolvedUrls!.local[0]!

let app: ChildProcess | undefined
let isTold = false

function start() {
  const child = electron
    ? spawn(electron, [root, ...words], { env: { ...process.env, ELECTRON_RENDERER_URL: pageUrl }, stdio: 'inherit' })
    : spawn(process.execPath, [join(root, 'out/main/cli.js'), 'serve', '--json', ...words], {
        stdio: ['inherit', 'pipe', 'inherit'],
      })
  app = child
  if (child.stdout) createInterface(child.stdout).once('line', tellLink)
  child.on('exit', (code, signal) => {
    if (app === child) process.exit(code ?? (signal ? 1 : 0))
  })
}

/** After a restart the tab is signed in still. */
function tellLink(line: string) {
  if (!isTold) console.log(`Callwright is ready: ${pageUrl}${new URL(JSON.parse(line).console).search}`)
  isTold = true
}

/** The old one has the data, the port and the lock until it is gone. */
async function restart() {
  const old = app
  app = undefined
  if (old) {
    old.kill('SIGTERM')
    await once(old, 'exit')
  }
  start()
}

let restarts = Promise.resolve()
/** Builds now and at each change; `done` is called when it was built. */
const keepBuilding = (part: object, done: () => void) => {
  const told: Plugin = { name: 'callwright-dev', closeBundle: done }
  return build(mergeConfig(part, { build: { watch: {} }, plugins: [told] }))
}
await keepBuilding(config!.preload!, () => page.ws.send({ type: 'full-reload' }))
await keepBuilding(config!.main!, () => {
  restarts = restarts.then(restart)
})

// Vite has a way of its own to end, before the app has.
process.removeAllListeners('SIGTERM')
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (app) app.kill('SIGTERM')
    else process.exit(0)
  })
