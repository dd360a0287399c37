// npm start: installs what is missing, builds, and starts the service. What is given after -- goes to it.
import { spawn } from 'node:child_process'
import { build, install, node, root } from './prepare.mjs'

install()
build()
const service = spawn(node(), ['out/main/cli.js', 'serve', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => service.kill(signal))
// npm passes a signal to a shell that does not pass it on: when npm is gone, the service ends with it.
const parent = process.ppid
const watch = setInterval(() => {
  if (process.ppid !== parent) service.kill('SIGTERM')
}, 500)
watch.unref()
service.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
