// The second step of npm run dev: dev.ts ELECTRON [OPTION...]. ELECTRON is the path of the binary, or empty for the
// browser. The command of electron-vite is not used: it needs Electron, and it starts the new app before the old one
// has released its data.
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
      // Requests for files of the renderer's own folder api/ are not proxied to the service.
      proxy: { '^/(rpc/|session$|api/(?!\\w+\\.ts))': `http://127.0.0.1:${values.port}` },
    },
  }),
)
await page.listen()
const pageUrl = page.resolvedUrls!.local[0]!

let app: ChildProcess | undefined
let isLinkPrinted = false

function start() {
  const child = electron
    ? spawn(electron, [root, ...words], { env: { ...process.env, ELECTRON_RENDERER_URL: pageUrl }, stdio: 'inherit' })
    : spawn(process.execPath, [join(root, 'out/main/cli.js'), 'serve', '--json', ...words], {
        stdio: ['inherit', 'pipe', 'inherit'],
      })
  app = child
  if (child.stdout) createInterface(child.stdout).once('line', printLink)
  child.on('exit', (code, signal) => {
    if (app === child) process.exit(code ?? (signal ? 1 : 0))
  })
}

/** Prints the link once. After a restart of the service, the tab is still signed in. */
function printLink(line: string) {
  if (!isLinkPrinted) console.log(`Callwright is ready: ${pageUrl}${new URL(JSON.parse(line).console).search}`)
  isLinkPrinted = true
}

/** Starts the app again. The old one must end first, because it holds the lock of the data folder and the port. */
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
/** Builds now and after each change; calls `done` after each build. */
const watchAndBuild = (part: object, done: () => void) => {
  const notifier: Plugin = { name: 'callwright-dev', closeBundle: done }
  return build(mergeConfig(part, { build: { watch: {} }, plugins: [notifier] }))
}
await watchAndBuild(config!.preload!, () => page.ws.send({ type: 'full-reload' }))
await watchAndBuild(config!.main!, () => {
  restarts = restarts.then(restart)
})

// Vite's own handler would end this process before the app has ended.
process.removeAllListeners('SIGTERM')
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (app) app.kill('SIGTERM')
    else process.exit(0)
  })
