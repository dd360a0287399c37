// npm run demo: one campaign of 200 leads with every fate, from the API to delivered webhooks, in under a minute.
import { build, follow, install } from './prepare.mjs'

install()
build()
follow('scripts/demo/demo.ts', process.argv.slice(2))
