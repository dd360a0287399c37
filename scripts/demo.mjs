// npm run demo: one campaign of 200 leads with every fate, from the API to delivered webhooks, in under a minute.
import { build, install, node, run } from './prepare.mjs'

install()
build()
run(node(), ['out/tools/demo.js'])
