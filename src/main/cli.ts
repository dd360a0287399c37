import { join } from 'node:path'
import { satisfies } from './system/node-version'

// better-sqlite3 needs Node-API 10. On an older Node it ends the process without a message, so the version is checked
// before anything else is loaded.
if (!satisfies(process.versions.node)) {
  console.error(
    `Callwright needs Node 22.15 or later; this is ${process.versions.node}. Run it as: npm exec node -- ${['out/main/cli.js', ...process.argv.slice(2)].join(' ')}`,
  )
  process.exit(1)
}
const { run } = await import('./commands')
const { forkVoiceProcess } = await import('./system/voice-process')
// The paths are computed here: the build puts the other modules into a folder of their own (chunks/).
await run(process.argv.slice(2), {
  consoleDir: join(import.meta.dirname, '../renderer'),
  startVoiceProcess: forkVoiceProcess(join(import.meta.dirname, 'voice-host.js')),
})
