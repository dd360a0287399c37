// npm start: installs what is missing, builds, and opens the window. Without Electron's binary or a display, and with
// options that only the service has, it starts the service for a browser. What is given after -- goes to it.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, install, node, root } from './prepare.mjs'

install()
build()

const args = process.argv.slice(2)
const inElectron = path => join(root, 'node_modules/electron', path)
const hasBinary = () => existsSync(inElectron('path.txt'))
const isForWindow = arg => !arg.startsWith('--') || /^--(data-dir|port)(=|$)/.test(arg)
const hasDisplay = process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY
const wantsWindow = hasDisplay && args.every(isForWindow)
// Electron's package brings its binary when it is first asked for, not when it is installed.
if (wantsWindow && !hasBinary()) spawnSync(node(), [inElectron('install.js')], { stdio: 'ignore', timeout: 300_000 })
const opensWindow = wantsWindow && hasBinary()
if (!opensWindow) console.log('No desktop window here; the console opens in the browser.')
const service = opensWindow
  ? spawn(inElectron(join('dist', readFileSync(inElectron('path.txt'), 'utf8'))), [root, ...args], {
      cwd: root,
      stdio: 'inherit',
    })
  : spawn(node(), ['out/main/cli.js', 'serve', ...args], { cwd: root, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => service.kill(signal))
// npm passes a signal to a shell that does not pass it on: when npm is gone, the service ends with it.
const parent = process.ppid
const watch = setInterval(() => {
  if (process.ppid !== parent) service.kill('SIGTERM')
}, 500)
watch.unref()
service.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
