// npm run dev: runs the app from the sources, in the window, or in the browser when Electron's binary or a display is
// missing. The page updates when its code changes; the service restarts when its code changes. The arguments after --
// are passed on.
import { findElectron, follow, hasDisplay, install } from './prepare.mjs'

install()
const electron = hasDisplay() ? findElectron({ mayFetch: true }) : null
if (!electron) console.log('No desktop window here; the console opens in the browser.')
follow('scripts/dev.ts', [electron ?? '', ...process.argv.slice(2)])
