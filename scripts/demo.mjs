// npm run demo: runs one campaign of 200 leads with every fate of the simulator, up to the webhooks, in under a minute.
import { build, follow, install } from './prepare.mjs'

install()
build()
follow('scripts/demo/demo.ts', process.argv.slice(2))
