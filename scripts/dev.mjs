// npm run dev: the console as its code is, in the window or, without Electron's binary or a display, in the browser.
// The page changes as its code does; the service starts again when its own does. What is given after -- goes to it.
import { findElectron, follow, hasDisplay, install } from './prepare.mjs'

install()
const electron = hasDisplay() ? findElectron({ mayFetch: true }) : null
if (!electron) console.log('No desktop window here; the console opens in the browser.')
follow('scripts/dev.ts', [electron ?? '', ...process.argv.slice(2)])
