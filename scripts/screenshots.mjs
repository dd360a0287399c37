// npm run screenshots: takes pictures of every page of the console, without and with data, light and dark, in
// out/screenshots. With `-- --docs` the pictures of the README are replaced.
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
