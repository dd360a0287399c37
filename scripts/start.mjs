// npm start: installs what is missing, builds, and opens the window. Without Electron's binary or a display, and with
// options that only the service has, it starts the service for a browser. What is given after -- goes to it.
import { spawn } from 'node:child_process'
import { build, endWith, findElectron, hasDisplay, install, node, root } from './prepare.mjs'

install()
build()

const args = process.argv.slice(2)
const isForWindow = arg => !arg.startsWith('--') || /^--(data-dir|port)(=|$)/.test(arg)
const electron = hasDisplay() && args.every(isForWindow) ? findElectron({ mayFetch: true }) : null
if (!electron) console.log('No desktop window here; the console opens in the browser.')
endWith(
  electron
    ? spawn(electron, [root, ...args], { cwd: root, stdio: 'inherit' })
    : spawn(node(), ['out/main/cli.js', 'serve', ...args], { cwd: root, stdio: 'inherit' }),
)
