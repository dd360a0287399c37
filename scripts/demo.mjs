// npm run demo: one campaign of 200 leads with every fate, from the API to delivered webhooks, in under a minute.
import { spawn } from 'node:child_process'
import { build, install, node, root } from './prepare.mjs'

install()
build()
const flags = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning']
const demo = spawn(node(), [...flags, 'scripts/demo.ts', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => demo.kill(signal))
demo.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
