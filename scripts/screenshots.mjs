// npm run screenshots: every page of the console, empty and full, in light and dark, as pictures in out/screenshots.
// With `-- --docs` the pictures of the README are taken anew.
import { build, findChromium, follow, install } from './prepare.mjs'

install()
build()
const chromium = findChromium({ mayInstall: true })
if (chromium) {
  process.env.CHROMIUM = chromium
  follow('scripts/screenshots/screenshots.ts', process.argv.slice(2))
} else {
  console.error('There is no Chromium on this machine (set CHROMIUM to its path).')
  process.exitCode = 1
}
