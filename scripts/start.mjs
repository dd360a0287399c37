// npm start: installs the dependencies if needed, builds, and opens the window. It starts the service for a browser
// when Electron's binary or a display is missing, or when an option is given that only the service has. The arguments
// after -- are passed on.
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
